//! The page as a part of another one: what it lets happen, which steps can be reached, and what it tells its host.
//!
//! *Invariant*: whatever asks for a step (a key, a button, the timeline, a message), none outside the lock is shown:
//! `State::show` has the last word on every run.

use super::actions::Shell;
use super::notices::{Notice, Severity};
use super::opened::Opened;
use super::page::{Dialog, Page};
use super::settings::{Settings, Theme};
use super::state::{Action, State};
use crate::check::Verdict;
use crate::protocol::{Answer, Told, Wish};
use crate::share::{Embed, Mode, Scheme};
use std::rc::Rc;

/// Over everything that is wrong with what the embed is asked to be.
const ABOUT: &str = "About this embed";

impl State {
    /// An embedded page at its beginning, with what was wrong with its options.
    #[must_use]
    pub fn embedded(mut self, embed: Embed, wrong: impl IntoIterator<Item = String>) -> Self {
        self.embed = Some(embed);
        self.settings.theme = match embed.theme {
            None => Theme::Auto,
            Some(Scheme::Light) => Theme::Light,
            Some(Scheme::Dark) => Theme::Dark,
        };
        for text in wrong {
            self.notify(Severity::Remark, ABOUT, text);
        }
        self
    }

    /// The first and the last step that can be reached; 0 is the state before the first.
    pub fn reach(&self) -> (usize, usize) {
        let len = self.opened.as_ref().map_or(0, Opened::len);
        self.embed.map_or((0, len), |embed| embed.reach(len))
    }

    /// Whether the reader may change the run.
    pub fn may_change(&self) -> bool {
        self.embed.is_none_or(|embed| embed.may_change())
    }

    /// Shows a run, at a step that can be reached.
    pub(super) fn show(&mut self, opened: Opened) {
        let (first, last) = self.embed.map_or((0, usize::MAX), |embed| embed.reach(opened.len()));
        let cursor = opened.cursor();
        self.opened = Some(if (first..=last).contains(&cursor) {
            opened
        } else {
            opened.at(cursor.clamp(first, last))
        });
    }

    /// Shows a run for the first time. An embed tells no tasks, and may play by itself.
    pub(super) fn begin(&mut self, mut opened: Opened) {
        if let Some(embed) = self.embed {
            opened.lesson = None;
            let len = opened.len();
            for (key, step) in [("from", embed.from), ("to", embed.to.unwrap_or(0))] {
                if step > len {
                    let text = format!(
                        "link: {key}: found `{step}`; expected at most {len}, the last step of the run"
                    );
                    self.notify(Severity::Remark, ABOUT, text);
                }
            }
        }
        let is_first = self.opened.is_none();
        self.show(opened);
        let (first, last) = self.reach();
        self.playing = is_first && first < last && self.embed.is_some_and(|embed| embed.autoplay);
    }

    /// Whether the page lets an action happen: an embed offers less, and what it does not offer is not possible by
    /// keys or otherwise.
    pub(super) fn admits(&self, action: &Action) -> bool {
        let Some(embed) = self.embed else { return true };
        let may_change = embed.may_change();
        match action {
            Action::Choose(_) | Action::ChooseNth(_) => {
                let cursor = self.opened.as_ref().map_or(0, Opened::cursor);
                may_change && embed.to.is_none_or(|to| cursor < to)
            }
            // It goes on to wherever the system does.
            Action::Settle => may_change && embed.to.is_none(),
            Action::ToggleFix(_)
            | Action::ResetFixes
            | Action::SetFixes(_)
            | Action::Configure(_)
            | Action::OpenSchedule(_)
            | Action::Evidence(_)
            | Action::Branch(_)
            | Action::NextBranch
            | Action::Ask(_)
            | Action::Note(_)
            | Action::Show(Some(Dialog::Orders(_))) => may_change,
            Action::ToggleTable => embed.mode != Mode::Stage,
            Action::Until(_)
            | Action::Lesson(_)
            | Action::Filter(_)
            | Action::Show(Some(Dialog::Help | Dialog::Until | Dialog::Note | Dialog::Copy(_))) => false,
            _ => true,
        }
    }

    /// The same for what only the browser can do.
    pub fn admits_shell(&self, shell: Shell) -> bool {
        let changes = matches!(shell, Shell::FocusFixes | Shell::Check | Shell::Matrix);
        self.embed.is_none_or(|embed| changes && embed.may_change())
    }

    /// What a wish of the host comes to; none when it is fulfilled already, or is not about the run.
    ///
    /// # Errors
    /// When it can't be fulfilled, with what was expected.
    pub fn wished(&self, wish: &Wish) -> Result<Option<Action>, String> {
        Ok(match wish {
            Wish::Seek(index) => {
                let (first, last) = self.reach();
                let step = *index as usize;
                if !(first..=last).contains(&step) {
                    return Err(format!("seek: found {step}; expected {first} to {last}"));
                }
                Some(Action::Seek(step))
            }
            Wish::Play => (!self.playing).then_some(Action::TogglePlay),
            Wish::Pause => self.playing.then_some(Action::TogglePlay),
            Wish::Theme(name) => {
                let theme = Theme::from_word(name)
                    .ok_or_else(|| "theme: expected `light`, `dark` or `auto`".to_owned())?;
                Some(Action::Set(Settings { theme, ..self.settings }))
            }
            Wish::Hello | Wish::Load(_) => None,
        })
    }

    /// What the host is told of a page that was another before; of all that there is when there was none.
    pub fn news(&self, before: Option<&Self>) -> Vec<Told> {
        let mut news = Vec::new();
        if !self.loading && before.is_none_or(|before| before.loading) {
            news.push(Told::Ready);
        }
        let shown = |state: &Self| {
            let opened = state.opened.as_ref().filter(|_| state.page == Page::Run)?;
            Some((opened.run.clone(), opened.cursor()))
        };
        let was = before.and_then(shown);
        if let Some((run, index)) = shown(self)
            && was.is_none_or(|(before, at)| before != run || at != index)
        {
            let label = match index {
                0 => "Before the first step".into(),
                _ => run.step(index).sentence.replace('`', ""),
            };
            news.push(Told::Step { index, total: run.len(), label });
        }
        for notice in self.notices.list().iter().filter(|notice| notice.severity == Severity::Problem) {
            let is_same = |known: &Notice| known.id == notice.id;
            if before.is_none_or(|before| !before.notices.list().iter().any(is_same)) {
                news.push(Told::Error { message: format!("{}: {}", notice.title, notice.text) });
            }
        }
        for (order, answer) in self.checks.answers() {
            if before.is_none_or(|before| {
                !before.checks.answers().iter().any(|(known, _)| Rc::ptr_eq(known, order))
            }) && let Answer::Check(report) = &**answer
            {
                let verdict = |finding: &crate::check::Finding| Told::Verdict {
                    property: finding.property.clone(),
                    verdict: match finding.verdict {
                        Verdict::Holds => "holds",
                        Verdict::Violated => "violated",
                        Verdict::Limit => "limit",
                    },
                };
                news.extend(report.findings.iter().map(verdict));
            }
        }
        news
    }
}

/// Where an embed is: among all steps, or among those that it is locked to.
pub fn position(embed: Option<Embed>, cursor: usize, len: usize) -> String {
    match embed.map(|embed| embed.reach(len)).filter(|&reach| reach != (0, len)) {
        Some((first, last)) => format!("step {cursor} ({first} to {last})"),
        None => format!("{cursor} / {len}"),
    }
}

#[cfg(test)]
mod tests;
