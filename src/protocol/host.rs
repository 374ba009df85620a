//! What an embedded page and the page around it say to each other.
//!
//! Every message is an object `{ source: "stepdown", v: 1, type, … }`.
//!
//! | from the frame | told |
//! | --- | --- |
//! | `ready` | a run is shown, or a message why there is none; again after a `hello` |
//! | `resize {height}` | how tall the content is, in pixels |
//! | `step {index, total, label}` | which step is shown, of how many, and what happens in it |
//! | `verdict {property, verdict}` | what a check over all orders found: `holds`, `violated` or `limit` |
//! | `error {message}` | what was not possible, as it is told to the reader |
//!
//! | to the frame | asks for |
//! | --- | --- |
//! | `hello` | `ready`, and what was told before it |
//! | `load {link}` | another run: a link, or its fragment |
//! | `seek {index}` | another step |
//! | `play`, `pause` | steps that follow each other, or no more |
//! | `theme {name}` | `light`, `dark` or `auto` |
//!
//! The frame tells what is public anyway, so it tells everyone. What it is told it takes from its parent only.
//!
//! *Invariant*: [`Wish::read`] never panics, whatever the text. What is not meant for us and what a later version may
//! have added is ignored; what is meant for us and is not of the form is answered with what was expected.

use crate::machine::shorten;
use crate::scenario::{Json, Read, from_json};
use crate::share::MAX_LINK_BYTES;
use std::ops::Range;

/// The `source` of every message, both ways.
pub const HOST_SOURCE: &str = "stepdown";

/// The version of these messages, their `v`.
pub const HOST_VERSION: u32 = 1;

/// The longest message that is read, in bytes of JSON: it may carry a link.
pub const MAX_HOST_BYTES: usize = MAX_LINK_BYTES + (4 << 10);

/// What the page around an embed wants of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To hear again what it may have missed.
    Hello,
    /// Another run.
    Load(String),
    /// Another step.
    Seek(u32),
    /// Steps that follow each other.
    Play,
    /// No more of that.
    Pause,
    /// Other colours, by their name.
    Theme(String),
}

/// What an embed tells the page around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// It listens, and shows something.
    Ready,
    /// How tall it is.
    Resize {
        /// In pixels.
        height: u32,
    },
    /// Which step it shows.
    Step {
        /// The step; 0 before the first.
        index: usize,
        /// How many there are.
        total: usize,
        /// What happens in it.
        label: String,
    },
    /// What is so over all orders.
    Verdict {
        /// The property's id.
        property: String,
        /// `holds`, `violated` or `limit`.
        verdict: &'static str,
    },
    /// What was not possible.
    Error {
        /// In words for a reader.
        message: String,
    },
}

/// A value in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// A whole number.
    Number(usize),
    /// Plain text.
    Text(String),
}

impl Told {
    /// The `type` of the message.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Resize { .. } => "resize",
            Self::Step { .. } => "step",
            Self::Verdict { .. } => "verdict",
            Self::Error { .. } => "error",
        }
    }

    /// Calls back with what it holds beside the envelope, by name.
    pub fn each_field(self, put: &mut dyn FnMut(&'static str, Field)) {
        use Field::{Number, Text};
        match self {
            Self::Ready => {}
            Self::Resize { height } => put("height", Number(height as usize)),
            Self::Step { index, total, label } => {
                put("index", Number(index));
                put("total", Number(total));
                put("label", Text(label));
            }
            Self::Verdict { property, verdict } => {
                put("property", Text(property));
                put("verdict", Text(verdict.to_owned()));
            }
            Self::Error { message } => put("message", Text(message)),
        }
    }
}

impl Wish {
    /// Reads a message, as JSON. None when it is not meant for us, or of a type that is not known here.
    ///
    /// # Errors
    /// When it is meant for us and not of the form, with what was found and expected.
    pub fn read(text: &str) -> Result<Option<Self>, String> {
        if text.len() > MAX_HOST_BYTES {
            return Err(word("message", "too long; expected at most 69632 bytes"));
        }
        if !text.starts_with('{') {
            return Ok(None);
        }
        let Fields(fields) =
            from_json(text).map_err(|_| word("message", "not JSON, or nested too deeply"))?;
        let fields = Named { text, fields };
        if fields.get::<String>("source", TEXT).ok().as_deref() != Some(HOST_SOURCE) {
            return Ok(None);
        }
        if fields.get::<u32>("v", NUMBER)? != HOST_VERSION {
            return Err(word("v", "not a version that is spoken here; expected 1"));
        }
        let kind: String = fields.get("type", TEXT)?;
        let wanted = match kind.as_str() {
            "hello" | "play" | "pause" => "",
            "load" => "link",
            "seek" => "index",
            "theme" => "name",
            _ => return Ok(None),
        };
        fields.only(wanted)?;
        Ok(Some(match (kind.as_str(), wanted) {
            ("hello", _) => Self::Hello,
            ("play", _) => Self::Play,
            (_, "") => Self::Pause,
            (_, "index") => Self::Seek(fields.get(wanted, NUMBER)?),
            (_, "link") => Self::Load(fields.get(wanted, TEXT)?),
            _ => Self::Theme(fields.get(wanted, TEXT)?),
        }))
    }
}

/// What a field holds.
const TEXT: &str = "a text";
/// The same.
const NUMBER: &str = "a whole number, 0 to 4294967295";

/// What is wrong with a part of a message.
#[inline(never)]
fn word(part: &str, wrong: &str) -> String {
    [part, ": ", wrong].concat()
}

/// The fields of an object, each with the place of its value.
#[derive(Default)]
struct Fields(Vec<(String, Range<usize>)>);

impl Read for Fields {
    fn read(&mut self, from: &mut Json<'_>) {
        from.entries("an object", &mut |json, key| {
            let begin = json.place();
            json.skip();
            self.0.push((key, begin..json.at()));
        });
    }
}

/// A message of which it is not known yet what its fields should be: a later version may have others.
struct Named<'a> {
    text: &'a str,
    fields: Vec<(String, Range<usize>)>,
}

impl Named<'_> {
    /// The value of a field. What is expected is told here: the page's program reads JSON without words of its own.
    #[inline(never)]
    fn get<T: Read + Default>(&self, name: &str, expected: &str) -> Result<T, String> {
        let found = self.fields.iter().find(|(key, _)| key == name);
        let (_, place) = found.ok_or_else(|| word(name, "not there"))?;
        let value = &self.text[place.clone()];
        from_json(value).map_err(|_| [name, ": found `", &shorten(value), "`; expected ", expected].concat())
    }

    /// Whether the envelope holds this field and no other.
    fn only(&self, name: &str) -> Result<(), String> {
        let known = ["source", "v", "type", name];
        match self.fields.iter().find(|(key, _)| !known.contains(&key.as_str())) {
            Some((key, _)) => Err(word(&shorten(key), "not a field of this message")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn read(rest: serde_json::Value) -> Result<Option<Wish>, String> {
        let mut message = json!({ "source": "stepdown", "v": 1 });
        let serde_json::Value::Object(rest) = rest else { panic!("an object") };
        message.as_object_mut().unwrap().extend(rest);
        Wish::read(&message.to_string())
    }

    #[test]
    fn every_wish_is_read() {
        let wishes = [
            (json!({ "type": "hello" }), Wish::Hello),
            (json!({ "type": "load", "link": "#/a?at=1" }), Wish::Load("#/a?at=1".into())),
            (json!({ "type": "seek", "index": 7 }), Wish::Seek(7)),
            (json!({ "type": "play" }), Wish::Play),
            (json!({ "type": "pause" }), Wish::Pause),
            (json!({ "type": "theme", "name": "dark" }), Wish::Theme("dark".into())),
        ];
        for (message, wish) in wishes {
            assert_eq!(read(message), Ok(Some(wish)));
        }
    }

    #[test]
    fn what_is_not_meant_for_us_or_comes_later_is_ignored() {
        let texts = [
            "",
            "7",
            "\"[iFrameSizer]message\"",
            "[]",
            "{}",
            r#"{"type":"seek","index":3}"#,
            r#"{"source":"react-devtools","v":[{}],"type":7}"#,
            r#"{"source":7,"v":1,"type":"play"}"#,
            r#"{"source":"stepdown","v":1,"type":"dance","index":{"a":[null,"b"]}}"#,
        ];
        for text in texts {
            assert_eq!(Wish::read(text), Ok(None), "{text}");
        }
    }

    #[test]
    fn what_is_meant_for_us_and_not_of_the_form_is_told() {
        let told = [
            (json!({ "v": 2, "type": "play" }), "v: not a version that is spoken here; expected 1"),
            (
                json!({ "v": "1", "type": "play" }),
                "v: found `\"1\"`; expected a whole number, 0 to 4294967295",
            ),
            (json!({}), "type: not there"),
            (json!({ "type": 7 }), "type: found `7`; expected a text"),
            (json!({ "type": "seek" }), "index: not there"),
            (
                json!({ "type": "seek", "index": -1 }),
                "index: found `-1`; expected a whole number, 0 to 4294967295",
            ),
            (
                json!({ "type": "seek", "index": null }),
                "index: found `null`; expected a whole number, 0 to 4294967295",
            ),
            (json!({ "type": "seek", "index": 1, "at": 2 }), "at: not a field of this message"),
            (json!({ "type": "play", "index": 1 }), "index: not a field of this message"),
            (json!({ "type": "load", "link": ["#/a"] }), "link: found `[\"#/a\"]`; expected a text"),
            (json!({ "type": "theme", "name": true }), "name: found `true`; expected a text"),
        ];
        for (message, expected) in told {
            assert_eq!(read(message), Err(expected.to_owned()));
        }
    }

    #[test]
    fn a_message_has_a_size_and_a_depth() {
        let long = "a".repeat(MAX_HOST_BYTES);
        assert!(
            read(json!({ "type": "load", "link": long }))
                .unwrap_err()
                .ends_with(&format!("{MAX_HOST_BYTES} bytes"))
        );
        let deep = format!("{{\"source\":{}", "[".repeat(MAX_HOST_BYTES / 2));
        assert!(Wish::read(&deep).unwrap_err().contains("nested too deeply"));
        assert_eq!(Wish::read("{\"source\""), Err("message: not JSON, or nested too deeply".into()));
    }

    #[test]
    fn what_is_told_has_the_fields_that_the_table_names() {
        let step = Told::Step { index: 3, total: 8, label: "x".into() };
        assert_eq!(step.kind(), "step");
        let fields = |told: Told| {
            let mut fields = Vec::new();
            told.each_field(&mut |name, field| fields.push((name, field)));
            fields
        };
        let names: Vec<_> = fields(step).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["index", "total", "label"]);
        assert_eq!(fields(Told::Resize { height: 520 }), [("height", Field::Number(520))]);
        assert_eq!((Told::Ready.kind(), fields(Told::Ready)), ("ready", vec![]));
    }

    proptest! {
        #[test]
        fn a_link_of_any_text_is_read_as_it_is(link in ".{0,60}") {
            prop_assert_eq!(read(json!({ "type": "load", "link": link.clone() })), Ok(Some(Wish::Load(link))));
        }

        #[test]
        fn any_text_is_read_or_refused(
            text in r#"\{?("source":"stepdown",)?("v":1,)?("type":"(seek|load|play)",?)?("(index|link)":[-0-9"{}\[\]a,.]{0,9})?\}?"#,
        ) {
            let others = serde_json::from_str::<serde_json::Value>(&text);
            if let Ok(Some(_)) = Wish::read(&text) {
                prop_assert!(others.is_ok_and(|value| value["source"] == "stepdown" && value["v"] == 1));
            }
        }
    }
}
