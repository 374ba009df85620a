//! The run as a table: everything the timeline shows, for those who read rather than look.

use super::effect::use_after;
use super::mark;
use super::parts::{button, classes, hideable, table_head, tag};
use super::scroll::{self, Scroller};
use super::shared::{Run, Shared};
use super::timeline::window::rows;
use super::timeline::words::grouped;
use crate::machine::Tone;
use crate::timeline::turns::{Turn, TurnKind};
use crate::trace::StepView;
use yew::prelude::*;

/// The columns.
const COLUMNS: [&str; 7] = ["step", "actor", "event", "what happened", "follows from", "breaks", "log lines"];
/// How many rows a button adds.
const MORE: usize = 100;

/// The properties of [`StepTable`].
#[derive(Properties, PartialEq)]
pub struct StepTableProps {
    /// The run.
    pub run: Run,
    /// The step that is shown; 0 before the first.
    pub cursor: usize,
    /// The other positions in the state that is shown.
    pub equal: Shared<Vec<usize>>,
    /// Where the run turns for good.
    pub turns: Shared<Vec<Turn>>,
    /// The steps that can be reached.
    pub reach: (usize, usize),
    /// Goes to a step.
    pub on_seek: Callback<usize>,
}

/// The steps of a run as a table.
#[component]
pub fn StepTable(props: &StepTableProps) -> Html {
    let StepTableProps { run, cursor, equal, turns, reach, on_seek } = props;
    let (least, greatest) = (reach.0.max(1), reach.1);
    let added = use_state_eq(|| (0, 0));
    let (first, last) = rows(*cursor, run.len(), *added).into_inner();
    let (first, last) = (first.max(least), last.min(greatest));
    let grow = |before: usize, after: usize| {
        let added = added.clone();
        Callback::from(move |_: MouseEvent| added.set((added.0 + before, added.1 + after)))
    };
    let row = |position: usize| {
        let current = position == *cursor;
        let equal = equal.binary_search(&position).is_ok();
        html! { <StepRow key={position} run={run.clone()} {position} {current} {equal} turns={turns.clone()} on_seek={on_seek.clone()} /> }
    };
    html! {
        <div class="step-table">
            { button("small", format!("Show earlier steps, {} more", grouped(first.saturating_sub(least))), first <= least, grow(MORE, 0)) }
            <Scroller label="Steps of this run">
                <table>
                    { table_head(format!("{} steps of this run", grouped((greatest + 1).saturating_sub(least))), &COLUMNS) }
                    <tbody>{ for (first..=last).map(row) }</tbody>
                </table>
            </Scroller>
            { hideable("p", "step-table-none", greatest >= least, "No step yet") }
            { button("small", format!("Show later steps, {} more", grouped(greatest - last.min(greatest))), last >= greatest, grow(0, MORE)) }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct StepRowProps {
    run: Run,
    position: usize,
    current: bool,
    /// Whether the run is in the state that is shown after this step, too.
    equal: bool,
    turns: Shared<Vec<Turn>>,
    on_seek: Callback<usize>,
}

#[component]
fn StepRow(props: &StepRowProps) -> Html {
    let StepRowProps { run, position, current, equal, turns, on_seek } = props;
    let node = use_node_ref();
    {
        let (node, current) = (node.clone(), *current);
        use_after((run.len(), current), move || {
            if current {
                scroll::reveal(&node);
            }
        });
    }
    if *position > run.len() {
        return html! { <tr hidden={true} /> };
    }
    let position = *position;
    let view = run.step(position);
    let actor = &run.actors()[view.actor];
    let causes: Vec<_> =
        run.causes(position).iter().filter(|a| a.from > 0).map(|a| a.from.to_string()).collect();
    let class = classes(
        "",
        &[
            current.then_some("is-current"),
            equal.then_some("is-equal"),
            view.refused.is_some().then_some("is-refused"),
        ],
    );
    html! {
        <tr ref={node} {class} aria-current={current.then_some("step")} data-step={position.to_string()}>
            <td>
                <button type="button" class="small" aria-label={format!("Go to step {position}")}
                    onclick={on_seek.reform(move |_: MouseEvent| position)}>{ position }</button>
            </td>
            <td>{ actor.title }{ hideable("small", "", actor.node.is_empty(), actor.node) }</td>
            { tag("td", tag("code", view.event.as_str())) }
            <td>{ happened(&view) }{ turned(turns, position) }{ hideable("small", "same", !*equal, "same state as now") }</td>
            { tag("td", causes.join(", ")) }
            { tag("td", breaks(&view)) }
            { tag("td", view.log.len()) }
        </tr>
    }
}

fn happened(view: &StepView) -> Html {
    match &view.refused {
        None => tag("span", prose(&view.sentence)),
        Some(guard) => html! {
            <span>{ tag("s", prose(&view.sentence)) }{ " " }<span class="guard">{ "not possible, " }{ prose(guard) }</span></span>
        },
    }
}

/// How the run turns with a step.
fn turned(turns: &[Turn], position: usize) -> Html {
    let pill = |turn: &Turn| {
        let (class, tone) = match turn.kind {
            TurnKind::LastEscape => ("pill ok", "↩"),
            TurnKind::NoWayBack => ("pill warn", "▲"),
            TurnKind::RacePair { .. } => ("pill", "⇄"),
            TurnKind::Fork { .. } => ("pill", "⑂"),
        };
        let words = turn.kind.words();
        html! {
            <li key={words} {class} title={turn.told()} data-turn={words}><span class="glyph" aria-hidden="true">{ tone }</span>{ tag("span", words) }</li>
        }
    };
    html! { <ul class="pills">{ for turns.iter().filter(|turn| turn.position == position).map(pill) }</ul> }
}

fn breaks(view: &StepView) -> Html {
    let pill = |id: &&'static str| {
        html! { <li key={*id} class="pill bad">{ mark::glyph(Tone::Bad) }{ tag("span", *id) }</li> }
    };
    html! { <ul class="pills">{ for view.violates.iter().map(pill) }</ul> }
}

/// A sentence whose names in backticks are set as code.
fn prose(text: &str) -> Html {
    let part = |(at, part): (usize, &str)| {
        if at % 2 == 1 {
            html! { <code key={at}>{ part }</code> }
        } else {
            html! { <span key={at}>{ part }</span> }
        }
    };
    html! { <span>{ for text.split('`').enumerate().map(part) }</span> }
}
