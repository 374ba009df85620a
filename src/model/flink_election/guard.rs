//! The guards: when an action is enabled, and the sentence that refuses it.

use super::action::Action;
use super::state::{Jm, Owner, Session, State, Task};
use super::{Fix, FlinkElection};
use std::fmt;

/// Why an action is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The elector is past the acquire loop.
    AlreadyHolds,
    /// The lock is held and its lease is alive.
    LeaseAlive(Jm),
    /// The executor's queue is full.
    QueueFull,
    /// No grant callback is pending.
    NoCallback,
    /// The elector does not hold the lock.
    DoesNotHold,
    /// The annotation names somebody else.
    TakenByOther,
    /// The annotation names this process.
    StillNamed,
    /// The grant callback has to come first.
    CallbackFirst,
    /// There is no other live holder to steal from.
    NoVictim,
    /// The renewal would add nothing to any watch queue.
    NothingNew,
    /// The executor's queue is empty.
    QueueEmpty,
    /// The next task reads nothing from the API server.
    NoGet,
    /// No change event waits.
    NoEvent,
    /// No grant of this session waits for the contender.
    NoGrantWaits(Session),
    /// The session is still issued, so its contender does not give up.
    StillIssued(Session),
    /// The fix is off.
    FixOff(&'static str),
    /// No session is issued.
    NothingIssued,
    /// The component is confirmed, or will be by what is queued or waits.
    NothingToReconcile,
    /// The reconciliation waits until the executor is idle.
    ExecutorBusy,
    /// The budget of the fault is used up.
    BudgetUsedUp(&'static str),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AlreadyHolds => f.write_str("the elector already holds the lock"),
            Self::LeaseAlive(jm) => write!(f, "JobManager {} holds the lock and renews its lease", jm + 1),
            Self::QueueFull => f.write_str("the executor queue is full (a limit of this model)"),
            Self::NoCallback => f.write_str("no grant callback is pending"),
            Self::DoesNotHold => f.write_str("the elector does not hold the lock"),
            Self::TakenByOther => f.write_str("the annotation names another process"),
            Self::StillNamed => f.write_str("the annotation still names this process"),
            Self::CallbackFirst => f.write_str("the grant callback of the elector comes first"),
            Self::NoVictim => f.write_str("no other live JobManager holds the lock"),
            Self::NothingNew => f.write_str("the change event of the last renewal still waits to be handled"),
            Self::QueueEmpty => f.write_str("the executor queue is empty"),
            Self::NoGet => {
                f.write_str("the next task is not a confirmation, so it makes no GET that could fail")
            }
            Self::NoEvent => f.write_str("no change event waits"),
            Self::NoGrantWaits(session) => write!(f, "no grant of session {session} waits for it"),
            Self::StillIssued(session) => write!(f, "session {session} is still issued"),
            Self::FixOff(fix) => write!(f, "the fix `{fix}` is off"),
            Self::NothingIssued => f.write_str("no session is issued"),
            Self::NothingToReconcile => f.write_str("it is confirmed, or its confirmation is on its way"),
            Self::ExecutorBusy => f.write_str("the executor queue is not empty"),
            Self::BudgetUsedUp(fault) => write!(f, "the budget of the fault `{fault}` is used up"),
        }
    }
}

/// Passes when the condition holds.
fn require(condition: bool, refusal: Refusal) -> Result<(), Refusal> {
    if condition { Ok(()) } else { Err(refusal) }
}

impl FlinkElection {
    /// The guards of DECISIONS, in the order in which the real code would notice.
    #[allow(clippy::inline_always, reason = "where an action is named, nothing but its own guard is left")]
    #[inline(always)]
    pub(super) fn guard_of(&self, state: &State, action: Action) -> Result<(), Refusal> {
        let jm = action.jm();
        let process = state.jm(jm);
        let holder = state.api.holder();
        let room = || require(!process.executor.queue().is_full(), Refusal::QueueFull);
        match action {
            Action::Acquire(_) => {
                require(!process.holds_lock(), Refusal::AlreadyHolds)?;
                match holder {
                    // Path A: the annotation still names us, so the grant is queued at once.
                    Owner::Jm(holder) if holder == jm => room(),
                    Owner::Jm(other) => require(!state.jm(other).holds_lock(), Refusal::LeaseAlive(other)),
                    Owner::None | Owner::Dead => Ok(()),
                }
            }
            Action::Callback(_) => {
                require(process.callback_pending(), Refusal::NoCallback)?;
                room()
            }
            Action::Renew(_) => {
                require(process.holds_lock(), Refusal::DoesNotHold)?;
                require(holder == Owner::Jm(jm), Refusal::TakenByOther)?;
                require(!process.callback_pending(), Refusal::CallbackFirst)?;
                let news = self.jms().any(|jm| state.jm(jm).watch.newest() != Some(state.api));
                require(news, Refusal::NothingNew)
            }
            Action::LoseKeep(_) | Action::LoseRelease(_) => {
                require(process.holds_lock(), Refusal::DoesNotHold)?;
                require(holder == Owner::Jm(jm), Refusal::TakenByOther)?;
                require(!process.callback_pending(), Refusal::CallbackFirst)?;
                require(state.loss_left() > 0, Refusal::BudgetUsedUp("loss"))?;
                room()
            }
            Action::Steal(_) => {
                require(!process.holds_lock(), Refusal::AlreadyHolds)?;
                let victim =
                    matches!(holder, Owner::Jm(other) if other != jm && state.jm(other).holds_lock());
                require(victim, Refusal::NoVictim)?;
                require(state.loss_left() > 0, Refusal::BudgetUsedUp("loss"))
            }
            Action::Observe(_) => {
                require(process.holds_lock(), Refusal::DoesNotHold)?;
                require(holder != Owner::Jm(jm), Refusal::StillNamed)?;
                require(!process.callback_pending(), Refusal::CallbackFirst)?;
                room()
            }
            Action::Run(_) => require(!process.executor.queue().is_empty(), Refusal::QueueEmpty),
            Action::RunFail(_) => {
                let next = process.tasks().next().ok_or(Refusal::QueueEmpty)?;
                require(matches!(next, Task::Confirm(..)), Refusal::NoGet)?;
                require(state.confirm_fail_left() > 0, Refusal::BudgetUsedUp("confirm_fail"))
            }
            Action::Handle(_) => {
                let next = process.watch.front().ok_or(Refusal::NoEvent)?;
                let hands_over = self.has(Fix::OnExecutor) && next.holder() == Owner::Jm(jm);
                if hands_over { room() } else { Ok(()) }
            }
            Action::Confirm(_, _, session) => {
                let waits = action.component().is_some_and(|c| process.is_waiting(c, session));
                require(waits, Refusal::NoGrantWaits(session))?;
                room()
            }
            Action::Abandon(_, _, session) => {
                let waits = action.component().is_some_and(|c| process.is_waiting(c, session));
                require(waits, Refusal::NoGrantWaits(session))?;
                require(process.issued() != Some(session), Refusal::StillIssued(session))
            }
            Action::Reconcile(..) => self.guard_reconcile(state, action),
            Action::Crash(_) => require(state.crash_left() > 0, Refusal::BudgetUsedUp("crash")),
        }
    }

    fn guard_reconcile(&self, state: &State, action: Action) -> Result<(), Refusal> {
        let process = state.jm(action.jm());
        require(self.has(Fix::Reconcile), Refusal::FixOff("reconcile"))?;
        require(process.holds_lock(), Refusal::DoesNotHold)?;
        let issued = process.issued().ok_or(Refusal::NothingIssued)?;
        require(process.executor.queue().is_empty(), Refusal::ExecutorBusy)?;
        let needed = action.component().is_some_and(|component| {
            process.confirmed(component).is_none() && !process.is_waiting(component, issued)
        });
        require(needed, Refusal::NothingToReconcile)
    }
}
