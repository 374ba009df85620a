//! Pasted logs: what is recognised of them, and which story they tell.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use proptest::prelude::*;
use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::sync::OnceLock;
use stepdown::diagnosis::{Fit, Index, Logs, Recognised, recognise};
use stepdown::protocol::{Answer, Order, Reply, Request, Task};
use stepdown::scenario::{Loaded, load};
use stepdown::trace::Player;

fn scenarios() -> Vec<Loaded> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort_unstable();
    paths
        .iter()
        .map(|path| load(&path.display().to_string(), &fs::read_to_string(path).unwrap()).unwrap())
        .collect()
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| Index::of(&scenarios()))
}

/// The log of a scenario as `stepdown trace --log` prints it.
fn log(loaded: &Loaded) -> Vec<String> {
    log_of_run(&*loaded.player)
}

fn log_of_run(run: &dyn Player) -> Vec<String> {
    let layout = run.info().log_layout;
    let several = run.scene(0).has_several_logs();
    let node = |node: &str| if several { format!("{node} | ") } else { String::new() };
    run.log(1, run.len())
        .iter()
        .map(|record| node(record.line.node) + &record.line.render(layout, record.moment))
        .collect()
}

fn log_of(id: &str) -> Vec<String> {
    log(scenarios().iter().find(|loaded| loaded.scenario.id == id).unwrap())
}

fn read(lines: &[String]) -> Recognised {
    recognise(&lines.join("\n"), index()).unwrap()
}

/// The scenarios in which all lines are found with nothing between.
fn exact(recognised: &Recognised) -> Vec<&str> {
    let exact = recognised.stories.iter().filter(|story| story.fit == Fit::Exact);
    exact.map(|story| story.scenario.as_str()).collect()
}

#[test]
fn the_index_is_read_as_it_is_written() {
    assert_eq!(Index::read(&index().write()).as_ref(), Ok(index()));
}

/// Those that come before it print the same lines; they may print more after them.
#[test]
fn a_whole_log_names_its_scenario_first() {
    let scenarios = scenarios();
    for loaded in &scenarios {
        names_first(&scenarios, loaded, |loaded| loaded.player.clone());
        names_first(&scenarios, loaded, |loaded| loaded.player.settled().player);
    }
}

/// A line without its time.
fn words(line: &str) -> &str {
    line.split_once(' ').map_or(line, |(_, words)| words)
}

fn names_first(all: &[Loaded], loaded: &Loaded, run: fn(&Loaded) -> Rc<dyn Player>) {
    let (id, own) = (&loaded.scenario.id, run(loaded));
    let log = log_of_run(&*own);
    let recognised = read(&log);
    assert_eq!((recognised.lines.len(), recognised.count()), (log.len(), log.len()), "{id}");
    assert!(recognised.lines.iter().all(|line| line.weak.is_none()), "{id}");
    let at = recognised.stories.iter().position(|story| story.scenario == *id).unwrap();
    for story in &recognised.stories[..=at] {
        assert_eq!(story.fit, Fit::Exact, "{id}: {}", story.scenario);
        let other = all.iter().find(|other| other.scenario.id == story.scenario).unwrap();
        let lines = log_of_run(&*run(other)).len();
        assert!(lines >= log.len(), "{id} comes behind {}, which has fewer lines", story.scenario);
        let begins =
            log_of_run(&*run(other))[..log.len()].iter().zip(&log).all(|(a, b)| words(a) == words(b));
        assert!(begins || lines == log.len(), "{id} comes behind {}, which begins otherwise", story.scenario);
    }
    for (held, record) in recognised.stories[at].held.iter().zip(own.log(1, own.len())) {
        assert_eq!((held.node.as_str(), held.step), (record.line.node, record.step), "{id}");
    }
}

/// The warning of the record that started this: by itself it is in many stories, with its neighbours in one.
#[test]
fn a_line_alone_is_in_many_stories_and_its_neighbours_tell() {
    let log = log_of("druid-k8s-report");
    let at = log.iter().position(|line| line.contains("Failed to terminate")).unwrap();
    let alone = read(&log[at..=at]);
    assert!(exact(&alone).len() > 5, "{:?}", exact(&alone));
    assert!(exact(&alone).contains(&"druid-k8s-report") && exact(&alone).contains(&"druid-k8s-empty-queue"));
    // With its neighbours: the peons are stopped, and no ERROR follows. Whether any callback was queued does not show.
    let log = log_of("druid-k8s-silently-dropped");
    let at = log.iter().rposition(|line| line.contains("Failed to terminate")).unwrap();
    let near = &log[at - 3..=at + 3];
    let quiet = ["druid-k8s-empty-queue", "druid-k8s-silently-dropped"];
    assert_eq!(exact(&read(near)), quiet);
    // Without what comes before the message, and with something of another program between.
    let mut bare: Vec<_> = near.iter().map(|line| line.split_once(" - ").unwrap().1.to_owned()).collect();
    bare.insert(2, "GET /status 200".into());
    let bare = read(&bare);
    assert_eq!((bare.count(), bare.lines.len()), (7, 8));
    assert_eq!(exact(&bare), quiet);
}

#[test]
fn lines_left_out_come_between() {
    let log = log_of("flink-40114-own-loss");
    let few = [log[0].clone(), log[log.len() - 1].clone()];
    let recognised = read(&few);
    let story = recognised.stories.iter().find(|story| story.scenario == "flink-40114-own-loss").unwrap();
    assert!(matches!(story.fit, Fit::Between { others: 1.. }), "{story:?}");
}

/// A log at INFO has none of the lines at DEBUG, and they don't count as left out.
#[test]
fn finer_levels_than_pasted_do_not_count() {
    let log: Vec<_> = log_of("flink-40114-own-loss")
        .into_iter()
        .filter(|line| !line.contains(" DEBUG ") && !line.contains(" TRACE "))
        .collect();
    assert!(log.len() >= 4);
    assert!(exact(&read(&log)).contains(&"flink-40114-own-loss"), "{log:?}");
}

#[test]
fn a_level_or_a_logger_that_is_not_as_declared_is_told() {
    let line = "2026-07-15T09:00:00,000 WARN [x] a.SupervisorManager - SupervisorManager stopped.".to_owned();
    let weak = |line: String| read(&[line]).lines[0].weak.clone();
    assert_eq!(weak(line.clone()).unwrap(), "the level is WARN; expected INFO");
    let line = line.replace("WARN", "INFO");
    assert!(
        weak(line.clone())
            .unwrap()
            .starts_with("the logger is a.SupervisorManager; expected org.apache.druid")
    );
    for short in [
        "SupervisorManager",
        "o.a.d.i.o.s.SupervisorManager",
        "org.apache.druid.indexing.overlord.supervisor.SupervisorManager",
    ] {
        assert_eq!(weak(line.replace("a.SupervisorManager -", &format!("{short} -"))), None, "{short}");
    }
    // Two roles say the same; the logger tells which.
    let both = read(&["I am no longer the leader...".to_owned()]);
    assert_eq!(both.seen[0].templates.len(), 2);
    let one = read(&[line.replace(
        "a.SupervisorManager - SupervisorManager stopped.",
        "org.apache.druid.indexing.overlord.DruidOverlord - I am no longer the leader...",
    )]);
    assert_eq!(one.seen[0].templates.len(), 1);
}

/// A log of an older Druid: stages without handlers, and a line for each server's load queue.
#[test]
fn forms_of_earlier_versions_are_read_as_the_lines_they_became() {
    let id = "druid-k8s-report";
    let earlier =
        |line: String| match (line.split_once(" for handlers ["), line.split_once("LoadQueueTaskMaster")) {
            (Some((stage, _)), _) => vec![stage.to_owned()],
            (None, Some(_)) => {
                let peon = |server: u8| {
                    let (before, _) = line.split_once("org.apache").unwrap();
                    let logger = "org.apache.druid.server.coordinator.loading.HttpLoadQueuePeon";
                    format!(
                        "{before}{logger} - Stopping load queue peon for server[historical-{server}:8083]."
                    )
                };
                vec![peon(0), peon(1)]
            }
            _ => vec![line],
        };
    let log = log_of(id);
    let old: Vec<String> = log.iter().cloned().flat_map(earlier).collect();
    assert!(old.len() > log.len() && old.iter().all(|line| !line.contains("for handlers")), "{old:#?}");
    let recognised = read(&old);
    assert_eq!(recognised.count(), old.len());
    let forms: Vec<_> = recognised.lines.iter().filter_map(|line| line.form_of).collect();
    assert!(forms.contains(&"Druid before 36") && forms.contains(&"Druid before 33"), "{forms:?}");
    assert!(exact(&recognised).contains(&id), "{:#?}", recognised.stories);
    let told = recognised.told();
    assert!(told.lines.iter().any(|line| line.told.ends_with("; in the form of Druid before 36")));
    // The form of today is no form of an earlier version, though that reads it, too.
    assert!(read(&log).lines.iter().all(|line| line.form_of.is_none()));
}

/// Every shipped scenario with a log has a signature that its own log keeps, and no other one without need.
#[test]
fn signatures_tell_scenarios_apart() {
    let logs: Vec<Logs> = scenarios().iter().map(Logs::of).collect();
    for (loaded, own) in scenarios().iter().zip(&logs) {
        let scenario = &loaded.scenario;
        assert_eq!(scenario.signature.is_empty(), log(loaded).is_empty(), "{}", scenario.id);
        let look_alikes = own.look_alikes(&logs).unwrap_or_else(|unfit| panic!("{}: {unfit:?}", scenario.id));
        for alike in look_alikes {
            assert!(logs.iter().any(|other| other.id == alike && other.system == own.system));
        }
    }
}

/// A whole log has all that its signature asks for.
#[test]
fn a_whole_log_has_its_signature() {
    for loaded in scenarios() {
        let run = loaded.player.settled().player;
        let layout = run.info().log_layout;
        let signed = |node: &str| {
            let records = run.log(1, run.len());
            let lines: Vec<_> = records
                .iter()
                .filter(|record| record.line.node == node)
                .map(|record| record.line.render(layout, record.moment))
                .collect();
            read(&lines).stories.iter().any(|story| story.signed && story.scenario == loaded.scenario.id)
        };
        let mut nodes: Vec<_> = run.log(1, run.len()).iter().map(|record| record.line.node).collect();
        nodes.dedup();
        assert!(nodes.iter().any(|node| signed(node)), "{}", loaded.scenario.id);
    }
}

/// What the page asks of its worker, and what it hears.
#[test]
fn a_worker_recognises_a_paste() {
    let order = |paste: &str, logs: String| Order::Recognise { paste: paste.into(), logs };
    let request = Request { id: 7, order: order("SupervisorManager stopped.\nx", index().write()) };
    assert_eq!(Request::read(&request.write()).as_ref(), Ok(&request));
    let mut task = Task::begin(&request.order).unwrap();
    assert!(!task.advance(1));
    let answer = task.answer();
    let Answer::Recognise(told) = &answer else { panic!("{answer:?}") };
    assert_eq!(told.said, "1 of 2 lines recognised");
    assert_eq!((told.lines[0].known, told.lines[1].known), (true, false));
    assert!(told.stories.len() > 5);
    let reply = Reply::Done { id: 7, answer: Box::new(answer) };
    assert_eq!(Reply::read(&reply.write()), Ok(reply));
    let refused = |order| Task::begin(&order).err().unwrap();
    assert!(refused(order(" ", index().write())).contains("expected log lines"));
    assert!(refused(order("x", "{}".into())).contains("the index of logs"));
}

/// A long paste is told in few lines: those that are recognised.
#[test]
fn a_long_paste_is_told_in_few_lines() {
    let mut lines = vec!["GET / 200".to_owned(); 2_000];
    lines[1_234] = "SupervisorManager stopped.".into();
    let told = read(&lines).told();
    assert_eq!(told.said, "1 of 2000 lines recognised, only these are listed");
    assert_eq!(told.lines[0].number, 1_235);
}

proptest! {
    /// Whatever is pasted: it is read or refused, every line once, and what is told of it is there.
    #[test]
    fn any_text_is_read_or_refused(text in "(.{0,60}\n){0,20}|[ \\[\\]{}T0-9:,.-]{0,80}") {
        if let Ok(recognised) = recognise(&text, index()) {
            prop_assert!(recognised.lines.windows(2).all(|pair| pair[0].number < pair[1].number));
        }
    }

    /// Lines of any logs in any order, cut anywhere.
    #[test]
    fn any_lines_of_logs_are_read(picks in prop::collection::vec((0_usize..34, 0_usize..60, 0_usize..400), 1..40)) {
        static LOGS: OnceLock<Vec<Vec<String>>> = OnceLock::new();
        let logs = LOGS.get_or_init(|| scenarios().iter().map(log).collect());
        let pick = |&(scenario, line, cut): &(usize, usize, usize)| {
            let log = &logs[scenario % logs.len()];
            let line = &log[line % log.len()];
            line.get(..cut).unwrap_or(line).to_owned()
        };
        let lines: Vec<String> = picks.iter().map(pick).collect();
        let Ok(recognised) = recognise(&lines.join("\n"), index()) else { return Ok(()) };
        for line in &recognised.lines {
            prop_assert!(line.seen.is_none_or(|seen| seen < recognised.seen.len()));
        }
        for story in &recognised.stories {
            prop_assert!(story.held.windows(2).all(|pair| pair[0].number < pair[1].number && pair[0].step <= pair[1].step));
        }
    }
}
