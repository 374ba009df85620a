//! The bar that moves along the schedule.

use super::branches::branches;
use super::checks::Pending;
use super::command::{CommandButton, Dispatch, command_button, possible};
use super::decides::decided_pill;
use super::embed;
use super::icon::{Icon, icon};
use super::parts::classed;
use super::searching::Searching;
use super::state::State;
use super::view::View;
use crate::share::Embed;
use yew::prelude::*;

pub(super) struct StepBarProps {
    pub(super) view: View,
    pub(super) playing: bool,
    pub(super) table: bool,
    /// Which commands are possible now.
    pub(super) able: Able,
    /// The search under way.
    pub(super) pending: Option<Pending>,
    /// How the run is a part of another page, if it is; `embed.css` hides what is not possible there.
    pub(super) embed: Option<Embed>,
}

/// Which of the bar's commands are possible.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Able {
    back: bool,
    forth: bool,
    play: bool,
}

impl Able {
    /// Reads it off the registry.
    pub(super) fn of(state: &State) -> Self {
        Self {
            back: possible(state, "previous"),
            forth: possible(state, "next"),
            play: possible(state, "play"),
        }
    }
}

/// Step buttons, position, branches, and the switch between timeline and table.
pub(super) fn step_bar(dispatch: &Dispatch, props: &StepBarProps) -> Html {
    let here = &props.view.here;
    let Able { back, forth, play } = props.able;
    let (play_icon, play_label) = if props.playing { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
    let (view_icon, view_label) =
        if props.table { (Icon::Timeline, "Timeline") } else { (Icon::Table, "Table") };
    html! {
        <div class="bar">
            <Searching pending={props.pending.clone()} />
            <div class="steps" role="group" aria-label="Steps">
                { button("first", "square wide", "Before the first step", back, Icon::First) }
                { button("previous", "square", "Previous step", back, Icon::Previous) }
                { button("play", "square", play_label, play, play_icon) }
                { button("next", "square", "Next step", forth, Icon::Next) }
                { button("last", "square wide", "Last step", forth, Icon::Last) }
            </div>
            <CommandButton id="until" class="until-button" label="Step until…">
                { icon(Icon::Until) }{ classed("span", "roomy", "Step until…") }
            </CommandButton>
            <b class="position" tabindex="-1" data-position={here.cursor.to_string()}>{ embed::position(props.embed, here.cursor, here.len) }</b>
            { branches(dispatch, &props.view.opened) }
            { decided_pill(dispatch, &props.view) }
            <span class="grow" />
            { classed("span", "lesson-command", lesson_button(&props.view)) }
            <CommandButton id="table" class="wide-only">
                { icon(view_icon) }{ classed("span", "wide", view_label) }
            </CommandButton>
        </div>
    }
}

/// A command as an icon.
fn button(id: &'static str, class: &'static str, label: &'static str, enabled: bool, shown: Icon) -> Html {
    html! { <CommandButton {id} {class} {label} {enabled}>{ icon(shown) }</CommandButton> }
}

/// The offer of a lesson, or the check of one under way.
fn lesson_button(view: &View) -> Html {
    match (view.opened.goal(), view.opened.lesson) {
        (None, _) => Html::default(),
        (Some(_), None) => command_button("try", "", "Try it"),
        (Some(_), Some(_)) => command_button("grade", "", "Check my run"),
    }
}
