//! A state as a key of one type for every machine, so that what is kept by state is compiled once.

use zerocopy::{Immutable, IntoBytes};

/// The bytes of a state, filled up with zeros.
pub(crate) type Key = [u64; 8];

/// The key of a state. Equal states of one machine have equal keys, and others have others.
pub(crate) fn key<S: IntoBytes + Immutable>(state: &S) -> Key {
    const { assert!(size_of::<S>() <= size_of::<Key>(), "a state is at most 64 bytes") };
    let mut key = [0; 8];
    let bytes = state.as_bytes();
    key.as_mut_bytes()[..bytes.len()].copy_from_slice(bytes);
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_equal_where_the_bytes_are() {
        assert_eq!(key(&[1_u8, 2, 3]), key(&[1_u8, 2, 3]));
        assert_ne!(key(&[1_u8, 2, 3]), key(&[1_u8, 2, 4]));
        assert_eq!(key(&[u8::MAX; 64]), [u64::MAX; 8]);
    }
}
