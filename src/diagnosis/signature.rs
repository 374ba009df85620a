//! Whether the signature of a scenario tells its log from those of the others.

use super::index::Kind;
use super::rule::Rule;
use crate::machine::System;
use crate::scenario::Loaded;

/// The logs of a scenario's own run and of what follows by itself, a log a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logs {
    /// The scenario's id.
    pub id: String,
    /// The real system.
    pub system: System,
    signature: Vec<String>,
    nodes: Vec<NodeLog>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct NodeLog {
    node: &'static str,
    messages: Vec<String>,
    /// The lines as far as they tell scenarios apart.
    kinds: Vec<Kind>,
}

/// Why a signature is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// The entry; none for all of them.
    pub at: Option<usize>,
    /// What a signature is.
    pub expected: String,
    /// What this one is.
    pub found: String,
}

impl Logs {
    /// The logs of a scenario.
    pub fn of(loaded: &Loaded) -> Self {
        let run = loaded.player.settled().player;
        let mut nodes: Vec<NodeLog> = Vec::new();
        for record in run.log(1, run.len()) {
            let line = &record.line;
            let slots = line.slots.iter().map(|(name, value)| (*name, value.as_str()));
            let kind = Kind::of(line.template, slots);
            let at = nodes.iter().position(|log| log.node == line.node).unwrap_or_else(|| {
                nodes.push(NodeLog { node: line.node, ..NodeLog::default() });
                nodes.len() - 1
            });
            nodes[at].messages.push(line.message());
            nodes[at].kinds.push(kind);
        }
        let signature = loaded.scenario.signature.clone();
        Self { id: loaded.scenario.id.clone(), system: loaded.system(), signature, nodes }
    }

    /// The ids of the other scenarios of the system that the signature does not tell from this one, which only those are that
    /// print the same lines. Nothing when there is no signature.
    ///
    /// # Errors
    /// When the entries are no rule, when the scenario's own log does not keep it, or when another's does without need.
    pub fn look_alikes(&self, all: &[Self]) -> Result<Vec<String>, Unfit> {
        let rule = Rule::new(&self.signature).map_err(|error| Unfit {
            at: error.at,
            expected: "a signature".into(),
            found: error.message,
        })?;
        let Some(rule) = rule else { return Ok(Vec::new()) };
        if let Err(at) = self.find(&rule) {
            return Err(Unfit {
                at: Some(at.min(self.signature.len() - 1)),
                expected: "lines that the log of one node has in this order".into(),
                found: "no log of this run that keeps to the signature up to this entry".into(),
            });
        }
        let others: Vec<&Self> = all.iter().filter(|other| self.is_rival(other)).collect();
        // A log that no other scenario has is told from all of them by some signature.
        let is_own = |log: &NodeLog| !others.iter().any(|other| other.has(log));
        let own = self.nodes.iter().find(|log| is_own(log));
        let mut look_alikes = Vec::new();
        for other in others {
            let kept: Vec<&NodeLog> = other.nodes.iter().filter(|log| log.keeps(&rule)).collect();
            if let Some(log) = kept.iter().find(|log| own.is_some() || !self.has(log)) {
                let node =
                    own.map_or(String::new(), |own| format!("; the log of {} is in no other", own.node));
                return Err(Unfit {
                    at: None,
                    expected: format!("a signature that tells this scenario from {}{node}", other.id),
                    found: format!("one that the log of {} there keeps as well", log.node),
                });
            }
            if !kept.is_empty() {
                look_alikes.push(other.id.clone());
            }
        }
        Ok(look_alikes)
    }

    /// Whether a scenario is another one that may be taken for this one.
    fn is_rival(&self, other: &Self) -> bool {
        other.id != self.id && other.system == self.system
    }

    /// Where a log of its own keeps the rule, or the entry that none gets beyond.
    fn find(&self, rule: &Rule<'_>) -> Result<(), usize> {
        let mut furthest = 0;
        for log in &self.nodes {
            match rule.find(&log.texts()) {
                Ok(_) => return Ok(()),
                Err(at) => furthest = furthest.max(at),
            }
        }
        Err(furthest)
    }

    /// Whether one of its logs has the same lines.
    fn has(&self, log: &NodeLog) -> bool {
        self.nodes.iter().any(|own| own.kinds == log.kinds)
    }
}

impl NodeLog {
    fn texts(&self) -> Vec<&str> {
        self.messages.iter().map(String::as_str).collect()
    }

    fn keeps(&self, rule: &Rule<'_>) -> bool {
        rule.find(&self.texts()).is_ok()
    }
}
