//! The schedules that are kept beside each other.

use super::command::{Dispatch, on_click};
use super::opened::{Opened, Origin};
use super::state::Action;
use yew::prelude::*;

/// A button for each branch; hidden while there is only one.
pub(super) fn branches(dispatch: &Dispatch, opened: &Opened) -> Html {
    let (first, count) = (opened.first_branch(), opened.trace.branches.len());
    let button = |branch: usize| {
        let onclick = on_click(dispatch, Action::Branch(branch));
        let current = branch == opened.trace.current;
        html! {
            <button key={branch} type="button" class="small" {onclick} aria-pressed={current.to_string()} data-branch={branch.to_string()}>
                { label(opened, branch) }
            </button>
        }
    };
    html! {
        <div class="branches" role="group" aria-label="Branches" hidden={count - first < 2}>{ for (first..count).map(button) }</div>
    }
}

/// What a branch is called: the first by its origin, the others by where they leave it.
pub(super) fn label(opened: &Opened, branch: usize) -> String {
    let trace = &opened.trace;
    if branch == 0 {
        return match opened.origin {
            Origin::Model => "no step yet".into(),
            Origin::Index | Origin::OwnFile => "as told".into(),
        };
    }
    let (first, own) = (&trace.branches[0], &trace.branches[branch]);
    let shared = first.events.iter().zip(&own.events).take_while(|(a, b)| a == b).count();
    let settling = opened.settlings.iter().find(|settling| settling.branch == branch);
    let from = settling.map_or(shared, |settling| settling.from);
    let name = opened.names.iter().find(|(named, _)| *named == branch);
    let what = match (settling, name) {
        (Some(settling), _) => format!("{} from step {from}", settling.word()),
        (None, Some((_, name))) => name.to_string(),
        (None, None) => format!("your branch {branch} from step {from}"),
    };
    let fixes = match own.fixes.as_slice() {
        fixes if fixes == first.fixes => String::new(),
        [] => ", no fix".into(),
        fixes => format!(", {}", fixes.join(", ")),
    };
    format!("{what}{fixes}")
}
