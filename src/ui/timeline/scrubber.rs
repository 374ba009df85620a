//! The scrubber: a native slider over all steps, and the way to steps that are not drawn.

use super::words;
use crate::ui::parts::button;
use crate::ui::shared::Run;
use yew::prelude::*;

/// The slider over what can be reached, and buttons to what of it is not drawn before the first and after the last step
/// in view.
pub(super) fn scrubber(
    run: &Run,
    cursor: usize,
    (first, last): (usize, usize),
    (from, to): (usize, usize),
    on_seek: &Callback<usize>,
) -> Html {
    let seek = {
        let on_seek = on_seek.clone();
        Callback::from(move |event: InputEvent| {
            let input = event.target_dyn_into::<web_sys::HtmlInputElement>();
            if let Some(position) = input.and_then(|input| input.value().parse().ok()) {
                on_seek.emit(position);
            }
        })
    };
    let go = |position: usize| on_seek.reform(move |_: MouseEvent| position);
    let (earlier, later) = (first.saturating_sub(from.max(1)), to - last.min(to));
    html! {
        <div class="scrubber">
            { button("small more", format!("◂ {} earlier", words::grouped(earlier)), earlier == 0, go(first.saturating_sub(1))) }
            <input type="range" class="scrubber-range" min={from.to_string()} max={to.to_string()} step="1"
                value={cursor.to_string()} disabled={from == to} oninput={seek}
                aria-label="Step" aria-valuetext={words::position(&**run, cursor)} />
            { button("small more", format!("{} later ▸", words::grouped(later)), later == 0, go(last + 1)) }
        </div>
    }
}
