//! A lease on a lock record, as a client library keeps it: the record names a holder, and every candidate
//! judges by its own clock how long it has looked at the same record. Timestamps in the record decide nothing.

use zerocopy::{Immutable, IntoBytes, Unaligned};

/// A lease with `N` candidates, which the model numbers below `N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Lease<const N: usize> {
    /// The holder's number and one more; 0 while the record is empty.
    holder: u8,
    /// Ticks since the last write, up to the limit of [`Lease::tick`]; 0 while the record is empty.
    age: u8,
    clocks: [Clock; N],
}

/// What a candidate knows of the record, in one byte: 0 is blank, 1 and more is behind by one less, and with
/// the highest bit it has seen the record so many ticks ago.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
struct Clock(u8);

const SEEN: u8 = 0x80;

/// What a candidate knows of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// It is no candidate now.
    Blank,
    /// The record changed, or the candidate began, so many ticks ago; it has not looked since.
    Behind(u8),
    /// It first saw the present record so many ticks ago.
    Seen(u8),
}

impl Clock {
    fn sight(self) -> Sight {
        match self.0 {
            0 => Sight::Blank,
            seen if seen & SEEN != 0 => Sight::Seen(seen & !SEEN),
            behind => Sight::Behind(behind - 1),
        }
    }

    fn of(sight: Sight) -> Self {
        match sight {
            Sight::Blank => Self(0),
            Sight::Behind(ticks) => Self(ticks + 1),
            Sight::Seen(ticks) => Self(SEEN | ticks),
        }
    }
}

impl<const N: usize> Default for Lease<N> {
    fn default() -> Self {
        Self { holder: 0, age: 0, clocks: [Clock::default(); N] }
    }
}

impl<const N: usize> Lease<N> {
    /// Whom the record names.
    pub fn holder(&self) -> Option<u8> {
        self.holder.checked_sub(1)
    }

    /// Ticks since the last write, as far as they are counted.
    pub fn age(&self) -> u8 {
        self.age
    }

    /// What a candidate knows of the record.
    pub fn sight(&self, candidate: u8) -> Sight {
        self.clocks[usize::from(candidate)].sight()
    }

    /// A write: a new record, which no candidate has seen. It names the holder, or nobody after a release.
    pub fn write(&mut self, holder: Option<u8>) {
        self.holder = holder.map_or(0, |holder| holder + 1);
        self.age = 0;
        for clock in &mut self.clocks {
            if clock.sight() != Sight::Blank {
                *clock = Clock::of(Sight::Behind(0));
            }
        }
    }

    /// The same record names what is now somebody else: its process is gone. No candidate notices.
    pub fn rename(&mut self, holder: u8) {
        self.holder = holder + 1;
    }

    /// Sets what a candidate knows.
    pub fn set_sight(&mut self, candidate: u8, sight: Sight) {
        self.clocks[usize::from(candidate)] = Clock::of(sight);
    }

    /// The candidate looks. A record that is new to it starts its clock.
    pub fn look(&mut self, candidate: u8) {
        let clock = &mut self.clocks[usize::from(candidate)];
        if let Sight::Behind(_) = clock.sight() {
            *clock = Clock::of(Sight::Seen(0));
        }
    }

    /// Time passes without a write. Counters stop where more would decide nothing: `behind` ticks until a
    /// candidate must look, `seen` until it must act.
    pub fn tick(&mut self, behind: u8, seen: u8) {
        if self.holder != 0 {
            self.age = (self.age + 1).min(seen);
        }
        for clock in &mut self.clocks {
            *clock = Clock::of(match clock.sight() {
                Sight::Blank => Sight::Blank,
                Sight::Behind(ticks) => Sight::Behind((ticks + 1).min(behind)),
                Sight::Seen(ticks) => Sight::Seen((ticks + 1).min(seen)),
            });
        }
    }

    /// Time passes and the holder has renewed; what candidates saw of it is the model's to say.
    pub fn renewed(&mut self) {
        self.age = 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_sets_every_candidate_back() {
        let mut lease = Lease::<2>::default();
        lease.set_sight(1, Sight::Seen(9));
        lease.write(Some(0));
        assert_eq!(
            (lease.holder(), lease.sight(0), lease.sight(1)),
            (Some(0), Sight::Blank, Sight::Behind(0))
        );
        lease.tick(2, 14);
        lease.look(1);
        assert_eq!((lease.age(), lease.sight(1)), (1, Sight::Seen(0)));
        lease.look(1);
        assert_eq!(lease.sight(1), Sight::Seen(0), "a second look at the same record starts no clock");
    }

    #[test]
    fn clocks_stop_where_more_decides_nothing() {
        let mut lease = Lease::<2>::default();
        lease.write(Some(0));
        lease.set_sight(0, Sight::Behind(0));
        lease.set_sight(1, Sight::Seen(0));
        for _ in 0..40 {
            lease.tick(2, 14);
        }
        assert_eq!((lease.age(), lease.sight(0), lease.sight(1)), (14, Sight::Behind(2), Sight::Seen(14)));
    }

    #[test]
    fn a_process_that_is_gone_leaves_the_clocks_alone() {
        let mut lease = Lease::<1>::default();
        lease.write(Some(0));
        lease.set_sight(0, Sight::Seen(5));
        lease.rename(3);
        assert_eq!((lease.holder(), lease.sight(0)), (Some(3), Sight::Seen(5)));
    }

    #[test]
    fn an_empty_record_has_no_age() {
        let mut lease = Lease::<1>::default();
        lease.write(Some(0));
        lease.tick(2, 14);
        lease.write(None);
        lease.tick(2, 14);
        assert_eq!((lease.holder(), lease.age()), (None, 0));
    }
}
