//! Which states are known: an open-addressing table of ids, four bytes a slot.
//!
//! A slot holds `id + 1` in its low bits and, in the bits that no id needs yet, a tag of the hash, so that
//! most states of another hash are told apart without looking at them. Zero is an empty slot.

/// The table is rebuilt when more than this share of its slots is taken: three quarters.
const FULL: (u64, u64) = (3, 4);
/// It grows to this multiple of its slots: natively two, in a browser, where freed memory is not given
/// back, one and a half.
const GROWTH: (u64, u64) = if cfg!(target_arch = "wasm32") { (3, 2) } else { (2, 1) };
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

    /// The id in a slot when its tag is that of the hash.
    pub(super) fn candidate(&self, slot: u32, hash: u64) -> Option<u32> {
        (slot != 0 && (slot ^ low(hash)) & !self.id_mask == 0).then(|| (slot & self.id_mask) - 1)
    }

    /// Looks a state up; `same` compares it with the state of an id.
    pub(super) fn find(&self, hash: u64, home: usize, same: impl Fn(u32) -> bool) -> Found {
        let mut at = home;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return Found::Free(at);
            }
            if let Some(id) = self.candidate(slot, hash)
                && same(id)
            {
                return Found::Known(id);
            }
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
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

    /// Takes the first free slot for an id that is known to be new.
    pub(super) fn put_back(&mut self, hash: u64, id: u32) {
        let mut at = self.home(hash);
        while self.slots[at] != 0 {
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
        self.take(at, hash, id);
    }
}
