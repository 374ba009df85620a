//! Small machines that only tests and benchmarks know.

pub(crate) mod graph;
pub(crate) mod two_phase_commit;
