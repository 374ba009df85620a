//! What the schedule that was driven looks like from outside when the model plays it. That a record is *a* run of the model
//! says nothing of how long it has to be; this does.

use super::record::Head;
use crate::machine::{Observe, Present};

/// A schedule as an outside observer sees the model play it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The events that have a name outside, in their order.
    pub events: Vec<String>,
    /// What can be observed at last, by name.
    pub seen: Vec<(String, String)>,
}

/// Plays the schedule of a head on its machine.
///
/// # Errors
/// Names the first event that the machine does not know or refuses.
pub fn played<M: Observe + Present>(machine: &M, head: &Head) -> Result<Played, String> {
    let mut initial = Vec::new();
    machine.initial(&mut initial);
    let mut state = *initial.first().ok_or("the machine has no initial state")?;
    let mut out = Played::default();
    for (step, event) in (1..).zip(&head.schedule) {
        let wrong = |why: String| format!("step {step}, {event}: {why}");
        let action = machine.parse(event).map_err(|error| wrong(error.to_string()))?;
        machine.guard(&state, action).map_err(|refusal| wrong(refusal.to_string()))?;
        out.events.extend(machine.event(&state, action).filter(|event| head.sees(event)));
        state = machine.step(&state, action);
    }
    out.seen = machine.seen(&state);
    Ok(out)
}
