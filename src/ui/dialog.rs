//! A native modal dialog: it keeps the focus inside and closes with Escape.

use super::command::use_dispatch;
use super::effect::use_after;
use super::icon::{Icon, icon};
use super::state::Action;
use crate::web::dom;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct ModalProps {
    /// The id of its heading.
    pub(super) id: &'static str,
    pub(super) title: AttrValue,
    pub(super) open: bool,
    /// What gets the focus first, as a selector; without it, what closes the dialog.
    #[prop_or_default]
    pub(super) first: Option<&'static str>,
    pub(super) children: Html,
}

/// A dialog over the page. Its content is only there while it is open.
#[component]
pub(super) fn Modal(props: &ModalProps) -> Html {
    let dispatch = use_dispatch();
    let node = use_node_ref();
    {
        let (node, open, first) = (node.clone(), props.open, props.first);
        use_after(open, move || {
            dom::show_dialog(&node, open);
            if let Some(first) = first.filter(|_| open) {
                dom::focus(first);
            }
        });
    }
    let close = {
        let node = node.clone();
        Callback::from(move |_: MouseEvent| dom::show_dialog(&node, false))
    };
    let open = props.open;
    // Closed by the reader; when another dialog takes over, the state already says so.
    let onclose = Callback::from(move |_: Event| {
        if open {
            dispatch.dispatch(Action::Show(None));
        }
    });
    html! {
        <dialog ref={node} class="modal" aria-labelledby={props.id} {onclose}>
            <header class="head">
                <h2 id={props.id}>{ &props.title }</h2>
                <span class="grow" />
                <button type="button" class="quiet square" onclick={close} aria-label="Close">{ icon(Icon::Close) }</button>
            </header>
            <div class="modal-body">
                if props.open {
                    { props.children.clone() }
                }
            </div>
        </dialog>
    }
}
