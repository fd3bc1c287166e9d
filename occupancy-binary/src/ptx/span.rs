//! A place in the text.

use occupancy_core::__private::same_at;

/// Bytes `start..end` of the PTX text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The text of the span; empty if the span is outside of this text.
    ///
    /// ```
    /// use occupancy_binary::ptx::Span;
    ///
    /// assert_eq!(Span { start: 1, end: 6 }.of(".entry k"), "entry");
    /// assert_eq!(Span { start: 5, end: 99 }.of(".entry k"), "");
    /// ```
    pub const fn of(self, text: &str) -> &str {
        let Some((before, _)) = text.split_at_checked(self.end) else {
            return "";
        };
        match before.split_at_checked(self.start) {
            Some((_, inside)) => inside,
            None => "",
        }
    }

    /// Whether the text of the span, which is of this text, is `expected`.
    pub(super) const fn is(self, text: &str, expected: &str) -> bool {
        let (bytes, expected) = (text.as_bytes(), expected.as_bytes());
        self.end - self.start == expected.len() && same_at(bytes, self.start, self.end, expected, 0)
    }

    /// Whether the texts of both, which are as long, are the same.
    pub(super) const fn is_same(self, other: Self, text: &str) -> bool {
        let bytes = text.as_bytes();
        same_at(bytes, self.start, self.end, bytes, other.start)
    }
}
