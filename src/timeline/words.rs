//! The timeline in words: the label of the drawing, the value of the scrubber, hints at what is not drawn.

use super::excerpt::Kind;
use super::layout::Layout;
use crate::trace::Player;
use std::fmt::Write;

/// Longer lists of steps are cut in the label of the drawing; the table has all of them.
const MAX_LISTED: usize = 12;

/// A count with its thousands apart, as in `1,250`.
pub fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// What a screen reader hears of the drawing as a whole. `equal` has the other positions in the state that is shown.
pub fn drawing(layout: &Layout, cursor: usize, equal: &[usize]) -> String {
    let mut out = format!("Timeline of {} steps, now at step {}.", grouped(layout.total), grouped(cursor));
    if layout.dots.len() < layout.total {
        let (first, last) = (grouped(layout.first), grouped(layout.last));
        let _ = write!(out, " Drawn are steps {first} to {last}.");
    }
    for (lane, (_, name)) in layout.lanes.iter().enumerate() {
        let y_px = layout.lane_px(lane);
        let steps = listed(layout, |dot| dot.y_px == y_px);
        let _ = write!(out, " {name}: {}.", steps.unwrap_or_else(|| "none of these steps".into()));
    }
    let kinds = [
        ("Faults", listed(layout, |dot| dot.kind == Kind::Fault)),
        ("Not possible", listed(layout, |dot| dot.kind == Kind::Refused)),
        ("Breaking a property", listed(layout, |dot| dot.violates)),
    ];
    for (name, steps) in kinds {
        if let Some(steps) = steps {
            let _ = write!(out, " {name}: {steps}.");
        }
    }
    for flag in &layout.flags {
        let _ = write!(out, " {}.", flag.told());
    }
    if let Some(places) = places(layout, equal) {
        let _ = write!(out, " The same state as now: {places}.");
    }
    out
}

fn places(layout: &Layout, equal: &[usize]) -> Option<String> {
    let start = equal.first().filter(|&&position| position == 0 && layout.is_drawn(0));
    let start = start.map(|_| "before the first step".to_owned());
    let steps = listed(layout, |dot| equal.binary_search(&dot.position).is_ok());
    let both: Vec<_> = start.into_iter().chain(steps.map(|steps| format!("after {steps}"))).collect();
    (!both.is_empty()).then(|| both.join(" and "))
}

fn listed(layout: &Layout, wanted: impl Fn(&super::layout::Dot) -> bool) -> Option<String> {
    let found: Vec<_> = layout.dots.iter().filter(|dot| wanted(dot)).map(|dot| dot.position).collect();
    let shown: Vec<_> = found.iter().take(MAX_LISTED).map(|&position| grouped(position)).collect();
    match found.len() {
        0 => None,
        1 => Some(format!("step {}", shown[0])),
        count if count > MAX_LISTED => {
            Some(format!("steps {} and {} more", shown.join(", "), grouped(count - MAX_LISTED)))
        }
        _ => Some(format!("steps {}", shown.join(", "))),
    }
}

/// The value of the scrubber, as in `step 3 of 8, elector: …`.
pub fn position(run: &dyn Player, cursor: usize) -> String {
    let total = grouped(run.len());
    if cursor == 0 || cursor > run.len() {
        return format!("before the first of {total} steps");
    }
    let step = run.step(cursor);
    let actor = run.actors()[step.actor].title;
    let not = if step.refused.is_some() { "not possible, " } else { "" };
    format!("step {} of {total}, {actor}: {not}{}", grouped(cursor), step.sentence.replace('`', ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::excerpt::tests::excerpt;
    use crate::timeline::layout::lay_out;

    #[test]
    fn thousands_are_kept_apart() {
        let told: Vec<_> = [0, 999, 1_000, 1_234_567].into_iter().map(grouped).collect();
        assert_eq!(told, ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn the_drawing_is_told_lane_by_lane() {
        let mut excerpt = excerpt(&["elector", "executor", "elector"]);
        excerpt.steps[1].kind = Kind::Fault;
        excerpt.steps[2].violates = vec!["key_at_rest"];
        excerpt.divergence = Some(2);
        assert_eq!(
            drawing(&lay_out(&excerpt, 900), 1, &[0, 3]),
            "Timeline of 3 steps, now at step 1. elector: steps 1, 3. executor: step 2. Faults: step 2. \
             Breaking a property: step 3. Step 2 on: differs from here. \
             The same state as now: before the first step and after step 3."
        );
    }
}
