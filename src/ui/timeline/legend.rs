//! What the marks mean: only those that are drawn.

use super::excerpt::Kind;
use super::layout::{Dot, Layout};
use crate::ui::parts::classes;
use yew::prelude::*;

/// A line that explains the marks. The drawing's label says the same, so it is not read out.
pub(super) fn legend(layout: &Layout, has_equal: bool) -> Html {
    let has = |wanted: fn(&Dot) -> bool| layout.dots.iter().any(wanted);
    let entries = [
        ("fault", "M6 0L12 6L6 12L0 6z", "fault", has(|dot| dot.kind == Kind::Fault)),
        ("violation", "M1 1h10v10h-10z", "breaks a property", has(|dot| dot.violates)),
        ("refused", "M2 2l8 8m0 -8l-8 8", "not possible", has(|dot| dot.kind == Kind::Refused)),
        ("arrow", "M0 6h8m-3 -3l3 3l-3 3", "follows from", !layout.curves.is_empty()),
        ("equal", "M4 2h4a4 4 0 0 1 0 8h-4a4 4 0 0 1 0 -8z", "same state as now", has_equal),
    ];
    let entry = |(class, path, words, _): &(&'static str, &'static str, &'static str, bool)| {
        html! {
            <span key={*class} class={classes("legend-entry", &[Some(*class)])}>
                <svg width="12" height="12" viewBox="0 0 12 12"><path d={*path} /></svg>{ *words }
            </span>
        }
    };
    html! {
        <p class="timeline-legend" aria-hidden="true">{ for entries.iter().filter(|e| e.3).map(entry) }</p>
    }
}
