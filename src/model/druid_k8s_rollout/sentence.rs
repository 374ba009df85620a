//! What a step did, in one plain sentence.

use super::action::{Action, ordinal};
use super::state::{Holder, Hook, Phase, Pod, Role, Stage, State, Supervisors};
use super::{DruidRollout, actors};

impl DruidRollout {
    /// The sentence of an applied action.
    pub(super) fn tell(&self, before: &State, action: Action, after: &State) -> String {
        let name = action.pod().map_or("", actors::node);
        let title = action.role().map_or("", Role::title);
        // Most have nothing else to fill in, and a text takes less of the page's program than a `format!`.
        self.tell_plainly(before, action, after).replace("{name}", name).replace("{title}", title)
    }

    fn tell_plainly(&self, before: &State, action: Action, after: &State) -> String {
        let name = action.pod().map_or("", actors::node);
        let title = action.role().map_or("", Role::title);
        match action {
            Action::Sigterm => {
                let pod = self.order[usize::from(before.rolled)];
                format!(
                    "The rolling update sends SIGTERM to {}{}",
                    actors::node(pod),
                    self.what_it_leads(before, pod)
                )
            }
            Action::Sigkill => {
                let pod = self.stopping(before).map_or("", actors::node);
                format!("The grace period of {pod} is over, and the kubelet kills it")
            }
            Action::StopOverlord(pod) => match before.overlord(ordinal(pod)).hook {
                Hook::Initialized => {
                    "{name} enters DruidOverlord.stop and begins to stop its supervisors".into()
                }
                _ => "{name} enters DruidOverlord.stop, where it has nothing to stop".into(),
            },
            Action::Interrupt(pod, role) => self.tell_interrupt(before, pod, role, after),
            Action::Join(pod, role) => self.tell_join(before, pod, role, after),
            Action::Exit(pod) => {
                let named = |role: &Role| before.holder(*role) == Holder::Live(ordinal(pod));
                let left: Vec<_> = self.roles(pod).filter(named).map(Role::title).collect();
                match left.as_slice() {
                    [] => "{name} ends; no lock names it".into(),
                    [one] => format!("{name} ends; the {one}'s lock goes on naming it"),
                    _ => "{name} ends; both locks go on naming it".into(),
                }
            }
            Action::Ready(_) => "{name} is Ready again, with a new process that knows no lock yet".into(),
            Action::Renew(..) => "{name} renews the {title}'s lock once more".into(),
            Action::Poll(pod, role) => self.tell_poll(before, pod, role, after),
            Action::Lead(_, Role::Overlord) => match before.leaderless.running() {
                Some(ticks) => format!(
                    "{name} notices that it has the Overlord's lock and begins to renew it, after {} without a leader",
                    duration(ticks)
                ),
                None => "{name} notices that it has the Overlord's lock and begins to renew it".into(),
            },
            Action::Lead(_, Role::Coordinator) => {
                "{name} notices that it has the Coordinator's lock and leads the Coordinators".into()
            }
            Action::GiveUp(pod, role) => {
                let stops = after.elector(role, ordinal(pod)).phase == Phase::Stopping;
                let then = if stops {
                    "its own thread begins to stop the supervisors"
                } else {
                    "it is a candidate again"
                };
                format!("{name} has not renewed the {title}'s lock within the renew deadline: {then}")
            }
            Action::Relinquish(..) => "{name} has stopped its supervisors and is a candidate again".into(),
            Action::HookStart(pod) => match after.overlord(ordinal(pod)).hook {
                Hook::Promoting if before.elector(Role::Overlord, ordinal(pod)).phase != Phase::Leading => {
                    "{name} runs its start hook late: it becomes leader after it was told to stop".into()
                }
                Hook::Promoting => "{name} runs its start hook and is being promoted to Overlord".into(),
                _ => "{name} drops its start hook, because its elector has ended".into(),
            },
            Action::HookInitialized(_) => {
                "{name} has started all supervisors anew from the metadata store and is initialized".into()
            }
            Action::Partition(_) => "{name} is cut off from the API server".into(),
            Action::Heal => "The API server can be reached from everywhere again".into(),
            Action::Tick => self.tell_tick(before, after),
        }
    }

    fn what_it_leads(&self, state: &State, pod: Pod) -> String {
        let leads = |role: &Role| state.elector(*role, ordinal(pod)).phase == Phase::Leading;
        let led: Vec<_> = self.roles(pod).filter(leads).map(Role::title).collect();
        match led.as_slice() {
            [] => ", a standby".into(),
            [one] => format!(", which leads the {one}s"),
            _ => ", which leads both roles".into(),
        }
    }

    #[allow(clippy::unused_self, reason = "all sentences read alike")]
    fn tell_interrupt(&self, before: &State, pod: Pod, role: Role, after: &State) -> String {
        let member = ordinal(pod);
        let begin = if role == Role::Overlord && before.overlord(member).supervisors == Supervisors::Stopping
        {
            "{name} has stopped its supervisors and interrupts its Overlord elector"
        } else {
            "{name} interrupts its {title} elector"
        };
        let emptied = before.holder(role) == Holder::Live(member) && after.holder(role) == Holder::None;
        let release = if emptied { ", and the lock is emptied at once" } else { "" };
        let end = match (before.elector(role, member).phase, after.elector(role, member).phase) {
            (_, Phase::Blocked) => ", which blocks on the lock that the waiting thread holds",
            (Phase::Leading, _) => ", and nobody leads now",
            (Phase::Acquired, _) => ", which had taken the lock and never noticed",
            _ => ", a candidate's",
        };
        format!("{begin}{end}{release}")
    }

    #[allow(clippy::unused_self, reason = "all sentences read alike")]
    fn tell_join(&self, before: &State, pod: Pod, role: Role, after: &State) -> String {
        let member = ordinal(pod);
        if before.elector(role, member).phase == Phase::Blocked {
            return "{name} gives up waiting for its {title} elector after 10 s; only now can that one finish"
                .into();
        }
        if before.holder(role) == Holder::Live(member) && after.holder(role) == Holder::None {
            return "{name} finds its {title} elector ended, and empties the lock".into();
        }
        "{name} finds its {title} elector ended and goes on".into()
    }

    fn tell_poll(&self, before: &State, pod: Pod, role: Role, after: &State) -> String {
        let (name, member, title) = (actors::node(pod), ordinal(pod), role.title());
        if after.elector(role, member).phase == Phase::Acquired {
            let why = match before.holder(role) {
                Holder::None => "which is empty",
                Holder::Former(former) if former == member && self.stable => "which names itself",
                Holder::Live(holder) if holder == member => "which names itself",
                _ => "whose lease is over by its own clock",
            };
            return format!("{name} takes the {title}'s lock, {why}");
        }
        match before.holder(role) {
            Holder::Former(former) => {
                let holder = if former == member { "it" } else { actors::node(self.pod_of(role, former)) };
                format!(
                    "{name} first sees the {title}'s lock, which names the process that {holder} had before; its clock starts"
                )
            }
            Holder::Live(holder) => {
                let holder = actors::node(self.pod_of(role, holder));
                format!(
                    "{name} first sees the present record of the {title}'s lock, which names {holder}; its clock starts"
                )
            }
            Holder::None => "{name} looks at the {title}'s lock".into(),
        }
    }

    fn tell_tick(&self, before: &State, after: &State) -> String {
        let mut told = Vec::new();
        if let Some(ticks) = after.leaderless.running() {
            told.push(format!("no Overlord has led for {}", duration(ticks)));
        }
        if after.dark > before.dark && after.leaderless.running() != Some(after.dark) {
            told.push(format!("clients have waited for the Overlord for {}", duration(after.dark)));
        }
        if let Some(pod) = self.pods().find(|&pod| after.pod(pod).stage == Stage::Restarting) {
            told.push(format!("{} is restarting", actors::node(pod)));
        }
        if let Some(pod) = after.cut() {
            told.push(format!("{} is cut off", actors::node(pod)));
        }
        if told.is_empty() { "5 s pass".into() } else { format!("5 s pass; {}", told.join(", ")) }
    }

    /// What a client of the Overlord gets, and whether that is an answer.
    pub(super) fn answer(&self, state: &State) -> (bool, String) {
        if let Some(member) = self.members().find(|&member| self.serves(state, member)) {
            let pod = actors::node(self.pod_of(Role::Overlord, member));
            return (true, format!("task logs and supervisors: {pod} answers"));
        }
        let told = match state.holder(Role::Overlord) {
            Holder::None => "503, nobody holds the Overlord's lock".into(),
            Holder::Former(_) => "307 to a dead process, which the Overlord's lock names".into(),
            Holder::Live(member) => {
                let pod = self.pod_of(Role::Overlord, member);
                let name = actors::node(pod);
                if state.pod(pod).is_stopping() {
                    format!("307 to {name}, which is stopping")
                } else {
                    format!("503, {name} holds the lock and is not initialized")
                }
            }
        };
        (false, format!("task logs look gone: {told}"))
    }
}

/// Ticks in words, as in `35 s`.
pub(super) fn duration(ticks: u8) -> String {
    format!("{} s", u32::from(ticks) * 5)
}
