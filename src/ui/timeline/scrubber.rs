//! The scrubber: a native slider over all steps, and the way to steps that are not drawn.

use super::words;
use crate::ui::shared::Run;
use yew::prelude::*;

/// The properties of [`Scrubber`].
#[derive(Properties, PartialEq)]
pub(super) struct ScrubberProps {
    /// The run.
    pub(super) run: Run,
    /// The step that is shown; 0 before the first.
    pub(super) cursor: usize,
    /// The first step drawn.
    pub(super) first: usize,
    /// The last step drawn.
    pub(super) last: usize,
    /// Goes to a step.
    pub(super) on_seek: Callback<usize>,
}

/// The slider with hints at what is not drawn.
#[component]
pub(super) fn Scrubber(props: &ScrubberProps) -> Html {
    let ScrubberProps { run, cursor, first, last, on_seek } = props;
    let total = run.len();
    let seek = {
        let on_seek = on_seek.clone();
        Callback::from(move |event: InputEvent| {
            let input = event.target_dyn_into::<web_sys::HtmlInputElement>();
            if let Some(position) = input.and_then(|input| input.value().parse().ok()) {
                on_seek.emit(position);
            }
        })
    };
    let to = |position: usize| on_seek.reform(move |_: MouseEvent| position);
    let (earlier, later) = (first.saturating_sub(1), total - (*last).min(total));
    html! {
        <div class="scrubber">
            <button type="button" class="small more" hidden={earlier == 0} onclick={to(earlier)}>
                { format!("◂ {} earlier", words::grouped(earlier)) }
            </button>
            <input type="range" class="scrubber-range" min="0" max={total.to_string()} step="1"
                value={cursor.to_string()} disabled={total == 0} oninput={seek}
                aria-label="Step" aria-valuetext={words::position(&**run, *cursor)} />
            <button type="button" class="small more" hidden={later == 0} onclick={to(last + 1)}>
                { format!("{} later ▸", words::grouped(later)) }
            </button>
        </div>
    }
}
