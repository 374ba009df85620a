use super::*;
use crate::machine::Config;
use crate::trace::Trace;
use crate::ui::opened::Origin;

/// A bare run of the first model.
fn opened() -> State {
    let model = crate::model::MODELS[0].info().id.to_owned();
    let trace = Trace::new(Config { model, ..Config::default() }, Vec::new());
    State::default().apply(Action::Open(Opened::new(None, Origin::Model, trace).unwrap()))
}

fn run(state: &State) -> &Opened {
    state.opened.as_ref().unwrap()
}

fn after(state: State, actions: &[Action]) -> State {
    actions.iter().cloned().fold(state, |state, action| state.apply(action))
}

#[test]
fn choosing_at_the_end_grows_one_branch_and_elsewhere_makes_another() {
    let first = Action::ChooseNth(1);
    let state = after(opened(), &[first.clone(), first.clone(), first]);
    assert_eq!((run(&state).trace.branches.len(), run(&state).cursor()), (2, 3));
    let state = after(state, &[Action::Previous, Action::Previous, Action::ChooseNth(2)]);
    assert_eq!((run(&state).trace.branches.len(), run(&state).cursor()), (3, 2));
    let state = after(state, &[Action::NextBranch, Action::NextBranch, Action::Seek(3)]);
    assert_eq!((run(&state).trace.current, run(&state).len()), (1, 3));
}

#[test]
fn a_replay_grown_by_choices_is_the_replay_from_scratch() {
    let choices = [1, 2, 1, 3, 1, 1].map(Action::ChooseNth);
    let fix = crate::model::MODELS[0].info().fixes[0].id;
    let state =
        after(after(opened(), &choices), &[Action::ToggleFix(fix), Action::Seek(2), Action::ChooseNth(1)]);
    let grown = run(&state);
    let fresh = Opened::new(None, Origin::Model, (*grown.trace).clone()).unwrap();
    for (a, b) in [(&grown.run, &fresh.run), (&grown.original, &fresh.original)] {
        assert_eq!((a.len(), a.config()), (b.len(), b.config()));
        for step in 0..=a.len() {
            assert!(a.same_state(step, &**b, step));
            assert_eq!(a.scene(step), b.scene(step));
        }
    }
}

#[test]
fn fixes_switch_on_and_off_without_touching_the_schedule() {
    let fix = crate::model::MODELS[0].info().fixes[0].id;
    let state = after(opened(), &[Action::ChooseNth(1), Action::ChooseNth(1), Action::ToggleFix(fix)]);
    assert!(run(&state).run != run(&state).original);
    assert_eq!(run(&state).original.config().fixes, Vec::<String>::new());
    let state = state.apply(Action::ResetFixes);
    assert!(run(&state).run == run(&state).original);
    assert_eq!(run(&state).len(), 2);
}

#[test]
fn a_settled_run_is_a_branch_that_settles_no_further() {
    let state = after(opened(), &[Action::ChooseNth(1), Action::Settle]);
    let settled = run(&state).run.settled();
    assert_eq!((settled.added, settled.at_rest), (0, true));
    assert_eq!(run(&state).cursor(), run(&state).len());
}

#[test]
fn stepping_until_an_actor_moves_runs_on_by_itself_or_says_that_it_never_does() {
    let state = after(opened(), &[Action::ChooseNth(2), Action::Show(Some(Dialog::Until))]);
    let mover = run(&state).run.settled().player.actor(3).0;
    let state = state.apply(Action::Until(Until::ActorMoves(mover)));
    assert_eq!((state.dialog.as_ref(), run(&state).run.actor(run(&state).len()).0), (None, mover));
    let settling = run(&state).settling().unwrap();
    assert_eq!((settling.from, settling.rests, settling.word()), (1, false, "by itself"));
    let settled = state.apply(Action::Settle);
    assert_eq!(run(&settled).settling().map(|settling| (settling.from, settling.rests)), Some((1, true)));
    let lost = settled.apply(Action::Until(Until::KeyChanges(Some("no such key"))));
    assert!(run(&lost).trace == run(&settled).trace);
    assert_eq!(lost.said.as_deref(), Some(lost.notices.list()[0].text.as_str()));
    assert!(
        lost.apply(Action::Until(Until::ActorMoves(mover)))
            .notices
            .list()
            .iter()
            .all(|notice| !notice.text.contains("key"))
    );
}

#[test]
fn playing_goes_to_the_end_and_stops_there() {
    let state = after(opened(), &[Action::ChooseNth(1), Action::ChooseNth(1), Action::TogglePlay]);
    assert_eq!((state.playing, run(&state).cursor()), (true, 0));
    let state = after(state, &[Action::Tick, Action::Tick, Action::Tick]);
    assert_eq!((state.playing, run(&state).cursor()), (false, 2));
}

#[test]
fn markers_lead_to_the_ends_where_there_is_none() {
    let state = after(opened(), &[Action::ChooseNth(1), Action::Marker { forward: false }]);
    assert_eq!(run(&state).cursor(), 0);
    let state = state.apply(Action::Marker { forward: true });
    assert_eq!(run(&state).cursor(), 1);
}

#[test]
fn a_problem_is_told_once_and_keeps_the_run() {
    let problem = || Action::Notify(Severity::Problem, "No".into(), "because".into());
    let state = after(opened(), &[Action::ChooseNth(1), problem(), problem()]);
    assert_eq!((state.notices.list().len(), state.page, run(&state).cursor()), (1, Page::Run, 1));
    let id = state.notices.list()[0].id;
    assert!(state.apply(Action::Dismiss(id)).notices.list().is_empty());
}
