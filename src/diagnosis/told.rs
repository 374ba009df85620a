//! A paste in words: what the page draws, so that it need not know more.

use super::answer::{Recognised, Seen, Story};

/// How many scenarios are told of a line.
const MOST_PLACES: usize = 3;

/// How many lines are told. Of a longer paste only those that are recognised are.
const MOST_LINES: usize = 200;

/// What is told of a paste.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// How many lines were recognised, in a sentence.
    pub said: String,
    /// The lines.
    pub lines: Vec<ToldLine>,
    /// The scenarios, the best first.
    pub stories: Vec<ToldStory>,
}

/// A line of a paste.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldLine {
    /// Which line it is, counted from 1.
    pub number: usize,
    /// Its message.
    pub text: String,
    /// Whether it was recognised.
    pub known: bool,
    /// What prints it.
    pub told: String,
}

/// A scenario that prints them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldStory {
    /// Its id.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// The step to look at.
    pub step: usize,
    /// How well it fits, and which steps print the lines.
    pub told: String,
}

impl Recognised {
    /// The same in words.
    pub fn told(&self) -> Told {
        let is_long = self.lines.len() > MOST_LINES;
        let listed = self.lines.iter().filter(|line| !is_long || line.seen.is_some()).take(MOST_LINES);
        let line = |line: &super::ReadLine| {
            let mut told = line.seen.map_or("no model prints it".into(), |seen| printed(&self.seen[seen]));
            if let Some(of) = line.form_of {
                told = format!("{told}; in the form of {of}");
            }
            if let Some(weak) = &line.weak {
                told = format!("{told}; but {weak}");
            }
            ToldLine { number: line.number, text: line.text.clone(), known: line.seen.is_some(), told }
        };
        let lines: Vec<ToldLine> = listed.map(line).collect();
        let (count, all) = (self.count(), self.lines.len());
        let mut said = format!("{count} of {all} line{} recognised", plural(all));
        if is_long {
            said.push_str(if count > MOST_LINES {
                ", only the first of these are listed"
            } else {
                ", only these are listed"
            });
        }
        Told { said, lines, stories: self.stories.iter().map(story).collect() }
    }
}

/// Which models print a line, and where some scenarios do.
fn printed(seen: &Seen) -> String {
    let mut models: Vec<&str> =
        seen.templates.iter().flat_map(|template| &template.models).map(String::as_str).collect();
    models.sort_unstable();
    models.dedup();
    let places = seen.places.iter().take(MOST_PLACES);
    let places: Vec<_> =
        places.map(|place| format!("{} {} ({})", place.scenario, steps(&place.steps), place.node)).collect();
    let more = match seen.places.len().saturating_sub(MOST_PLACES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let places = if places.is_empty() { "no scenario prints it".into() } else { places.join(", ") + &more };
    format!("{}: {places}", models.join(", "))
}

fn story(story: &Story) -> ToldStory {
    let printed: Vec<usize> = story.held.iter().map(|held| held.step).collect();
    let signed = if story.signed { "; has its signature" } else { "" };
    ToldStory {
        scenario: story.scenario.clone(),
        title: story.title.clone(),
        step: story.step(),
        told: format!("{}{signed}; {}, {}", story.words(), story.nodes().join(" and "), steps(&printed)),
    }
}

/// The steps, each once.
fn steps(steps: &[usize]) -> String {
    let mut steps = steps.to_vec();
    steps.dedup();
    let list: Vec<_> = steps.iter().map(usize::to_string).collect();
    format!("step{} {}", plural(steps.len()), list.join(", "))
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
