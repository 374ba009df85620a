use super::*;
use crate::machine::Event;
use crate::protocol::Task;
use crate::ui::actions::{Intent, command_of_key};
use crate::ui::lesson::Wish as LessonWish;
use crate::ui::opened::Origin;
use crate::ui::until::Until;
use proptest::prelude::*;

const STEPS: usize = 8;

fn opened() -> Opened {
    let file = include_str!("../../../scenarios/flink-40114-own-loss.json");
    let scenario = crate::scenario::load("a file", file).unwrap().scenario;
    Opened::new(Some(Rc::clone(&scenario)), Origin::Index, scenario.trace()).unwrap()
}

fn open(query: &str) -> State {
    let (embed, wrong) = Embed::read(query).unwrap();
    let wrong = wrong.iter().map(ToString::to_string);
    State::default().embedded(embed, wrong).apply(Action::Open(opened()))
}

fn cursor(state: &State) -> usize {
    state.opened.as_ref().unwrap().cursor()
}

/// Presses a key as the page does. False when the page leaves the key alone.
fn press(state: &State, key: &str) -> Option<State> {
    let intent = (command_of_key(key)?.perform)(state, key)?;
    match intent {
        Intent::Act(action) => state.admits(&action).then(|| state.apply(action)),
        Intent::Shell(shell) => state.admits_shell(shell).then(|| state.clone()),
    }
}

#[test]
fn a_lock_holds_against_keys_buttons_and_the_clock() {
    let state = open("?embed=1&from=3&to=5");
    assert_eq!((cursor(&state), state.reach()), (3, (3, 5)));
    let last = press(&state, "End").unwrap();
    assert_eq!(cursor(&last), 5);
    assert!(press(&last, "ArrowRight").is_none() && press(&last, "End").is_none());
    assert!(press(&state, "ArrowLeft").is_none() && press(&state, "Home").is_none());
    assert_eq!(cursor(&press(&last, "Home").unwrap()), 3);
    assert_eq!(cursor(&press(&last, "]").unwrap()), 5);
    for step in [0, 2, 6, 8, usize::MAX] {
        assert_eq!(cursor(&state.apply(Action::Seek(step))), step.clamp(3, 5));
    }
    let mut played = last.apply(Action::TogglePlay);
    assert_eq!((cursor(&played), played.playing), (3, true), "from the first step that can be reached");
    for _ in 0..STEPS {
        played = played.apply(Action::Tick);
    }
    assert_eq!((cursor(&played), played.playing), (5, false));
    let next = last.opened.as_ref().unwrap().nth_choice(1).unwrap();
    assert!(!last.admits(&Action::ChooseNth(1)) && !last.admits(&Action::Choose(next)));
    assert!(last.apply(Action::ChooseNth(1)) == last);
}

#[test]
fn a_lock_on_one_step_neither_moves_nor_plays() {
    let state = open("?embed=1&from=4&to=4&autoplay=1");
    assert_eq!((cursor(&state), state.playing, state.apply(Action::TogglePlay).playing), (4, false, false));
    assert!(["ArrowLeft", "ArrowRight", "Home", "End", " "].iter().all(|key| press(&state, key).is_none()));
}

#[test]
fn steps_beyond_the_run_are_told() {
    let state = open("?embed=1&from=12");
    assert_eq!((cursor(&state), state.reach()), (STEPS, (STEPS, STEPS)));
    let told = &state.notices.list()[0];
    assert_eq!(told.text, "link: from: found `12`; expected at most 8, the last step of the run");
    assert!(open("?embed=1&from=2&to=8").notices.list().is_empty());
    assert_eq!(open("?embed=1&mode=stages").notices.list()[0].title, ABOUT);
}

#[test]
fn what_is_only_read_is_not_changed() {
    for query in ["?embed=1&readonly=1", "?embed=1&mode=stage", "?embed=1&mode=timeline"] {
        let state = open(query);
        let trace = state.opened.as_ref().unwrap().trace.clone();
        let order = Box::new(state.opened.as_ref().unwrap().check_order());
        let actions = [
            Action::ChooseNth(1),
            Action::ToggleFix("retry"),
            Action::SetFixes(vec!["retry".into()]),
            Action::Settle,
            Action::NextBranch,
            Action::Ask(order),
            Action::Lesson(LessonWish::Begin),
            Action::Until(Until::ActorMoves(0)),
        ];
        for action in actions {
            assert!(state.apply(action) == state, "{query}");
        }
        assert!(Rc::ptr_eq(&state.opened.as_ref().unwrap().trace, &trace) && state.checks.ids() == [None; 2]);
        assert!(
            ["1", "b", "f", "c", "m", "l", "u", "o", "s", "y", "?"]
                .iter()
                .all(|key| press(&state, key).is_none())
        );
        assert_eq!(cursor(&press(&state, "ArrowRight").unwrap()), 1);
    }
}

#[test]
fn a_full_embed_lets_the_reader_choose_and_check_but_not_leave() {
    let state = open("?embed=1");
    assert_eq!(cursor(&press(&state, "1").unwrap()), 1);
    assert!(state.admits(&Action::ToggleFix("retry")) && press(&state, "c").is_some());
    assert!(["s", "o", "y", "?", "u", "l"].iter().all(|key| press(&state, key).is_none()));
    assert!(State::default().admits_shell(Shell::OpenFile) && !state.admits_shell(Shell::OpenFile));
}

#[test]
fn nothing_plays_unless_it_is_asked_to() {
    assert!(!open("?embed=1").playing && open("?embed=1&autoplay=1").playing);
    let again = open("?embed=1&autoplay=1").apply(Action::TogglePlay).apply(Action::Open(opened()));
    assert!(!again.playing, "only once");
}

#[test]
fn the_host_seeks_plays_and_is_told_what_it_can_not_have() {
    let state = open("?embed=1&from=3&to=5");
    let done = |wish| state.wished(&wish).map(|action| action.map(|action| state.apply(action)));
    assert_eq!(done(Wish::Seek(4)).map(|state| cursor(&state.unwrap())), Ok(4));
    assert_eq!(done(Wish::Seek(6)).err().unwrap(), "seek: found 6; expected 3 to 5");
    assert!(done(Wish::Play).is_ok_and(|state| state.unwrap().playing));
    assert!(done(Wish::Pause).is_ok_and(|state| state.is_none()));
    let dark = done(Wish::Theme("dark".into()));
    assert!(dark.is_ok_and(|state| state.unwrap().settings.theme == Theme::Dark));
    assert!(done(Wish::Theme("pink".into())).is_err_and(|told| told.contains("expected")));
}

#[test]
fn the_host_is_told_what_is_new_and_all_of_it_when_it_asks() {
    let loading = State { loading: true, ..State::default() };
    assert!(loading.news(None).is_empty());
    let state = open("?embed=1");
    let first = Told::Step { index: 0, total: STEPS, label: "Before the first step".into() };
    assert_eq!(state.news(Some(&loading)), [Told::Ready, first.clone()]);
    assert!(state.news(Some(&state)).is_empty());
    let next = state.apply(Action::Next);
    let [Told::Step { index: 1, total: STEPS, label }] = &next.news(Some(&state))[..] else {
        panic!("one step")
    };
    assert!(!label.is_empty() && !label.contains('`'));
    let text = "scenarios/x.json: the server answers 404".to_owned();
    let refused = next.apply(Action::Notify(Severity::Problem, "No".into(), text.clone()));
    let error = Told::Error { message: format!("No: {text}") };
    assert!(refused.news(Some(&next)).iter().eq([&error]));
    assert_eq!(refused.news(None).len(), 3);
    assert_eq!(refused.news(None).last(), Some(&error));
}

#[test]
fn verdicts_over_all_orders_are_told_once() {
    let state = open("?embed=1");
    let order = state.opened.as_ref().unwrap().check_order();
    let mut task = Task::begin(&order).unwrap();
    while task.advance(64) {}
    let asked = state.apply(Action::Ask(Box::new(order.clone())));
    let id = asked.checks.ids()[0].unwrap();
    let answered = asked.apply(Action::Answered(id, Ok(Rc::new(task.answer()))));
    let told = answered.news(Some(&asked));
    let properties = state.opened.as_ref().unwrap().run.properties(0).len();
    assert_eq!(told.len(), properties);
    assert!(told.iter().all(|told| matches!(told, Told::Verdict { .. })));
    assert!(answered.apply(Action::Next).news(Some(&answered)).iter().all(|told| told.kind() == "step"));
}

#[test]
fn the_position_names_the_lock() {
    let embed = |query| Embed::read(query).map(|(embed, _)| embed);
    assert_eq!(position(None, 5, 8), "5 / 8");
    assert_eq!(position(embed("?embed=1"), 5, 8), "5 / 8");
    assert_eq!(position(embed("?embed=1&from=3&to=8"), 5, 12), "step 5 (3 to 8)");
    assert_eq!(position(embed("?embed=1&to=40"), 5, 8), "5 / 8");
}

/// An action by two numbers.
fn action((which, n): (usize, usize)) -> Action {
    match which {
        0 => Action::Seek(n),
        1 => Action::ChooseNth(n % 4),
        2 => Action::Branch(n % 3),
        3 => Action::ToggleFix(["retry", "escalate", "ignore_pending_grant"][n % 3]),
        4 => Action::Marker { forward: n % 2 == 0 },
        5 => Action::Choose(Event::new("jm1.executor.run").unwrap()),
        _ => [
            Action::Next,
            Action::Previous,
            Action::Settle,
            Action::NextBranch,
            Action::ResetFixes,
            Action::TogglePlay,
            Action::Tick,
        ][n % 7]
            .clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]
    #[test]
    fn no_series_of_actions_leads_out_of_a_lock(
        from in 0_usize..6,
        more in 0_usize..4,
        series in prop::collection::vec((0_usize..9, 0_usize..12), 1..14),
    ) {
        let mut state = open(&format!("?embed=1&from={from}&to={}", from + more));
        for numbers in series {
            state = state.apply(action(numbers));
            let (first, last) = state.reach();
            prop_assert!((first..=last).contains(&cursor(&state)));
            prop_assert!(last <= from + more && (first == from || first == last));
        }
    }
}
