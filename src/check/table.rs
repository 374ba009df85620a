//! Which states are known: an open-addressing table of ids, four bytes a slot.
//!
//! A slot holds `id + 1` in its low bits and, in the bits that no id needs yet, a tag of the hash, so that
//! most states of another hash are told apart without looking at them. Zero is an empty slot.

/// The table is rebuilt when more than this share of its slots is taken: three quarters.
const FULL: (u64, u64) = (3, 4);
/// It grows to this multiple of its slots: natively two, in a browser, where freed memory is not given
/// back, a little less, so that the old table and the new one stay within 80 bytes for a state of 64.
const GROWTH: (u64, u64) = if cfg!(target_arch = "wasm32") { (5, 3) } else { (2, 1) };
/// Slots to begin with.
const FIRST_SLOTS: u64 = 1 << 10;

/// Ids by the hashes of their states.
pub(super) struct Table {
    slots: Vec<u32>,
    id_mask: u32,
    used: u32,
    /// How many ids fit before the table has to grow.
    room: u32,
}

/// The half of a hash that tags are taken from.
#[allow(clippy::cast_possible_truncation, reason = "the low half is what is wanted")]
fn low(hash: u64) -> u32 {
    hash as u32
}

/// Where a state is, or would be.
pub(super) enum Found {
    /// It has this id.
    Known(u32),
    /// It is new; this slot is free for it.
    Free(usize),
}

/// Where a look at the table ended.
pub(super) struct Probe {
    /// The slot.
    pub(super) at: usize,
    /// The id in it; none when it is free, so that nothing follows.
    pub(super) candidate: Option<u32>,
}

impl Table {
    pub(super) fn new() -> Self {
        Self::with_slots(FIRST_SLOTS)
    }

    fn with_slots(slots: u64) -> Self {
        let room = u32::try_from(slots * FULL.0 / FULL.1).expect("ids have 32 bits");
        let id_mask = u32::MAX >> room.leading_zeros();
        let slots = usize::try_from(slots).expect("a table fits the address space");
        Self { slots: vec![0; slots], id_mask, used: 0, room }
    }

    /// The slot where the search for a hash begins.
    pub(super) fn home(&self, hash: u64) -> usize {
        // Multiplying maps 32 bits of hash to any number of slots without a division.
        (((hash >> 32) * self.slots.len() as u64) >> 32) as usize
    }

    /// Reads some slots, so that they are in the caches when they are needed.
    pub(super) fn touch(&self, slots: impl Iterator<Item = usize>) {
        std::hint::black_box(slots.fold(0, |sum, at| sum ^ self.slots[at]));
    }

    /// The first id from a slot on that may be that of a state, by its tag.
    pub(super) fn probe(&self, hash: u64, from: usize) -> Probe {
        let mut at = from;
        loop {
            let slot = self.slots[at];
            if slot == 0 || (slot ^ low(hash)) & !self.id_mask == 0 {
                return Probe { at, candidate: (slot & self.id_mask).checked_sub(1) };
            }
            at = self.after(at);
        }
    }

    /// Looks a state up, from a slot on; `same` compares it with the state of an id.
    pub(super) fn find(&self, hash: u64, from: usize, same: impl Fn(u32) -> bool) -> Found {
        let mut from = from;
        loop {
            let Probe { at, candidate } = self.probe(hash, from);
            match candidate {
                None => return Found::Free(at),
                Some(id) if same(id) => return Found::Known(id),
                Some(_) => from = self.after(at),
            }
        }
    }

    fn after(&self, at: usize) -> usize {
        if at + 1 == self.slots.len() { 0 } else { at + 1 }
    }

    /// Takes a free slot for an id.
    pub(super) fn take(&mut self, slot: usize, hash: u64, id: u32) {
        self.slots[slot] = low(hash) & !self.id_mask | (id + 1);
        self.used += 1;
    }

    /// Whether so many more ids fit as the table is.
    pub(super) fn has_room(&self, more: usize) -> bool {
        self.used as usize + more <= self.room as usize
    }

    /// Bytes of the table after its next growth.
    pub(super) fn next_bytes(&self) -> u64 {
        self.slots.len() as u64 * GROWTH.0 / GROWTH.1 * 4
    }

    /// Bytes allocated.
    pub(super) fn bytes(&self) -> u64 {
        self.slots.len() as u64 * 4
    }

    /// Grows; the caller then puts every id back with [`Table::put_back`]. The old slots are freed before
    /// the new ones are made, so that both never exist at once.
    pub(super) fn grow(&mut self) {
        let slots = self.slots.len() as u64 * GROWTH.0 / GROWTH.1;
        self.slots = Vec::new();
        *self = Self::with_slots(slots);
    }

    /// Takes free slots for ids that are known to be new, by the hashes of their states: a few at a time.
    pub(super) fn put_back(&mut self, hashes: &[u64], ids: &mut impl Iterator<Item = u32>) {
        self.touch(hashes.iter().map(|&hash| self.home(hash)));
        for (&hash, id) in hashes.iter().zip(ids) {
            let mut at = self.home(hash);
            while self.slots[at] != 0 {
                at = self.after(at);
            }
            self.take(at, hash, id);
        }
    }
}
