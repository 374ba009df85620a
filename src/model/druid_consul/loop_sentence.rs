//! What a step of the election loop did: what the thread read, what Consul answered and why, where that leads.

use super::action::How;
use super::call::{Who, lacks_session};
use super::consul::Ownership;
use super::sentence::{Fate, lives_on, name, other, session_of};
use super::state::{Flag, Node, Reference, State};
use super::thread::Loop;
use super::{DruidConsul, Fix};

impl DruidConsul {
    pub(super) fn tell_loop(&self, before: &State, node: Node, how: How, after: &State) -> String {
        let name = name(node);
        let (was, now) = (before.node(node), after.node(node));
        match was.loop_.at {
            Loop::Top => tell_top(before, node, now.loop_.at),
            Loop::Create => self.tell_create(before, node, how, after),
            Loop::SetSession => "{name} keeps the id of its new session".into(),
            Loop::ReadLeader if was.has(Flag::Leader) => {
                "{name} is a leader, so it goes straight for the lock".into()
            }
            Loop::ReadLeader => "{name} is no leader, so it is to ask about its session first".into(),
            Loop::Info => self.tell_info(before, node, how, after),
            Loop::Drop => self.tell_drop(before, node),
            Loop::DestroyDropped | Loop::FinDestroy | Loop::DestroyFailed => {
                self.tell_destroy(before, node, how, after)
            }
            Loop::Acquire => self.tell_acquire(before, node, how, after),
            Loop::BranchYes => tell_yes(before, node, now.loop_.at),
            Loop::BranchNo if was.has(Flag::Leader) => {
                "{name} is a leader and did not get the lock, so it steps down".into()
            }
            Loop::BranchNo => "{name} did not get the lock and is to sleep".into(),
            Loop::Validate1 | Loop::Validate2 | Loop::Validate3 | Loop::Validate4 => {
                self.tell_validation(before, node, how, after)
            }
            Loop::Check if now.loop_.at == Loop::Validate2 => {
                "{name} sees neither stopping nor an interrupt and takes a copy of its session's id".into()
            }
            Loop::Check => format!("{name} aborts its promotion: {}", why_not(before, node)),
            Loop::SetLeader if was.has(Flag::Leader) => "{name} finds leader true already".into(),
            Loop::SetLeader => "{name} sets leader to true, before anything is started".into(),
            Loop::Term => "{name} raises its term, which it counts alone".into(),
            Loop::StartBegin | Loop::StartRun | Loop::StartEnd => self.tell_start(before, node, how, after),
            Loop::SleepBegin => {
                let role = if was.has(Flag::Leader) { "leader" } else { "follower" };
                format!("{name} goes to sleep as a {role}, for {}", self.span(self.poll))
            }
            Loop::SleepLeader | Loop::SleepFollower | Loop::Backoff => tell_waking(before, node, after),
            Loop::ClearLeader => "{name} sets leader to false, before its services are stopped".into(),
            Loop::StopBegin | Loop::StopRun | Loop::StopEnd => tell_stop(before, node, how, after),
            _ => self.tell_exit(before, node, after),
        }
    }

    fn tell_create(&self, before: &State, node: Node, how: How, after: &State) -> String {
        let name = name(node);
        match self.fate(before, node, Who::Loop, how, after) {
            Fate::Hangs(how) => format!("the call of {name} for a session {how}"),
            Fate::Failed(how) => {
                format!("the call of {name} for a session {how}, which is an exception in the loop")
            }
            Fate::Lost => {
                "Consul makes a session for {name}, but the answer is lost: nobody will renew it".into()
            }
            Fate::Answered => {
                format!(
                    "Consul makes a session for {name}, which ends in {} unless it is renewed",
                    self.span(self.expiry)
                )
            }
        }
    }

    fn tell_info(&self, before: &State, node: Node, how: How, after: &State) -> String {
        let name = name(node);
        let kept = after.node(node).loop_.at != Loop::Drop;
        let taken =
            if kept { ", and the session is kept" } else { ", which the code takes for an invalid session" };
        let session = before.node(node).session;
        match self.fate(before, node, Who::Loop, how, after) {
            Fate::Hangs(how) => format!("the question of {name} about its session {how}"),
            Fate::Failed(how) => format!("the question of {name} about its session {how}{taken}"),
            Fate::Lost => format!("the answer about the session of {name} is lost{taken}"),
            Fate::Answered if session == Reference::NONE => {
                format!("{name} asks about its session, but sessionId is null by now{taken}")
            }
            Fate::Answered if before.alive(session).is_some() => "Consul knows the session of {name}".into(),
            Fate::Answered => "Consul does not know the session of {name} any more".into(),
        }
    }

    fn tell_drop(&self, before: &State, node: Node) -> String {
        let name = name(node);
        let session = before.node(node).session;
        let how = if self.has(Fix::Destroy) { "and is to destroy it" } else { "without destroying it" };
        let end = match before.alive(session) {
            Some(_) if self.has(Fix::Destroy) => "",
            Some(_) if before.lock.session == session => {
                ": it still holds the lock, and nobody renews it now"
            }
            Some(_) => ": it lives on until it expires",
            None => "",
        };
        format!("{name} forgets its session {how}{end}")
    }

    fn tell_destroy(&self, before: &State, node: Node, how: How, after: &State) -> String {
        let (name, at) = (name(node), before.node(node).loop_.at);
        let what = match at {
            Loop::DestroyDropped => "dropped session",
            _ => "session",
        };
        let Some(sid) = before.node(node).loop_.local.get() else {
            return "{name} has no session to destroy".into();
        };
        match self.fate(before, node, Who::Loop, how, after) {
            Fate::Hangs(how) => format!("the destroy of {name} {how}"),
            Fate::Failed(how) if after.node(node).loop_.at == at => {
                format!("the destroy of {name} {how}, and is to be repeated")
            }
            Fate::Failed(how) => {
                format!("the destroy of {name} {how} and is not repeated{}", lives_on(before, sid))
            }
            Fate::Lost => {
                format!("{name} destroys its {what}, but the answer is lost{}", self.tell_end(before, sid))
            }
            Fate::Answered => format!("{name} destroys its {what}{}", self.tell_end(before, sid)),
        }
    }

    fn tell_acquire(&self, before: &State, node: Node, how: How, after: &State) -> String {
        let name = name(node);
        let session = before.node(node).session;
        if lacks_session(before, node) && self.has(Fix::NoNull) {
            return "{name} has no session by now and does not ask for the lock".into();
        }
        let counts = match after.node(node).loop_.at {
            Loop::SleepBegin => ", and the leader bears it until the next iteration",
            _ => ", which counts as a no",
        };
        match self.fate(before, node, Who::Loop, how, after) {
            Fate::Hangs(how) => format!("the call of {name} for the lock {how}"),
            Fate::Failed(how) => format!("the call of {name} for the lock {how}{counts}"),
            Fate::Lost => {
                let got = after.lock.session == session && session != Reference::NONE;
                let did = if got { "gives the lock to" } else { "answers" };
                format!("Consul {did} {name}, but the answer is lost{counts}")
            }
            Fate::Answered => self.tell_answer(before, node, after),
        }
    }

    /// Consul's answer to an acquire, and its reason.
    fn tell_answer(&self, before: &State, node: Node, after: &State) -> String {
        let name = name(node);
        let session = before.node(node).session;
        if session == Reference::NONE {
            let over = match before.owner() {
                Some(owner) => {
                    format!("over that of {}, whose session keeps the lock", super::sentence::name(owner))
                }
                None => "with no session behind it".into(),
            };
            return format!(
                "sessionId of {name} is null by now, so Consul takes its acquire for a plain write: its URL, {over}"
            );
        }
        // In the order in which Consul looks.
        if before.lock.delay > 0 {
            let left = self.span(before.lock.delay);
            return format!(
                "Consul answers false, because lock-delay goes on for {left}; {name} logs nothing"
            );
        }
        if before.alive(session).is_none() {
            return "Consul refuses the lock, because it does not know the session of {name}; that counts as a \
                    no"
                .into();
        }
        if after.lock.session == session {
            return match (before.lock.session == session, before.lock == after.lock) {
                (true, true) => "Consul says yes: {name} has the lock already".into(),
                (true, false) => {
                    "Consul says yes: {name} has the lock already, and its URL is written anew".into()
                }
                _ => "Consul gives the lock to {name}".into(),
            };
        }
        let holder = before.lock.session.get().map_or_else(String::new, |sid| session_of(before, sid));
        format!("Consul answers false, because {holder} has the lock; {name} logs nothing")
    }

    fn tell_validation(&self, before: &State, node: Node, how: How, after: &State) -> String {
        let name = name(node);
        let (was, now) = (before.node(node), after.node(node));
        let at = was.loop_.at;
        if at == Loop::Validate4 && lacks_session(before, node) {
            return "{name} has no session by now and begins anew".into();
        }
        let then = match now.loop_.at {
            Loop::SleepBegin if at == Loop::Validate3 => ", so leader is false again and nothing is started",
            Loop::SleepBegin => ", so there is no promotion",
            Loop::ClearLeader => ", so it steps down",
            _ => "",
        };
        let borne = now.loop_.at == Loop::Top;
        let unknown = if borne {
            ", and the leader bears it until the next iteration"
        } else {
            ", and the code can't tell unknown from lost"
        };
        let expected =
            if matches!(at, Loop::Validate1 | Loop::Validate4) { was.session } else { was.loop_.local };
        let found = match self.fate(before, node, Who::Loop, how, after) {
            Fate::Hangs(how) => {
                return format!(
                    "the validation of {name} {how}, while its leader flag and services stay as they are"
                );
            }
            Fate::Failed(how) => return format!("the validation of {name} {how}{unknown}{then}"),
            Fate::Lost => return format!("the answer to the validation of {name} is lost{unknown}{then}"),
            Fate::Answered => Self::ownership(before, expected),
        };
        let found = match found {
            Ownership::Same => return tell_valid(at),
            Ownership::Missing => "there is no key".into(),
            Ownership::NoSession => "the key has no session".into(),
            Ownership::Other(_) if expected == Reference::NONE => {
                "sessionId is null by now, which is an exception".into()
            }
            Ownership::Other(sid) => format!("the key belongs to {}", session_of(before, sid)),
        };
        let needless = if before.is_unregistered(node) && at == Loop::Validate4 {
            ", though it is only being stopped"
        } else {
            ""
        };
        format!("{name} validates the lock, and {found}{then}{needless}")
    }

    fn tell_start(&self, before: &State, node: Node, how: How, after: &State) -> String {
        let name = name(node);
        let late = if before.is_unregistered(node) { ", after unregisterListener was called" } else { "" };
        match (before.node(node).loop_.at, how) {
            (Loop::StartBegin, _) if after.node(node).loop_.at == Loop::StartRun => {
                format!("{name} calls becomeLeader of its listener{late}")
            }
            (Loop::StartBegin, _) => "{name} starts nothing, because the selector is stopping".into(),
            (Loop::StartRun, _) if !after.acts(node) => {
                "the listener of {name} was stopped already and starts nothing".into()
            }
            (Loop::StartRun, _) if before.acts(node) => {
                "the services of {name} are started although they run already".into()
            }
            (Loop::StartRun, _) if before.acts(other(node)) => {
                format!("the services of {name} start{late}: two nodes act as leader now")
            }
            (Loop::StartRun, _) => format!("the services of {name} start{late}"),
            (_, How::Exception) if self.has(Fix::Finally) => {
                "becomeLeader of {name} throws an exception, and what was started is to be stopped".into()
            }
            (_, How::Exception) => {
                "becomeLeader of {name} throws an exception: leader is false again, but nobody stops what \
                 was started"
                    .into()
            }
            (_, How::Throwable) => died(name, "becomeLeader", after.node(node).loop_.at),
            _ if before.node(node).has(Flag::Leader) => "becomeLeader returns, and {name} is leader".into(),
            _ => "becomeLeader returns, and {name} logs that it leads, though leader is false by now".into(),
        }
    }

    fn tell_exit(&self, before: &State, node: Node, after: &State) -> String {
        let name = name(node);
        let (was, now) = (before.node(node), after.node(node));
        match (was.loop_.at, now.loop_.at) {
            (Loop::Catch, Loop::ClearLeader) => {
                "the loop of {name} catches the exception, and its leader steps down".into()
            }
            (Loop::Catch, _) => "the loop of {name} catches the exception".into(),
            (Loop::Forget, Loop::DestroyDropped) => "{name} forgets its session and is to destroy it".into(),
            (Loop::Forget, Loop::GiveUp) => "{name} has had more exceptions in a row than it may".into(),
            (Loop::Forget, _) => format!(
                "{name} forgets its session and waits for {} before it tries again",
                self.span(self.backoff)
            ),
            (Loop::GiveUp, _) => "{name} gives up: it takes part in no election any more".into(),
            (Loop::Exit, Loop::Done) => match (was.has(Flag::Leader), before.acts(node)) {
                (true, _) => "the loop of {name} ends, with leader still true".into(),
                (false, true) => "the loop of {name} ends, while its services run".into(),
                _ => "the loop of {name} ends".into(),
            },
            (Loop::Exit, _) => "{name} leaves its loop and cleans up".into(),
            (Loop::FinStop, Loop::ClearLeader) => "{name} is to stop what it has started".into(),
            (Loop::FinStop, _) => "{name} has nothing to stop on its way out".into(),
            _ => "{name} forgets its session on its way out".into(),
        }
    }
}

fn tell_top(before: &State, node: Node, next: Loop) -> String {
    let process = before.node(node);
    match next {
        Loop::Exit if process.has(Flag::Stopping) => {
            "{name} sees that it is stopping and is to leave its loop".into()
        }
        Loop::Exit => "{name} sees the interrupt and is to leave its loop".into(),
        Loop::Create => "{name} begins an iteration and has no session".into(),
        _ => "{name} begins an iteration with the session it has".into(),
    }
}

fn tell_yes(before: &State, node: Node, next: Loop) -> String {
    let name = name(node);
    match next {
        Loop::Validate1 => "{name} has got the lock and is to be promoted".into(),
        _ if before.node(node).has(Flag::Leader) => "{name} leads already and is to sleep".into(),
        _ => format!("{name} has got the lock but skips leadership: {}", why_not(before, node)),
    }
}

/// Why there is no promotion.
fn why_not(before: &State, node: Node) -> &'static str {
    let process = before.node(node);
    match (process.has(Flag::Stopping), process.has(Flag::Interrupted)) {
        (true, _) => "it is stopping",
        (_, true) => "it was interrupted",
        _ if process.session != Reference::NONE => "its lease is over",
        _ => "its session is null by now",
    }
}

fn tell_valid(at: Loop) -> String {
    match at {
        Loop::Validate4 => "{name} validates the lock as a leader, and it is still its own".into(),
        Loop::Validate3 => "{name} validates the lock with its leader flag on, and it is its own".into(),
        _ => "{name} validates the lock, and it is its own".into(),
    }
}

fn tell_waking(before: &State, node: Node, after: &State) -> String {
    let was = before.node(node);
    match (was.loop_.at, after.node(node).loop_.at) {
        (_, Loop::Exit) => "the interrupt ends the wait of {name}, which is to leave its loop".into(),
        (Loop::Backoff, _) => "the back-off of {name} is over, and it begins anew".into(),
        (Loop::SleepFollower, _) => "{name} wakes and begins anew".into(),
        (_, Loop::ClearLeader) => "{name} steps down by itself: its last renewal is a whole TTL ago".into(),
        _ if was.has(Flag::Kicked) => "{name} is woken by its keeper and is to validate the lock".into(),
        _ if !was.has(Flag::Leader) => {
            "{name} wakes and is to validate the lock, though leader is false by now".into()
        }
        _ => "{name} wakes and is to validate the lock".into(),
    }
}

fn tell_stop(before: &State, node: Node, how: How, after: &State) -> String {
    let name = name(node);
    match (before.node(node).loop_.at, after.node(node).loop_.at) {
        (Loop::StopBegin, Loop::StopRun) if before.acts(node) => {
            "{name} calls stopBeingLeader of its listener".into()
        }
        (Loop::StopBegin, Loop::StopRun) => {
            "{name} calls stopBeingLeader, though its services don't run".into()
        }
        (Loop::StopBegin, _) => "{name} finds nothing that runs and stops nothing".into(),
        (Loop::StopRun, _) if before.acts(node) => "the services of {name} stop".into(),
        (Loop::StopRun, _) => "the listener of {name} has nothing to stop".into(),
        (_, at) if how == How::Throwable => died(name, "stopBeingLeader", at),
        _ => "stopBeingLeader returns, and {name} has stepped down".into(),
    }
}

fn died(name: &str, callback: &str, at: Loop) -> String {
    let then = if at == Loop::Dead {
        "nobody catches: its loop is dead, and no line says so"
    } else {
        "is caught on the way out"
    };
    format!("{callback} of {name} throws an Error, which {then}")
}
