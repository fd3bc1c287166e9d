//! What counts in a name.

use crate::gpu::Device;
use crate::text::same;

/// Bytes of a name that are read.
const READ: usize = 256;

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
    /// The name was no longer than what is kept.
    is_whole: bool,
    /// `NVIDIA`, `GeForce` or `Tesla` was in front.
    is_branded: bool,
}

impl Key {
    pub(super) const fn new(name: &str) -> Key {
        let mut key = Key {
            bytes: [0; KEPT],
            start: 0,
            end: 0,
            is_whole: name.len() <= READ,
            is_branded: false,
        };
        let mut left = name.as_bytes();
        while let [letter, rest @ ..] = left
            && name.len() - rest.len() <= READ
        {
            left = rest;
            if matches!(letter, b' ' | b'-' | b'_') {
                continue;
            }
            if key.end == KEPT {
                key.is_whole = false;
                break;
            }
            key.bytes[key.end] = letter.to_ascii_lowercase();
            key.end += 1;
        }
        key.is_branded = key.skip(b"nvidia") | key.skip(b"geforce") | key.skip(b"tesla");
        let is_number = key.skip_to_number(b"computecapability") || key.skip_to_number(b"cc");
        if !is_number && key.skip_to_number(b"compute") {
            key.start -= 2;
            key.bytes[key.start] = b's';
            key.bytes[key.start + 1] = b'm';
        }
        key.with_short_end()
    }

    const fn skip<const N: usize>(&mut self, word: &[u8; N]) -> bool {
        let is_there = match self.letters().first_chunk::<N>() {
            Some(first) => same(first, word),
            None => false,
        };
        if is_there {
            self.start += N;
        }
        is_there
    }

    const fn skip_to_number<const N: usize>(&mut self, word: &[u8; N]) -> bool {
        let mut skipped = *self;
        if skipped.skip(word) && matches!(skipped.letters(), [b'0'..=b'9', ..]) {
            *self = skipped;
            return true;
        }
        false
    }

    const fn with_short_end(mut self) -> Key {
        if !self.is_whole {
            return self;
        }
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
        loop {
            match (own, left) {
                (_, [b' ' | b'-' | b'_', rest @ ..]) => left = rest,
                ([one, others @ ..], [letter, rest @ ..])
                    if *one == letter.to_ascii_lowercase() =>
                {
                    (own, left) = (others, rest);
                }
                ([], []) => return self.is_whole,
                _ => return false,
            }
        }
    }

    /// Whether this is the key of `name`, with a brand if that has one.
    pub(super) const fn is_as_reported(&self, name: &str) -> bool {
        self.is(name) && (self.is_branded || stem(name.as_bytes()).len() == name.len())
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

    /// Whether this is a name of `device`.
    pub(super) const fn names(&self, device: &Device) -> bool {
        self.one_of(device.aliases).is_some() || self.is(device.name)
    }

    /// The keys of the board and of the profile, if `:` or `MIG` separates them, which no other name has.
    pub(super) const fn board_and_profile(&self) -> Option<(Key, Key)> {
        match (self.position(b":"), self.position(b"mig")) {
            (Some(at), _) => self.parts(at, at + 1),
            (None, Some(at)) => self.parts(at, at + 3),
            (None, None) => None,
        }
    }

    /// The keys of the board and of the profile, if only the separator is missing: `h100 1g.10gb`.
    pub(super) const fn board_then_profile(&self) -> Option<(Key, Key)> {
        match self.position(b"g.") {
            Some(at @ 1..) => self.parts(at - 1, at - 1),
            _ => None,
        }
    }

    const fn parts(&self, board: usize, profile: usize) -> Option<(Key, Key)> {
        if board == 0 {
            return None;
        }
        let (mut whole, mut end) = (*self, *self);
        whole.end = self.start + board;
        whole.is_whole = true;
        end.start = self.start + profile;
        Some((whole.with_short_end(), end.with_short_end()))
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

/// A name of the tables without its brand, and without the `GPU` after `Laptop` and `Embedded`.
const fn stem(name: &[u8]) -> &[u8] {
    let ([b'G', b'e', b'F', b'o', b'r', b'c', b'e', b' ', stem @ ..]
    | [b'T', b'e', b's', b'l', b'a', b' ', stem @ ..]
    | stem) = name;
    match stem {
        [start @ .., b' ', b'G', b'P', b'U']
            if matches!(start.last_chunk(), Some(b"Laptop"))
                || matches!(start.last_chunk(), Some(b"Embedded")) =>
        {
            start
        }
        _ => stem,
    }
}
