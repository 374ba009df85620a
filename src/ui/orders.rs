//! What the page says about all orders: verdicts, how far a search went, and which sets of fixes to show.

use super::checks::{Checks, Desk, Pending};
use super::opened::Found;
use super::state::State;
use super::timeline::words::grouped;
use crate::check::{Bounds, Cell, Counterexample, Ending, Finding, Limit, Matrix, Report, Verdict};
use crate::machine::{ClosedForm, Config, Tone, seconds};
use crate::protocol::{Answer, HowFar, Order};
use std::rc::Rc;

/// An order with its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// What was asked.
    pub order: Rc<Order>,
    /// What was found.
    pub answer: Rc<Answer>,
}

/// What is known about all orders of the run that is open, and what is being searched.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Orders {
    /// The check of the configuration that is shown.
    pub check: Option<Known>,
    /// The fix matrix.
    pub matrix: Option<Known>,
    /// One a claim of the scenario: the check that it rests on.
    pub claims: Vec<Option<Known>>,
    /// The search under way, of whatever configuration.
    pub pending: Option<Pending>,
}

impl Orders {
    /// Reads them off the page.
    pub fn of(state: &State) -> Self {
        let Some(opened) = &state.opened else { return Self::default() };
        // In a lesson the answers would be the solution.
        let known = |order: &Order| state.checks.known(order).filter(|_| opened.lesson.is_none());
        let claims = opened.scenario.iter().flat_map(|scenario| &scenario.claims);
        Self {
            check: known(&opened.check_order()),
            matrix: opened.matrix_order().as_ref().and_then(known),
            claims: claims.map(|claim| opened.claim_order(claim).as_ref().and_then(known)).collect(),
            pending: state.checks.pending(Desk::Search).cloned(),
        }
    }
}

impl Known {
    /// The report of a check.
    pub fn report(&self) -> Option<&Report> {
        match &*self.answer {
            Answer::Check(report) => Some(report),
            _ => None,
        }
    }

    /// The fix matrix.
    pub fn matrix(&self) -> Option<&Matrix> {
        match &*self.answer {
            Answer::Matrix(matrix) => Some(matrix),
            _ => None,
        }
    }

    /// What was searched; of a matrix, without its own fixes.
    pub fn config(&self) -> &Config {
        config(&self.order)
    }

    /// All fixes that are on in a cell of the matrix.
    pub fn fixes_of(&self, matrix: &Matrix, cell: usize) -> Vec<String> {
        self.config().fixes.iter().cloned().chain(matrix.fixes_of(cell)).collect()
    }
}

impl Checks {
    /// An order with its answer, if it is known.
    pub fn known(&self, order: &Order) -> Option<Known> {
        let (order, answer) = self.answers().iter().find(|(known, _)| **known == *order)?;
        Some(Known { order: Rc::clone(order), answer: Rc::clone(answer) })
    }
}

fn config(order: &Order) -> &Config {
    match order {
        Order::Check { config, .. }
        | Order::Matrix { config, .. }
        | Order::Explain { config, .. }
        | Order::Grade { config, .. } => config,
        Order::Recognise { .. } | Order::Open { .. } => unreachable!("these are not asked about all orders"),
    }
}

/// What is being searched, in a few words.
pub fn asked(order: &Order) -> String {
    let what = if matches!(order, Order::Matrix { .. }) {
        "Checking every set of fixes"
    } else {
        "Checking all orders"
    };
    match config(order).fixes.as_slice() {
        [] => what.into(),
        fixes => format!("{what} with {}", fixes.join(", ")),
    }
}

/// What was found, in a sentence.
pub fn told(answer: &Answer) -> String {
    match answer {
        Answer::Check(report) => {
            let count = |verdict| report.findings.iter().filter(|finding| finding.verdict == verdict).count();
            let open = match count(Verdict::Limit) {
                0 => String::new(),
                open => format!(", {open} without an answer"),
            };
            let (violated, all) = (count(Verdict::Violated), report.findings.len());
            format!(
                "All orders: {violated} of {all} properties violated{open}; {}",
                extent(report.states, report.limit)
            )
        }
        Answer::Matrix(matrix) => format!("The fix matrix is done: {} sets of fixes", matrix.cells.len()),
        _ => String::new(),
    }
}

/// How far a search is, in words.
pub fn how_far(how_far: &HowFar, states_a_second: Option<f64>) -> String {
    let mut words = Vec::new();
    if let Some((done, all)) = how_far.sets {
        words.push(format!("set {} of {all}", all.min(done + 1)));
    }
    if let Some(search) = how_far.search {
        words.push(format!("{} states", count(search.states)));
        words.push(format!("{} to go on from", count(search.frontier)));
        words.push(format!("depth {}", search.depth));
    }
    if let Some(rate) = states_a_second {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rate for reading")]
        words.push(format!("{} states/s", grouped(rate as usize)));
    }
    if words.is_empty() { "begins…".into() } else { words.join(" · ") }
}

/// How far a search went.
pub fn extent(states: u32, limit: Option<Limit>) -> String {
    match limit {
        None => format!("exhaustive, {}", plural(states, "state")),
        Some(Limit::States(most)) => {
            format!("not exhaustive, stopped at the limit of {} states", count(most))
        }
        Some(limit) => format!("not exhaustive, {limit}, {}", plural(states, "state")),
    }
}

/// Tone, sign and words of a verdict.
pub fn verdict(finding: &Finding) -> (Tone, &'static str, String) {
    match finding.verdict {
        Verdict::Holds => (Tone::Ok, "✓", "holds".into()),
        Verdict::Violated => (Tone::Bad, "✗", format!("violated {}", within(finding))),
        Verdict::Limit => (Tone::Warn, "?", "no answer".into()),
    }
}

fn within(finding: &Finding) -> String {
    match finding.length() {
        Some(0) => "by the initial state".into(),
        Some(1) => "in 1 step".into(),
        Some(steps) => format!("in {} steps", grouped(steps)),
        None => "somewhere".into(),
    }
}

/// The values of a bounded quantity, in ticks and seconds.
pub fn bounds(bounds: Bounds) -> String {
    let Bounds { min_ticks, max_ticks, tick_us } = bounds;
    let (min, max) = (seconds(min_ticks, tick_us), seconds(max_ticks, tick_us));
    format!("{min_ticks} to {max_ticks} ticks, {min} to {max} s")
}

/// What arithmetic says of a property, and whether what was found agrees.
pub fn closed_form(form: &ClosedForm, report: Option<&Report>) -> String {
    let finding =
        report.and_then(|report| Some((report.finding(form.property)?.range?, report.limit.is_none())));
    let found = match finding.map(|(range, exhaustive)| form.agrees(range.max_ticks, exhaustive)) {
        Some(true) => "; what was found agrees",
        Some(false) => "; what was found does not agree",
        None => "",
    };
    format!("By arithmetic {}, as {}{found}", form.value(), form.formula)
}

/// Parameters, budgets and fixes on one line.
pub fn configuration(config: &Config) -> String {
    let list = |words: Vec<String>| if words.is_empty() { "none".to_owned() } else { words.join(", ") };
    let parameters = config.parameters.iter().map(|(id, value)| format!("{id} {value}")).collect();
    let budgets = config.budgets.iter().map(|(id, most)| format!("{id} {most}")).collect();
    format!("{}; faults at most: {}; fixes: {}", list(parameters), list(budgets), list(config.fixes.clone()))
}

/// What an end comes to.
pub fn ending(ending: &Ending, title: impl Fn(&str) -> String) -> String {
    let keys = ending.keys.iter().map(|(key, freshness)| format!("{key} {}", freshness.word()));
    let broken = ending.broken.iter().map(|id| format!("broken: {}", title(id)));
    let words: Vec<_> = keys.chain(broken).collect();
    if words.is_empty() { "nothing broken".into() } else { words.join(", ") }
}

/// A counterexample as a schedule to open; none from another initial state than runs on the page begin in.
pub fn found(example: &Counterexample, fixes: &[String], name: String) -> Option<Found> {
    let open = || Found { fixes: fixes.to_vec(), events: example.events.clone(), name: name.into() };
    (example.initial == 0).then(open)
}

/// A set of fixes, in words.
pub fn set(fixes: &[String]) -> String {
    if fixes.is_empty() { "no fix".into() } else { fixes.join(" + ") }
}

/// The rows of a matrix that say most: no fix, each fix alone, the minimal sufficient sets, and `on`, the set
/// that is on.
pub fn rows(matrix: &Matrix, on: Option<usize>) -> Vec<usize> {
    let mut wanted = matrix.minimal_for_all();
    wanted.extend((0..matrix.properties.len()).flat_map(|property| matrix.minimal(&[property])));
    wanted.extend(on);
    let says_most = |cell: &usize| matrix.sets[*cell].count_ones() < 2 || wanted.contains(cell);
    matrix.order().into_iter().filter(says_most).collect()
}

/// A cell, read out.
pub fn cell_told(cell: &Cell, finding: &Finding, title: &str, fixes: &[String]) -> String {
    let (_, _, words) = verdict(finding);
    let then = match finding.verdict {
        Verdict::Violated => "opens the run",
        Verdict::Holds | Verdict::Limit => "switches to these fixes",
    };
    format!("{}: {title}: {words}; {}; {then}", set(fixes), extent(cell.states, cell.limit))
}

fn count(count: u32) -> String {
    grouped(usize::try_from(count).unwrap_or(usize::MAX))
}

/// A count with its noun.
pub fn plural(many: u32, noun: &str) -> String {
    format!("{} {noun}{}", count(many), if many == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Kind;
    use crate::trace::Trace;
    use crate::ui::opened::{Opened, Origin};
    use crate::ui::state::Action;

    fn opened() -> State {
        let model = crate::model::MODELS[0].info().id.to_owned();
        let trace = Trace::new(Config { model, ..Config::default() }, Vec::new());
        State::default().apply(Action::Open(Opened::new(None, Origin::Model, trace).unwrap()))
    }

    fn answered(state: &State, order: Order) -> State {
        let mut task = crate::protocol::Task::begin(&order).unwrap();
        let state = state.apply(Action::Ask(Box::new(order)));
        let id = state.checks.pending(Desk::Search).unwrap().id;
        while task.advance(10_000) {}
        state.apply(Action::Answered(id, Ok(task.answer().into())))
    }

    fn run(state: &State) -> &Opened {
        state.opened.as_ref().unwrap()
    }

    #[test]
    fn a_verdict_belongs_to_its_fixes_and_comes_back_with_them() {
        let state = opened();
        let fix = run(&state).run.info().fixes[0].id;
        let state = answered(&state, run(&state).check_order());
        assert!(state.said.as_deref().unwrap().contains("properties violated"), "{:?}", state.said);
        assert!(Orders::of(&state).check.is_some());
        let other = state.apply(Action::ToggleFix(fix));
        assert!(Orders::of(&other).check.is_none());
        let back = other.apply(Action::ShowStart).apply(Action::ToggleFix(fix));
        assert!(Orders::of(&back).check.is_some() && Orders::of(&back).pending.is_none());
    }

    #[test]
    fn every_counterexample_of_the_matrix_breaks_its_property_as_a_run() {
        let state = opened();
        let state = answered(&state, run(&state).matrix_order().unwrap());
        let known = Orders::of(&state).matrix.unwrap();
        let matrix = known.matrix().unwrap();
        let shown = rows(matrix, Some(3));
        assert!(shown.contains(&3) && shown.len() < matrix.cells.len());
        for cell in shown {
            let fixes = known.fixes_of(matrix, cell);
            for finding in &matrix.cells[cell].findings {
                let Some(example) = &finding.counterexample else { continue };
                let found = found(example, &fixes, finding.property.clone()).unwrap();
                let state = state.apply(Action::OpenSchedule(found));
                let run = run(&state);
                assert_eq!((run.cursor(), run.len()), (example.events.len(), example.events.len()));
                assert_eq!((&run.trace.config.fixes, run.run == run.original), (&fixes, true));
                let told = run.run.properties(run.len());
                let broken = told.iter().find(|told| told.info.id == finding.property).unwrap();
                assert_ne!(
                    broken.status,
                    crate::trace::Status::Holds,
                    "{} under {fixes:?}",
                    finding.property
                );
                assert!((1..=run.len()).all(|step| !run.run.is_refused(step)));
            }
        }
    }

    #[test]
    fn a_found_run_keeps_its_name_until_it_is_changed_and_a_full_trace_says_so() {
        let state = opened();
        let event = run(&state).nth_choice(1).unwrap();
        let found = Found { fixes: Vec::new(), events: vec![event; 1], name: "breaks p".into() };
        let state = state.apply(Action::OpenSchedule(found.clone()));
        assert_eq!(run(&state).names, [(1, found.name.clone())]);
        assert_eq!(state.said.as_deref(), Some("Opened as a branch of yours: breaks p"));
        assert!(run(&state.apply(Action::ChooseNth(1))).names.is_empty());
        let fixes = run(&state).run.info().fixes.iter().map(|fix| fix.id.to_owned()).collect::<Vec<_>>();
        let sets = |bits: usize| fixes.iter().enumerate().filter(move |(bit, _)| bits >> bit & 1 != 0);
        let full = (0..crate::trace::MAX_BRANCHES).fold(state, |state, bits| {
            let fixes = sets(bits).map(|(_, fix)| fix.clone()).collect();
            state.apply(Action::OpenSchedule(Found { fixes, ..found.clone() }))
        });
        assert_eq!(run(&full).trace.branches.len(), crate::trace::MAX_BRANCHES);
        assert_eq!(full.notices.list()[0].title, "This run could not be opened");
    }

    #[test]
    fn progress_does_not_take_back_what_was_said() {
        let state = opened();
        let state = state.apply(Action::Ask(Box::new(run(&state).check_order())));
        let id = state.checks.pending(Desk::Search).unwrap().id;
        let state = state.apply(Action::HowFar(id, HowFar::default(), 5.0));
        assert_eq!(state.said.as_deref(), Some("Checking all orders"));
        let state = state.apply(Action::CancelCheck(Desk::Search));
        assert_eq!(state.said.as_deref(), Some("The search was cancelled"));
        assert!(Orders::of(&state).pending.is_none());
    }

    #[test]
    fn a_closed_form_is_told_with_what_was_found() {
        let mut config = Config { model: "druid-consul".into(), ..Config::default() };
        config.budgets.insert("invalidate".into(), 1);
        let form = crate::model::find(&config.model).unwrap().closed_form(&config).unwrap();
        let words = "By arithmetic 1 tick, 3.3 s, as max(0, healthCheckInterval - lock-delay)";
        assert_eq!(closed_form(&form, None), words);
        let mut job =
            crate::model::check(&config, &crate::model::Ask::all(crate::check::Limits::COMMAND)).unwrap();
        while job.advance(10_000) {}
        assert_eq!(closed_form(&form, Some(&job.report())), format!("{words}; what was found agrees"));
        let wrong = ClosedForm { least: 2, most: 2, ..form };
        assert!(closed_form(&wrong, Some(&job.report())).ends_with("does not agree"));
        config.budgets.insert("cut".into(), 1);
        assert!(crate::model::find(&config.model).unwrap().closed_form(&config).is_none());
    }

    #[test]
    fn words_of_verdicts_and_limits() {
        let mut finding = Finding {
            property: "p".into(),
            kind: Kind::Bounded,
            verdict: Verdict::Limit,
            counterexample: None,
            range: None,
            fewest_faults: None,
            fewest_switches: None,
        };
        assert_eq!(verdict(&finding).2, "no answer");
        finding.verdict = Verdict::Violated;
        finding.counterexample =
            Some(Counterexample { initial: 0, events: Vec::new(), faults: 0, switches: 0 });
        assert_eq!(verdict(&finding).2, "violated by the initial state");
        assert_eq!(
            bounds(Bounds { min_ticks: 3, max_ticks: 20, tick_us: 1_666_666 }),
            "3 to 20 ticks, 5 to 33.3 s"
        );
        let limit = Some(Limit::States(5_000_000));
        assert_eq!(extent(5_000_000, limit), "not exhaustive, stopped at the limit of 5,000,000 states");
        assert_eq!(extent(1, None), "exhaustive, 1 state");
    }
}
