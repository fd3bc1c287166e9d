//! A list that constants can build.

/// A list of at most `N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List<T, const N: usize> {
    places: [T; N],
    len: usize,
}

impl<T: Copy, const N: usize> List<T, N> {
    /// An empty list, whose places hold `filler`.
    pub(super) const fn of(filler: T) -> Self {
        Self {
            places: [filler; N],
            len: 0,
        }
    }

    /// The elements, in the order in which they were added.
    pub const fn as_slice(&self) -> &[T] {
        self.places.split_at(self.len).0
    }

    /// Adds an element. There is room: a rule adds as many as its code says, whatever configuration it words.
    pub(super) const fn push(&mut self, one: T) {
        debug_assert!(self.len < N, "a rule adds more than its list holds");
        if let Some((_, [place, ..])) = self.places.split_at_mut_checked(self.len) {
            *place = one;
            self.len = self.len.saturating_add(1);
        }
    }
}
