//! Small machines that only tests and benchmarks know.

#![allow(dead_code, reason = "each test uses a part")]

pub(crate) mod graph;
pub(crate) mod threads;
pub(crate) mod two_phase_commit;
