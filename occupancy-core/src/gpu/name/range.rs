//! Ranges of compute capabilities, such as `7.5..` and `8.0..=9.0`.

use super::key::Key;
use super::{READ, Reason, find_named, nearest};
use crate::gpu::{Arch, Multiprocessor, UnknownArch, compute_capabilities};
use crate::text::{Text, same};

const COUNT: usize = compute_capabilities::ALL.len();

/// Every compute capability as an [`Arch`]. It is a static, because a reference to one costs the compiler less than a
/// constant.
static ALL: [Arch; COUNT] = {
    let mut all = [Arch::Multiprocessor(&compute_capabilities::ALL[0]); COUNT];
    let mut at = 0;
    while at < COUNT {
        all[at] = Arch::Multiprocessor(&compute_capabilities::ALL[at]);
        at += 1;
    }
    all
};

impl Arch {
    /// Finds the compute capabilities in a range: all of [`compute_capabilities::ALL`](crate::compute_capabilities::ALL) between its ends, ascending.
    ///
    /// A range is `7.5..`, `..=9.0`, `8.0..=9.0` or, without its end, `8.0..9.0` or `..9.0`. An end is a compute
    /// capability as [`find`](Self::find) takes it: `sm_75..` is `7.5..`.
    ///
    /// An update of this crate can add GPUs to a range: to `7.5..` those that appear, and to any range those between its
    /// ends.
    ///
    /// # Errors
    ///
    /// [`UnknownArch`] if the range is written otherwise, has an end that is not in the tables or not a compute
    /// capability, or is empty. [`nearest_range`](UnknownArch::nearest_range) is one to write instead.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::Arch;
    ///
    /// let names: Vec<_> = Arch::range("8.0..9.0")?.iter().map(Arch::short_name).collect();
    /// assert_eq!(names, ["8.0", "8.6", "8.7", "8.9"]);
    /// assert_eq!(Arch::range("sm_75..")?.len(), 11);
    ///
    /// let unknown = Arch::range("8.4..").unwrap_err();
    /// assert_eq!(unknown.nearest_range().unwrap().as_str(), "8.6..");
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub const fn range(range: &str) -> Result<&'static [Arch], UnknownArch> {
        let (before, dots, after) = parts(if range.len() > READ { "" } else { range });
        let ((from, is_known), (to, end_is_known)) = (end(before), end(after));
        let (is_open, ends_open) = (before.is_empty(), after.is_empty());
        let includes_end = dots.len() > 2;
        let first = place(from);
        let past = match to {
            _ if ends_open => COUNT,
            to if includes_end => place(to.saturating_add(1)),
            to => place(to),
        };
        let reason = if dots.is_empty()
            || same(dots.as_bytes(), b"...")
            || ends_open && (is_open || includes_end)
        {
            Reason::RangeForm
        } else if !is_known || !end_is_known {
            Reason::RangeEnd
        } else if first >= past {
            Reason::EmptyRange
        } else {
            return Ok(Self::at(first, past));
        };
        let (least, most) = match past {
            past if first < past => (name(first), name(past - 1)),
            _ if ends_open => (name(first), ""),
            _ => (name(place(to)), name(first)),
        };
        Err(UnknownArch {
            name: *Text::new().text(range),
            reason,
            names: [
                if is_open && !ends_open { "" } else { least },
                if ends_open { "" } else { most },
                "",
            ],
        })
    }

    /// Returns `true` if the name is that of a range, right or wrong.
    #[doc(hidden)]
    pub const fn is_range(name: &str) -> bool {
        !parts(name).1.is_empty()
    }

    /// The compute capabilities from one [place](Self::places) to before another.
    #[doc(hidden)]
    pub const fn at(first: usize, past: usize) -> &'static [Self] {
        ALL.split_at(past).0.split_at(first).1
    }

    /// The places of these GPUs among all compute capabilities, if they are a range of them.
    #[doc(hidden)]
    pub fn places(archs: &[Self]) -> Option<(usize, usize)> {
        let first = ALL.iter().position(|arch| archs.first() == Some(arch))?;
        let past = first.checked_add(archs.len())?;
        (ALL.get(first..past)? == archs).then_some((first, past))
    }
}

/// The name of the compute capability at a place, or that of the last.
const fn name(at: usize) -> &'static str {
    compute_capabilities::ALL[if at < COUNT { at } else { COUNT - 1 }].name
}

/// The text before the dots of a range, the dots, with a `=` or one dot too many, and the text after them. There are no
/// dots if it is no range.
const fn parts(range: &str) -> (&str, &str, &str) {
    let mut left = range.as_bytes();
    while let [_, rest @ ..] = left {
        let dots = match left {
            [b'.', b'.', b'=' | b'.', ..] => 3,
            [b'.', b'.', ..] => 2,
            _ => 0,
        };
        if dots > 0 {
            let (before, others) = range.split_at(range.len() - left.len());
            let (dots, after) = others.split_at(dots);
            return (before.trim_ascii(), dots, after.trim_ascii());
        }
        left = rest;
    }
    (range, "", "")
}

/// The number of the compute capability at one end of a range, and whether the end names it, or is open.
const fn end(text: &str) -> (u32, bool) {
    match find_named(text) {
        _ if text.is_empty() => (0, true),
        Ok(Arch::Multiprocessor(sm)) => match sm.target_named(text) {
            Some(target) => (
                number(sm),
                same(target.as_bytes(), sm.targets[0].as_bytes()),
            ),
            None => (number(sm), true),
        },
        Ok(Arch::Device(device)) => (number(device.multiprocessor), false),
        Err(_) => match (text.as_bytes(), nearest(&Key::new(text))) {
            ([b'0'..=b'9', ..] | [b's', b'm', ..], _) | (_, (Reason::Far, _)) => {
                (digits(text), false)
            }
            (_, (_, [near, ..])) => (end(near).0, false),
        },
    }
}

/// The place of the first compute capability with this number, or a larger one.
const fn place(of: u32) -> usize {
    let mut at = 0;
    while at < COUNT && number(&compute_capabilities::ALL[at]) < of {
        at += 1;
    }
    at
}

/// 90 for 9.0.
const fn number(sm: &Multiprocessor) -> u32 {
    sm.major * 10 + sm.minor
}

/// The digits of a text as a number: 90 for `9.0` and `sm_90`.
const fn digits(text: &str) -> u32 {
    let (mut number, mut left) = (0_u32, text.as_bytes());
    while let [first, rest @ ..] = left {
        if first.is_ascii_digit() {
            number = number
                .saturating_mul(10)
                .saturating_add((*first - b'0') as u32);
        }
        left = rest;
    }
    number
}
