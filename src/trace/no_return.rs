//! The point of no return: since when no fault-free continuation of a run reaches the goal of a *recoverable*
//! property, and the last step from which one did.
//!
//! A fault can restore what was lost (a crash restarts a process), so a run may lose a goal, regain it and lose it
//! again. What counts is the last stretch, so it is walked back step by step: to halve the run would be wrong.

use super::player::Player;
use crate::machine::PropertyInfo;

/// How far back the start of a stretch is looked for; beyond, nobody names a step.
const LOST_STEPS: usize = 256;

/// Where a run loses a recoverable property for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoReturn {
    /// The property.
    pub property: PropertyInfo,
    /// The first position of the lost stretch that the run ends in; 0 when it was lost from the start.
    pub step: usize,
    /// The position before, when there was a way to the goal: none from the start, or where a search for one was cut off.
    pub last_escape: Option<usize>,
}

/// The points of no return of a run, one for each property that is lost at its end, in the model's order.
pub fn no_returns(run: &dyn Player) -> Vec<NoReturn> {
    let end = run.properties(run.len());
    let lost = end.iter().enumerate().filter(|(_, property)| property.status.is_lost());
    lost.filter_map(|(index, property)| {
        let step = lost_since(run, run.len(), index)?;
        let has_escape = |&position: &usize| run.properties(position)[index].status.has_escape();
        Some(NoReturn { property: property.info, step, last_escape: step.checked_sub(1).filter(has_escape) })
    })
    .collect()
}

/// The first position of the unbroken stretch, up to a position, in which a property is lost, given by its index;
/// none when it is not lost there, or for too long to say.
pub fn lost_since(run: &dyn Player, position: usize, property: usize) -> Option<usize> {
    first_of_stretch(position, |position| run.properties(position)[property].status.is_lost())
}

fn first_of_stretch(end: usize, lost: impl Fn(usize) -> bool) -> Option<usize> {
    if !lost(end) {
        return None;
    }
    let mut since = end;
    while since > 0 && lost(since - 1) {
        since -= 1;
        if end - since >= LOST_STEPS {
            return None;
        }
    }
    Some(since)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions as a word: `x` where the property is lost.
    fn since(word: &str) -> Option<usize> {
        first_of_stretch(word.len() - 1, |position| word.as_bytes()[position] == b'x')
    }

    #[test]
    fn the_last_stretch_counts_and_may_begin_before_the_first_step() {
        let words = ["....", "..xx", "xxxx", "x", "xx.x", ".xx.xx", "xx.."];
        assert_eq!(words.map(since), [None, Some(2), Some(0), Some(0), Some(3), Some(4), None]);
    }

    #[test]
    fn a_stretch_that_is_too_long_has_no_beginning() {
        let of = |steps: usize| since(&format!(".{}", "x".repeat(steps)));
        assert_eq!((of(LOST_STEPS), of(LOST_STEPS + 1)), (Some(1), None));
    }
}
