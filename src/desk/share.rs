//! The dialog with the link.

use super::copy::Copy;
use super::fields::{check, radio};
use super::kept::{Step, by, use_kept};
use super::link::{Choices, LONG, Opens, address, contents, count, is_local, link, too_long};
use super::panel::{PanelProps, part};
use super::subject::Subject;
use crate::export::{Format, write};
use crate::timeline::words::grouped;
use crate::ui::effect::use_after;
use crate::ui::parts::{fact, hideable, tag};
use crate::web::{dom, download, location};
use yew::prelude::*;

/// The link, what it carries, and what the reader wants in it.
#[component]
pub(super) fn Share(props: &PanelProps) -> Html {
    let (choices, change) = use_kept(Choices::default);
    let run = &props.run;
    let page = location::address();
    let link = link(run, choices);
    let rows = contents(run, &link);
    let text = address(&page, link);
    let length = text.chars().count();
    let too_long = too_long(&text);
    use_after((), || dom::focus("#text-link"));
    html! {
        <>
            <Copy id="link" label="The link to this run" text={text} rows={3} words="Copy the link" letter="c" say={props.say.clone()} />
            <p class="desk-length">
                <span class={if length > LONG { "pill warn" } else { "pill" }} data-length={length.to_string()}>
                    { format!("{} characters", grouped(length)) }
                </span>
                { hideable("span", "muted", !is_local(&page), "This page is only on this computer, and so is what its links open") }
            </p>
            { hideable("p", "notice problem", too_long.is_none(), too_long.unwrap_or_default()) }
            { offer(props, length) }
            { options(props, choices, &change) }
            { part("What it contains", html! {
                <dl class="facts desk-contents">{ for rows.into_iter().map(|(name, value)| fact(name, value)) }</dl>
            }) }
        </>
    }
}

/// The run as a file, where a link is not enough.
fn offer(props: &PanelProps, length: usize) -> Html {
    let run = &props.run;
    let why = if run.own.is_some() {
        "The link carries the run, but not the story of your own file, which no page could find: give the file to those who should read it"
    } else {
        "Mail and chat programs may cut a link of more than 2,000 characters off: what is left opens as far as it goes, and says so. A scenario file keeps the whole schedule that is shown"
    };
    let save = {
        let (run, say) = (run.clone(), props.say.clone());
        Callback::from(move |_: MouseEvent| {
            let saved = file(&run).and_then(|(name, text)| {
                let kind = Format::Json.media_type();
                download::save(&name, kind, download::Content::Text(text)).map(|()| name)
            });
            say.emit(match saved {
                Ok(name) => format!("{name} is on its way to your downloads").into(),
                Err(why) => format!("There is no file of this run: {why}").into(),
            });
        })
    };
    html! {
        <div class="notice remark desk-offer" hidden={run.own.is_none() && length <= LONG}>
            <div>{ tag("p", why) }<button type="button" onclick={save}>{ "Download the scenario file" }</button></div>
        </div>
    }
}

/// The name and the text of the scenario file of a run. The reader's own file stays as it was written.
fn file(run: &Subject) -> Result<(String, String), String> {
    let document = run.document()?;
    let name = document.file_name(Format::Json);
    match &run.own {
        Some(text) if document.is_untouched() => Ok((name, text.clone())),
        _ => write(&document, Format::Json).map(|text| (name, text)),
    }
}

fn options(props: &PanelProps, choices: Choices, change: &Callback<Step<Choices>>) -> Html {
    let run = &props.run;
    let set = |with: fn(&mut Choices, bool)| by(change, with);
    let Choices { opens, notes, others } = choices;
    let task = opens == Opens::Task;
    let (cursor, len) = (run.trace.cursor, run.trace.branch().events.len());
    let here_words = format!("This step ({cursor} of {len})");
    let goal = run.linked().is_some_and(|scenario| scenario.goal.is_some());
    let (noted, other) = (run.notes(), run.others());
    let notes_words =
        if noted == 0 { "My notes (there are none)".into() } else { format!("My notes ({noted})") };
    let others_words = match other {
        0 => "My other schedules (there are none)".into(),
        _ => format!("My {}", count(other, "other schedule")),
    };
    html! {
        <div class="desk-choices">
            <fieldset>
                { tag("legend", "Opens at") }
                { radio("desk-at", here_words, opens == Opens::Here, true, &set(|choices, _| choices.opens = Opens::Here)) }
                { radio("desk-at", "The start", opens == Opens::Start, true, &set(|choices, _| choices.opens = Opens::Start)) }
                if goal {
                    { radio("desk-at", "The task, the story hidden", task, true, &set(|choices, _| choices.opens = Opens::Task)) }
                }
            </fieldset>
            <fieldset>
                { tag("legend", "Carries") }
                { check(notes_words, notes && noted > 0, noted > 0 && !task, &set(|choices, on| choices.notes = on)) }
                { check(others_words, others && other > 0, other > 0 && !task, &set(|choices, on| choices.others = on)) }
            </fieldset>
        </div>
    }
}
