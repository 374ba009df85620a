//! The link of a run with the reader's choices, and what it carries.

use super::subject::{Subject, different};
use crate::share::{self, Link, MAX_LINK_BYTES, Page, Source};
use crate::trace::{Note, tidy_notes};

/// From so many characters on, some programs cut a link off.
pub const LONG: usize = 2_000;

/// Where a link opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opens {
    /// At the step that is shown.
    Here,
    /// Before the first step.
    Start,
    /// At the scenario's task, which tells nothing of any run.
    Task,
}

/// What the reader wants in the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// Where it opens.
    pub opens: Opens,
    /// Whether the reader's notes are in it.
    pub notes: bool,
    /// Whether schedules that are not shown are in it.
    pub others: bool,
}

impl Default for Choices {
    fn default() -> Self {
        Self { opens: Opens::Here, notes: true, others: true }
    }
}

/// The link of a run.
pub fn link(subject: &Subject, choices: Choices) -> Link {
    let scenario = subject.linked();
    if let (Opens::Task, Some(scenario)) = (choices.opens, scenario) {
        return Link { lesson: true, ..Link::new(Source::Scenario(scenario.id.clone())) };
    }
    let mut trace = subject.trace.clone();
    if choices.opens == Opens::Start {
        trace.cursor = 0;
    }
    if !choices.notes {
        for branch in &mut trace.branches {
            branch.notes.clear();
        }
        trace.branches[0].notes = own_notes(subject, trace.branches[0].events.len());
    }
    if !choices.others {
        let shown = trace.current;
        if shown > 0 {
            // The scenario's own schedule stays by its name, without what was noted there.
            trace.branches[0].notes = own_notes(subject, trace.branches[0].events.len());
        }
        let mut at = 0;
        trace.branches.retain(|_| {
            at += 1;
            at == 1 || at - 1 == shown
        });
        trace.current = trace.branches.len() - 1;
    }
    Link::of(&trace, scenario)
}

/// The notes that the story itself has on its schedule.
fn own_notes(subject: &Subject, len: usize) -> Vec<Note> {
    let own = subject.scenario.as_deref().map_or(&[][..], |scenario| &scenario.notes);
    tidy_notes(own, len)
}

/// The address of the page without query and fragment.
pub fn base(page: &str) -> &str {
    page.split(['?', '#']).next().unwrap_or_default()
}

/// The whole address of a link, on the page at an address.
pub fn address(page: &str, link: Link) -> String {
    format!("{}{}", base(page), share::encode(&Page::Run(link)))
}

/// What no page opens: a link that is longer than any may be, in words.
pub fn too_long(address: &str) -> Option<String> {
    let length = address.split_once('#').map_or(0, |(_, fragment)| fragment.len() + 1);
    let words = "; leave something out, or give the scenario file instead";
    (length > MAX_LINK_BYTES).then(|| {
        format!("No page opens this link: it has {length} bytes, and {MAX_LINK_BYTES} is the most{words}")
    })
}

/// Whether only the reader's own computer can open the page at an address.
pub fn is_local(page: &str) -> bool {
    let host = page.split_once("://").map_or("", |(_, rest)| rest);
    let host = host.split(['/', '?', '#']).next().unwrap_or_default();
    let name = if host.starts_with('[') { host } else { host.split(':').next().unwrap_or_default() };
    name.is_empty() || name == "localhost" || name.starts_with("127.") || name.starts_with("[::1]")
}

/// What a link carries, as names and values.
pub fn contents(subject: &Subject, link: &Link) -> Vec<(&'static str, String)> {
    let info = subject.info();
    let mut rows = vec![("Story", story(subject, link))];
    if link.lesson {
        rows.push(("Run", "None: whoever opens it begins the task".into()));
        return rows;
    }
    let shown = match link.current.checked_sub(1).and_then(|at| link.branches.get(at)) {
        None if subject.linked().is_some() => "The scenario's own, by its name".to_owned(),
        None => "No step".to_owned(),
        Some(branch) => format!("{} in full", count(branch.events.len(), "step")),
    };
    let at = if link.at == 0 { "the start".to_owned() } else { format!("step {}", link.at) };
    rows.push(("Steps", format!("{shown}; opens at {at}")));
    let others = link.branches.len() - usize::from(link.current > 0);
    if others > 0 {
        rows.push(("Other schedules", others.to_string()));
    }
    rows.push(("Fixes", fixes(subject, link)));
    if let Some(settings) = settings(link) {
        rows.push(("Parameters and budgets", settings));
    }
    let notes = link.notes.iter().chain(link.branches.iter().map(|branch| &branch.notes));
    let notes = different(notes.flatten());
    rows.push(("Notes", if notes == 0 { "None".into() } else { notes.to_string() }));
    rows.push((
        "Model",
        match &link.model_version {
            Some((id, version)) => format!("{id} {version}"),
            None => format!("{}, of the version that opens it", info.id),
        },
    ));
    rows
}

fn story(subject: &Subject, link: &Link) -> String {
    match (&link.source, &subject.scenario) {
        (Source::Scenario(_), Some(scenario)) => format!("{}, by its name {}", scenario.title, scenario.id),
        (_, Some(_)) => "Not in the link, which no page could find: the story is in your own file".into(),
        (Source::Model(id) | Source::Scenario(id), None) => format!("None: a run of the model {id}"),
    }
}

fn fixes(subject: &Subject, link: &Link) -> String {
    let listed = |fixes: &[String]| if fixes.is_empty() { "None".into() } else { fixes.join(", ") };
    match (&link.fixes, subject.linked()) {
        (Some(fixes), _) => listed(fixes),
        (None, Some(scenario)) => format!("{}, as the scenario has it", listed(&scenario.fixes)),
        (None, None) => "None".into(),
    }
}

fn settings(link: &Link) -> Option<String> {
    let parameters = link.parameters.iter().map(|(id, value)| format!("{id} = {value}"));
    let budgets = link.budgets.iter().map(|(id, amount)| format!("{id} = {amount}"));
    let all: Vec<_> = parameters.chain(budgets).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// A number of things: `1 step`, `2 steps`.
pub fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::super::subject::tests::{TEXT, subject};
    use super::*;

    const NOTED: &str = "#/flink-40114-own-loss?v=1&m=flink-election.1&at=4&note=2!Ours\
        &run=jm1.elector.renew~jm1.watch.handle&note=1!Mine&alt=jm1.elector.renew";

    fn fragment(of: &Subject, choices: Choices) -> String {
        share::encode(&Page::Run(link(of, choices)))
    }

    #[test]
    fn with_every_choice_the_link_is_that_of_the_page() {
        let run = subject(NOTED, None);
        let whole = fragment(&run, Choices::default());
        assert_eq!(whole, share::encode(&Page::Run(Link::of(&run.trace, run.linked()))));
        assert!(whole.contains("note=1!Mine") && whole.contains("alt="), "{whole}");
    }

    #[test]
    fn each_choice_leaves_out_what_it_says_and_nothing_else() {
        let run = subject(NOTED, None);
        let all = Choices::default();
        let start = fragment(&run, Choices { opens: Opens::Start, ..all });
        assert!(!start.contains("at=") && start.contains("note=1!Mine"), "{start}");
        let plain = fragment(&run, Choices { notes: false, ..all });
        assert!(!plain.contains("note=") && plain.contains("alt=") && plain.contains("at=2"), "{plain}");
        let alone = fragment(&run, Choices { others: false, ..all });
        assert!(
            !alone.contains("alt=") && alone.contains("run=") && alone.contains("note=1!Mine"),
            "{alone}"
        );
        assert!(!alone.contains("Ours"), "what was noted on a schedule that is not shown: {alone}");
        let first = subject("#/flink-40114-own-loss?at=4&alt=jm1.elector.renew", None);
        assert_eq!(fragment(&first, Choices { others: false, ..all }), "#/flink-40114-own-loss?at=4");
        assert_eq!(fragment(&run, Choices { opens: Opens::Task, ..all }), "#/flink-40114-own-loss?try=1");
    }

    #[test]
    fn a_link_of_a_file_of_the_readers_carries_the_run_but_not_the_story() {
        let run = subject("#/flink-40114-own-loss?at=4", Some(TEXT));
        let link = link(&run, Choices { opens: Opens::Task, ..Choices::default() });
        assert_eq!((&link.source, link.lesson), (&Source::Model("flink-election".into()), false));
        let rows = contents(&run, &link);
        assert!(rows[0].1.starts_with("Not in the link"), "{rows:?}");
        assert_eq!(rows[1].1, "8 steps in full; opens at step 4");
    }

    #[test]
    fn what_a_link_carries_is_told() {
        let run = subject(NOTED, None);
        let told = contents(&run, &link(&run, Choices::default()));
        let value = |name| told.iter().find(|row| row.0 == name).map(|row| row.1.as_str());
        assert_eq!(value("Steps"), Some("2 steps in full; opens at step 2"));
        assert_eq!((value("Other schedules"), value("Notes")), (Some("1"), Some("2")));
        assert_eq!(value("Model"), Some("flink-election 1"));
        let plain = subject("#/flink-40114-own-loss?fix=retry&at=7", None);
        let told = contents(&plain, &link(&plain, Choices::default()));
        assert_eq!(told[1].1, "The scenario's own, by its name; opens at step 7");
        assert_eq!(told[2], ("Fixes", "retry".into()));
    }

    #[test]
    fn an_address_is_that_of_the_page_without_its_query() {
        let link = || Link::new(Source::Model("flink-election".into()));
        let page = "https://example.org/sub/?utm=1#/old";
        assert_eq!(address(page, link()), "https://example.org/sub/#/model/flink-election");
        assert_eq!(address("file:///a/b.html#/x", link()), "file:///a/b.html#/model/flink-election");
        for local in ["file:///a.html", "http://localhost:8080/", "http://127.0.0.1/x", "http://[::1]:1/"] {
            assert!(is_local(local), "{local}");
        }
        assert!(!is_local(page) && !is_local("http://127.example.org/".replace("127.", "a.").as_str()));
    }
}
