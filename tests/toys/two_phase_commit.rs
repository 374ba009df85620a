//! Two-phase commit, the usual first model of a checker: its numbers of states are known from elsewhere.
//! (J. Gray and L. Lamport, "Consensus on Transaction Commit", without the messages' loss.)

use std::fmt;
use stepdown::check::Checked;
use stepdown::machine::{Check, Class, Freshness, Machine, Property};
use zerocopy::{Immutable, IntoBytes, Unaligned};

/// The most resource managers.
pub(crate) const MOST: usize = 8;

/// Where a resource manager stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
pub(crate) enum Manager {
    Working,
    Prepared,
    Committed,
    Aborted,
}

/// Where the transaction manager stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoBytes, Immutable, Unaligned)]
#[repr(u8)]
pub(crate) enum Transaction {
    Open,
    Committed,
    Aborted,
}

/// A state, in 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoBytes, Immutable)]
#[repr(C)]
pub(crate) struct State {
    managers: [Manager; MOST],
    /// Whose readiness the transaction manager has heard of.
    heard: [bool; MOST],
    /// Whose readiness is on its way, or was: messages stay.
    told: [bool; MOST],
    transaction: Transaction,
    commit_sent: bool,
    abort_sent: bool,
    unused: [u8; 5],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Action {
    HearPrepared(u8),
    Commit,
    Abort,
    Prepare(u8),
    GiveUp(u8),
    HearCommit(u8),
    HearAbort(u8),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HearPrepared(manager) => write!(f, "tm.hear_prepared.{manager}"),
            Self::Commit => f.write_str("tm.commit"),
            Self::Abort => f.write_str("tm.abort"),
            Self::Prepare(manager) => write!(f, "rm{manager}.prepare"),
            Self::GiveUp(manager) => write!(f, "rm{manager}.give_up"),
            Self::HearCommit(manager) => write!(f, "rm{manager}.hear_commit"),
            Self::HearAbort(manager) => write!(f, "rm{manager}.hear_abort"),
        }
    }
}

/// The machine with so many resource managers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TwoPhaseCommit {
    pub(crate) managers: u8,
}

impl TwoPhaseCommit {
    fn allows(self, state: &State, action: Action) -> bool {
        let at = |manager: u8| usize::from(manager);
        let open = state.transaction == Transaction::Open;
        match action {
            Action::HearPrepared(manager) => open && state.told[at(manager)] && !state.heard[at(manager)],
            Action::Commit => open && state.heard[..usize::from(self.managers)].iter().all(|heard| *heard),
            Action::Abort => open,
            Action::Prepare(manager) | Action::GiveUp(manager) => {
                state.managers[at(manager)] == Manager::Working
            }
            Action::HearCommit(manager) => {
                state.commit_sent && state.managers[at(manager)] != Manager::Committed
            }
            Action::HearAbort(manager) => state.abort_sent && state.managers[at(manager)] != Manager::Aborted,
        }
    }
}

impl Machine for TwoPhaseCommit {
    type State = State;
    type Action = Action;
    type Refusal = &'static str;

    fn initial(&self, out: &mut Vec<State>) {
        out.push(State {
            managers: [Manager::Working; MOST],
            heard: [false; MOST],
            told: [false; MOST],
            transaction: Transaction::Open,
            commit_sent: false,
            abort_sent: false,
            unused: [0; 5],
        });
    }

    fn enabled(&self, state: &State, out: &mut Vec<Action>) {
        let mut offer = |action| {
            if self.allows(state, action) {
                out.push(action);
            }
        };
        offer(Action::Commit);
        offer(Action::Abort);
        for manager in 0..self.managers {
            offer(Action::HearPrepared(manager));
            offer(Action::Prepare(manager));
            offer(Action::GiveUp(manager));
            offer(Action::HearCommit(manager));
            offer(Action::HearAbort(manager));
        }
    }

    fn guard(&self, state: &State, action: Action) -> Result<(), &'static str> {
        if self.allows(state, action) { Ok(()) } else { Err("not enabled") }
    }

    fn step(&self, state: &State, action: Action) -> State {
        let mut after = *state;
        self.step_in_place(&mut after, action);
        after
    }

    fn step_in_place(&self, state: &mut State, action: Action) {
        match action {
            Action::HearPrepared(manager) => state.heard[usize::from(manager)] = true,
            Action::Commit => (state.transaction, state.commit_sent) = (Transaction::Committed, true),
            Action::Abort => (state.transaction, state.abort_sent) = (Transaction::Aborted, true),
            Action::Prepare(manager) => {
                state.managers[usize::from(manager)] = Manager::Prepared;
                state.told[usize::from(manager)] = true;
            }
            Action::GiveUp(manager) | Action::HearAbort(manager) => {
                state.managers[usize::from(manager)] = Manager::Aborted;
            }
            Action::HearCommit(manager) => state.managers[usize::from(manager)] = Manager::Committed,
        }
    }

    fn class(&self, _: Action) -> Class {
        Class::Internal
    }

    fn properties() -> &'static [Property<Self>] {
        const fn always(
            id: &'static str,
            holds: fn(&TwoPhaseCommit, &State) -> bool,
        ) -> Property<TwoPhaseCommit> {
            Property { id, title: id, meaning: id, check: Check::Always(holds) }
        }
        static PROPERTIES: &[Property<TwoPhaseCommit>] = &[
            always("consistent", |machine, state| {
                let managers = &state.managers[..usize::from(machine.managers)];
                !(managers.contains(&Manager::Committed) && managers.contains(&Manager::Aborted))
            }),
            always("somebody-moved", |_, state| *state != initial()),
        ];
        PROPERTIES
    }
}

fn initial() -> State {
    let mut states = Vec::new();
    TwoPhaseCommit { managers: 1 }.initial(&mut states);
    states[0]
}

impl Checked for TwoPhaseCommit {
    fn mover(&self, action: Action) -> u8 {
        match action {
            Action::HearPrepared(_) | Action::Commit | Action::Abort => 0,
            Action::Prepare(manager)
            | Action::GiveUp(manager)
            | Action::HearCommit(manager)
            | Action::HearAbort(manager) => manager + 1,
        }
    }

    fn keys(&self, _: &State) -> Vec<(&'static str, Freshness)> {
        Vec::new()
    }

    fn us_a_tick(&self) -> u32 {
        1_000_000
    }
}
