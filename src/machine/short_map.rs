//! A map of a few entries: a list that is looked through. For a dozen of them that is quicker than to hash, and what
//! hashes is not needed in the page's program.

use serde::{Serialize, Serializer};
use std::borrow::Borrow;
use std::ops::Index;

/// A map of a few entries, in the order in which their keys came. Equal when the entries are, in any order.
#[derive(Clone, Debug)]
pub struct ShortMap<K, V>(Vec<(K, V)>);

/// The most entries that outside input may have: each is compared with all before it.
pub const MAX_ENTRIES: usize = 256;

impl<K, V> Default for ShortMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K, V> ShortMap<K, V> {
    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The entries.
    pub fn iter(&self) -> Iter<'_, K, V> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// The keys.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    /// The values.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }
}

impl<K: PartialEq, V> ShortMap<K, V> {
    /// The value of a key.
    pub fn get<Q: PartialEq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.0.iter().find(|(known, _)| known.borrow() == key).map(|(_, value)| value)
    }

    /// Whether a key has a value.
    pub fn contains_key<Q: PartialEq + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.get(key).is_some()
    }

    /// Sets the value of a key, and gives the one that it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        if let Some((_, known)) = self.0.iter_mut().find(|(known, _)| *known == key) {
            return Some(std::mem::replace(known, value));
        }
        self.0.push((key, value));
        None
    }

    /// Takes a key out.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        let at = self.0.iter().position(|(known, _)| known == key)?;
        Some(self.0.remove(at).1)
    }
}

/// The entries of a map.
type Iter<'a, K, V> = std::iter::Map<std::slice::Iter<'a, (K, V)>, fn(&'a (K, V)) -> (&'a K, &'a V)>;

impl<'a, K, V> IntoIterator for &'a ShortMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}

impl<K, V> IntoIterator for ShortMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<K: PartialEq, V> Extend<(K, V)> for ShortMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: PartialEq, V> FromIterator<(K, V)> for ShortMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::default();
        map.extend(entries);
        map
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for ShortMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().all(|(key, value)| other.get(key) == Some(value))
    }
}

impl<K: Eq, V: Eq> Eq for ShortMap<K, V> {}

impl<K: Serialize, V: Serialize> Serialize for ShortMap<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl<V: schemars::JsonSchema> schemars::JsonSchema for ShortMap<String, V> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        <std::collections::BTreeMap<String, V> as schemars::JsonSchema>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        <std::collections::BTreeMap<String, V> as schemars::JsonSchema>::json_schema(generator)
    }
}

impl<K: PartialEq + Borrow<str>, V> Index<&str> for ShortMap<K, V> {
    type Output = V;

    fn index(&self, key: &str) -> &V {
        self.get(key).unwrap_or_else(|| panic!("there is no `{key}`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_the_value_it_was_given_last() {
        let mut map = ShortMap::default();
        for (key, value) in [("a", 1), ("b", 2), ("a", 3)] {
            map.insert(key, value);
        }
        assert_eq!((map.get("a"), map.get("b"), map.get("c")), (Some(&3), Some(&2), None));
        assert_eq!((map.remove(&"a"), map.remove(&"a"), map.get("a")), (Some(3), None, None));
    }

    #[test]
    fn maps_are_equal_whatever_came_first() {
        let map = |entries: [(&'static str, u32); 2]| entries.into_iter().collect::<ShortMap<_, _>>();
        assert_eq!(map([("a", 1), ("b", 2)]), map([("b", 2), ("a", 1)]));
        assert_ne!(map([("a", 1), ("b", 2)]), map([("a", 2), ("b", 1)]));
        assert_ne!(map([("a", 1), ("b", 2)]), map([("a", 1), ("a", 2)]));
    }
}
