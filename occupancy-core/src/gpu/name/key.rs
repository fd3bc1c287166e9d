//! The letters that count in a name, and how near it is to another one. The docs of
//! [`UnknownArch`](crate::UnknownArch) have the rule.

use crate::gpu::{Arch, Vendor};
use crate::numbers::or;
use crate::text::{begins, contains, position, same};

/// The letters of a name that are kept: more than any name of the tables has.
const KEPT: usize = 96;

/// The rank of a name that is not near.
pub(super) const FAR: usize = usize::MAX;

/// The letters of a name without the parts that are ignored.
///
/// `compute_90` is kept as `sm90`, `cc 9.0` as `9.0`, `Laptop GPU` or `Mobile` at the end as
/// `laptop`, and `Embedded GPU` as `embedded`. A brand at the beginning is kept as its vendor.
#[derive(Clone, Copy)]
pub(super) struct Key {
    bytes: [u8; KEPT],
    /// The place in `bytes` of the first letter.
    start: usize,
    /// The place in `bytes` after the last letter.
    end: usize,
    /// The vendor whose brand the name begins with, or as only whose names begin.
    pub(super) brand: Option<Vendor>,
}

impl Key {
    pub(super) const fn new(name: &str) -> Key {
        let mut key = Key {
            bytes: [0; KEPT],
            start: 0,
            end: 0,
            brand: None,
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
        if key.skip(b"nvidia", false) | key.skip(b"geforce", false) | key.skip(b"tesla", false) {
            key.brand = Some(Vendor::Nvidia);
        } else if key.skip(b"amd", false)
            | key.skip(b"radeon", false)
            | key.skip(b"instinct", false)
            || matches!(
                key.letters(),
                [b'g', b'f', b'x', ..] | [b'm', b'i', b'0'..=b'9', ..]
            )
        {
            key.brand = Some(Vendor::Amd);
        }
        let is_number = key.skip(b"computecapability", true) || key.skip(b"cc", true);
        if !is_number && key.skip(b"compute", true) {
            key.start -= 2;
            key.bytes[key.start] = b's';
            key.bytes[key.start + 1] = b'm';
        }
        key.with_short_end()
    }

    /// Leaves `word` out if the letters begin with it, and, `of_number`, a digit follows. Returns `true` if it did.
    const fn skip(&mut self, word: &[u8], of_number: bool) -> bool {
        let letters = self.letters();
        let is_first = begins(letters, word)
            && (!of_number || matches!(letters.split_at(word.len()).1, [b'0'..=b'9', ..]));
        if is_first {
            self.start += word.len();
        }
        is_first
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

    /// The letters that count.
    pub(super) const fn letters(&self) -> &[u8] {
        self.bytes.split_at(self.end).0.split_at(self.start).1
    }

    /// Returns `true` if this is the key of `name`, a name of the tables. It does not build that key.
    pub(super) const fn is(&self, name: &str) -> bool {
        are_of(self.letters(), name.as_bytes())
    }

    /// Returns `true` if this is the key of one of `names`, with a brand if that has one.
    pub(super) const fn is_reported_as_one_of(&self, names: &[&str]) -> bool {
        match self.one_of(names) {
            Some(name) => self.start > 0 || stem(name.as_bytes()).len() == name.len(),
            None => false,
        }
    }

    /// The first of `names` that this is the key of.
    pub(super) const fn one_of<'a>(&self, names: &[&'a str]) -> Option<&'a str> {
        one_of(self.letters(), names)
    }

    /// The keys of the board and of the profile, if `:` or `MIG` separates them. Only names of MIG instances have
    /// either.
    pub(super) const fn board_and_profile(&self) -> Option<(Key, Key)> {
        let (end, start) = match (self.position(b":"), self.position(b"mig")) {
            (Some(at @ 1..), _) => (at, at + 1),
            (None, Some(at @ 1..)) => (at, at + 3),
            _ => return None,
        };
        let (mut board, mut profile) = (*self, *self);
        board.end = self.start + end;
        profile.start += start;
        Some((board.with_short_end(), profile))
    }

    /// The mode that the words behind a board or a target of AMD name, in any order: 1 for waves of 64 lanes, 2 for CUs,
    /// 3 for both, and 0 for the whole. `None` if another word is among them, or one is said twice.
    pub(super) const fn mode(&self, whole: &Arch) -> Option<usize> {
        let (is_wgp, target) = (whole.multiprocessor().is_wgp, whole.short_name());
        let [is_gfx9, is_gfx101] = [contains(target, "gfx9"), contains(target, "gfx101")];
        let (mut mode, mut said, mut left) = (0, 0, *self);
        loop {
            let (word, rest) = match left.board_and_profile() {
                Some((word, rest)) => (word, Some(rest)),
                None => (left, None),
            };
            // The `-` of a feature is no letter of a key.
            let (kind, of_word) = match word.letters() {
                b"wave32" if is_wgp => (1, 0),
                b"wave64" if is_wgp => (1, 1),
                b"wgp" | b"wgpmode" if is_wgp => (2, 0),
                b"cu" | b"cumode" if is_wgp => (2, 2),
                b"spx" if !is_wgp && whole.part(0).is_some() => (4, 0),
                b"sramecc" | b"sramecc+" if is_gfx9 => (8, 0),
                b"xnack" | b"xnack+" if is_gfx9 || is_gfx101 => (16, 0),
                _ => return None,
            };
            if said & kind > 0 {
                return None;
            }
            (mode, said) = (mode | of_word, said | kind);
            left = match rest {
                Some(rest) => rest,
                None => return Some(mode),
            };
        }
    }

    /// Returns `true` if a word tells a laptop or embedded GPU from the desktop GPU that it is named after.
    pub(super) const fn is_laptop(&self) -> bool {
        self.position(b"laptop").is_some()
            || self.position(b"mobile").is_some()
            || self.position(b"maxq").is_some()
            || self.position(b"embedded").is_some()
    }

    /// Returns `true` for a chip of an architecture: `ad102` of `Ada AD10x`, `ga10b` of `Ampere Tegra GA10B (Orin)`.
    pub(super) const fn is_chip_of(&self, architecture: &str) -> bool {
        let architecture = architecture.as_bytes();
        let boards = or(position(architecture, b" ("), architecture.len());
        let (mut own, mut left) = (self.letters(), architecture.split_at(boards).0);
        while let ([others @ .., one], [rest @ .., letter]) = (own, left)
            && (*one == letter.to_ascii_lowercase() || *letter == b'x' && one.is_ascii_digit())
        {
            (own, left) = (others, rest);
        }
        // `CDNA 3` has no chip.
        own.is_empty() && matches!(left, [.., b' ']) && self.letters().len() > 2
    }

    /// The place of the first `word` among the letters.
    pub(super) const fn position(&self, word: &[u8]) -> Option<usize> {
        position(self.letters(), word)
    }

    /// The distance of `name` from this key, or [`FAR`].
    pub(super) const fn rank(&self, name: &str) -> usize {
        let other = Key::new(name);
        let (own, others) = (self.letters(), other.letters());
        let prefix = common_prefix(own, others);
        let longer = 2 * own.len().abs_diff(others.len());
        let limit = match own.len() {
            0 | 1 => 0,
            2..=5 => 2,
            6..=11 => 2 * (own.len() / 3),
            _ => 8,
        };

        // If one is inside the other, the distance is the rest of the longer one, and counts as one edit.
        let inside = (prefix == own.len() && prefix >= 2)
            || (prefix == others.len() && prefix >= 3)
            || (own.len() >= 3 && ends_with(others, own));
        let distance = if inside || longer > limit {
            longer
        } else {
            self.distance(&other)
        };
        if !inside && distance > limit {
            return FAR;
        }
        let near = if inside && distance > 2 { 2 } else { distance };
        // No part reaches into the next: the distance is below 256, and the prefix at most 96.
        (near * 128 + (KEPT - prefix)) * 256 + distance
    }

    /// The distance in half edits. To insert, omit or replace a letter, or to exchange two neighbours,
    /// is one edit; a look-alike is half an edit.
    pub(super) const fn distance(&self, other: &Key) -> usize {
        let (own, others) = (self.letters(), other.letters());
        // `row[j]` is the distance from the part of `own` that was read to the first `j` bytes of
        // `others`; `above` and `before` are the rows one and two bytes ago.
        let mut row = [0; KEPT + 1];
        let mut j = 0;
        while j <= others.len() {
            row[j] = 2 * j;
            j += 1;
        }
        let mut above = row;
        let mut i = 0;
        while i < own.len() {
            let before = above;
            above = row;
            row[0] = 2 * (i + 1);
            let mut j = 0;
            while j < others.len() {
                let replaced = above[j] + substitution(own[i], others[j]);
                let mut best = least(replaced, least(above[j + 1], row[j]) + 2);
                if i > 0 && j > 0 && own[i] == others[j - 1] && own[i - 1] == others[j] {
                    best = least(best, before[j - 1] + 2);
                }
                row[j + 1] = best;
                j += 1;
            }
            i += 1;
        }
        row[others.len()]
    }
}

/// The first of some names of the tables that has a key with these letters.
pub(super) const fn one_of<'a>(letters: &[u8], names: &[&'a str]) -> Option<&'a str> {
    each!(names, |name| {
        if are_of(letters, name.as_bytes()) {
            return Some(name);
        }
    });
    None
}

/// Returns `true` if these are the letters of the key of a name of the tables.
pub(super) const fn are_of(letters: &[u8], name: &[u8]) -> bool {
    let (mut own, mut left) = match (letters, name) {
        // Most names differ in the first letter, and only these begin with a brand.
        ([one, ..], [first, ..])
            if *one != first.to_ascii_lowercase()
                && !matches!(first, b'G' | b'I' | b'R' | b'T' | b'r') =>
        {
            return false;
        }
        _ => (letters, stem(name)),
    };
    while let [letter, rest @ ..] = left {
        left = rest;
        match own {
            _ if matches!(letter, b' ' | b'-' | b'_') => {}
            [one, others @ ..] if *one == letter.to_ascii_lowercase() => own = others,
            _ => return false,
        }
    }
    own.is_empty()
}

/// A name of the tables without its brand, and without its `GPU`, which only stands after `Laptop` and `Embedded`.
#[rustfmt::skip]
const fn stem(name: &[u8]) -> &[u8] {
    let ([b'G', b'e', b'F', b'o', b'r', b'c', b'e', b' ', stem @ ..]
    | [b'T', b'e', b's', b'l', b'a', b' ', stem @ ..]
    | [b'R' | b'r', b'a', b'd', b'e', b'o', b'n', b' ' | b'-', stem @ ..]
    | [b'I', b'n', b's', b't', b'i', b'n', b'c', b't', b' ', stem @ ..]
    | stem) = name;
    let ([stem @ .., b' ', b'G', b'P', b'U'] | stem) = stem;
    stem
}

/// The distance of `name` from `written`; `None` if it is not near. The docs of [`UnknownArch`](crate::UnknownArch) have
/// the rule.
pub const fn nearness(written: &str, name: &str) -> Option<usize> {
    match Key::new(written).rank(name) {
        FAR => None,
        rank => Some(rank),
    }
}

/// The nearest of `names`, the first among equals; `None` if none is near.
///
/// It is the measure for every name that people write: of GPUs, of kernels in a file, of arguments, of warnings. The
/// docs of [`UnknownArch`](crate::UnknownArch) have the rule.
#[doc(hidden)]
pub fn nearest_name<'a>(written: &str, names: &[&'a str]) -> Option<&'a str> {
    let near = names
        .iter()
        .filter_map(|name| Some((nearness(written, name)?, *name)));
    near.min_by_key(|(rank, _)| *rank).map(|(_, name)| name)
}

/// The number of bytes that both begin with.
const fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    let mut i = 0;
    while i < one.len() && i < other.len() && one[i] == other[i] {
        i += 1;
    }
    i
}

const fn ends_with(name: &[u8], end: &[u8]) -> bool {
    let start = name.len().wrapping_sub(end.len());
    matches!(name.split_at_checked(start), Some((_, last)) if same(last, end))
}

const fn least(one: usize, other: usize) -> usize {
    if other < one { other } else { one }
}

/// The distance of two letters, in half edits.
const fn substitution(a: u8, b: u8) -> usize {
    match (a, b) {
        _ if a == b => 0,
        (b'o', b'0') | (b'0', b'o') | (b'l' | b'i', b'1') | (b'1', b'l' | b'i') => 1,
        _ => 2,
    }
}

/// The nearest names so far, the best first; empty ones at the end.
pub(super) struct Nearest {
    pub(super) ranks: [usize; 3],
    pub(super) names: [&'static str; 3],
}

impl Nearest {
    pub(super) const NONE: Nearest = Nearest {
        ranks: [FAR; 3],
        names: [""; 3],
    };

    /// Inserts the name if it is nearer than one of the list. The first among equals stays ahead.
    pub(super) const fn offer(&mut self, rank: usize, name: &'static str) {
        // It takes the place of the same name, or else the last one.
        let mut at = 0;
        while at + 1 < self.names.len() && !same(name.as_bytes(), self.names[at].as_bytes()) {
            at += 1;
        }
        if rank >= self.ranks[at] {
            return;
        }
        while at > 0 && rank < self.ranks[at - 1] {
            (self.ranks[at], self.names[at]) = (self.ranks[at - 1], self.names[at - 1]);
            at -= 1;
        }
        (self.ranks[at], self.names[at]) = (rank, name);
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::nearness;

    #[test]
    fn nearness_of_names() {
        // A name as long as a key keeps it, and one letter longer.
        let long = "flashattentionforwardwithheadsofonehundredandtwentyeightvariable";
        let written = "flashattentionfoward-withheadsofonehundredandtwentyeightvariabels";
        for name in [long, &std::format!("{long}s")] {
            assert!(nearness(written, name).is_some());
        }
        assert_eq!(nearness(written, "gemm"), None);
        // Separators count least, and one edit less than two that are far behind.
        let rows = "transposeandscaleandreducerows";
        for (written, nearer, farther) in [
            ("sumo", "sum_o", "sum0"),
            (
                rows,
                "mytransposeandscaleandreducerows",
                "transposeandscaleandreducel0ws",
            ),
        ] {
            let nearer = nearness(written, nearer);
            assert!(nearer.is_some() && nearer < nearness(written, farther));
        }
    }
}
