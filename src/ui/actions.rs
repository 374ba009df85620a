//! Every command of the page, once: buttons, keys, the help sheet and `aria-keyshortcuts` read this table.

use super::lesson::Wish;
use super::state::{Action, Dialog, Page, State};
use crate::protocol::Wanted;

/// What a command comes to.
#[derive(Clone)]
pub enum Intent {
    /// A change of the ground state.
    Act(Action),
    /// Something only the browser can do.
    Shell(Shell),
}

/// Something only the browser can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    /// Go to the start page, so that Back returns.
    GoToStart,
    /// Move the focus to the first fix.
    FocusFixes,
    /// Ask for a scenario file.
    OpenFile,
    /// Put the step on the clipboard.
    CopyStep,
    /// Check all orders, and bring the verdicts into view.
    Check,
    /// Compute the fix matrix, and bring it into view.
    Matrix,
    /// Open a dialog of sharing.
    Desk(Wanted),
}

/// The part of the help sheet a command is listed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Moving along the schedule.
    Steps,
    /// Choosing what happens.
    Choices,
    /// Everything else.
    Page,
}

impl Group {
    /// All groups in the order of the help sheet.
    pub const ALL: [Self; 3] = [Self::Steps, Self::Choices, Self::Page];

    /// The heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Steps => "Moving along the schedule",
            Self::Choices => "Choosing what happens",
            Self::Page => "The page",
        }
    }
}

/// A command of the page.
pub struct Command {
    /// The id.
    pub id: &'static str,
    /// What it does, in sentence case.
    pub title: &'static str,
    /// Where the help sheet lists it.
    pub group: Group,
    /// The keys, by the names that keyboard events give them.
    pub keys: &'static [&'static str],
    /// What it comes to now, pressed by this key; none while it is not possible.
    pub perform: fn(&State, &str) -> Option<Intent>,
}

/// All commands, in the order of the help sheet.
pub static COMMANDS: &[Command] = &[
    Command { id: "next", title: "Next step", group: Group::Steps, keys: &["ArrowRight"], perform: next },
    Command {
        id: "previous",
        title: "Previous step",
        group: Group::Steps,
        keys: &["ArrowLeft"],
        perform: previous,
    },
    Command {
        id: "first",
        title: "Before the first step",
        group: Group::Steps,
        keys: &["Home"],
        perform: first,
    },
    Command { id: "last", title: "Last step", group: Group::Steps, keys: &["End"], perform: last },
    Command { id: "play", title: "Play or pause", group: Group::Steps, keys: &[" "], perform: play },
    Command {
        id: "previous-marker",
        title: "Previous marked step",
        group: Group::Steps,
        keys: &["["],
        perform: |state, _| run(state, Action::Marker { forward: false }),
    },
    Command {
        id: "next-marker",
        title: "Next marked step",
        group: Group::Steps,
        keys: &["]"],
        perform: |state, _| run(state, Action::Marker { forward: true }),
    },
    Command {
        id: "until",
        title: "Step until…",
        group: Group::Steps,
        keys: &["u"],
        perform: |state, _| run(state, Action::Show(Some(Dialog::Until))),
    },
    Command {
        id: "choose",
        title: "Let this happen next",
        group: Group::Choices,
        keys: &["1", "2", "3", "4", "5", "6", "7", "8", "9"],
        perform: |state, key| run(state, Action::ChooseNth(key.parse().ok()?)),
    },
    Command { id: "branch", title: "Next branch", group: Group::Choices, keys: &["b"], perform: branch },
    Command {
        id: "try",
        title: "Try it yourself, or show the story",
        group: Group::Choices,
        keys: &["l"],
        perform: try_it,
    },
    Command {
        id: "grade",
        title: "Check my run against the task",
        group: Group::Choices,
        keys: &["r"],
        perform: grade,
    },
    Command { id: "fixes", title: "Go to the fixes", group: Group::Choices, keys: &["f"], perform: fixes },
    Command {
        id: "check",
        title: "Check all orders",
        group: Group::Choices,
        keys: &["c"],
        perform: |state, _| may_search(state).then_some(Intent::Shell(Shell::Check)),
    },
    Command {
        id: "matrix",
        title: "Compute the fix matrix",
        group: Group::Choices,
        keys: &["m"],
        perform: matrix,
    },
    Command {
        id: "note",
        title: "Note on this step…",
        group: Group::Choices,
        keys: &["n"],
        perform: |state, _| run(state, Action::Show(Some(Dialog::Note))),
    },
    Command {
        id: "table",
        title: "Show the schedule as a table or as a timeline",
        group: Group::Page,
        keys: &["t"],
        perform: |state, _| run(state, Action::ToggleTable),
    },
    Command {
        id: "scenarios",
        title: "All scenarios",
        group: Group::Page,
        keys: &["s"],
        perform: |_, _| Some(Intent::Shell(Shell::GoToStart)),
    },
    Command {
        id: "help",
        title: "Help and keys",
        group: Group::Page,
        keys: &["?"],
        perform: |_, _| Some(Intent::Act(Action::Show(Some(Dialog::Help)))),
    },
    Command {
        id: "glossary",
        title: "Glossary",
        group: Group::Page,
        keys: &["g"],
        perform: |_, _| Some(Intent::Act(Action::Show(Some(Dialog::Glossary(None))))),
    },
    Command {
        id: "open-file",
        title: "Open file…",
        group: Group::Page,
        keys: &["o"],
        perform: |_, _| Some(Intent::Shell(Shell::OpenFile)),
    },
    Command {
        id: "copy",
        title: "Copy step",
        group: Group::Page,
        keys: &["y"],
        perform: |state, _| on_run(state).then_some(Intent::Shell(Shell::CopyStep)),
    },
    Command { id: "share", title: "Share…", group: Group::Page, keys: &["h"], perform: desk },
    Command { id: "embed", title: "Embed…", group: Group::Page, keys: &["i"], perform: desk },
    Command { id: "export", title: "Export…", group: Group::Page, keys: &["x"], perform: desk },
    Command { id: "edit", title: "Edit scenario…", group: Group::Page, keys: &["e"], perform: desk },
];

/// The command of an id.
pub fn command(id: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.id == id)
}

/// The command of a key.
pub fn command_of_key(key: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.keys.contains(&key))
}

impl Command {
    /// The keys as `aria-keyshortcuts` wants them.
    pub fn aria_keys(&self) -> String {
        let keys: Vec<_> = self.keys.iter().map(|&key| if key == " " { "Space" } else { key }).collect();
        keys.join(" ")
    }

    /// The keys as a reader sees them.
    pub fn shown_keys(&self) -> Vec<&'static str> {
        if self.keys.len() > 2 {
            return vec![self.keys[0], "…", self.keys[self.keys.len() - 1]];
        }
        self.keys.iter().map(|key| shown_key(key)).collect()
    }
}

/// Whether a key prints a character, so that it can be switched off.
pub fn is_character(key: &str) -> bool {
    key.chars().count() == 1 && key != " "
}

fn shown_key(key: &'static str) -> &'static str {
    match key {
        "ArrowLeft" => "←",
        "ArrowRight" => "→",
        " " => "Space",
        other => other,
    }
}

fn on_run(state: &State) -> bool {
    state.page == Page::Run && state.opened.is_some()
}

fn run(state: &State, action: Action) -> Option<Intent> {
    on_run(state).then_some(Intent::Act(action))
}

fn next(state: &State, _: &str) -> Option<Intent> {
    (state.opened.as_ref()?.cursor() < state.reach().1).then(|| run(state, Action::Next)).flatten()
}

fn previous(state: &State, _: &str) -> Option<Intent> {
    (state.opened.as_ref()?.cursor() > state.reach().0).then(|| run(state, Action::Previous)).flatten()
}

fn first(state: &State, _: &str) -> Option<Intent> {
    let first = state.reach().0;
    (state.opened.as_ref()?.cursor() > first).then(|| run(state, Action::Seek(first))).flatten()
}

fn last(state: &State, _: &str) -> Option<Intent> {
    let last = state.reach().1;
    (state.opened.as_ref()?.cursor() < last).then(|| run(state, Action::Seek(last))).flatten()
}

fn play(state: &State, _: &str) -> Option<Intent> {
    let (first, last) = state.reach();
    (first < last).then(|| run(state, Action::TogglePlay)).flatten()
}

fn branch(state: &State, _: &str) -> Option<Intent> {
    (state.opened.as_ref()?.trace.branches.len() > 1).then(|| run(state, Action::NextBranch)).flatten()
}

fn try_it(state: &State, _: &str) -> Option<Intent> {
    let opened = state.opened.as_ref()?;
    opened.goal()?;
    run(state, Action::Lesson(if opened.lesson.is_some() { Wish::End } else { Wish::Begin }))
}

fn grade(state: &State, _: &str) -> Option<Intent> {
    let opened = state.opened.as_ref()?;
    opened.lesson?;
    run(state, Action::Ask(Box::new(opened.grade_order(opened.goal()?))))
}

fn fixes(state: &State, _: &str) -> Option<Intent> {
    let any = !state.opened.as_ref()?.run.info().fixes.is_empty();
    (any && on_run(state)).then_some(Intent::Shell(Shell::FocusFixes))
}

fn matrix(state: &State, _: &str) -> Option<Intent> {
    let any = !state.opened.as_ref()?.run.info().fixes.is_empty();
    (any && may_search(state)).then_some(Intent::Shell(Shell::Matrix))
}

fn desk(state: &State, key: &str) -> Option<Intent> {
    let wanted = match key {
        "h" => Wanted::Share,
        "i" => Wanted::Embed,
        "x" => Wanted::Export,
        _ => Wanted::Edit,
    };
    on_run(state).then_some(Intent::Shell(Shell::Desk(wanted)))
}

/// Whether the reader may search: not in a lesson, whose solution that would be.
fn may_search(state: &State) -> bool {
    on_run(state) && state.opened.as_ref().is_some_and(|opened| opened.lesson.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_ids_do_not_collide() {
        let keys: Vec<_> = COMMANDS.iter().flat_map(|command| command.keys).copied().collect();
        let ids: Vec<_> = COMMANDS.iter().map(|command| command.id).collect();
        for mut list in [keys, ids] {
            list.sort_unstable();
            let before = list.len();
            list.dedup();
            assert_eq!(before, list.len());
        }
    }

    #[test]
    fn every_command_has_a_key_and_nothing_is_possible_without_a_run() {
        let state = State::default();
        for command in COMMANDS {
            assert!(!command.keys.is_empty(), "{}", command.id);
            let possible = (command.perform)(&state, command.keys[0]).is_some();
            let always = ["scenarios", "help", "glossary", "open-file"].contains(&command.id);
            assert_eq!(possible, always, "{}", command.id);
        }
    }
}
