//! The log of a run up to the present step, as the real system prints it.

use super::effect::use_after;
use super::kept_focus::use_kept_focus;
use super::parts::{classed, classes, hideable, unseen};
use super::scroll;
use super::shared::Run;
use crate::machine::{Level, LogLayout};
use crate::trace::{LogRecord, Player};
use crate::web::dom;
use std::rc::Rc;
use yew::prelude::*;

/// How many lines are shown at most.
const MAX_LINES: usize = 60;

/// The properties of [`LogPane`].
#[derive(Properties, PartialEq)]
pub struct LogProps {
    /// The run that prints the log.
    pub run: Run,
    /// The step that was just taken; 0 before the first.
    pub cursor: usize,
    /// Whether lines name their node.
    pub several_nodes: bool,
    /// What the line that is shown as evidence has in its message.
    pub marked: Option<Rc<str>>,
}

/// The last lines of the log in a region that scrolls to its end by itself.
#[component]
pub fn LogPane(props: &LogProps) -> Html {
    let LogProps { run, cursor, several_nodes, marked } = props;
    let full = use_state_eq(|| false);
    let region = use_node_ref();
    // A line that was shown as evidence goes with its step.
    let (onfocusin, onfocusout) = use_kept_focus(*cursor, "#step-title");
    {
        let region = region.clone();
        // A marked line is brought into view by the focus that it gets.
        let to_end = marked.is_none();
        use_after((run.clone(), *cursor, *full), move || {
            if to_end {
                scroll::to_end(&region);
            }
        });
    }
    {
        // Whoever asked for the line looks for it in the next frame, which a busy computer draws before the line is there.
        let shown = marked.is_some();
        use_after((marked.clone(), *cursor), move || {
            if shown {
                dom::focus(".log-line.is-marked");
            }
        });
    }
    let toggle = {
        let full = full.clone();
        Callback::from(move |_: MouseEvent| full.set(!*full))
    };
    let (records, earlier) = tail(&**run, *cursor);
    let form =
        if *full { Form::Whole(run.info().log_layout) } else { Form::Columns { node: *several_nodes } };
    let silent = *cursor > 0 && records.last().is_none_or(|record| record.step < *cursor);
    html! {
        <div class="log-pane" {onfocusin} {onfocusout}>
            <div class="log-bar">
                { classed("span", "log-note", note(*cursor, records.len(), earlier)) }
                <button type="button" class="small" aria-pressed={if *full { "true" } else { "false" }}
                    onclick={toggle}>{ "Full lines" }</button>
            </div>
            <div ref={region} class={classes("log-region", &[full.then_some("is-full")])} role="region"
                tabindex="0" aria-label={format!("Log up to step {cursor}")}>
                <ol class={classes("log", &[several_nodes.then_some("with-node")])}>
                    { for lines(records, *cursor, form, marked.as_deref()) }
                </ol>
                { hideable("p", "log-silent", !silent, format!("Step {cursor} prints no line")) }
            </div>
        </div>
    }
}

fn note(cursor: usize, shown: usize, earlier: bool) -> String {
    match (cursor, shown, earlier) {
        (0, ..) => "The log begins with the first step".into(),
        (_, 0, _) => "No line so far".into(),
        (_, _, true) => format!("Last {shown} lines"),
        (_, 1, false) => "1 line so far".into(),
        (_, _, false) => format!("{shown} lines so far"),
    }
}

/// The last lines up to a step, oldest first, and whether there are more before them.
fn tail(run: &dyn Player, cursor: usize) -> (Vec<LogRecord>, bool) {
    let mut steps: Vec<Vec<LogRecord>> = Vec::new();
    let (mut count, mut step) = (0, cursor.min(run.len()));
    while step > 0 && count <= MAX_LINES {
        let records = run.log(step, step);
        count += records.len();
        steps.push(records);
        step -= 1;
    }
    let mut records: Vec<_> = steps.into_iter().rev().flatten().collect();
    let surplus = records.len().saturating_sub(MAX_LINES);
    records.drain(..surplus);
    (records, surplus > 0)
}

/// How a line is shown.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// In columns, with the logger's simple name; the node only where there are several.
    Columns {
        /// Whether there is a column for the node.
        node: bool,
    },
    /// Exactly as the real system prints it.
    Whole(LogLayout),
}

fn lines(
    records: Vec<LogRecord>,
    cursor: usize,
    form: Form,
    marked: Option<&str>,
) -> impl Iterator<Item = Html> {
    let mut last_step = 0;
    let mut of_step = 0;
    let shows = |record: &LogRecord| {
        marked.is_some_and(|text| record.step == cursor && record.line.message().contains(text))
    };
    let evidence = records.iter().position(shows);
    records.into_iter().enumerate().map(move |(at, record)| {
        of_step = if record.step == last_step { of_step + 1 } else { 1 };
        last_step = record.step;
        let key = format!("{}.{of_step}", record.step);
        let (current, first) = (record.step == cursor, of_step == 1);
        let marked = evidence == Some(at);
        row(key, &record, Shown { current, first, marked }, form)
    })
}

/// How a line is shown.
#[derive(Clone, Copy)]
struct Shown {
    /// Whether the present step printed it.
    current: bool,
    /// Whether it is the first line of its step.
    first: bool,
    /// Whether it is shown as evidence.
    marked: bool,
}

fn row(key: String, record: &LogRecord, shown: Shown, form: Form) -> Html {
    let Shown { current, first, marked } = shown;
    let step = match (marked, first) {
        (true, _) => format!("▸ step {}", record.step),
        (false, true) => format!("step {}", record.step),
        (false, false) => String::new(),
    };
    let told = match (marked, current) {
        (true, _) => "shown as evidence: ",
        (false, true) => "printed by this step: ",
        (false, false) => "",
    };
    let line = match form {
        Form::Columns { node } => columns(record, node),
        Form::Whole(layout) => classed("span", "log-whole", record.line.render(layout, record.moment)),
    };
    html! {
        <li {key} class={classes("log-line", &[current.then_some("is-current"), marked.then_some("is-marked")])} tabindex="-1" data-step={record.step.to_string()}>
            { classed("span", "log-step", step) }
            { unseen(told) }
            { line }
        </li>
    }
}

fn columns(record: &LogRecord, several_nodes: bool) -> Html {
    let template = record.line.template;
    html! {
        <span class="log-columns">
            { classed("span", "log-time", record.moment.time()) }{ " " }
            <span class={classes("log-level", &[level_class(template.level)])}>{ template.level.word() }</span>{ " " }
            { hideable("span", "log-node", !several_nodes, record.line.node) }{ " " }
            <span class="log-logger" title={template.logger}>{ simple_name(template.logger) }</span>{ " " }
            { classed("span", "log-message", record.line.message()) }
        </span>
    }
}

/// The simple name of a class.
fn simple_name(logger: &str) -> &str {
    logger.rsplit('.').next().unwrap_or(logger)
}

fn level_class(level: Level) -> Option<&'static str> {
    match level {
        Level::Warn => Some("warn"),
        Level::Error => Some("bad"),
        Level::Info => Some("info"),
        Level::Debug | Level::Trace => None,
    }
}
