//! The root: fetches what a run needs, and draws one dialog with a tab for each way to share it.

use super::edit::Edit;
use super::embed::EmbedPanel;
use super::export::Export;
use super::modal::{Modal, close};
use super::panel::PanelProps;
use super::share::Share;
use super::subject::{self, Subject};
use crate::protocol::{Handed, Returned, Wanted};
use crate::ui::crash;
use crate::ui::effect::use_after;
use crate::ui::parts::muted;
use crate::ui::shared::Shared;
use crate::web::{desk, dom, fetch};
use gloo::timers::callback::Timeout;
use std::cell::{Cell, RefCell};
use wasm_bindgen_futures::spawn_local;
use web_sys::Element;
use yew::prelude::*;

/// A dialog that is open, and the element that it is drawn in.
struct Open(AppHandle<Desk>, Element);

thread_local! {
    static OPEN: RefCell<Option<Open>> = const { RefCell::new(None) };
}

/// Takes requests of the page from now on.
pub fn serve() {
    crash::install_hook();
    desk::serve(|request, answer| {
        let answer = move |returned: &Returned| answer.give(&returned.write());
        match Handed::read(&request) {
            Ok(handed) => open(handed, answer),
            Err(message) => answer(&Returned::Failed { message }),
        }
    });
}

/// Draws a dialog into an element of its own at the end of the page. It ends once, and takes the element with it.
fn open(handed: Handed, answer: impl Fn(&Returned) + 'static) {
    take_away(None);
    let root = dom::append("desk");
    let (ended, own) = (Cell::new(false), root.clone());
    let end = Callback::from(move |returned: Returned| {
        if !ended.replace(true) {
            // Gives the focus back to what had it.
            close();
            let own = own.clone();
            Timeout::new(0, move || take_away(Some(&own))).forget();
            answer(&returned);
        }
    });
    let props = DeskProps { handed: Shared::new(handed), end };
    let handle = yew::Renderer::<Desk>::with_root_and_props(root.clone(), props).render();
    OPEN.set(Some(Open(handle, root)));
}

/// Takes the dialog of an element away, or whichever there is. The reader may have opened another one meanwhile.
fn take_away(own: Option<&Element>) {
    let is_it = |Open(_, root): &mut Open| own.is_none_or(|own| *own == *root);
    if let Some(Open(handle, root)) = OPEN.with_borrow_mut(|open| open.take_if(is_it)) {
        handle.destroy();
        root.remove();
    }
}

#[derive(Properties, PartialEq)]
struct DeskProps {
    handed: Shared<Handed>,
    end: Callback<Returned>,
}

type Found = Option<Result<Shared<Subject>, AttrValue>>;

#[component]
fn Desk(props: &DeskProps) -> Html {
    let found: UseStateHandle<Found> = use_state(|| None);
    let shown = use_state_eq(|| props.handed.wanted);
    let said = use_state(|| (0_u32, AttrValue::default()));
    {
        let (found, handed) = (found.clone(), props.handed.clone());
        use_after((), move || {
            spawn_local(async move {
                let subject = fetched(&handed).await;
                found.set(Some(subject.map(Shared::new).map_err(AttrValue::from)));
            });
        });
    }
    let say = {
        let (said, count) = (said.clone(), use_mut_ref(|| 0_u32));
        // What is said twice is another element each time, so that it is read out twice.
        use_callback((), move |text: AttrValue, ()| {
            *count.borrow_mut() += 1;
            said.set((*count.borrow(), text));
        })
    };
    let seen = use_mut_ref(Vec::<Wanted>::new);
    if !seen.borrow().contains(&shown) {
        seen.borrow_mut().push(*shown);
    }
    let show = {
        let (shown, said) = (shown.clone(), said.clone());
        Callback::from(move |tab| {
            shown.set(tab);
            said.set((0, AttrValue::default()));
        })
    };
    let body = match &*found {
        None => frame(*shown, true, muted("Opening the run…", false)),
        Some(Err(why)) => frame(*shown, true, html! { <p class="notice problem" role="alert">{ why }</p> }),
        Some(Ok(run)) => {
            let panel = PanelProps { run: run.clone(), say, end: props.end.clone() };
            // What was chosen or written in a panel stays while another one is shown.
            let seen = seen.borrow();
            let all = TABS.iter().filter(|(tab, _)| seen.contains(tab));
            let one = |(tab, _): &(Wanted, &str)| panel_of(*tab, *tab == *shown, panel.clone());
            html! { <>{ for all.map(one) }</> }
        }
    };
    let title = match &*found {
        Some(Ok(run)) => AttrValue::from(run.title().to_owned()),
        _ => AttrValue::default(),
    };
    let end = props.end.reform(|()| Returned::Closed);
    html! {
        <Modal {title} {end} letters={props.handed.letters} tabs={tabs(*shown, &show)}>
            <div>{ body }</div>
            <p class="desk-said" role="status" aria-live="polite"><span key={said.0}>{ &said.1 }</span></p>
        </Modal>
    }
}

/// The panel of a tab.
fn frame(tab: Wanted, is_shown: bool, content: Html) -> Html {
    html! {
        <div class="desk-panel" role="tabpanel" aria-labelledby={tab_id(tab)} key={tab_id(tab)} hidden={!is_shown}>{ content }</div>
    }
}

fn panel_of(tab: Wanted, is_shown: bool, props: PanelProps) -> Html {
    let content = match tab {
        Wanted::Share => html! { <Share ..props /> },
        Wanted::Embed => html! { <EmbedPanel ..props /> },
        Wanted::Export => html! { <Export ..props /> },
        Wanted::Edit => html! { <Edit ..props /> },
    };
    frame(tab, is_shown, content)
}

async fn fetched(handed: &Handed) -> Result<Subject, String> {
    let link = subject::link(handed)?;
    let shipped = match subject::wants(handed, &link) {
        Some(id) => Some(fetch::text(&format!("scenarios/{id}.json")).await?),
        None => None,
    };
    Subject::open(handed, &link, shipped.as_deref())
}

const TABS: [(Wanted, &str); 4] = [
    (Wanted::Share, "Link"),
    (Wanted::Embed, "Embed"),
    (Wanted::Export, "Export"),
    (Wanted::Edit, "Scenario file"),
];

fn tab_id(tab: Wanted) -> &'static str {
    match tab {
        Wanted::Share => "desk-share",
        Wanted::Embed => "desk-embed",
        Wanted::Export => "desk-export",
        Wanted::Edit => "desk-edit",
    }
}

/// The tabs; the arrow keys move along them.
fn tabs(shown: Wanted, show: &Callback<Wanted>) -> Html {
    let at = TABS.iter().position(|(tab, _)| *tab == shown).unwrap_or(0);
    let onkeydown = {
        let show = show.clone();
        Callback::from(move |event: KeyboardEvent| {
            let to = match event.key().as_str() {
                "ArrowRight" => (at + 1) % TABS.len(),
                "ArrowLeft" => (at + TABS.len() - 1) % TABS.len(),
                "Home" => 0,
                "End" => TABS.len() - 1,
                _ => return,
            };
            event.prevent_default();
            show.emit(TABS[to].0);
            dom::focus_id(tab_id(TABS[to].0));
        })
    };
    let tab = |(tab, words): &(Wanted, &'static str)| {
        let (tab, is_shown) = (*tab, *tab == shown);
        let onclick = show.reform(move |_: MouseEvent| tab);
        html! {
            <button type="button" role="tab" id={tab_id(tab)} key={tab_id(tab)} {onclick} aria-selected={is_shown.to_string()}
                tabindex={if is_shown { "0" } else { "-1" }} autofocus={is_shown}>{ *words }</button>
        }
    };
    html! {
        <div class="desk-tabs" role="tablist" aria-label="Ways to share" {onkeydown}>{ for TABS.iter().map(tab) }</div>
    }
}
