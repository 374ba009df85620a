//! The guards: when an action is enabled, and the sentence that refuses it.

use super::action::{Action, POD_IDS, ordinal};
use super::state::{Holder, Hook, MEMBERS, Member, Phase, Pod, Role, Stage, State, Supervisors};
use super::{DruidRollout, Fix, RETRY_TICKS};
use crate::part::Sight;
use std::fmt;

/// Why an action is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Every pod of the rollout got SIGTERM.
    AllRolled,
    /// The pod before it is not Ready.
    NotReady(Pod),
    /// No pod is stopping.
    NothingStops,
    /// The grace period runs.
    GraceLeft(u8),
    /// The grace period is over.
    GraceOver,
    /// The layout has no such pod.
    NoSuchPod,
    /// The pod does not play the role.
    OtherRole(Role),
    /// The Lifecycle thread is not there.
    NotThere,
    /// A timed stage runs.
    Takes(&'static str, u8),
    /// `giant` is owned by another thread.
    GiantOwned(&'static str),
    /// The process is gone.
    Gone,
    /// The pod is up.
    Running,
    /// The elector is not in the acquire loop.
    NotPolling,
    /// The elector is not in the renew loop.
    NotLeading,
    /// The pod is not stopping, so its next renewal comes with the tick.
    RenewsWithTick,
    /// It renewed at this moment.
    Renewed,
    /// The API server can't be reached.
    CutOff,
    /// The lock names another.
    NotNamed,
    /// The lock is renewed, so a look changes nothing.
    LockRenewed,
    /// The lease runs by the candidate's clock.
    LeaseRuns(u8),
    /// The elector's worker did not take the lock.
    NothingAcquired,
    /// The renew deadline has not passed.
    DeadlineRuns(u8),
    /// No elector of this pod gave up.
    DidNotGiveUp,
    /// No start hook waits.
    NoHook,
    /// No promotion is under way.
    NoPromotion,
    /// The budget of the fault is used up.
    BudgetUsedUp,
    /// A pod is cut off already.
    CutAlready,
    /// None is cut off.
    NothingCut,
    /// Something is due before time passes.
    Due(Action),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ticks = |ticks: u8| if ticks == 1 { "tick" } else { "ticks" };
        match *self {
            Self::AllRolled => f.write_str("every pod that the change restarts got SIGTERM"),
            Self::NotReady(pod) => {
                write!(f, "{} is not Ready yet, and the rollout waits for it", POD_IDS[usize::from(pod)])
            }
            Self::NothingStops => f.write_str("no pod is stopping"),
            Self::GraceLeft(left) => write!(f, "the grace period still has {left} {}", ticks(left)),
            Self::GraceOver => f.write_str("the grace period is over, and only SIGKILL is left"),
            Self::NoSuchPod => f.write_str("there is no such pod while one process plays both roles"),
            Self::OtherRole(role) => write!(f, "this pod runs no {}", role.title()),
            Self::NotThere => f.write_str("the Lifecycle thread is not at this step"),
            Self::Takes(what, left) => write!(f, "{what} still takes {left} {}", ticks(left)),
            Self::GiantOwned(by) => write!(f, "the Overlord's lock giant is owned by {by}"),
            Self::Gone => f.write_str("the process is gone"),
            Self::Running => f.write_str("the pod is not restarting"),
            Self::NotPolling => f.write_str("the elector is not in its acquire loop"),
            Self::NotLeading => f.write_str("the elector is not in its renew loop"),
            Self::RenewsWithTick => {
                f.write_str("the pod is not stopping, so its renewal comes with the tick")
            }
            Self::Renewed => f.write_str("it renewed the lock at this moment"),
            Self::CutOff => f.write_str("the pod is cut off from the API server"),
            Self::NotNamed => f.write_str("the lock does not name this process"),
            Self::LockRenewed => f.write_str("the holder renews the lock, so a look at it changes nothing"),
            Self::LeaseRuns(seen) => {
                write!(
                    f,
                    "it first saw this record {seen} {} ago by its own clock: the lease runs",
                    ticks(seen)
                )
            }
            Self::NothingAcquired => f.write_str("the elector's worker has not taken the lock"),
            Self::DeadlineRuns(silence) => write!(
                f,
                "its last renewal was {silence} {} ago, and the renew deadline has not passed",
                ticks(silence)
            ),
            Self::DidNotGiveUp => f.write_str("the elector has not given up its leadership"),
            Self::NoHook => f.write_str("no start hook waits"),
            Self::NoPromotion => f.write_str("no promotion is under way"),
            Self::BudgetUsedUp => f.write_str("the budget of the fault `partition` is used up"),
            Self::CutAlready => f.write_str("a pod is cut off already"),
            Self::NothingCut => f.write_str("no pod is cut off"),
            Self::Due(action) => write!(f, "time does not pass before what is due: {action}"),
        }
    }
}

/// Lets pass, or refuses.
fn ensure(holds: bool, refusal: Refusal) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(refusal) }
}

impl DruidRollout {
    pub(super) fn guard_of(&self, state: &State, action: Action) -> Result<(), Refusal> {
        let absent = action.pod().is_some_and(|pod| pod >= MEMBERS && !self.split);
        ensure(!absent, Refusal::NoSuchPod)?;
        if let (Some(pod), Some(role)) = (action.pod(), action.role()) {
            ensure(self.plays(pod, role), Refusal::OtherRole(role))?;
        }
        match action {
            Action::Sigterm => self.guard_sigterm(state),
            Action::Sigkill => {
                self.stopping(state).ok_or(Refusal::NothingStops)?;
                ensure(
                    self.grace_is_over(state),
                    Refusal::GraceLeft(self.grace.saturating_sub(state.elapsed)),
                )
            }
            Action::StopOverlord(_)
            | Action::Interrupt(..)
            | Action::Join(..)
            | Action::Exit(_)
            | Action::Ready(_) => self.guard_life(state, action),
            Action::Renew(pod, role) => self.guard_renew(state, pod, role),
            Action::Poll(pod, role) => self.guard_poll(state, pod, role),
            Action::Lead(pod, role) => {
                let elector = state.elector(role, ordinal(pod));
                ensure(elector.phase == Phase::Acquired, Refusal::NothingAcquired)
            }
            Action::GiveUp(pod, role) => self.guard_give_up(state, pod, role),
            Action::Relinquish(pod, role) => {
                let elector = state.elector(role, ordinal(pod));
                ensure(elector.phase == Phase::Stopping, Refusal::DidNotGiveUp)?;
                let left = state.overlord(ordinal(pod)).stop_left;
                ensure(left == 0, Refusal::Takes("stopping the supervisors", left))
            }
            Action::HookStart(pod) => self.guard_hook_start(state, pod),
            Action::HookInitialized(pod) => {
                let overlord = state.overlord(ordinal(pod));
                ensure(overlord.hook == Hook::Promoting, Refusal::NoPromotion)?;
                ensure(overlord.hook_left == 0, Refusal::Takes("syncing the workers", overlord.hook_left))
            }
            Action::Partition(pod) => {
                ensure(state.partitions_left > 0, Refusal::BudgetUsedUp)?;
                ensure(state.cut().is_none(), Refusal::CutAlready)?;
                ensure(state.pod(pod).is_alive(), Refusal::Gone)
            }
            Action::Heal => ensure(state.cut().is_some(), Refusal::NothingCut),
            Action::Tick => self.due(state).map_or(Ok(()), |action| Err(Refusal::Due(action))),
        }
    }

    fn guard_sigterm(&self, state: &State) -> Result<(), Refusal> {
        ensure(state.rolled < self.rolls, Refusal::AllRolled)?;
        let before = state.rolled.checked_sub(1).map(|at| self.order[usize::from(at)]);
        let waits = before.filter(|&pod| state.pod(pod).stage != Stage::Up);
        waits.map_or(Ok(()), |pod| Err(Refusal::NotReady(pod)))
    }

    /// The pod between SIGTERM and the end of its process. A rollout stops one at a time.
    pub(super) fn stopping(&self, state: &State) -> Option<Pod> {
        self.pods().find(|&pod| state.pod(pod).is_stopping())
    }

    fn grace_is_over(&self, state: &State) -> bool {
        state.elapsed >= self.grace
    }

    fn guard_life(&self, state: &State, action: Action) -> Result<(), Refusal> {
        let pod = action.pod().expect("the Lifecycle thread belongs to a pod");
        let process = state.pod(pod);
        if let Action::Ready(_) = action {
            ensure(process.stage == Stage::Restarting, Refusal::Running)?;
            return ensure(process.left == 0, Refusal::Takes("the restart", process.left));
        }
        ensure(process.is_alive(), Refusal::Gone)?;
        let at = match action {
            Action::StopOverlord(_) => Stage::Jetty,
            Action::Interrupt(_, Role::Overlord) => Stage::OverlordStop,
            Action::Join(_, Role::Overlord) => Stage::OverlordJoin,
            // A pod without an Overlord comes here straight from Jetty.
            Action::Interrupt(..) if !self.plays(pod, Role::Overlord) => Stage::Jetty,
            Action::Interrupt(..) => Stage::CoordinatorStop,
            Action::Join(..) => Stage::CoordinatorJoin,
            _ => Stage::Rest,
        };
        ensure(process.stage == at, Refusal::NotThere)?;
        ensure(!self.grace_is_over(state), Refusal::GraceOver)?;
        let waits_for = if at == Stage::Jetty { "Jetty" } else { "the wait for the elector thread" };
        ensure(process.left == 0, Refusal::Takes(waits_for, process.left))?;
        let member = ordinal(pod);
        match action {
            Action::StopOverlord(_) => {
                let promoting = state.overlord(member).hook == Hook::Promoting;
                ensure(
                    !promoting,
                    Refusal::GiantOwned("a promotion, and the stop waits without a time-out"),
                )?;
                let gave_up = state.elector(Role::Overlord, member).phase == Phase::Stopping;
                ensure(!gave_up, Refusal::GiantOwned("the elector thread, which stops the supervisors"))
            }
            Action::Interrupt(_, Role::Overlord) => {
                let left = state.overlord(member).stop_left;
                ensure(left == 0, Refusal::Takes("stopping the supervisors", left))
            }
            _ => Ok(()),
        }
    }

    #[allow(clippy::unused_self, reason = "all guards read alike")]
    fn guard_renew(&self, state: &State, pod: Pod, role: Role) -> Result<(), Refusal> {
        let elector = state.elector(role, ordinal(pod));
        ensure(elector.phase == Phase::Leading, Refusal::NotLeading)?;
        ensure(state.pod(pod).is_stopping(), Refusal::RenewsWithTick)?;
        ensure(state.cut() != Some(pod), Refusal::CutOff)?;
        ensure(state.holder(role) == Holder::Live(ordinal(pod)), Refusal::NotNamed)?;
        ensure(elector.silence > 0, Refusal::Renewed)
    }

    fn guard_poll(&self, state: &State, pod: Pod, role: Role) -> Result<(), Refusal> {
        let member = ordinal(pod);
        ensure(state.elector(role, member).phase == Phase::Polling, Refusal::NotPolling)?;
        ensure(state.cut() != Some(pod), Refusal::CutOff)?;
        let renewer = self.renewer(state, role).map(|member| self.pod_of(role, member));
        ensure(renewer.is_none_or(|pod| state.pod(pod).is_stopping()), Refusal::LockRenewed)?;
        match state.lock(role).sight(member) {
            Sight::Seen(ticks) => ensure(ticks > self.lease, Refusal::LeaseRuns(ticks)),
            Sight::Behind(_) | Sight::Blank => Ok(()),
        }
    }

    /// Whether a look at the lock would take it.
    pub(super) fn may_take(&self, state: &State, role: Role, member: Member) -> bool {
        match state.holder(role) {
            Holder::None => true,
            Holder::Live(holder) if holder == member => true,
            Holder::Former(holder) if holder == member && self.stable => true,
            _ => matches!(state.lock(role).sight(member), Sight::Seen(ticks) if ticks > self.lease),
        }
    }

    fn guard_give_up(&self, state: &State, pod: Pod, role: Role) -> Result<(), Refusal> {
        let elector = state.elector(role, ordinal(pod));
        ensure(elector.phase == Phase::Leading, Refusal::NotLeading)?;
        let over = elector.silence >= RETRY_TICKS + self.renew_deadline;
        ensure(over, Refusal::DeadlineRuns(elector.silence))?;
        let overlord = state.overlord(ordinal(pod));
        let promoting = role == Role::Overlord && overlord.hook == Hook::Promoting;
        ensure(!promoting, Refusal::GiantOwned("a promotion"))?;
        let stopping = role == Role::Overlord && overlord.supervisors == Supervisors::Stopping;
        ensure(!stopping, Refusal::GiantOwned("the Lifecycle thread, which stops the supervisors"))
    }

    #[allow(clippy::unused_self, reason = "all guards read alike")]
    fn guard_hook_start(&self, state: &State, pod: Pod) -> Result<(), Refusal> {
        ensure(state.overlord(ordinal(pod)).hook == Hook::Queued, Refusal::NoHook)?;
        let stop = matches!(state.pod(pod).stage, Stage::OverlordStop | Stage::OverlordJoin);
        ensure(!stop, Refusal::GiantOwned("the Lifecycle thread"))
    }

    /// The first action that time waits for.
    pub(super) fn due(&self, state: &State) -> Option<Action> {
        let mut due = None;
        self.candidates(|action| {
            if due.is_none() && self.is_due(state, action) && self.guard_of(state, action).is_ok() {
                due = Some(action);
            }
        });
        due
    }

    /// Whether the action, if it is enabled, has no slack left.
    fn is_due(&self, state: &State, action: Action) -> bool {
        match action {
            Action::Tick | Action::Heal | Action::Partition(_) | Action::Renew(..) => false,
            Action::Lead(pod, role) => state.elector(role, ordinal(pod)).silence > 0,
            Action::Poll(pod, role) => {
                // What a stopping holder still renews is seen with the tick.
                self.renewer(state, role).is_none()
                    && match state.lock(role).sight(ordinal(pod)) {
                        Sight::Behind(ticks) => ticks >= self.poll,
                        Sight::Seen(ticks) => ticks >= self.lease + self.poll,
                        Sight::Blank => false,
                    }
            }
            _ => true,
        }
    }

    /// Whether the join of a role waits outside the lock that the stop hook needs.
    pub(super) fn joins_outside(&self, role: Role) -> bool {
        self.has(match role {
            Role::Coordinator => Fix::JoinOutsideMonitor,
            Role::Overlord => Fix::OverlordJoinOutsideLock,
        })
    }
}
