//! Messages above the page: what was not possible and why, until they are dismissed.

use super::command::use_dispatch;
use super::icon::{Glyph, Icon};
use super::state::{Action, Notice, Severity};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct NoticesProps {
    pub(super) notices: Vec<Notice>,
}

/// All messages, oldest first.
#[component]
pub(super) fn Notices(props: &NoticesProps) -> Html {
    let row = |notice: &Notice| html! { <NoticeRow key={notice.id} notice={notice.clone()} /> };
    html! {
        <section class="notices" aria-label="Messages" hidden={props.notices.is_empty()}>
            { for props.notices.iter().map(row) }
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct NoticeProps {
    notice: Notice,
}

#[component]
fn NoticeRow(props: &NoticeProps) -> Html {
    let dispatch = use_dispatch();
    let Notice { id, severity, title, text } = props.notice.clone();
    let (class, role) = match severity {
        Severity::Problem => ("notice problem", "alert"),
        Severity::Remark => ("notice remark", "status"),
    };
    let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Dismiss(id)));
    html! {
        <div {class}>
            <div {role}><b>{ title }</b><p>{ text }</p></div>
            <button type="button" class="quiet square" {onclick} aria-label="Dismiss this message"><Glyph icon={Icon::Close} /></button>
        </div>
    }
}
