//! What can be seen of the model from outside: where the two threads stand and which monitors they own.

use super::{Action, EXECUTOR, ExecutorAt, FlinkDeadlock, JobMasterAt, State};
use crate::machine::{LogLine, Machine, Observe, Present, lines_of};
use crate::part::Monitor;

impl Observe for FlinkDeadlock {
    fn event(&self, _: &State, action: Action) -> Option<String> {
        Some(action.to_string())
    }

    fn seen(&self, state: &State) -> Vec<(String, String)> {
        let executor = match state.executor_at {
            ExecutorAt::Idle => "idle",
            ExecutorAt::Revoking => "revoking",
            ExecutorAt::InContender => "in contender",
            ExecutorAt::Revoked => "revoked",
            ExecutorAt::Answering => "answering",
        };
        let jobmaster = match state.jobmaster_at {
            JobMasterAt::Start => "start",
            JobMasterAt::Asking => "asking",
            JobMasterAt::Told => "told",
            JobMasterAt::Leaving => "leaving",
            JobMasterAt::Done => "done",
        };
        let mut enabled = Vec::new();
        self.enabled(state, &mut enabled);
        let deadlock = if enabled.is_empty() && !state.is_done() { "executor, jobmaster" } else { "none" };
        [
            ("executor.at", executor),
            ("jobmaster.at", jobmaster),
            ("service.lock", owner(state.service)),
            ("runner.lock", owner(state.runner)),
            ("deadlock", deadlock),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into_iter()
        .chain([("executor.waiting".to_owned(), state.executor.queue().len().to_string())])
        .collect()
    }

    fn lines(&self, state: &State, action: Action) -> Vec<LogLine> {
        lines_of(self, state, action)
    }

    fn asked(&self, state: &State, out: &mut Vec<Action>) {
        self.offers(state, out);
    }
}

fn owner(monitor: Monitor) -> &'static str {
    match monitor.owner() {
        None => "free",
        Some(EXECUTOR) => "executor",
        Some(_) => "jobmaster",
    }
}
