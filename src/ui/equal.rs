//! Where else a run is in the state that is shown: which positions are worth naming, and their words.

use crate::trace::Player;

/// How many positions are named; of a run that goes round and round, a reader wants the nearest.
const NAMED: usize = 4;

/// The other positions in the state that is shown, in order. A refused step changes nothing and says so itself, so
/// it makes no position of its own here.
pub fn equal_positions(run: &dyn Player, cursor: usize) -> Vec<usize> {
    let stays = |position: usize| position > 0 && run.is_refused(position);
    let mut origin = cursor;
    while stays(origin) {
        origin -= 1;
    }
    let mut equal = run.equal_states(cursor);
    equal.retain(|&position| position != origin && !stays(position));
    equal
}

/// The positions nearest to the cursor, in order, and how many others there are.
pub fn nearest(equal: &[usize], cursor: usize) -> (&[usize], usize) {
    let mut named = equal;
    while let [first, .., last] = *named
        && named.len() > NAMED
    {
        // The farther end goes; of two equally far, the later.
        let at_first = first.abs_diff(cursor) > last.abs_diff(cursor);
        named = if at_first { &named[1..] } else { &named[..named.len() - 1] };
    }
    (named, equal.len() - named.len())
}

/// A position in words, as in `after step 3`.
pub fn words(position: usize) -> String {
    match position {
        0 => "before the first step".into(),
        step => format!("after step {step}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Config, Event};
    use crate::model;
    use std::rc::Rc;

    fn replay(schedule: &[&str]) -> Rc<dyn Player> {
        let id = "flink-election".to_owned();
        let events: Vec<_> = schedule.iter().map(|event| Event::new(event).unwrap()).collect();
        model::open(&Config { model: id, ..Config::default() }).unwrap().replay(&events).unwrap()
    }

    #[test]
    fn a_round_of_renewals_comes_back_to_where_it_began() {
        let run = replay(&["jm1.elector.renew", "jm1.watch.handle", "jm1.elector.renew"]);
        for position in 0..=run.len() {
            let equal = equal_positions(&*run, position);
            assert!(equal.iter().all(|&other| other != position && run.same_state(position, &*run, other)));
        }
        assert_eq!(equal_positions(&*run, 0), [2]);
        assert_eq!((equal_positions(&*run, 1), equal_positions(&*run, 3)), (vec![3], vec![1]));
    }

    #[test]
    fn a_refused_step_is_no_return_to_a_state() {
        let run = replay(&["jm1.executor.run", "jm1.executor.run", "jm1.elector.renew", "jm1.watch.handle"]);
        assert!(run.is_refused(1) && run.is_refused(2));
        assert_eq!(run.equal_states(1), [0, 2, 4]);
        let shown: Vec<_> = (0..=4).map(|position| equal_positions(&*run, position)).collect();
        assert_eq!(shown, [vec![4], vec![4], vec![4], vec![], vec![0]]);
    }

    #[test]
    fn the_nearest_are_named_and_the_others_counted() {
        assert_eq!(nearest(&[0, 3], 5), (&[0, 3][..], 0));
        assert_eq!(nearest(&[0, 2, 4, 8, 10, 12], 6), (&[2, 4, 8, 10][..], 2));
        assert_eq!((words(0), words(3)), ("before the first step".into(), "after step 3".to_owned()));
    }
}
