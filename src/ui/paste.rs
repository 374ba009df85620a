//! The box for log lines on the start page: what they are, and which scenarios print them.
//!
//! *Invariant*: what is pasted is in the box and in the worker only, never in the state of the page, its address or storage.

use super::effect::use_after;
use super::parts::{button, classed, muted, table_head, tag};
use super::start::step_link;
use crate::diagnosis::{Told, ToldLine, ToldStory};
use crate::protocol::{Answer, Order};
use crate::web::dom;
use crate::web::fetch;
use crate::web::worker::{self, Heard, Running};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// What is known about the lines.
#[derive(Clone, PartialEq)]
enum Known {
    Nothing,
    Pending,
    Told(Rc<Told>),
    Failed(AttrValue),
}

/// The box with what was recognised below it.
#[component]
pub(super) fn PasteBox() -> Html {
    let (area, known, running) =
        (use_node_ref(), use_state(|| Known::Nothing), use_mut_ref(|| None::<Running>));
    // A worker that goes on for a box that is gone would tell nobody.
    let ending = running.clone();
    use_after((), move || Ending(ending));
    let onclick = {
        let (area, known) = (area.clone(), known.setter());
        Callback::from(move |_: MouseEvent| {
            let (paste, known, running) = (dom::text_of(&area), known.clone(), running.clone());
            known.set(Known::Pending);
            spawn_local(async move {
                match fetch::text("logs.json").await {
                    Ok(logs) => {
                        let hear = move |heard| match heard {
                            Heard::Done(answer) => {
                                if let Answer::Recognise(told) = *answer {
                                    known.set(Known::Told(Rc::new(told)));
                                }
                            }
                            Heard::Failed(why) => known.set(Known::Failed(why.into())),
                            Heard::Progress(_) => {}
                        };
                        *running.borrow_mut() =
                            Some(worker::start(0, Order::Recognise { paste, logs }, hear));
                    }
                    Err(why) => known.set(Known::Failed(why.into())),
                }
            });
        })
    };
    let said = match &*known {
        Known::Nothing => AttrValue::default(),
        Known::Pending => "Reading the lines…".into(),
        Known::Told(told) => told.said.clone().into(),
        Known::Failed(why) => format!("The lines could not be read: {why}").into(),
    };
    html! {
        <details class="paste">
            { tag("summary", tag("h2", "Which story is mine? Paste log lines")) }
            <div class="paste-box">
                <label for="paste">{ "Log lines of Druid or Flink, with their neighbours" }</label>
                <textarea id="paste" ref={area} class="copy" rows="6" spellcheck="false" autocomplete="off" aria-describedby="paste-note" />
                <p id="paste-note" class="muted">{ "They stay in this page: nothing is stored or sent anywhere. Lines in JSON are not recognised." }</p>
                { button("primary", "Recognise", false, onclick) }
                <p role="status" data-said="paste">{ said }</p>
                { tag("div", if let Known::Told(told) = &*known { answer(told) } else { Html::default() }) }
            </div>
        </details>
    }
}

/// Ends what is under way when it goes.
struct Ending(Rc<std::cell::RefCell<Option<Running>>>);

impl Drop for Ending {
    fn drop(&mut self) {
        drop(self.0.borrow_mut().take());
    }
}

fn answer(told: &Told) -> Html {
    let line = |line: &ToldLine| {
        html! {
            <tr key={line.number} data-known={line.known.to_string()}>
                { classed("td", "num", line.number) }
                <td>{ tag("code", &line.text) }{ classed("p", "muted", &line.told) }</td>
            </tr>
        }
    };
    let story = |story: &ToldStory| {
        html! {
            <li key={story.scenario.clone()}>
                <a href={step_link(&story.scenario, story.step)} data-story={story.scenario.clone()}>{ &story.title }</a>
                { classed("p", "muted", &story.told) }
            </li>
        }
    };
    html! {
        <>
            { tag("h3", "Scenarios with these lines in this order") }
            { muted("None", !told.stories.is_empty()) }
            <ol class="plain">{ for told.stories.iter().map(story) }</ol>
            { tag("h3", "Line by line") }
            <table>
                { table_head("The lines and what prints them", &["Line", "What it is"]) }
                <tbody>{ for told.lines.iter().map(line) }</tbody>
            </table>
        </>
    }
}
