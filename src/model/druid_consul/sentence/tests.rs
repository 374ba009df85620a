use super::*;
use crate::machine::{Config, Machine, Present, Value};
use crate::model::druid_consul::guard::Refusal;

/// What the last of the events did, after as many steps of the two threads of node a as it takes to get there.
fn told(fault: &str, steps: usize, events: &[&str]) -> String {
    let config = Config {
        model: "druid-consul".into(),
        budgets: [(fault.to_owned(), 1)].into_iter().collect(),
        ..Config::default()
    };
    let model = DruidConsul::new(&config).expect("it fits");
    let mut states = Vec::new();
    model.initial(&mut states);
    let mut state = states[0];
    let mut last = String::new();
    for event in std::iter::repeat_n("a.loop.run", steps).chain(events.iter().copied()) {
        let action = model.parse(event).expect("an event");
        assert_eq!(model.guard(&state, action), Ok(()), "{event}");
        let after = model.step(&state, action);
        last = model.sentence(&state, action, &after);
        state = after;
    }
    last
}

#[test]
fn sentences_say_what_consul_answered_and_why() {
    let end = "under lock-delay for 2 ticks (6.7 s)";
    assert!(told("invalidate", 17, &["consul.session.invalidate"]).ends_with(end));
    let refused = ["operator.key.delete", "b.process.start"];
    let loop_b = std::iter::repeat_n("b.loop.run", 6);
    let events: Vec<_> = refused.into_iter().chain(loop_b).collect();
    assert_eq!(told("delete_key", 6, &events), "Consul gives the lock to node b");
    let rejected: Vec<_> =
        ["b.process.start"].into_iter().chain(std::iter::repeat_n("b.loop.run", 6)).collect();
    let false_answer =
        "Consul answers false, because the session of node a has the lock; node b logs nothing";
    assert_eq!(told("error", 6, &rejected), false_answer);
}

#[test]
fn an_exception_is_told_from_a_loss_only_to_the_reader() {
    assert_eq!(
        told("error", 7, &["a.loop.run_error"]),
        "The validation of node a fails, and the code can't tell unknown from lost, so there is no promotion"
    );
}

/// Node a as a leader whose loop comes to a place, with what else the run is to have.
fn leading_at(place: Loop, parameters: &[(&str, Value)], faults: &[&str]) -> (DruidConsul, State) {
    at(place, &[parameters, &[("start", Value::Word("leading".into()))]].concat(), faults)
}

/// The same, from wherever the run begins.
fn at(place: Loop, parameters: &[(&str, Value)], faults: &[&str]) -> (DruidConsul, State) {
    let mut config = Config { model: "druid-consul".into(), ..Config::default() };
    config.parameters.extend(parameters.iter().map(|(id, value)| ((*id).to_owned(), value.clone())));
    config.budgets.extend(faults.iter().map(|fault| ((*fault).to_owned(), 1)));
    let model = DruidConsul::new(&config).expect("it fits");
    let mut states = Vec::new();
    model.initial(&mut states);
    let mut state = states[0];
    go_on(&model, &mut state, place);
    (model, state)
}

/// Whatever is due, until the loop of node a comes to a place.
fn go_on(model: &DruidConsul, state: &mut State, place: Loop) {
    while state.node(A).loop_.at != place {
        *state = model.step(state, model.due(state).unwrap_or(Action::Tick));
    }
}

/// Takes the events; what the last of them did.
fn take(model: &DruidConsul, state: &mut State, events: &[&str]) -> String {
    let mut last = String::new();
    for event in events {
        let action = model.parse(event).expect("an event");
        assert_eq!(model.guard(state, action), Ok(()), "{event}");
        let after = model.step(state, action);
        last = model.sentence(state, action, &after);
        *state = after;
    }
    last
}

#[test]
fn a_lock_delay_is_the_reason_though_the_session_is_gone_too() {
    let (model, mut state) = leading_at(Loop::Acquire, &[], &["invalidate"]);
    let told = take(&model, &mut state, &["consul.session.invalidate", "a.loop.run"]);
    assert!(told.starts_with("Consul answers false, because lock-delay goes on"), "{told}");
}

#[test]
fn a_caller_that_finds_leader_off_sees_a_stop_under_way_or_services_left_over() {
    let (model, mut state) = leading_at(Loop::SleepLeader, &[], &["delete_key", "unregister"]);
    take(&model, &mut state, &["operator.key.delete"]);
    go_on(&model, &mut state, Loop::StopBegin);
    let told = take(&model, &mut state, &["a.caller.unregister", "a.caller.run"]);
    assert_eq!(
        told,
        "The caller finds leader false and calls no callback, while the loop's stop is under way"
    );
    let (model, mut state) = at(Loop::StartEnd, &[], &["listener_exception", "unregister"]);
    let told = take(&model, &mut state, &["a.loop.run_exception", "a.caller.unregister", "a.caller.run"]);
    assert_eq!(told, "The caller finds leader false and calls no callback, though services run");
}

#[test]
fn a_destroy_that_fails_says_whether_its_session_lives() {
    let (model, state) = leading_at(Loop::SleepLeader, &[], &["error", "invalidate", "unregister"]);
    for (invalidated, lives) in [(false, ": the session lives on"), (true, ", but the session has ended")] {
        let mut state = state;
        if invalidated {
            take(&model, &mut state, &["consul.session.invalidate"]);
        }
        take(&model, &mut state, &["a.caller.unregister"]);
        while state.unregister.at != Unreg::Destroy {
            take(&model, &mut state, &["a.caller.run"]);
        }
        let told = take(&model, &mut state, &["a.caller.run_error"]);
        assert!(told.contains(lives), "{told}");
    }
}

#[test]
fn a_validation_without_a_session_is_no_call_that_could_fail() {
    let (model, mut state) = leading_at(Loop::SleepLeader, &[], &["error", "unregister"]);
    go_on(&model, &mut state, Loop::Validate4);
    take(&model, &mut state, &["a.caller.unregister"]);
    while state.node(A).session != Reference::NONE {
        take(&model, &mut state, &["a.caller.run"]);
    }
    let fails = model.parse("a.loop.run_error").expect("an event");
    assert_eq!(model.guard(&state, fails), Err(Refusal::NoCall));
}

#[test]
fn a_caller_waits_for_giant_while_a_callback_takes_time() {
    let giant = ("caller", Value::Word("holds_giant".into()));
    for (ticks, waits) in [(0, false), (2, true)] {
        let time = ("callback", Value::Number(ticks));
        let (model, mut state) =
            leading_at(Loop::SleepLeader, &[giant.clone(), time], &["delete_key", "unregister"]);
        take(&model, &mut state, &["operator.key.delete"]);
        go_on(&model, &mut state, Loop::StopRun);
        let unregister = model.parse("a.caller.unregister").expect("an event");
        assert_eq!(model.guard(&state, unregister).is_err(), waits, "{ticks}");
    }
}
