//! The signature of a scenario as a rule: lines that one log has in this order, and lines that it does not have between.

use crate::machine::LogTemplate;
use crate::model::MODELS;
use std::fmt;

/// What an entry begins with that names a line which is not printed.
const WITHOUT: &str = "without ";

/// The line that an entry says is not printed; none for one that is.
pub fn absent(entry: &str) -> Option<&str> {
    entry.strip_prefix(WITHOUT)
}

/// A sequence of lines that tells a story from its look-alikes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule<'a> {
    /// The lines, in order.
    lines: Vec<Step<'a>>,
    /// What is not printed after the last.
    after: Vec<Entry<'a>>,
}

/// A line, and what is not printed between the one before and it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step<'a> {
    without: Vec<Entry<'a>>,
    line: Entry<'a>,
    /// Its position in the signature.
    at: usize,
}

/// A line, named by a part of its message or by a whole template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry<'a> {
    Part(&'a str),
    Whole(&'static LogTemplate),
}

/// Why entries are no rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// The entry; none for all of them.
    pub at: Option<usize>,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl<'a> Rule<'a> {
    /// The rule of some entries; none without entries.
    ///
    /// # Errors
    /// When an entry is empty, or none of them names a line that is printed.
    pub fn new(entries: &'a [String]) -> Result<Option<Self>, RuleError> {
        let (mut lines, mut without) = (Vec::new(), Vec::new());
        for (at, entry) in entries.iter().enumerate() {
            let absent = absent(entry);
            let text = absent.unwrap_or(entry);
            if text.trim().is_empty() {
                let message = "the entry is empty; expected a part of a line, or `without ` and one".into();
                return Err(RuleError { at: Some(at), message });
            }
            let entry = Entry::new(text);
            match absent {
                Some(_) => without.push(entry),
                None => lines.push(Step { without: std::mem::take(&mut without), line: entry, at }),
            }
        }
        if lines.is_empty() && !entries.is_empty() {
            let message = "there are only lines that are not printed; expected at least one that is".into();
            return Err(RuleError { at: None, message });
        }
        Ok((!lines.is_empty()).then_some(Self { lines, after: without }))
    }

    /// The positions of its lines among messages, when they keep the rule.
    ///
    /// # Errors
    /// The position in the signature of the first entry that no way of reading the log gets to.
    pub fn find(&self, messages: &[&str]) -> Result<Vec<usize>, usize> {
        // For every line of the rule and every message: the message before, from where the line is reached.
        let mut reached: Vec<Vec<Option<usize>>> = Vec::with_capacity(self.lines.len());
        for step in &self.lines {
            let before = reached.last();
            // Where the rule stands when the next message comes: behind this message, 0 for the beginning.
            let mut from = if before.is_none() { Some(0) } else { None };
            let mut here = vec![None; messages.len()];
            for (at, message) in messages.iter().enumerate() {
                if step.line.reads(message) {
                    here[at] = from;
                }
                if step.without.iter().any(|entry| entry.reads(message)) {
                    from = None;
                }
                if before.is_some_and(|before| before[at].is_some()) {
                    from = Some(at);
                }
            }
            if here.iter().all(Option::is_none) {
                return Err(step.at);
            }
            reached.push(here);
        }
        let ends = |&at: &usize| {
            let after = messages[at + 1..].iter();
            reached.last().is_some_and(|last| last[at].is_some())
                && !after.into_iter().any(|message| self.after.iter().any(|entry| entry.reads(message)))
        };
        let Some(mut at) = (0..messages.len()).find(ends) else {
            return Err(self.lines.last().map_or(0, |step| step.at + 1));
        };
        let mut positions = vec![at];
        for here in reached.iter().skip(1).rev() {
            at = here[at].unwrap_or_default();
            positions.push(at);
        }
        positions.reverse();
        Ok(positions)
    }
}

impl<'a> Entry<'a> {
    fn new(text: &'a str) -> Self {
        let templates = MODELS.iter().flat_map(|model| model.info().templates);
        let whole = templates
            .copied()
            .find(|template| template.message == text && template.text_length() < text.len());
        whole.map_or(Self::Part(text), Self::Whole)
    }

    fn reads(&self, message: &str) -> bool {
        match self {
            Self::Part(text) => message.contains(text),
            Self::Whole(template) => template.read(message).is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rule: &[&str], messages: &str, expected: Result<&[usize], usize>) {
        let entries: Vec<String> = rule.iter().map(|&entry| entry.to_owned()).collect();
        let messages: Vec<_> = messages.split(' ').collect();
        let found = Rule::new(&entries).unwrap().unwrap().find(&messages);
        assert_eq!(found.as_deref().map_err(|at| *at), expected, "{rule:?} in {messages:?}");
    }

    #[test]
    fn lines_come_in_order_and_others_do_not_come_between() {
        check(&["a", "c"], "a b c", Ok(&[0, 2]));
        check(&["c", "a"], "a b c", Err(1));
        check(&["a", "without b", "c"], "a b c", Err(2));
        check(&["a", "without b", "c"], "a b a c", Ok(&[2, 3]));
        check(&["without b", "c"], "a b c", Err(1));
        check(&["without c", "c"], "a b c", Ok(&[2]));
        check(&["a", "without b"], "a b a", Ok(&[2]));
        check(&["a", "without b"], "a b", Err(1));
        check(&["a", "a"], "a b", Err(1));
        check(&["a", "b", "without c", "d"], "a b c b d", Ok(&[0, 3, 4]));
    }

    #[test]
    fn a_template_names_its_whole_line() {
        let rule = ["Stopping [{count}] supervisors".to_owned()];
        let rule = Rule::new(&rule).unwrap().unwrap();
        assert_eq!(rule.find(&["Stopping [x", "Stopping [12] supervisors"]), Ok(vec![1]));
    }

    #[test]
    fn entries_that_are_no_rule_are_refused() {
        let error = |entries: &[&str]| {
            let entries: Vec<String> = entries.iter().map(|&entry| entry.to_owned()).collect();
            Rule::new(&entries).map(|_| ()).unwrap_err().at
        };
        assert_eq!(error(&["a", " "]), Some(1));
        assert_eq!(error(&["without  "]), Some(0));
        assert_eq!(error(&["without a"]), None);
        assert_eq!(Rule::new(&[]), Ok(None));
    }
}
