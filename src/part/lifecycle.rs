//! The order in which a `Lifecycle` stops its handlers, and how far it is.

use crate::machine::sort_short;
use zerocopy::{Immutable, IntoBytes, Unaligned};

/// The stages, in the order in which they start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// Logging and the like.
    Init,
    /// Nearly everything.
    Normal,
    /// The HTTP server.
    Server,
    /// What tells others that the node is there.
    Announcements,
}

impl Stage {
    /// As the log prints it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Init => "INIT",
            Self::Normal => "NORMAL",
            Self::Server => "SERVER",
            Self::Announcements => "ANNOUNCEMENTS",
        }
    }
}

/// Handlers in the order in which they stop: stages descend, and within a stage what was registered last
/// stops first.
pub fn stop_order<H: Copy>(registered: &[(Stage, H)]) -> Vec<(Stage, H)> {
    let mut order: Vec<_> = registered.iter().rev().copied().collect();
    sort_short(&mut order, |(a, _), (b, _)| a > b);
    order
}

/// How far the thread that stops a lifecycle is: at which handler, and at which of its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Lifecycle {
    /// The position in the stop order and one more; 0 while nothing stops.
    handler: u8,
    step: u8,
}

impl Lifecycle {
    /// Whether nothing stops yet.
    pub fn is_running(self) -> bool {
        self.handler == 0
    }

    /// The position of the handler that is stopping, in the stop order; none while nothing stops. It is the
    /// length of the order when all have stopped.
    pub fn position(self) -> Option<u8> {
        self.handler.checked_sub(1)
    }

    /// The step of the handler that comes next, counted by the model.
    pub fn step(self) -> u8 {
        self.step
    }

    /// Begins to stop.
    pub fn begin(&mut self) {
        *self = Self { handler: 1, step: 0 };
    }

    /// Goes to a step of the same handler.
    pub fn go_to(&mut self, step: u8) {
        self.step = step;
    }

    /// Goes on to the next handler.
    pub fn advance(&mut self) {
        *self = Self { handler: self.handler + 1, step: 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_descend_and_within_a_stage_the_last_registered_stops_first() {
        let registered =
            [(Stage::Normal, 'a'), (Stage::Init, 'i'), (Stage::Announcements, 'n'), (Stage::Normal, 'b')];
        let order: String = stop_order(&registered).iter().map(|&(_, handler)| handler).collect();
        assert_eq!(order, "nbai");
    }

    #[test]
    fn it_goes_from_handler_to_handler() {
        let mut lifecycle = Lifecycle::default();
        assert_eq!((lifecycle.is_running(), lifecycle.position()), (true, None));
        lifecycle.begin();
        lifecycle.go_to(3);
        assert_eq!((lifecycle.position(), lifecycle.step()), (Some(0), 3));
        lifecycle.advance();
        assert_eq!((lifecycle.position(), lifecycle.step()), (Some(1), 0));
    }
}
