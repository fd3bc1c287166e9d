//! Exact ratios. Occupancy, utilization and efficiency are never floating point.

use core::fmt;

use super::Text;

/// A ratio of two integers in lowest terms, compared exactly.
///
/// Occupancy, last-wave utilization and tail efficiency are ratios. `32 / 64` is one half, and nothing is rounded
/// before a comparison.
///
/// ```
/// use occupancy_core::Ratio;
///
/// let occupancy = Ratio::new(32, 64).unwrap();
/// assert_eq!(occupancy, Ratio::new(1, 2).unwrap());
/// assert!(occupancy.at_least(Ratio::new(49, 100).unwrap()));
/// assert_eq!(occupancy.to_string(), "50 %");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    numerator: u64,
    denominator: u64,
}

serialized! {
    Ratio: |all: Self| (all.numerator, all.denominator),
    |(numerator, denominator)| Self::new(numerator, denominator).ok_or("the denominator is 0")
}

impl Ratio {
    /// Nothing: `0 / 1`.
    pub const ZERO: Self = Self::of(0, 1);
    /// All: `1 / 1`.
    pub const ONE: Self = Self::of(1, 1);

    /// The ratio in lowest terms; `None` if the denominator is zero.
    #[allow(clippy::arithmetic_side_effects, reason = "no divisor is 0")]
    pub const fn new(numerator: u64, denominator: u64) -> Option<Self> {
        if denominator == 0 {
            return None;
        }
        let (mut divisor, mut rest) = (denominator, numerator);
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Some(Self {
            numerator: numerator / divisor,
            denominator: denominator / divisor,
        })
    }

    /// Like [`Ratio::new`], for a denominator that cannot be zero; zero counts as one.
    pub(crate) const fn of(numerator: u64, denominator: u64) -> Self {
        match Self::new(numerator, denominator) {
            Some(ratio) => ratio,
            None => Self::of(numerator, 1),
        }
    }

    /// The numerator, in lowest terms.
    pub const fn numerator(self) -> u64 {
        self.numerator
    }

    /// The denominator, in lowest terms; never zero.
    pub const fn denominator(self) -> u64 {
        self.denominator
    }

    /// The least whole number that is not below the ratio.
    pub const fn rounded_up(self) -> u64 {
        self.numerator.div_ceil(self.denominator)
    }

    /// The lower of two ratios.
    pub(crate) const fn lower(self, other: Self) -> Self {
        if other.at_least(self) { self } else { other }
    }

    /// Returns `true` if `self >= other`, exactly. It is const, as the operators are not.
    pub const fn at_least(self, other: Self) -> bool {
        product(self.numerator, other.denominator) >= product(other.numerator, self.denominator)
    }

    /// Tenths of a percent, rounded to the nearest. Only exactly nothing is 0, and only exactly all is 1000, so 99.97 %
    /// never reads as "100 %".
    #[allow(
        clippy::arithmetic_side_effects,
        reason = "a denominator is not 0, and 128 bits have room for the sum"
    )]
    pub const fn tenths_of_percent(self) -> u64 {
        let scaled = product(self.numerator, 1000) + (self.denominator / 2) as u128;
        match saturate(scaled / self.denominator as u128) {
            0 if self.numerator > 0 => 1,
            1000.. if self.numerator < self.denominator => 999,
            rounded => rounded,
        }
    }

    /// Ten-thousandths, rounded down, at most `u64::MAX`.
    #[allow(clippy::arithmetic_side_effects, reason = "a denominator is not 0")]
    pub(crate) const fn ten_thousandths(self) -> u64 {
        saturate(product(self.numerator, 10_000) / self.denominator as u128)
    }
}

/// The product of two 64-bit figures, which 128 bits hold.
const fn product(a: u64, b: u64) -> u128 {
    (a as u128).saturating_mul(b as u128)
}

/// The number, at most `u64::MAX`.
#[allow(clippy::cast_possible_truncation, reason = "checked just before")]
const fn saturate(number: u128) -> u64 {
    if number > u64::MAX as u128 {
        u64::MAX
    } else {
        number as u64
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        product(self.numerator, other.denominator).cmp(&product(other.numerator, self.denominator))
    }
}

impl<const N: usize> Text<N> {
    /// Appends a percentage with at most one decimal: `62.5 %`.
    pub(crate) const fn percent(&mut self, ratio: Ratio) -> &mut Self {
        let tenths = ratio.tenths_of_percent();
        let mut out = self.number(tenths / 10);
        if !tenths.is_multiple_of(10) {
            out = out.text(".").number(tenths % 10);
        }
        out.text(" %")
    }

    /// Appends a percentage, and the fraction as well if `other` rounds to the same percentage.
    pub(crate) const fn percent_beside(&mut self, ratio: Ratio, other: Ratio) -> &mut Self {
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

    /// Appends a ratio as an attribute has it, with at most four decimals, rounded down: `0.5681`, `1.0`.
    pub(crate) const fn decimal(&mut self, ratio: Ratio) -> &mut Self {
        let scaled = ratio.ten_thousandths();
        let mut rest = scaled % 10_000;
        let mut out = self.number(scaled / 10_000).text(".");
        // It ends after at most four digits.
        loop {
            rest = rest.saturating_mul(10);
            out = out.number(rest / 10_000);
            rest %= 10_000;
            if rest == 0 {
                return out;
            }
        }
    }
}

/// A percentage with at most one decimal: `62.5 %`.
impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Text::<32>::new().percent(*self).as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Ratio;

    extern crate std;
    use std::string::ToString;

    fn ratio(numerator: u64, denominator: u64) -> Ratio {
        Ratio::new(numerator, denominator).unwrap()
    }

    #[test]
    fn lowest_terms_and_zero_denominator() {
        assert_eq!(ratio(1056, 528), ratio(2, 1));
        assert_eq!(ratio(0, 7), Ratio::ZERO);
        assert_eq!(ratio(u64::MAX, u64::MAX), Ratio::ONE);
        assert_eq!(Ratio::new(1, 0), None);
    }

    #[test]
    fn tenths_of_percent_saturate() {
        assert_eq!(ratio(u64::MAX, 1).tenths_of_percent(), u64::MAX);
        let large = ratio(u64::MAX / 1000, 1).tenths_of_percent();
        assert_eq!(large, u64::MAX / 1000 * 1000);
    }

    #[test]
    fn comparisons_are_exact_at_the_edge() {
        let third = ratio(1, 3);
        assert!(third.at_least(ratio(3333, 10_000)));
        assert!(!third.at_least(ratio(3334, 10_000)));
        assert!(ratio(u64::MAX, u64::MAX - 1) > Ratio::ONE);
        assert!(ratio(u64::MAX - 1, u64::MAX) < Ratio::ONE);
    }

    #[test]
    fn percent_never_rounds_to_nothing_or_to_all() {
        for (numerator, denominator, text) in [
            (0, 5, "0 %"),
            (1, 100_000, "0.1 %"),
            (1, 528, "0.2 %"),
            (529, 1056, "50.1 %"),
            (5, 8, "62.5 %"),
            (99_999, 100_000, "99.9 %"),
            (1, 1, "100 %"),
            (3, 2, "150 %"),
        ] {
            assert_eq!(ratio(numerator, denominator).to_string(), text);
        }
    }

    #[test]
    fn four_digits_are_the_nearest_below() {
        for denominator in 1..200 {
            for numerator in 0..=denominator {
                let exact = ratio(numerator, denominator);
                let floor = Ratio::of(exact.ten_thousandths(), 10_000);
                assert!(exact.at_least(floor));
                let steps = floor.numerator() * (10_000 / floor.denominator());
                assert!(ratio(steps + 1, 10_000) > exact);
            }
        }
    }
}
