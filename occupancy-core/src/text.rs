//! A text builder that works in constants. So the attribute, a constant that panics and an error at run time say the
//! same words.

mod ratio;
#[allow(
    clippy::option_option,
    reason = "a word that cannot be read, and one that says that a figure is not known"
)]
mod record;
mod visible;

pub use self::ratio::Ratio;
pub(crate) use self::record::{Field, FromRecord};
pub use self::record::{FigureValue, RECORD, RECORD_VERSION, REPORT_VARIABLE};
pub use self::visible::{Visible, is_hidden};

/// Text of at most `N` bytes, built in `const fn`s.
///
/// Text that does not fit is cut between characters, and ends in `…`. After that, nothing is appended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Text<const N: usize> {
    bytes: [u8; N],
    // With 32 bits, both are no larger than one `usize`. Errors hold texts, and have to be small.
    len: u32,
    is_cut: bool,
}

/// The message of a violation. It has room for every message about the GPUs of the tables, whatever the configuration
/// states. The name of a device that a program declares can be too long; the message is then [cut](Text::is_cut).
pub type Message = Text<3072>;

/// The end of a text that is cut.
const MARK: &[u8] = "…".as_bytes();

impl<const N: usize> Text<N> {
    #[doc(hidden)]
    #[allow(clippy::new_without_default, reason = "not for users")]
    pub const fn new() -> Self {
        Self {
            bytes: [0; N],
            len: 0,
            is_cut: false,
        }
    }

    /// The text so far.
    pub const fn as_str(&self) -> &str {
        let (used, _) = self.bytes.split_at(self.len as usize);
        match core::str::from_utf8(used) {
            Ok(text) => text,
            // Not reached, because only whole characters are kept.
            Err(_) => "",
        }
    }

    /// Returns `true` if the text was too long and has been cut. Only a program's own names, of devices and of kernels,
    /// make a message too long.
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Appends `text`.
    #[doc(hidden)]
    pub const fn text(&mut self, text: &str) -> &mut Self {
        self.append(text.as_bytes())
    }

    /// Appends bytes. A character may come in several calls, if the last one completes it.
    #[allow(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        clippy::cast_possible_truncation,
        reason = "all places are below `N`, which fits 32 bits"
    )]
    const fn append(&mut self, source: &[u8]) -> &mut Self {
        const { assert!(MARK.len() <= N && N <= u32::MAX as usize) }
        let mut left = if self.is_cut { &[] } else { source };
        let mut len = self.len as usize;
        while let [byte, others @ ..] = left {
            if len == N {
                // Only the first byte of a character is not 0b10xx_xxxx.
                self.len = (N - MARK.len()) as u32;
                while self.len > 0 && self.bytes[self.len as usize] & 0xc0 == 0x80 {
                    self.len -= 1;
                }
                self.append(MARK);
                self.is_cut = true;
                return self;
            }
            self.bytes[len] = *byte;
            len += 1;
            left = others;
        }
        self.len = len as u32;
        self
    }

    /// Appends digits with `,` between thousands: `65,536`.
    #[doc(hidden)]
    pub const fn grouped(&mut self, number: u64) -> &mut Self {
        let digits = *Text::<20>::new().number(number);
        self.grouped_digits(digits.as_str())
    }

    /// Appends decimal digits of any length with `,` between thousands.
    pub(crate) const fn grouped_digits(&mut self, digits: &str) -> &mut Self {
        let mut left = digits.as_bytes();
        while let [digit, others @ ..] = left {
            self.append(&[*digit]);
            if !others.is_empty() && others.len().is_multiple_of(3) {
                self.text(",");
            }
            left = others;
        }
        self
    }

    /// Appends plain digits, as an attribute has them: `65536`.
    #[doc(hidden)]
    pub const fn number(&mut self, number: u64) -> &mut Self {
        self.digits(number as u128)
    }

    /// Appends grouped digits, right-aligned in `width` characters.
    pub(crate) const fn aligned(&mut self, number: u64, width: usize) -> &mut Self {
        let number = grouped(number);
        let spaces = width.saturating_sub(number.as_str().len());
        self.padded("", spaces).text(number.as_str())
    }

    /// Appends `text` and spaces up to `width` characters.
    pub(crate) const fn padded(&mut self, text: &str, width: usize) -> &mut Self {
        let mut out = self.text(text);
        let mut used = text.len();
        while used < width {
            out = out.text(" ");
            used = used.saturating_add(1);
        }
        out
    }

    /// Appends plain digits of a number of any size.
    pub(crate) const fn digits(&mut self, number: u128) -> &mut Self {
        let out = match number / 10 {
            0 => self,
            before => self.digits(before),
        };
        // A call of `wrapping_add` costs the compiler more.
        out.append(&[b'0' | (number % 10) as u8])
    }

    /// Appends a block or grid as an attribute has it: `256`, `(32, 8)`, `(8, 8, 4)`.
    #[doc(hidden)]
    pub const fn dims(&mut self, dims: (u32, u32, u32)) -> &mut Self {
        let (x, y, z) = dims;
        if y == 1 && z == 1 {
            return self.number(x as u64);
        }
        let mut out = self.text("(").number(x as u64).text(", ").number(y as u64);
        if z != 1 {
            out = out.text(", ").number(z as u64);
        }
        out.text(")")
    }

    /// Appends a number and a noun, which has an `s` unless the number is 1: `1 block`, `2 blocks`.
    #[doc(hidden)]
    pub const fn counted(&mut self, number: u64, noun: &str) -> &mut Self {
        let out = self.grouped(number).text(" ").text(noun);
        if number == 1 { out } else { out.text("s") }
    }
}

/// The number with `,` between thousands, as messages and docs have it.
///
/// ```
/// assert_eq!(occupancy_core::text::grouped(65_536).as_str(), "65,536");
/// ```
pub const fn grouped(number: u64) -> Text<26> {
    *Text::new().grouped(number)
}

/// `one == other`, for constants.
pub const fn same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && begins(one, other)
}

/// Returns `true` if `part` is somewhere in `whole`.
pub const fn contains(whole: &str, part: &str) -> bool {
    position(whole.as_bytes(), part.as_bytes()).is_some()
}

/// The place of the first `part` in `whole`.
pub(crate) const fn position(whole: &[u8], part: &[u8]) -> Option<usize> {
    let mut rest = whole;
    while !begins(rest, part) {
        (_, rest) = known!(rest.split_first());
    }
    whole.len().checked_sub(rest.len())
}

pub(crate) const fn begins(mut whole: &[u8], mut part: &[u8]) -> bool {
    while let ([a, after_a @ ..], [b, after_b @ ..]) = (whole, part) {
        if *a != *b {
            return false;
        }
        (whole, part) = (after_a, after_b);
    }
    part.is_empty()
}

impl<const N: usize> core::fmt::Display for Text<N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.as_str())
    }
}

impl<const N: usize> core::fmt::Debug for Text<N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::Text;
    use crate::Ratio;

    #[test]
    fn counts_and_padding() {
        assert_eq!(Text::<64>::new().aligned(7, 4).as_str(), "   7");
        let mut both = *Text::<64>::new().counted(1, "block").text(", ");
        assert_eq!(
            both.counted(1024, "thread").as_str(),
            "1 block, 1,024 threads"
        );
        let most = *Text::<26>::new().grouped(u64::MAX);
        assert_eq!(std::format!("{most:>28}"), "  18,446,744,073,709,551,615");
        assert_eq!(
            std::format!("{:?}", Text::<8>::new().grouped(1_000)),
            "\"1,000\""
        );
    }

    #[test]
    fn decimals_and_dims() {
        let decimal = |n, d| *Text::<16>::new().decimal(Ratio::new(n, d).unwrap());
        assert_eq!(decimal(1, 2).as_str(), "0.5");
        assert_eq!(decimal(600, 1056).as_str(), "0.5681");
        assert_eq!(decimal(1, 1).as_str(), "1.0");
        assert_eq!(decimal(1, 100_000).as_str(), "0.0");
        assert_eq!(Text::<16>::new().dims((256, 1, 1)).as_str(), "256");
        assert_eq!(Text::<16>::new().dims((32, 8, 1)).as_str(), "(32, 8)");
        assert_eq!(Text::<16>::new().dims((8, 1, 4)).as_str(), "(8, 1, 4)");
    }

    /// Texts of every length are appended to every capacity, in two parts.
    #[test]
    fn what_does_not_fit_is_cut_at_a_character_and_marked() {
        fn hold<const N: usize>() {
            let whole = "aé€𝄞…z";
            for (first, _) in whole.char_indices() {
                let (before, after) = whole.split_at(first);
                let text = *Text::<N>::new().text(before).text(after);
                assert_eq!(text.is_cut(), whole.len() > N, "{N}: {text:?}");
                if whole.len() <= N {
                    assert_eq!(text.as_str(), whole);
                    continue;
                }
                // Nothing is appended after a cut, however short it is.
                let mut more = text;
                more.text("b").number(5);
                assert_eq!(more.as_str(), text.as_str());
                let kept = text.as_str().strip_suffix('…').unwrap_or(text.as_str());
                assert!(text.as_str().ends_with('…'), "{N}: {text:?}");
                // The longest beginning of whole characters that leaves room for the mark.
                let most = (0..=N - 3).rev().find(|&end| whole.is_char_boundary(end));
                assert_eq!(kept, &whole[..most.unwrap()], "{N}");
            }
        }
        hold::<3>();
        hold::<4>();
        hold::<5>();
        hold::<6>();
        hold::<7>();
        hold::<8>();
        hold::<11>();
        hold::<15>();
    }

    /// The least and the greatest number with each number of digits.
    #[test]
    fn digits_are_those_of_the_standard_library() {
        use std::string::{String, ToString};

        let powers = (0..20).map(|exponent| 10_u64.pow(exponent));
        let ends = powers.flat_map(|power| [power - 1, power, power + 1]);
        for number in ends.chain([u64::MAX]) {
            let plain = number.to_string();
            assert_eq!(Text::<26>::new().number(number).as_str(), plain);
            let mut expected = String::new();
            for (at, digit) in plain.chars().enumerate() {
                if at > 0 && (plain.len() - at) % 3 == 0 {
                    expected.push(',');
                }
                expected.push(digit);
            }
            let grouped = *Text::<26>::new().grouped(number);
            assert_eq!(grouped.as_str(), expected);
            assert!(!grouped.is_cut());
        }
    }
}
