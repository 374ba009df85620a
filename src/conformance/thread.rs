//! Whether the thread that printed a line is the one that a model says prints it.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Where a harness calls a class itself, the thread has another name than in a real process; it is said there which of the
/// model's threads that one plays.
const HARNESSES: &str = include_str!("../../conformance/harnesses.json");

#[derive(Deserialize)]
struct Harness {
    /// The model's threads that one of the harness's plays, by its name.
    #[serde(default)]
    threads: BTreeMap<String, Vec<String>>,
}

static OWN: LazyLock<BTreeMap<String, Harness>> =
    LazyLock::new(|| serde_json::from_str(HARNESSES).expect("harnesses.json is an object of harnesses"));

/// Whether a thread of a harness is the model's thread: both have the same name but for its numbers, or the one plays the
/// other.
pub(super) fn is_same(harness: &str, of_model: &str, printed: &str) -> bool {
    let plays = OWN.get(harness).and_then(|harness| harness.threads.get(printed));
    let mut names = plays.into_iter().flatten().map(String::as_str).chain([printed]);
    names.any(|name| masked(name) == masked(of_model))
}

/// The name without its numbers, which count the threads of one process.
fn masked(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '0'..='9' if out.ends_with('#') => {}
            '0'..='9' => out.push('#'),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_threads_are_not_compared_and_names_are() {
        assert!(is_same("druid-k8s", "Thread-41", "Thread-0"));
        assert!(!is_same("druid-k8s", "Thread-41", "LeaderElectorAsyncWrapper"));
        assert!(!is_same("consul", "ConsulLeaderSelector-0", "ConsulSessionKeeper-0"));
    }

    #[test]
    fn a_thread_of_a_harness_is_what_it_plays_and_nothing_else() {
        assert!(is_same("consul", "Thread-41", "caller-of-unregister"));
        assert!(!is_same("consul", "ConsulLeaderSelector-0", "caller-of-unregister"));
        assert!(!is_same("druid-k8s", "Thread-41", "caller-of-unregister"), "that is of another harness");
    }
}
