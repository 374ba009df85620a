//! What a step did, in one plain sentence; the election loop's are in `loop_sentence.rs`.

use super::action::{Action, How};
use super::call::{Who, hangs};
use super::place::of_loop;
use super::state::{A, B, Flag, Node, Reference, Sid, State, Written};
use super::thread::{Keep, Loop, Unreg};
use super::{DruidConsul, Fence};
use crate::machine::seconds;

/// What stands for the node in a sentence that has nothing else to fill in. Most are of that kind, and a text costs the
/// page less than a `format!`.
const NAME: &str = "{name}";

/// A node within a sentence.
pub(super) fn name(node: Node) -> &'static str {
    if node == A { "node a" } else { "node b" }
}

/// The other node.
pub(super) fn other(node: Node) -> Node {
    if node == A { B } else { A }
}

/// What became of a call, as the end of a sentence about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// Consul answered.
    Answered,
    /// The caller waits.
    Hangs(String),
    /// Consul did not get it: why.
    Failed(&'static str),
    /// Consul did it, and the answer is lost.
    Lost,
}

impl DruidConsul {
    /// The sentence of an applied action.
    pub(super) fn tell(&self, before: &State, action: Action, after: &State) -> String {
        let mut told = self.tell_plainly(before, action, after);
        // A name from the code stays as it is.
        let is_name =
            told.split(' ').next().is_some_and(|word| word.contains(|c: char| c.is_ascii_uppercase()));
        if let Some(first) = told.get_mut(..1).filter(|_| !is_name) {
            first.make_ascii_uppercase();
        }
        told
    }

    fn tell_plainly(&self, before: &State, action: Action, after: &State) -> String {
        match action {
            Action::Start => "node b starts its election loop and its session keeper".into(),
            Action::Loop(node, how) => self.tell_loop(before, node, how, after).replace(NAME, name(node)),
            Action::Keeper(node, how) => self.tell_keeper(before, node, how, after).replace(NAME, name(node)),
            Action::Unregister => {
                let holds = if self.holds_giant { ", holding the listener's lock, giant" } else { "" };
                format!("unregisterListener of node a is called{holds}, and sets stopping")
            }
            Action::Caller(how) => self.tell_caller(before, how, after),
            Action::Expire(sid) => {
                let end = self.tell_end(before, sid);
                format!(
                    "the time of {} is over, twice its TTL after the last renewal{end}",
                    session_of(before, sid)
                )
            }
            Action::Invalidate => {
                let end =
                    before.lock.session.get().map_or_else(String::new, |sid| self.tell_end(before, sid));
                format!(
                    "Consul gives up the session of node a, as a check turned critical or an agent left{end}"
                )
            }
            Action::DeleteKey => {
                "an operator deletes the lock's key: the session lives on, no lock-delay follows, \
                                  and whoever asks first gets the lock"
                    .into()
            }
            Action::OverwriteKey => {
                "an operator overwrites the lock's key: its session stays, so the lock is held as \
                                     before, but getCurrentLeader answers what was written"
                    .into()
            }
            Action::Cut => "node a can't reach Consul any more".into(),
            Action::Heal => {
                "node a can reach Consul again; a call that hangs still ends with an exception".into()
            }
            Action::Pause => {
                "the process of node a stands still, while time goes on for Consul and node b".into()
            }
            Action::Resume => "the process of node a goes on with what it knew before".into(),
            Action::Crash => self.tell_crash(before),
            Action::Write(node) => self.tell_write(before, node, after),
            Action::Tick => self.tell_tick(before, after),
        }
    }

    /// What follows when a session ends.
    pub(super) fn tell_end(&self, before: &State, sid: Sid) -> String {
        if before.lock.session != Reference::to(sid) {
            return String::new();
        }
        match self.lock_delay {
            0 => ": the lock's key goes with it, and the lock is free".into(),
            ticks => format!(": the lock's key goes with it, under lock-delay for {}", self.span(ticks)),
        }
    }

    #[allow(clippy::unused_self, reason = "all sentences read alike")]
    fn tell_crash(&self, before: &State) -> String {
        let held = before.owner() == Some(A);
        let left = if held { before.lock.session.get().map_or(0, |sid| before.session(sid).left) } else { 0 };
        let lock = if held {
            format!("; its session holds the lock for {} more", self.span(left))
        } else {
            String::new()
        };
        format!("the process of node a is gone, and Consul is not told{lock}")
    }

    fn tell_write(&self, before: &State, node: Node, after: &State) -> String {
        let name = name(node);
        let holds = before.owner() == Some(node);
        let stale = if holds { "" } else { ", though it does not hold the lock" };
        let (token, greatest) = (before.node(node).token, before.greatest);
        match after.written {
            Written::RejectedFromA | Written::RejectedFromB => {
                let owner = if holds { ", though it holds the lock" } else { "" };
                format!(
                    "the resource rejects the write of {name}{owner}: its token {token} is below {greatest}"
                )
            }
            _ if self.fence == Fence::None => {
                format!("the resource accepts the write of {name}{stale}: it looks at nothing")
            }
            _ => format!("the resource accepts the write of {name} with token {token}{stale}"),
        }
    }

    /// A tick: how long something has lasted, and what it makes due.
    fn tell_tick(&self, before: &State, after: &State) -> String {
        let mut told = Vec::new();
        if after.dual > 0 {
            told.push(format!("both nodes have acted as leader for {}", self.span(after.dual)));
        }
        if after.leaderless > 0 {
            told.push(format!("no leader has acted for {}", self.span(after.leaderless)));
        }
        if before.lock.delay == 1 {
            told.push("lock-delay is over".into());
        }
        if let Some(due) = self.due(after) {
            told.push(self.tell_due(after, due));
        }
        let passes = format!("a tick passes, {} s", seconds(1, self.tick_us));
        if told.is_empty() { passes } else { format!("{passes}; {}", told.join(", ")) }
    }

    #[allow(clippy::unused_self, reason = "all sentences read alike")]
    fn tell_due(&self, state: &State, due: Action) -> String {
        match due {
            Action::Start => "node b is about to start".into(),
            Action::Loop(node, _) => {
                let at = state.node(node).loop_.at;
                match at {
                    Loop::SleepLeader | Loop::SleepFollower => format!("the loop of {} wakes", name(node)),
                    _ if hangs(state, node, Who::Loop) => {
                        format!("the hung call of {} times out", name(node))
                    }
                    _ => of_loop(at).map_or_else(String::new, |place| {
                        format!("the loop of {} can go on: {}", name(node), place.title)
                    }),
                }
            }
            Action::Keeper(node, _) if hangs(state, node, Who::Keeper) => {
                format!("the hung renewal of {} times out", name(node))
            }
            Action::Keeper(node, _) => format!("the keeper of {} wakes", name(node)),
            Action::Caller(_) => "the caller of unregisterListener can go on".into(),
            Action::Expire(sid) => format!("{} is due to expire", session_of(state, sid)),
            other => other.to_string(),
        }
    }

    /// What became of a call.
    pub(super) fn fate(&self, before: &State, node: Node, who: Who, how: How, after: &State) -> Fate {
        match how {
            _ if hangs(before, node, who) => Fate::Failed("times out"),
            _ if hangs(after, node, who) => Fate::Hangs(format!(
                "hangs, as {} can't reach Consul, for up to {}",
                name(node),
                self.span(self.rpc_hang)
            )),
            _ if before.node(node).has(Flag::Cut) => Fate::Failed("fails, as Consul can't be reached"),
            How::Error => Fate::Failed("fails"),
            How::Lost => Fate::Lost,
            _ => Fate::Answered,
        }
    }

    fn tell_keeper(&self, before: &State, node: Node, how: How, after: &State) -> String {
        let name = name(node);
        let (was, now) = (before.node(node), after.node(node));
        match (was.keeper.at, now.keeper.at) {
            (Keep::Wake, Keep::Renew) => "the keeper of {name} wakes and reads the session's id".into(),
            (Keep::Wake, Keep::Schedule) => "the keeper of {name} wakes and finds no session".into(),
            (Keep::Wake, _) => "the keeper of {name} sees stopping and ends".into(),
            (Keep::Renew, _) => self.tell_renewal(before, node, how, after),
            (_, Keep::Done) => "the keeper of {name} sees stopping and plans no further run".into(),
            _ => format!("the keeper of {name} plans its next run in {}", self.span(self.renew_every)),
        }
    }

    fn tell_renewal(&self, before: &State, node: Node, how: How, after: &State) -> String {
        let name = name(node);
        let session = before.node(node).keeper.local;
        let old = if before.node(node).session == session {
            ""
        } else {
            " an older session, which is no longer its own,"
        };
        let on_leader = if before.node(node).has(Flag::Leader) { ", and the leader goes on" } else { "" };
        match self.fate(before, node, Who::Keeper, how, after) {
            Fate::Hangs(how) => {
                format!("the renewal of {name} {how}; the keeper is one thread and renews nothing meanwhile")
            }
            Fate::Failed(how) => {
                let stops = before.node(node).has(Flag::Stopping);
                let then = if stops { "" } else { " and tries again in its next run" };
                format!("the renewal of {name} {how}: the keeper logs it{then}")
            }
            Fate::Lost => {
                "Consul renews the session of {name}, but the answer is lost and logged as an exception"
                    .into()
            }
            Fate::Answered if before.alive(session).is_some() => {
                let kept = self.span(self.expiry);
                if old.is_empty() {
                    format!("Consul renews the session of {name}, for {kept} from now")
                } else {
                    format!("the keeper of {name} renews{old} for {kept}")
                }
            }
            Fate::Answered if after.node(node).has(Flag::Kicked) && !before.node(node).has(Flag::Kicked) => {
                "Consul does not know the session of {name} any more, and the keeper wakes the loop".into()
            }
            Fate::Answered => format!(
                "Consul does not know the session of {name} any more: the keeper logs an exception and does nothing else{on_leader}"
            ),
        }
    }

    fn tell_caller(&self, before: &State, how: How, after: &State) -> String {
        let acts = before.acts(A);
        match before.unregister.at {
            Unreg::ReadLeader if before.node(A).has(Flag::Leader) => {
                "the caller finds leader true, so it is to stop the listener".into()
            }
            Unreg::ReadLeader => {
                // The flag goes on before a start and off before a stop.
                let though = match before.node(A).loop_.at {
                    Loop::StopBegin | Loop::StopRun | Loop::StopEnd => ", while the loop's stop is under way",
                    _ if acts => ", though services run",
                    _ => "",
                };
                format!("the caller finds leader false and calls no callback{though}")
            }
            Unreg::StopBegin if after.unregister.at != Unreg::StopRun => {
                "the caller finds nothing that runs and stops nothing".into()
            }
            Unreg::StopBegin if acts => "the caller calls stopBeingLeader on its own thread".into(),
            Unreg::StopBegin => "the caller calls stopBeingLeader, though no services run".into(),
            Unreg::StopRun if acts => "the services of node a stop, on the caller's thread".into(),
            Unreg::StopRun => "the listener of node a has nothing to stop".into(),
            Unreg::StopEnd => "stopBeingLeader returns to the caller".into(),
            Unreg::ClearLeader => "the caller sets leader to false".into(),
            Unreg::ReadSession if before.node(A).session == Reference::NONE => {
                "the caller finds no session to destroy".into()
            }
            Unreg::ReadSession => "the caller reads which session it is to destroy".into(),
            Unreg::Destroy => self.tell_destroy_by_caller(before, how, after),
            Unreg::Forget => {
                let late = before.node(A).loop_.at == Loop::Acquire;
                let then = if late { ", just before the loop reads it to acquire the lock" } else { "" };
                format!("the caller sets sessionId to null{then}")
            }
            Unreg::Interrupt if before.node(A).loop_.at.is_over() => {
                "the caller shuts the executor down; the loop has ended already".into()
            }
            Unreg::Interrupt => {
                let calls = hangs(before, A, Who::Loop);
                let then = if calls { "; a call to Consul goes on regardless" } else { "" };
                format!("the caller interrupts the loop and waits for it{then}")
            }
            Unreg::Join if before.node(A).loop_.at.is_over() => {
                "the loop has ended, and so has the caller's wait".into()
            }
            Unreg::Join => "the caller has waited long enough and goes on, while the loop still runs".into(),
            Unreg::Keeper => "the caller shuts the keeper down".into(),
            _ => self.tell_return(before),
        }
    }

    fn tell_destroy_by_caller(&self, before: &State, how: How, after: &State) -> String {
        let sid = before.unregister.local.get().expect("the caller destroys a session");
        let repeats = after.unregister.at == Unreg::Destroy;
        match self.fate(before, A, Who::Caller, how, after) {
            Fate::Hangs(how) => format!("the caller's destroy {how}"),
            Fate::Failed(how) if repeats => format!("the caller's destroy {how}, and is to be repeated"),
            Fate::Failed(how) => {
                format!("the caller's destroy {how} and is not repeated{}", lives_on(before, sid))
            }
            Fate::Lost => format!(
                "the caller's destroy ends the session, but the answer is lost{}",
                self.tell_end(before, sid)
            ),
            Fate::Answered => {
                format!("the caller destroys {}{}", session_of(before, sid), self.tell_end(before, sid))
            }
        }
    }

    #[allow(clippy::unused_self, reason = "all sentences read alike")]
    fn tell_return(&self, before: &State) -> String {
        let frees = if self.holds_giant { ", and its owner frees giant" } else { "" };
        let left = match (before.acts(A), before.node(A).loop_.at.is_over()) {
            (true, _) => "; services of node a still run",
            (false, false) => "; the loop of node a still runs",
            _ => "",
        };
        format!("unregisterListener returns{frees}{left}")
    }
}

/// A session within a sentence: whose it is.
pub(super) fn session_of(state: &State, sid: Sid) -> String {
    match state.session(sid).owner() {
        Some(owner) if state.node(owner).session != Reference::to(sid) => {
            format!("an older session of {}", name(owner))
        }
        Some(owner) => format!("the session of {}", name(owner)),
        None => "a session that is gone".into(),
    }
}

/// What a destroy that failed leaves behind.
pub(super) fn lives_on(before: &State, sid: Sid) -> &'static str {
    if before.alive(Reference::to(sid)).is_some() {
        ": the session lives on until it expires"
    } else {
        ", but the session has ended already"
    }
}

#[cfg(test)]
mod tests;
