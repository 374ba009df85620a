//! Three threads that run small programs over four shared flags: a machine with real races.

use super::graph::INFO;
use proptest::prelude::*;
use std::fmt;
use stepdown::machine::{
    Actor, ActorInfo, Check, Class, Config, EventError, Facts, Label, Machine, Present, Property, Row, Scene,
    Upstream, Watch,
};
use stepdown::trace::Replay;
use zerocopy::{Immutable, IntoBytes};

/// What a line of a program does with a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Set(u8),
    Clear(u8),
    /// Blocks until the flag is set.
    Wait(u8),
    /// Sets the flag if the first one is set, clears it otherwise.
    Copy(u8, u8),
    /// A step of the environment: it flips the flag.
    Fault(u8),
}

/// The machine.
#[derive(Clone, Debug)]
pub(crate) struct Threads {
    pub(crate) programs: [Vec<Line>; 3],
    /// The flags that must never be set together.
    pub(crate) never: u8,
    /// The flags that have to be reachable together.
    pub(crate) goal: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoBytes, Immutable)]
#[repr(C)]
pub(crate) struct State {
    at: [u8; 3],
    flags: u8,
}

/// A thread runs its next line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Next(u8);

const THREADS: [&str; 3] = ["a", "b", "c"];

impl fmt::Display for Next {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.next", THREADS[usize::from(self.0)])
    }
}

impl Threads {
    /// A run without steps.
    pub(crate) fn open(&self) -> Replay {
        Replay::new(self.clone(), &INFO, Config::default())
    }

    fn line(&self, state: &State, Next(thread): Next) -> Option<Line> {
        let thread = usize::from(thread);
        self.programs[thread].get(usize::from(state.at[thread])).copied()
    }
}

fn is_set(state: &State, flag: u8) -> bool {
    state.flags >> flag & 1 != 0
}

impl Machine for Threads {
    type State = State;
    type Action = Next;
    type Refusal = &'static str;

    fn initial(&self, out: &mut Vec<State>) {
        out.push(State { at: [0; 3], flags: 0 });
    }

    fn enabled(&self, state: &State, out: &mut Vec<Next>) {
        out.extend((0..3).map(Next).filter(|&next| self.guard(state, next).is_ok()));
    }

    fn guard(&self, state: &State, action: Next) -> Result<(), &'static str> {
        match self.line(state, action) {
            None => Err("it is done"),
            Some(Line::Wait(flag)) if !is_set(state, flag) => Err("it waits"),
            Some(_) => Ok(()),
        }
    }

    fn step(&self, state: &State, action: Next) -> State {
        let mut after = *state;
        let set = |flags: u8, flag: u8, on: bool| flags & !(1 << flag) | u8::from(on) << flag;
        after.flags = match self.line(state, action) {
            Some(Line::Set(flag)) => set(state.flags, flag, true),
            Some(Line::Clear(flag)) => set(state.flags, flag, false),
            Some(Line::Copy(from, to)) => set(state.flags, to, is_set(state, from)),
            Some(Line::Fault(flag)) => state.flags ^ 1 << flag,
            Some(Line::Wait(_)) | None => state.flags,
        };
        after.at[usize::from(action.0)] += 1;
        after
    }

    /// Whether a line is the environment's depends on the line; a thread's first line tells for all of it.
    fn class(&self, action: Next) -> Class {
        match self.programs[usize::from(action.0)].first() {
            Some(Line::Fault(_)) => Class::Fault,
            _ => Class::Internal,
        }
    }

    fn properties() -> &'static [Property<Self>] {
        static PROPERTIES: &[Property<Threads>] = &[
            Property {
                id: "never-together",
                title: "Never together",
                meaning: "These flags are never set together.",
                check: Check::Always(|machine, state: &State| state.flags & machine.never != machine.never),
            },
            Property {
                id: "together",
                title: "Together",
                meaning: "These flags can be set together.",
                check: Check::Recoverable(|machine, state: &State| {
                    state.flags & machine.goal == machine.goal
                }),
            },
        ];
        PROPERTIES
    }
}

impl Present for Threads {
    fn parse(&self, event: &str) -> Result<Next, EventError> {
        let known = (0..3).map(Next).find(|next| next.to_string() == event);
        known.ok_or_else(|| EventError(format!("`{event}` is no step of a thread")))
    }

    fn actors(&self) -> &[ActorInfo] {
        static ACTORS: [ActorInfo; 3] = {
            const fn actor(id: &'static str) -> ActorInfo {
                ActorInfo { id, title: id, node: "" }
            }
            [actor("a"), actor("b"), actor("c")]
        };
        &ACTORS
    }

    fn queue_lengths(&self, _: &State) -> Vec<u8> {
        Vec::new()
    }

    fn offers(&self, state: &State, out: &mut Vec<Next>) {
        self.enabled(state, out);
    }

    fn actor(&self, action: Next) -> Actor {
        Actor(action.0)
    }

    fn label(&self, _: &State, action: Next) -> Label {
        Label { title: action.to_string(), hint: String::new() }
    }

    fn sentence(&self, _: &State, action: Next, _: &State) -> String {
        action.to_string()
    }

    fn upstream(&self, _: &State, _: Next) -> Upstream {
        Upstream { class: "Threads", method: "next" }
    }

    fn effects(&self, _: &State, _: Next, _: &mut Watch) {}

    fn budget(&self, _: &State, _: Next) -> Option<(&'static str, u32)> {
        None
    }

    fn duration_ms(&self, _: &Self::State, _: Next) -> u32 {
        0
    }

    fn rows(&self, _: &State, _: &Facts) -> Vec<Row> {
        Vec::new()
    }

    fn scene(&self, _: &State, _: &Facts) -> Scene {
        Scene::default()
    }
}

/// Machines of short programs; the third thread may be the environment.
pub(crate) fn threads() -> impl Strategy<Value = Threads> {
    let flag = 0_u8..4;
    let line = prop_oneof![
        3 => flag.clone().prop_map(Line::Set),
        2 => flag.clone().prop_map(Line::Clear),
        1 => flag.clone().prop_map(Line::Wait),
        2 => (flag.clone(), flag.clone()).prop_map(|(from, to)| Line::Copy(from, to)),
    ];
    let program = prop::collection::vec(line, 0..4);
    let faults = prop::collection::vec(flag.clone().prop_map(Line::Fault), 0..2);
    let third = prop_oneof![program.clone(), faults];
    let pair = (flag.clone(), flag).prop_map(|(a, b)| 1 << a | 1 << b);
    (program.clone(), program, third, pair.clone(), pair).prop_map(|(a, b, c, never, goal)| Threads {
        programs: [a, b, c],
        never,
        goal,
    })
}
