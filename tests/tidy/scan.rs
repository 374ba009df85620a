//! A rough reading of Rust sources: enough to find functions, words and paths of modules.

use crate::MAY_USE;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files below some folders, by path from the root, in order. What is not there has no files.
pub(crate) fn walk(starts: &[&str]) -> Vec<String> {
    let mut paths = Vec::new();
    let mut open: Vec<PathBuf> = starts.iter().map(|start| root().join(start)).collect();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            if !path.ends_with("node_modules") && !path.ends_with("output") {
                open.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            }
        } else if path.is_file() {
            let path = path.strip_prefix(root()).unwrap();
            paths.push(path.to_str().unwrap().replace(std::path::MAIN_SEPARATOR, "/"));
        }
    }
    paths.sort_unstable();
    paths
}

pub(crate) fn has_extension(path: &str, wanted: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == wanted)
}

/// A source file.
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) text: String,
    /// The text with comments, strings and characters blanked out.
    pub(crate) code: String,
}

pub(crate) fn sources(starts: &[&str]) -> Vec<Source> {
    let paths = walk(starts).into_iter().filter(|path| has_extension(path, "rs"));
    let source = |path: String| {
        let text = fs::read_to_string(root().join(&path)).unwrap();
        Source { code: blanked(&text), path, text }
    };
    paths.map(source).collect()
}

impl Source {
    /// The module at the top that it belongs to.
    pub(crate) fn module(&self) -> &str {
        let below = self.path.strip_prefix("src/").unwrap_or(&self.path);
        below.split('/').next().unwrap_or_default().trim_end_matches(".rs")
    }

    /// How many modules it is nested in: 1 for `src/trace/mod.rs`, 2 for `src/trace/tree.rs`.
    fn depth(&self) -> usize {
        let below = self.path.trim_start_matches("src/").trim_end_matches(".rs").trim_end_matches("/mod");
        below.split('/').count()
    }

    /// The modules at the top that it names, by `crate::` or by enough `super::`, with their lines.
    pub(crate) fn uses(&self) -> Vec<(usize, String)> {
        let root = "super::".repeat(self.depth());
        let mut found = BTreeSet::new();
        for start in ["crate::", &root] {
            for (at, _) in self.code.match_indices(start) {
                if start != "crate::" && self.code[..at].ends_with("super::") {
                    continue;
                }
                let line = self.code[..at].matches('\n').count() + 1;
                for name in heads(&self.code[at + start.len()..]) {
                    if MAY_USE.iter().any(|(module, _)| *module == name) {
                        found.insert((line, name));
                    }
                }
            }
        }
        found.into_iter().collect()
    }

    pub(crate) fn lines_with(&self, words: &[&str]) -> Vec<String> {
        let lines = self.code.lines().zip(self.text.lines()).enumerate();
        let hit = |(_, (code, _)): &(usize, (&str, &str))| words.iter().any(|word| has_word(code, word));
        lines
            .filter(hit)
            .map(|(index, (_, text))| format!("{}:{}: {}", self.path, index + 1, text.trim()))
            .collect()
    }
}

/// The first names of what follows a `crate::`: one, or those at the top of a group in braces.
pub(crate) fn heads(rest: &str) -> Vec<String> {
    let name = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let Some(group) = rest.strip_prefix('{') else { return vec![name(rest)] };
    let mut names = vec![name(group.trim_start())];
    let mut depth = 1;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => names.push(name(group[at + 1..].trim_start())),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names
}

/// Whether a text has a word that is not part of a longer one.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.match_indices(word).any(|(at, _)| {
        let ends = word.ends_with(|c: char| !is_part(c)) || !text[at + word.len()..].starts_with(is_part);
        ends && !text[..at].ends_with(is_part)
    })
}

/// The line, name and length of every function with a body.
pub(crate) fn functions(code: &str) -> Vec<(usize, String, usize)> {
    let mut out = Vec::new();
    for (at, _) in code.match_indices("fn ") {
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let name: String = code[at + 3..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let length = item_length(&code[at..]);
        let item = &code[at..at + length];
        if !name.is_empty() && item.ends_with('}') {
            let line = code[..at].matches('\n').count() + 1;
            out.push((line, name, item.matches('\n').count() + 1));
        }
    }
    out
}

/// The length of an item: to the `;` outside all brackets, or to the brace that closes its body.
pub(crate) fn item_length(code: &str) -> usize {
    let (mut braces, mut brackets) = (0, 0);
    for (at, c) in code.char_indices() {
        match c {
            '{' => braces += 1,
            '}' => braces -= 1,
            '(' | '[' => brackets += 1,
            ')' | ']' => brackets -= 1,
            _ => {}
        }
        if (c == '}' && braces == 0) || (c == ';' && braces == 0 && brackets == 0) {
            return at + 1;
        }
    }
    code.len()
}

/// The text with comments, strings and characters blanked out, line by line as long as before.
pub(crate) fn blanked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let part_of_name = out.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let (length, keep) = match first {
            '/' if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), false),
            '/' if rest.starts_with("/*") => (rest.find("*/").map_or(rest.len(), |end| end + 2), false),
            '"' => (quoted(rest, '"'), false),
            'r' if !part_of_name && raw(rest).is_some() => (raw(rest).unwrap_or(1), false),
            // A lifetime has no closing quote within the next two characters, unless it is escaped.
            '\'' if rest.starts_with("'\\") || rest.chars().nth(2) == Some('\'') => {
                (quoted(rest, '\''), false)
            }
            _ => (first.len_utf8(), true),
        };
        for c in rest[..length].chars() {
            out.push(if keep || c == '\n' { c } else { ' ' });
        }
        rest = &rest[length..];
    }
    out
}

/// The length of a text in quotes, both included.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of a raw string, if the text begins with one.
fn raw(text: &str) -> Option<usize> {
    let hashes = text[1..].chars().take_while(|c| *c == '#').count();
    text[1 + hashes..].starts_with('"').then(|| {
        let close = format!("\"{}", "#".repeat(hashes));
        let body = 2 + hashes;
        text[body..].find(&close).map_or(text.len(), |end| body + end + close.len())
    })
}

#[test]
fn the_scanner_sees_code_only() {
    let code = blanked("let a = \"fn x {\"; // fn y {\nlet b = '{'; let c: &'static str = r#\"\"}\"#;");
    assert!(!code.contains(['{', '}']) && code.contains("let c: &'static str"), "{code}");
    assert_eq!(heads("{a::{b, c}, d, e::f}; g"), ["a", "d", "e"]);
    assert_eq!(functions("fn a(b: [u8; 2]) {\n if b {\n}\n}\nfn c();"), [(1, "a".to_owned(), 4)]);
    assert!(has_word("a usize;", "usize") && !has_word("MyHashMap", "HashMap"));
}
