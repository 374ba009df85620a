//! What a reader is told of each place of a thread: the line of its listing, what it would do next, the method behind it.

use super::thread::{Keep, Loop, Unreg};

/// A place of a thread, for readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The line of the listing.
    pub(super) line: u8,
    /// What the thread does next.
    pub(super) title: &'static str,
    /// What that is for.
    pub(super) hint: &'static str,
    /// The method of `ConsulLeaderSelector`.
    pub(super) method: &'static str,
}

#[allow(clippy::unnecessary_wraps, reason = "the tables have places and none")]
const fn place(line: u8, title: &'static str, hint: &'static str, method: &'static str) -> Option<Place> {
    Some(Place { line, title, hint, method })
}

const LOOP: &str = "leaderElectionLoop";
const PROMOTE: &str = "becomeLeader";
const VALIDATE: &str = "validateLockOwnership";
const LOSE: &str = "loseLeadership";
const DESTROY: &str = "destroySession";

/// Of the election loop; none when its thread has not begun or is through.
pub(super) fn of_loop(at: Loop) -> Option<Place> {
    match at {
        Loop::Unborn | Loop::Done | Loop::Dead | Loop::Gone => None,
        Loop::Top => place(0, "Begin an iteration", "reads stopping and the interrupt", LOOP),
        Loop::Create => place(1, "Ask Consul for a session", "", "createSession"),
        Loop::SetSession => place(1, "Keep the session's id", "sessionId", LOOP),
        Loop::ReadLeader => place(2, "Read the leader flag", "a follower asks about its session", LOOP),
        Loop::Info => place(2, "Ask whether the session is valid", "", "isSessionValid"),
        Loop::Drop => place(3, "Forget the session", "sessionId = null", LOOP),
        Loop::DestroyDropped => place(3, "Destroy the dropped session", "", DESTROY),
        Loop::Acquire => place(4, "Ask for the lock", "acquire with sessionId", "tryAcquireLock"),
        Loop::BranchYes => place(5, "Go on after a yes", "", LOOP),
        Loop::Validate1 => place(6, "Validate the lock", "before the promotion", VALIDATE),
        Loop::Check => place(7, "Check the flags", "and copy the session's id", PROMOTE),
        Loop::Validate2 => place(7, "Validate the lock", "for the copied id", VALIDATE),
        Loop::SetLeader => place(8, "Set leader to true", "", PROMOTE),
        Loop::Validate3 => place(8, "Validate the lock", "with the flag on", VALIDATE),
        Loop::Term => place(9, "Raise the term", "", PROMOTE),
        Loop::StartBegin => place(9, "Call becomeLeader", "of the listener", PROMOTE),
        Loop::StartRun => place(9, "Start the services", "within becomeLeader", PROMOTE),
        Loop::StartEnd => place(9, "becomeLeader returns", "", PROMOTE),
        Loop::DestroyFailed => place(10, "Destroy the session", "the start has failed", DESTROY),
        Loop::BranchNo => place(11, "Go on after a no", "", LOOP),
        Loop::SleepBegin => place(12, "Begin to sleep", "healthCheckInterval", LOOP),
        Loop::SleepLeader => place(12, "Sleep ends", "of a leader", LOOP),
        Loop::SleepFollower => place(12, "Sleep ends", "of a follower", LOOP),
        Loop::Validate4 => place(13, "Validate the lock", "as a leader", VALIDATE),
        Loop::ClearLeader => place(14, "Set leader to false", "", LOSE),
        Loop::StopBegin => place(15, "Call stopBeingLeader", "of the listener", LOSE),
        Loop::StopRun => place(15, "Stop the services", "within stopBeingLeader", LOSE),
        Loop::StopEnd => place(15, "stopBeingLeader returns", "", LOSE),
        Loop::Catch => place(16, "Handle the exception", "a leader steps down first", LOOP),
        Loop::Forget => place(16, "Forget the session", "after an exception", LOOP),
        Loop::Backoff => place(16, "Back-off ends", "", LOOP),
        Loop::GiveUp => place(16, "Give up", "leaderMaxErrorRetries", LOOP),
        Loop::Exit => place(17, "Leave the loop", "", LOOP),
        Loop::FinStop => place(17, "Stop what runs", "on the way out", LOOP),
        Loop::FinForget => place(17, "Forget the session", "on the way out", LOOP),
        Loop::FinDestroy => place(17, "Destroy the session", "on the way out", DESTROY),
    }
}

/// The listing of the election loop.
pub(super) static LOOP_LINES: [&str; 18] = [
    "until stopping or interrupted:",
    "  no session: create one",
    "  no leader: is the session valid?",
    "    no, or unknown: sessionId = null",
    "  acquire the lock",
    "  got it, and no leader yet:",
    "    validate the lock",
    "    check the flags, validate",
    "    leader = true, validate",
    "    term++, becomeLeader()",
    "      throws: destroy the session",
    "  not got: a leader steps down",
    "  sleep healthCheckInterval",
    "  a leader: validate, or step down",
    "step down: leader = false",
    "  stopBeingLeader()",
    "exception: sessionId = null, back off",
    "exit, with leader as it is",
];

/// The last line of it under the fixes that clean up.
pub(super) static CLEAN_EXIT: &str = "exit: stop, forget, destroy";
/// The line about a session that is dropped under the fix `destroy`.
pub(super) static DESTROYED: (usize, &str) = (3, "    no, or unknown: destroy it");

/// Of the session keeper.
pub(super) fn of_keeper(at: Keep) -> Option<Place> {
    let method = "sessionKeeperLoop";
    match at {
        Keep::Unborn | Keep::Done => None,
        Keep::Wake => place(0, "Wake", "reads stopping and sessionId", method),
        Keep::Renew => place(1, "Renew the session", "", method),
        Keep::Schedule => place(2, "Plan the next run", "unless stopping", method),
    }
}

/// The listing of the session keeper.
pub(super) static KEEPER_LINES: [&str; 3] =
    ["wake: read stopping, sessionId", "renew that session", "again in healthCheckInterval/3"];

/// Of the caller of `unregisterListener`; `first` when the loop is stopped first (fix `order`).
pub(super) fn of_caller(at: Unreg, first: bool) -> Option<Place> {
    let method = "unregisterListener";
    // Under the fix the lines between are not there.
    let line = |line: u8| if first { line - 6 } else { line };
    match at {
        Unreg::Returned | Unreg::Gone => None,
        Unreg::Idle => place(0, "Call unregisterListener", "stopping = true", method),
        Unreg::ReadLeader => place(1, "Read the leader flag", "", method),
        Unreg::StopBegin => place(2, "Call stopBeingLeader", "on this thread", method),
        Unreg::StopRun => place(2, "Stop the services", "within stopBeingLeader", method),
        Unreg::StopEnd => place(2, "stopBeingLeader returns", "", method),
        Unreg::ClearLeader => place(3, "Set leader to false", "", method),
        Unreg::ReadSession => place(4, "Read the session's id", "", method),
        Unreg::Destroy => place(5, "Destroy the session", "", method),
        Unreg::Forget => place(6, "Forget the session", "sessionId = null", method),
        Unreg::Interrupt => place(line(7), "Interrupt the loop", "shutdownNow", method),
        Unreg::Join => place(line(8), "End the wait for the loop", "", method),
        Unreg::Keeper => place(line(9), "Shut the keeper down", "", method),
        Unreg::JoinKeeper => place(line(10), "End the wait for the keeper", "and return", method),
    }
}

/// The listing of the caller.
pub(super) static CALLER_LINES: [&str; 11] = [
    "stopping = true",
    "a leader?",
    "  yes: stopBeingLeader(), here",
    "  and leader = false",
    "read sessionId",
    "destroy that session",
    "sessionId = null",
    "interrupt the loop",
    "wait for it, with a time-out",
    "shut the keeper down",
    "wait for it, and return",
];

/// The same under the fix `order`.
pub(super) static CALLER_LINES_FIRST: [&str; 5] = [
    "stopping = true",
    "interrupt the loop",
    "wait until it has cleaned up",
    "shut the keeper down",
    "wait for it, and return",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_a_line_and_a_title() {
        use Loop as L;
        let run = [
            L::Top,
            L::Create,
            L::SetSession,
            L::ReadLeader,
            L::Info,
            L::Drop,
            L::DestroyDropped,
            L::Acquire,
            L::BranchYes,
            L::BranchNo,
            L::Validate1,
            L::Check,
            L::Validate2,
            L::SetLeader,
            L::Validate3,
            L::Term,
            L::StartBegin,
            L::StartRun,
            L::StartEnd,
            L::DestroyFailed,
            L::SleepBegin,
            L::SleepLeader,
            L::SleepFollower,
            L::Validate4,
            L::ClearLeader,
            L::StopBegin,
            L::StopRun,
            L::StopEnd,
            L::Catch,
            L::Forget,
            L::Backoff,
            L::GiveUp,
            L::Exit,
            L::FinStop,
            L::FinForget,
            L::FinDestroy,
        ];
        let found: Vec<_> = run.into_iter().map(|at| of_loop(at).expect("it runs")).collect();
        for line in 0..LOOP_LINES.len() {
            assert!(found.iter().any(|place| usize::from(place.line) == line), "nothing is at line {line}");
        }
        assert!(
            found.iter().all(|place| usize::from(place.line) < LOOP_LINES.len() && !place.title.is_empty())
        );
        assert!([L::Unborn, L::Done, L::Dead, L::Gone].iter().all(|&at| of_loop(at).is_none()));
    }

    #[test]
    fn the_other_threads_have_them_too() {
        use Unreg as U;
        let keeper = [Keep::Wake, Keep::Renew, Keep::Schedule];
        let lines: Vec<_> = keeper.iter().filter_map(|&at| of_keeper(at)).map(|place| place.line).collect();
        assert_eq!(lines, [0, 1, 2]);
        let code = [
            U::Idle,
            U::ReadLeader,
            U::StopBegin,
            U::StopRun,
            U::StopEnd,
            U::ClearLeader,
            U::ReadSession,
            U::Destroy,
            U::Forget,
            U::Interrupt,
            U::Join,
            U::Keeper,
            U::JoinKeeper,
        ];
        let lines = |all: &[Unreg], first| {
            let mut lines: Vec<_> =
                all.iter().filter_map(|&at| of_caller(at, first)).map(|place| place.line).collect();
            lines.dedup();
            lines
        };
        assert_eq!(lines(&code, false), (0..11).collect::<Vec<u8>>());
        let fixed = [U::Idle, U::Interrupt, U::Join, U::Keeper, U::JoinKeeper];
        assert_eq!(lines(&fixed, true), (0..5).collect::<Vec<u8>>());
    }
}
