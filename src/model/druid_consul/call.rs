//! A call to Consul: one step with its effect and its answer, unless the node is cut off or a fault comes between.

use super::action::How;
use super::state::{Fault, Flag, Node, Reference, State};
use super::thread::{Keep, Loop, Unreg};
use super::{DruidConsul, Fix};

/// The threads that call Consul.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Loop,
    Keeper,
    Caller,
}

/// What becomes of a call in this step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// Consul did it and said so.
    Answer,
    /// Consul did it, but the caller gets an exception.
    LostAnswer,
    /// Consul did nothing, and the caller gets an exception.
    NoEffect,
}

impl Reply {
    /// Whether Consul got the call.
    pub(super) fn reaches(self) -> bool {
        self != Self::NoEffect
    }
}

impl DruidConsul {
    /// Begins or ends a call. None when it hangs from now on: a node that is cut off waits for the time-out and gets an
    /// exception in any case, even if it is reachable again by then.
    pub(super) fn call(&self, state: &mut State, node: Node, who: Who, how: How) -> Option<Reply> {
        if hangs(state, node, who) {
            set_hangs(state, node, who, false, 0);
            return Some(Reply::NoEffect);
        }
        if state.node(node).has(Flag::Cut) {
            if self.rpc_hang == 0 {
                return Some(Reply::NoEffect);
            }
            set_hangs(state, node, who, true, self.rpc_hang);
            return None;
        }
        match how {
            How::Error => {
                state.spend(Fault::Error);
                Some(Reply::NoEffect)
            }
            How::Lost => {
                state.spend(Fault::LostAnswer);
                Some(Reply::LostAnswer)
            }
            _ => Some(Reply::Answer),
        }
    }

    /// Whether the thread's next step is a call, and whether the call changes something at Consul.
    pub(super) fn is_calling(&self, state: &State, node: Node, who: Who) -> (bool, bool) {
        match who {
            Who::Loop => {
                let at = state.node(node).loop_.at;
                // Without a session some of its calls are not made.
                let empty = match at {
                    Loop::FinDestroy => state.node(node).loop_.local.get().is_none(),
                    Loop::Validate4 => lacks_session(state, node),
                    Loop::Acquire => self.has(Fix::NoNull) && lacks_session(state, node),
                    _ => false,
                };
                (at.is_call() && !empty, at.is_writing())
            }
            Who::Keeper => (state.node(node).keeper.at == Keep::Renew, true),
            Who::Caller => (state.unregister.at == Unreg::Destroy, true),
        }
    }
}

/// Whether the thread's call hangs.
pub(super) fn hangs(state: &State, node: Node, who: Who) -> bool {
    match who {
        Who::Loop => state.node(node).has(Flag::LoopHangs),
        Who::Keeper => state.node(node).has(Flag::KeeperHangs),
        Who::Caller => state.unregister.hangs,
    }
}

/// Whether the loop, about to call with `sessionId`, finds that there is none. A call under way is not asked again.
pub(super) fn lacks_session(state: &State, node: Node) -> bool {
    state.node(node).session == Reference::NONE && !hangs(state, node, Who::Loop)
}

fn set_hangs(state: &mut State, node: Node, who: Who, on: bool, left: u8) {
    match who {
        Who::Loop => {
            state.node_mut(node).set(Flag::LoopHangs, on);
            state.node_mut(node).loop_.left = left;
        }
        Who::Keeper => {
            state.node_mut(node).set(Flag::KeeperHangs, on);
            state.node_mut(node).keeper.left = left;
        }
        Who::Caller => {
            state.unregister.hangs = on;
            state.unregister.left = left;
        }
    }
}
