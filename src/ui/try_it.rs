//! The card of a lesson: the task, hints one by one, and the grade.

use super::command::{CommandButton, command_button, on_click, use_dispatch};
use super::effect::use_after;
use super::lesson::{Grading, Wish};
use super::narration::prose;
use super::parts::{button, card, classed, muted, tag};
use super::pill::pill;
use super::state::Action;
use super::timeline::words::grouped;
use super::view::View;
use crate::web::dom;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct LessonProps {
    pub(super) view: View,
}

/// The lesson under way; hidden while there is none.
#[component]
pub(super) fn LessonCard(props: &LessonProps) -> Html {
    let dispatch = use_dispatch();
    let opened = &props.view.opened;
    let active = opened.lesson.is_some();
    let is_first = use_mut_ref(|| true);
    use_after(active, move || {
        // The button that was pressed is gone.
        if !is_first.replace(false) && dom::is_focus_lost() {
            dom::focus(if active { "#lesson-title" } else { "#step-title" });
        }
    });
    let (Some(goal), Some(lesson)) = (opened.goal(), opened.lesson) else {
        return html! { <section class="card lesson" hidden={true} /> };
    };
    let wish = |wish: Wish| on_click(&dispatch, Action::Lesson(wish));
    let used = (1..=opened.cursor()).filter(|&step| !opened.run.is_refused(step)).count();
    let hints = goal.hints.iter().take(lesson.hints).enumerate();
    let hints = hints.map(|(at, hint)| html! { <li key={at}>{ prose(hint.clone()) }</li> });
    let next = format!("Hint {} of {}", lesson.hints + 1, goal.hints.len());
    html! {
        <section class="card lesson" aria-labelledby="lesson-title">
            <div class="head">
                <h2 id="lesson-title" tabindex="-1">{ "Your task" }</h2>
                <span class="grow" />
                <span class="pill" data-used={used.to_string()}>{ format!("{used} of {} steps used", goal.within) }</span>
            </div>
            { classed("p", "goal", opened.task()) }
            { tag("div", grade(props.view.grading.as_ref())) }
            <ol class="hints" hidden={lesson.hints == 0}>{ for hints }</ol>
            <div class="lesson-buttons">
                { command_button("grade", "small primary", "Check my run") }
                { button("small", next, lesson.hints >= goal.hints.len(), wish(Wish::Hint)) }
                { button("small", "Start again", false, wish(Wish::Again)) }
                { command_button("try", "small", "Show the story") }
            </div>
        </section>
    }
}

fn grade(grading: Option<&Grading>) -> Html {
    match grading {
        Some(Grading::Told(graded)) => html! {
            <div class="grade" data-grade={graded.word}>{ pill(graded.tone, graded.sign, graded.word) }{ tag("p", &graded.text) }</div>
        },
        Some(Grading::Pending(states)) => {
            muted(format!("Checking, {} states so far…", grouped(*states as usize)), false)
        }
        Some(Grading::Failed(why)) => tag("p", format!("This could not be checked: {why}")),
        Some(Grading::Unasked) | None => Html::default(),
    }
}

/// The offer of a lesson; hidden while there is none, or one is under way.
pub(super) fn offer(view: &View) -> Html {
    let opened = &view.opened;
    let offered = opened.goal().is_some() && opened.lesson.is_none();
    let content = html! {
        <>
            { tag("p", opened.task()) }
            <CommandButton id="try" class="wide-button" enabled={offered}>{ "Try it" }</CommandButton>
        </>
    };
    card("offer", "Try it yourself", !offered, content)
}
