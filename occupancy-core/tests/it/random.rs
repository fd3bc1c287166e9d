//! Numbers that are the same in every run.

/// Marsaglia's xorshift64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
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
}
