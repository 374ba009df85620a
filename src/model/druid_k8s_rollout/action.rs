//! The actions and their notation.

use super::state::{MEMBERS, PODS, Pod, Role};
use crate::machine::EventError;
use std::fmt;

/// An atomic step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The next pod of the rollout gets SIGTERM.
    Sigterm,
    /// The grace period of the stopping pod is over.
    Sigkill,
    /// The Lifecycle thread enters `DruidOverlord.stop`.
    StopOverlord(Pod),
    /// The Lifecycle thread unregisters from the selector, which interrupts the elector thread.
    Interrupt(Pod, Role),
    /// The wait for the elector thread ends.
    Join(Pod, Role),
    /// The process ends.
    Exit(Pod),
    /// The replacement of the pod is Ready.
    Ready(Pod),
    /// A stopping leader renews its lock once more.
    Renew(Pod, Role),
    /// A candidate looks at the lock, and takes it if it may.
    Poll(Pod, Role),
    /// The elector's own thread notices that its worker has the lock.
    Lead(Pod, Role),
    /// The renew deadline passes.
    GiveUp(Pod, Role),
    /// The stop hook of an elector that gave up is done.
    Relinquish(Pod, Role),
    /// The hook worker runs the start hook of the Overlord.
    HookStart(Pod),
    /// The Overlord's promotion ends: supervisors are started, `initialized` is set.
    HookInitialized(Pod),
    /// A pod is cut off from the API server.
    Partition(Pod),
    /// It is reachable again.
    Heal,
    /// Five seconds pass.
    Tick,
}

/// The pods as in events.
pub(super) const POD_IDS: [&str; PODS as usize] =
    ["pod0", "pod1", "pod2", "overlord0", "overlord1", "overlord2"];

/// What the notation has beside a pod and a role.
type Words = (&'static str, &'static str);

impl Action {
    /// The pod it happens in, if any.
    pub(super) fn pod(self) -> Option<Pod> {
        match self {
            Self::StopOverlord(pod)
            | Self::Interrupt(pod, _)
            | Self::Join(pod, _)
            | Self::Exit(pod)
            | Self::Ready(pod)
            | Self::Renew(pod, _)
            | Self::Poll(pod, _)
            | Self::Lead(pod, _)
            | Self::GiveUp(pod, _)
            | Self::Relinquish(pod, _)
            | Self::HookStart(pod)
            | Self::HookInitialized(pod)
            | Self::Partition(pod) => Some(pod),
            Self::Sigterm | Self::Sigkill | Self::Heal | Self::Tick => None,
        }
    }

    /// The role it is about, if it is about one.
    pub(super) fn role(self) -> Option<Role> {
        match self {
            Self::Interrupt(_, role)
            | Self::Join(_, role)
            | Self::Renew(_, role)
            | Self::Poll(_, role)
            | Self::Lead(_, role)
            | Self::GiveUp(_, role)
            | Self::Relinquish(_, role) => Some(role),
            Self::StopOverlord(_) | Self::HookStart(_) | Self::HookInitialized(_) => Some(Role::Overlord),
            _ => None,
        }
    }

    /// The thread of a pod and the word, for an action within a pod.
    fn words(self) -> Option<Words> {
        Some(match self {
            Self::StopOverlord(_) => ("life", "stop_overlord"),
            Self::Interrupt(..) => ("life", "interrupt"),
            Self::Join(..) => ("life", "join"),
            Self::Exit(_) => ("life", "exit"),
            Self::Ready(_) => ("life", "ready"),
            Self::Renew(..) => ("elector", "renew"),
            Self::Poll(..) => ("elector", "poll"),
            Self::Lead(..) => ("elector", "lead"),
            Self::GiveUp(..) => ("elector", "give_up"),
            Self::Relinquish(..) => ("elector", "relinquish"),
            Self::HookStart(_) => ("hook", "start"),
            Self::HookInitialized(_) => ("hook", "initialized"),
            _ => return None,
        })
    }

    /// Every action within a pod, in the order in which they are offered.
    pub(super) fn of_pod(pod: Pod) -> impl Iterator<Item = Self> {
        let role = move |role: Role| {
            [
                Self::Renew(pod, role),
                Self::Poll(pod, role),
                Self::Lead(pod, role),
                Self::GiveUp(pod, role),
                Self::Relinquish(pod, role),
            ]
        };
        let life = [
            Self::StopOverlord(pod),
            Self::Interrupt(pod, Role::Overlord),
            Self::Join(pod, Role::Overlord),
            Self::Interrupt(pod, Role::Coordinator),
            Self::Join(pod, Role::Coordinator),
            Self::Exit(pod),
            Self::Ready(pod),
        ];
        life.into_iter()
            .chain(role(Role::Overlord))
            .chain(role(Role::Coordinator))
            .chain([Self::HookStart(pod), Self::HookInitialized(pod)])
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pod = |pod: Pod| POD_IDS[usize::from(pod)];
        match *self {
            Self::Sigterm => f.write_str("rollout.sigterm"),
            Self::Sigkill => f.write_str("rollout.sigkill"),
            Self::Partition(at) => write!(f, "network.partition.{}", pod(at)),
            Self::Heal => f.write_str("network.heal"),
            Self::Tick => f.write_str("clock.tick"),
            inner => {
                let at = inner.pod().expect("all other actions happen in a pod");
                let (thread, word) = inner.words().expect("an action within a pod has words");
                write!(f, "{}.{thread}.{word}", pod(at))?;
                match inner {
                    Self::StopOverlord(_) | Self::HookStart(_) | Self::HookInitialized(_) => Ok(()),
                    _ => inner.role().map_or(Ok(()), |role| write!(f, "_{}", role.letter())),
                }
            }
        }
    }
}

/// Reads an event of any configuration.
pub(super) fn parse(event: &str) -> Result<Action, EventError> {
    let unknown = |told: &str| EventError(format!("`{event}` is not an event of druid-k8s-rollout: {told}"));
    let plain = [Action::Sigterm, Action::Sigkill, Action::Heal, Action::Tick];
    let partitions = (0..PODS).map(Action::Partition);
    let mut all = plain.into_iter().chain(partitions).chain((0..PODS).flat_map(Action::of_pod));
    all.find(|action| action.to_string() == event).ok_or_else(|| {
        let (first, rest) = event.split_once('.').unwrap_or((event, ""));
        match first {
            "rollout" => unknown("expected rollout.sigterm or rollout.sigkill"),
            "network" => unknown("expected network.partition.pod0 or network.heal"),
            "clock" => unknown("expected clock.tick"),
            _ if !POD_IDS.contains(&first) => unknown(
                "expected it to begin with rollout, network, clock, pod0 to pod2 or overlord0 to overlord2",
            ),
            _ => unknown(match rest.split('.').next() {
                Some("life") => {
                    "expected life.stop_overlord, interrupt_o, join_o, interrupt_c, join_c, exit or ready"
                }
                Some("elector") => "expected elector.renew, poll, lead, give_up or relinquish, with _c or _o",
                Some("hook") => "expected hook.start or hook.initialized",
                _ => "expected a thread life, elector or hook",
            }),
        }
    })
}

/// The ordinal of a pod within its `StatefulSet`.
pub(super) fn ordinal(pod: Pod) -> u8 {
    pod % MEMBERS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_back() {
        let plain = [Action::Sigterm, Action::Sigkill, Action::Heal, Action::Tick, Action::Partition(4)];
        for action in plain.into_iter().chain((0..PODS).flat_map(Action::of_pod)) {
            assert_eq!(parse(&action.to_string()), Ok(action));
        }
    }

    #[test]
    fn errors_name_what_was_expected() {
        let wrong = [
            ("pod7.life.exit", "pod0 to pod2"),
            ("pod1.life.walk", "interrupt_o"),
            ("pod1.elector.poll", "with _c or _o"),
            ("rollout.undo", "rollout.sigterm"),
            ("pod0.cook.run", "a thread life"),
        ];
        for (event, told) in wrong {
            let error = parse(event).unwrap_err().to_string();
            assert!(error.contains(told) && error.contains(event), "{error}");
        }
    }
}
