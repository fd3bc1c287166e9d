//! Random numbers, the same in every run. `OCCUPANCY_SEED` makes others.

#![allow(dead_code, reason = "every suite uses its own part")]

/// A generator of random numbers: Marsaglia's xorshift64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn new() -> Self {
        let seed = option_env!("OCCUPANCY_SEED").map(|seed| seed.parse().expect("a number"));
        Self(seed.unwrap_or(0x9e37_79b9_7f4a_7c15))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// One of `all`.
    pub(crate) fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.index(all.len())]
    }

    pub(crate) fn index(&mut self, len: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap() % len
    }

    pub(crate) fn is_one_in(&mut self, many: u64) -> bool {
        self.next().is_multiple_of(many)
    }

    pub(crate) fn between(&mut self, least: u64, most: u64) -> u64 {
        least + (self.next() >> 20) % (most - least + 1)
    }

    /// Like [`between`](Self::between), for 32 bits.
    pub(crate) fn small(&mut self, least: u32, most: u32) -> u32 {
        u32::try_from(self.between(least.into(), most.into())).expect("between two of 32 bits")
    }
}

/// The number of inputs: a million where the compiler optimizes, and in a debug build as many as take a second or two.
pub(crate) fn inputs(debug: u32) -> u32 {
    if cfg!(debug_assertions) {
        debug
    } else {
        1_000_000
    }
}
