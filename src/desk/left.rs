//! What the reader has edited and not saved: a dialog that is closed keeps it, until the page is left.

use crate::scenario::Scenario;

/// The most drafts that are kept.
const MAX_LEFT: usize = 8;

/// Drafts by what they began as, the latest last.
#[derive(Debug, Default)]
pub struct Left(Vec<(Scenario, Scenario)>);

impl Left {
    /// None.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// What was made of this beginning, if it was changed.
    pub fn find(&self, begin: &Scenario) -> Option<&Scenario> {
        self.0.iter().find(|(known, _)| known == begin).map(|(_, draft)| draft)
    }

    /// Keeps what was made of a beginning; what is unchanged needs no place.
    pub fn keep(&mut self, begin: &Scenario, draft: &Scenario) {
        self.0.retain(|(known, _)| known != begin);
        if begin != draft {
            self.0.push((begin.clone(), draft.clone()));
            let surplus = self.0.len().saturating_sub(MAX_LEFT);
            self.0.drain(..surplus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titled(title: &str) -> Scenario {
        Scenario { title: title.into(), ..Scenario::default() }
    }

    #[test]
    fn a_draft_is_found_by_its_beginning() {
        let mut left = Left::new();
        left.keep(&titled("a"), &titled("a2"));
        left.keep(&titled("b"), &titled("b"));
        assert_eq!(left.find(&titled("a")), Some(&titled("a2")));
        assert_eq!(left.find(&titled("b")), None);
        left.keep(&titled("a"), &titled("a"));
        assert_eq!(left.find(&titled("a")), None);
    }

    #[test]
    fn the_oldest_makes_place() {
        let mut left = Left::new();
        for n in 0..=MAX_LEFT {
            left.keep(&titled(&n.to_string()), &titled("changed"));
        }
        assert_eq!(left.find(&titled("0")), None);
        assert!(left.find(&titled("1")).is_some());
    }
}
