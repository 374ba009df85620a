//! A Coordinator pod with one thing changed: the records of real ones notice.

use crate::records_of;
use std::collections::BTreeSet;
use stepdown::conformance::{Record, Written, replay};
use stepdown::machine::{Class, LogLine, Machine, Observe, Property};
use stepdown::model::{self, DruidK8s};

fn matches(record: &Record) -> bool {
    model::replay(record).expect("the configuration fits the model").is_ok()
}

/// A toggle changes a guard or a step: the model with it is the model as it is, broken.
#[test]
fn a_changed_guard_or_step_is_caught() {
    let records = records_of("druid-k8s");
    let toggled = |fix: &str| {
        let caught = records.iter().filter(|record| {
            let mut record = (*record).clone();
            match record.head.fixes.iter().position(|on| on == fix) {
                Some(at) => drop(record.head.fixes.remove(at)),
                None => record.head.fixes.push(fix.into()),
            }
            !matches(&record)
        });
        caught.count()
    };
    let table = [
        ("join_outside_monitor", 10),
        ("overlord_join_outside_lock", 10),
        ("synchronous_stop", 11),
        ("drain", 4),
        ("late_pool", 15),
        ("tolerate", 5),
        ("release_after_join", 4),
        ("release_without_join", 14),
        ("overlord_guard", 2),
        ("hook_guard", 2),
        ("longer_grace", 1),
        ("pre_stop", 1),
        // These survive: see below.
        ("parallel_supervisor_stop", 0),
        ("pdb", 0),
    ];
    for (fix, at_least) in table {
        let caught = toggled(fix);
        assert!(if at_least == 0 { caught == 0 } else { caught >= at_least }, "{fix}: caught by {caught}");
    }
}

/// The same for parameters.
#[test]
fn another_pod_is_caught() {
    let records = records_of("druid-k8s");
    let word = |word: &str| Written::Word(word.into());
    let table = [
        ("queued", Written::Number(0), true),
        ("servers", Written::Number(2), true),
        ("order", word("coordinator_first"), true),
        ("mode", word("split"), true),
        ("start", word("standby"), true),
        ("between", Written::Number(1), false),
    ];
    for (parameter, value, caught) in table {
        let differs = records.iter().any(|record| {
            let mut record = record.clone();
            record.head.parameters.insert(parameter.into(), value.clone());
            !matches(&record)
        });
        assert_eq!(differs, caught, "{parameter}");
    }
}

#[test]
fn a_step_that_is_never_taken_is_caught() {
    let templates = model::find("druid-k8s").expect("a model").info().templates;
    let records = records_of("druid-k8s");
    for event in [
        "lifecycle.time_out",
        "lifecycle.interrupt",
        "elector_o.run",
        "elector_c.run",
        "hook_o.run",
        "hook_c.run",
        "hook_o.fail",
        "callbacks.run",
        "jvm.exit",
    ] {
        let caught = records.iter().any(|record| {
            let real = DruidK8s::new(&record.head.config()).unwrap();
            replay(&Never { real, event }, templates, record).is_err()
        });
        assert!(caught, "without {event} every record is a run as well");
    }
}

/// What survives above changes nothing that can be seen, in any run.
#[test]
fn survivors_change_no_observable_event() {
    let records = records_of("druid-k8s");
    let as_is = records.iter().find(|record| record.head.record == "druid/report").expect("the report's run");
    let whole = seen_in_any_run(as_is);
    for fix in ["parallel_supervisor_stop", "pdb"] {
        let mut record = as_is.clone();
        record.head.fixes.push(fix.into());
        assert!(seen_in_any_run(&record) == whole, "{fix} can be seen");
    }
    let mut record = as_is.clone();
    record.head.parameters.insert("between".into(), Written::Number(1));
    assert!(seen_in_any_run(&record) == whole, "between can be seen");
}

/// Every step that some run takes as it is seen from outside: what is seen before, its event, its lines, what is seen then.
fn seen_in_any_run(record: &Record) -> BTreeSet<String> {
    let machine = DruidK8s::new(&record.head.config()).unwrap();
    let (mut known, mut told) =
        (indexmap::IndexSet::<_, rustc_hash::FxBuildHasher>::default(), BTreeSet::new());
    let mut open = Vec::new();
    machine.initial(&mut open);
    while let Some(state) = open.pop() {
        if !known.insert(state) {
            continue;
        }
        let mut enabled = Vec::new();
        machine.enabled(&state, &mut enabled);
        for action in enabled {
            let after = machine.step(&state, action);
            let lines: Vec<_> =
                machine.lines(&state, action).iter().map(|line| line.template.message).collect();
            let (before, event) = (machine.seen(&state), machine.event(&state, action));
            told.insert(format!("{before:?} {event:?} {lines:?} {:?}", machine.seen(&after)));
            open.push(after);
        }
    }
    told
}

/// The model without one of its events.
struct Never {
    real: DruidK8s,
    event: &'static str,
}

impl Machine for Never {
    type State = <DruidK8s as Machine>::State;
    type Action = <DruidK8s as Machine>::Action;
    type Refusal = <DruidK8s as Machine>::Refusal;

    fn initial(&self, out: &mut Vec<Self::State>) {
        self.real.initial(out);
    }

    fn enabled(&self, state: &Self::State, out: &mut Vec<Self::Action>) {
        self.real.enabled(state, out);
        out.retain(|action| action.to_string() != self.event);
    }

    fn guard(&self, state: &Self::State, action: Self::Action) -> Result<(), Self::Refusal> {
        self.real.guard(state, action)
    }

    fn step(&self, state: &Self::State, action: Self::Action) -> Self::State {
        self.real.step(state, action)
    }

    fn step_in_place(&self, state: &mut Self::State, action: Self::Action) {
        self.real.step_in_place(state, action);
    }

    fn class(&self, action: Self::Action) -> Class {
        self.real.class(action)
    }

    fn properties() -> &'static [Property<Self>] {
        &[]
    }
}

impl Observe for Never {
    fn event(&self, state: &Self::State, action: Self::Action) -> Option<String> {
        self.real.event(state, action)
    }

    fn seen(&self, state: &Self::State) -> Vec<(String, String)> {
        self.real.seen(state)
    }

    fn lines(&self, state: &Self::State, action: Self::Action) -> Vec<LogLine> {
        self.real.lines(state, action)
    }

    fn asked(&self, state: &Self::State, out: &mut Vec<Self::Action>) {
        self.real.asked(state, out);
    }
}
