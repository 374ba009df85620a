//! Whether what fills a slot of a model's line is what a real class printed there.

use crate::machine::LogTemplate;

/// Words of the system, `true` and `false` are the same in every installation; so are, of a list, the names in it. All else
/// is a name, an id or a number of one: only whether there is one at all is compared.
pub(super) fn alike(slot: &str, of_model: &str, printed: &str) -> bool {
    if LogTemplate::is_word(slot) || is_boolean(of_model) || is_boolean(printed) {
        return of_model == printed;
    }
    match (names(of_model), names(printed)) {
        (None, None) => is_nothing(of_model) == is_nothing(printed),
        (of_model, printed) => of_model == printed,
    }
}

fn is_boolean(value: &str) -> bool {
    matches!(value, "true" | "false")
}

/// Whether the slot tells that there is nothing, in its words or within: all installations tell that alike.
pub(super) fn is_nothing(value: &str) -> bool {
    value == "null" || value.contains("='null'")
}

/// The names in a list, in their order. What has no name of its own is printed by class and address, and a harness's own
/// entries in brackets: neither is a name that a model could know.
fn names(value: &str) -> Option<Vec<&str>> {
    let list = value.strip_prefix('[')?.strip_suffix(']')?;
    let is_name = |entry: &&str| !entry.is_empty() && entry.bytes().all(|byte| byte.is_ascii_alphanumeric());
    Some(list.split(", ").filter(is_name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn booleans_are_compared_as_they_are() {
        assert!(alike("interrupted", "true", "true"));
        assert!(!alike("interrupted", "false", "true"));
        assert!(!alike("interrupted", "true", "7"), "what is no boolean is not one");
    }

    #[test]
    fn of_a_list_the_names_are_compared_in_their_order() {
        let printed = "[org.example.Services$1@5da02ab3, DruidOverlord, DruidCoordinator, Gate[rest]]";
        assert!(alike("handlers", "[DruidOverlord, DruidCoordinator]", printed));
        assert!(!alike("handlers", "[DruidCoordinator, DruidOverlord]", printed), "another order");
        assert!(!alike("handlers", "[DruidOverlord]", printed), "one less");
        assert!(!alike("handlers", "DruidOverlord", printed), "no list");
        assert!(alike("handlers", "[]", "[Gate[exit]]"));
    }

    #[test]
    fn of_ids_and_numbers_it_is_compared_whether_there_is_one() {
        assert!(alike("count", "3", "7"));
        assert!(!alike("session", "null", "5e55104e"));
        let information = |id: &str| format!("LeaderInformation{{leaderSessionID='{id}'}}");
        assert!(alike("information", &information("1"), &information("2")));
        assert!(!alike("information", &information("1"), &information("null")));
    }
}
