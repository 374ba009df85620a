//! The state: one pod with its threads, locks and pools, in fewer than 64 bytes.

use crate::part::{Executor, FairLock, Lifecycle, Monitor};
use zerocopy::{Immutable, IntoBytes, Unaligned};

/// How many callbacks wait in the callback pool at most: two servers with two requests each.
pub(super) const CALLBACKS: usize = 4;

/// A leader election of the process: it takes part in one a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// `@Coordinator`; its listener is `DruidCoordinator`.
    Coordinator,
    /// `@IndexingService`; its listener is `DruidOverlord`.
    Overlord,
}

impl Role {
    pub(super) const BOTH: [Self; 2] = [Self::Coordinator, Self::Overlord];

    /// The name in sentences.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Coordinator => "Coordinator",
            Self::Overlord => "Overlord",
        }
    }
}

/// A thread that can own a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(super) enum Thread {
    /// The JVM's shutdown hook, in `Lifecycle.stop()`.
    Life,
    /// The Coordinator's `LeaderElectorAsyncWrapper`.
    ElectorC,
    /// The Overlord's.
    ElectorO,
    /// The Coordinator's `leader-elector-hook-worker-1`.
    HookC,
    /// The Overlord's.
    HookO,
}

impl Thread {
    pub(super) const ALL: [Self; 5] = [Self::Life, Self::ElectorC, Self::ElectorO, Self::HookC, Self::HookO];

    pub(super) fn elector(role: Role) -> Self {
        match role {
            Role::Coordinator => Self::ElectorC,
            Role::Overlord => Self::ElectorO,
        }
    }

    pub(super) fn hook(role: Role) -> Self {
        match role {
            Role::Coordinator => Self::HookC,
            Role::Overlord => Self::HookO,
        }
    }

    /// Its number as the owner of a lock.
    pub(super) fn number(self) -> u8 {
        self as u8
    }

    /// The thread of a number.
    pub(super) fn of(number: u8) -> Self {
        Self::ALL[usize::from(number)]
    }
}

/// The JVM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
pub(super) enum Process {
    /// Up, or shutting down.
    #[default]
    Up,
    /// Ended after all shutdown hooks had returned.
    Exited,
    /// Ended by SIGKILL.
    Killed,
}

/// Where an elector's thread stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
pub(super) enum Elector {
    /// In the acquire loop of a standby.
    #[default]
    Polling,
    /// In the renew loop of a leader.
    Renewing,
    /// Interrupted, before its stop hook.
    Woken,
    /// In `stopBeingLeader`, before the listener's lock.
    WantsLock,
    /// In `stopBeingLeader`, holding the listener's lock.
    Relinquishing,
    /// The task of the wrapper has ended.
    Ended,
}

/// Where a start hook stands.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default, IntoBytes, Immutable, Unaligned,
)]
#[repr(u8)]
pub(super) enum Hook {
    /// There is none.
    #[default]
    None,
    /// Handed to its worker.
    Queued,
    /// In `becomeLeader`, before the listener's lock.
    WantsLock,
    /// Holding the lock.
    Step1,
    /// After the first step of the promotion, and so on.
    Step2,
    /// After the second.
    Step3,
    /// After the third.
    Step4,
    /// After the fourth.
    Step5,
    /// The promotion is complete.
    Promoted,
    /// It did nothing: ignored, or turned away by a guard.
    Skipped,
    /// The promotion failed.
    Failed,
}

impl Hook {
    /// Whether its thread holds the listener's lock.
    pub(super) fn is_promoting(self) -> bool {
        (Self::Step1..=Self::Step5).contains(&self)
    }

    /// The step after this one of a promotion.
    pub(super) fn next(self) -> Self {
        match self {
            Self::Step1 => Self::Step2,
            Self::Step2 => Self::Step3,
            Self::Step3 => Self::Step4,
            Self::Step4 => Self::Step5,
            other => other,
        }
    }
}

/// Who is named in a role's lock record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
pub(super) enum Lease {
    /// Another pod.
    #[default]
    Other,
    /// This pod.
    Ours,
    /// Nobody: this pod has emptied the record.
    Released,
}

/// The Kafka supervisors of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
pub(super) enum Supervisors {
    /// None runs here.
    #[default]
    Down,
    /// Being started.
    Starting,
    /// Running.
    Up,
    /// Being stopped.
    Stopping,
}

/// What a pod keeps a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct Selector {
    /// The elector's thread.
    pub(super) elector: Elector,
    /// The start hook.
    pub(super) hook: Hook,
    /// `K8sDruidLeaderSelector.leader`.
    pub(super) leader: bool,
    /// Whether the wrapper's `close()` was called.
    pub(super) closing: bool,
    /// The lock record.
    pub(super) lease: Lease,
}

/// One pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable)]
#[repr(C)]
pub struct State {
    pub(super) process: Process,
    /// Ticks of known waits since the pod was told to end; one more than the grace period when it is over.
    pub(super) elapsed: u8,
    /// The thread that stops the handlers.
    pub(super) life: Lifecycle,
    /// `DruidCoordinator.lock`.
    pub(super) monitor: Monitor,
    /// `DruidOverlord.giant`, a fair lock.
    pub(super) giant: FairLock<3>,
    pub(super) selectors: [Selector; 2],
    /// `DruidCoordinator.started`.
    pub(super) started: bool,
    /// How many of the six steps of `DruidCoordinator.stopBeingLeader` are done.
    pub(super) relinquished: u8,
    /// How many queued requests their peons have given up so far.
    pub(super) given_up: u8,
    /// The callback pool; a task is the number of its request.
    pub(super) callbacks: Executor<u8, CALLBACKS>,
    /// How many callbacks ran.
    pub(super) ran: u8,
    pub(super) supervisors: Supervisors,
    /// Whether the Overlord's "task-master" lifecycle exists.
    pub(super) task_master: bool,
    /// How many components of it the present stop has stopped.
    pub(super) task_master_stopped: u8,
    /// `DruidOverlord.initialized`.
    pub(super) initialized: bool,
    /// Whether the Lifecycle thread carries an interrupt.
    pub(super) interrupted: bool,
    pub(super) slow_left: u8,
    pub(super) interrupt_left: u8,
    pub(super) fail_left: u8,
}

const _: () = assert!(size_of::<State>() <= 64, "a state is at most 64 bytes");

impl State {
    pub(super) fn of(&self, role: Role) -> &Selector {
        &self.selectors[role as usize]
    }

    pub(super) fn of_mut(&mut self, role: Role) -> &mut Selector {
        &mut self.selectors[role as usize]
    }

    /// Whether the thread could take the lock of the role's listener.
    pub(super) fn admits(&self, role: Role, thread: Thread) -> bool {
        match role {
            Role::Coordinator => self.monitor.is_free(),
            Role::Overlord => self.giant.admits(thread.number()),
        }
    }

    /// Who owns the lock of the role's listener.
    pub(super) fn owner(&self, role: Role) -> Option<Thread> {
        match role {
            Role::Coordinator => self.monitor.owner(),
            Role::Overlord => self.giant.owner(),
        }
        .map(Thread::of)
    }

    pub(super) fn enter(&mut self, role: Role, thread: Thread) {
        match role {
            Role::Coordinator => self.monitor.enter(thread.number()),
            Role::Overlord => self.giant.enter(thread.number()),
        }
    }

    pub(super) fn exit(&mut self, role: Role, thread: Thread) {
        match role {
            Role::Coordinator => self.monitor.exit(thread.number()),
            Role::Overlord => self.giant.exit(thread.number()),
        }
    }

    /// The thread goes to the lock. Only a fair lock remembers who came first.
    pub(super) fn wait(&mut self, role: Role, thread: Thread) {
        if role == Role::Overlord {
            self.giant.wait(thread.number());
        }
    }

    /// Whether the relinquish ended in a rejected callback.
    pub(super) fn was_rejected(&self) -> bool {
        self.of(Role::Coordinator).elector == Elector::Ended
            && (1..super::RELINQUISH_STEPS).contains(&self.relinquished)
    }
}
