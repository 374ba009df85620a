//! The reader's note on a step.

use super::command::{Dispatch, on_click};
use super::dialog::Modal;
use super::opened::Opened;
use super::parts::{button, muted};
use super::state::{Action, Dialog, State};
use crate::trace::MAX_NOTE_CHARS;
use crate::web::dom;
use yew::prelude::*;

/// The dialog in which the note on the step that is shown is written.
pub(super) fn note_dialog(dispatch: &Dispatch, state: &State) -> Html {
    let open = state.dialog == Some(Dialog::Note);
    let opened = state.opened.as_ref().filter(|_| open);
    let step = opened.map_or(0, Opened::cursor);
    let present = opened.and_then(|opened| opened.trace.branch().note(step)).unwrap_or_default().to_owned();
    let area = NodeRef::default();
    let keep = {
        let (dispatch, area) = (dispatch.clone(), area.clone());
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Note(dom::text_of(&area).into())))
    };
    let title = if step == 0 { "Note before the first step".into() } else { format!("Note on step {step}") };
    html! {
        <Modal id="note-title" {title} {open} first="#note">
            <textarea id="note" ref={area} class="copy" rows="6" maxlength={MAX_NOTE_CHARS.to_string()} aria-labelledby="note-title"
                aria-describedby="note-about" defaultvalue={present.clone()} />
            <p id="note-about">{ muted("Plain text. It goes along with the run's link, files and exports.", false) }</p>
            <div class="buttons">
                { button("primary", "Keep", false, keep) }
                { button("", "Remove", present.is_empty(), on_click(dispatch, Action::Note("".into()))) }
            </div>
        </Modal>
    }
}
