//! Cards whose buttons come and go with the steps, and must not take the focus with them.

use super::effect::use_after;
use crate::web::dom;
use yew::prelude::*;

/// Listeners for a card that give the focus to its heading when the button that had it is gone after a step.
#[hook]
pub(super) fn use_kept_focus(
    cursor: usize,
    heading: &'static str,
) -> (Callback<FocusEvent>, Callback<FocusEvent>) {
    let within = use_mut_ref(|| false);
    {
        let within = within.clone();
        use_after(cursor, move || {
            if *within.borrow() && dom::is_focus_lost() {
                dom::focus(heading);
            }
        });
    }
    let entered = within.clone();
    let onfocusin = Callback::from(move |_: FocusEvent| *entered.borrow_mut() = true);
    let onfocusout = Callback::from(move |event: FocusEvent| {
        if event.related_target().is_some() {
            *within.borrow_mut() = false;
        }
    });
    (onfocusin, onfocusout)
}
