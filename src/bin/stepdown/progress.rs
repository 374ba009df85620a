//! Progress of a long search on the error output, when somebody is there to read it.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};
use stepdown::check::Progress;

/// States between two looks at the clock.
pub(crate) const SLICE: u32 = 20_000;

/// A line that is written over and over.
pub(crate) struct Ticker {
    shown: bool,
    begun: Instant,
    next: Duration,
}

impl Ticker {
    #[allow(clippy::disallowed_methods, reason = "the command keeps the time, the library reads no clock")]
    pub(crate) fn new() -> Self {
        Self { shown: stderr().is_terminal(), begun: Instant::now(), next: Duration::from_secs(1) }
    }

    /// Tells how far it is, once a second.
    pub(crate) fn tell(&mut self, what: &str, progress: Option<Progress>) {
        let (Some(progress), true) = (progress, self.shown && self.begun.elapsed() >= self.next) else {
            return;
        };
        self.next = self.begun.elapsed() + Duration::from_secs(1);
        let Progress { states, frontier, depth } = progress;
        let rate = f64::from(states) / self.begun.elapsed().as_secs_f64();
        let mut out = stderr().lock();
        let _ = write!(
            out,
            "\r\x1b[K{what}{states} states, {frontier} to expand, depth {depth}, {rate:.0} states/s"
        );
        let _ = out.flush();
    }

    /// Clears the line.
    pub(crate) fn end(self) {
        if self.shown {
            let _ = write!(stderr().lock(), "\r\x1b[K");
        }
    }
}
