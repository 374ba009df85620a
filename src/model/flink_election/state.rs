//! The state: two JobManagers, the ConfigMap, and what is left of the fault budgets, in 64 bytes.

use crate::part::{Executor, Fifo};
use zerocopy::{Immutable, IntoBytes, Unaligned};

/// The most JobManagers.
pub(super) const JMS: u8 = 2;
/// How many tasks wait in a `leadershipOperationExecutor` at most; a limit of the model.
pub(super) const EXECUTOR_ROOM: usize = 5;
/// How many change events wait for a watch thread at most; older ones coalesce.
pub(super) const WATCH_ROOM: usize = 2;
/// The greatest session number. Budgets are bounded so that no run needs more.
pub(super) const SESSION_MAX: u8 = 7;

/// A JobManager, 0 or 1.
pub(super) type Jm = u8;
/// A leader session by its number in the run, 1 to 7; 0 is the session of a dead predecessor.
pub(super) type Session = u8;

/// A registered component, in the order in which the service iterates over its `HashMap`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Component {
    Resourcemanager,
    Restserver,
    Job,
    Dispatcher,
}

impl Component {
    pub(super) const ALL: [Self; 4] = [Self::Resourcemanager, Self::Restserver, Self::Job, Self::Dispatcher];

    /// The id in events and parameters.
    pub(super) fn id(self) -> &'static str {
        match self {
            Self::Resourcemanager => "resourcemanager",
            Self::Restserver => "restserver",
            Self::Job => "job",
            Self::Dispatcher => "dispatcher",
        }
    }

    /// Whether it confirms within the grant instead of later on a thread of its own.
    pub(super) fn is_inline(self) -> bool {
        self == Self::Restserver
    }

    /// Whether a failed confirmation ends the process (`FutureUtils.assertNoException`).
    pub(super) fn is_fatal(self) -> bool {
        matches!(self, Self::Job | Self::Dispatcher)
    }

    fn shift(self) -> u32 {
        self as u32 * 5
    }
}

/// Who holds the lock annotation, or wrote an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Owner {
    /// Nobody: the annotation is empty, the entry absent.
    None,
    /// A process that is gone.
    Dead,
    /// A running JobManager.
    Jm(Jm),
}

impl Owner {
    fn bits(self) -> u32 {
        match self {
            Self::None => 0,
            Self::Dead => 1,
            Self::Jm(jm) => 2 + u32::from(jm),
        }
    }

    fn of(bits: u32) -> Self {
        match bits & 0b11 {
            0 => Self::None,
            1 => Self::Dead,
            2 => Self::Jm(0),
            _ => Self::Jm(1),
        }
    }
}

/// The content of the ConfigMap: the lock annotation and an entry a component. 22 bits: five a
/// component (session, writer), two for the holder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct ConfigMap([u8; 3]);

const HOLDER_SHIFT: u32 = 20;

impl ConfigMap {
    fn bits(self) -> u32 {
        let [a, b, c] = self.0;
        u32::from_le_bytes([a, b, c, 0])
    }

    fn set(&mut self, shift: u32, mask: u32, value: u32) {
        let bits = self.bits() & !(mask << shift) | (value & mask) << shift;
        let [a, b, c, _] = bits.to_le_bytes();
        self.0 = [a, b, c];
    }

    /// Who holds the lock according to the annotation.
    pub(super) fn holder(self) -> Owner {
        Owner::of(self.bits() >> HOLDER_SHIFT)
    }

    pub(super) fn set_holder(&mut self, holder: Owner) {
        self.set(HOLDER_SHIFT, 0b11, holder.bits());
    }

    /// The entry of a component: session and writer.
    pub(super) fn entry(self, component: Component) -> Option<(Session, Owner)> {
        let bits = self.bits() >> component.shift();
        let owner = Owner::of(bits >> 3);
        (owner != Owner::None).then_some(((bits & 0b111) as Session, owner))
    }

    pub(super) fn set_entry(&mut self, component: Component, entry: Option<(Session, Owner)>) {
        let bits = entry.map_or(0, |(session, owner)| owner.bits() << 3 | u32::from(session));
        self.set(component.shift(), 0b1_1111, bits);
    }

    /// The same content after a process is gone: whatever named it names a dead one.
    pub(super) fn without(mut self, jm: Jm) -> Self {
        if self.holder() == Owner::Jm(jm) {
            self.set_holder(Owner::Dead);
        }
        for component in Component::ALL {
            if let Some((session, Owner::Jm(owner))) = self.entry(component)
                && owner == jm
            {
                self.set_entry(component, Some((session, Owner::Dead)));
            }
        }
        self
    }
}

/// A task of the `leadershipOperationExecutor`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// "Leader Acquisition" with its session.
    Grant(Session),
    /// "Leader Revocation".
    Revoke,
    /// A confirmation.
    Confirm(Component, Session),
    /// A change event handed over by the watch thread (only with the fix `on_executor`).
    Handle(ConfigMap),
}

/// A task in 24 bits: 22 of content, two that tell the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct PackedTask([u8; 3]);

impl From<Task> for PackedTask {
    fn from(task: Task) -> Self {
        match task {
            Task::Handle(ConfigMap(content)) => Self(content),
            Task::Grant(session) => Self([session, 0, 0b0100_0000]),
            Task::Revoke => Self([0, 0, 0b1000_0000]),
            Task::Confirm(component, session) => Self([session, component as u8, 0b1100_0000]),
        }
    }
}

impl From<PackedTask> for Task {
    fn from(PackedTask(bytes): PackedTask) -> Self {
        match bytes[2] >> 6 {
            0 => Self::Handle(ConfigMap(bytes)),
            1 => Self::Grant(bytes[0]),
            2 => Self::Revoke,
            _ => Self::Confirm(Component::ALL[usize::from(bytes[1])], bytes[0]),
        }
    }
}

/// One JobManager process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct JobManager {
    /// The `leadershipOperationExecutor`.
    pub(super) executor: Executor<PackedTask, EXECUTOR_ROOM>,
    /// Change events that wait for the watch thread.
    pub(super) watch: Fifo<ConfigMap, WATCH_ROOM>,
    /// Bit 0: the elector holds the lock. Bit 1: its grant callback is pending. Bits 2 to 4: the issued session.
    elector: u8,
    /// The confirmed session of each component, four bits each; 0 is none.
    confirmed: [u8; 2],
    /// By delayed component, the granted sessions that wait for its confirmation, a bit each.
    waiting: [u8; 3],
}

impl JobManager {
    pub(super) fn holds_lock(&self) -> bool {
        self.elector & 0b1 != 0
    }

    pub(super) fn set_holds_lock(&mut self, holds: bool) {
        self.elector = self.elector & !0b1 | u8::from(holds);
    }

    pub(super) fn callback_pending(&self) -> bool {
        self.elector & 0b10 != 0
    }

    pub(super) fn set_callback_pending(&mut self, pending: bool) {
        self.elector = self.elector & !0b10 | u8::from(pending) << 1;
    }

    /// `issuedLeaderSessionID`.
    pub(super) fn issued(&self) -> Option<Session> {
        Some(self.elector >> 2).filter(|&session| session != 0)
    }

    pub(super) fn set_issued(&mut self, session: Option<Session>) {
        self.elector = self.elector & 0b11 | session.unwrap_or(0) << 2;
    }

    /// The session in `confirmedLeaderInformation`.
    pub(super) fn confirmed(&self, component: Component) -> Option<Session> {
        let index = component as usize;
        let session = self.confirmed[index / 2] >> (index % 2 * 4) & 0b1111;
        Some(session).filter(|&session| session != 0)
    }

    pub(super) fn set_confirmed(&mut self, component: Component, session: Option<Session>) {
        let index = component as usize;
        let shift = index % 2 * 4;
        let byte = &mut self.confirmed[index / 2];
        *byte = *byte & !(0b1111 << shift) | session.unwrap_or(0) << shift;
    }

    fn waiting_slot(component: Component) -> usize {
        match component {
            Component::Resourcemanager => 0,
            Component::Job => 1,
            Component::Dispatcher => 2,
            Component::Restserver => unreachable!("the REST endpoint confirms within the grant"),
        }
    }

    /// Whether a grant of the session waits for the component's confirmation.
    pub(super) fn is_waiting(&self, component: Component, session: Session) -> bool {
        !component.is_inline() && self.waiting[Self::waiting_slot(component)] >> session & 1 != 0
    }

    /// The granted sessions that wait for the component's confirmation, in order.
    pub(super) fn waiting(&self, component: Component) -> impl Iterator<Item = Session> + use<> {
        let sessions = if component.is_inline() { 0 } else { self.waiting[Self::waiting_slot(component)] };
        let left = move |session: &Session| sessions >> session != 0;
        (1..=SESSION_MAX).take_while(left).filter(move |session| sessions >> session & 1 != 0)
    }

    pub(super) fn set_waiting(&mut self, component: Component, session: Session, waits: bool) {
        let slot = &mut self.waiting[Self::waiting_slot(component)];
        *slot = *slot & !(1 << session) | u8::from(waits) << session;
    }

    /// The waiting tasks, oldest first.
    pub(super) fn tasks(&self) -> impl Iterator<Item = Task> + '_ {
        self.executor.queue().iter().map(Task::from)
    }

    /// Whether a confirmation of the component for the session is queued.
    pub(super) fn is_queued(&self, component: Component, session: Session) -> bool {
        self.tasks().any(|task| task == Task::Confirm(component, session))
    }

    /// The same process after another one is gone: queued copies of the ConfigMap name it no more.
    pub(super) fn forget(&mut self, gone: Jm) {
        self.watch.map(|content| content.without(gone));
        self.executor.map(|task| match task.into() {
            Task::Handle(content) => Task::Handle(content.without(gone)).into(),
            _ => task,
        });
    }
}

/// The whole state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable)]
#[repr(C)]
pub struct State {
    pub(super) jms: [JobManager; JMS as usize],
    /// The content of the ConfigMap at the API server.
    pub(super) api: ConfigMap,
    /// Two bits of `confirm_fail`, two of `loss`, one of `crash`, three of sessions begun.
    counters: u8,
}

impl State {
    /// The state with these budgets.
    pub(super) fn with_budgets(confirm_fail: u8, loss: u8, crash: u8) -> Self {
        assert!(confirm_fail <= 3 && loss <= 3 && crash <= 1, "budgets fit their bits");
        Self { counters: confirm_fail | loss << 2 | crash << 4, ..Self::default() }
    }

    pub(super) fn jm(&self, jm: Jm) -> &JobManager {
        &self.jms[usize::from(jm)]
    }

    pub(super) fn jm_mut(&mut self, jm: Jm) -> &mut JobManager {
        &mut self.jms[usize::from(jm)]
    }

    pub(super) fn confirm_fail_left(&self) -> u8 {
        self.counters & 0b11
    }

    pub(super) fn loss_left(&self) -> u8 {
        self.counters >> 2 & 0b11
    }

    pub(super) fn crash_left(&self) -> u8 {
        self.counters >> 4 & 0b1
    }

    pub(super) fn spend_confirm_fail(&mut self) {
        assert!(self.confirm_fail_left() > 0, "a spent budget was asked for more");
        self.counters -= 1;
    }

    pub(super) fn spend_loss(&mut self) {
        assert!(self.loss_left() > 0, "a spent budget was asked for more");
        self.counters -= 1 << 2;
    }

    pub(super) fn spend_crash(&mut self) {
        assert!(self.crash_left() > 0, "a spent budget was asked for more");
        self.counters -= 1 << 4;
    }

    /// Whether any session was begun.
    pub(super) fn has_begun_sessions(&self) -> bool {
        self.counters >> 5 != 0
    }

    /// Begins the next session.
    pub(super) fn next_session(&mut self) -> Session {
        let session = (self.counters >> 5) + 1;
        assert!(session <= SESSION_MAX, "the budgets allow for more sessions than the state holds");
        self.counters += 1 << 5;
        session
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_has_64_bytes() {
        assert_eq!(size_of::<State>(), 64);
    }

    #[test]
    fn tasks_survive_packing() {
        let mut content = ConfigMap::default();
        content.set_holder(Owner::Jm(1));
        content.set_entry(Component::Dispatcher, Some((7, Owner::Jm(0))));
        let tasks =
            [Task::Grant(7), Task::Revoke, Task::Confirm(Component::Dispatcher, 5), Task::Handle(content)];
        for task in tasks {
            assert_eq!(Task::from(PackedTask::from(task)), task);
        }
    }

    #[test]
    fn a_dead_process_is_forgotten_everywhere() {
        let mut content = ConfigMap::default();
        content.set_holder(Owner::Jm(0));
        content.set_entry(Component::Restserver, Some((2, Owner::Jm(0))));
        content.set_entry(Component::Job, Some((1, Owner::Jm(1))));
        let after = content.without(0);
        assert_eq!(after.holder(), Owner::Dead);
        assert_eq!(after.entry(Component::Restserver), Some((2, Owner::Dead)));
        assert_eq!(after.entry(Component::Job), Some((1, Owner::Jm(1))));
    }
}
