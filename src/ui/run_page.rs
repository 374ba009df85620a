//! The open run: story, stage, fixes and properties, and the schedule below.

use super::background::background;
use super::choices::Choices;
use super::command::{Dispatch, use_dispatch};
use super::configuration::configuration;
use super::decides::decides;
use super::fixes::fixes;
use super::matrix::MatrixCard;
use super::operator::operator;
use super::orders::Orders;
use super::outcome::{difference, outcome};
use super::parts::classed;
use super::properties::properties;
use super::report::report;
use super::signature::signature;
use super::stage::stage;
use super::state::Action;
use super::step_bar::{Able, StepBarProps, step_bar};
use super::store::store_card;
use super::story::StepCard;
use super::table::StepTable;
use super::timeline::Timeline;
use super::try_it::{LessonCard, offer};
use super::view::View;
use crate::share::{Embed, Mode};
use crate::trace::Divergence;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct RunProps {
    pub(super) view: View,
    pub(super) playing: bool,
    pub(super) table: bool,
    pub(super) able: Able,
    /// What is known about all orders.
    pub(super) orders: Orders,
    /// How the run is a part of another page, if it is.
    pub(super) embed: Option<Embed>,
}

/// The page of an open run.
#[component]
pub(super) fn RunPage(props: &RunProps) -> Html {
    let dispatch = use_dispatch();
    let on_seek =
        use_callback(dispatch.clone(), |step: usize, dispatch| dispatch.dispatch(Action::Seek(step)));
    let RunProps { view, playing, table, able, orders, embed } = props;
    let bar = StepBarProps {
        view: view.clone(),
        playing: *playing,
        table: *table,
        able: *able,
        pending: orders.pending.clone(),
        embed: *embed,
    };
    let mode = embed.map_or(Mode::Full, |embed| embed.mode);
    let main = if mode == Mode::Full {
        zones(&dispatch, view, orders)
    } else {
        html! {
            <main class="zones">
                <section class="col story" aria-label="Story"><StepCard view={view.clone()} /></section>
                { if mode == Mode::Stage { centre(view) } else { Html::default() } }
            </main>
        }
    };
    let schedule =
        if mode == Mode::Stage { Html::default() } else { schedule(view, *table, *embed, on_seek) };
    let schedule = html! {
        <footer class="schedule" aria-label="Schedule">
            { step_bar(&dispatch, &bar) }
            { schedule }
        </footer>
    };
    // A frame grows with its content, so what is below may be far away.
    let (first, second) = if embed.is_some() { (schedule, main) } else { (main, schedule) };
    html! { <>{ first }{ second }</> }
}

/// The three zones. Of an embed, `embed.css` hides what is not possible there.
fn zones(dispatch: &Dispatch, view: &View, orders: &Orders) -> Html {
    let opened = &view.opened;
    let changed = view.is_changed();
    html! {
        <main class="zones" data-lesson={opened.lesson.is_some().then_some("true")} data-model={opened.run.info().id}>
            <section class="col story" aria-label="Story">
                <LessonCard view={view.clone()} />
                <StepCard view={view.clone()} />
                <Choices view={view.clone()} />
                { offer(view) }
                { decides(dispatch, view) }
                { report(dispatch, view, orders) }
                { signature(view) }
                { background(view.story(), &opened.run, view.here.cursor == 0) }
            </section>
            <div class="right">
                { centre(view) }
                <section class="col side" aria-label="Fixes and properties">
                    <div class="side-part">
                        { fixes(dispatch, view) }
                        { difference(dispatch, &view.comparison, changed, &view.fixes_on()) }
                        { configuration(opened) }
                    </div>
                    <div class="side-part">
                        { outcome(&view.comparison, changed) }
                        { properties(dispatch, view, orders.check.as_ref()) }
                        <MatrixCard run={opened.run.clone()} known={orders.matrix.clone()} />
                    </div>
                </section>
            </div>
        </main>
    }
}

fn centre(view: &View) -> Html {
    let here = &view.here;
    let (scene, diff) = (&*here.scene, &*here.diff);
    html! {
        <section class="col centre" aria-label="Stage" tabindex="0">
            // The keys come first: they are what a step is read for, whatever the number of nodes.
            <div class="stores">{ for scene.stores.iter().map(|store| store_card(store, diff)) }</div>
            { stage(scene, diff) }
            { operator(scene, diff, &view.opened, here.cursor) }
        </section>
    }
}

/// The schedule as lanes or as a table.
fn schedule(view: &View, table: bool, embed: Option<Embed>, on_seek: Callback<usize>) -> Html {
    let reach = embed.map_or((0, view.here.len), |embed| embed.reach(view.here.len));
    let View { opened, comparison, turns, here, .. } = view;
    let content = if table {
        html! { <StepTable run={opened.run.clone()} cursor={here.cursor} equal={here.equal.clone()} turns={turns.clone()} {reach} {on_seek} /> }
    } else {
        let divergence = comparison.divergence.as_ref().map(Divergence::step);
        html! {
            <Timeline run={opened.run.clone()} original={opened.original.clone()} cursor={here.cursor} equal={here.equal.clone()} {divergence}
                turns={turns.clone()} settling={opened.settling()} {reach} {on_seek} />
        }
    };
    classed("div", "schedule-view", content)
}
