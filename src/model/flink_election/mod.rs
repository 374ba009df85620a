//! Flink's leader election on Kubernetes: `DefaultLeaderElectionService` (asynchronous confirmation, as in
//! 2.3.0), its Kubernetes driver and elector, the contenders, and one shared ConfigMap. FLINK-40114.

mod action;
mod actors;
mod guard;
mod handler;
mod info;
mod logs;
#[cfg(not(target_arch = "wasm32"))]
mod observe;
mod present;
mod properties;
mod queues;
mod scene;
mod sentence;
mod state;
mod step;

pub(super) use info::INFO;

use crate::machine::{Class, Config, ConfigError, Machine, Property, Resolved, Unwatched};
use action::Action;
use guard::Refusal;
use state::{Component, JMS, Jm, Owner, State};

/// A toggle of this model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fix {
    IgnorePendingConfirm,
    IgnorePendingGrant,
    Retry,
    Escalate,
    OnExecutor,
    KeepOwn,
    Reconcile,
}

/// In the order of [`INFO`].
const FIXES: [(Fix, &str); 7] = [
    (Fix::IgnorePendingConfirm, "ignore_pending_confirm"),
    (Fix::IgnorePendingGrant, "ignore_pending_grant"),
    (Fix::Retry, "retry"),
    (Fix::Escalate, "escalate"),
    (Fix::OnExecutor, "on_executor"),
    (Fix::KeepOwn, "keep_own"),
    (Fix::Reconcile, "reconcile"),
];

/// How a run begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Init {
    Empty,
    StaleOfDead,
    Leading,
}

/// The model under one configuration.
#[derive(Clone, Debug)]
pub struct FlinkElection {
    jobmanagers: u8,
    /// Registered components, a bit each.
    components: u8,
    init: Init,
    confirm_fail: u8,
    loss: u8,
    crash: u8,
    /// A bit by [`Fix`].
    fixes: u8,
}

/// Takes every action that could be enabled.
trait Candidates {
    fn offer(&mut self, action: Action);
}

/// Every one of them.
impl Candidates for Vec<Action> {
    fn offer(&mut self, action: Action) {
        self.push(action);
    }
}

/// Those that their guard lets pass.
struct Enabled<'a> {
    model: &'a FlinkElection,
    state: &'a State,
    out: &'a mut Vec<Action>,
}

impl Candidates for Enabled<'_> {
    #[allow(clippy::inline_always, reason = "a named action leaves nothing of the guards but its own")]
    #[inline(always)]
    fn offer(&mut self, action: Action) {
        if self.model.guard_of(self.state, action).is_ok() {
            self.out.push(action);
        }
    }
}

impl FlinkElection {
    /// The model under a configuration.
    ///
    /// # Errors
    /// When the configuration does not fit what the model declares.
    ///
    /// # Panics
    /// Never: all numbers are bounded by the declaration.
    pub fn new(config: &Config) -> Result<Self, ConfigError> {
        let resolved = Resolved::new(&INFO, config)?;
        let registered = resolved.set_of("components");
        let bit = |component: Component| u8::from(registered.contains(&component.id())) << component as u8;
        let small = |number: u32| u8::try_from(number).expect("bounded by the model's declaration");
        let fixes = FIXES.iter().filter(|(_, id)| resolved.has_fix(id));
        Ok(Self {
            jobmanagers: small(resolved.number("jobmanagers")),
            components: Component::ALL.into_iter().map(bit).sum(),
            init: match resolved.choice("init") {
                "empty" => Init::Empty,
                "stale_of_dead" => Init::StaleOfDead,
                _ => Init::Leading,
            },
            confirm_fail: small(resolved.budget("confirm_fail")),
            loss: small(resolved.budget("loss")),
            crash: small(resolved.budget("crash")),
            fixes: fixes.map(|&(fix, _)| 1 << fix as u8).sum(),
        })
    }

    fn has(&self, fix: Fix) -> bool {
        self.fixes >> fix as u8 & 1 != 0
    }

    fn jms(&self) -> impl Iterator<Item = Jm> + use<> {
        0..self.jobmanagers
    }

    fn is_registered(&self, component: Component) -> bool {
        self.components >> component as u8 & 1 != 0
    }

    /// The registered components, in the order in which the service iterates.
    fn components(&self) -> impl Iterator<Item = Component> + use<> {
        let components = self.components;
        Component::ALL.into_iter().filter(move |&component| components >> component as u8 & 1 != 0)
    }

    /// Every action that could be enabled in the state, in the fixed order.
    fn candidates(&self, state: &State, out: &mut impl Candidates) {
        for jm in 0..JMS.min(self.jobmanagers) {
            let process = state.jm(jm);
            out.offer(Action::Acquire(jm));
            out.offer(Action::Callback(jm));
            out.offer(Action::Observe(jm));
            out.offer(Action::Renew(jm));
            out.offer(Action::LoseKeep(jm));
            out.offer(Action::LoseRelease(jm));
            out.offer(Action::Steal(jm));
            out.offer(Action::Run(jm));
            out.offer(Action::RunFail(jm));
            out.offer(Action::Handle(jm));
            for component in self.components() {
                for session in process.waiting(component) {
                    out.offer(Action::confirm(jm, component, session));
                    out.offer(Action::abandon(jm, component, session));
                }
                if self.has(Fix::Reconcile) {
                    out.offer(Action::reconcile(jm, component));
                }
            }
            out.offer(Action::Crash(jm));
        }
    }
}

impl Machine for FlinkElection {
    type State = State;
    type Action = Action;
    type Refusal = Refusal;

    fn initial(&self, out: &mut Vec<State>) {
        let mut state = State::with_budgets(self.confirm_fail, self.loss, self.crash);
        match self.init {
            Init::Empty => {}
            Init::StaleOfDead => {
                for component in self.components() {
                    state.api.set_entry(component, Some((0, Owner::Dead)));
                }
            }
            Init::Leading => {
                let session = state.next_session();
                state.api.set_holder(Owner::Jm(0));
                let leader = state.jm_mut(0);
                leader.set_holds_lock(true);
                leader.set_issued(Some(session));
                for component in self.components() {
                    state.jm_mut(0).set_confirmed(component, Some(session));
                    state.api.set_entry(component, Some((session, Owner::Jm(0))));
                }
            }
        }
        out.push(state);
    }

    fn enabled(&self, state: &State, out: &mut Vec<Action>) {
        self.candidates(state, &mut Enabled { model: self, state, out });
    }

    fn guard(&self, state: &State, action: Action) -> Result<(), Refusal> {
        self.guard_of(state, action)
    }

    fn step(&self, state: &State, action: Action) -> State {
        let mut after = *state;
        self.step_in_place(&mut after, action);
        after
    }

    fn step_in_place(&self, state: &mut State, action: Action) {
        debug_assert_eq!(self.guard_of(state, action), Ok(()), "only enabled actions are applied");
        self.apply(state, action, &mut Unwatched::default());
    }

    fn class(&self, action: Action) -> Class {
        match action {
            Action::Renew(_) => Class::Background,
            Action::LoseKeep(_)
            | Action::LoseRelease(_)
            | Action::Steal(_)
            | Action::RunFail(_)
            | Action::Crash(_) => Class::Fault,
            _ => Class::Internal,
        }
    }

    fn properties() -> &'static [Property<Self>] {
        properties::PROPERTIES
    }
}
