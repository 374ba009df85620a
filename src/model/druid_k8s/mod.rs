//! One Druid Coordinator pod on Kubernetes that is told to end: `Lifecycle.stop()` on the JVM's shutdown hook
//! against the electors of both roles, as `druid-kubernetes-extensions` has them.

mod action;
mod actors;
mod elector;
mod guard;
mod hook;
mod info;
mod listing;
mod logs;
mod observe;
mod present;
mod properties;
mod scene;
mod sentence;
mod state;
mod step;

pub(super) use info::INFO;

use crate::machine::{Class, Config, ConfigError, Machine, Property, Resolved, Unwatched};
use crate::part::{Stage, stop_order};
use action::Action;
use guard::Refusal;
use state::{Elector, Hook, Lease, Role, State, Supervisors, Thread};

/// The steps of `DruidCoordinator.stopBeingLeader`: log and cache, load queues, announcement, lookups, metadata, balancer.
const RELINQUISH_STEPS: u8 = 6;
/// The step within which the callbacks of queued requests are submitted: after the first is done.
const LOAD_QUEUES: u8 = 1;
/// The components of the Overlord's "task-master" lifecycle, in the order in which they stop.
const TASK_MASTER: [&str; 5] = ["announcement", "duties", "SupervisorManager", "TaskQueue", "TaskRunner"];
/// The position of the `SupervisorManager` among them.
const SUPERVISOR_MANAGER: u8 = 2;
/// The wait of `LeaderElectorAsyncWrapper.close()`, in ticks of 5 s.
const JOIN_TICKS: u8 = 2;
/// How much longer a slow relinquish takes than that wait, in ticks.
const SLOW_TICKS: u8 = 2;

/// The steps of `DruidOverlord.stop()`.
mod overlord {
    pub(super) const LOCK: u8 = 0;
    pub(super) const GRACEFUL: u8 = 1;
    pub(super) const CLOSE: u8 = 2;
    pub(super) const JOIN: u8 = 3;
}

/// The steps of `DruidCoordinator.stop()`.
mod coordinator {
    pub(super) const LOCK: u8 = 0;
    pub(super) const SYNC: u8 = 1;
    pub(super) const CLOSE: u8 = 2;
    pub(super) const JOIN: u8 = 3;
    pub(super) const CLEAN: u8 = 4;
}

/// A handler of the Lifecycle, or all others of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Handler {
    /// `K8sDruidNodeAnnouncer`.
    Announcer,
    /// The HTTP server.
    Jetty,
    /// The pools of the duty groups, registered at leadership.
    DutyPools,
    /// `DruidOverlord`.
    Overlord,
    /// `DruidCoordinator`.
    Coordinator,
    /// Whatever was built between the pools and the Coordinator.
    Between,
    /// `Master-PeonExec`.
    PeonPool,
    /// `LoadQueuePeon-callbackexec`.
    CallbackPool,
    /// Everything registered before.
    Rest,
}

impl Handler {
    /// What the Lifecycle prints of it, if that is more than the class of some handler.
    fn printed(self) -> Option<&'static str> {
        match self {
            Self::Overlord => Some("DruidOverlord"),
            Self::Coordinator => Some("DruidCoordinator"),
            _ => None,
        }
    }
}

/// A toggle of this model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fix {
    JoinOutsideMonitor,
    OverlordJoinOutsideLock,
    SynchronousStop,
    Drain,
    LatePool,
    Tolerate,
    ReleaseAfterJoin,
    ReleaseWithoutJoin,
    OverlordGuard,
    HookGuard,
}

/// The fixes that change steps. The others set parameters, or nothing.
const FIXES: [(Fix, &str); 10] = [
    (Fix::JoinOutsideMonitor, "join_outside_monitor"),
    (Fix::OverlordJoinOutsideLock, "overlord_join_outside_lock"),
    (Fix::SynchronousStop, "synchronous_stop"),
    (Fix::Drain, "drain"),
    (Fix::LatePool, "late_pool"),
    (Fix::Tolerate, "tolerate"),
    (Fix::ReleaseAfterJoin, "release_after_join"),
    (Fix::ReleaseWithoutJoin, "release_without_join"),
    (Fix::OverlordGuard, "overlord_guard"),
    (Fix::HookGuard, "hook_guard"),
];

/// What the pod leads when a run begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    Both,
    Coordinator,
    Overlord,
    Standby,
    /// Leads the Coordinators; the promotion to Overlord is half way.
    Promoting,
    /// Both locks are just acquired, and the start hooks still wait for their workers.
    Acquired,
}

/// When a join can time out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Timeouts {
    /// A thread that could run may stand still for 10 s.
    Any,
    /// Only when no other thread of the pod can move.
    WhenIdle,
}

/// The model under one configuration.
#[derive(Clone, Debug)]
pub struct DruidK8s {
    /// The stop order.
    handlers: Vec<(Stage, Handler)>,
    split: bool,
    start: Start,
    servers: u8,
    queued: u8,
    timeouts: Timeouts,
    grace: u8,
    pre_stop: u8,
    jetty: u8,
    supervisor_stop: u8,
    worker_sync: u8,
    slow_relinquish: u8,
    interrupt: u8,
    promotion_fails: u8,
    /// A bit by [`Fix`].
    fixes: u16,
}

impl DruidK8s {
    /// The model under a configuration.
    ///
    /// # Errors
    /// When the configuration does not fit what the model declares.
    ///
    /// # Panics
    /// Never: all numbers are bounded by the declaration.
    pub fn new(config: &Config) -> Result<Self, ConfigError> {
        let resolved = Resolved::new(&INFO, config)?;
        let small = |number: u32| u8::try_from(number).expect("bounded by the model's declaration");
        let number = |id: &str| small(resolved.number(id));
        let on = FIXES.iter().filter(|(_, id)| resolved.has_fix(id));
        let supervisor_stop = number("supervisor_stop");
        let mut model = Self {
            handlers: Vec::new(),
            split: resolved.choice("mode") == "split",
            start: match resolved.choice("start") {
                "leading_both" => Start::Both,
                "leading_coordinator" => Start::Coordinator,
                "leading_overlord" => Start::Overlord,
                "standby" => Start::Standby,
                "promoting" => Start::Promoting,
                _ => Start::Acquired,
            },
            servers: number("servers"),
            queued: number("queued"),
            timeouts: if resolved.choice("timeouts") == "any" { Timeouts::Any } else { Timeouts::WhenIdle },
            grace: if resolved.has_fix("longer_grace") { 120.max(number("grace")) } else { number("grace") },
            pre_stop: if resolved.has_fix("pre_stop") { 2 } else { 0 },
            jetty: number("jetty"),
            supervisor_stop: if resolved.has_fix("parallel_supervisor_stop") {
                supervisor_stop.min(1)
            } else {
                supervisor_stop
            },
            worker_sync: number("worker_sync"),
            slow_relinquish: small(resolved.budget("slow_relinquish")),
            interrupt: small(resolved.budget("interrupt")),
            promotion_fails: small(resolved.budget("promotion_fails")),
            fixes: on.map(|&(fix, _)| 1 << fix as u16).sum(),
        };
        let coordinator_first = resolved.choice("order") == "coordinator_first";
        model.handlers = stop_order(&model.registered(resolved.number("between") > 0, coordinator_first));
        Ok(model)
    }

    /// The handlers in the order in which `CliCoordinator` registers them. What is built first is registered
    /// first: the pools are constructor parameters of `DruidCoordinator`, and the Overlord's object is
    /// built by the HTTP server's redirects unless something earlier asks for it.
    fn registered(&self, between: bool, coordinator_first: bool) -> Vec<(Stage, Handler)> {
        let pool_stage = if self.has(Fix::LatePool) { Stage::Init } else { Stage::Normal };
        let mut registered = vec![
            (Stage::Normal, Handler::Rest),
            (pool_stage, Handler::CallbackPool),
            (Stage::Normal, Handler::PeonPool),
        ];
        if between {
            registered.push((Stage::Normal, Handler::Between));
        }
        let roles = match (self.split, coordinator_first) {
            (true, _) => &[Handler::Coordinator][..],
            (false, false) => &[Handler::Coordinator, Handler::Overlord],
            (false, true) => &[Handler::Overlord, Handler::Coordinator],
        };
        registered.extend(roles.iter().map(|&role| (Stage::Normal, role)));
        registered.push((Stage::Normal, Handler::DutyPools));
        registered.push((Stage::Server, Handler::Jetty));
        registered.push((Stage::Announcements, Handler::Announcer));
        registered
    }

    fn has(&self, fix: Fix) -> bool {
        self.fixes >> fix as u16 & 1 != 0
    }

    /// Whether the role is part of the process.
    fn has_role(&self, role: Role) -> bool {
        role == Role::Coordinator || !self.split
    }

    /// The handler that is stopping; none before SIGTERM and after the last.
    fn handler(&self, state: &State) -> Option<Handler> {
        let position = state.life.position()?;
        self.handlers.get(usize::from(position)).map(|&(_, handler)| handler)
    }

    /// What a role of the process is at when the run begins.
    fn begin_role(&self, state: &mut State, role: Role) {
        let leads = match role {
            Role::Coordinator => self.begins_as_coordinator(),
            Role::Overlord => matches!(self.start, Start::Both | Start::Overlord),
        };
        let promoting = role == Role::Overlord && self.start == Start::Promoting;
        let acquired = self.start == Start::Acquired;
        if leads || promoting || acquired {
            let selector = state.of_mut(role);
            selector.elector = Elector::Renewing;
            selector.lease = Lease::Ours;
            selector.leader = !acquired;
            selector.hook = match (promoting, acquired) {
                (true, _) => Hook::Step1,
                (_, true) => Hook::Queued,
                _ => Hook::None,
            };
        }
        if promoting {
            state.wait(role, Thread::HookO);
            state.enter(role, Thread::HookO);
        }
        if role == Role::Overlord && leads {
            state.supervisors = Supervisors::Up;
            state.initialized = true;
        }
        state.task_master |= role == Role::Overlord && (leads || promoting);
    }

    /// Whether the pod leads the Coordinators when the run begins.
    fn begins_as_coordinator(&self) -> bool {
        matches!(self.start, Start::Both | Start::Coordinator | Start::Promoting)
    }

    /// Whether the pod was Coordinator leader at some time.
    fn led_coordinator(&self, state: &State) -> bool {
        self.begins_as_coordinator() || state.of(Role::Coordinator).hook == Hook::Promoted
    }

    /// The requests in the load queues when the run begins.
    fn requests(&self) -> u8 {
        if self.begins_as_coordinator() { self.servers * self.queued } else { 0 }
    }
}

impl Machine for DruidK8s {
    type State = State;
    type Action = Action;
    type Refusal = Refusal;

    fn initial(&self, out: &mut Vec<State>) {
        let mut state = State {
            elapsed: self.pre_stop.min(self.grace + 1),
            started: true,
            slow_left: self.slow_relinquish,
            interrupt_left: self.interrupt,
            fail_left: self.promotion_fails,
            ..State::default()
        };
        for role in Role::BOTH.into_iter().filter(|&role| self.has_role(role)) {
            self.begin_role(&mut state, role);
        }
        out.push(state);
    }

    fn enabled(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(Action::ALL.into_iter().filter(|&action| self.guard_of(state, action).is_ok()));
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
            Action::TimeOut => Class::Timeout,
            Action::Exit | Action::Sigkill => Class::Exit,
            Action::TimeOutSlow | Action::Interrupt | Action::HookFails(_) => Class::Fault,
            _ => Class::Internal,
        }
    }

    fn properties() -> &'static [Property<Self>] {
        properties::PROPERTIES
    }
}
