//! The guards: which thread can move, and the sentence that refuses it.

use super::action::Action;
use super::state::{Elector, Hook, Process, Role, State, Supervisors, Thread};
use super::{DruidK8s, Handler, Timeouts, coordinator, overlord};
use std::fmt;

/// Why an action is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The JVM has ended.
    ProcessGone,
    /// SIGTERM was sent already.
    AlreadyStopping,
    /// Nothing has told the pod to end.
    NotStopping,
    /// The grace period is over: only SIGKILL is left.
    GraceOver,
    /// The grace period is not over.
    WithinGrace,
    /// Another thread owns the monitor.
    MonitorOwned(Owner),
    /// Another thread owns the Overlord's lock.
    GiantOwned(Owner),
    /// Another thread has waited for the Overlord's lock for longer.
    GiantQueue,
    /// The elector's thread has not ended.
    WaitsForElector(Role),
    /// Callbacks still wait in the pool.
    WaitsForCallbacks,
    /// All handlers are stopped; the JVM halts next.
    HooksReturned,
    /// Not all handlers are stopped.
    HandlersLeft,
    /// Nobody waits for an elector's thread.
    NotJoining,
    /// The elector's thread has ended, so the wait ends by itself.
    ElectorEnded,
    /// The thread has ended.
    ThreadEnded,
    /// The interrupt ends the wait at once.
    InterruptFirst,
    /// The elector's thread is not blocked: it will end within the 10 s.
    ElectorNotBlocked(Role),
    /// Another thread of the pod can move.
    OthersCanMove,
    /// No relinquish is under way that could take long.
    NotRelinquishing(Role),
    /// The thread is interrupted already.
    AlreadyInterrupted,
    /// The elector's loop goes on: nobody has interrupted it.
    ElectorUndisturbed(Role),
    /// The role is not part of the process.
    RoleElsewhere,
    /// No start hook waits.
    NoHook,
    /// The start hook is done.
    HookDone,
    /// No promotion is under way.
    NotPromoting,
    /// No callback waits.
    NoCallback,
    /// The budget of the fault is used up.
    BudgetUsedUp(&'static str),
}

/// Who owns a lock, for sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner(Option<Thread>);

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            None => "another thread",
            Some(Thread::Life) => "the Lifecycle thread",
            Some(Thread::ElectorC) => "the Coordinator's elector",
            Some(Thread::ElectorO) => "the Overlord's elector",
            Some(Thread::HookC) => "the Coordinator's start hook",
            Some(Thread::HookO) => "the Overlord's start hook",
        })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::ProcessGone => "the JVM has ended",
            Self::AlreadyStopping => "the pod is already told to end",
            Self::NotStopping => "nothing has told the pod to end",
            Self::GraceOver => "the grace period is over: only SIGKILL is left",
            Self::WithinGrace => "the grace period is not over",
            Self::MonitorOwned(owner) => return write!(f, "it waits for the monitor, which {owner} owns"),
            Self::GiantOwned(owner) => {
                return write!(f, "it waits for the Overlord's lock, which {owner} owns");
            }
            Self::GiantQueue => "another thread has waited for the Overlord's lock for longer",
            Self::WaitsForElector(role) => {
                return write!(f, "it waits, for at most 10 s, for the {}'s elector to end", role.name());
            }
            Self::WaitsForCallbacks => "it waits until the callback pool is empty",
            Self::HooksReturned => "all handlers are stopped",
            Self::HandlersLeft => "not all handlers are stopped",
            Self::NotJoining => "it does not wait for an elector",
            Self::ThreadEnded => "its thread has ended",
            Self::ElectorEnded => "the elector has ended, so the wait ends by itself",
            Self::InterruptFirst => "the interrupt ends the wait at once",
            Self::ElectorNotBlocked(role) => {
                return write!(f, "the {}'s elector is not blocked: it ends within the 10 s", role.name());
            }
            Self::OthersCanMove => "another thread of the pod can move (timeouts = when_idle)",
            Self::NotRelinquishing(role) => {
                return write!(f, "the {}'s elector is in no relinquish that could take long", role.name());
            }
            Self::AlreadyInterrupted => "it is interrupted already",
            Self::ElectorUndisturbed(role) => {
                return write!(f, "nobody has interrupted the {}'s elector", role.name());
            }
            Self::RoleElsewhere => "the Overlord is a process of its own here",
            Self::NoHook => "no start hook was handed to it",
            Self::HookDone => "the start hook is done",
            Self::NotPromoting => "no promotion is under way",
            Self::NoCallback => "no callback waits",
            Self::BudgetUsedUp(fault) => return write!(f, "the budget of the fault `{fault}` is used up"),
        };
        f.write_str(text)
    }
}

/// Passes when the condition holds.
fn require(condition: bool, refusal: Refusal) -> Result<(), Refusal> {
    if condition { Ok(()) } else { Err(refusal) }
}

impl DruidK8s {
    pub(super) fn guard_of(&self, state: &State, action: Action) -> Result<(), Refusal> {
        require(state.process == Process::Up, Refusal::ProcessGone)?;
        match action {
            Action::Sigterm => require(state.life.is_running(), Refusal::AlreadyStopping),
            Action::Sigkill => require(self.is_overdue(state), Refusal::WithinGrace),
            Action::Life => self.guard_life(state),
            Action::TimeOut => self.guard_time_out(state),
            Action::TimeOutSlow => {
                let role = self.joined(state)?;
                let slow = state.of(role).elector == Elector::Relinquishing;
                require(slow, Refusal::NotRelinquishing(role))?;
                require(!state.interrupted, Refusal::InterruptFirst)?;
                require(state.slow_left > 0, Refusal::BudgetUsedUp("slow_relinquish"))
            }
            Action::Interrupt => {
                require(!state.life.is_running(), Refusal::NotStopping)?;
                require(self.handler(state).is_some(), Refusal::HooksReturned)?;
                require(!self.is_overdue(state), Refusal::GraceOver)?;
                require(!state.interrupted, Refusal::AlreadyInterrupted)?;
                require(state.interrupt_left > 0, Refusal::BudgetUsedUp("interrupt"))
            }
            Action::Elector(role) => self.guard_elector(state, role),
            Action::Hook(role) => guard_hook(state, role),
            Action::HookFails(role) => {
                require(state.of(role).hook.is_promoting(), Refusal::NotPromoting)?;
                require(state.fail_left > 0, Refusal::BudgetUsedUp("promotion_fails"))
            }
            Action::Callback => require(!state.callbacks.queue().is_empty(), Refusal::NoCallback),
            Action::Exit => {
                require(!state.life.is_running(), Refusal::NotStopping)?;
                require(self.handler(state).is_none(), Refusal::HandlersLeft)?;
                require(!self.is_overdue(state), Refusal::GraceOver)
            }
        }
    }

    /// Whether a wait of the shutdown went past the grace period.
    pub(super) fn is_overdue(&self, state: &State) -> bool {
        state.elapsed > self.grace
    }

    fn guard_life(&self, state: &State) -> Result<(), Refusal> {
        require(!state.life.is_running(), Refusal::NotStopping)?;
        require(!self.is_overdue(state), Refusal::GraceOver)?;
        match (self.handler(state).ok_or(Refusal::HooksReturned)?, state.life.step()) {
            (Handler::Overlord, overlord::LOCK) => lock(state, Role::Overlord, Thread::Life),
            (Handler::Overlord, overlord::JOIN) => join(state, Role::Overlord),
            (Handler::Coordinator, coordinator::LOCK) => lock(state, Role::Coordinator, Thread::Life),
            (Handler::Coordinator, coordinator::JOIN) => join(state, Role::Coordinator),
            (Handler::Coordinator, coordinator::CLEAN) => {
                let holds = state.owner(Role::Coordinator) == Some(Thread::Life);
                if holds { Ok(()) } else { lock(state, Role::Coordinator, Thread::Life) }
            }
            (Handler::CallbackPool, step) if step > 0 => {
                require(state.callbacks.queue().is_empty(), Refusal::WaitsForCallbacks)
            }
            _ => Ok(()),
        }
    }

    /// The role whose elector the Lifecycle thread waits for.
    pub(super) fn joined(&self, state: &State) -> Result<Role, Refusal> {
        let role = match (self.handler(state), state.life.step()) {
            (Some(Handler::Overlord), overlord::JOIN) => Role::Overlord,
            (Some(Handler::Coordinator), coordinator::JOIN) => Role::Coordinator,
            _ => return Err(Refusal::NotJoining),
        };
        require(!self.is_overdue(state), Refusal::GraceOver)?;
        require(state.of(role).elector != Elector::Ended, Refusal::ElectorEnded)?;
        Ok(role)
    }

    /// A join times out when the elector's thread can't end: it is blocked on a lock that the waiting thread
    /// holds, or on one that a promotion holds while it waits for workers.
    fn guard_time_out(&self, state: &State) -> Result<(), Refusal> {
        let role = self.joined(state)?;
        require(!state.interrupted, Refusal::InterruptFirst)?;
        let syncing = role == Role::Overlord && state.of(role).hook == Hook::Step1;
        let blocked = state.of(role).elector == Elector::WantsLock
            && match state.owner(role) {
                Some(Thread::Life) => true,
                Some(owner) => syncing && owner == Thread::hook(role),
                None => false,
            };
        require(blocked, Refusal::ElectorNotBlocked(role))?;
        let idle = self.timeouts == Timeouts::Any || !self.others_can_move(state);
        require(idle, Refusal::OthersCanMove)
    }

    fn others_can_move(&self, state: &State) -> bool {
        let electors = Role::BOTH.into_iter().any(|role| self.guard_elector(state, role).is_ok());
        let hooks = Role::BOTH.into_iter().any(|role| guard_hook(state, role).is_ok());
        electors || hooks || !state.callbacks.queue().is_empty()
    }

    fn guard_elector(&self, state: &State, role: Role) -> Result<(), Refusal> {
        require(self.has_role(role), Refusal::RoleElsewhere)?;
        let selector = state.of(role);
        match selector.elector {
            Elector::Polling | Elector::Renewing => {
                require(selector.closing, Refusal::ElectorUndisturbed(role))
            }
            Elector::WantsLock => lock(state, role, Thread::elector(role)),
            Elector::Relinquishing if role == Role::Overlord => {
                require(state.supervisors != Supervisors::Stopping, Refusal::GraceOver)
            }
            Elector::Woken | Elector::Relinquishing => Ok(()),
            Elector::Ended => Err(Refusal::ThreadEnded),
        }
    }
}

fn guard_hook(state: &State, role: Role) -> Result<(), Refusal> {
    match state.of(role).hook {
        Hook::None => Err(Refusal::NoHook),
        Hook::WantsLock => lock(state, role, Thread::hook(role)),
        Hook::Promoted | Hook::Skipped | Hook::Failed => Err(Refusal::HookDone),
        _ => Ok(()),
    }
}

fn lock(state: &State, role: Role, thread: Thread) -> Result<(), Refusal> {
    if state.admits(role, thread) {
        return Ok(());
    }
    let owner = state.owner(role);
    Err(match role {
        Role::Coordinator => Refusal::MonitorOwned(Owner(owner)),
        Role::Overlord if owner.is_some() => Refusal::GiantOwned(Owner(owner)),
        Role::Overlord => Refusal::GiantQueue,
    })
}

fn join(state: &State, role: Role) -> Result<(), Refusal> {
    let ended = state.of(role).elector == Elector::Ended;
    require(ended || state.interrupted, Refusal::WaitsForElector(role))
}
