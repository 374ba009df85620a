//! A map of a few entries: a list that is looked through. For a dozen of them that is quicker than to hash.

use std::borrow::Borrow;
use std::ops::Index;

/// A map of a few entries, in the order in which their keys came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for ShortMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
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

    /// Sets the value of a key.
    pub fn insert(&mut self, key: K, value: V) {
        match self.0.iter_mut().find(|(known, _)| *known == key) {
            Some((_, known)) => *known = value,
            None => self.0.push((key, value)),
        }
    }

    /// Takes a key out.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        let at = self.0.iter().position(|(known, _)| known == key)?;
        Some(self.0.remove(at).1)
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
}
