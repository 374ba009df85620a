//! What is told of a paste.

/// A paste, recognised.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recognised {
    /// The lines of the paste, in order.
    pub lines: Vec<ReadLine>,
    /// What the recognised lines are, once each.
    pub seen: Vec<Seen>,
    /// The scenarios that print these lines in this order, the best first.
    pub stories: Vec<Story>,
}

/// A line of the paste.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadLine {
    /// Which line of the paste it is, counted from 1.
    pub number: usize,
    /// Its message, shortened and in plain text.
    pub text: String,
    /// How many lines of a stack trace follow.
    pub trace_lines: usize,
    /// Which of [`Recognised::seen`] it is; none when no model prints it.
    pub seen: Option<usize>,
    /// What its slots hold, by the first template.
    pub slots: Vec<(String, String)>,
    /// What of its level or logger is not as declared, when something is not.
    pub weak: Option<String>,
    /// The versions that print it in this form, when it is not the template's own.
    pub form_of: Option<&'static str>,
}

/// What a line is: the templates that read it, and where scenarios print it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The templates, the one with the most text first.
    pub templates: Vec<Template>,
    /// Where scenarios print it.
    pub places: Vec<Place>,
}

/// A template that a model declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The word of the level.
    pub level: String,
    /// The full name of the logger.
    pub logger: String,
    /// The message with its slots.
    pub message: String,
    /// The ids of the models that declare it.
    pub models: Vec<String>,
}

/// The steps of a scenario that print a line into one log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The scenario's id.
    pub scenario: String,
    /// The node whose log it is.
    pub node: String,
    /// The steps, counted from 1; some may come after the schedule.
    pub steps: Vec<usize>,
}

/// A scenario that prints the lines of the paste, or some, in the order of the paste.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    /// Its id.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// How many steps its schedule has; what is printed after these follows by itself.
    pub steps: usize,
    /// How well its log fits.
    pub fit: Fit,
    /// Whether the paste has all that its signature asks for.
    pub signed: bool,
    /// The lines that it prints.
    pub held: Vec<Held>,
}

/// A line of the paste in a scenario's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Which line of the paste it is, counted from 1.
    pub number: usize,
    /// The node whose log it is.
    pub node: String,
    /// The step that prints it, counted from 1; it may come after the schedule.
    pub step: usize,
}

/// How well a log fits the recognised lines of a paste.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It has exactly these lines, with none of its other ones between.
    Exact,
    /// It has these lines in this order, with others between.
    Between {
        /// How many others.
        others: usize,
    },
    /// It has some of these lines in this order.
    Part {
        /// How many recognised lines there are.
        of: usize,
    },
}

impl Recognised {
    /// How many lines a model prints.
    pub fn count(&self) -> usize {
        self.lines.iter().filter(|line| line.seen.is_some()).count()
    }
}

impl Story {
    /// The step of the schedule to look at: that of the last line, or the last one before it.
    pub fn step(&self) -> usize {
        self.held.last().map_or(0, |held| held.step.min(self.steps))
    }

    /// The nodes whose logs have the lines, in the order of their first lines.
    pub fn nodes(&self) -> Vec<&str> {
        let mut nodes = Vec::new();
        for held in &self.held {
            if !nodes.contains(&held.node.as_str()) {
                nodes.push(held.node.as_str());
            }
        }
        nodes
    }

    /// How well it fits, in words.
    pub fn words(&self) -> String {
        match self.fit {
            Fit::Exact => "exactly these lines".into(),
            Fit::Between { others: 1 } => "in this order, 1 other line between".into(),
            Fit::Between { others } => format!("in this order, {others} other lines between"),
            Fit::Part { of } => format!("{} of the {of} recognised lines in this order", self.held.len()),
        }
    }
}
