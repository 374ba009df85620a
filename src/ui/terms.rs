//! The glossary, and the places in a text that link to it.

use crate::machine::sort_short;
use crate::scenario::{from_json, objects};

/// An entry of the glossary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Term {
    /// The id, as in links.
    pub id: String,
    /// The term as a heading.
    pub term: String,
    /// How texts name it, in lower case.
    pub aliases: Vec<String>,
    /// The group it is listed under.
    pub group: String,
    /// One line.
    pub short: String,
    /// A paragraph.
    pub text: String,
    /// Related entries.
    pub see: Vec<String>,
}

/// All entries, ready to be found in texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glossary {
    terms: Vec<Term>,
    /// Every alias and its entry, longest first.
    aliases: Vec<(String, usize)>,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Plain words.
    Text(String),
    /// A name from the code, written between backticks.
    Code(String),
    /// Words that the glossary explains.
    Term {
        /// The entry.
        id: String,
        /// The words as they stand in the text.
        words: String,
    },
}

#[derive(Default)]
struct File {
    terms: Vec<Term>,
}

objects! {
    closed File "an object with terms" { terms; }
    closed Term "an object with a term" { id, term, aliases, group, short, text, see; }
}

impl Glossary {
    /// Reads `glossary.json`.
    ///
    /// # Errors
    /// When it is not JSON or an entry is incomplete.
    pub fn read(text: &str) -> Result<Self, String> {
        let file: File = from_json(text).map_err(|error| format!("glossary.json: {error}"))?;
        let alias = |(at, term): (usize, &Term)| {
            term.aliases.iter().map(move |alias| (alias.to_ascii_lowercase(), at)).collect::<Vec<_>>()
        };
        let mut aliases: Vec<_> = file.terms.iter().enumerate().flat_map(alias).collect();
        sort_short(&mut aliases, |a, b| (b.0.len(), a) < (a.0.len(), b));
        Ok(Self { terms: file.terms, aliases })
    }

    /// The entries in the order of the file.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The entry of an id.
    pub fn term(&self, id: &str) -> Option<&Term> {
        self.terms.iter().find(|term| term.id == id)
    }

    /// The groups with their entries, in the order of the file.
    pub fn groups(&self) -> Vec<(&str, Vec<&Term>)> {
        let mut groups: Vec<(&str, Vec<&Term>)> = Vec::new();
        for term in &self.terms {
            match groups.iter_mut().find(|(group, _)| *group == term.group) {
                Some((_, terms)) => terms.push(term),
                None => groups.push((&term.group, vec![term])),
            }
        }
        groups
    }

    /// The longest alias that begins at the start of `rest`, as its length and entry.
    fn longest(&self, rest: &str, used: &[usize]) -> Option<(usize, usize)> {
        let fits = |(alias, at): &&(String, usize)| {
            rest.starts_with(alias.as_str())
                && !rest[alias.len()..].starts_with(is_of_word)
                && !used.contains(at)
        };
        self.aliases.iter().find(fits).map(|(alias, at)| (alias.len(), *at))
    }
}

/// Splits a text into plain words, code between backticks, and the first mention of every term but `skip`.
pub fn pieces(text: &str, glossary: Option<&Glossary>, skip: Option<&str>) -> Vec<Piece> {
    let mut out = Vec::new();
    let skipped = |glossary: &Glossary| glossary.terms.iter().position(|term| Some(term.id.as_str()) == skip);
    let mut used: Vec<usize> = glossary.and_then(skipped).into_iter().collect();
    let mut rest = text;
    while let Some((before, code, after)) = next_code(rest) {
        plain(before, glossary, &mut used, &mut out);
        out.push(Piece::Code(code.to_owned()));
        rest = after;
    }
    plain(rest, glossary, &mut used, &mut out);
    out
}

/// What stands before, between and after the next pair of backticks.
fn next_code(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('`')?;
    let (code, after) = rest.split_once('`')?;
    Some((before, code, after))
}

fn plain(text: &str, glossary: Option<&Glossary>, used: &mut Vec<usize>, out: &mut Vec<Piece>) {
    let Some(glossary) = glossary else {
        push_text(text, out);
        return;
    };
    // ASCII only, so that positions are those of the text itself.
    let lower = text.to_ascii_lowercase();
    let mut from = 0;
    let mut at_start = true;
    for (at, c) in lower.char_indices() {
        if at >= from
            && at_start
            && let Some((len, entry)) = glossary.longest(&lower[at..], used)
        {
            push_text(&text[from..at], out);
            let words = text[at..at + len].to_owned();
            out.push(Piece::Term { id: glossary.terms[entry].id.clone(), words });
            used.push(entry);
            from = at + len;
        }
        at_start = !(is_of_word(c) || c == '-');
    }
    push_text(&text[from..], out);
}

/// Whether a character goes on with a word. Terms are ASCII, and all that is not is taken for punctuation, such as `…`:
/// the tables of all letters are as large as a panel.
fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn push_text(text: &str, out: &mut Vec<Piece>) {
    if !text.is_empty() {
        out.push(Piece::Text(text.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = include_str!("../../static/glossary.json");

    fn shown(text: &str, skip: Option<&str>) -> String {
        let glossary = Glossary::read(FILE).unwrap();
        let show = |piece: Piece| match piece {
            Piece::Text(text) => text,
            Piece::Code(code) => format!("<{code}>"),
            Piece::Term { id, words } => format!("[{words}|{id}]"),
        };
        pieces(text, Some(&glossary), skip).into_iter().map(show).collect()
    }

    #[test]
    fn every_entry_is_complete_and_every_reference_resolves() {
        let glossary = Glossary::read(FILE).unwrap();
        assert!(glossary.terms().len() >= 40);
        for term in glossary.terms() {
            assert!(!term.aliases.is_empty(), "{} has no alias", term.id);
            for see in &term.see {
                assert!(glossary.term(see).is_some(), "{} refers to {see}", term.id);
            }
        }
        for pair in glossary.aliases.windows(2) {
            assert_ne!(pair[0].0, pair[1].0, "two entries claim one alias");
        }
    }

    #[test]
    fn the_kinds_of_properties_are_explained() {
        use crate::machine::Kind;
        let glossary = Glossary::read(FILE).unwrap();
        for kind in [Kind::Always, Kind::NeverStep, Kind::AtRest, Kind::Recoverable, Kind::Bounded] {
            assert!(glossary.term(kind.glossary()).is_some(), "{kind:?}");
        }
    }

    #[test]
    fn links_the_longest_alias_once_and_only_whole_words() {
        assert_eq!(
            shown("A lease renewal is a renewal; released leases", None),
            "A [lease renewal|renewal] is a renewal; released [leases|lease]"
        );
    }

    #[test]
    fn code_is_kept_and_an_entry_does_not_link_to_itself() {
        assert_eq!(shown("The lease in `lease`", Some("lease")), "The lease in <lease>");
        assert_eq!(shown("a lone ` stays", None), "a lone ` stays");
    }
}
