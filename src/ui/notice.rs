//! Messages above the page: what was not possible and why, until they are dismissed.

use super::command::Dispatch;
use super::icon::{Icon, icon};
use super::notices::{Notice, Severity};
use super::parts::tag;
use super::state::Action;
use crate::web::dom;
use yew::prelude::*;

/// All messages, oldest first.
pub(super) fn notices(dispatch: &Dispatch, notices: &[Notice]) -> Html {
    let row = |notice: &Notice| row(dispatch, notice);
    html! {
        <section class="notices" aria-label="Messages" hidden={notices.is_empty()}>
            { for notices.iter().map(row) }
        </section>
    }
}

fn row(dispatch: &Dispatch, notice: &Notice) -> Html {
    let dispatch = dispatch.clone();
    let Notice { id, severity, title, text } = notice.clone();
    let (class, role) = match severity {
        Severity::Problem => ("notice problem", "alert"),
        Severity::Remark => ("notice remark", "status"),
    };
    let onclick = Callback::from(move |_: MouseEvent| {
        dispatch.dispatch(Action::Dismiss(id));
        // The button goes with its message.
        dom::focus("h1");
    });
    html! {
        <div key={id} {class}>
            <div {role}>{ tag("b", title) }{ tag("p", text) }</div>
            <button type="button" class="quiet square" {onclick} aria-label="Dismiss this message">{ icon(Icon::Close) }</button>
        </div>
    }
}
