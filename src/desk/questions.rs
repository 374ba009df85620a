//! What has to be searched before a file can be written, one question after the other.

use crate::export::{Document, Format, Verdicts};
use crate::protocol::{Answer, Order};
use crate::scenario::MatrixQuestion;

/// What the reader wants a file to tell of all orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tells {
    /// Verdicts, and what decides about the run.
    pub verdicts: bool,
    /// The fix matrix.
    pub matrix: bool,
}

impl Default for Tells {
    fn default() -> Self {
        Self { verdicts: true, matrix: true }
    }
}

/// The next question that is not answered yet; none when the file can be written.
pub fn missing(document: &Document, format: Format, tells: Tells) -> Option<Order> {
    let (wants, known) = (format.wants(), &document.verdicts);
    if !tells.verdicts {
        return None;
    }
    if wants.check && known.report.is_none() {
        let (config, ask) = document.check();
        return Some(Order::Check { config, ask });
    }
    if wants.matrix
        && tells.matrix
        && known.matrix.is_none()
        && let Some(MatrixQuestion { config, fixes, properties, limits }) = document.matrix()
    {
        return Some(Order::Matrix { config, fixes, properties, limits });
    }
    (wants.explanation && known.causes.is_none()).then(|| {
        let (config, events) = document.explanation();
        Order::Explain { config, events }
    })
}

/// Notes an answer.
pub fn take(document: &mut Document, answer: Answer) {
    match answer {
        Answer::Check(report) => document.verdicts.report = Some(report),
        Answer::Matrix(matrix) => document.verdicts.matrix = Some(matrix),
        Answer::Explain(explained) => document.verdicts.causes = Some(explained.causes),
        Answer::Grade(_) | Answer::Recognise(_) | Answer::Open(_) => {}
    }
}

/// The document as the format tells it: with the answers that are wanted, and no others.
pub fn told(document: &Document, format: Format, tells: Tells) -> Document {
    let wants = format.wants();
    let known = &document.verdicts;
    let verdicts = Verdicts {
        report: known.report.clone().filter(|_| wants.check && tells.verdicts),
        matrix: known.matrix.clone().filter(|_| wants.matrix && tells.verdicts && tells.matrix),
        causes: known.causes.clone().filter(|_| wants.explanation && tells.verdicts),
    };
    Document { verdicts, ..document.clone() }
}

#[cfg(test)]
mod tests {
    use super::super::subject::tests::subject;
    use super::*;
    use crate::protocol::Task;

    fn document() -> Document {
        let subject = subject("#/flink-40114-own-loss", None);
        Document::new(subject.scenario.clone(), subject.trace.clone()).unwrap()
    }

    #[test]
    fn a_file_asks_what_it_tells_once_and_in_order() {
        let (mut document, mut asked) = (document(), Vec::new());
        while let Some(order) = missing(&document, Format::Md, Tells::default()) {
            let mut task = Task::begin(&order).unwrap();
            while task.advance(u32::MAX) {}
            asked.push(match order {
                Order::Check { .. } => "check",
                Order::Matrix { .. } => "matrix",
                _ => "explain",
            });
            take(&mut document, task.answer());
        }
        assert_eq!(asked, ["check", "matrix", "explain"]);
        let told = told(&document, Format::Json, Tells::default()).verdicts;
        assert!(told.report.is_some() && told.matrix.is_none() && told.causes.is_none());
        let none = super::told(&document, Format::Md, Tells { verdicts: false, matrix: true });
        assert_eq!(none.verdicts, Verdicts::default());
    }

    #[test]
    fn what_is_not_wanted_is_not_searched() {
        let document = document();
        assert_eq!(missing(&document, Format::Md, Tells { verdicts: false, matrix: true }), None);
        assert_eq!(missing(&document, Format::Html, Tells::default()), None);
        assert!(matches!(missing(&document, Format::Svg, Tells::default()), Some(Order::Explain { .. })));
    }
}
