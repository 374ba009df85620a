//! Druid's Consul leader selector (`ConsulLeaderSelector`): two nodes, each with an election loop and a session keeper, a caller
//! of `unregisterListener`, and the Consul server with sessions, a lock and its lock-delay. Ticked.
//!
//! Time is urgent: a tick waits for every thread that can move and for every session that is due. A call to Consul is
//! one step, with its effect and its answer, unless a fault takes one of them away.

mod action;
mod actors;
mod call;
mod callers;
mod consul;
mod election;
mod forms;
mod guard;
mod info;
mod label;
mod lines;
mod logs;
mod loop_sentence;
#[cfg(test)]
mod mutants;
mod observe;
mod place;
mod present;
mod properties;
mod rest;
mod scene;
mod sentence;
mod settings;
mod state;
mod step;
mod symptoms;
mod thread;

pub(super) use info::INFO;
pub(super) use settings::SETTINGS;

use crate::machine::{Class, Config, ConfigError, Machine, Property, Resolved, Unwatched};
use action::{Action, How};
use guard::Refusal;
use state::{A, B, Fault, State};

/// A toggle of this model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fix {
    Kick,
    Lease,
    Retry,
    Definite,
    Destroy,
    DestroyRetry,
    Order,
    Guard,
    NoNull,
    Finally,
    Relist,
    Unlock,
    IdempotentListener,
    LongerTtl,
    LongerLockDelay,
    ShorterPoll,
    FenceTerm,
    FenceLockIndex,
    FenceModifyIndex,
}

/// With the ids of `info.rs`.
const FIXES: [(Fix, &str); 19] = [
    (Fix::Kick, "kick"),
    (Fix::Lease, "lease"),
    (Fix::Retry, "retry"),
    (Fix::Definite, "definite"),
    (Fix::Destroy, "destroy"),
    (Fix::DestroyRetry, "dretry"),
    (Fix::Order, "order"),
    (Fix::Guard, "guard"),
    (Fix::NoNull, "nonull"),
    (Fix::Finally, "fin"),
    (Fix::Relist, "relist"),
    (Fix::Unlock, "unlock"),
    (Fix::IdempotentListener, "idempotent_listener"),
    (Fix::LongerTtl, "longer_ttl"),
    (Fix::LongerLockDelay, "longer_lock_delay"),
    (Fix::ShorterPoll, "shorter_poll"),
    (Fix::FenceTerm, "fence_local_term"),
    (Fix::FenceLockIndex, "fence_lock_index"),
    (Fix::FenceModifyIndex, "fence_modify_index"),
];

/// The budgets, by [`Fault`].
const FAULTS: [(Fault, &str); state::FAULTS] = [
    (Fault::Invalidate, "invalidate"),
    (Fault::DeleteKey, "delete_key"),
    (Fault::OverwriteKey, "operator_overwrite_key"),
    (Fault::Error, "error"),
    (Fault::LostAnswer, "lost_answer"),
    (Fault::Cut, "cut"),
    (Fault::Pause, "pause"),
    (Fault::Crash, "crash"),
    (Fault::Exception, "listener_exception"),
    (Fault::Throwable, "listener_error"),
    (Fault::Unregister, "unregister"),
    (Fault::Write, "write"),
];

/// The longest session TTL, in ticks: twice that is counted in a byte.
const LONGEST_TTL: u8 = 120;

/// What the fenced resource compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fence {
    None,
    LocalTerm,
    LockIndex,
    ModifyIndex,
}

/// The model under one configuration. Times are in ticks.
#[derive(Clone, Debug)]
pub struct DruidConsul {
    /// `healthCheckInterval`.
    poll: u8,
    /// The keeper's pause between two renewals.
    renew_every: u8,
    /// `leaderSessionTtl`, after which the fix `lease` gives up.
    ttl: u8,
    /// When Consul gives a session up: at twice its TTL.
    expiry: u8,
    lock_delay: u8,
    /// How long a call of a node that is cut off hangs.
    rpc_hang: u8,
    backoff: u8,
    join: u8,
    /// `leaderMaxErrorRetries`; 0 for none.
    max_errors: u8,
    callback: u8,
    /// Whether the caller of `unregisterListener` holds the lock that callbacks need.
    holds_giant: bool,
    fence: Fence,
    /// Whether runs begin with node A as a leader that sleeps.
    leads: bool,
    /// The TTL as the log prints it.
    ttl_seconds: u32,
    /// The length of a tick, in microseconds.
    tick_us: u32,
    /// By [`Fault`].
    budgets: [u8; state::FAULTS],
    /// A bit by [`Fix`].
    fixes: u32,
    /// What could be enabled under these budgets, in the fixed order.
    candidates: Vec<Action>,
}

impl DruidConsul {
    /// The model under a configuration.
    ///
    /// # Errors
    /// When the configuration does not fit what the model declares.
    ///
    /// # Panics
    /// Never: all numbers are bounded by the declaration.
    pub fn new(config: &Config) -> Result<Self, ConfigError> {
        let resolved = Resolved::new(&INFO, config)?;
        let byte = |number: u32| u8::try_from(number).expect("bounded by the model's declaration");
        let number = |id: &str| byte(resolved.number(id));
        let has = |fix: Fix| FIXES.iter().any(|&(known, id)| known == fix && resolved.has_fix(id));
        let lock_delay = number("lock_delay");
        let poll = match number("poll") {
            poll if has(Fix::ShorterPoll) => poll.min(lock_delay.saturating_sub(1).max(1)),
            poll => poll,
        };
        let ttl = if has(Fix::LongerTtl) { (number("ttl") * 2).min(LONGEST_TTL) } else { number("ttl") };
        let tick_us = resolved.number("tick_us");
        let mut model = Self {
            poll,
            renew_every: number("renew"),
            ttl,
            expiry: 2 * ttl,
            lock_delay: if has(Fix::LongerLockDelay) { lock_delay.max(poll + 1) } else { lock_delay },
            rpc_hang: number("rpc_hang"),
            backoff: number("backoff"),
            join: number("join"),
            max_errors: number("max_errors"),
            callback: number("callback"),
            holds_giant: resolved.choice("caller") == "holds_giant" && !has(Fix::Unlock),
            fence: match () {
                () if has(Fix::FenceTerm) => Fence::LocalTerm,
                () if has(Fix::FenceLockIndex) => Fence::LockIndex,
                () if has(Fix::FenceModifyIndex) => Fence::ModifyIndex,
                () => Fence::None,
            },
            leads: resolved.choice("start") == "leading",
            ttl_seconds: whole_seconds(ttl, tick_us),
            tick_us,
            budgets: FAULTS.map(|(_, id)| byte(resolved.budget(id))),
            fixes: FIXES.iter().filter(|(_, id)| resolved.has_fix(id)).map(|&(fix, _)| 1 << fix as u32).sum(),
            candidates: Vec::new(),
        };
        model.candidates = Action::all().into_iter().filter(|&action| model.allows(action)).collect();
        Ok(model)
    }

    fn has(&self, fix: Fix) -> bool {
        self.fixes >> fix as u32 & 1 != 0
    }

    /// Whether the configuration lets the action happen at all.
    fn allows(&self, action: Action) -> bool {
        let allows = |fault: Fault| self.budgets[fault as usize] > 0;
        match action {
            Action::Heal => allows(Fault::Cut),
            Action::Resume => allows(Fault::Pause),
            Action::Caller(_) if !allows(Fault::Unregister) => false,
            _ => action.charged_to().is_none_or(allows),
        }
    }
}

/// What Druid passes on of a TTL: a tick is rounded to microseconds, and Druid drops fractions of a second.
fn whole_seconds(ticks: u8, tick_us: u32) -> u32 {
    let ms = (u64::from(ticks) * u64::from(tick_us) + 500) / 1_000;
    u32::try_from(ms / 1_000).unwrap_or(u32::MAX)
}

impl Machine for DruidConsul {
    type State = State;
    type Action = Action;
    type Refusal = Refusal;

    fn initial(&self, out: &mut Vec<State>) {
        let mut state = State::default();
        if self.leads {
            self.lead_from_the_start(&mut state);
        } else {
            step::start(&mut state, A, &mut Unwatched::default());
        }
        // The other node may start later, within one poll: all phases count.
        state.node_mut(B).loop_.left = self.poll - 1;
        for (fault, _) in FAULTS {
            state.set_budget(fault, self.budgets[fault as usize]);
        }
        out.push(state);
    }

    fn enabled(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.candidates.iter().filter(|&&action| self.guard_of(state, action).is_ok()));
    }

    fn guard(&self, state: &State, action: Action) -> Result<(), Refusal> {
        self.guard_of(state, action)
    }

    fn step(&self, state: &State, action: Action) -> State {
        let mut after = *state;
        self.step_in_place(&mut after, action);
        after
    }

    fn step_in_place(&self, state: &mut State, action: Action) {
        debug_assert_eq!(self.guard_of(state, action), Ok(()), "only enabled actions are applied");
        self.apply(state, action, &mut Unwatched::default());
    }

    fn class(&self, action: Action) -> Class {
        match action {
            Action::Tick | Action::Heal | Action::Resume | Action::Write(_) => Class::Background,
            Action::Loop(_, How::Run) | Action::Keeper(_, How::Run) | Action::Caller(How::Run) => {
                Class::Internal
            }
            Action::Start | Action::Expire(_) => Class::Internal,
            _ => Class::Fault,
        }
    }

    fn properties() -> &'static [Property<Self>] {
        properties::PROPERTIES
    }
}
