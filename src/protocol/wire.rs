//! Plain data as text without names: reading it takes little of the page's program.
//!
//! A number is followed by a comma; a text or a list begins with its length; a struct is its fields in their order;
//! an enum is the number of its variant and what that holds.

use super::desk::{Handed, Returned, Wanted};
use super::message::{Answer, Carried, Explained, HowFar, Order, Reply, Request};
use crate::check::{
    Bounds, Cell, Counterexample, Ending, Finding, Limit, Limits, Matrix, Progress, Report, Verdict,
};
use crate::diagnosis::{Told, ToldLine, ToldStory};
use crate::machine::{Config, Event, Freshness, Kind, MAX_ENTRIES, ShortMap, Value};
use crate::model::Ask;
use crate::scenario::{Goal, Grade, Possible, Standing};
use crate::trace::{Cause, Decision, Race};

/// What goes through a message.
pub(super) trait Wire: Sized {
    /// Appends it.
    fn write(&self, to: &mut String);

    /// Takes it off the front of a text; none when the text does not begin with it.
    fn read(from: &mut &str) -> Option<Self>;
}

fn write_number(number: u64, to: &mut String) {
    to.push_str(&number.to_string());
    to.push(',');
}

fn read_number(from: &mut &str) -> Option<u64> {
    let (number, rest) = from.split_once(',')?;
    *from = rest;
    number.parse().ok()
}

fn write_text(text: &str, to: &mut String) {
    text.len().write(to);
    to.push_str(text);
}

fn read_text<'a>(from: &mut &'a str) -> Option<&'a str> {
    let length = Wire::read(from)?;
    let (text, rest) = from.split_at_checked(length)?;
    *from = rest;
    Some(text)
}

macro_rules! numbers {
    ($($type:ident)*) => {
        $(impl Wire for $type {
            fn write(&self, to: &mut String) {
                write_number(u64::try_from(*self).expect("no number is wider"), to);
            }

            fn read(from: &mut &str) -> Option<Self> {
                read_number(from)?.try_into().ok()
            }
        })*
    };
}

numbers! { u32 u64 usize }

macro_rules! structs {
    ($($type:ident { $($field:ident),* })*) => {
        $(impl Wire for $type {
            fn write(&self, to: &mut String) {
                $(self.$field.write(to);)*
            }

            fn read(from: &mut &str) -> Option<Self> {
                Some(Self { $($field: Wire::read(from)?),* })
            }
        })*
    };
}

structs! {
    Request { id, order }
    Handed { protocol, wanted, fragment, own, letters }
    Config { model, parameters, budgets, fixes }
    Ask { properties, limits, thorough }
    Limits { states, bytes }
    Goal { reach, prevent, within, hints }
    HowFar { search, sets, states_before }
    Progress { states, frontier, depth }
    Report { states, depth, transitions, limit, rests, dead_ends, findings, outcomes, endings }
    Finding { property, kind, verdict, counterexample, range, fewest_faults, fewest_switches }
    Counterexample { initial, events, faults, switches }
    Bounds { min_ticks, max_ticks, tick_us }
    Ending { states, keys, broken, example }
    Matrix { fixes, properties, sets, cells }
    Cell { states, depth, limit, findings }
    Carried { fragment, scenario }
    Explained { causes }
    Cause { property, broken_at, decided_by, pairs_from }
    Race { first, second, fork, exchanged, others }
    Grade { standing, shortest, possible, states }
    Told { said, lines, stories }
    ToldLine { number, text, known, told }
    ToldStory { scenario, title, step, told }
}

/// Enums by the numbers of their variants. What is unnamed is called by its position.
macro_rules! enums {
    ($($type:ident { $($number:literal $variant:ident { $($field:tt $name:ident),* })* })*) => {
        $(impl Wire for $type {
            fn write(&self, to: &mut String) {
                match self {
                    $(Self::$variant { $($field: $name),* } => {
                        write_number($number, to);
                        $($name.write(to);)*
                    })*
                }
            }

            fn read(from: &mut &str) -> Option<Self> {
                Some(match read_number(from)? {
                    $($number => Self::$variant { $($field: Wire::read(from)?),* },)*
                    _ => return None,
                })
            }
        })*
    };
}

enums! {
    Order {
        0 Check { config config, ask ask }
        1 Matrix { config config, fixes fixes, properties properties, limits limits }
        2 Explain { config config, events events }
        3 Grade { config config, events events, goal goal, limits limits }
        4 Recognise { paste paste, logs logs }
        5 Open { name name, text text }
    }
    Reply {
        0 Ready { protocol protocol }
        1 Progress { id id, how_far how_far }
        2 Done { id id, answer answer }
        3 Failed { id id, message message }
    }
    Answer {
        0 Check { 0 report }
        1 Matrix { 0 matrix }
        2 Explain { 0 explained }
        3 Grade { 0 grade }
        4 Recognise { 0 told }
        5 Open { 0 carried }
    }
    Wanted { 0 Share {} 1 Embed {} 2 Export {} 3 Edit {} }
    Returned { 0 Closed {} 1 Open { name name, text text } 2 Failed { message message } }
    Value { 0 Number { 0 number } 1 Word { 0 word } 2 Words { 0 words } }
    Limit { 0 States { 0 states } 1 Memory { 0 bytes } }
    Decision { 0 Order { 0 race } 1 Fault { 0 step } 2 Start {} 3 Schedule {} }
    Standing {
        0 Solved { steps steps }
        1 TooLong { steps steps }
        2 NotBroken {}
        3 Broken { at at }
        4 FaultsLeft { left left }
        5 NotAtRest {}
    }
    Verdict { 0 Holds {} 1 Violated {} 2 Limit {} }
    Kind { 0 Always {} 1 NeverStep {} 2 AtRest {} 3 Recoverable {} 4 Bounded {} }
    Freshness { 0 Fresh {} 1 Stale {} 2 Missing {} }
    Possible { 0 Yes {} 1 NotWithin {} 2 Never {} 3 Unknown { 0 limit } }
}

impl Wire for bool {
    fn write(&self, to: &mut String) {
        u32::from(*self).write(to);
    }

    fn read(from: &mut &str) -> Option<Self> {
        Some(read_number(from)? == 1)
    }
}

impl Wire for String {
    fn write(&self, to: &mut String) {
        write_text(self, to);
    }

    fn read(from: &mut &str) -> Option<Self> {
        read_text(from).map(str::to_owned)
    }
}

impl Wire for Event {
    fn write(&self, to: &mut String) {
        write_text(self.as_str(), to);
    }

    fn read(from: &mut &str) -> Option<Self> {
        Self::new(read_text(from)?).ok()
    }
}

impl<T: Wire> Wire for Option<T> {
    fn write(&self, to: &mut String) {
        self.is_some().write(to);
        if let Some(value) = self {
            value.write(to);
        }
    }

    fn read(from: &mut &str) -> Option<Self> {
        Some(if bool::read(from)? { Some(T::read(from)?) } else { None })
    }
}

impl<T: Wire> Wire for Box<T> {
    fn write(&self, to: &mut String) {
        (**self).write(to);
    }

    fn read(from: &mut &str) -> Option<Self> {
        T::read(from).map(Self::new)
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    fn write(&self, to: &mut String) {
        self.0.write(to);
        self.1.write(to);
    }

    fn read(from: &mut &str) -> Option<Self> {
        Some((A::read(from)?, B::read(from)?))
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn write(&self, to: &mut String) {
        self.len().write(to);
        for item in self {
            item.write(to);
        }
    }

    // Nothing is reserved for a length that is only claimed.
    fn read(from: &mut &str) -> Option<Self> {
        let mut list = Self::new();
        for _ in 0..usize::read(from)? {
            list.push(T::read(from)?);
        }
        Some(list)
    }
}

impl<T: Wire> Wire for ShortMap<String, T> {
    fn write(&self, to: &mut String) {
        self.len().write(to);
        for (key, value) in self {
            key.write(to);
            value.write(to);
        }
    }

    fn read(from: &mut &str) -> Option<Self> {
        let entries = Vec::read(from)?;
        (entries.len() <= MAX_ENTRIES).then(|| entries.into_iter().collect())
    }
}
