//! Recognising a paste: which templates read its lines, and which scenarios' logs have them in this order.

use super::align::align;
use super::answer::{Fit, Held, Place, ReadLine, Recognised, Seen, Story, Template};
use super::index::{Index, Kind, Logged};
use super::paste::{MAX_LINE_BYTES, Pasted, read_paste};
use super::prefix::Prefix;
use super::rule::Rule;
use crate::machine::{Level, LogTemplate};
use crate::model::{EARLIER_FORMS, MODELS};
use crate::scenario::shown;
use std::cmp::Reverse;

/// The longest text of a line that an answer repeats, in characters.
const SHOWN_CHARS: usize = 300;

/// A way to read a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading<'a> {
    /// The template that prints it.
    pub template: &'static LogTemplate,
    /// What its slots hold.
    pub slots: Vec<(&'static str, &'a str)>,
    /// What of the level or the logger is not as declared, when something is not.
    pub weak: Option<String>,
    /// The versions that print it in this form, when it is not the template's own.
    pub form_of: Option<&'static str>,
}

/// The ways to read a line, those by templates with more text first. Where level and logger are right in one, those
/// where they are not are left out.
pub fn read_line<'a>(prefix: &Prefix<'a>) -> Vec<Reading<'a>> {
    let message = prefix.message.trim_end();
    let mut readings: Vec<Reading<'a>> = Vec::new();
    for template in MODELS.iter().flat_map(|model| model.info().templates) {
        // Models have some lines in common.
        if readings.iter().all(|known| known.template != *template)
            && let Some(slots) = template.read(message)
        {
            readings.push(Reading { template, slots, weak: weakness(template, prefix), form_of: None });
        }
    }
    // An earlier form can have less text, and so reads the later ones, too.
    if readings.is_empty() {
        let earlier = EARLIER_FORMS.iter().filter_map(|earlier| {
            let slots = earlier.form.read(message)?;
            let weak = weakness(&earlier.form, prefix);
            Some(Reading { template: earlier.now, slots, weak, form_of: Some(earlier.of) })
        });
        readings.extend(earlier);
    }
    if readings.iter().any(|reading| reading.weak.is_none()) {
        readings.retain(|reading| reading.weak.is_none());
    }
    readings.sort_by_key(|reading| Reverse(reading.template.text_length()));
    readings
}

/// What a line says of itself that is not as the template has it.
fn weakness(template: &LogTemplate, prefix: &Prefix<'_>) -> Option<String> {
    if let Some(level) = prefix.level.filter(|level| *level != template.level) {
        return Some(format!("the level is {}; expected {}", level.word(), template.level.word()));
    }
    let logger = prefix.logger.filter(|logger| !is_short_for(logger, template.logger))?;
    Some(format!("the logger is {}; expected {}", short(logger), template.logger))
}

/// Whether a logger is the given one, in full or with its packages abbreviated, as layouts can have it.
fn is_short_for(short: &str, full: &str) -> bool {
    let (mut short, mut full) = (short.rsplit('.'), full.rsplit('.'));
    short.next() == full.next()
        && short.all(|part| full.next().is_some_and(|package| package.starts_with(part)))
}

/// Recognises a paste and looks for it in the logs of scenarios.
///
/// # Errors
/// When there is more than is read, or nothing: what was found and what was expected.
pub fn recognise(paste: &str, index: &Index) -> Result<Recognised, String> {
    let pasted = read_paste(paste)?;
    let mut out = Recognised::default();
    // By the entries of `seen`: their lines in the index.
    let mut kinds: Vec<Vec<usize>> = Vec::new();
    let mut messages = Vec::new();
    let mut finest = Level::Error;
    let mut known: Vec<Vec<Kind>> = Vec::new();
    for line in &pasted {
        let prefix = Prefix::read(&line.text);
        let readings = if line.text.len() > MAX_LINE_BYTES { Vec::new() } else { read_line(&prefix) };
        messages.push(prefix.message.trim_end());
        let mut read = told(line, prefix.message);
        if let Some(first) = readings.first() {
            let found: Vec<Kind> = readings
                .iter()
                .map(|reading| Kind::of(reading.template, reading.slots.iter().copied()))
                .collect();
            finest = readings.iter().map(|reading| reading.template.level).fold(finest, Level::min);
            read.slots = first.slots.iter().map(|&(name, value)| (name.to_owned(), short(value))).collect();
            read.weak.clone_from(&first.weak);
            read.form_of = first.form_of;
            let at = known.iter().position(|known| *known == found).unwrap_or_else(|| {
                let lines: Vec<usize> = found
                    .iter()
                    .filter_map(|kind| index.lines.iter().position(|line| line == kind))
                    .collect();
                out.seen.push(Seen { templates: templates(&readings), places: places(index, &lines) });
                kinds.push(lines);
                known.push(found);
                known.len() - 1
            });
            read.seen = Some(at);
        }
        out.lines.push(read);
    }
    let mut recognised: Vec<&ReadLine> = out.lines.iter().filter(|line| line.seen.is_some()).collect();
    // What was a line a server is one line now.
    recognised.dedup_by(|line, before| line.form_of.is_some() && line.seen == before.seen);
    let recognised =
        recognised.into_iter().filter_map(|line| Some((line.number, kinds[line.seen?].as_slice())));
    let (numbers, paste): (Vec<usize>, Vec<&[usize]>) = recognised.unzip();
    let search = Search { index, finest, messages: &messages, numbers: &numbers, paste: &paste };
    out.stories = search.stories();
    Ok(out)
}

fn told(line: &Pasted<'_>, message: &str) -> ReadLine {
    ReadLine {
        number: line.number,
        text: short(message),
        trace_lines: line.trace_lines,
        seen: None,
        slots: Vec::new(),
        weak: None,
        form_of: None,
    }
}

/// A text from outside as it is told.
fn short(text: &str) -> String {
    let mut out: String = text.chars().take(SHOWN_CHARS).collect();
    if out.len() < text.len() {
        out.push('…');
    }
    shown(&out)
}

fn templates(readings: &[Reading<'_>]) -> Vec<Template> {
    let template = |reading: &Reading<'_>| {
        let declare = |templates: &[&LogTemplate]| templates.contains(&reading.template);
        let models = MODELS.iter().map(|model| model.info()).filter(|info| declare(info.templates));
        Template {
            level: reading.template.level.word().into(),
            logger: reading.template.logger.into(),
            message: reading.template.message.into(),
            models: models.map(|info| info.id.to_owned()).collect(),
        }
    };
    readings.iter().map(template).collect()
}

fn places(index: &Index, lines: &[usize]) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    for scenario in &index.scenarios {
        for (node, name) in scenario.nodes.iter().enumerate() {
            let here = scenario.log.iter().filter(|(line, of, _)| *of == node && lines.contains(line));
            let steps: Vec<usize> = here.map(|(_, _, step)| *step).collect();
            if !steps.is_empty() {
                places.push(Place { scenario: scenario.id.clone(), node: name.clone(), steps });
            }
        }
    }
    places
}

/// The search for scenarios.
struct Search<'a> {
    index: &'a Index,
    /// The finest level that the paste has; lines of finer ones are not counted.
    finest: Level,
    messages: &'a [&'a str],
    /// The numbers of the recognised lines.
    numbers: &'a [usize],
    /// What each of them is in the index.
    paste: &'a [&'a [usize]],
}

impl Search<'_> {
    fn stories(&self) -> Vec<Story> {
        let mut found: Vec<_> =
            self.index.scenarios.iter().filter_map(|scenario| self.story(scenario)).collect();
        found.sort_by_key(|(story, left)| (rank(story), *left));
        found.into_iter().map(|(story, _)| story).collect()
    }

    /// The best fit of a scenario, and what decides between equal ones.
    fn story(&self, scenario: &Logged) -> Option<(Story, Left)> {
        let signed = Rule::new(&scenario.signature)
            .ok()
            .flatten()
            .is_some_and(|rule| rule.find(self.messages).is_ok());
        let of_node = |node: usize| self.fit(scenario, signed, |of| of == node);
        let of_nodes = (0..scenario.nodes.len()).filter_map(of_node);
        // Lines of several nodes may be pasted together.
        let together = (scenario.nodes.len() > 1).then(|| self.fit(scenario, signed, |_| true)).flatten();
        of_nodes.chain(together).min_by_key(|(story, left)| (rank(story), *left))
    }

    fn fit(&self, scenario: &Logged, signed: bool, of_node: impl Fn(usize) -> bool) -> Option<(Story, Left)> {
        let counts = |line: usize| self.index.lines[line].level().is_some_and(|level| level >= self.finest);
        let log: Vec<_> =
            scenario.log.iter().filter(|&&(line, node, _)| counts(line) && of_node(node)).copied().collect();
        let lines: Vec<usize> = log.iter().map(|(line, ..)| *line).collect();
        let pairs = align(self.paste, &lines);
        let ((_, first), (_, last)) = (*pairs.first()?, *pairs.last()?);
        let (held, of) = (pairs.len(), self.paste.len());
        let others = last - first + 1 - held;
        let fit = match (of - held, others) {
            (0, 0) => Fit::Exact,
            (0, others) => Fit::Between { others },
            // A line or two in common is no story.
            _ if held >= 2 && (held * 2 >= of || held * 2 >= log.len() || signed) => Fit::Part { of },
            _ => return None,
        };
        let held = |&(line, at): &(usize, usize)| {
            let (_, node, step) = log[at];
            Held { number: self.numbers[line], node: scenario.nodes[node].clone(), step }
        };
        let story = Story {
            scenario: scenario.id.clone(),
            title: scenario.title.clone(),
            steps: scenario.steps,
            fit,
            signed,
            held: pairs.iter().map(held).collect(),
        };
        // A scenario is about its schedule; what follows by itself may not have happened yet when the lines were copied.
        let of_schedule = |&(_, _, step): &(usize, usize, usize)| step <= scenario.steps;
        let own = log.iter().filter(|line| of_schedule(line)).count();
        let found = pairs.iter().filter(|&&(_, at)| of_schedule(&log[at])).count();
        Some((story, (pairs.len() - found, own - found)))
    }
}

/// How many lines of the paste come after a schedule, and how many lines of the schedule the paste does not have.
type Left = (usize, usize);

/// Better is less: all lines before some, signed before unsigned, close together before far apart.
fn rank(story: &Story) -> (u8, Reverse<usize>, bool, usize, usize) {
    let nodes = story.nodes().len();
    match story.fit {
        Fit::Exact => (0, Reverse(0), !story.signed, 0, nodes),
        Fit::Between { others } => (1, Reverse(0), !story.signed, others, nodes),
        Fit::Part { .. } => (2, Reverse(story.held.len()), !story.signed, 0, nodes),
    }
}
