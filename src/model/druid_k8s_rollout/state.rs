//! The state: the pods, their electors and Overlords, the two locks, the rollout and what users notice, in
//! 57 bytes. Times are ticks of 5 s; counters stop where more would decide nothing.

use crate::part::Lease;
use zerocopy::{Immutable, IntoBytes, Unaligned};

/// The most pods of a `StatefulSet`.
pub(super) const MEMBERS: u8 = 3;
/// The most pods: two `StatefulSet`s when the Overlord is a node type of its own.
pub(super) const PODS: u8 = 2 * MEMBERS;
/// Where the counters of what users notice stop, in ticks: five minutes.
pub(super) const LONGEST: u8 = 60;
/// Where counts of handoffs and supervisor generations stop.
pub(super) const MANY: u8 = 7;

/// A pod: 0 to 2 of the first `StatefulSet`, 3 to 5 of the Overlords' own.
pub(super) type Pod = u8;
/// A candidate of one role, by its pod's ordinal.
pub(super) type Member = u8;

/// What a pod can lead, each with a lock of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The Coordinator.
    Coordinator,
    /// The Overlord.
    Overlord,
}

impl Role {
    pub(super) const ALL: [Self; 2] = [Self::Coordinator, Self::Overlord];

    /// The end of its events.
    pub(super) fn letter(self) -> &'static str {
        match self {
            Self::Coordinator => "c",
            Self::Overlord => "o",
        }
    }

    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Coordinator => "Coordinator",
            Self::Overlord => "Overlord",
        }
    }
}

/// Whom a lock names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holder {
    /// Nobody: the record is empty.
    None,
    /// A running process.
    Live(Member),
    /// The process that this pod had before its restart.
    Former(Member),
}

/// Where a pod stands between SIGTERM and Ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
pub(super) enum Stage {
    /// Ready.
    #[default]
    Up,
    /// Announcements and Jetty.
    Jetty,
    /// In `DruidOverlord.stop`, holding `giant`, until supervisors are down.
    OverlordStop,
    /// Waiting for the Overlord's elector thread.
    OverlordJoin,
    /// Before `DruidCoordinator.stop`.
    CoordinatorStop,
    /// Waiting for the Coordinator's elector thread.
    CoordinatorJoin,
    /// The rest of the Lifecycle.
    Rest,
    /// Gone; the replacement is not Ready yet.
    Restarting,
}

/// A pod with what is left of a timed stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct Process {
    pub(super) stage: Stage,
    pub(super) left: u8,
}

impl Process {
    /// Whether its process runs.
    pub(super) fn is_alive(self) -> bool {
        self.stage != Stage::Restarting
    }

    /// Whether it got SIGTERM and has not ended.
    pub(super) fn is_stopping(self) -> bool {
        self.is_alive() && self.stage != Stage::Up
    }

    /// Whether its Jetty still answers.
    pub(super) fn serves_http(self) -> bool {
        self.stage == Stage::Up
    }
}

/// Where an elector stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
pub(super) enum Phase {
    /// There is none: the process is gone, or does not play the role.
    #[default]
    Off,
    /// In the acquire loop.
    Polling,
    /// Its worker wrote the lock; its own thread has not noticed yet.
    Acquired,
    /// In the renew loop.
    Leading,
    /// Interrupted, and blocked on the lock that the joining thread holds.
    Blocked,
    /// It gave up; its own thread stops the supervisors.
    Stopping,
    /// Its task ended.
    Ended,
}

/// An elector with the ticks since it last wrote the lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct Elector {
    pub(super) phase: Phase,
    pub(super) silence: u8,
}

/// How far the start hook of the Overlord came. `selector.leader` is set from `Promoting` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
pub(super) enum Hook {
    /// Not asked, or told to stop.
    #[default]
    None,
    /// Queued on the hook worker.
    Queued,
    /// In `becomeLeader`, holding `giant`.
    Promoting,
    /// `initialized`.
    Initialized,
    /// Stopped by `gracefulStopLeaderLifecycle`; the selector's flag still stands.
    Relinquished,
}

/// The supervisors of one Overlord.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
pub(super) enum Supervisors {
    /// None.
    #[default]
    Down,
    /// Running.
    Up,
    /// Being stopped.
    Stopping,
}

/// The Overlord of one pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct Overlord {
    pub(super) hook: Hook,
    pub(super) hook_left: u8,
    pub(super) supervisors: Supervisors,
    pub(super) stop_left: u8,
}

/// A duration that is known only when it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct Stopwatch {
    /// 0 off, 1 running, 2 stopped at this moment.
    phase: u8,
    ticks: u8,
}

impl Stopwatch {
    pub(super) fn start(&mut self) {
        *self = Self { phase: 1, ticks: 0 };
    }

    pub(super) fn is_running(self) -> bool {
        self.phase == 1
    }

    pub(super) fn stop(&mut self) {
        if self.is_running() {
            self.phase = 2;
        }
    }

    /// Time passes: what was stopped is told no longer.
    pub(super) fn tick(&mut self) {
        match self.phase {
            1 => self.ticks = (self.ticks + 1).min(LONGEST),
            _ => *self = Self::default(),
        }
    }

    /// The duration, at the moment of its end.
    pub(super) fn stopped(self) -> Option<u32> {
        (self.phase == 2).then_some(u32::from(self.ticks))
    }

    /// How long it has run.
    pub(super) fn running(self) -> Option<u8> {
        self.is_running().then_some(self.ticks)
    }
}

/// The whole state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable)]
#[repr(C)]
pub struct State {
    pods: [Process; PODS as usize],
    locks: [Lease<{ MEMBERS as usize }>; 2],
    electors: [[Elector; MEMBERS as usize]; 2],
    overlords: [Overlord; MEMBERS as usize],
    /// How many pods of the rollout got SIGTERM.
    pub(super) rolled: u8,
    /// Ticks since SIGTERM of the pod that stops now.
    pub(super) elapsed: u8,
    /// The pod that is cut off from the API server, and one more.
    cut: u8,
    pub(super) partitions_left: u8,
    /// From the interrupt of the Overlord's leader to the next one's renew loop.
    pub(super) leaderless: Stopwatch,
    /// From the same interrupt to `initialized`.
    pub(super) uninitialized: Stopwatch,
    /// Ticks since a client last got an answer from the Overlord.
    pub(super) dark: u8,
    /// How often the Overlord's leadership was taken.
    pub(super) handoffs: u8,
    /// How often supervisors were started from the metadata store.
    pub(super) generation: u8,
}

impl State {
    pub(super) fn pod(&self, pod: Pod) -> Process {
        self.pods[usize::from(pod)]
    }

    pub(super) fn set_stage(&mut self, pod: Pod, stage: Stage, left: u8) {
        self.pods[usize::from(pod)] = Process { stage, left };
    }

    pub(super) fn lock(&self, role: Role) -> &Lease<{ MEMBERS as usize }> {
        &self.locks[role as usize]
    }

    pub(super) fn lock_mut(&mut self, role: Role) -> &mut Lease<{ MEMBERS as usize }> {
        &mut self.locks[role as usize]
    }

    /// Whom the lock names.
    pub(super) fn holder(&self, role: Role) -> Holder {
        match self.lock(role).holder() {
            None => Holder::None,
            Some(member) if member < MEMBERS => Holder::Live(member),
            Some(former) => Holder::Former(former - MEMBERS),
        }
    }

    pub(super) fn elector(&self, role: Role, member: Member) -> Elector {
        self.electors[role as usize][usize::from(member)]
    }

    pub(super) fn set_elector(&mut self, role: Role, member: Member, phase: Phase, silence: u8) {
        self.electors[role as usize][usize::from(member)] = Elector { phase, silence };
    }

    pub(super) fn overlord(&self, member: Member) -> Overlord {
        self.overlords[usize::from(member)]
    }

    pub(super) fn overlord_mut(&mut self, member: Member) -> &mut Overlord {
        &mut self.overlords[usize::from(member)]
    }

    pub(super) fn cut(&self) -> Option<Pod> {
        self.cut.checked_sub(1)
    }

    pub(super) fn set_cut(&mut self, pod: Option<Pod>) {
        self.cut = pod.map_or(0, |pod| pod + 1);
    }

    /// Timed stages of the pods and Overlords go on.
    pub(super) fn tick_processes(&mut self) {
        for process in &mut self.pods {
            process.left = process.left.saturating_sub(1);
        }
        for overlord in &mut self.overlords {
            overlord.hook_left = overlord.hook_left.saturating_sub(1);
            overlord.stop_left = overlord.stop_left.saturating_sub(1);
        }
    }
}

const _: () = assert!(size_of::<State>() <= 64, "a state fits a cache line");
