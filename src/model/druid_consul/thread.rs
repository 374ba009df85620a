//! Where each thread is: one place a row of the fact sheet, so that a scheduler may come between any two.

use zerocopy::{Immutable, IntoBytes, Unaligned};

/// Where the election loop is (`ConsulLeaderSelector.leaderElectionLoop`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
pub(super) enum Loop {
    /// The node has not started yet.
    #[default]
    Unborn,
    /// At the head of the loop.
    Top,
    /// Asks Consul for a session.
    Create,
    /// Keeps the new session's id.
    SetSession,
    /// Reads `leader`, to tell whether it validates the session.
    ReadLeader,
    /// Asks for the session's info.
    Info,
    /// Forgets the session.
    Drop,
    /// Destroys what it forgot (fix `destroy`).
    DestroyDropped,
    /// Asks for the lock.
    Acquire,
    /// Goes on after Consul said yes.
    BranchYes,
    /// Goes on after Consul said no, or nothing.
    BranchNo,
    /// Validates the lock before the promotion.
    Validate1,
    /// Takes a copy of the session's id and looks at the flags.
    Check,
    /// Validates the lock for that copy.
    Validate2,
    /// Sets `leader`.
    SetLeader,
    /// Validates once more.
    Validate3,
    /// Raises `term`.
    Term,
    /// Calls `becomeLeader` of the listener.
    StartBegin,
    /// The listener starts its services.
    StartRun,
    /// `becomeLeader` returns.
    StartEnd,
    /// Destroys the session after `becomeLeader` failed.
    DestroyFailed,
    /// Begins to sleep.
    SleepBegin,
    /// Sleeps as a leader.
    SleepLeader,
    /// Sleeps as a follower.
    SleepFollower,
    /// Validates the lock as a leader.
    Validate4,
    /// Clears `leader`.
    ClearLeader,
    /// Calls `stopBeingLeader` of the listener.
    StopBegin,
    /// The listener stops its services.
    StopRun,
    /// `stopBeingLeader` returns.
    StopEnd,
    /// Handles an exception.
    Catch,
    /// Forgets the session after an exception and counts it.
    Forget,
    /// Waits before it tries again.
    Backoff,
    /// Gives up after too many exceptions.
    GiveUp,
    /// Leaves the loop.
    Exit,
    /// Stops what it started, on its way out (fixes `order`, `fin`).
    FinStop,
    /// Forgets the session on its way out.
    FinForget,
    /// Destroys that session.
    FinDestroy,
    /// Left the loop.
    Done,
    /// Its task ended by a `Throwable`; nobody was told.
    Dead,
    /// The process is gone.
    Gone,
}

impl Loop {
    /// Whether the step is a call to Consul.
    pub(super) fn is_call(self) -> bool {
        matches!(
            self,
            Self::Create
                | Self::Info
                | Self::DestroyDropped
                | Self::Acquire
                | Self::Validate1
                | Self::Validate2
                | Self::Validate3
                | Self::DestroyFailed
                | Self::Validate4
                | Self::FinDestroy
        )
    }

    /// Whether the call changes something at Consul.
    pub(super) fn is_writing(self) -> bool {
        matches!(
            self,
            Self::Create | Self::DestroyDropped | Self::Acquire | Self::DestroyFailed | Self::FinDestroy
        )
    }

    /// Whether a callback of the listener is under way.
    pub(super) fn is_in_callback(self) -> bool {
        matches!(self, Self::StartRun | Self::StartEnd | Self::StopRun | Self::StopEnd)
    }

    /// Whether its thread is through.
    pub(super) fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Dead | Self::Gone)
    }

    /// Whether it is on its way through a promotion, with a token in hand.
    pub(super) fn carries_token(self) -> bool {
        matches!(self, Self::Term | Self::StartBegin | Self::StartRun | Self::StartEnd)
    }
}

/// What follows a step-down of the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
pub(super) enum Next {
    /// Nothing: there is none.
    #[default]
    None,
    /// The sleep of an iteration that did not acquire the lock.
    Sleep,
    /// The head of the loop, after a validation that failed.
    Top,
    /// The head of the loop, after a lease that ran out (fix `lease`).
    Lease,
    /// The rest of the exception handler.
    Forget,
    /// The destroy after a failed start (fix `fin`).
    DestroyFailed,
    /// The rest of the way out.
    Fin,
}

/// Where the session keeper is (`ConsulLeaderSelector.sessionKeeperLoop`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
pub(super) enum Keep {
    /// The node has not started yet.
    #[default]
    Unborn,
    /// Waits for its next run, then reads `stopping` and the session's id.
    Wake,
    /// Renews the session.
    Renew,
    /// Schedules its next run.
    Schedule,
    /// Its chain of runs has ended.
    Done,
}

/// Where the caller of `unregisterListener` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
pub(super) enum Unreg {
    /// Nobody unregisters.
    #[default]
    Idle,
    /// Reads `leader`.
    ReadLeader,
    /// Calls `stopBeingLeader` itself.
    StopBegin,
    /// The listener stops its services.
    StopRun,
    /// `stopBeingLeader` returns.
    StopEnd,
    /// Clears `leader`.
    ClearLeader,
    /// Reads the session's id.
    ReadSession,
    /// Destroys the session that it read.
    Destroy,
    /// Forgets the session.
    Forget,
    /// Shuts the loop's executor down.
    Interrupt,
    /// Waits for the loop.
    Join,
    /// Shuts the keeper down.
    Keeper,
    /// Waits for the keeper.
    JoinKeeper,
    /// Returned.
    Returned,
    /// The process is gone.
    Gone,
}

impl Unreg {
    /// Whether the call is under way.
    pub(super) fn is_under_way(self) -> bool {
        !matches!(self, Self::Idle | Self::Returned | Self::Gone)
    }

    /// Whether it runs a callback of the listener.
    pub(super) fn is_in_callback(self) -> bool {
        matches!(self, Self::StopRun | Self::StopEnd)
    }
}
