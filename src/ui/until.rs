//! "Step until…": the first later step at which something is so, in the schedule or in the fair continuation of it.

use super::timeline::words::grouped;
use super::view::actor_title;
use crate::trace::{KeyStatus, Player, PropertyOutcome, PropertyStatus, Settled, Status};

/// What is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Any property breaks, or a goal can't be reached any more.
    PropertyBreaks,
    /// A key of the HA store gets another value or is no longer as good as it was; any key when none is named.
    KeyChanges(Option<&'static str>),
    /// An actor takes a step, given as an index into [`Player::actors`].
    ActorMoves(usize),
}

/// Where it is so.
pub enum Found {
    /// At a later step of the schedule.
    Step(usize),
    /// After so many steps of the fair continuation.
    Further(Settled, usize),
    /// Nowhere, told in one sentence.
    Nowhere(String),
}

/// Looks for the first step after the cursor at which it is so.
pub fn find(run: &dyn Player, cursor: usize, until: Until) -> Found {
    if let Some(step) = first(run, cursor, until) {
        return Found::Step(step);
    }
    let settled = run.settled();
    match first(&*settled.player, run.len(), until) {
        Some(step) => Found::Further(settled, step - run.len()),
        None => Found::Nowhere(nowhere(run, until, &settled)),
    }
}

fn first(run: &dyn Player, from: usize, until: Until) -> Option<usize> {
    let mut before = watched(run, from, until);
    for step in from + 1..=run.len() {
        // A refused step changes nothing.
        if run.is_refused(step) {
            continue;
        }
        let now = watched(run, step, until);
        let is_so = match until {
            Until::ActorMoves(actor) => run.actor(step).0 == actor,
            Until::KeyChanges(_) => now.0 != before.0,
            Until::PropertyBreaks => before.1.iter().zip(&now.1).any(|(before, now)| breaks(before, now)),
        };
        if is_so {
            return Some(step);
        }
        before = now;
    }
    None
}

/// What is compared with the position before.
fn watched(run: &dyn Player, position: usize, until: Until) -> (Vec<KeyStatus>, Vec<PropertyStatus>) {
    match until {
        Until::ActorMoves(_) => Default::default(),
        Until::KeyChanges(key) => {
            let mut keys = run.keys(position);
            keys.retain(|status| key.is_none_or(|key| status.key == key));
            (keys, Vec::new())
        }
        Until::PropertyBreaks => (Vec::new(), run.properties(position)),
    }
}

fn breaks(before: &PropertyStatus, now: &PropertyStatus) -> bool {
    let is_bad = |status: Status| status.is_lost() || matches!(status, Status::Broken { .. });
    is_bad(now.status) && !is_bad(before.status)
}

/// Says what was looked for and how far.
fn nowhere(run: &dyn Player, until: Until, settled: &Settled) -> String {
    let what = match until {
        Until::PropertyBreaks => "breaks a property or loses a goal".to_owned(),
        Until::KeyChanges(None) => "changes a key of the HA store".to_owned(),
        Until::KeyChanges(Some(key)) => format!("changes the key {key}"),
        Until::ActorMoves(actor) => format!("is taken by {}", actor_title(run, actor)),
    };
    let how_far = match (settled.added, settled.at_rest) {
        (0, true) => "nothing happens by itself after it".to_owned(),
        (_, true) => "none does when the system then goes on by itself until it comes to rest".to_owned(),
        (added, false) => {
            format!("none of the {} does that follow when the system goes on by itself", grouped(added))
        }
    };
    let limit = |(_, outcome): &(_, PropertyOutcome)| *outcome == PropertyOutcome::Limit;
    let unsure = until == Until::PropertyBreaks && settled.outcomes.properties.iter().any(limit);
    let unsure = if unsure { ", as far as the search for a way back could tell" } else { "" };
    format!("No later step of the schedule {what}, and {how_far}{unsure}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Event;
    use std::rc::Rc;

    fn own_loss(len: usize) -> Rc<dyn Player> {
        let file = include_str!("../../scenarios/flink-40114-own-loss.json");
        let scenario = crate::scenario::load("a file", file).unwrap().scenario;
        crate::model::open(&scenario.config()).unwrap().replay(&scenario.schedule[..len]).unwrap()
    }

    /// Where it is so: positive in the schedule, negative as steps of the continuation.
    fn check(run: &dyn Player, cursor: usize, until: Until) -> Result<i64, String> {
        match find(run, cursor, until) {
            Found::Step(step) => Ok(i64::try_from(step).unwrap()),
            Found::Further(_, count) => Ok(-i64::try_from(count).unwrap()),
            Found::Nowhere(text) => Err(text),
        }
    }

    fn actor(run: &dyn Player, id: &str) -> Until {
        Until::ActorMoves(run.actors().iter().position(|actor| actor.id == id).unwrap())
    }

    #[test]
    fn a_property_is_broken_or_newly_lost() {
        let run = own_loss(8);
        assert_eq!(check(&*run, 0, Until::PropertyBreaks), Ok(5));
        assert_eq!(check(&*run, 4, Until::PropertyBreaks), Ok(5));
        assert_eq!(check(&*run, 5, Until::PropertyBreaks), Ok(8));
        let nowhere = check(&*run, 8, Until::PropertyBreaks).unwrap_err();
        assert!(nowhere.starts_with("No later step of the schedule breaks a property"), "{nowhere}");
    }

    #[test]
    fn an_actor_moves_in_the_schedule_or_in_the_continuation() {
        let run = own_loss(8);
        let watch = actor(&*run, "jm1.watch");
        assert_eq!(check(&*run, 0, watch), Ok(8));
        let short = own_loss(7);
        let found = check(&*short, 0, watch);
        assert!(matches!(found, Ok(further) if further < 0), "{found:?}");
        assert_eq!(check(&*run, 1, actor(&*run, "jm1.executor")), Ok(2));
        assert!(check(&*run, 8, actor(&*run, "jm1.process")).unwrap_err().contains("is taken by"));
    }

    #[test]
    fn a_key_changes_any_or_the_chosen_one() {
        let run = own_loss(8);
        let keys =
            |step| run.keys(step).into_iter().map(|key| (key.value, key.freshness)).collect::<Vec<_>>();
        let expected = (1..=8).find(|&step| keys(step) != keys(step - 1)).unwrap();
        assert_eq!(check(&*run, 0, Until::KeyChanges(None)), Ok(i64::try_from(expected).unwrap()));
        assert_eq!(check(&*run, 7, Until::KeyChanges(Some("restserver"))), Ok(8));
        let nowhere = check(&*run, 8, Until::KeyChanges(Some("restserver"))).unwrap_err();
        assert!(nowhere.contains("changes the key restserver, and "), "{nowhere}");
    }

    #[test]
    fn a_refused_step_is_nobodys_move() {
        let run = own_loss(0).replay(&[Event::new("jm1.executor.run").unwrap()]).unwrap();
        assert!(run.is_refused(1));
        assert_ne!(check(&*run, 0, actor(&*run, "jm1.executor")), Ok(1));
    }
}
