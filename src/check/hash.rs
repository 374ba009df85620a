//! The hash of a state: its bytes as words, each multiplied on its own and summed.
//!
//! Independent multiplications keep the processor's units busy, where a running hash would wait for
//! itself; measured, that is worth more than any saving inside one round. The hash is no identity: equal
//! states are told by their bytes, so a collision costs time and never an answer.

use zerocopy::{Immutable, IntoBytes};

/// Odd multipliers, one a word, from the fractional digits of square roots of primes.
const MULTIPLIERS: [u64; 8] = [
    0x6a09_e667_f3bc_c909,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

/// The hash of a state. Its high half chooses a slot, its low half the tag.
pub(super) fn hash<S: IntoBytes + Immutable>(state: &S) -> u64 {
    let bytes = state.as_bytes();
    let (words, rest) = bytes.as_chunks::<8>();
    let mut sum = 0_u64;
    for (index, word) in words.iter().enumerate() {
        sum = sum.wrapping_add(spread(u64::from_le_bytes(*word), index));
    }
    if !rest.is_empty() {
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        sum = sum.wrapping_add(spread(u64::from_le_bytes(last), words.len()));
    }
    // The sum is good in its high bits only: fold them back before the low half is used.
    let folded = (sum ^ sum >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    folded ^ folded >> 29
}

/// One word's share. The fold makes a change in the high bytes reach further than those of the product.
fn spread(word: u64, index: usize) -> u64 {
    // States of more than eight words use the multipliers again, in another place of the sum.
    let word = word.rotate_left(if index < MULTIPLIERS.len() { 0 } else { 23 });
    (word ^ word >> 32).wrapping_mul(MULTIPLIERS[index % MULTIPLIERS.len()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn states_that_differ_in_a_byte_differ_in_both_halves() {
        let mut halves = (BTreeSet::new(), BTreeSet::new());
        let mut count = 0;
        for at in 0..61 {
            for value in 1..=255 {
                let mut state = [0_u8; 61];
                state[at] = value;
                let hash = hash(&state);
                halves.0.insert(hash >> 32);
                halves.1.insert(hash & 0xffff_ffff);
                count += 1;
            }
        }
        // A perfect random function of 32 bits would lose about 0.03 of these to collisions.
        assert!(
            halves.0.len() > count - 3 && halves.1.len() > count - 3,
            "{} {}",
            halves.0.len(),
            halves.1.len()
        );
    }

    #[test]
    fn high_bytes_of_several_words_do_not_cancel() {
        let mut hashes = BTreeSet::new();
        for a in 0..=255_u8 {
            for b in 0..=255 {
                let mut state = [0_u8; 64];
                (state[7], state[63]) = (a, b);
                hashes.insert(hash(&state) >> 32);
            }
        }
        assert!(hashes.len() > 65_530, "{}", hashes.len());
    }
}
