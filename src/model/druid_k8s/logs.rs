//! The log lines of one pod: who prints them, and what fills their slots.

use crate::machine::{Effect, LogLine, LogTemplate};
use crate::model::druid_lines as lines;

/// The pod, as the log's owner.
pub(super) const POD: &str = "druid-coordinator-0";

/// Every line that the model prints.
pub(super) static TEMPLATES: [&LogTemplate; 23] = [
    &lines::SHUTDOWN_HOOK,
    &lines::STOPPING,
    &lines::UNANNOUNCING,
    &lines::UNANNOUNCED,
    &lines::STOP_METHOD,
    &lines::OVERLORD_NO_LEADER,
    &lines::STOPPING_SUPERVISORS,
    &lines::WAITING_FOR_SUPERVISORS,
    &lines::SUPERVISORS_STOPPED,
    &lines::RENEW_INTERRUPTED,
    &lines::ACQUIRE_INTERRUPTED,
    &lines::LOST,
    &lines::NOT_THE_LEADER,
    &lines::NOT_TERMINATED,
    &lines::COORDINATOR_NO_LEADER,
    &lines::STOPPING_PEONS,
    &lines::STOP_FAILED,
    &lines::BECOME_FAILED,
    &lines::ALREADY_LEADER,
    &lines::BOW,
    &lines::GRAYSKULL,
    &lines::SYNCED_WORKERS,
    &lines::LOADING_SUPERVISORS,
];

/// Who prints a line. Both electors have threads of one name, and so have both workers of start hooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Printer {
    Life,
    Elector,
    Hook,
}

/// A line without slots.
pub(super) fn plain(printer: Printer, template: &'static LogTemplate) -> Effect {
    log(printer, template, Vec::new())
}

/// A line with its slots.
pub(super) fn log(
    printer: Printer,
    template: &'static LogTemplate,
    slots: Vec<(&'static str, String)>,
) -> Effect {
    let thread = match printer {
        Printer::Life => lines::LIFE_THREAD,
        Printer::Elector => lines::ELECTOR_THREAD,
        Printer::Hook => lines::HOOK_THREAD,
    };
    Effect::Log(LogLine { template, node: POD, thread, slots, counts: Vec::new() })
}

/// Entering a stage of the process's lifecycle, or of the Overlord's own.
pub(super) fn stage(printer: Printer, lifecycle: &str, stage: &str, handlers: &[&str]) -> Effect {
    let handlers = format!("[{}]", handlers.join(", "));
    let slots = vec![("lifecycle", lifecycle.into()), ("stage", stage.into()), ("handlers", handlers)];
    log(printer, &lines::STOPPING, slots)
}

/// The rejection of a callback by its pool, as `ThreadPoolExecutor` words it.
pub(super) fn rejection(waiting: u8, ran: u8) -> Effect {
    // `shutdown()` alone leaves the pool's only thread alive until its queue is empty.
    let (state, threads) = if waiting == 0 { ("Terminated", 0) } else { ("Shutting down", 1) };
    let completed = COMPLETED_BEFORE + u32::from(ran);
    let message = format!(
        "Task {}$$Lambda$6516/0x00007f448529a970@5641f1f0 rejected from \
         java.util.concurrent.ThreadPoolExecutor@3a4a007[{state}, pool size = {threads}, active threads = 0, \
         queued tasks = {waiting}, completed tasks = {completed}]",
        lines::PEON
    );
    failed(Printer::Elector, &lines::STOP_FAILED, "java.util.concurrent.RejectedExecutionException", message)
}

/// A promotion that fails.
pub(super) fn promotion_failed(message: &str) -> Effect {
    // `ExecutorServices` and `DruidOverlord` wrap whatever was thrown.
    let message = format!("org.apache.druid.java.util.common.ISE: {message}");
    failed(Printer::Hook, &lines::BECOME_FAILED, "java.lang.RuntimeException", message)
}

fn failed(printer: Printer, template: &'static LogTemplate, exception: &str, message: String) -> Effect {
    // The alert names the selector's class, whatever failed.
    log(
        printer,
        template,
        vec![("type", exception.into()), ("message", message), ("class", lines::SELECTOR.into())],
    )
}

/// How many callbacks a pool that was long in use has run before the run begins.
const COMPLETED_BEFORE: u32 = 10_817;
