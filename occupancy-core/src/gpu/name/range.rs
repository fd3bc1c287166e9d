//! Ranges of compute capabilities or of targets, such as `7.5..` and `gfx1030..=gfx1100`.

use super::key::Key;
use super::{READ, Reason, find_named, nearest};
use crate::gpu::{ARCHS, Arch, FIRST_TARGET, Multiprocessor, UnknownArch};
use crate::text::{Text, contains, position, same};

impl Arch {
    /// Finds the compute capabilities in a range: all of [`compute_capabilities::ALL`](crate::compute_capabilities::ALL)
    /// between its ends, ascending. Or the [targets](crate::targets) of AMD between its ends, each in its default mode.
    ///
    /// A range is `7.5..`, `..=9.0`, `8.0..=9.0` or, without its end, `8.0..9.0` or `..9.0`. An end is a compute
    /// capability as [`find`](Self::find) takes it, `sm_75..` is `7.5..`, or a target: `gfx1100..`. Both are of one
    /// vendor, and an open range ends with the last of its vendor.
    ///
    /// An update of this crate can add GPUs to a range: to `7.5..` those that appear, and to any range those between its
    /// ends. A compute capability without a product, such as 10.7, is in none.
    ///
    /// # Errors
    ///
    /// [`UnknownArch`] if the range is written otherwise, has an end that is not in the tables, or not a compute
    /// capability or a target in its default mode, has ends of two vendors, or is empty.
    /// [`nearest_range`](UnknownArch::nearest_range) is one to write instead.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::Arch;
    ///
    /// let names: Vec<_> = Arch::range("8.0..9.0")?.iter().map(Arch::short_name).collect();
    /// assert_eq!(names, ["8.0", "8.6", "8.7", "8.9"]);
    /// assert_eq!(Arch::range("sm_75..")?.len(), 11);
    /// assert_eq!(Arch::range("gfx1100..=gfx1103")?.len(), 4);
    ///
    /// let unknown = Arch::range("8.4..").unwrap_err();
    /// assert_eq!(unknown.nearest_range().unwrap().as_str(), "8.6..");
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub const fn range(range: &str) -> Result<&'static [Arch], UnknownArch> {
        let (before, dots, after) = parts(if range.len() > READ { "" } else { range });
        let ((from, is_known), (to, end_is_known)) = (end(before), end(after));
        let is_open = before.is_empty();
        let is_of_amd = if is_open { to } else { from } >= OF_AMD;
        let is_mixed = !is_open && !after.is_empty() && is_of_amd != (to >= OF_AMD);
        // The nearest range of ends of two vendors begins with the first.
        let ends_open = after.is_empty() || is_mixed;
        let includes_end = dots.len() > 2;
        let (start, stop) = [(0, FIRST_TARGET), (FIRST_TARGET, ARCHS.len())][is_of_amd as usize];
        let first = if is_open { start } else { place(from) };
        let past = match to.saturating_add(includes_end as u64) {
            _ if ends_open => stop,
            past => place(past),
        };
        let reason = if dots.is_empty()
            || same(dots.as_bytes(), b"...")
            || after.is_empty() && (is_open || includes_end)
        {
            Reason::RangeForm
        } else if is_mixed {
            Reason::RangeEnd("those of one vendor")
        } else if !is_known || !end_is_known {
            let known = [
                "compute capabilities that have products",
                "targets that are known, without their modes",
            ];
            Reason::RangeEnd(known[is_of_amd as usize])
        } else if first >= past {
            Reason::EmptyRange
        } else {
            return Ok(Self::at(first, past));
        };
        let (least, most) = match past {
            _ if ends_open => (name(first, stop), ""),
            past if first < past => (name(first, stop), name(past - 1, stop)),
            _ => (name(place(to), stop), name(first, stop)),
        };
        let least = if is_open && !ends_open { "" } else { least };
        Err(UnknownArch {
            name: *Text::new().text(range),
            reason,
            names: [least, most, ""],
        })
    }

    /// Returns `true` if the name is that of a range, right or wrong.
    #[doc(hidden)]
    pub const fn is_range(name: &str) -> bool {
        !parts(name).1.is_empty()
    }

    /// The compute capabilities or targets from one [place](Self::places) to before another.
    #[doc(hidden)]
    pub const fn at(first: usize, past: usize) -> &'static [Self] {
        ARCHS.split_at(past).0.split_at(first).1
    }

    /// The places of these GPUs among all compute capabilities and targets, if they are a range of them.
    #[doc(hidden)]
    pub fn places(archs: &[Self]) -> Option<(usize, usize)> {
        let first = ARCHS.iter().position(|arch| archs.first() == Some(arch))?;
        let past = first.checked_add(archs.len())?;
        (ARCHS.get(first..past)? == archs).then_some((first, past))
    }
}

/// The name of the compute capability or target at a place, or that of the last before another place.
const fn name(at: usize, stop: usize) -> &'static str {
    ARCHS[if at < stop { at } else { stop - 1 }].short_name()
}

/// The text before the dots of a range, the dots, with a `=` or one dot too many, and the text after them. There are no
/// dots if it is no range.
const fn parts(range: &str) -> (&str, &str, &str) {
    let Some(at) = position(range.as_bytes(), b"..") else {
        return (range, "", "");
    };
    let (before, others) = range.split_at(at);
    let dots = match others.as_bytes() {
        [_, _, b'=' | b'.', ..] => 3,
        _ => 2,
    };
    let (dots, after) = others.split_at(dots);
    (before.trim_ascii(), dots, after.trim_ascii())
}

/// The number of the compute capability or target at one end of a range, and whether the end names it, or is open.
const fn end(text: &str) -> (u64, bool) {
    match find_named(text) {
        _ if text.is_empty() => (0, true),
        Ok(arch) => {
            let sm = arch.multiprocessor();
            let is_known = match sm.target_named(text) {
                _ if arch.device().is_some() || !is_in_a_range(sm) => false,
                Some(target) => same(target.as_bytes(), sm.targets[0].as_bytes()),
                None => !contains(sm.name, ":"),
            };
            (digits(sm.name), is_known)
        }
        Err(_) => match (text.as_bytes(), nearest(&Key::new(text))) {
            ([b'0'..=b'9', ..] | [b's', b'm', ..] | [b'g', b'f', b'x', ..], _)
            | (_, (Reason::Far, _)) => (digits(text), false),
            (_, (_, [near, ..])) => (end(near).0, false),
        },
    }
}

/// Returns `true` if a range can have it: not a compute capability without a product.
const fn is_in_a_range(sm: &Multiprocessor) -> bool {
    let at = place(digits(sm.name));
    at < ARCHS.len() && digits(ARCHS[at].short_name()) == digits(sm.name)
}

/// The place of the first compute capability or target with this number, or a larger one.
const fn place(of: u64) -> usize {
    let mut at = 0;
    while at < ARCHS.len() && digits(ARCHS[at].short_name()) < of {
        at += 1;
    }
    at
}

/// The numbers of AMD's targets are above it.
const OF_AMD: u64 = 1 << 32;

/// The digits of a name as a number: 90 for `9.0` and `sm_90`, and those of `gfx90a` are hexadecimal.
const fn digits(text: &str) -> u64 {
    let (mut number, radix, mut left) = match text.as_bytes() {
        [b'g', b'f', b'x', digits @ ..] => (0_u64, 16, digits),
        text => (0, 10, text),
    };
    while let [first, rest @ ..] = left
        && *first != b':'
    {
        if let Some(digit) = (*first as char).to_digit(radix) {
            number = number
                .saturating_mul(radix as u64)
                .saturating_add(digit as u64);
        }
        left = rest;
    }
    let most = if number < OF_AMD { number } else { OF_AMD - 1 };
    if radix == 16 { OF_AMD + most } else { most }
}
