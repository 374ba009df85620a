//! What is drawn of a run: its lanes, and the steps around the cursor with their arrows.

use super::labels::LabelTone;
use super::settling::Settling;
use super::turns::Turn;
use super::window::Window;
use crate::trace::Player;
use std::rc::Rc;

/// What is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Excerpt {
    /// The names of the lanes, short and full.
    pub lanes: Vec<(Rc<str>, Rc<str>)>,
    /// The first step, counted from 1.
    pub first: usize,
    /// How many steps the run has.
    pub total: usize,
    /// The steps.
    pub steps: Vec<Shape>,
    /// The arrows that end in one of them.
    pub arrows: Vec<Link>,
    /// The first step that differs from the original.
    pub divergence: Option<usize>,
    /// Where the run turns for good.
    pub turns: Vec<Turn>,
    /// How the run went on by itself at its end.
    pub settling: Option<Settling>,
}

/// A step as drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Its lane.
    pub lane: usize,
    /// What kind of step it is.
    pub kind: Kind,
    /// What it is called when it needs a name: a fault.
    pub name: Rc<str>,
    /// The ids of the properties it breaks.
    pub violates: Vec<&'static str>,
    /// The whole story, for a tooltip.
    pub title: Rc<str>,
}

/// The kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A step of the system.
    Plain,
    /// A step of the environment.
    Fault,
    /// A step that a guard refused.
    Refused,
}

/// An arrow between steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The earlier step, counted from 1; it may lie before the window.
    pub from: usize,
    /// The lane of the earlier step.
    pub from_lane: usize,
    /// The later step.
    pub to: usize,
    /// The lane of the later step.
    pub to_lane: usize,
}

impl Shape {
    /// The texts that want a place beside its mark.
    pub fn labels(&self) -> Vec<(LabelTone, Rc<str>)> {
        let mut out: Vec<(LabelTone, Rc<str>)> = Vec::new();
        if !self.violates.is_empty() {
            out.push((LabelTone::Violation, self.violates.join(", ").into()));
        }
        match self.kind {
            Kind::Plain => {}
            Kind::Fault => out.push((LabelTone::Fault, Rc::clone(&self.name))),
            Kind::Refused => out.push((LabelTone::Refused, "not possible".into())),
        }
        out
    }
}

/// Takes out of a run what is drawn. `original` is the same schedule without the fixes that were turned on.
pub fn excerpt(run: &dyn Player, original: &dyn Player, window: Window) -> Excerpt {
    let lane_of = lanes_of_actors(run);
    let lane = |position: usize| lane_of[run.actor(position).0].unwrap_or_default();
    let mut steps = Vec::new();
    let mut arrows = Vec::new();
    for position in window.first..=window.last {
        steps.push(shape(run, original, position, lane(position)));
        let causes = run.causes(position).into_iter().filter(|arrow| (1..position).contains(&arrow.from));
        arrows.extend(causes.map(|arrow| Link {
            from: arrow.from,
            from_lane: lane(arrow.from),
            to: position,
            to_lane: lane(position),
        }));
    }
    Excerpt {
        lanes: lane_names(run, &lane_of),
        first: window.first,
        total: run.len(),
        steps,
        arrows,
        divergence: None,
        turns: Vec::new(),
        settling: None,
    }
}

fn shape(run: &dyn Player, original: &dyn Player, position: usize, lane: usize) -> Shape {
    let view = run.step(position);
    let actor = run.actors()[view.actor].title;
    let struck_out = position <= original.len() && !original.is_refused(position);
    let told = match &view.refused {
        Some(guard) if struck_out => format!("no longer possible, {guard}"),
        Some(guard) => format!("refused, {guard}"),
        None => view.sentence.clone(),
    };
    let breaks = if view.violates.is_empty() {
        String::new()
    } else {
        format!(" (breaks {})", view.violates.join(", "))
    };
    let kind = match view.refused {
        Some(_) => Kind::Refused,
        None if view.class.is_fault() => Kind::Fault,
        None => Kind::Plain,
    };
    Shape {
        lane,
        kind,
        name: view.label.title.into(),
        violates: view.violates,
        title: format!("Step {position}, {actor}: {told}{breaks}").into(),
    }
}

/// By actor, its lane; none for an actor that never acts.
fn lanes_of_actors(run: &dyn Player) -> Vec<Option<usize>> {
    let mut acts = vec![false; run.actors().len()];
    for position in 1..=run.len() {
        acts[run.actor(position).0] = true;
    }
    let mut next = 0;
    let mut lane = |acts: bool| {
        acts.then(|| {
            next += 1;
            next - 1
        })
    };
    acts.into_iter().map(&mut lane).collect()
}

/// The names of the lanes. With several nodes, a short name begins with the id of its node.
fn lane_names(run: &dyn Player, lanes: &[Option<usize>]) -> Vec<(Rc<str>, Rc<str>)> {
    let acting: Vec<_> =
        run.actors().iter().zip(lanes).filter(|(_, lane)| lane.is_some()).map(|(actor, _)| actor).collect();
    let mut nodes: Vec<_> = acting.iter().map(|actor| actor.node).filter(|node| !node.is_empty()).collect();
    nodes.dedup();
    let name = |actor: &&crate::machine::ActorInfo| -> (Rc<str>, Rc<str>) {
        let full = if actor.node.is_empty() {
            actor.title.to_owned()
        } else {
            format!("{}, {}", actor.title, actor.node)
        };
        let node = actor.id.split('.').next().unwrap_or_default();
        if nodes.len() > 1 && !actor.node.is_empty() {
            (format!("{node} {}", actor.title).into(), full.into())
        } else {
            (actor.title.into(), full.into())
        }
    };
    acting.iter().map(name).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// An excerpt with a plain step of each named lane.
    pub(crate) fn excerpt(lanes: &[&str]) -> Excerpt {
        let mut names: Vec<(Rc<str>, Rc<str>)> = Vec::new();
        let mut steps = Vec::new();
        for lane in lanes {
            let known = names.iter().position(|(name, _)| **name == **lane);
            let at = known.unwrap_or(names.len());
            if known.is_none() {
                names.push(((*lane).into(), (*lane).into()));
            }
            let (name, title) = ("".into(), (*lane).into());
            steps.push(Shape { lane: at, kind: Kind::Plain, name, violates: Vec::new(), title });
        }
        Excerpt { lanes: names, first: 1, total: lanes.len(), steps, ..Excerpt::default() }
    }
}
