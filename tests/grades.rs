//! The grades of lessons, and what page and worker say to each other about them.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use proptest::prelude::*;
use stepdown::check::Limits;
use stepdown::machine::{Config, Event};
use stepdown::model::Ask;
use stepdown::protocol::{Answer, Order, Reply, Request, Task};
use stepdown::scenario::{self, Goal, Grade, Possible, Standing};

fn config(id: &str, fixes: &[&str]) -> (Config, Vec<Event>) {
    let file = format!("scenarios/{id}.json");
    let loaded = scenario::load(&file, &std::fs::read_to_string(&file).unwrap()).unwrap();
    let fixes: Vec<_> = fixes.iter().map(|fix| (*fix).to_owned()).collect();
    (loaded.scenario.config().with_fixes(&fixes), loaded.scenario.schedule.clone())
}

fn run(order: &Order) -> Answer {
    let mut task = Task::begin(order).unwrap();
    while task.advance(10) {}
    task.answer()
}

fn grade(config: &Config, events: &[&str], goal: Goal) -> Grade {
    let events = events.iter().map(|event| Event::new(event).unwrap()).collect();
    let order = Order::Grade { config: config.clone(), events, goal, limits: Limits::PAGE };
    match run(&order) {
        Answer::Grade(grade) => grade,
        other => panic!("{other:?}"),
    }
}

fn reach(property: &str, within: usize) -> Goal {
    Goal { reach: Some(property.into()), prevent: None, within, hints: Vec::new() }
}

fn prevent(property: &str, within: usize) -> Goal {
    Goal { reach: None, prevent: Some(property.into()), within, hints: Vec::new() }
}

const LOST: [&str; 5] = [
    "jm1.elector.lose_keep",
    "jm1.executor.run",
    "jm1.elector.acquire",
    "jm1.executor.run",
    "jm1.executor.run_fail",
];

#[test]
fn to_reach_is_to_break_a_property_within_the_steps() {
    let (config, _) = config("flink-40114-own-loss", &[]);
    let standing = |events: &[&str], within| grade(&config, events, reach("published", within)).standing;
    assert_eq!(standing(&LOST, 5), Standing::Solved { steps: 5 });
    assert_eq!(standing(&LOST, 4), Standing::TooLong { steps: 5 });
    assert_eq!(standing(&LOST[..4], 5), Standing::NotBroken);
    let told = grade(&config, &LOST, reach("published", 5));
    assert_eq!((told.shortest, told.possible, told.states), (Some(5), Possible::Yes, 78));
    assert_eq!(grade(&config, &[], reach("published", 4)).possible, Possible::NotWithin);
}

#[test]
fn what_cannot_be_done_under_the_fixes_is_said() {
    let (config, _) = config("flink-40114-own-loss", &["retry"]);
    let told = grade(&config, &LOST, reach("published", 20));
    assert_eq!((told.standing, told.shortest, told.possible), (Standing::NotBroken, None, Possible::Never));
}

/// To prevent is to let the environment use up its faults and to come to rest unharmed.
#[test]
fn to_prevent_is_to_come_to_rest_after_all_faults() {
    let (config, schedule) = config("flink-40114-grant-pending-heals", &[]);
    let goal = || prevent("never-erased", 12);
    assert_eq!(grade(&config, &[], goal()).standing, Standing::FaultsLeft { left: 1 });
    assert_eq!(grade(&config, &["jm1.elector.lose_keep"], goal()).standing, Standing::NotAtRest);
    let told: Vec<_> = schedule.iter().map(Event::as_str).collect();
    assert_eq!(grade(&config, &told, goal()).standing, Standing::Broken { at: 4 });
    // The shortest schedule that the checker finds solves it.
    let grade_of_nothing = grade(&config, &[], goal());
    assert_eq!(grade_of_nothing.possible, Possible::Yes);
    let ask = Ask { properties: vec!["never-erased".into()], limits: Limits::PAGE, thorough: false };
    let mut job = stepdown::model::check(&config, &ask).unwrap();
    while job.advance(100) {}
    let kept = job.keeping("never-erased", 1).unwrap().unwrap();
    assert_eq!(u32::try_from(kept.events.len()).ok(), grade_of_nothing.shortest);
    let events: Vec<_> = kept.events.iter().map(Event::as_str).collect();
    let steps = kept.events.len();
    assert_eq!(
        grade(&config, &events, goal()).standing,
        Standing::Solved { steps: u32::try_from(steps).unwrap() }
    );
    assert_eq!(grade(&config, &events, prevent("never-erased", steps - 1)).possible, Possible::NotWithin);
}

#[test]
fn every_order_and_answer_goes_through_a_message() {
    let (config, events) = config("flink-40114-own-loss", &[]);
    let fixes: Vec<_> = ["retry", "ignore_pending_confirm"].map(str::to_owned).to_vec();
    let orders = [
        Order::Check { config: config.clone(), ask: Ask::all(Limits::PAGE) },
        Order::Matrix { config: config.clone(), fixes, properties: Vec::new(), limits: Limits::PAGE },
        Order::Explain { config: config.clone(), events: events.clone() },
        Order::Grade { config, events, goal: reach("published", 8), limits: Limits::PAGE },
    ];
    for order in orders {
        let request = Request { id: 7, order };
        assert_eq!(Request::read(&request.write()).as_ref(), Ok(&request));
        let reply = Reply::Done { id: 7, answer: Box::new(run(&request.order)) };
        assert_eq!(Reply::read(&reply.write()), Ok(reply));
    }
    let ready = Reply::Ready { protocol: stepdown::protocol::PROTOCOL };
    assert_eq!(Reply::read(&ready.write()), Ok(ready));
}

#[test]
fn an_order_that_does_not_fit_is_refused_in_words() {
    let (mut config, events) = config("flink-40114-own-loss", &[]);
    config.fixes.push("nope".into());
    for order in [
        Order::Check { config: config.clone(), ask: Ask::all(Limits::PAGE) },
        Order::Explain { config: config.clone(), events },
    ] {
        let message = Task::begin(&order).map(|_| ()).unwrap_err();
        assert!(message.contains("has no fix `nope`"), "{message}");
    }
    let error = Request::read("{\"id\": 1, \"order\": {\"dance\": {}}}").unwrap_err();
    assert!(error.starts_with("expected a request: "), "{error}");
}

proptest! {
    /// No text makes a reader of messages panic.
    #[test]
    fn junk_is_refused(text in ".{0,200}", number in any::<u32>()) {
        let _ = Request::read(&text);
        let _ = Reply::read(&text);
        let cut = Request { id: number, order: Order::Explain { config: Config::default(), events: Vec::new() } };
        let cut = cut.write();
        let at = (number as usize) % cut.len();
        prop_assert!(Request::read(&cut[..at]).is_err());
    }
}

/// A lesson that can't be solved teaches nothing.
#[test]
fn every_shipped_goal_can_be_solved_within_its_steps() {
    let mut lessons = 0;
    for entry in std::fs::read_dir("scenarios").unwrap() {
        let path = entry.unwrap().path();
        let name = path.display().to_string();
        let scenario = scenario::load(&name, &std::fs::read_to_string(&path).unwrap()).unwrap().scenario;
        let Some(goal) = scenario.goal.clone() else { continue };
        lessons += 1;
        assert!(!goal.hints.is_empty(), "{name} has no hint");
        let told: Vec<_> = scenario.schedule.iter().map(Event::as_str).collect();
        let grade = grade(&scenario.config(), &told, goal.clone());
        assert_eq!(grade.possible, Possible::Yes, "{name}: {grade:?}");
        if goal.reach.is_some() {
            assert!(matches!(grade.standing, Standing::Solved { .. }), "{name}: the run as told, {grade:?}");
        }
        println!("{name}: {:?} of at most {}", grade.shortest, goal.within);
    }
    assert!(lessons >= 3, "{lessons} lessons");
}
