//! What counts in a name.

use crate::text::same;

/// Letters of a name that are kept, more than any name of the tables has.
pub(super) const KEPT: usize = 96;

/// The letters of a name without the parts that are ignored.
///
/// `compute_90` is kept as `sm90`, `cc 9.0` as `9.0`, `Laptop GPU` or `Mobile` at the end as
/// `laptop`, and `Embedded GPU` as `embedded`.
#[derive(Clone, Copy)]
pub(super) struct Key {
    bytes: [u8; KEPT],
    /// Where the letters begin in `bytes`, and where they end.
    start: usize,
    end: usize,
}

impl Key {
    pub(super) const fn new(name: &str) -> Key {
        let mut key = Key {
            bytes: [0; KEPT],
            start: 0,
            end: 0,
        };
        let mut left = name.as_bytes();
        while let [letter, rest @ ..] = left
            && key.end < KEPT
        {
            if !matches!(letter, b' ' | b'-' | b'_') {
                key.bytes[key.end] = letter.to_ascii_lowercase();
                key.end += 1;
            }
            left = rest;
        }
        let _ =
            key.skip(b"nvidia", false) | key.skip(b"geforce", false) | key.skip(b"tesla", false);
        let is_number = key.skip(b"computecapability", true) || key.skip(b"cc", true);
        if !is_number && key.skip(b"compute", true) {
            key.start -= 2;
            key.bytes[key.start] = b's';
            key.bytes[key.start + 1] = b'm';
        }
        key.with_short_end()
    }

    /// Leaves `word` out if it is in front, or if it is in front of a number.
    const fn skip<const N: usize>(&mut self, word: &[u8; N], of_number: bool) -> bool {
        match self.letters().split_first_chunk::<N>() {
            Some((first, rest))
                if same(first, word) && (!of_number || matches!(rest, [b'0'..=b'9', ..])) =>
            {
                self.start += N;
                true
            }
            _ => false,
        }
    }

    const fn with_short_end(mut self) -> Key {
        let letters = self.letters();
        if matches!(letters.last_chunk(), Some(b"laptopgpu"))
            || matches!(letters.last_chunk(), Some(b"embeddedgpu"))
        {
            self.end -= b"gpu".len();
        } else if matches!(letters.last_chunk(), Some(b"mobile"))
            && let (letters, _) = self.bytes.split_at_mut(self.end)
            && let Some(end) = letters.last_chunk_mut()
        {
            *end = *b"laptop";
        }
        self
    }

    /// What counts.
    pub(super) const fn letters(&self) -> &[u8] {
        self.bytes.split_at(self.end).0.split_at(self.start).1
    }

    /// Whether this is the key of `name`, which the tables have, without building that key.
    pub(super) const fn is(&self, name: &str) -> bool {
        let (mut own, mut left) = (self.letters(), stem(name.as_bytes()));
        while let [letter, rest @ ..] = left {
            left = rest;
            // Most names differ in the first letter.
            match own {
                _ if matches!(letter, b' ' | b'-' | b'_') => {}
                [one, others @ ..] if *one == letter.to_ascii_lowercase() => own = others,
                _ => return false,
            }
        }
        own.is_empty()
    }

    /// Whether this is the key of `name`, with a brand if that has one.
    pub(super) const fn is_as_reported(&self, name: &str) -> bool {
        self.is(name) && (self.start > 0 || stem(name.as_bytes()).len() == name.len())
    }

    /// The one of `names` that this is the key of.
    pub(super) const fn one_of<'a>(&self, names: &[&'a str]) -> Option<&'a str> {
        let mut left = names;
        while let [name, others @ ..] = left {
            if self.is(name) {
                return Some(name);
            }
            left = others;
        }
        None
    }

    /// The keys of the board and of the profile, if `:` or `MIG` separates them, which no other name has.
    pub(super) const fn board_and_profile(&self) -> Option<(Key, Key)> {
        match (self.position(b":"), self.position(b"mig")) {
            (Some(at @ 1..), _) => Some(self.split(at, at + 1)),
            (None, Some(at @ 1..)) => Some(self.split(at, at + 3)),
            _ => None,
        }
    }

    /// Whether it has a profile.
    pub(super) const fn has_profile(&self) -> bool {
        self.position(b"g.").is_some()
    }

    /// The letters before one place, and those from another one.
    const fn split(&self, end: usize, start: usize) -> (Key, Key) {
        let (mut before, mut after) = (*self, *self);
        before.end = self.start + end;
        after.start += start;
        (before.with_short_end(), after.with_short_end())
    }

    /// Whether it has what distinguishes a laptop or embedded GPU from the desktop GPU that it is named after.
    pub(super) const fn is_laptop(&self) -> bool {
        self.position(b"laptop").is_some()
            || self.position(b"mobile").is_some()
            || self.position(b"maxq").is_some()
            || self.position(b"embedded").is_some()
    }

    /// Where `word` is first.
    const fn position<const N: usize>(&self, word: &[u8; N]) -> Option<usize> {
        let (mut at, mut left) = (0, self.letters());
        while let (Some(found), [_, rest @ ..]) = (left.first_chunk::<N>(), left) {
            if same(found, word) {
                return Some(at);
            }
            (at, left) = (at + 1, rest);
        }
        None
    }
}

/// A name of the tables without its brand, and without its `GPU`, which only stands after `Laptop` and `Embedded`.
const fn stem(name: &[u8]) -> &[u8] {
    let ([b'G', b'e', b'F', b'o', b'r', b'c', b'e', b' ', stem @ ..]
    | [b'T', b'e', b's', b'l', b'a', b' ', stem @ ..]
    | stem) = name;
    match stem {
        [start @ .., b' ', b'G', b'P', b'U'] => start,
        _ => stem,
    }
}
