//! The fix matrix: sets of fixes against properties. Each cell opens its run, or switches to its fixes.

use super::command::{Dispatch, command_button, on_click, use_dispatch};
use super::kept_focus::use_kept_focus;
use super::orders::{self, Known};
use super::parts::{classed, fact, hideable, muted, tag};
use super::pill::class;
use super::shared::Run;
use super::state::Action;
use super::verdicts::run_button;
use crate::check::{Matrix, Verdict};
use crate::machine::{ModelInfo, PropertyInfo};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct MatrixProps {
    pub(super) run: Run,
    pub(super) known: Option<Known>,
}

/// The fix matrix as a card, or the button that asks for it.
#[component]
pub(super) fn MatrixCard(props: &MatrixProps) -> Html {
    let dispatch = use_dispatch();
    let every = use_state_eq(|| false);
    let MatrixProps { run, known } = props;
    let info = run.info();
    let matrix = known.as_ref().and_then(|known| Some((known, known.matrix()?)));
    let asked = matrix.is_some();
    // The button goes once there is an answer.
    let (onfocusin, onfocusout) = use_kept_focus(usize::from(asked), "#matrix-title");
    let found = matrix.map(|(known, matrix)| {
        let on = on(known, matrix, &run.config().fixes);
        let most = orders::rows(matrix, on);
        let part = most.len() < matrix.cells.len();
        let rows = if *every { matrix.order() } else { most };
        let table = Table { dispatch: &dispatch, known, matrix, properties: run.property_infos() };
        let words = if *every { "Fewer rows".into() } else { format!("All {} sets of fixes", matrix.cells.len()) };
        let onclick = {
            let every = every.clone();
            Callback::from(move |_: MouseEvent| every.set(!*every))
        };
        html! {
            <>
                { table.draw(&rows, on) }
                <button type="button" class="small" {onclick} hidden={!part} aria-expanded={every.to_string()}>{ words }</button>
                { classed("p", "muted", "✗ violated, with the steps of the shortest run, which it opens. ✓ holds in every order, ? limit reached: \
                    switches to these fixes.") }
                { facts(matrix) }
                { legend(info, matrix, &table.properties) }
            </>
        }
    });
    html! {
        <section class="card matrix" aria-labelledby="matrix-title" hidden={info.fixes.is_empty()} {onfocusin} {onfocusout}>
            <h2 id="matrix-title" tabindex="-1">{ "Fix matrix" }</h2>
            <div hidden={asked}>
                { command_button("matrix", "wide-button", "Compute the fix matrix") }
                { tag("small", "Every set of fixes against every property, over all orders") }
            </div>
            { tag("div", found.unwrap_or_default()) }
        </section>
    }
}

/// The cell of the fixes that are on.
fn on(known: &Known, matrix: &Matrix, fixes: &[String]) -> Option<usize> {
    let same = |set: &[String]| set.len() == fixes.len() && set.iter().all(|fix| fixes.contains(fix));
    (0..matrix.cells.len()).find(|&cell| same(&known.fixes_of(matrix, cell)))
}

struct Table<'a> {
    dispatch: &'a Dispatch,
    known: &'a Known,
    matrix: &'a Matrix,
    properties: Vec<PropertyInfo>,
}

impl Table<'_> {
    fn draw(&self, rows: &[usize], on: Option<usize>) -> Html {
        let head = |id: &String| {
            let title = title(&self.properties, id);
            html! { <th key={id.clone()} scope="col" title={title}>{ tag("span", id.clone()) }</th> }
        };
        let row = |&cell: &usize| self.row(cell, on == Some(cell));
        html! {
            <div class="scroller">
                <table>
                    <caption class="visually-hidden">{ "Sets of fixes against properties, over all orders" }</caption>
                    <thead><tr><th scope="col">{ "fixes" }</th>{ for self.matrix.properties.iter().map(head) }</tr></thead>
                    <tbody>{ for rows.iter().map(row) }</tbody>
                </table>
            </div>
        }
    }

    fn row(&self, cell: usize, on: bool) -> Html {
        let own = self.matrix.fixes_of(cell);
        let fix = |(at, fix): (usize, &String)| {
            let and = if at > 0 { "+ " } else { "" };
            html! { <span key={at}>{ and }{ fix.clone() }{ " " }</span> }
        };
        let empty = own.is_empty().then(|| tag("span", "no fix"));
        let properties = (0..self.matrix.properties.len()).map(|property| self.cell(cell, property));
        html! {
            <tr key={cell} class={on.then_some("on")} aria-current={on.then_some("true")} data-cell={own.join("+")}>
                <th scope="row">{ empty.unwrap_or_default() }<span>{ for own.iter().enumerate().map(fix) }</span>{ hideable("span", "now-on", !on, "▸ on now") }</th>
                { for properties }
            </tr>
        }
    }

    fn cell(&self, cell: usize, property: usize) -> Html {
        let found = &self.matrix.cells[cell];
        let finding = &found.findings[property];
        let fixes = self.known.fixes_of(self.matrix, cell);
        let (tone, sign, _) = orders::verdict(finding);
        let title = title(&self.properties, &finding.property);
        let label = orders::cell_told(found, finding, &title, &self.matrix.fixes_of(cell));
        let words = match (finding.verdict, finding.length()) {
            (Verdict::Violated, Some(steps)) => format!("{sign} {steps}"),
            _ => sign.to_owned(),
        };
        let tone = class(tone).unwrap_or_default();
        let name = format!("breaks {}", finding.property);
        let example = finding.counterexample.as_ref();
        let opens = example.and_then(|example| orders::found(example, &fixes, name));
        let button = if let Some(opens) = opens {
            run_button(self.dispatch, opens, tone, &words, label)
        } else {
            let onclick = on_click(self.dispatch, Action::SetFixes(fixes));
            html! { <button type="button" class={tone} {onclick} title={label.clone()} aria-label={label}>{ words }</button> }
        };
        html! { <td key={property} data-property={finding.property.clone()}>{ button }</td> }
    }
}

fn title(properties: &[PropertyInfo], id: &str) -> String {
    properties.iter().find(|info| info.id == id).map_or(id, |info| info.title).to_owned()
}

/// What the matrix says about sets and fixes.
fn facts(matrix: &Matrix) -> Html {
    let sets = |cells: Vec<usize>| matrix.sets_told(&cells, ", or ");
    let properties = matrix.properties.iter().enumerate();
    let minimal = properties.map(|(at, id)| fact(id.clone(), sets(matrix.minimal(&[at]))));
    html! {
        <>
            { tag("h3", "Minimal sufficient sets") }
            <dl class="facts">
                { for minimal }
                { fact("all of these", sets(matrix.minimal_for_all())) }
            </dl>
            <dl class="facts" data-fixes="useless">
                { fact("Fixes without effect", matrix.fixes_told(&matrix.inert())) }
                { fact("Fixes that only move the failure", matrix.fixes_told(&matrix.moves())) }
            </dl>
            { muted("Where a limit was reached there is no answer, so a set with ? counts as not sufficient", !matrix.is_limited()) }
        </>
    }
}

fn legend(info: &'static ModelInfo, matrix: &Matrix, properties: &[PropertyInfo]) -> Html {
    let fixes = info.fixes.iter().filter(|fix| matrix.fixes.iter().any(|id| id == fix.id));
    html! {
        <details>
            { tag("summary", "What the names stand for") }
            <dl class="facts">
                { for fixes.map(|fix| fact(fix.id, fix.title)) }
                { for matrix.properties.iter().map(|id| fact(id.clone(), title(properties, id))) }
            </dl>
        </details>
    }
}
