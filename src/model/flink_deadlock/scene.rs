//! What the page draws of `flink-deadlock`.

use super::{Action, EXECUTOR, ExecutorAt, FlinkDeadlock, JobMasterAt, State, TASKS, Task};
use crate::machine::{Badge, Facts, Lane, Lock, Node, Scene, Task as TaskView, Thread, Tone};

static EXECUTOR_LINES: [&str; 5] = [
    "next task: lock service",
    "  revoke → contender: lock runner",
    "  contender: unlock runner",
    "  unlock service",
    "  answer: unlock service",
];

static JOBMASTER_SYNC: [&str; 5] = [
    "runIfValidLeader: lock runner",
    "  hasLeadership: lock service",
    "  unlock service",
    "unlock runner",
    "done",
];

static JOBMASTER_ASYNC: [&str; 4] =
    ["runIfValidLeader: lock runner", "  hasLeadershipAsync: queue it", "unlock runner", "done"];

/// The line that the executor's thread runs next.
pub(super) fn executor_line(at: ExecutorAt) -> u8 {
    match at {
        ExecutorAt::Idle => 0,
        ExecutorAt::Revoking => 1,
        ExecutorAt::InContender => 2,
        ExecutorAt::Revoked => 3,
        ExecutorAt::Answering => 4,
    }
}

/// The line that the JobMaster thread runs next, in the listing with the lock.
pub(super) fn jobmaster_line(at: JobMasterAt) -> u8 {
    match at {
        JobMasterAt::Start => 0,
        JobMasterAt::Asking => 1,
        JobMasterAt::Told => 2,
        JobMasterAt::Leaving => 3,
        JobMasterAt::Done => 4,
    }
}

/// A task in words.
pub(super) fn task_text(task: Task) -> String {
    match task {
        Task::Revoke => "revoke leadership".into(),
        Task::Check => "does it still lead?".into(),
    }
}

impl FlinkDeadlock {
    pub(super) fn draw(&self, state: &State, facts: &Facts) -> Scene {
        let wait = |action| self.waits_for(state, action);
        let (executor_waits, jobmaster_waits) = (wait(Action::Executor), wait(Action::JobMaster));
        let stuck = executor_waits.is_some() && jobmaster_waits.is_some();
        let node = Node {
            id: "jm1",
            title: "JobManager 1".into(),
            badges: vec![if stuck {
                Badge::new(Tone::Bad, "deadlock")
            } else {
                Badge::new(Tone::Ok, "can move")
            }],
            locks: vec![
                lock(
                    "service lock",
                    state.service.owner(),
                    &[("executor", executor_waits), ("JobMaster thread", jobmaster_waits)],
                ),
                lock(
                    "runner lock",
                    state.runner.owner(),
                    &[("executor", executor_waits), ("JobMaster thread", jobmaster_waits)],
                ),
            ],
            threads: vec![
                Thread {
                    actor: "executor",
                    title: "executor",
                    listing: EXECUTOR_LINES.as_slice().into(),
                    here: Some(executor_line(state.executor_at)),
                    acted: facts.last_actor == Some(super::present::EXECUTOR),
                    waits_for: executor_waits.map(|lock| format!("{lock}, owned by the JobMaster thread")),
                    ..Thread::default()
                },
                self.jobmaster_thread(state, facts, jobmaster_waits),
            ],
            lanes: vec![Lane {
                id: "executor",
                title: "leadershipOperationExecutor",
                phase: Some(state.executor.phase()),
                badges: lane_badges(facts, executor_waits.is_some()),
                running: running(state).map(|task| TaskView { text: task_text(task) }),
                queue: state.executor.queue().iter().map(|task| TaskView { text: task_text(task) }).collect(),
                empty: "queue empty",
                ..Lane::default()
            }],
        };
        let symptoms = if stuck {
            vec![
                Badge::new(Tone::Bad, "grants and revocations stop for good"),
                Badge::new(Tone::Bad, "shutdown hangs"),
                Badge::new(Tone::Ok, "JobManager 1 process up"),
            ]
        } else {
            vec![Badge::new(Tone::Ok, "JobManager 1 process up")]
        };
        Scene { nodes: vec![node], stores: Vec::new(), symptoms }
    }

    fn jobmaster_thread(&self, state: &State, facts: &Facts, waits: Option<&'static str>) -> Thread {
        let line = jobmaster_line(state.jobmaster_at);
        let (listing, here): (&'static [&'static str], u8) = if self.queue_instead_of_lock {
            (&JOBMASTER_ASYNC, if line >= 3 { line - 1 } else { line })
        } else {
            (&JOBMASTER_SYNC, line)
        };
        Thread {
            actor: "jobmaster",
            title: "JobMaster thread",
            listing: listing.into(),
            here: Some(here),
            acted: facts.last_actor == Some(super::present::JOBMASTER),
            waits_for: waits.map(|lock| format!("{lock}, owned by the executor")),
            ..Thread::default()
        }
    }
}

fn lane_badges(facts: &Facts, waits: bool) -> Vec<Badge> {
    let mut badges = vec![Badge::new(Tone::Neutral, format!("taken {}", facts.queue(TASKS).done))];
    if waits {
        badges.push(Badge::new(Tone::Warn, "its task waits"));
    }
    badges
}

/// The task that the executor's thread is in.
fn running(state: &State) -> Option<Task> {
    match state.executor_at {
        ExecutorAt::Idle => None,
        ExecutorAt::Revoking | ExecutorAt::InContender | ExecutorAt::Revoked => Some(Task::Revoke),
        ExecutorAt::Answering => Some(Task::Check),
    }
}

fn lock(title: &'static str, owner: Option<u8>, waits: &[(&str, Option<&'static str>)]) -> Lock {
    let name = |thread| if thread == EXECUTOR { "executor" } else { "JobMaster thread" };
    Lock {
        title,
        owner: owner.map(|thread| name(thread).to_owned()),
        waiters: waits
            .iter()
            .filter(|(_, lock)| *lock == Some(title))
            .map(|(thread, _)| (*thread).to_owned())
            .collect(),
        passed: false,
    }
}
