//! The states in the Informal Trace Format of Apalache (ADR-015), which Quint and viewers of TLA+ traces read, too.
//!
//! Variables are what the page draws of a state. Every map has values of one type, and absence is an empty text, as the
//! types of that world ask for. What is told of a step beside its state is in its `#meta`.

use super::Document;
use crate::machine::{Scene, Value};
use crate::scenario::Data;

/// The names that every state sets, with what they hold.
const VARIABLES: [&str; 8] =
    ["step", "action", "store", "threads", "executors", "monitors", "symptoms", "properties"];

/// The names that only the first state sets.
const PARAMETERS: [&str; 3] = ["parameters", "budgets", "fixes"];

pub(super) fn itf(document: &Document) -> String {
    let player = &*document.player;
    let info = player.info();
    // What a guard refuses makes no state.
    let happened = (1..=player.len()).filter(|&step| !player.is_refused(step));
    let positions = std::iter::once(0).chain(happened);
    let states = positions.enumerate().map(|(index, at)| state(document, index, at)).collect();
    let meta = Data::object([
        ("format", Data::text("ITF")),
        ("format-description", Data::text("https://apalache-mc.org/docs/adr/015adr-trace.html")),
        ("source", Data::text(info.versioned())),
        ("description", Data::text(document.title())),
        ("link", Data::text(document.link())),
    ]);
    Data::object([
        ("#meta", meta),
        ("params", Data::texts(PARAMETERS)),
        ("vars", Data::texts(VARIABLES)),
        ("states", Data::List(states)),
    ])
    .over_many_lines()
}

fn state(document: &Document, index: usize, at: usize) -> Data {
    let player = &*document.player;
    let mut entries = vec![("#meta".to_owned(), meta(document, index, at))];
    if at == 0 {
        entries.extend(PARAMETERS.map(str::to_owned).into_iter().zip(parameters(document)));
    }
    let action = if at == 0 { "init".to_owned() } else { player.event(at).to_string() };
    let scene = player.scene(at);
    let store = player.keys(at).into_iter().map(|key| {
        let value = Data::text(key.value.unwrap_or_default());
        (
            key.key.to_owned(),
            Data::object([("value", value), ("freshness", Data::text(key.freshness.word()))]),
        )
    });
    let symptoms = scene.symptoms.iter().map(|symptom| Data::text(&symptom.text)).collect();
    let properties = player.properties(at).into_iter();
    let properties = properties.map(|p| (p.info.id.to_owned(), Data::text(p.status.word())));
    let values = [
        integer(index),
        Data::text(action),
        map(store),
        threads(&scene),
        executors(&scene),
        monitors(&scene),
        set(symptoms),
        map(properties),
    ];
    entries.extend(VARIABLES.map(str::to_owned).into_iter().zip(values));
    Data::Object(entries)
}

fn meta(document: &Document, index: usize, at: usize) -> Data {
    let player = &*document.player;
    let mut meta = vec![("index", Data::count(index))];
    if at > 0 {
        let view = player.step(at);
        let layout = player.info().log_layout;
        meta.push(("actor", Data::text(player.actors()[view.actor].id)));
        meta.push(("class", Data::text(view.class.word())));
        meta.push(("description", Data::text(&view.sentence)));
        meta.push((
            "log",
            Data::texts(view.log.iter().map(|record| record.line.render(layout, record.moment))),
        ));
        meta.push(("violates", Data::texts(&view.violates)));
    }
    if let Some(note) = document.branch().note(at) {
        meta.push(("note", Data::text(note)));
    }
    Data::object(meta)
}

/// By [`PARAMETERS`]. The values of parameters are texts: the model has numbers, words and sets.
fn parameters(document: &Document) -> [Data; 3] {
    let config = document.config();
    let text = |value: &Value| Data::text(value.to_string());
    [
        map(config.parameters.iter().map(|(id, value)| (id.clone(), text(value)))),
        map(config.budgets.iter().map(|(id, &amount)| (id.clone(), integer(amount as usize)))),
        set(config.fixes.iter().map(Data::text).collect()),
    ]
}

fn threads(scene: &Scene) -> Data {
    let threads = scene.nodes.iter().flat_map(|node| &node.threads).map(|thread| {
        let line = thread.here.and_then(|line| thread.listing.get(usize::from(line)));
        let entries = [
            ("line", Data::text(line.copied().unwrap_or_default())),
            ("waits_for", Data::text(thread.waits_for.as_deref().unwrap_or_default())),
        ];
        (thread.actor.to_owned(), Data::object(entries))
    });
    map(threads)
}

fn executors(scene: &Scene) -> Data {
    let lanes = scene.nodes.iter().flat_map(|node| node.lanes.iter().map(move |lane| (node, lane)));
    let lanes = lanes.map(|(node, lane)| {
        let running = lane.running.as_ref().map(|task| task.text.as_str());
        let entries = [
            ("phase", Data::text(lane.phase.map_or("", crate::machine::Phase::words))),
            ("running", Data::text(running.unwrap_or_default())),
            ("queue", Data::texts(lane.queue.iter().map(|task| &task.text))),
        ];
        (format!("{}.{}", node.id, lane.id), Data::object(entries))
    });
    map(lanes)
}

fn monitors(scene: &Scene) -> Data {
    let locks = scene.nodes.iter().flat_map(|node| node.locks.iter().map(move |lock| (node, lock)));
    let locks = locks.map(|(node, lock)| {
        let entries = [
            ("owner", Data::text(lock.owner.as_deref().unwrap_or_default())),
            ("waiters", Data::texts(&lock.waiters)),
        ];
        (format!("{}.{}", node.id, lock.title), Data::object(entries))
    });
    map(locks)
}

fn integer(number: usize) -> Data {
    Data::object([("#bigint", Data::text(number.to_string()))])
}

fn set(items: Vec<Data>) -> Data {
    Data::object([("#set", Data::List(items))])
}

fn map(entries: impl Iterator<Item = (String, Data)>) -> Data {
    let pairs = entries.map(|(key, value)| Data::List(vec![Data::Text(key), value]));
    Data::object([("#map", Data::List(pairs.collect()))])
}
