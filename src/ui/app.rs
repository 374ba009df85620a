//! The root: one reducer, what is derived from it, and the pages.

use super::both_orders::both_orders;
use super::command::{Dispatch, Press};
use super::crash;
use super::derived::Derived;
use super::dialog::Modal;
use super::effect::use_after;
use super::embedded;
use super::glossary::GlossaryDialog;
use super::header::header;
use super::help::help;
use super::keyboard::use_keyboard;
use super::memory::{Written, first_state, keep, last_run, write_filter};
use super::narration::Terms;
use super::note::note_dialog;
use super::notice::notices;
use super::orders::Orders;
use super::parts::{muted, tag};
use super::run_page::RunPage;
use super::session::{Session, use_session};
use super::settings::Theme;
use super::shared::Shared;
use super::start::start;
use super::state::{Action, Dialog, Page, State};
use super::step_bar::Able;
use super::terms::Glossary;
use super::until_menu::until_menu;
use super::view::View;
use crate::protocol::Order;
use crate::web::{dom, fetch, files, theme};
use gloo::timers::callback::Timeout;
use std::rc::Rc;
use yew::prelude::*;

/// How long a step is shown while playing.
const PLAY_MS: u32 = 1_200;
/// How long after the first run the glossary is fetched.
const GLOSSARY_MS: u32 = 800;
/// How long a reader stays on a run before the page asks what decides about it.
const EXPLAIN_MS: u32 = 250;

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        Rc::new(self.apply(action))
    }
}

/// Draws the page into the element of an id.
///
/// # Panics
/// When the document has no such element.
pub fn mount(id: &str) {
    crash::install_hook();
    let root =
        gloo::utils::document().get_element_by_id(id).expect("the page has the element it is drawn in");
    yew::Renderer::<App>::with_root(root).render();
}

#[component]
fn App() -> Html {
    let state = use_reducer(first_state);
    let session = use_session(&state);
    let derived = use_mut_ref(Derived::default);
    let view = derived.borrow_mut().view(&state);
    let (dispatch, now) = (state.dispatcher(), (*state).clone());
    session.rendered(now.clone(), view.clone());
    use_keyboard(&session);
    use_play(&state);
    use_question(&state, derived.borrow_mut().wanted(&state));
    use_settings(&state);
    use_index(&session, now.loading || now.embed.is_some());
    use_written(&state, &session);
    use_checks(&state, &session);
    let (terms, failure) = use_glossary(&state);
    let press = {
        let session = session.clone();
        use_callback((), move |id: &'static str, ()| session.press_id(id))
    };
    let is_embedded = now.embed.is_some();
    use_title(view.as_ref().filter(|_| now.page == Page::Run).map(|view| view.opened.title()), is_embedded);
    let mode = now.embed.map(|embed| embed.mode.word());
    let fixed = (!now.may_change()).then_some("true");
    let (head, file) = if is_embedded {
        (embedded::head(&now, view.as_ref()), Html::default())
    } else {
        (header(&dispatch, &now), file_input(&session))
    };
    html! {
        <ContextProvider<UseReducerDispatcher<State>> context={dispatch.clone()}>
        <ContextProvider<Press> context={Press(press)}>
        <ContextProvider<Terms> context={terms}>
            <div class={if now.page == Page::Run { "page on-run" } else { "page on-start" }} data-mode={mode} data-readonly={fixed}>
                { head }
                { notices(&dispatch, now.notices.list()) }
                { page(&dispatch, &now, view.as_ref()) }
            </div>
            { file }
            <p class="visually-hidden" role="status" aria-live="polite" data-live="true">{ live(&now, view.as_ref()) }</p>
            <p class="visually-hidden" role="status" aria-live="polite" data-live="fixes">{ view.as_ref().map(View::difference).unwrap_or_default() }</p>
            { help(&dispatch, now.dialog == Some(Dialog::Help), now.settings) }
            { until_menu(&dispatch, &now) }
            { note_dialog(&dispatch, &now) }
            { both_orders(&dispatch, &now, view.as_ref()) }
            { glossary(&now, failure) }
            { copy(&now) }
        </ContextProvider<Terms>>
        </ContextProvider<Press>>
        </ContextProvider<UseReducerDispatcher<State>>>
    }
}

fn page(dispatch: &Dispatch, state: &State, view: Option<&View>) -> Html {
    match (state.page, view) {
        (Page::Run, Some(view)) => html! {
            <div class="run-frame" key={run_key(view)}>
                <RunPage view={view.clone()} playing={state.playing} table={state.table} able={Able::of(state)} orders={Orders::of(state)} embed={state.embed} />
            </div>
        },
        _ if state.loading => {
            html! { <main key="loading" class="start">{ muted("Opening the run…", false) }</main> }
        }
        _ if state.embed.is_some() => {
            html! { <main key="none" class="start">{ muted("There is no run to show here", false) }</main> }
        }
        _ => html! {
            <div class="start-frame" key="start">{ start(dispatch, &state.index, state.filter, last_run().as_ref()) }</div>
        },
    }
}

/// A key by run, so that another run begins at the top of its columns.
fn run_key(view: &View) -> String {
    let opened = &view.opened;
    let id = opened.scenario.as_ref().map_or(opened.run.info().id, |scenario| &scenario.id);
    format!("run {:?} {id}", opened.origin)
}

/// What a screen reader is told.
fn live(state: &State, view: Option<&View>) -> String {
    match (&state.said, state.page, view) {
        (Some(said), ..) => said.to_string(),
        (None, Page::Run, Some(view)) => view.announcement(),
        _ => String::new(),
    }
}

fn glossary(state: &State, failure: Option<AttrValue>) -> Html {
    let at = match &state.dialog {
        Some(Dialog::Glossary(at)) => Some(at.clone()),
        _ => None,
    };
    html! { <GlossaryDialog open={at.is_some()} at={at.flatten().map(AttrValue::from)} {failure} /> }
}

/// The dialog with the text of a step, for browsers that deny the clipboard.
fn copy(state: &State) -> Html {
    let text = match &state.dialog {
        Some(Dialog::Copy(text)) => Some(text.to_string()),
        _ => None,
    };
    let open = text.is_some();
    html! {
        <Modal id="copy-title" title="Copy this step" {open}>
            { tag("p", "The browser does not let the page use the clipboard, so please copy by hand") }
            <textarea class="copy" readonly={true} rows="12" aria-label="The step as text" value={text.unwrap_or_default()} />
        </Modal>
    }
}

/// Asks what decides about the run once the reader has stayed where it has broken something.
#[hook]
fn use_question(state: &UseReducerHandle<State>, wanted: Option<Rc<Order>>) {
    let dispatch = state.dispatcher();
    let run = state.opened.as_ref().map(|opened| opened.run.clone());
    use_after((run, wanted.is_some()), move || {
        let ask = move |order: Rc<Order>| dispatch.dispatch(Action::Ask(Box::new((*order).clone())));
        wanted.map(|order| Timeout::new(EXPLAIN_MS, move || ask(order)))
    });
}

/// Names the document after the run. On another page the focus moves to its heading; an embed takes no focus.
#[hook]
fn use_title(title: Option<String>, is_embedded: bool) {
    let is_first = use_mut_ref(|| true);
    use_after(title.clone(), move || {
        let name = title.map_or_else(|| "Stepdown".into(), |title| format!("{title} · Stepdown"));
        dom::set_title(&name);
        if !is_first.replace(false) && !is_embedded {
            dom::focus("h1");
        }
    });
}

/// While playing, one step after the other.
#[hook]
fn use_play(state: &UseReducerHandle<State>) {
    let dispatch = state.dispatcher();
    let cursor = state.opened.as_ref().map_or(0, super::opened::Opened::cursor);
    let playing = state.playing;
    use_after((playing, cursor), move || {
        playing.then(|| Timeout::new(PLAY_MS, move || dispatch.dispatch(Action::Tick)))
    });
}

#[hook]
fn use_settings(state: &UseReducerHandle<State>) {
    let settings = state.settings;
    let is_embedded = state.embed.is_some();
    use_after(settings, move || {
        theme::set(match settings.theme {
            Theme::Auto => None,
            theme => Some(theme.word()),
        });
        if !is_embedded {
            keep(settings);
        }
    });
}

/// Keeps the address and the memory of the last run up to date; an embed has neither.
#[hook]
fn use_written(state: &UseReducerHandle<State>, session: &Session) {
    let session = session.clone();
    let is_page = state.embed.is_none();
    let opened = state.opened.clone().filter(|_| is_page && state.page == Page::Run);
    let on_start = is_page && state.page == Page::Start && !state.loading;
    use_after(opened.clone(), move || {
        if let Some(opened) = opened {
            session.write(Written::of(&opened));
        }
    });
    let filter = state.filter;
    use_after((on_start, filter), move || {
        if on_start {
            write_filter(filter);
        }
    });
}

/// Lets the workers work on what is asked for.
#[hook]
fn use_checks(state: &UseReducerHandle<State>, session: &Session) {
    let (session, checks) = (session.clone(), state.checks.clone());
    use_after(checks.ids(), move || session.work_on(&checks));
}

/// The list of scenarios comes after the run that a link opens, which nobody should wait for longer. An embed has none.
#[hook]
fn use_index(session: &Session, waits: bool) {
    let session = session.clone();
    use_after(waits, move || (!waits).then(|| Timeout::new(0, move || session.load_index())));
}

/// Fetches the glossary a little after the first run is shown, or when it is asked for; in an embed only then.
#[hook]
fn use_glossary(state: &UseReducerHandle<State>) -> (Terms, Option<AttrValue>) {
    let found = use_state(|| None::<Result<Shared<Glossary>, AttrValue>>);
    let asked = matches!(state.dialog, Some(Dialog::Glossary(_)));
    let wanted = asked || (state.page == Page::Run && state.embed.is_none());
    let delay_ms = if asked { 0 } else { GLOSSARY_MS };
    let missing = found.as_ref().is_none_or(Result::is_err);
    {
        let (found, wanted) = (found.clone(), wanted && missing);
        use_after((wanted, delay_ms), move || {
            wanted.then(|| {
                Timeout::new(delay_ms, move || {
                    wasm_bindgen_futures::spawn_local(async move {
                        let read = fetch::text("glossary.json").await.and_then(|text| Glossary::read(&text));
                        found.set(Some(read.map(Shared::new).map_err(AttrValue::from)));
                    });
                })
            })
        });
    }
    match (*found).clone() {
        Some(Ok(glossary)) => (Terms(Some(glossary)), None),
        Some(Err(failure)) => (Terms(None), Some(failure)),
        None => (Terms(None), None),
    }
}

/// The input behind every "Open file…".
fn file_input(session: &Session) -> Html {
    let session = session.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Some(file) = files::chosen(&event) {
            session.open_file(file);
        }
    });
    html! {
        <input id="file" type="file" accept=".json,.svg,.html" hidden={true} {onchange} aria-label="Scenario file" />
    }
}
