//! The end of a run that the system went on to by itself.

/// A branch that ends in steps the system took by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settling {
    /// The branch.
    pub branch: usize,
    /// The step after which they begin.
    pub from: usize,
    /// Whether the branch goes on until it comes to rest.
    pub rests: bool,
}

impl Settling {
    /// The word for it.
    pub fn word(self) -> &'static str {
        if self.rests { "settled" } else { "by itself" }
    }
}
