//! A rolling update of Druid on Kubernetes: Coordinators and Overlords, one process or two, that elect their
//! leaders by ConfigMap locks (`K8sDruidLeaderSelector`, the library's `LeaderElector`). Ticked: 1 tick = 5 s.
//!
//! Time is urgent: a tick waits for everything that is due. An action with slack (a poll within two ticks,
//! the elector's look at its flag within one) may come at any moment until its time is up.

mod action;
mod actors;
mod guard;
mod info;
mod logs;
mod present;
mod properties;
mod scene;
mod sentence;
mod state;
mod step;

pub(super) use info::INFO;

use crate::machine::{
    ActorInfo, Class, Config, ConfigError, ConfigPlace, Machine, Property, Resolved, Unwatched,
};
use crate::part::Sight;
use action::{Action, ordinal};
use guard::Refusal;
use state::{Hook, MEMBERS, Member, PODS, Phase, Pod, Role, State, Supervisors};

/// A tick, in milliseconds.
const TICK_MS: u32 = 5_000;
/// How long the join waits for the elector thread, in ticks (`awaitTermination(10 s)`).
const JOIN_TICKS: u8 = 2;
/// The retry period of the renew loop, in ticks.
const RETRY_TICKS: u8 = 1;
/// What a preStop hook takes of the grace period, in ticks.
const PRE_STOP_TICKS: u8 = 2;

/// A toggle of this model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fix {
    SplitOverlord,
    CoordinatorOnlyChange,
    JoinOutsideMonitor,
    OverlordJoinOutsideLock,
    ReleaseAfterJoin,
    ReleaseWithoutJoin,
    LeaderLast,
    ShorterLease,
    StableIdentity,
    ParallelSupervisorStop,
    HookGuard,
    LongerGrace,
    PreStop,
}

/// All but `pdb`, which nothing consults.
const FIXES: [(Fix, &str); 13] = [
    (Fix::SplitOverlord, "split_overlord"),
    (Fix::CoordinatorOnlyChange, "coordinator_only_change"),
    (Fix::JoinOutsideMonitor, "join_outside_monitor"),
    (Fix::OverlordJoinOutsideLock, "overlord_join_outside_lock"),
    (Fix::ReleaseAfterJoin, "release_after_join"),
    (Fix::ReleaseWithoutJoin, "release_without_join"),
    (Fix::LeaderLast, "leader_last"),
    (Fix::ShorterLease, "shorter_lease"),
    (Fix::StableIdentity, "stable_identity"),
    (Fix::ParallelSupervisorStop, "parallel_supervisor_stop"),
    (Fix::HookGuard, "hook_guard"),
    (Fix::LongerGrace, "longer_grace"),
    (Fix::PreStop, "pre_stop"),
];

/// What is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    CoordinatorOnly,
    CommonConfig,
    None,
}

/// The model under one configuration.
#[derive(Clone, Debug)]
pub struct DruidRollout {
    /// Pods of each `StatefulSet`.
    members: u8,
    split: bool,
    change: Change,
    /// Who leads at the beginning, by [`Role`].
    leaders: [Member; 2],
    restart: u8,
    grace: u8,
    jetty: u8,
    sm_stop: u8,
    worker_sync: u8,
    renew_deadline: u8,
    /// The lease, in ticks.
    lease: u8,
    /// The longest time between two looks at a lock, in ticks.
    poll: u8,
    stable: bool,
    partitions: u8,
    /// A bit by [`Fix`].
    fixes: u16,
    /// The pods in the order in which they get SIGTERM, and how many.
    order: [Pod; PODS as usize],
    rolls: u8,
    actors: Vec<ActorInfo>,
}

impl DruidRollout {
    /// The model under a configuration.
    ///
    /// # Errors
    /// When the configuration does not fit what the model declares.
    ///
    /// # Panics
    /// Never: all numbers are bounded by the declaration.
    pub fn new(config: &Config) -> Result<Self, ConfigError> {
        let resolved = Resolved::new(&INFO, config)?;
        let number =
            |id: &str| u8::try_from(resolved.number(id)).expect("bounded by the model's declaration");
        let has = |fix: Fix| FIXES.iter().any(|&(known, id)| known == fix && resolved.has_fix(id));
        let members = number("pods");
        let leader = |id: &str| {
            let place = ConfigPlace::Parameter(id.to_owned());
            let message =
                format!("`{id}` is {}; expected 0 to {} with {members} pods", number(id), members - 1);
            if number(id) < members { Ok(number(id)) } else { Err(ConfigError { place, message }) }
        };
        let short = has(Fix::ShorterLease);
        let mut model = Self {
            members,
            split: resolved.choice("mode") == "split" || has(Fix::SplitOverlord),
            change: match resolved.choice("change") {
                "common_config" if has(Fix::CoordinatorOnlyChange) => Change::CoordinatorOnly,
                "common_config" => Change::CommonConfig,
                "none" => Change::None,
                _ => Change::CoordinatorOnly,
            },
            leaders: [leader("leader_c")?, leader("leader_o")?],
            restart: number("restart"),
            grace: if has(Fix::LongerGrace) { number("grace").max(120) } else { number("grace") },
            jetty: number("jetty"),
            sm_stop: if has(Fix::ParallelSupervisorStop) {
                number("sm_stop").min(1)
            } else {
                number("sm_stop")
            },
            worker_sync: number("worker_sync"),
            renew_deadline: if short { 2 } else { number("renew_deadline") },
            lease: if short { 3 } else { 12 },
            poll: if short { 1 } else { 2 },
            stable: resolved.choice("identity") == "stable" || has(Fix::StableIdentity),
            partitions: u8::try_from(resolved.budget("partition")).expect("bounded by the declaration"),
            fixes: FIXES.iter().filter(|(_, id)| resolved.has_fix(id)).map(|&(fix, _)| 1 << fix as u16).sum(),
            order: [0; PODS as usize],
            rolls: 0,
            actors: Vec::new(),
        };
        model.plan();
        model.actors = actors::of(&model);
        Ok(model)
    }

    /// Lays down the order of the rollout: reverse ordinal order, Coordinators before Overlords.
    fn plan(&mut self) {
        let mut roll = |first: Pod, leader: Member| {
            let last = self.fixes >> Fix::LeaderLast as u16 & 1 != 0;
            let others = (0..self.members).rev().filter(|&member| !last || member != leader);
            for member in others.chain(Some(leader).filter(|_| last)) {
                self.order[usize::from(self.rolls)] = first + member;
                self.rolls += 1;
            }
        };
        let [coordinator, overlord] = self.leaders;
        match (self.change, self.split) {
            (Change::None, _) => {}
            (_, false) => roll(0, overlord),
            (Change::CoordinatorOnly, true) => roll(0, coordinator),
            (Change::CommonConfig, true) => {
                roll(0, coordinator);
                roll(MEMBERS, overlord);
            }
        }
    }

    fn has(&self, fix: Fix) -> bool {
        self.fixes >> fix as u16 & 1 != 0
    }

    /// The pods, in the order in which they are shown.
    fn pods(&self) -> impl Iterator<Item = Pod> + use<> {
        let overlords = if self.split { self.members } else { 0 };
        (0..self.members).chain(MEMBERS..MEMBERS + overlords)
    }

    fn members(&self) -> impl Iterator<Item = Member> + use<> {
        0..self.members
    }

    /// The pod in which a candidate of a role runs.
    fn pod_of(&self, role: Role, member: Member) -> Pod {
        if self.split && role == Role::Overlord { MEMBERS + member } else { member }
    }

    /// Whether the pod plays the role.
    fn plays(&self, pod: Pod, role: Role) -> bool {
        self.pod_of(role, ordinal(pod)) == pod && ordinal(pod) < self.members
    }

    fn roles(&self, pod: Pod) -> impl Iterator<Item = Role> + use<'_> {
        Role::ALL.into_iter().filter(move |&role| self.plays(pod, role))
    }

    /// The member that renews the lock: named by it, in its renew loop, and able to reach it.
    fn renewer(&self, state: &State, role: Role) -> Option<Member> {
        let state::Holder::Live(member) = state.holder(role) else { return None };
        let renews = state.elector(role, member).phase == Phase::Leading
            && state.cut() != Some(self.pod_of(role, member));
        renews.then_some(member)
    }

    /// Whether an Overlord answers clients.
    fn is_served(&self, state: &State) -> bool {
        self.members().any(|member| self.serves(state, member))
    }

    /// Whether this Overlord answers clients itself.
    fn serves(&self, state: &State, member: Member) -> bool {
        state.pod(self.pod_of(Role::Overlord, member)).serves_http()
            && state.overlord(member).hook == Hook::Initialized
    }

    /// Whether every pod of the rollout was restarted and all are Ready.
    fn is_over(&self, state: &State) -> bool {
        state.rolled == self.rolls && self.pods().all(|pod| state.pod(pod).stage == state::Stage::Up)
    }

    /// How often the Overlord's leadership was taken, once the rollout is over and an Overlord leads.
    pub fn handoffs(&self, state: &State) -> Option<u8> {
        let led = self.renewer(state, Role::Overlord);
        let done = led.is_some_and(|member| state.overlord(member).hook == Hook::Initialized);
        (self.is_over(state) && done).then_some(state.handoffs)
    }

    /// How many handoffs a rollout needs: one, when it restarts the Overlords.
    fn needed_handoffs(&self) -> u8 {
        u8::from(self.order[..usize::from(self.rolls)].iter().any(|&pod| self.plays(pod, Role::Overlord)))
    }

    /// Every action that could be enabled, in the fixed order.
    fn candidates(&self, mut offer: impl FnMut(Action)) {
        offer(Action::Sigterm);
        offer(Action::Sigkill);
        for pod in self.pods() {
            Action::of_pod(pod).for_each(&mut offer);
        }
        for pod in self.pods().filter(|_| self.partitions > 0) {
            offer(Action::Partition(pod));
        }
        offer(Action::Tick);
        if self.partitions > 0 {
            offer(Action::Heal);
        }
    }
}

impl Machine for DruidRollout {
    type State = State;
    type Action = Action;
    type Refusal = Refusal;

    fn initial(&self, out: &mut Vec<State>) {
        let mut state = State::default();
        state.partitions_left = self.partitions;
        for role in Role::ALL {
            let leader = self.leaders[role as usize];
            for member in self.members().filter(|&member| member != leader) {
                state.set_elector(role, member, Phase::Polling, 0);
            }
            state.set_elector(role, leader, Phase::Leading, 1);
            state.lock_mut(role).write(Some(leader));
            state.lock_mut(role).renewed();
            for member in self.members().filter(|&member| member != leader) {
                state.lock_mut(role).set_sight(member, Sight::Seen(1));
            }
        }
        let overlord = state.overlord_mut(self.leaders[Role::Overlord as usize]);
        overlord.hook = Hook::Initialized;
        overlord.supervisors = Supervisors::Up;
        out.push(state);
    }

    fn enabled(&self, state: &State, out: &mut Vec<Action>) {
        self.candidates(|action| {
            if self.guard_of(state, action).is_ok() {
                out.push(action);
            }
        });
    }

    fn guard(&self, state: &State, action: Action) -> Result<(), Refusal> {
        self.guard_of(state, action)
    }

    fn step(&self, state: &State, action: Action) -> State {
        debug_assert_eq!(self.guard_of(state, action), Ok(()), "only enabled actions are applied");
        let mut after = *state;
        self.apply(&mut after, action, &mut Unwatched::default());
        after
    }

    fn class(&self, action: Action) -> Class {
        match action {
            Action::Tick | Action::Heal => Class::Background,
            Action::Exit(_) | Action::Sigkill => Class::Exit,
            Action::Partition(_) => Class::Fault,
            _ => Class::Internal,
        }
    }

    fn properties() -> &'static [Property<Self>] {
        properties::PROPERTIES
    }
}
