//! The dialog with the run as files.

use super::fields::check;
use super::kept::{by, use_kept};
use super::link::{base, is_local};
use super::panel::PanelProps;
use super::questions::{Tells, missing, take, told};
use super::raster;
use crate::export::{Document, Format, html, write};
use crate::protocol::HowFar;
use crate::ui::orders::{asked, how_far};
use crate::ui::parts::{classed, hideable, muted, tag};
use crate::web::worker::{self, Heard, Running};
use crate::web::{dom, download, fetch, location};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// The page in one file, beside this page.
const TEMPLATE: &str = "stepdown.html";

/// A file that is being made.
#[derive(Clone, PartialEq)]
struct Working {
    format: Format,
    /// What is asked.
    question: String,
    how_far: HowFar,
    states_a_second: Option<f64>,
}

/// What the making of a file needs, from one question to the next.
#[derive(Clone)]
struct Maker {
    document: Rc<RefCell<Document>>,
    running: Rc<RefCell<Option<Running>>>,
    working: UseStateSetter<Option<Working>>,
    say: Callback<AttrValue>,
    /// The colours of an image.
    dark: bool,
}

impl Maker {
    /// Asks the next question, or writes the file.
    fn go_on(self, format: Format, tells: Tells) {
        let order = missing(&self.document.borrow(), format, tells);
        let Some(order) = order else { return self.write(format, tells) };
        let (question, begun) = (asked(&order), dom::now_ms());
        let working = |how_far, states_a_second| {
            Some(Working { format, question: question.clone(), how_far, states_a_second })
        };
        self.working.set(working(HowFar::default(), None));
        let question = question.clone();
        let maker = self.clone();
        let running = worker::start(0, order, move |heard| match heard {
            Heard::Progress(how_far) => {
                let states =
                    how_far.search.map_or(0, |search| u64::from(search.states)) + how_far.states_before;
                #[allow(clippy::cast_precision_loss, reason = "a rate for reading")]
                let rate = states as f64 * 1_000.0 / (dom::now_ms() - begun).max(1.0);
                let question = question.clone();
                maker.working.set(Some(Working { format, question, how_far, states_a_second: Some(rate) }));
            }
            Heard::Done(answer) => {
                take(&mut maker.document.borrow_mut(), *answer);
                // The worker ends once its own call is over.
                let maker = maker.clone();
                spawn_local(async move { maker.go_on(format, tells) });
            }
            Heard::Failed(why) => {
                maker.working.set(None);
                maker.say.emit(format!("{} could not be written: {why}", format.title()).into());
            }
        });
        *self.running.borrow_mut() = Some(running);
    }

    fn write(self, format: Format, tells: Tells) {
        drop(self.running.borrow_mut().take());
        let document = told(&self.document.borrow(), format, tells);
        spawn_local(async move {
            let name = document.file_name(format);
            let done = written(&document, format, self.dark).await;
            self.working.set(None);
            self.say.emit(
                match done.and_then(|content| download::save(&name, format.media_type(), content)) {
                    Ok(()) => format!("{name} is on its way to your downloads").into(),
                    Err(why) => format!("{} could not be written: {why}", format.title()).into(),
                },
            );
        });
    }
}

async fn written(document: &Document, format: Format, dark: bool) -> Result<download::Content, String> {
    match format {
        Format::Html => {
            let template = fetch::text(TEMPLATE).await;
            let template =
                template.map_err(|why| format!("{why}; `cargo xtask dist` puts it beside the page"))?;
            html(document, &template).map(download::Content::Text)
        }
        Format::Png => raster::png(&write(document, Format::Svg)?, dark).await.map(download::Content::Blob),
        format => write(document, format).map(download::Content::Text),
    }
}

/// The formats, each with a button.
#[component]
pub(super) fn Export(props: &PanelProps) -> Html {
    let (tells, change) = use_kept(Tells::default);
    let dark = use_state_eq(dom::is_dark);
    let working = use_state_eq(|| None::<Working>);
    let page = location::address();
    let document = use_memo((), |()| {
        let document = props.run.document();
        document.map(|mut document| {
            document.base = Some(base(&page).to_owned());
            Rc::new(RefCell::new(document))
        })
    });
    let running = use_memo((), |()| Rc::new(RefCell::new(None)));
    let document = match &*document {
        Ok(document) => document.clone(),
        Err(why) => return classed("p", "notice problem", why.clone()),
    };
    let maker = Maker {
        document,
        running: (*running).clone(),
        working: working.setter(),
        say: props.say.clone(),
        dark: *dark,
    };
    let told = "This page is only on this computer, and so is what links in these files open";
    html! {
        <>
            { hideable("p", "notice remark", !is_local(&page), told) }
            <fieldset class="desk-checks">
                { tag("legend", "What the files tell") }
                { check("Verdicts over all orders", tells.verdicts, true, &by(&change, |tells: &mut Tells, on| tells.verdicts = on)) }
                { check("The fix matrix", tells.matrix && tells.verdicts, tells.verdicts, &by(&change, |tells: &mut Tells, on| tells.matrix = on)) }
                { check("Images in dark colours", *dark, true, &{
                    let dark = dark.clone();
                    Callback::from(move |on| dark.set(on))
                }) }
            </fieldset>
            <ul class="desk-formats">{ for Format::ALL.into_iter().map(|format| row(format, &maker, tells, working.as_ref())) }</ul>
        </>
    }
}

fn row(format: Format, maker: &Maker, tells: Tells, working: Option<&Working>) -> Html {
    let here = working.filter(|working| working.format == format);
    let onclick = {
        let (maker, busy) = (maker.clone(), working.is_some());
        Callback::from(move |_: MouseEvent| {
            if !busy {
                maker.say.emit(AttrValue::default());
                maker.clone().go_on(format, tells);
            }
        })
    };
    html! {
        <li key={format.word()} data-format={format.word()}>
            <div>
                { tag("h3", format.title()) }
                { muted(format.description().replace('`', ""), false) }
            </div>
            <button type="button" {onclick} aria-disabled={working.is_some().then_some("true")} aria-label={format!("Download {}", format.title())}>
                { "Download" }
            </button>
            <div class="desk-working" hidden={here.is_none()}>{ here.map_or_else(Html::default, |working| progress(working, maker)) }</div>
        </li>
    }
}

fn progress(working: &Working, maker: &Maker) -> Html {
    let cancel = {
        let maker = maker.clone();
        Callback::from(move |_: MouseEvent| {
            drop(maker.running.borrow_mut().take());
            maker.working.set(None);
            maker.say.emit("The search was cancelled".into());
        })
    };
    let sets = working.how_far.sets;
    html! {
        <>
            <progress aria-label={working.question.clone()} value={sets.map(|(done, _)| done.to_string())} max={sets.map(|(_, all)| all.to_string())} />
            <span>{ format!("{} {}", working.question, how_far(&working.how_far, working.states_a_second)) }</span>
            <button type="button" onclick={cancel}>{ "Cancel" }</button>
        </>
    }
}
