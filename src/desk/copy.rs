//! A text that can be copied: by a button, by Enter, or by hand where the browser denies the clipboard.

use crate::ui::icon::{Icon, icon};
use crate::web::{clipboard, dom};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Said where the browser denies the clipboard.
const BY_HAND: &str =
    "The browser does not let the page use the clipboard: the text is selected, so please copy it by hand";

#[derive(Properties, PartialEq)]
pub(super) struct CopyProps {
    /// Tells the button of this text from others.
    pub(super) id: &'static str,
    /// What the text is.
    pub(super) label: AttrValue,
    pub(super) text: AttrValue,
    /// How many lines of it are seen.
    pub(super) rows: u32,
    /// What the button says.
    pub(super) words: &'static str,
    /// The key that copies too.
    #[prop_or_default]
    pub(super) letter: Option<&'static str>,
    pub(super) say: Callback<AttrValue>,
}

/// The text in a field that can only be read, and the button beside it.
#[component]
pub(super) fn Copy(props: &CopyProps) -> Html {
    let node = use_node_ref();
    let onclick = {
        let (node, text, say) = (node.clone(), props.text.clone(), props.say.clone());
        Callback::from(move |_: MouseEvent| {
            let (node, text, say) = (node.clone(), text.clone(), say.clone());
            spawn_local(async move {
                if clipboard::write(&text).await {
                    say.emit("Copied".into());
                } else {
                    dom::select_all(&node);
                    say.emit(BY_HAND.into());
                }
            });
        })
    };
    let onfocus = {
        let node = node.clone();
        Callback::from(move |_: FocusEvent| dom::select_all(&node))
    };
    html! {
        <div class="copyable">
            <textarea ref={node} id={format!("text-{}", props.id)} readonly={true} rows={props.rows.to_string()} spellcheck="false" wrap="soft"
                value={props.text.clone()} aria-label={props.label.clone()} data-copied-by={props.id} {onfocus} />
            <button type="button" {onclick} data-copy={props.id} aria-keyshortcuts={props.letter}>
                { icon(Icon::Copy) }{ props.words }
                if let Some(letter) = props.letter {
                    <kbd aria-hidden="true">{ letter }</kbd>
                }
            </button>
        </div>
    }
}
