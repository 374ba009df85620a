//! Random runs of every model: a link brings back the same run, and so far as it goes when it is cut anywhere.

use super::note;
use proptest::prelude::*;
use std::rc::Rc;
use stepdown::machine::Config;
use stepdown::model::{self, MODELS, Model};
use stepdown::scenario::{Scenario, parse};
use stepdown::share::{Link, LinkError, Page, decode, encode};
use stepdown::trace::{Player, Trace};

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound.max(1)
    }
}

/// A walk of so many steps, or until nothing is enabled. A fault is taken as any other step.
fn walk(config: &Config, steps: usize, dice: &mut Dice) -> Trace {
    let mut player = model::open(config).unwrap();
    let mut events = Vec::new();
    while events.len() < steps {
        let choices = player.choices(player.len());
        let enabled: Vec<_> = choices.into_iter().filter(|choice| choice.refused.is_none()).collect();
        if enabled.is_empty() {
            break;
        }
        let event = enabled[dice.below(enabled.len())].event.clone();
        player = player.extended(&event).unwrap();
        events.push(event);
    }
    Trace::new(config.clone(), events)
}

/// A configuration with all budgets at their largest and some fixes.
fn configured(model: &dyn Model, dice: &mut Dice) -> Config {
    let info = model.info();
    let mut config = Config { model: info.id.to_owned(), ..Config::default() };
    for fault in info.faults {
        config.budgets.insert(fault.id.to_owned(), fault.max);
    }
    for fix in info.fixes {
        if dice.below(3) == 0 {
            config.fixes = info.toggled(&config.fixes, fix.id);
        }
    }
    if model.open(&config).is_err() {
        config.fixes.clear();
    }
    config
}

/// A trace as a reader makes it: a run, another one that leaves it, notes, other fixes, a step in the middle.
fn read_about(model: &dyn Model, dice: &mut Dice) -> Trace {
    let config = configured(model, dice);
    let own = walk(&config, 5 + dice.below(40), dice);
    let mut trace = Trace::new(config.clone(), Vec::new())
        .with_branch(config.fixes.clone(), own.branch().events.clone())
        .unwrap();
    let leaves = dice.below(trace.branch().events.len());
    trace = trace.at(leaves);
    for _ in 0..=dice.below(4) {
        let player = trace.play(&model::open).unwrap();
        let choices = player.choices(trace.cursor);
        let enabled: Vec<_> = choices.iter().filter(|choice| choice.refused.is_none()).collect();
        if enabled.is_empty() {
            break;
        }
        trace = trace.choose(&*player, &enabled[dice.below(enabled.len())].event).unwrap();
    }
    for text in ["who <b>wrote</b> this?", "50 % & more: é~!+#\nsecond line", "last"] {
        trace = trace.at(dice.below(trace.branch().events.len() + 1)).with_note(text);
    }
    if let Some(fix) = model.info().fixes.get(dice.below(model.info().fixes.len())) {
        let other = trace.toggled(fix.id, model.info());
        if other.play(&model::open).is_ok() {
            trace = other;
        }
    }
    let at = dice.below(trace.branch().events.len() + 1);
    trace.at(at)
}

/// What a text opens, by the scenario that it names.
fn open(text: &str, scenario: Option<&Scenario>) -> Result<(Trace, Vec<String>), LinkError> {
    match decode(text)? {
        Page::Run(link) => {
            let (trace, notices) = link.restore(scenario)?;
            Ok((trace, notices.into_iter().map(|notice| notice.text).collect()))
        }
        Page::Start { .. } => Ok((Trace::default(), Vec::new())),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_run_of_any_model_comes_back(seed in any::<u64>()) {
        for model in MODELS {
            let trace = read_about(*model, &mut Dice(seed));
            let text = encode(&Page::Run(Link::of(&trace, None)));
            let (again, notices) = open(&text, None).unwrap();
            prop_assert_eq!(&notices, &Vec::<String>::new(), "{}", text);
            prop_assert_eq!(again.branch(), trace.branch(), "{}", text);
            prop_assert_eq!((again.cursor, &again.config), (trace.cursor, &trace.config), "{}", text);
            prop_assert_eq!(encode(&Page::Run(Link::of(&again, None))), text);
        }
    }
}

#[test]
fn a_link_cut_anywhere_opens_a_run_or_says_where() {
    let (mut runs, mut told) = (0, 0);
    for (seed, model) in (1..).zip(MODELS) {
        let trace = read_about(*model, &mut Dice(seed));
        let text = encode(&Page::Run(Link::of(&trace, None)));
        let tail = text.find("len=").unwrap() + "len=".len();
        for end in 0..text.len() {
            match open(&text[..end], None) {
                Ok((_, notices)) => {
                    runs += 1;
                    let says = notices
                        .first()
                        .is_some_and(|notice| notice.starts_with("This link was cut off after"));
                    assert!(says || end <= tail, "{}: {notices:?}", &text[..end]);
                    told += usize::from(says);
                }
                Err(error) => {
                    assert!(end <= tail, "{}: {error}", &text[..end]);
                    assert!(!error.part.is_empty() && !error.expected.is_empty(), "{error}");
                }
            }
        }
    }
    assert!(runs > 1_000 && told > 1_000, "{runs} {told}");
}

#[test]
fn every_shipped_scenario_comes_back_with_notes_and_fixes() {
    let folder = format!("{}/scenarios", env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let scenario = parse("it", &std::fs::read_to_string(&path).unwrap()).unwrap();
        let mut trace = scenario.trace();
        trace = trace.at(trace.branch().events.len()).with_note("the end");
        if let Some(fix) = model::find(&scenario.model).unwrap().info().fixes.first() {
            trace = trace.toggled(fix.id, model::find(&scenario.model).unwrap().info());
        }
        let text = encode(&Page::Run(Link::of(&trace, Some(&scenario))));
        assert_eq!(open(&text, Some(&scenario)), Ok((trace, Vec::new())), "{text}");
        seen += 1;
    }
    assert!(seen > 50);
}

/// `cargo test --test links lengths -- --nocapture` prints the figures.
#[test]
fn lengths_of_links_are_known() {
    for (steps, most) in [(40, 1_000), (120, 2_400), (400, 8_000)] {
        for model in MODELS {
            let config = Config { model: model.info().id.to_owned(), ..Config::default() };
            let longest = (0..20).map(|seed| {
                let walked = walk(&config, steps, &mut Dice(seed));
                let trace = Trace::new(config.clone(), Vec::new())
                    .with_branch(Vec::new(), walked.branch().events.clone())
                    .unwrap();
                (encode(&Page::Run(Link::of(&trace, None))).len(), trace.branch().events.len())
            });
            let (length, made) = longest.max().unwrap();
            println!(
                "{steps:4} steps of {:18} at most {length:5} characters ({made} steps)",
                model.info().id
            );
            assert!(length <= most, "{} {steps}", model.info().id);
        }
    }
    let folder = format!("{}/scenarios", env!("CARGO_MANIFEST_DIR"));
    let length = |path: std::path::PathBuf| {
        let scenario = parse("it", &std::fs::read_to_string(path).unwrap()).unwrap();
        let played: Rc<dyn Player> = scenario.trace().play(&model::open).unwrap();
        // Its whole schedule in the link, as it is once a reader has added a step.
        let link = encode(&Page::Run(Link::of(&scenario.trace(), None)));
        (played.len(), link.len(), scenario.id)
    };
    let longest =
        std::fs::read_dir(folder).unwrap().map(|entry| length(entry.unwrap().path())).max().unwrap();
    println!("the longest scenario: {longest:?} (steps, characters, id)");
    let noted = scenario_with_a_note();
    println!("a scenario with one note: {noted} characters");
}

fn scenario_with_a_note() -> usize {
    let mut link = Link::new(stepdown::share::Source::Scenario("flink-40114-own-loss".into()));
    link.notes = Some(vec![note(7, "The key is gone, and nobody will write it again")]);
    encode(&Page::Run(link)).len()
}
