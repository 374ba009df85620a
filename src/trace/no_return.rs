//! The point of no return: since when no fault-free continuation of a run reaches the goal of a *recoverable*
//! property, and the last step from which one did.
//!
//! A fault can restore what was lost (a crash restarts a process), so a run may lose a goal, regain it and lose it
//! again; what counts is the last stretch, and to halve the whole run would be wrong. Between two faults, however, a
//! goal that is lost stays lost, since whatever a later state can reach an earlier one could reach, too. So the search
//! goes back from fault to fault and halves only what lies between them: a handful of questions, however long the run.

use super::player::Player;
use crate::machine::PropertyInfo;

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
/// none when it is not lost there.
pub fn lost_since(run: &dyn Player, position: usize, property: usize) -> Option<usize> {
    let is_fault = |step: usize| run.actor(step).1.is_fault() && !run.is_refused(step);
    first_of_stretch(position, is_fault, |position| run.properties(position)[property].status.is_lost())
}

fn first_of_stretch(
    end: usize,
    is_fault: impl Fn(usize) -> bool,
    lost: impl Fn(usize) -> bool,
) -> Option<usize> {
    if !lost(end) {
        return None;
    }
    let mut since = end;
    loop {
        // From here to `since` no fault happened.
        let start = (1..=since).rev().find(|&step| is_fault(step)).unwrap_or(0);
        if !lost(start) {
            let (mut before, mut after) = (start, since);
            while after - before > 1 {
                let middle = before.midpoint(after);
                if lost(middle) { after = middle } else { before = middle }
            }
            return Some(after);
        }
        if start == 0 || !lost(start - 1) {
            return Some(start);
        }
        since = start - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Step by step back, as the answer is meant.
    fn walked(lost: &[bool]) -> Option<usize> {
        let kept = lost.iter().rposition(|lost| !lost).map_or(0, |last| last + 1);
        (kept < lost.len()).then_some(kept)
    }

    #[test]
    fn every_run_of_seven_steps_is_answered_as_by_walking_back() {
        const STEPS: usize = 7;
        let bit = |bits: u32, at: usize| bits >> at & 1 == 1;
        let mut runs = 0;
        for faults in 0..1_u32 << STEPS {
            for states in 0..1_u32 << (STEPS + 1) {
                let lost: Vec<_> = (0..=STEPS).map(|position| bit(states, position)).collect();
                let is_fault = |step: usize| bit(faults, step - 1);
                if (1..=STEPS).any(|step| lost[step - 1] && !lost[step] && !is_fault(step)) {
                    continue;
                }
                let found = first_of_stretch(STEPS, is_fault, |position| lost[position]);
                assert_eq!(found, walked(&lost), "{lost:?} with faults {faults:b}");
                runs += 1;
            }
        }
        assert!(runs > 1_000);
    }

    #[test]
    fn a_long_stretch_is_found_with_few_questions() {
        let asked = std::cell::Cell::new(0);
        let lost = |position: usize| {
            asked.set(asked.get() + 1);
            position >= 1_234
        };
        assert_eq!(first_of_stretch(20_000, |step| step == 7, lost), Some(1_234));
        assert!(asked.get() < 20, "{}", asked.get());
    }
}
