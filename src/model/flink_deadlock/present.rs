//! The presentation of `flink-deadlock`.

use super::{Action, ExecutorAt, FlinkDeadlock, JobMasterAt, State, Task};
use crate::machine::{
    Actor, ActorInfo, EventError, Facts, Label, Level, LogLine, LogTemplate, Machine, Present, Row, Scene,
    Upstream, Watch,
};

pub(super) const EXECUTOR: Actor = Actor(0);
pub(super) const JOBMASTER: Actor = Actor(1);

const NODE: &str = "JobManager 1";
const SERVICE: &str = "org.apache.flink.runtime.leaderelection.DefaultLeaderElectionService";

static ACTORS: [ActorInfo; 2] = [
    ActorInfo { id: "executor", title: "executor", node: NODE },
    ActorInfo { id: "jobmaster", title: "JobMaster thread", node: NODE },
];

static PROCESSING: LogTemplate =
    LogTemplate { level: Level::Debug, logger: SERVICE, message: "Processing '{event}' event." };
static JOB_LOST: LogTemplate = LogTemplate {
    level: Level::Info,
    logger: "org.apache.flink.runtime.jobmaster.JobMasterServiceLeadershipRunner",
    message: "JobMasterServiceLeadershipRunner for job {job} was revoked leadership with leader id {session}. Stopping current JobMasterServiceProcess.",
};

/// Every line that the model prints.
pub(super) static TEMPLATES: [&LogTemplate; 2] = [&PROCESSING, &JOB_LOST];

fn line(template: &'static LogTemplate, slots: Vec<(&'static str, String)>) -> LogLine {
    let thread = "DefaultLeaderElectionService-leadershipOperationExecutor-thread-1";
    LogLine { template, node: "jm1", thread, slots, counts: Vec::new() }
}

pub(super) fn processing_revocation() -> LogLine {
    line(&PROCESSING, vec![("event", "Leader Revocation".into())])
}

pub(super) fn job_lost() -> LogLine {
    let job = "a1b2c3d4e5f60718293a4b5c6d7e8f90".into();
    line(&JOB_LOST, vec![("job", job), ("session", "5e55104e-0000-4000-8000-000000000001".into())])
}

impl Present for FlinkDeadlock {
    fn parse(&self, event: &str) -> Result<Action, EventError> {
        [Action::Executor, Action::JobMaster]
            .into_iter()
            .find(|action| action.to_string() == event)
            .ok_or_else(|| {
                let expected = "expected executor.step or jobmaster.step";
                EventError(format!("`{event}` is not an event of flink-deadlock: {expected}"))
            })
    }

    fn actors(&self) -> &[ActorInfo] {
        &ACTORS
    }

    fn queue_lengths(&self, state: &State) -> Vec<u8> {
        vec![state.executor.queue().len()]
    }

    fn offers(&self, _: &State, out: &mut Vec<Action>) {
        out.extend([Action::Executor, Action::JobMaster]);
    }

    fn actor(&self, action: Action) -> Actor {
        match action {
            Action::Executor => EXECUTOR,
            Action::JobMaster => JOBMASTER,
        }
    }

    fn label(&self, state: &State, action: Action) -> Label {
        let (title, hint) = match action {
            Action::Executor => match state.executor_at {
                ExecutorAt::Idle => match state.executor.queue().front() {
                    Some(Task::Check) => ("Take the service's lock", "to answer the queued question"),
                    _ => ("Take the service's lock", "to process the revocation"),
                },
                ExecutorAt::Revoking => ("Enter the contender", "runIfStateRunning takes the runner's lock"),
                ExecutorAt::InContender => ("Leave the contender", "frees the runner's lock"),
                ExecutorAt::Revoked => ("Finish the revocation", "frees the service's lock"),
                ExecutorAt::Answering => ("Answer the question", "frees the service's lock"),
            },
            Action::JobMaster => match state.jobmaster_at {
                JobMasterAt::Start => ("Enter runIfValidLeader", "takes the runner's lock"),
                JobMasterAt::Asking if self.queue_instead_of_lock => {
                    ("Queue the question", "hasLeadershipAsync waits for nothing")
                }
                JobMasterAt::Asking => ("Ask hasLeadership", "takes the service's lock"),
                JobMasterAt::Told => ("Take the answer", "frees the service's lock"),
                JobMasterAt::Leaving | JobMasterAt::Done => {
                    ("Leave runIfValidLeader", "frees the runner's lock")
                }
            },
        };
        Label { title: title.into(), hint: hint.into() }
    }

    fn sentence(&self, before: &State, action: Action, _: &State) -> String {
        let told = match action {
            Action::Executor => match before.executor_at {
                ExecutorAt::Idle => "The executor takes a task and with it the service's lock",
                ExecutorAt::Revoking => "The executor enters the contender and takes the runner's lock",
                ExecutorAt::InContender => "The executor leaves the contender and frees the runner's lock",
                ExecutorAt::Revoked => "The executor ends the revocation and frees the service's lock",
                ExecutorAt::Answering => {
                    "The executor answers that the session is revoked and frees the service's lock"
                }
            },
            Action::JobMaster => match before.jobmaster_at {
                JobMasterAt::Start => {
                    "The JobMaster thread enters runIfValidLeader and takes the runner's lock"
                }
                JobMasterAt::Asking if self.queue_instead_of_lock => {
                    "The JobMaster thread queues its question on the executor and waits for nothing"
                }
                JobMasterAt::Asking => {
                    "The JobMaster thread asks whether it still leads and takes the service's lock"
                }
                JobMasterAt::Told => "The JobMaster thread has its answer and frees the service's lock",
                JobMasterAt::Leaving | JobMasterAt::Done => {
                    "The JobMaster thread leaves and frees the runner's lock"
                }
            },
        };
        told.into()
    }

    fn upstream(&self, state: &State, action: Action) -> Upstream {
        const RUNNER: &str = "JobMasterServiceLeadershipRunner";
        let answers = state.executor_at == ExecutorAt::Answering
            || state.executor_at == ExecutorAt::Idle && state.executor.queue().front() == Some(Task::Check);
        let (class, method) = match (action, state.executor_at, state.jobmaster_at) {
            (Action::Executor, ..) if answers => ("DefaultLeaderElectionService", "hasLeadershipAsync"),
            (Action::Executor, ExecutorAt::Revoking | ExecutorAt::InContender, _) => {
                (RUNNER, "runIfStateRunning")
            }
            (Action::Executor, ..) => ("DefaultLeaderElectionService", "onRevokeLeadershipInternal"),
            (Action::JobMaster, _, JobMasterAt::Asking | JobMasterAt::Told) => {
                let method = if self.queue_instead_of_lock { "hasLeadershipAsync" } else { "hasLeadership" };
                ("DefaultLeaderElectionService", method)
            }
            (Action::JobMaster, ..) => (RUNNER, "runIfValidLeader"),
        };
        Upstream { class, method }
    }

    fn effects(&self, state: &State, action: Action, out: &mut Watch) {
        self.apply(&mut { *state }, action, out);
    }

    fn budget(&self, _: &State, _: Action) -> Option<(&'static str, u32)> {
        None
    }

    fn duration_ms(&self, _: &State, _: Action) -> u32 {
        1
    }

    fn rows(&self, _: &State, _: &Facts) -> Vec<Row> {
        Vec::new()
    }

    fn scene(&self, state: &State, facts: &Facts) -> Scene {
        self.draw(state, facts)
    }
}

impl FlinkDeadlock {
    /// What the action waits for, when it waits for a monitor.
    pub(super) fn waits_for(&self, state: &State, action: Action) -> Option<&'static str> {
        match self.guard(state, action) {
            Err(super::Refusal::WaitsForService) => Some("service lock"),
            Err(super::Refusal::WaitsForRunner) => Some("runner lock"),
            _ => None,
        }
    }
}
