//! A text builder that works in `const` evaluation: the same words in a macro's error, a const
//! panic and a run-time error.

use crate::Ratio;

/// Text of at most `N` bytes, built in `const fn`s; what does not fit is cut at a character
/// boundary.
#[derive(Clone, Copy)]
pub struct Text<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

impl<const N: usize> Text<N> {
    pub(crate) const fn new() -> Self {
        Self {
            bytes: [0; N],
            len: 0,
        }
    }

    /// The text so far.
    pub const fn as_str(&self) -> &str {
        let (used, _) = self.bytes.split_at(self.len);
        match core::str::from_utf8(used) {
            Ok(text) => text,
            // Not reached: only whole characters are ever copied in.
            Err(_) => "",
        }
    }

    /// Appends `text`, or as many whole characters of it as fit.
    pub(crate) const fn text(mut self, text: &str) -> Self {
        let source = text.as_bytes();
        let mut end = source.len();
        if end > N - self.len {
            end = N - self.len;
            // A continuation byte is 0b10xx_xxxx; the cut goes before its first byte.
            while end > 0 && source[end] & 0xc0 == 0x80 {
                end -= 1;
            }
        }
        let mut i = 0;
        while i < end {
            self.bytes[self.len + i] = source[i];
            i += 1;
        }
        self.len += end;
        self
    }

    /// Appends digits with `,` between thousands: `65,536`.
    pub(crate) const fn grouped(self, number: u64) -> Self {
        self.digits(number, 0, true)
    }

    /// Appends plain digits, as they are written in an attribute: `65536`.
    pub(crate) const fn number(self, number: u64) -> Self {
        self.digits(number, 0, false)
    }

    /// Appends two hexadecimal digits.
    pub(crate) const fn hexadecimal(mut self, byte: u8) -> Self {
        let digits = b"0123456789abcdef";
        let pair = [digits[(byte >> 4) as usize], digits[(byte & 15) as usize]];
        if let Ok(pair) = core::str::from_utf8(&pair) {
            self = self.text(pair);
        }
        self
    }

    /// Appends grouped digits, right-aligned in `width` characters.
    pub(crate) const fn aligned(self, number: u64, width: usize) -> Self {
        self.digits(number, width, true)
    }

    /// Appends `text` and spaces up to `width` characters.
    pub(crate) const fn padded(self, text: &str, width: usize) -> Self {
        let mut out = self.text(text);
        let mut used = text.len();
        while used < width {
            out = out.text(" ");
            used += 1;
        }
        out
    }

    const fn digits(mut self, mut number: u64, width: usize, grouped: bool) -> Self {
        // 20 digits and 6 separators at most.
        let mut buffer = [0u8; 26];
        let mut start = buffer.len();
        let mut written = 0;
        loop {
            if grouped && written > 0 && written % 3 == 0 {
                start -= 1;
                buffer[start] = b',';
            }
            start -= 1;
            // A digit fits a byte.
            #[allow(clippy::cast_possible_truncation, reason = "below 10")]
            {
                buffer[start] = b'0' + (number % 10) as u8;
            }
            written += 1;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        let (_, digits) = buffer.split_at(start);
        let mut used = digits.len();
        while used < width {
            self = self.text(" ");
            used += 1;
        }
        match core::str::from_utf8(digits) {
            Ok(digits) => self.text(digits),
            Err(_) => self,
        }
    }

    /// Appends a percentage with at most one decimal: `62.5 %`.
    pub(crate) const fn percent(self, ratio: Ratio) -> Self {
        let tenths = ratio.tenths_of_percent();
        let mut out = self.number(tenths / 10);
        if !tenths.is_multiple_of(10) {
            out = out.text(".").number(tenths % 10);
        }
        out.text(" %")
    }

    /// Appends a percentage that is told apart from `other`: as a fraction too, where both round to
    /// the same.
    pub(crate) const fn percent_beside(self, ratio: Ratio, other: Ratio) -> Self {
        let out = self.percent(ratio);
        if ratio.tenths_of_percent() != other.tenths_of_percent() {
            return out;
        }
        out.text(" (")
            .number(ratio.numerator())
            .text("/")
            .number(ratio.denominator())
            .text(")")
    }

    /// Appends a ratio of at most four decimals as an attribute value: `0.5681`, `1.0`.
    pub(crate) const fn decimal(self, ratio: Ratio) -> Self {
        let scaled = ratio.floor_to_four_digits();
        let mut rest = scaled.numerator() % scaled.denominator();
        let mut out = self
            .number(scaled.numerator() / scaled.denominator())
            .text(".");
        // The denominator divides 10,000, so the digits end within four.
        loop {
            rest *= 10;
            out = out.number(rest / scaled.denominator());
            rest %= scaled.denominator();
            if rest == 0 {
                return out;
            }
        }
    }

    /// Appends a block or grid as it is written in an attribute: `256`, `(32, 8)`, `(8, 8, 4)`.
    pub(crate) const fn dims(self, dims: (u32, u32, u32)) -> Self {
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

    /// Appends `1 block`, `2 blocks`.
    pub(crate) const fn counted(self, number: u64, noun: &str) -> Self {
        let out = self.grouped(number).text(" ").text(noun);
        if number == 1 { out } else { out.text("s") }
    }
}

/// Digits with `,` between thousands, as messages and docs write numbers.
///
/// ```
/// assert_eq!(occupancy_core::grouped(65_536).as_str(), "65,536");
/// ```
pub const fn grouped(number: u64) -> Text<26> {
    Text::new().grouped(number)
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
    use super::Text;
    use crate::Ratio;

    #[test]
    fn numbers() {
        assert_eq!(Text::<64>::new().grouped(0).as_str(), "0");
        assert_eq!(Text::<64>::new().grouped(65_536).as_str(), "65,536");
        assert_eq!(
            Text::<64>::new().grouped(u64::MAX).as_str(),
            "18,446,744,073,709,551,615"
        );
        assert_eq!(Text::<64>::new().number(232_448).as_str(), "232448");
        assert_eq!(Text::<64>::new().aligned(7, 4).as_str(), "   7");
        assert_eq!(
            Text::<64>::new()
                .counted(1, "block")
                .text(", ")
                .counted(1024, "thread")
                .as_str(),
            "1 block, 1,024 threads"
        );
    }

    #[test]
    fn decimals_and_dims() {
        let decimal = |n, d| Text::<16>::new().decimal(Ratio::new(n, d).unwrap());
        assert_eq!(decimal(1, 2).as_str(), "0.5");
        assert_eq!(decimal(600, 1056).as_str(), "0.5681");
        assert_eq!(decimal(1, 1).as_str(), "1.0");
        assert_eq!(decimal(1, 100_000).as_str(), "0.0");
        assert_eq!(Text::<16>::new().dims((256, 1, 1)).as_str(), "256");
        assert_eq!(Text::<16>::new().dims((32, 8, 1)).as_str(), "(32, 8)");
        assert_eq!(Text::<16>::new().dims((8, 1, 4)).as_str(), "(8, 1, 4)");
    }

    #[test]
    fn a_full_buffer_cuts_at_a_character() {
        assert_eq!(Text::<3>::new().text("abcd").text("e").as_str(), "abc");
        assert_eq!(Text::<4>::new().text("aé€").as_str(), "aé");
        assert_eq!(Text::<0>::new().text("x").number(5).as_str(), "");
    }
}
