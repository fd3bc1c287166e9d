//! Numbers that are the same in every run.

/// Marsaglia's xorshift64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn within(&mut self, least: u64, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        least + (self.0 >> 20) % (most - least + 1)
    }

    /// The same as a small number.
    pub(crate) fn small(&mut self, least: u32, most: u32) -> u32 {
        u32::try_from(self.within(least.into(), most.into())).expect("between two of 32 bits")
    }
}

/// A million inputs where the compiler optimizes, and in a debug build as many as take a second or two.
pub(crate) fn inputs(debug: u32) -> u32 {
    if cfg!(debug_assertions) {
        debug
    } else {
        1_000_000
    }
}
