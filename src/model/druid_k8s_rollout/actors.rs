//! The actors, what one step waits for of another, and the listings of the threads.

use super::DruidRollout;
use super::action::ordinal;
use super::state::{MEMBERS, Member, PODS, Pod, Role};
use crate::machine::{Actor, ActorInfo, Token};

/// What moves outside the pods.
const OUTSIDE: u8 = 3;
/// Threads of a pod.
const PER_POD: u8 = 3;

/// The rolling update and the kubelet.
pub(super) const ROLLOUT: Actor = Actor(0);
/// Time.
pub(super) const CLOCK: Actor = Actor(1);
/// The way to the API server.
pub(super) const NETWORK: Actor = Actor(2);

/// A thread of a pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The shutdown hook, which runs `Lifecycle.stop`; and main at the start.
    Life,
    /// The electors of both roles, whose threads bear one name.
    Elector,
    /// The worker of the start hooks.
    Hook,
}

static IDS: [[&str; PER_POD as usize]; PODS as usize] = [
    ["pod0.life", "pod0.elector", "pod0.hook"],
    ["pod1.life", "pod1.elector", "pod1.hook"],
    ["pod2.life", "pod2.elector", "pod2.hook"],
    ["overlord0.life", "overlord0.elector", "overlord0.hook"],
    ["overlord1.life", "overlord1.elector", "overlord1.hook"],
    ["overlord2.life", "overlord2.elector", "overlord2.hook"],
];
static TITLES: [&str; PER_POD as usize] = ["Lifecycle", "elector", "hook worker"];
static NODES: [&str; PODS as usize] = [
    "druid-coordinator-0",
    "druid-coordinator-1",
    "druid-coordinator-2",
    "druid-overlord-0",
    "druid-overlord-1",
    "druid-overlord-2",
];

/// The name of a pod.
pub(super) fn node(pod: Pod) -> &'static str {
    NODES[usize::from(pod)]
}

/// All actors of a model, in the order of the lanes.
pub(super) fn of(model: &DruidRollout) -> Vec<ActorInfo> {
    let outside = [("rollout", "rollout"), ("clock", "clock"), ("network", "network")];
    let outside = outside.into_iter().map(|(id, title)| ActorInfo { id, title, node: "" });
    let inside = model.pods().flat_map(|pod| {
        let ids = IDS[usize::from(pod)].into_iter().zip(TITLES);
        ids.map(move |(id, title)| ActorInfo { id, title, node: node(pod) })
    });
    outside.chain(inside).collect()
}

impl DruidRollout {
    /// The actor of a pod's thread. A pod that this layout does not have stands for the one of its ordinal.
    pub(super) fn thread_of(&self, pod: Pod, part: Part) -> Actor {
        let apart = self.split && pod >= MEMBERS;
        let slot = if apart { self.members + ordinal(pod) } else { ordinal(pod) };
        Actor(OUTSIDE + slot * PER_POD + part as u8)
    }
}

/// SIGTERM, for the Lifecycle thread that starts with it.
pub(super) fn sigterm(pod: Pod) -> Token {
    Token(1 << 8 | u16::from(pod))
}

/// A pod that is Ready, for the rollout that waits for it.
pub(super) const READY: Token = Token(2 << 8);

/// The start hook, for the worker that runs it.
pub(super) fn hook(member: Member) -> Token {
    Token(3 << 8 | u16::from(member))
}

/// A changed record, for a candidate that looks.
pub(super) fn record(role: Role, member: Member) -> Token {
    Token(4 << 8 | (role as u16) << 4 | u16::from(member))
}

/// The Lifecycle thread of a pod with both roles.
pub(super) static LIFE: [&str; 6] = [
    "SIGTERM → announcements, Jetty",
    "DruidOverlord.stop, with giant:",
    "  unregister → interrupt, wait ≤ 10 s",
    "DruidCoordinator.stop, with the monitor:",
    "  unregister → interrupt, wait ≤ 10 s",
    "pools, INIT, exit",
];

/// An elector's thread and its workers.
pub(super) static ELECTOR: [&str; 5] = [
    "look every 5 to 11 s",
    "  empty, ours, or seen > lease → write",
    "own thread sees it → start hook, renew",
    "interrupted or too late → stop hook",
    "  wants the lock of the stop method",
];

/// The hook worker's thread.
pub(super) static HOOK: [&str; 3] =
    ["start hook → leader = true", "  becomeLeader: sync the workers", "  supervisors up, initialized"];
