//! The longest part of a paste that a log has in the same order, and of the equally long ones the closest together.

/// The pairs of positions, in the paste and in the log. `paste` has, line by line, every line of the log that it can be.
///
/// A chain of pairs that ends at a pair is best when it is longest and, of those, when it begins last; the best chain
/// to a pair goes on from a best one, so every pair of positions is looked at once.
pub(super) fn align(paste: &[&[usize]], log: &[usize]) -> Vec<(usize, usize)> {
    let mut chains = Vec::<Chain>::new();
    // By the position in the log where it ends.
    let mut best: Vec<Option<usize>> = vec![None; log.len()];
    for (line, kinds) in paste.iter().enumerate() {
        let mut before: Option<usize> = None;
        for (at, kind) in log.iter().enumerate() {
            let here = best[at];
            if kinds.contains(kind) {
                let parent = before.map(|chain| &chains[chain]);
                let (length, start) = parent.map_or((1, at), |chain| (chain.length + 1, chain.start));
                let chain = Chain { line, at, length, start, before };
                if here.is_none_or(|here| chain.rank() > chains[here].rank()) {
                    best[at] = Some(chains.len());
                    chains.push(chain);
                }
            }
            if here
                .is_some_and(|here| before.is_none_or(|before| chains[here].rank() > chains[before].rank()))
            {
                before = here;
            }
        }
    }
    let length = |chain: &Chain| (chain.length, std::cmp::Reverse(chain.at - chain.start));
    let mut next = best.into_iter().flatten().max_by_key(|&chain| length(&chains[chain]));
    let mut pairs = Vec::new();
    while let Some(chain) = next {
        let chain = &chains[chain];
        pairs.push((chain.line, chain.at));
        next = chain.before;
    }
    pairs.reverse();
    pairs
}

/// Pairs up to one of them.
struct Chain {
    line: usize,
    at: usize,
    length: usize,
    start: usize,
    before: Option<usize>,
}

impl Chain {
    fn rank(&self) -> (usize, usize) {
        (self.length, self.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(paste: &[&[usize]], log: &[usize], expected: &[(usize, usize)]) {
        assert_eq!(align(paste, log), expected);
    }

    #[test]
    fn the_closest_of_the_longest_is_found() {
        check(&[], &[1], &[]);
        check(&[&[1]], &[], &[]);
        check(&[&[1], &[2]], &[1, 3, 1, 2, 3], &[(0, 2), (1, 3)]);
        check(&[&[1], &[2]], &[1, 2, 1, 3, 2], &[(0, 0), (1, 1)]);
        check(&[&[1], &[9], &[2, 3]], &[3, 1, 4, 3], &[(0, 1), (2, 3)]);
        check(&[&[2], &[1]], &[1, 2], &[(0, 1)]);
    }

    /// The same by trying every set of positions of the log.
    fn by_hand(paste: &[usize], log: &[usize]) -> (usize, usize) {
        let mut best = (0, 0);
        for set in 1_u32..1 << log.len() {
            let at: Vec<_> = (0..log.len()).filter(|at| set >> at & 1 != 0).collect();
            let mut lines = paste.iter();
            if at.iter().all(|&at| lines.any(|&line| line == log[at])) {
                let others = at[at.len() - 1] - at[0] + 1 - at.len();
                if at.len() > best.0 || at.len() == best.0 && others < best.1 {
                    best = (at.len(), others);
                }
            }
        }
        best
    }

    proptest! {
        #[test]
        fn agrees_with_trying_everything(paste in prop::collection::vec(0_usize..4, 0..7), log in prop::collection::vec(0_usize..4, 0..9)) {
            let sets: Vec<_> = paste.iter().map(std::slice::from_ref).collect();
            let pairs = align(&sets, &log);
            prop_assert!(pairs.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
            prop_assert!(pairs.iter().all(|&(line, at)| paste[line] == log[at]));
            let others = pairs.first().zip(pairs.last()).map_or(0, |(first, last)| last.1 - first.1 + 1 - pairs.len());
            prop_assert_eq!((pairs.len(), others), by_hand(&paste, &log));
        }
    }
}
