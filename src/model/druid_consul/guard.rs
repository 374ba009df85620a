//! The guards: when an action is enabled, and the sentence that refuses it.

use super::action::{Action, How};
use super::call::{Who, hangs};
use super::state::{A, B, Fault, Flag, NODES, Node, Reference, SESSIONS, Sid, State};
use super::thread::{Keep, Loop, Unreg};
use super::{DruidConsul, FAULTS, Fix};
use std::fmt;

/// Why an action is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The node has not started.
    NotStarted,
    /// The node runs already.
    Started,
    /// The node stands still.
    Paused,
    /// The process is gone.
    Gone,
    /// The thread has ended.
    Ended(&'static str),
    /// The thread waits for a timer.
    Waits(&'static str, u8),
    /// The thread waits for a lock or for another thread.
    Blocked(&'static str),
    /// The next step is no call to Consul.
    NoCall,
    /// The next step changes nothing at Consul, so a lost answer is an error.
    ReadOnly,
    /// The call hangs, and ends with an exception anyway.
    Hangs,
    /// The node can't reach Consul, so the call fails anyway.
    CutOff,
    /// No callback is about to return.
    NoCallback,
    /// Consul's places for sessions are used up, which is a limit of the model.
    NoPlace,
    /// Nobody calls `unregisterListener`.
    Idle,
    /// `unregisterListener` was called already.
    Called,
    /// There is no such session.
    NoSession,
    /// The session's time is not over.
    TimeLeft(u8),
    /// The lock is not held by node A.
    NotHeldByA,
    /// There is no key.
    NoKey,
    /// It is as asked already.
    Already(&'static str),
    /// The node does not act as a leader.
    NotActing,
    /// The budget is used up.
    BudgetUsedUp(&'static str),
    /// Something is due before time passes.
    Due(Action),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ticks = |left: u8| if left == 1 { "tick" } else { "ticks" };
        match *self {
            Self::NotStarted => f.write_str("the node has not started yet"),
            Self::Started => f.write_str("the node runs already"),
            Self::Paused => f.write_str("the process stands still"),
            Self::Gone => f.write_str("the process is gone"),
            Self::Ended(thread) => write!(f, "{thread} has ended"),
            Self::Waits(what, left) => write!(f, "{what} still takes {left} {}", ticks(left)),
            Self::Blocked(by) => write!(f, "it waits for {by}"),
            Self::NoCall => f.write_str("its next step is no call to Consul"),
            Self::ReadOnly => {
                f.write_str("the call only reads, so an answer that is lost is an error like any other")
            }
            Self::Hangs => f.write_str("the call hangs, and ends with an exception anyway"),
            Self::CutOff => f.write_str("the node can't reach Consul, so the call fails anyway"),
            Self::NoCallback => f.write_str("no callback that could throw it is about to return"),
            Self::NoPlace => f.write_str("the model has room for six sessions, and all are in use"),
            Self::Idle => f.write_str("nobody has called unregisterListener"),
            Self::Called => f.write_str("unregisterListener was called already"),
            Self::NoSession => f.write_str("there is no such session"),
            Self::TimeLeft(left) => write!(f, "the session expires in {left} {}", ticks(left)),
            Self::NotHeldByA => f.write_str("no session of node a holds the lock"),
            Self::NoKey => f.write_str("there is no key"),
            Self::Already(what) => f.write_str(what),
            Self::NotActing => f.write_str("the node's leader services don't run"),
            Self::BudgetUsedUp(fault) => write!(f, "the budget of `{fault}` is used up"),
            Self::Due(action) => write!(f, "time does not pass before what is due: {action}"),
        }
    }
}

/// Lets pass, or refuses.
fn ensure(holds: bool, refusal: Refusal) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(refusal) }
}

impl DruidConsul {
    pub(super) fn guard_of(&self, state: &State, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Start => ensure(state.node(B).loop_.at == Loop::Unborn, Refusal::Started),
            Action::Loop(node, how) => {
                self.ready_loop(state, node)?;
                self.guard_how(state, node, Who::Loop, how)
            }
            Action::Keeper(node, how) => {
                ready_keeper(state, node)?;
                self.guard_how(state, node, Who::Keeper, how)
            }
            Action::Caller(how) => {
                self.ready_caller(state)?;
                self.guard_how(state, A, Who::Caller, how)
            }
            Action::Expire(sid) => guard_expire(state, sid),
            Action::Write(node) => {
                ensure(!state.is_paused(node), Refusal::Paused)?;
                ensure(state.acts(node), Refusal::NotActing)?;
                within(state, Fault::Write)
            }
            Action::Tick => self.due(state).map_or(Ok(()), |action| Err(Refusal::Due(action))),
            _ => self.guard_environment(state, action),
        }
    }

    /// Whether the loop's thread can take a step.
    fn ready_loop(&self, state: &State, node: Node) -> Result<(), Refusal> {
        let process = state.node(node);
        let (at, left) = (process.loop_.at, process.loop_.left);
        ensure(!state.is_paused(node), Refusal::Paused)?;
        match at {
            Loop::Unborn => Err(Refusal::NotStarted),
            Loop::Done | Loop::Dead => Err(Refusal::Ended("the election loop")),
            Loop::Gone => Err(Refusal::Gone),
            Loop::SleepLeader | Loop::SleepFollower | Loop::Backoff => {
                let leads = at == Loop::SleepLeader;
                let woken = process.has(Flag::Interrupted)
                    || leads && (process.has(Flag::Kicked) || self.is_lease_over(state, node));
                let what = if at == Loop::Backoff { "the back-off" } else { "the sleep" };
                ensure(left == 0 || woken, Refusal::Waits(what, left))
            }
            Loop::StartBegin | Loop::StopBegin => {
                let other = node == A && state.unregister.at.is_in_callback();
                let waits = self.has(Fix::Guard) && other;
                ensure(!waits, Refusal::Blocked("the caller's callback"))
            }
            Loop::StartRun | Loop::StopRun => {
                ensure(!self.is_giant_held(state, node), Refusal::Blocked("the listener's lock, giant"))?;
                ensure(left == 0, Refusal::Waits("the callback", left))
            }
            Loop::Create => {
                ensure(state.free_place().is_some(), Refusal::NoPlace)?;
                ready_call(state, node, Who::Loop, left)
            }
            _ => ready_call(state, node, Who::Loop, left),
        }
    }

    /// Whether the loop of node a is within a callback that holds giant. A callback that takes no time holds it for no step.
    pub(super) fn is_giant_the_loops(&self, state: &State) -> bool {
        let is_within = matches!(state.node(A).loop_.at, Loop::StartRun | Loop::StopRun) && self.callback > 0;
        self.holds_giant && is_within && !self.is_giant_held(state, A)
    }

    /// Whether the caller of `unregisterListener` holds the lock that the listener's callbacks need.
    pub(super) fn is_giant_held(&self, state: &State, node: Node) -> bool {
        node == A && self.holds_giant && state.unregister.at.is_under_way()
    }

    /// Whether the step can go this way.
    fn guard_how(&self, state: &State, node: Node, who: Who, how: How) -> Result<(), Refusal> {
        let at = state.node(node).loop_.at;
        match how {
            How::Run => Ok(()),
            How::Error | How::Lost => {
                let (calls, writes) = self.is_calling(state, node, who);
                ensure(calls, Refusal::NoCall)?;
                ensure(!hangs(state, node, who), Refusal::Hangs)?;
                ensure(!state.node(node).has(Flag::Cut), Refusal::CutOff)?;
                if how == How::Error {
                    return within(state, Fault::Error);
                }
                ensure(writes, Refusal::ReadOnly)?;
                within(state, Fault::LostAnswer)
            }
            How::Exception => {
                ensure(at == Loop::StartEnd, Refusal::NoCallback)?;
                within(state, Fault::Exception)
            }
            How::Throwable => {
                ensure(matches!(at, Loop::StartEnd | Loop::StopEnd), Refusal::NoCallback)?;
                within(state, Fault::Throwable)
            }
        }
    }

    fn guard_environment(&self, state: &State, action: Action) -> Result<(), Refusal> {
        let node = state.node(A);
        let lives = ensure(node.loop_.at != Loop::Gone, Refusal::Gone);
        match action {
            Action::Invalidate => {
                ensure(state.owner() == Some(A), Refusal::NotHeldByA)?;
                within(state, Fault::Invalidate)
            }
            Action::DeleteKey => {
                ensure(state.owner() == Some(A), Refusal::NotHeldByA)?;
                within(state, Fault::DeleteKey)
            }
            Action::OverwriteKey => {
                ensure(state.lock.is_there(), Refusal::NoKey)?;
                within(state, Fault::OverwriteKey)
            }
            Action::Cut => {
                lives?;
                ensure(!node.has(Flag::Cut), Refusal::Already("the node is cut off already"))?;
                within(state, Fault::Cut)
            }
            Action::Heal => ensure(node.has(Flag::Cut), Refusal::Already("the node can reach Consul")),
            Action::Pause => {
                lives?;
                ensure(!state.paused, Refusal::Paused)?;
                within(state, Fault::Pause)
            }
            Action::Resume => ensure(state.paused, Refusal::Already("the process does not stand still")),
            Action::Crash => {
                lives?;
                within(state, Fault::Crash)
            }
            _ => {
                ensure(!state.paused, Refusal::Paused)?;
                lives?;
                ensure(state.unregister.at == Unreg::Idle, Refusal::Called)?;
                // `stop()` of the listener's owner takes giant first.
                let waits = self.is_giant_the_loops(state);
                ensure(!waits, Refusal::Blocked("the listener's lock, giant"))?;
                within(state, Fault::Unregister)
            }
        }
    }

    fn ready_caller(&self, state: &State) -> Result<(), Refusal> {
        let thread = state.unregister;
        ensure(!state.paused, Refusal::Paused)?;
        match thread.at {
            Unreg::Idle => Err(Refusal::Idle),
            Unreg::Returned => Err(Refusal::Ended("unregisterListener")),
            Unreg::Gone => Err(Refusal::Gone),
            Unreg::StopBegin => {
                let waits = self.has(Fix::Guard) && state.node(A).loop_.at.is_in_callback();
                ensure(!waits, Refusal::Blocked("the loop's callback"))
            }
            Unreg::StopRun => ensure(thread.left == 0, Refusal::Waits("the callback", thread.left)),
            Unreg::Join => {
                let over = state.node(A).loop_.at.is_over();
                ensure(over || thread.left == 0, Refusal::Waits("the wait for the loop", thread.left))
            }
            Unreg::JoinKeeper => {
                let over = state.node(A).keeper.at == Keep::Done;
                ensure(over || thread.left == 0, Refusal::Waits("the wait for the keeper", thread.left))
            }
            _ => ready_call(state, A, Who::Caller, thread.left),
        }
    }

    /// The first action that time waits for.
    pub(super) fn due(&self, state: &State) -> Option<Action> {
        let born = state.node(B);
        if born.loop_.at == Loop::Unborn && born.loop_.left == 0 {
            return Some(Action::Start);
        }
        for node in NODES {
            if self.ready_loop(state, node).is_ok() {
                return Some(Action::Loop(node, How::Run));
            }
            if ready_keeper(state, node).is_ok() {
                return Some(Action::Keeper(node, How::Run));
            }
        }
        if self.ready_caller(state).is_ok() {
            return Some(Action::Caller(How::Run));
        }
        (0..SESSIONS).find(|&sid| guard_expire(state, sid).is_ok()).map(Action::Expire)
    }
}

/// A call that hangs waits for its time-out.
fn ready_call(state: &State, node: Node, who: Who, left: u8) -> Result<(), Refusal> {
    ensure(!hangs(state, node, who) || left == 0, Refusal::Waits("the call that hangs", left))
}

fn ready_keeper(state: &State, node: Node) -> Result<(), Refusal> {
    let thread = state.node(node).keeper;
    ensure(!state.is_paused(node), Refusal::Paused)?;
    match thread.at {
        Keep::Unborn => Err(Refusal::NotStarted),
        Keep::Done => Err(Refusal::Ended("the session keeper")),
        Keep::Wake => ensure(thread.left == 0, Refusal::Waits("the time to the next renewal", thread.left)),
        _ => ready_call(state, node, Who::Keeper, thread.left),
    }
}

fn guard_expire(state: &State, sid: Sid) -> Result<(), Refusal> {
    let session = state.session(sid);
    ensure(session.is_alive(), Refusal::NoSession)?;
    ensure(session.left == 0, Refusal::TimeLeft(session.left))
}

fn within(state: &State, fault: Fault) -> Result<(), Refusal> {
    ensure(state.budget(fault) > 0, Refusal::BudgetUsedUp(FAULTS[fault as usize].1))
}

/// Whether the node refers to the session, or is about to destroy it.
pub(super) fn refers(state: &State, node: Node, session: Reference) -> bool {
    let process = state.node(node);
    process.session == session || process.loop_.carries(session)
}
