//! The fields of objects in JSON: which there are, which may be absent, and where each is kept.

use super::json::{Json, Read};
use super::words::one_of;
use crate::machine::{Event, MAX_ENTRIES, ShortMap, Value, shorten};

/// A value that is an object in JSON.
pub(crate) trait Object {
    /// Which fields it has.
    fn form(&self) -> &'static Form;

    /// Where the field of a name is kept.
    fn field(&mut self, name: &str) -> Option<&mut dyn Read>;
}

/// Which fields an object has.
pub(crate) struct Form {
    /// What it is, for messages.
    pub(crate) expected: &'static str,
    /// Fields that have to be there.
    pub(crate) required: &'static [&'static str],
    /// Fields that need not.
    pub(crate) optional: &'static [&'static str],
    /// Whether there may be others, which are skipped.
    pub(crate) is_open: bool,
}

/// Lets structs be read: their required fields and, after a semicolon, those that may be absent.
macro_rules! objects {
    (@open open) => { true };
    (@open closed) => { false };
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $name:literal) => { $name };
    ($($open:ident $type:ident $expected:literal {
        $($required:ident),*; $($optional:ident $(= $name:literal)?),*
    })*) => {
        $(impl $crate::scenario::Object for $type {
            fn form(&self) -> &'static $crate::scenario::Form {
                &$crate::scenario::Form {
                    expected: $expected,
                    required: &[$(stringify!($required)),*],
                    optional: &[$($crate::scenario::objects!(@name $optional $($name)?)),*],
                    is_open: $crate::scenario::objects!(@open $open),
                }
            }

            fn field(&mut self, name: &str) -> Option<&mut dyn $crate::scenario::Read> {
                $(if name == stringify!($required) {
                    return Some(&mut self.$required);
                })*
                $(if name == $crate::scenario::objects!(@name $optional $($name)?) {
                    return Some(&mut self.$optional);
                })*
                None
            }
        })*
    };
}

pub(crate) use objects;

/// Reads an object, whatever it is.
fn read_object(object: &mut dyn Object, from: &mut Json<'_>) {
    let form = object.form();
    let mut seen = Vec::new();
    from.entries(form.expected, &mut |json, key| match object.field(&key) {
        _ if seen.contains(&key) => json.refuse(json.at(), || format!("duplicate field `{key}`")),
        Some(field) => {
            seen.push(key);
            field.read(json);
        }
        None if form.is_open => json.skip(),
        None => {
            let names = form.required.iter().chain(form.optional).copied();
            let expected = || one_of(&names.collect::<Vec<_>>());
            json.refuse(json.at(), || format!("unknown field `{}`, {}", shorten(&key), expected()));
        }
    });
    if let Some(missing) = form.required.iter().find(|name| !seen.iter().any(|seen| seen == *name)) {
        from.refuse(from.at(), || format!("missing field `{missing}`"));
    }
}

impl<T: Object> Read for T {
    fn read(&mut self, from: &mut Json<'_>) {
        read_object(self, from);
    }
}

impl Read for bool {
    fn read(&mut self, from: &mut Json<'_>) {
        *self = from.boolean();
    }
}

impl Read for u32 {
    fn read(&mut self, from: &mut Json<'_>) {
        *self = from.number();
    }
}

impl Read for usize {
    fn read(&mut self, from: &mut Json<'_>) {
        *self = from.number() as usize;
    }
}

impl Read for String {
    fn read(&mut self, from: &mut Json<'_>) {
        *self = from.string();
    }
}

impl<T: Read + Default> Read for Option<T> {
    fn read(&mut self, from: &mut Json<'_>) {
        if !from.accept_null() {
            self.insert(T::default()).read(from);
        }
    }
}

impl<T: Read + Default> Read for Vec<T> {
    fn read(&mut self, from: &mut Json<'_>) {
        from.list("a sequence", &mut |json| {
            let mut item = T::default();
            item.read(json);
            self.push(item);
        });
    }
}

impl<A: Read, B: Read> Read for (A, B) {
    fn read(&mut self, from: &mut Json<'_>) {
        read_items(&mut [&mut self.0, &mut self.1], from);
    }
}

impl<A: Read, B: Read, C: Read> Read for (A, B, C) {
    fn read(&mut self, from: &mut Json<'_>) {
        read_items(&mut [&mut self.0, &mut self.1, &mut self.2], from);
    }
}

/// Reads a list that has an item for each of these.
fn read_items(items: &mut [&mut dyn Read], from: &mut Json<'_>) {
    let mut found = 0;
    let expected = match items.len() {
        2 => "a list of 2",
        _ => "a list of 3",
    };
    from.list(expected, &mut |json| {
        match items.get_mut(found) {
            Some(item) => item.read(json),
            None => json.mismatch(expected),
        }
        found += 1;
    });
    if found < items.len() {
        from.refuse(from.at(), || format!("{found} items; expected {expected}"));
    }
}

impl Read for Vec<Event> {
    fn read(&mut self, from: &mut Json<'_>) {
        from.list("a sequence", &mut |json| {
            let at = json.place();
            match Event::new(&json.string()) {
                Ok(event) => self.push(event),
                Err(error) => json.refuse(at, || error.to_string()),
            }
        });
    }
}

impl<T: Read + Default> Read for ShortMap<String, T> {
    fn read(&mut self, from: &mut Json<'_>) {
        from.entries("a map", &mut |json, key| {
            if self.len() == MAX_ENTRIES {
                return json.refuse(json.at(), || format!("more than {MAX_ENTRIES} entries"));
            }
            let mut value = T::default();
            value.read(json);
            self.insert(key, value);
        });
    }
}

impl Read for Value {
    fn read(&mut self, from: &mut Json<'_>) {
        match from.peek() {
            Some(b'[') => {
                let mut words = Vec::new();
                words.read(from);
                *self = Self::Words(words);
            }
            Some(b'"') => *self = Self::Word(from.string()),
            Some(b'0'..=b'9') => *self = Self::Number(from.number()),
            _ => from.mismatch("a whole number, 0 to 4294967295, a word, or a list of words"),
        }
    }
}
