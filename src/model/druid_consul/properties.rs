//! The properties of the fact sheet, P1 to P13. P12 is there as a figure and as a question of recovery.

use super::action::{Action, How};
use super::guard::refers;
use super::state::{A, B, Flag, NODES, Node, State, Value};
use super::thread::{Loop, Next, Unreg};
use super::{DruidConsul, Fence, Fix};
use crate::machine::{Check, Property};

/// A promotion takes place within this time when nothing goes wrong twice, in ticks.
const LEADERLESS: u32 = 24;
/// How long an unregistration takes at most, in ticks: the wait of the fix `order` is cut at 40.
const UNREGISTER: u32 = 39;

pub(super) static PROPERTIES: &[Property<DruidConsul>] = &[
    Property {
        id: "single-leader",
        title: "At most one node acts as leader",
        meaning: "Leader services, once started and not stopped, run in one process at most.",
        check: Check::Always(|_, state: &State| !(state.acts(A) && state.acts(B))),
    },
    Property {
        id: "dual-leader-time",
        title: "No time passes with two leaders",
        meaning: "The longest stretch of ticks in which both nodes act as leader.",
        check: Check::Bounded(dual_time, 0),
    },
    Property {
        id: "single-effective",
        title: "The fenced resource obeys the lock's owner alone",
        meaning: "The resource accepts the writes of one acting node at most, and never refuses those of the node that holds \
                  the lock.",
        check: Check::Always(single_effective),
    },
    Property {
        id: "callbacks-alternate",
        title: "Start and stop alternate",
        meaning: "becomeLeader is called only while services are stopped, stopBeingLeader only while they run.",
        check: Check::NeverStep(callbacks_alternate),
    },
    Property {
        id: "callbacks-apart",
        title: "Callbacks never overlap",
        meaning: "The loop and the caller of unregisterListener are never in the listener together.",
        check: Check::Always(|_, state: &State| {
            !(state.node(A).loop_.at.is_in_callback() && state.unregister.at.is_in_callback())
        }),
    },
    Property {
        id: "silent-after-unregister",
        title: "No callback after unregisterListener has returned",
        meaning: "No callback begins or takes effect then.",
        check: Check::NeverStep(silent_after_unregister),
    },
    Property {
        id: "stopped-after-unregister",
        title: "Nothing leads after unregisterListener has returned",
        meaning: "Then the node's services are stopped and its leader flag is off.",
        check: Check::Always(|_, state: &State| {
            state.unregister.at != Unreg::Returned || !(state.acts(A) || state.node(A).has(Flag::Leader))
        }),
    },
    Property {
        id: "no-zombie",
        title: "A node whose loop has ended does not lead",
        meaning: "Unless it unregisters, neither its flag nor its services are on when the election loop has ended.",
        check: Check::Always(|_, state: &State| NODES.iter().all(|&node| !is_zombie(state, node))),
    },
    Property {
        id: "no-orphan-lock",
        title: "No lock is held by a forgotten session",
        meaning: "A live session that holds the lock is known to the process that made it.",
        check: Check::Always(no_orphan_lock),
    },
    Property {
        id: "key-has-session",
        title: "The lock's key is never without a session",
        meaning: "A key without a session is nobody's and is deleted by nothing.",
        check: Check::Always(|_, state: &State| !state.lock.is_there() || state.lock.session.get().is_some()),
    },
    Property {
        id: "key-names-owner",
        title: "The lock's key names its owner",
        meaning: "The URL in the key, which getCurrentLeader returns, is that of the node whose session holds it.",
        check: Check::Always(|_, state: &State| {
            state.owner().is_none_or(|owner| state.lock.value == Value::of(owner))
        }),
    },
    Property {
        id: "no-needless-step-down",
        title: "No step-down while the lock is still held",
        meaning: "The loop calls stopBeingLeader of a leader only when its session has lost the lock, it unregisters, it is cut \
                  off, or its start failed.",
        check: Check::NeverStep(no_needless_step_down),
    },
    Property {
        id: "lock-freed",
        title: "The lock is free after unregisterListener has returned",
        meaning: "Apart from lock-delay: no session of the node holds it.",
        check: Check::Always(|_, state: &State| {
            state.unregister.at != Unreg::Returned || state.owner() != Some(A)
        }),
    },
    Property {
        id: "unregister-time",
        title: "Unregistering takes less than 40 ticks",
        meaning: "From the call of unregisterListener on, as long as it goes on.",
        check: Check::Bounded(
            |_, state: &State| {
                let under_way = state.unregister.at.is_under_way();
                under_way.then_some(u32::from(state.unregister.taken))
            },
            UNREGISTER,
        ),
    },
    Property {
        id: "leaderless-time",
        title: "A leader acts again within 24 ticks",
        meaning: "The longest stretch of ticks in which no node acts as leader, the start included.",
        check: Check::Bounded(leaderless_time, LEADERLESS),
    },
    Property {
        id: "leader-again",
        title: "A leader can act again",
        meaning: "Without another fault a node can come to hold the lock and to act, with an election loop that lives.",
        check: Check::Recoverable(has_leader),
    },
    Property {
        id: "loop-lives",
        title: "The election loop ends only with an unregistration",
        meaning: "A node whose loop has ended takes part in no election until it is restarted.",
        check: Check::Always(|_, state: &State| {
            NODES.iter().all(|&node| {
                !matches!(state.node(node).loop_.at, Loop::Done | Loop::Dead) || state.is_unregistered(node)
            })
        }),
    },
];

impl DruidConsul {
    /// Whether the fenced resource accepts what the node writes.
    pub(super) fn is_effective(&self, state: &State, node: Node) -> bool {
        self.fence == Fence::None || state.node(node).token >= state.greatest
    }
}

fn dual_time(_: &DruidConsul, state: &State) -> Option<u32> {
    (state.acts(A) && state.acts(B)).then_some(u32::from(state.dual))
}

fn leaderless_time(_: &DruidConsul, state: &State) -> Option<u32> {
    (!state.acts(A) && !state.acts(B)).then_some(u32::from(state.leaderless))
}

fn single_effective(model: &DruidConsul, state: &State) -> bool {
    let effective = |node: Node| state.acts(node) && model.is_effective(state, node);
    let obeyed = state.owner().is_none_or(|owner| !state.acts(owner) || effective(owner));
    obeyed && !(effective(A) && effective(B))
}

/// A callback that begins with this step, by node: true for a start.
fn begins(before: &State, action: Action, after: &State) -> Option<(Node, bool)> {
    match action {
        Action::Loop(node, _) => match (before.node(node).loop_.at, after.node(node).loop_.at) {
            (Loop::StartBegin, Loop::StartRun) => Some((node, true)),
            (Loop::StopBegin, Loop::StopRun) => Some((node, false)),
            _ => None,
        },
        Action::Caller(_)
            if (before.unregister.at, after.unregister.at) == (Unreg::StopBegin, Unreg::StopRun) =>
        {
            Some((A, false))
        }
        _ => None,
    }
}

fn callbacks_alternate(model: &DruidConsul, before: &State, action: Action, after: &State) -> bool {
    // A listener that ignores what it has done already makes nothing of a second call.
    let tolerant = model.has(Fix::IdempotentListener);
    begins(before, action, after).is_none_or(|(node, start)| tolerant || start != before.acts(node))
}

fn silent_after_unregister(_: &DruidConsul, before: &State, action: Action, after: &State) -> bool {
    let Action::Loop(A, _) = action else { return true };
    let at = before.node(A).loop_.at;
    let effect = matches!(at, Loop::StartRun | Loop::StopRun);
    before.unregister.at != Unreg::Returned || !(effect || begins(before, action, after).is_some())
}

fn is_zombie(state: &State, node: Node) -> bool {
    let process = state.node(node);
    let over = matches!(process.loop_.at, Loop::Done | Loop::Dead) && !state.is_unregistered(node);
    over && (process.has(Flag::Leader) || process.has(Flag::Acting))
}

fn no_orphan_lock(_: &DruidConsul, state: &State) -> bool {
    state.owner().is_none_or(|owner| {
        state.node(owner).loop_.at == Loop::Gone || refers(state, owner, state.lock.session)
    })
}

fn no_needless_step_down(_: &DruidConsul, before: &State, action: Action, after: &State) -> bool {
    let Action::Loop(node, How::Run) = action else { return true };
    let Some((_, false)) = begins(before, action, after) else { return true };
    let process = before.node(node);
    let meant = matches!(process.loop_.next, Next::DestroyFailed | Next::Fin)
        || before.is_unregistered(node)
        || process.has(Flag::Cut);
    let holds = before.owner() == Some(node) && before.lock.session == process.session;
    meant || !holds
}

fn has_leader(_: &DruidConsul, state: &State) -> bool {
    state.owner().is_some_and(|owner| state.acts(owner) && !state.node(owner).loop_.at.is_over())
}
