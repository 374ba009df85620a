//! The index of scenarios: what the start page shows before any file is opened.

use crate::machine::{System, sort_short};
use crate::scenario::{Json, Question, Read, from_json, objects};

/// A scenario as listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The id: the file is `scenarios/ID.json`.
    pub id: String,
    /// The title.
    pub title: String,
    /// The question it answers.
    pub question: Question,
    /// Whether the start page proposes it as the first one to open.
    pub start_here: bool,
    /// Whether it sets a task to try.
    pub lesson: bool,
    /// Two or three sentences on what happens.
    pub summary: String,
    /// The real system.
    pub system: System,
    /// The model's id.
    pub model: String,
}

objects! {
    open Entry "an object with a scenario's entry" { id, title, question, summary, system, model; start_here, lesson }
}

impl Read for System {
    fn read(&mut self, from: &mut Json<'_>) {
        let at = from.place();
        let id = from.string();
        match Self::ALL.into_iter().find(|system| system.id() == id) {
            Some(system) => *self = system,
            None => from.refuse(at, || format!("`{id}` is not a system")),
        }
    }
}

/// Reads the index.
///
/// # Errors
/// When it is not JSON or an entry is incomplete.
pub fn read(text: &str) -> Result<Vec<Entry>, String> {
    from_json(text).map_err(|error| format!("scenarios.json: {error}"))
}

/// The entries under each question that pass the filter, in the order of the start page; the one to
/// start with comes first. A question without an entry is left out.
pub fn by_question(entries: &[Entry], filter: Option<System>) -> Vec<(Question, Vec<&Entry>)> {
    let listed = |question| {
        let fits = |entry: &&Entry| entry.question == question && filter.is_none_or(|s| s == entry.system);
        let mut found: Vec<_> = entries.iter().filter(fits).collect();
        sort_short(&mut found, |a, b| a.start_here && !b.start_here);
        (question, found)
    };
    Question::ALL.into_iter().map(listed).filter(|(_, found)| !found.is_empty()).collect()
}

/// The systems that have a scenario, in their order.
pub fn systems(entries: &[Entry]) -> Vec<System> {
    System::ALL.into_iter().filter(|system| entries.iter().any(|entry| entry.system == *system)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"[
        {"id":"a","title":"A","question":"why-not-back","summary":"s","system":"flink","model":"m"},
        {"id":"b","title":"B","question":"who-is-leader","start_here":true,"summary":"s",
         "system":"druid-k8s","model":"n","tags":["x"]}]"#;

    #[test]
    fn groups_by_question_and_filters_by_system() {
        let entries = read(TEXT).unwrap();
        assert_eq!(systems(&entries), [System::Flink, System::DruidKubernetes]);
        let all = by_question(&entries, None);
        let questions: Vec<_> = all.iter().map(|(question, _)| *question).collect();
        assert_eq!(questions, [Question::WhoIsLeader, Question::WhyNotBack]);
        let flink = by_question(&entries, Some(System::Flink));
        assert_eq!((flink.len(), flink[0].1[0].id.as_str()), (1, "a"));
    }

    #[test]
    fn an_unknown_system_is_named() {
        let error = read(&TEXT.replace("flink", "etcd")).unwrap_err();
        assert!(error.contains("`etcd` is not a system"), "{error}");
    }
}
