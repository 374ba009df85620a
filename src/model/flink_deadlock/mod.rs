//! The deadlock that the asynchronous confirmation removed (FLINK-36451, FLINK-34672): two threads of one
//! JobManager and two monitors without an order, before Flink 1.19.2, 1.20.1 and 2.0.0.

#[cfg(not(target_arch = "wasm32"))]
mod observe;
mod present;
mod scene;

use crate::machine::{
    Check, Class, Config, ConfigError, Effect, FixInfo, LogLayout, Machine, ModelInfo, Observer, Outcome,
    Property, Queue, Resolved, System, Unwatched,
};
use crate::part::{Executor, Monitor};
use std::fmt;
use zerocopy::{Immutable, IntoBytes, Unaligned};

/// The declaration of `flink-deadlock`.
pub(super) static INFO: ModelInfo = ModelInfo {
    id: "flink-deadlock",
    version: 1,
    title: "Flink leader election, two monitors",
    system: System::Flink,
    summary: "A revocation on the leadershipOperationExecutor meets the completion of the JobMaster process: each \
              holds one monitor and wants the other's.",
    versions: "Flink before FLINK-36451 (1.19.1, 1.20.0 and older by merge dates)",
    parameters: &[],
    faults: &[],
    fixes: &[FixInfo {
        id: "queue_instead_of_lock",
        title: "Queue the question instead of taking the lock",
        changes: "The JobMaster thread queues its question on the executor and never waits for the service's lock.",
        source: "FLINK-36451, PR #25679 (hasLeadershipAsync, confirmLeadershipAsync)",
        group: None,
    }],
    leaves_out: &[
        "Everything but the two monitors: the store, the lock on the API server, sessions",
        "Other paths that take both monitors, such as closing the service (FLINK-29234, FLINK-20008)",
    ],
    log_layout: LogLayout::Flink,
    templates: &present::TEMPLATES,
};

/// The two threads, as the owners of monitors.
const EXECUTOR: u8 = 0;
const JOBMASTER: u8 = 1;
/// The queue of the executor, for effects.
const TASKS: Queue = Queue(0);

/// A task of the executor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
enum Task {
    #[default]
    Revoke,
    Check,
}

/// Where the executor's thread stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
enum ExecutorAt {
    /// Before its next task.
    #[default]
    Idle,
    /// In a revocation, holding the service's lock; wants the runner's.
    Revoking,
    /// In the contender's callback, holding both.
    InContender,
    /// Back from the callback.
    Revoked,
    /// Answering a queued question, holding the service's lock.
    Answering,
}

/// Where the thread that completes the JobMaster process stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
enum JobMasterAt {
    /// Before `runIfValidLeader`.
    #[default]
    Start,
    /// Holding the runner's lock; wants to know whether it still leads.
    Asking,
    /// Holding both.
    Told,
    /// About to leave the runner's lock.
    Leaving,
    /// Done.
    Done,
}

/// Two threads, two monitors, one queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoBytes, Immutable)]
#[repr(C)]
pub struct State {
    executor: Executor<Task, 2>,
    executor_at: ExecutorAt,
    jobmaster_at: JobMasterAt,
    /// `DefaultLeaderElectionService.lock`.
    service: Monitor,
    /// `JobMasterServiceLeadershipRunner.lock`.
    runner: Monitor,
}

/// A thread takes its next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The `leadershipOperationExecutor`.
    Executor,
    /// The thread that completes the JobMaster process.
    JobMaster,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Executor => "executor.step",
            Self::JobMaster => "jobmaster.step",
        })
    }
}

/// Why a thread can't step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The executor has no task.
    NoTask,
    /// The service's lock is owned by the other thread.
    WaitsForService,
    /// The runner's lock is owned by the other thread.
    WaitsForRunner,
    /// The thread is done.
    Done,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoTask => "the executor queue is empty",
            Self::WaitsForService => "it waits for the service's lock, which the other thread owns",
            Self::WaitsForRunner => "it waits for the runner's lock, which the other thread owns",
            Self::Done => "the thread is done",
        })
    }
}

/// The model under one configuration.
#[derive(Clone, Debug)]
pub struct FlinkDeadlock {
    queue_instead_of_lock: bool,
}

impl FlinkDeadlock {
    /// The model under a configuration.
    ///
    /// # Errors
    /// When the configuration does not fit what the model declares.
    pub fn new(config: &Config) -> Result<Self, ConfigError> {
        let resolved = Resolved::new(&INFO, config)?;
        Ok(Self { queue_instead_of_lock: resolved.has_fix("queue_instead_of_lock") })
    }

    fn apply(&self, state: &mut State, action: Action, out: &mut impl Observer) {
        match action {
            Action::Executor => step_executor(state, out),
            Action::JobMaster => self.step_jobmaster(state, out),
        }
    }

    fn step_jobmaster(&self, state: &mut State, out: &mut impl Observer) {
        state.jobmaster_at = match state.jobmaster_at {
            JobMasterAt::Start => {
                state.runner.enter(JOBMASTER);
                JobMasterAt::Asking
            }
            JobMasterAt::Asking if self.queue_instead_of_lock => {
                let taken = state.executor.submit(Task::Check);
                taken.expect("the executor is never shut down here");
                out.report(|| Effect::Push(TASKS));
                JobMasterAt::Leaving
            }
            JobMasterAt::Asking => {
                state.service.enter(JOBMASTER);
                JobMasterAt::Told
            }
            JobMasterAt::Told => {
                state.service.exit(JOBMASTER);
                JobMasterAt::Leaving
            }
            JobMasterAt::Leaving => {
                state.runner.exit(JOBMASTER);
                JobMasterAt::Done
            }
            JobMasterAt::Done => unreachable!("guarded: a thread that is done takes no step"),
        };
        let line = scene::jobmaster_line(state.jobmaster_at);
        out.report(|| Effect::At(present::JOBMASTER, line));
    }
}

fn step_executor(state: &mut State, out: &mut impl Observer) {
    state.executor_at = match state.executor_at {
        ExecutorAt::Idle => {
            let task = state.executor.take().expect("guarded: a task waits");
            state.service.enter(EXECUTOR);
            out.report(|| Effect::Pop(TASKS, Outcome::Done, scene::task_text(task)));
            if task == Task::Revoke {
                out.report(|| Effect::Log(present::processing_revocation()));
                ExecutorAt::Revoking
            } else {
                ExecutorAt::Answering
            }
        }
        ExecutorAt::Revoking => {
            state.runner.enter(EXECUTOR);
            out.report(|| Effect::Log(present::job_lost()));
            ExecutorAt::InContender
        }
        ExecutorAt::InContender => {
            state.runner.exit(EXECUTOR);
            ExecutorAt::Revoked
        }
        ExecutorAt::Revoked | ExecutorAt::Answering => {
            state.service.exit(EXECUTOR);
            ExecutorAt::Idle
        }
    };
    let line = scene::executor_line(state.executor_at);
    out.report(|| Effect::At(present::EXECUTOR, line));
}

impl Machine for FlinkDeadlock {
    type State = State;
    type Action = Action;
    type Refusal = Refusal;

    fn initial(&self, out: &mut Vec<State>) {
        let mut executor = Executor::default();
        executor.submit(Task::Revoke).expect("a new executor takes tasks");
        out.push(State {
            executor,
            executor_at: ExecutorAt::Idle,
            jobmaster_at: JobMasterAt::Start,
            service: Monitor::default(),
            runner: Monitor::default(),
        });
    }

    fn enabled(&self, state: &State, out: &mut Vec<Action>) {
        let actions = [Action::Executor, Action::JobMaster];
        out.extend(actions.into_iter().filter(|&action| self.guard(state, action).is_ok()));
    }

    fn guard(&self, state: &State, action: Action) -> Result<(), Refusal> {
        let free = |monitor: Monitor, refusal| if monitor.is_free() { Ok(()) } else { Err(refusal) };
        match action {
            Action::Executor => match state.executor_at {
                ExecutorAt::Idle if state.executor.queue().is_empty() => Err(Refusal::NoTask),
                ExecutorAt::Idle => free(state.service, Refusal::WaitsForService),
                ExecutorAt::Revoking => free(state.runner, Refusal::WaitsForRunner),
                ExecutorAt::InContender | ExecutorAt::Revoked | ExecutorAt::Answering => Ok(()),
            },
            Action::JobMaster => match state.jobmaster_at {
                JobMasterAt::Start => free(state.runner, Refusal::WaitsForRunner),
                JobMasterAt::Asking if self.queue_instead_of_lock => Ok(()),
                JobMasterAt::Asking => free(state.service, Refusal::WaitsForService),
                JobMasterAt::Told | JobMasterAt::Leaving => Ok(()),
                JobMasterAt::Done => Err(Refusal::Done),
            },
        }
    }

    fn step(&self, state: &State, action: Action) -> State {
        let mut after = *state;
        self.apply(&mut after, action, &mut Unwatched::default());
        after
    }

    fn class(&self, _: Action) -> Class {
        Class::Internal
    }

    fn properties() -> &'static [Property<Self>] {
        static PROPERTIES: &[Property<FlinkDeadlock>] = &[Property {
            id: "no-deadlock",
            title: "No thread waits for ever",
            meaning: "Whenever nothing can move any more, both threads are done.",
            check: Check::AtRest(|_, state: &State| state.is_done()),
        }];
        PROPERTIES
    }
}

impl State {
    fn is_done(&self) -> bool {
        self.executor_at == ExecutorAt::Idle
            && self.executor.queue().is_empty()
            && self.jobmaster_at == JobMasterAt::Done
    }
}
