//! Finding and reading scenario files.

use crate::failure::Failure;
use crate::shipped::{self, is_json};
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;
use stepdown::scenario::MAX_BYTES;

/// The folder that scenarios are looked up in, below the current one.
const FOLDER: &str = "scenarios";

/// A file that was read.
#[derive(Debug)]
pub(crate) struct ScenarioFile {
    /// Its name as it is told to the user.
    pub(crate) name: String,
    /// What a user types to name it again.
    pub(crate) again: String,
    /// What is in it.
    pub(crate) text: String,
    /// Whether it is found by its name, which then has to be its id.
    pub(crate) is_named: bool,
}

/// A scenario by id or by path. A path has a `/`, ends in `.json`, or names a file that is there.
pub(crate) fn find(scenario: &str) -> Result<ScenarioFile, Failure> {
    if is_path(scenario) {
        return read(scenario);
    }
    let file = format!("{scenario}.json");
    let local = format!("{FOLDER}/{file}");
    if Path::new(&local).is_file() {
        return Ok(ScenarioFile { again: scenario.to_owned(), is_named: true, ..read(&local)? });
    }
    match shipped::text(&file) {
        Some(text) => {
            Ok(ScenarioFile { name: file, again: scenario.to_owned(), text: text.to_owned(), is_named: true })
        }
        None => Err(unknown(scenario)),
    }
}

/// The files that an argument of `check` stands for: a folder's, a file, or a scenario by id.
pub(crate) fn expand(argument: &str) -> Result<Vec<Result<ScenarioFile, Failure>>, Failure> {
    if Path::new(argument).is_dir() {
        let named = |path: &String| Ok(ScenarioFile { is_named: true, ..read(path)? });
        return Ok(folder(argument)?.iter().map(named).collect());
    }
    Ok(vec![find(argument)])
}

/// Every scenario: those of the current folder, or else those that came with the command.
pub(crate) fn all() -> Result<Vec<Result<ScenarioFile, Failure>>, Failure> {
    if Path::new(FOLDER).is_dir() {
        return expand(FOLDER);
    }
    let text = |(name, text): (&str, &str)| {
        let again = name.strip_suffix(".json").unwrap_or(name).to_owned();
        Ok(ScenarioFile { name: name.to_owned(), again, text: text.to_owned(), is_named: true })
    };
    Ok(shipped::all().into_iter().map(text).collect())
}

fn is_path(argument: &str) -> bool {
    argument.contains(['/', std::path::MAIN_SEPARATOR]) || is_json(argument) || Path::new(argument).is_file()
}

/// The paths of a folder's scenario files, ordered by name.
fn folder(folder: &str) -> Result<Vec<String>, Failure> {
    let failed = |error: std::io::Error| Failure::file(folder, told(&error, "a folder of scenario files"));
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_file() && path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
        {
            paths.push(path.to_string_lossy().into_owned());
        }
    }
    if paths.is_empty() {
        return Err(Failure::file(folder, "the folder has no .json file; expected scenario files"));
    }
    paths.sort_unstable();
    Ok(paths)
}

/// Reads a scenario file.
fn read(path: &str) -> Result<ScenarioFile, Failure> {
    let text = text(path, "a scenario file", MAX_BYTES)?;
    Ok(ScenarioFile { name: path.to_owned(), again: path.to_owned(), text, is_named: false })
}

/// Reads a file that is not too large, without reading one that is. `what` is what was expected.
pub(crate) fn text(path: &str, what: &str, most: usize) -> Result<String, Failure> {
    let failed = |error: std::io::Error| Failure::file(path, told(&error, what));
    let file = File::open(path).map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    if metadata.is_dir() {
        return Err(Failure::file(path, format!("this is a folder; expected {what}")));
    }
    if metadata.len() > most as u64 {
        return Err(too_large(path, metadata.len(), most));
    }
    read_all(path, file, what, most)
}

/// Reads to the end of what has no length to go by, as a pipe or a device.
pub(crate) fn read_all(name: &str, from: impl Read, what: &str, most: usize) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = from.take(most as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::file(name, told(&error, what)))?;
    if bytes.len() > most {
        return Err(too_large(name, bytes.len() as u64, most));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::at(name, &format!("byte {at}"), format!("not UTF-8 text; expected {what}"))
    })
}

fn too_large(name: &str, bytes: u64, most: usize) -> Failure {
    Failure::file(name, format!("the file has {bytes} bytes; expected at most {most}"))
}

fn told(error: &std::io::Error, what: &str) -> String {
    match error.kind() {
        ErrorKind::NotFound => format!("there is no such file; expected {what}"),
        _ => error.to_string(),
    }
}

fn unknown(scenario: &str) -> Failure {
    let names = all().unwrap_or_default().into_iter().flatten().map(|text| text.name);
    let ids: Vec<String> =
        names.filter_map(|name| Some(Path::new(&name).file_stem()?.to_str()?.to_owned())).collect();
    let close = close_to(scenario, &ids);
    let message = if close.is_empty() {
        "there is no such scenario; `stepdown scenarios` lists those there are".to_owned()
    } else {
        format!("there is no such scenario; expected one such as {}", close.join(", "))
    };
    let shown: String = scenario.chars().take(80).collect();
    Failure::at(&shown, "id", message)
}

/// Up to three ids that could have been meant, the closest first.
fn close_to<'a>(wanted: &str, ids: &'a [String]) -> Vec<&'a str> {
    let far = wanted.len().max(6) / 2;
    let mut close: Vec<(usize, &str)> = Vec::new();
    for id in ids {
        // Part of an id is as good as an id with a slip in it.
        let distance = if !wanted.is_empty() && id.contains(wanted) { 0 } else { distance(wanted, id) };
        if distance <= far {
            close.push((distance, id));
        }
    }
    close.sort_unstable();
    close.into_iter().take(3).map(|(_, id)| id).collect()
}

/// How many letters have to be put in, left out or exchanged (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    // Ids have at most 64 characters; what is longer is far from all of them.
    let (a, b): (Vec<_>, Vec<_>) = (a.chars().take(80).collect(), b.chars().take(80).collect());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let exchanged = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = exchanged.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
