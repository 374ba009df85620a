//! Folding effects into run facts.

use super::Arrow;
use crate::machine::{Actor, Effect, Facts, Outcome, Writer, sort_short};

/// Folds a refused step: it is counted and changes nothing.
pub(super) fn fold_refused(facts: &mut Facts) {
    facts.step += 1;
    facts.held.clear();
}

/// Folds what happened before the first state.
pub(super) fn fold_past(facts: &mut Facts, effects: &[Effect]) {
    for effect in effects {
        count(facts, effect);
    }
}

fn count(facts: &mut Facts, effect: &Effect) {
    match effect {
        Effect::Count(counter) => {
            let count = facts.counter(*counter) + 1;
            facts.counters.insert(*counter, count);
        }
        Effect::Number(counter) => {
            facts.numbered += 1;
            facts.counters.insert(*counter, facts.numbered);
        }
        _ => {}
    }
}

/// What a step turns out to be once the history before it is known.
pub(super) struct Folded {
    /// The steps it follows from.
    pub(super) causes: Vec<Arrow>,
    /// The numbers that its log lines show, in order.
    pub(super) numbers: Vec<u32>,
}

/// Folds the effects of one applied step into the facts.
pub(super) fn fold(facts: &mut Facts, actor: Actor, duration_ms: u32, effects: &[Effect]) -> Folded {
    fold_refused(facts);
    facts.clock_ms += u64::from(duration_ms);
    facts.last_actor = Some(actor);
    let step = facts.step;
    let mut causes: Vec<u32> = Vec::new();
    let mut numbers = Vec::new();
    for effect in effects {
        match effect {
            Effect::At(thread, line) => {
                facts.lines.insert(*thread, (*line, step));
            }
            Effect::Fresh(thread) => drop(facts.lines.remove(thread)),
            Effect::Push(queue) => facts.queues[usize::from(queue.0)].origins.push(step),
            Effect::Pop(queue, outcome, task) => {
                let queue = &mut facts.queues[usize::from(queue.0)];
                causes.push(queue.origins.remove(0));
                match outcome {
                    Outcome::Done => queue.done += 1,
                    Outcome::Failed => {
                        queue.failed += 1;
                        queue.last_failed = Some((task.clone(), step));
                    }
                    Outcome::Dropped => queue.dropped += 1,
                }
            }
            Effect::Evict(queue) => drop(facts.queues[usize::from(queue.0)].origins.remove(0)),
            Effect::Clear(queue) => {
                // A queue that loses all entries belonged to a process that is gone: its history is too.
                facts.queues[usize::from(queue.0)] = crate::machine::QueueFacts::default();
            }
            Effect::Reject(queue, _) => facts.queues[usize::from(queue.0)].rejected += 1,
            Effect::Raise(token) => {
                facts.tokens.insert(*token, step);
            }
            Effect::Follow(token) => causes.extend(facts.tokens.remove(token)),
            Effect::Write(key) => {
                facts.revision += 1;
                let revision = facts.revision;
                facts.writers.insert(key, Writer { actor, step, revision });
            }
            Effect::Touch => facts.revision += 1,
            Effect::Held(monitor) => facts.held.push(monitor),
            Effect::Count(_) | Effect::Number(_) => count(facts, effect),
            Effect::Log(line) => {
                numbers.extend(line.counts.iter().map(|(_, count)| facts.counter(count.of)));
            }
        }
    }
    sort_short(&mut causes, |a, b| a < b);
    causes.dedup();
    // Entries of the initial state come from no step.
    let from_steps = causes.into_iter().filter(|&from| from != 0);
    let causes = from_steps.map(|from| Arrow { from: from as usize, to: step as usize }).collect();
    Folded { causes, numbers }
}
