//! Where a run turns: its points of no return and last escapes, and the race pair that decides with its fork, by
//! position, as the timeline, the table and the story tell them.

use crate::trace::{NoReturn, Race};

/// A position at which a run turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The position; 0 is before the first step.
    pub position: usize,
    /// Which way.
    pub kind: TurnKind,
    /// The titles of the properties it is about.
    pub properties: Vec<&'static str>,
}

/// How a run turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TurnKind {
    /// The last position from which there is a way to the goal.
    LastEscape,
    /// The first position from which there is none.
    NoWayBack,
    /// One of two steps whose order alone decides.
    RacePair {
        /// The earlier one.
        first: usize,
        /// The later one.
        second: usize,
    },
    /// The last position that both steps of the pair depend on.
    Fork {
        /// The earlier one.
        first: usize,
        /// The later one.
        second: usize,
    },
}

impl TurnKind {
    /// The words on a flag.
    pub fn words(self) -> &'static str {
        match self {
            Self::LastEscape => "last escape",
            Self::NoWayBack => "no way back",
            Self::RacePair { .. } => "race pair",
            Self::Fork { .. } => "fork",
        }
    }
}

impl Turn {
    /// The turn in full, as in `No way back from step 5 on: the key is published`.
    pub fn told(&self) -> String {
        let properties = self.properties.join("; ");
        match (self.kind, self.position) {
            (TurnKind::LastEscape, 0) => format!("Last escape before the first step: {properties}"),
            (TurnKind::LastEscape, step) => format!("Last escape after step {step}: {properties}"),
            (TurnKind::NoWayBack, 0) => format!("No way back from the start: {properties}"),
            (TurnKind::NoWayBack, step) => format!("No way back from step {step} on: {properties}"),
            (TurnKind::RacePair { first, second }, _) => {
                format!("Race pair, the order of steps {first} and {second} alone decides: {properties}")
            }
            (TurnKind::Fork { first, second }, step) => {
                let at = if step == 0 { "before the first step".into() } else { format!("at step {step}") };
                format!("Fork {at}, the last that steps {first} and {second} both depend on")
            }
        }
    }
}

/// The turns of a run in order, one for all properties that share a position and a kind.
pub fn turns(no_returns: &[NoReturn]) -> Vec<Turn> {
    let mut out: Vec<Turn> = Vec::new();
    for lost in no_returns {
        let escape = lost.last_escape.map(|position| (position, TurnKind::LastEscape));
        for (position, kind) in escape.into_iter().chain([(lost.step, TurnKind::NoWayBack)]) {
            let known = out.iter_mut().find(|turn| (turn.position, turn.kind) == (position, kind));
            if let Some(turn) = known {
                turn.properties.push(lost.property.title);
            } else {
                let at = out.partition_point(|turn| (turn.position, turn.kind) < (position, kind));
                out.insert(at, Turn { position, kind, properties: vec![lost.property.title] });
            }
        }
    }
    out
}

/// Adds the marks of a race pair, which decides about these properties.
pub fn add_race(turns: &mut Vec<Turn>, race: &Race, properties: &[&'static str]) {
    let Race { first, second, fork, .. } = *race;
    let pair = TurnKind::RacePair { first, second };
    for (position, kind) in [(fork, TurnKind::Fork { first, second }), (first, pair), (second, pair)] {
        let at = turns.partition_point(|turn| (turn.position, turn.kind) < (position, kind));
        turns.insert(at, Turn { position, kind, properties: properties.to_vec() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Event, Kind, PropertyInfo};
    use crate::trace::{Player, lost_since, no_returns};
    use std::rc::Rc;

    fn replay(file: &str, more: &[&str]) -> Rc<dyn Player> {
        let scenario = crate::scenario::load("a file", file).unwrap().scenario;
        let more = more.iter().map(|event| Event::new(event).unwrap());
        let events: Vec<_> = scenario.schedule.iter().cloned().chain(more).collect();
        crate::model::open(&scenario.config()).unwrap().replay(&events).unwrap()
    }

    const OWN_LOSS: &str = include_str!("../../scenarios/flink-40114-own-loss.json");

    #[test]
    fn the_failed_confirmation_is_the_point_of_no_return_of_the_first_story() {
        let found = no_returns(&*replay(OWN_LOSS, &[]));
        let found: Vec<_> =
            found.iter().map(|lost| (lost.property.id, lost.step, lost.last_escape)).collect();
        let expected =
            [("published", 5, Some(4)), ("not-missing", 8, Some(7)), ("no-silent-zombie", 5, Some(4))];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_property_is_lost_since_where_walking_back_ends() {
        let file = OWN_LOSS.replace("\"loss\": 1", "\"loss\": 1, \"crash\": 1");
        let run = replay(&file, &["jm1.process.crash", "jm1.elector.acquire", "jm1.executor.run"]);
        for position in 0..=run.len() {
            for property in 0..run.property_infos().len() {
                let lost = |position: usize| run.properties(position)[property].status.is_lost();
                let walked = (0..=position).rev().take_while(|&position| lost(position)).last();
                assert_eq!(lost_since(&*run, position, property), walked, "{property} at {position}");
            }
        }
    }

    #[test]
    fn a_crash_brings_back_what_was_lost() {
        let file = OWN_LOSS.replace("\"loss\": 1", "\"loss\": 1, \"crash\": 1");
        assert_eq!(no_returns(&*replay(&file, &[])).len(), 3);
        assert_eq!(no_returns(&*replay(&file, &["jm1.process.crash"])), []);
    }

    #[test]
    fn properties_that_turn_together_share_a_flag() {
        let lost = |title, step, last_escape| NoReturn {
            property: PropertyInfo { id: "p", title, meaning: "", kind: Kind::Recoverable },
            step,
            last_escape,
        };
        let found =
            turns(&[lost("a", 5, Some(4)), lost("b", 4, Some(3)), lost("c", 5, Some(4)), lost("d", 0, None)]);
        let told: Vec<_> = found.iter().map(Turn::told).collect();
        let expected = [
            "No way back from the start: d",
            "Last escape after step 3: b",
            "Last escape after step 4: a; c",
            "No way back from step 4 on: b",
            "No way back from step 5 on: a; c",
        ];
        assert_eq!(told, expected);
    }
}
