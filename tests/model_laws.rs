//! Laws that every model keeps, whatever the schedule: shown on random walks over the registry.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use proptest::prelude::*;
use std::rc::Rc;
use stepdown::check::Limits;
use stepdown::diagnosis::{Prefix, read_line};
use stepdown::machine::{Config, Event, LogLayout, LogLine, MAX_PROPERTIES, SceneDiff};
use stepdown::model::{self, Ask, MODELS};
use stepdown::trace::{Player, Trace};

/// A configuration of any model: its fixes by the bits, as far as they go together, its faults with the greatest budgets.
fn config(model: usize, fixes: usize) -> Config {
    let info = MODELS[model % MODELS.len()].info();
    let on = info.fixes.iter().enumerate().filter(|(bit, _)| fixes >> bit & 1 != 0);
    let fixes = on.fold(Vec::new(), |on, (_, fix)| info.toggled(&on, fix.id));
    Config {
        model: info.id.into(),
        budgets: info.faults.iter().map(|fault| (fault.id.to_owned(), fault.max)).collect(),
        fixes,
        ..Config::default()
    }
}

/// Follows the choices: each number picks among the enabled actions.
fn walk(config: &Config, choices: &[u16]) -> Rc<dyn Player> {
    let mut run = model::open(config).expect("a configuration that fits");
    for &choice in choices {
        let enabled: Vec<_> =
            run.choices(run.len()).into_iter().filter(|choice| choice.refused.is_none()).collect();
        if enabled.is_empty() {
            break;
        }
        let event = &enabled[usize::from(choice) % enabled.len()].event;
        run = run.extended(event).expect("an offered event is known");
        assert!(!run.is_refused(run.len()), "an enabled event was refused: {event}");
    }
    run
}

/// Whether a slot of a template was left open: a lower-case word in braces.
fn has_open_slot(line: &str) -> bool {
    let inner = line.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(inner, _)| inner);
    inner
        .into_iter()
        .any(|inner| !inner.is_empty() && inner.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'))
}

fn events(run: &dyn Player) -> Vec<Event> {
    (1..=run.len()).map(|step| run.event(step)).collect()
}

/// Whether a line as it is printed is read back with its template and its slots, level and logger as declared.
fn is_read_back(line: &LogLine, printed: &str) -> bool {
    let held =
        |(name, value): &(&str, &str)| line.slots.iter().any(|slot| slot.0 == *name && slot.1 == *value);
    read_line(&Prefix::read(printed)).iter().any(|reading| {
        reading.template == line.template && reading.weak.is_none() && reading.slots.iter().all(held)
    })
}

/// A link and a file name events only, so a run begins in the one state there is; and a goal has a bit.
#[test]
fn a_model_has_one_initial_state_and_few_properties() {
    for model in MODELS {
        let config = Config { model: model.info().id.into(), ..Config::default() };
        let limits = Limits { states: 1, ..Limits::COMMAND };
        let mut job = model::check(&config, &Ask { thorough: false, ..Ask::all(limits) }).unwrap();
        while job.advance(100) {}
        // With a second initial state the limit would be reached before any step is taken.
        assert!(job.report().transitions > 0, "{}", model.info().id);
        assert!(model.properties().len() <= MAX_PROPERTIES);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Random schedules never panic, and everything that is shown of them can be made.
    #[test]
    fn every_step_can_be_shown(model in 0usize..8, fixes in 0usize..16_384, choices in prop::collection::vec(any::<u16>(), 0..60)) {
        let run = walk(&config(model, fixes), &choices);
        for position in 0..=run.len() {
            let scene = run.scene(position);
            prop_assert!(SceneDiff::between(&scene, &scene).is_empty());
            prop_assert_eq!(run.properties(position).len(), run.property_infos().len());
            prop_assert!(!run.choices(position).iter().any(|choice| choice.label.title.is_empty()));
        }
        for step in 1..=run.len() {
            let view = run.step(step);
            prop_assert!(!view.sentence.is_empty() && !view.sentence.ends_with('.'));
            for record in view.log {
                let line = record.line.render(run.info().log_layout, record.moment);
                let template = record.line.template;
                prop_assert!(run.info().templates.contains(&template), "not declared: {:?}", template);
                prop_assert!(is_read_back(&record.line, &record.line.message()), "{}", line);
                for layout in [LogLayout::Flink, LogLayout::Druid] {
                    let line = record.line.render(layout, record.moment);
                    for printed in [line.replacen("15T", "15 ", 1), format!("pod-0 | {line}\r"), line] {
                        prop_assert!(is_read_back(&record.line, &printed), "{}", printed);
                    }
                }
                prop_assert!(!has_open_slot(&line), "{}", line);
            }
            for arrow in run.causes(step) {
                prop_assert!(arrow.from < arrow.to && arrow.to == step);
            }
        }
    }

    /// A replay of the events is the same run, step by step.
    #[test]
    fn replays_are_deterministic(model in 0usize..8, fixes in 0usize..16_384, choices in prop::collection::vec(any::<u16>(), 0..60)) {
        let config = config(model, fixes);
        let run = walk(&config, &choices);
        let again = model::open(&config).unwrap().replay(&events(&*run)).unwrap();
        prop_assert_eq!(run.len(), again.len());
        for position in 0..=run.len() {
            prop_assert!(run.same_state(position, &*again, position));
            prop_assert_eq!(run.scene(position), again.scene(position));
        }
        prop_assert_eq!(run.log(1, run.len()), again.log(1, again.len()));
        prop_assert_eq!(run.settled().outcomes, again.settled().outcomes);
    }

    /// Stepping back, going another way and coming back returns the same states, and no branch is lost.
    #[test]
    fn branches_return_to_the_same_states(model in 0usize..8, choices in prop::collection::vec(any::<u16>(), 2..30), other in any::<u16>(), back in 1usize..29) {
        let config = config(model, 0);
        let run = walk(&config, &choices);
        prop_assume!(run.len() >= 2);
        let told = events(&*run);
        let cursor = back % run.len();
        let trace = Trace::new(config, told.clone()).at(cursor);
        let player = trace.play(&model::open).unwrap();
        let enabled: Vec<_> = player.choices(cursor).into_iter().filter(|choice| choice.refused.is_none()).collect();
        let event = &enabled[usize::from(other) % enabled.len()].event;
        let branched = trace.choose(&*player, event).unwrap();
        let there = branched.play(&model::open).unwrap();
        prop_assert_eq!(branched.cursor, cursor + 1);
        prop_assert!(there.same_state(cursor, &*run, cursor));
        prop_assert_eq!(&branched.branches[0].events, &told);
        let home = branched.on_branch(0).at(told.len());
        let back = home.play(&model::open).unwrap();
        for position in 0..=run.len() {
            prop_assert!(back.same_state(position, &*run, position));
        }
        for position in (0..=run.len()).rev() {
            prop_assert_eq!(back.scene(position), run.scene(position));
        }
    }

    /// The same schedule under other fixes: refused steps change nothing, and nothing panics.
    #[test]
    fn a_schedule_plays_under_any_fixes(model in 0usize..8, made in 0usize..16_384, played in 0usize..16_384, choices in prop::collection::vec(any::<u16>(), 0..40)) {
        let run = walk(&config(model, made), &choices);
        let told = events(&*run);
        let other = model::open(&config(model, played)).unwrap().replay(&told).unwrap();
        prop_assert_eq!(other.len(), told.len());
        for step in 1..=other.len() {
            if other.is_refused(step) {
                prop_assert!(other.same_state(step, &*other, step - 1));
                prop_assert!(other.step(step).refused.is_some() && other.step(step).log.is_empty());
            }
        }
        let settled = other.settled();
        prop_assert!(settled.at_rest, "settling reached its bound");
    }

    /// A prefix is the run that was there before.
    #[test]
    fn a_prefix_is_the_run_as_it_was(model in 0usize..8, fixes in 0usize..16_384, choices in prop::collection::vec(any::<u16>(), 1..80), cut in any::<u16>()) {
        let run = walk(&config(model, fixes), &choices);
        let len = usize::from(cut) % (run.len() + 1);
        let prefix = run.prefix(len);
        prop_assert_eq!(prefix.len(), len);
        prop_assert_eq!(prefix.scene(len), run.scene(len));
        let statuses = |player: &dyn Player| player.properties(len);
        prop_assert_eq!(statuses(&*prefix), statuses(&*run));
    }
}
