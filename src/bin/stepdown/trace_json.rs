//! `stepdown trace --json`

use crate::output::pretty;
use crate::trace::Run;
use serde_json::{Map, Value, json};
use stepdown::check::Escape;
use stepdown::trace::{Divergence, Player, PropertyStatus, Settled, Status};

/// The replay as data.
pub(crate) fn answer(run: &Run) -> String {
    let player = &*run.player;
    let info = player.info();
    let properties = player.properties(player.len()).into_iter();
    pretty(&json!({
        "scenario": run.loaded.scenario.id,
        "model": info.id,
        "model_version": info.version,
        "fixes": player.config().fixes,
        "steps": (1..=player.len()).map(|at| step(player, at)).collect::<Vec<_>>(),
        "properties": properties.map(|p| (p.info.id.to_owned(), property(&p))).collect::<Map<_, _>>(),
        "divergence": run.divergence.as_ref().map(divergence),
        "settled": settled(player, &run.settled),
    }))
}

fn step(player: &dyn Player, at: usize) -> Value {
    let view = player.step(at);
    let layout = player.info().log_layout;
    let log = view.log.iter().map(|record| record.line.render(layout, record.moment));
    let keys = player.keys(at);
    let store = keys.iter().map(|key| (key.key.to_owned(), json!(key.value)));
    json!({
        "step": at,
        "event": view.event,
        "actor": player.actors().get(view.actor).map(|actor| actor.id),
        "class": view.class.word(),
        "text": view.sentence,
        "log": log.collect::<Vec<_>>(),
        "store": store.collect::<Map<_, _>>(),
        "keys": keys.iter().map(|key| (key.key.to_owned(), key.freshness.word().into())).collect::<Map<_, _>>(),
        "refused": view.refused,
    })
}

fn property(property: &PropertyStatus) -> Value {
    let mut out = json!({ "kind": property.info.kind.word(), "status": property.status.word() });
    match property.status {
        Status::Broken { at } => out["at"] = at.into(),
        Status::Ticks(ticks) => out["ticks"] = ticks.into(),
        Status::Goal(Escape::Within(steps)) => out["within"] = steps.into(),
        _ => {}
    }
    out
}

fn divergence(divergence: &Divergence) -> Value {
    match divergence {
        Divergence::Refused { step, guard } => json!({ "step": step, "guard": guard }),
        Divergence::Effect { step } => json!({ "step": step }),
    }
}

fn settled(player: &dyn Player, settled: &Settled) -> Value {
    let added = player.len() + 1..=settled.player.len();
    let outcomes = &settled.outcomes;
    let outcome =
        outcomes.properties.iter().map(|(info, outcome)| (info.id.to_owned(), outcome.word().into()));
    let keys = outcomes.keys.iter().map(|(key, freshness)| ((*key).to_owned(), freshness.word().into()));
    json!({
        "at_rest": settled.at_rest,
        "added": settled.added,
        "events": added.map(|at| settled.player.event(at)).collect::<Vec<_>>(),
        "outcome": outcome.collect::<Map<_, _>>(),
        "keys": keys.collect::<Map<_, _>>(),
    })
}
