//! The timeline as a drawing: rows of steps, one below the other, so that a long run stays as wide as a page.
//!
//! A page that shows it as an image gives it neither style nor script: the colours of both schemes are in it. Texts are
//! measured by their characters, in a type of which each is as wide as another.

use super::Document;
use super::carry::carried;
use super::escape::as_xml;
use super::svg_row::{NOTE_MARK, row};
use crate::model;
use crate::timeline::excerpt::{Excerpt, Kind, excerpt};
use crate::timeline::labels::width_px;
use crate::timeline::layout::{Layout, lay_out};
use crate::timeline::turns::{add_race, turns};
use crate::timeline::window::Window;
use crate::timeline::words;
use crate::trace::{Decision, Player, no_returns};
use std::fmt::Write;
use std::rc::Rc;

/// The width of the drawing, unless the last flag of a row needs more.
const WIDTH_PX: i32 = 960;
/// Around everything.
const MARGIN_PX: i32 = 16;
/// The most steps of a row.
const ROW_STEPS: usize = 14;
/// The most rows; of a longer run so many are drawn.
const MOST_ROWS: usize = 12;
/// The distance of two lines of text.
const LINE_PX: i32 = 16;
/// The most lines of a note below the drawing; the tooltip of its mark has all of it.
const NOTE_LINES: usize = 4;

const STYLE: &str = include_str!("svg.css");

/// The drawing.
pub(super) fn svg(document: &Document) -> Result<String, String> {
    let player = &*document.player;
    let original = document.trace.play_original(&model::open).map_err(|error| error.to_string())?;
    let drawn = document.drawn(ROW_STEPS * MOST_ROWS);
    let rows = rows(drawn);
    let told = |window: Window| told(document, &original, window);
    let layouts: Vec<Layout> = rows.iter().map(|&window| lay_out(&told(window), view_px(player))).collect();
    let names_px = layouts.first().map_or(0, Layout::names_px);
    let widest = layouts.iter().map(|layout| layout.width_px).max().unwrap_or(0);
    let width = (2 * MARGIN_PX + names_px + widest).max(WIDTH_PX);
    let mut body = String::new();
    let mut y = MARGIN_PX + 14;
    heading(document, width, &mut y, &mut body);
    if drawn.last + 1 - drawn.first < player.len() {
        let hint = format!("Drawn are steps {} to {} of {}", drawn.first, drawn.last, player.len());
        line(&hint, "muted", &mut y, &mut body);
    }
    for layout in &layouts {
        row(document, layout, (MARGIN_PX, MARGIN_PX + names_px, y), &mut body);
        y += layout.height_px + 10;
    }
    legend(document, &layouts, &mut y, &mut body);
    notes(document, width, &mut y, &mut body);
    let height = y + MARGIN_PX - 8;
    let whole = lay_out(&told(Window { first: 1, last: player.len() }), WIDTH_PX);
    let described = words::drawing(&whole, document.trace.cursor, &[]);
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n<metadata id=\"carried\">{}</metadata>\n<style>\n{STYLE}</style>\n\
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\" rx=\"8\"/>\n{body}</svg>\n",
        as_xml(&document.title()),
        as_xml(&described),
        as_xml(&carried(document)),
    );
    Ok(out)
}

/// The room for the steps of a row.
fn view_px(player: &dyn Player) -> i32 {
    let names = lay_out(&excerpt(player, player, Window { first: 1, last: 0 }), WIDTH_PX).names_px();
    WIDTH_PX - 2 * MARGIN_PX - names
}

/// The steps of each row: rows as full as each other, since a last one of two steps looks torn off.
fn rows(window: Window) -> Vec<Window> {
    let before = window.first - 1;
    let drawn = window.last - before;
    let count = drawn.div_ceil(ROW_STEPS).max(1);
    let end = |row: usize| before + (drawn * row).div_ceil(count);
    (0..count).map(|row| Window { first: end(row) + 1, last: end(row + 1) }).collect()
}

/// What is drawn of a row, with its flags.
fn told(document: &Document, original: &Rc<dyn Player>, window: Window) -> Excerpt {
    let player = &document.player;
    let mut told = excerpt(&**player, &**original, window);
    if player.config().fixes != original.config().fixes {
        let first = |step: &usize| {
            original.is_refused(*step) != player.is_refused(*step)
                || !player.same_state(*step, &**original, *step)
        };
        told.divergence = (1..=player.len().min(original.len())).find(first);
    }
    told.turns = turns(&no_returns(&**player));
    let race = document.verdicts.causes.iter().flatten().find_map(|cause| match &cause.decided_by {
        Decision::Order(race) => Some((cause, race)),
        _ => None,
    });
    if let Some((cause, race)) = race {
        let infos = player.property_infos();
        let titles: Vec<_> =
            infos.iter().filter(|info| info.id == cause.property).map(|info| info.title).collect();
        add_race(&mut told.turns, race, &titles);
    }
    // The position before a row ends the row before, which has its flags.
    told.turns.retain(|turn| turn.position >= window.first || window.first == 1 || turn.position == 0);
    told
}

fn heading(document: &Document, width: i32, y: &mut i32, out: &mut String) {
    let player = &*document.player;
    // A character of the title is about as wide as one and a quarter of the other texts.
    let most = usize::try_from((width - 2 * MARGIN_PX) / 9).unwrap_or(0);
    line(&cut(&document.title(), most), "title", y, out);
    let fixes = &player.config().fixes;
    let fixes = if fixes.is_empty() { "no fix on".to_owned() } else { format!("with {}", fixes.join(", ")) };
    let steps = if player.len() == 1 { "1 step".to_owned() } else { format!("{} steps", player.len()) };
    let most = usize::try_from((width - 2 * MARGIN_PX) / width_px("x")).unwrap_or(0);
    let told = format!("{}, {steps}, {fixes}", player.info().versioned());
    line(&cut(&told, most), "muted", y, out);
    *y += 2;
}

/// A line of text at the left.
fn line(text: &str, class: &str, y: &mut i32, out: &mut String) {
    let _ = writeln!(out, "<text class=\"{class}\" x=\"{MARGIN_PX}\" y=\"{y}\">{}</text>", as_xml(text));
    *y += LINE_PX + i32::from(class == "title") * 4;
}

/// What the marks mean: only those that are drawn.
fn legend(document: &Document, layouts: &[Layout], y: &mut i32, out: &mut String) {
    let has = |wanted: fn(&crate::timeline::layout::Dot) -> bool| {
        layouts.iter().flat_map(|layout| &layout.dots).any(wanted)
    };
    let entries = [
        ("fault", "M6 0L12 6L6 12L0 6z", "fault", has(|dot| dot.kind == Kind::Fault)),
        ("violation", "M1 1h10v10h-10z", "breaks a property", has(|dot| dot.violates)),
        ("refused", "M2 2l8 8m0 -8l-8 8", "not possible", has(|dot| dot.kind == Kind::Refused)),
        (
            "arrow",
            "M0 6h8m-3 -3l3 3l-3 3",
            "follows from",
            layouts.iter().any(|layout| !layout.curves.is_empty()),
        ),
        ("note", NOTE_MARK, "note", !document.branch().notes.is_empty()),
    ];
    let mut x = MARGIN_PX;
    *y += 4;
    for (class, path, words, _) in entries.into_iter().filter(|entry| entry.3) {
        let _ = writeln!(
            out,
            "<g class=\"{class}\"><path transform=\"translate({x} {})\" d=\"{path}\"/></g><text class=\"muted\" x=\"{}\" y=\"{y}\">{words}</text>",
            *y - 10,
            x + 18
        );
        x += 18 + width_px(words) + 18;
    }
    *y += LINE_PX;
}

fn notes(document: &Document, width: i32, y: &mut i32, out: &mut String) {
    let most = usize::try_from((width - 2 * MARGIN_PX) / width_px("x")).unwrap_or(1).max(20);
    *y += 4;
    for note in &document.branch().notes {
        let at = if note.step == 0 { "Start".to_owned() } else { format!("Step {}", note.step) };
        let mut lines = wrapped(&format!("{at}: {}", note.text), most);
        if lines.len() > NOTE_LINES {
            lines.truncate(NOTE_LINES);
            let last: String = lines[NOTE_LINES - 1].chars().take(most - 1).collect();
            lines[NOTE_LINES - 1] = format!("{last}…");
        }
        for text in lines {
            line(&text, "ink", y, out);
        }
    }
}

/// The lines of a text, at most so many characters each; words that are longer are cut.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut len = 0;
    for word in text.split_whitespace() {
        for part in word.chars().collect::<Vec<_>>().chunks(most) {
            if len > 0 && len + 1 + part.len() > most {
                lines.push(String::new());
                len = 0;
            }
            let Some(line) = lines.last_mut() else { continue };
            if len > 0 {
                line.push(' ');
                len += 1;
            }
            line.extend(part);
            len += part.len();
        }
    }
    lines
}

fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", cut.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_as_full_as_each_other_and_leave_no_step_out() {
        for steps in 0..=ROW_STEPS * MOST_ROWS {
            let rows = rows(Window { first: 8, last: 7 + steps });
            let lengths: Vec<_> = rows.iter().map(|row| row.last + 1 - row.first).collect();
            assert!(rows.windows(2).all(|pair| pair[1].first == pair[0].last + 1), "{rows:?}");
            assert_eq!(lengths.iter().sum::<usize>(), steps);
            assert_eq!((rows[0].first, rows.last().unwrap().last), (8, 7 + steps));
            let (least, most) = (lengths.iter().min().unwrap(), lengths.iter().max().unwrap());
            assert!(*most <= ROW_STEPS && most - least <= 1, "{lengths:?}");
        }
    }

    #[test]
    fn texts_are_cut_and_wrapped_by_their_characters() {
        assert_eq!(wrapped("one two  three\nfour", 8), ["one two", "three", "four"]);
        assert_eq!(wrapped("éééééééééé b", 4), ["éééé", "éééé", "éé b"]);
        assert_eq!((cut("abc", 3), cut("abcd", 3)), ("abc".to_owned(), "ab…".to_owned()));
    }
}
