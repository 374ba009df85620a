//! Short names for what a program of the page imports from its glue.
//!
//! wasm-bindgen names each import with a hash, once in the program and once in the glue. Hashes don't compress, and the
//! first load has a budget.

use anyhow::{Context, Result, bail, ensure};

/// The section of a wasm file with its imports.
const IMPORTS: u8 = 2;
/// The bytes before the first section.
const HEAD: usize = 8;

/// Renames imports in a program and its glue. A name that the glue does not have exactly once stays as it is.
pub(super) fn shorten(wasm: &[u8], glue: &str) -> Result<(Vec<u8>, String)> {
    ensure!(wasm.starts_with(b"\0asm"), "the program is no wasm file");
    let mut out = wasm[..HEAD].to_vec();
    let mut glue = glue.to_owned();
    let mut rest = Bytes { bytes: wasm, at: HEAD };
    while rest.at < wasm.len() {
        let id = rest.byte()?;
        let length = rest.number()?;
        let section = rest.take(length)?;
        out.push(id);
        if id == IMPORTS {
            let renamed = rename(section, &mut glue)?;
            write_number(renamed.len(), &mut out);
            out.extend(renamed);
        } else {
            write_number(length, &mut out);
            out.extend(section);
        }
    }
    Ok((out, glue))
}

fn rename(section: &[u8], glue: &mut String) -> Result<Vec<u8>> {
    let mut from = Bytes { bytes: section, at: 0 };
    let mut out = Vec::with_capacity(section.len());
    let count = from.number()?;
    write_number(count, &mut out);
    for at in 0..count {
        let module = from.name()?;
        let name = from.name()?;
        let short = short_name(at);
        let to = match replaced(glue, name, &short) {
            Some(replaced) => {
                *glue = replaced;
                short.as_str()
            }
            None => name,
        };
        for text in [module, to] {
            write_number(text.len(), &mut out);
            out.extend(text.as_bytes());
        }
        let kind = from.at;
        from.skip_kind()?;
        out.extend(&section[kind..from.at]);
    }
    Ok(out)
}

/// `a`, `b` … behind a mark that no other name of the glue begins with.
fn short_name(at: usize) -> String {
    format!("$_{at}")
}

/// A text with a word exchanged that stands in it once and not as a part of another.
fn replaced(text: &str, word: &str, by: &str) -> Option<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let mut whole = text
        .match_indices(word)
        .filter(|(at, _)| !text[..*at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part));
    let (at, _) = whole.next()?;
    if whole.next().is_some() || text.contains(by) {
        return None;
    }
    Some(format!("{}{by}{}", &text[..at], &text[at + word.len()..]))
}

/// Reads a wasm file.
struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    fn byte(&mut self) -> Result<u8> {
        let byte = *self.bytes.get(self.at).context("the wasm file ends too early")?;
        self.at += 1;
        Ok(byte)
    }

    fn number(&mut self) -> Result<usize> {
        let mut number = 0;
        for shift in (0..32).step_by(7) {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        bail!("a number of the wasm file has no end")
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        let end = self.at.checked_add(length).context("a length of the wasm file is too large")?;
        let taken = self.bytes.get(self.at..end).context("the wasm file ends too early")?;
        self.at = end;
        Ok(taken)
    }

    fn name(&mut self) -> Result<&'a str> {
        let length = self.number()?;
        Ok(std::str::from_utf8(self.take(length)?)?)
    }

    /// What kind of thing is imported, and its type.
    fn skip_kind(&mut self) -> Result<()> {
        match self.byte()? {
            0 => drop(self.number()?),
            1 => {
                self.byte()?;
                self.skip_limits()?;
            }
            2 => self.skip_limits()?,
            3 => drop(self.take(2)?),
            other => bail!("an import of the wasm file is of an unknown kind, {other}"),
        }
        Ok(())
    }

    fn skip_limits(&mut self) -> Result<()> {
        let has_most = self.byte()? & 1 == 1;
        self.number()?;
        if has_most {
            self.number()?;
        }
        Ok(())
    }
}

fn write_number(mut number: usize, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
}

#[cfg(test)]
mod tests {
    use super::shorten;

    /// Two functions and a memory are imported from `m`.
    fn program(names: [&str; 2]) -> Vec<u8> {
        let mut section = vec![3];
        for name in names {
            section
                .extend([&[1, b'm', u8::try_from(name.len()).unwrap()], name.as_bytes(), &[0, 5]].concat());
        }
        section.extend([1, b'm', 1, b'x', 2, 0, 17]);
        let mut wasm = b"\0asm\x01\0\0\0".to_vec();
        wasm.extend([1, 3, 0, 0, 0, 2, u8::try_from(section.len()).unwrap()]);
        wasm.extend(section);
        wasm
    }

    #[test]
    fn names_are_shortened_in_both() {
        let glue = "m: { run_0123: function() {}, run_01234: 1, x: 2 }";
        let (wasm, glue) = shorten(&program(["run_0123", "run_01234"]), glue).unwrap();
        assert_eq!(glue, "m: { $_0: function() {}, $_1: 1, $_2: 2 }");
        let mut expected = program(["$_0", "$_1"]);
        let memory = expected.iter().rposition(|byte| *byte == b'x').unwrap();
        expected.splice(memory - 1..=memory, *b"\x03$_2");
        expected[14] += 2;
        assert_eq!(wasm, expected);
    }

    #[test]
    fn a_name_that_is_not_there_once_stays() {
        let glue = "m: { a: 1, b: 2 }; a()";
        let (wasm, after) = shorten(&program(["a", "nowhere"]), glue).unwrap();
        assert_eq!((wasm, after.as_str()), (program(["a", "nowhere"]), glue));
    }

    #[test]
    fn what_is_no_program_is_refused() {
        assert!(shorten(b"<html>", "").is_err());
        let whole = program(["a", "b"]);
        // Between its two sections it is whole as well.
        for end in (9..whole.len()).filter(|end| *end != 13) {
            assert!(shorten(&whole[..end], "a b").is_err(), "{end}");
        }
    }
}
