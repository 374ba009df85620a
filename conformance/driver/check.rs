//! Whether a plan is a run of its model: nothing real is driven along one that is not.

use crate::plan::Plan;
use std::fmt::Display;
use stepdown::machine::Event;
use stepdown::model;

/// Plays every plan, a line each; tells what is wrong with those that can't be played.
pub(crate) fn check(lines: &str) -> Result<(), String> {
    let wrong: Vec<String> = lines.lines().filter_map(|line| playable(line).err()).collect();
    if wrong.is_empty() { Ok(()) } else { Err(format!("nothing was driven: {}", wrong.join("\n  "))) }
}

fn playable(line: &str) -> Result<(), String> {
    let plan =
        Plan::read(line).map_err(|error| format!("a plan is not of the form: {error}: {line:.120}"))?;
    let mut player = model::open(&plan.config())
        .map_err(|error| format!("{}: {:?}: {error}", plan.record, error.place))?;
    for (step, event) in (1..).zip(&plan.schedule) {
        let wrong = |why: &dyn Display| format!("{}: step {step}, {event}: {why}", plan.record);
        let event = Event::new(event).map_err(|error| wrong(&error))?;
        player = player.extended(&event).map_err(|error| wrong(&error))?;
        if let Some(refusal) = player.step(step).refused {
            return Err(wrong(&refusal));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: &str = r#"{"record":"consul/a","harness":"consul","model":"druid-consul","parameters":{"start":"leading"},"budgets":{"error":1},"fixes":["order"],"schedule":["clock.tick"]}"#;

    fn refused(from: &str, to: &str) -> String {
        assert!(PLAN.contains(from));
        check(&format!("{PLAN}\n{}\n", PLAN.replace(from, to))).expect_err("it can't be played")
    }

    #[test]
    fn a_run_of_the_model_can_be_driven() {
        assert_eq!(check(PLAN), Ok(()));
        assert_eq!(check(""), Ok(()));
    }

    #[test]
    fn what_the_model_does_not_know_is_refused_by_name() {
        for (from, to, place) in [
            ("\"start\"", "\"strat\"", "Parameter(\"strat\")"),
            ("\"leading\"", "\"warm\"", "Parameter(\"start\")"),
            ("\"error\"", "\"errors\"", "Budget(\"errors\")"),
            ("\"order\"", "\"odrer\"", "Fix(0)"),
            ("\"druid-consul\"", "\"druid-counsel\"", "Model"),
        ] {
            let told = refused(from, to);
            assert!(told.contains(&format!("consul/a: {place}: ")) && told.contains("expected"), "{told}");
        }
        assert!(refused("clock.tick", "clock.tock").contains("consul/a: step 1, clock.tock: "));
        assert!(refused("\"budgets\"", "\"budget\"").contains("unknown field `budget`, expected"));
    }

    #[test]
    fn what_the_model_refuses_is_refused_with_its_reason() {
        let told = refused("clock.tick", "b.loop.run");
        assert_eq!(told, "nothing was driven: consul/a: step 1, b.loop.run: the node has not started yet");
    }
}
