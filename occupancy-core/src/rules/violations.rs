//! Broken rules.

use super::{Lint, Rule};

/// The rules that a configuration breaks: each once, in the order of [`Rule::ALL`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Violations(u128);

impl Violations {
    pub(crate) const NONE: Self = Self(0);

    /// Whether the configuration breaks no rule.
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// The number of broken rules.
    pub const fn len(&self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether `rule` is broken.
    pub const fn contains(&self, rule: Rule) -> bool {
        self.0 & (1 << rule as u32) != 0
    }

    /// The first of them, and the others: how a constant goes through them.
    pub const fn split_first(self) -> Option<(Rule, Self)> {
        match Rule::ALL.split_at_checked(self.0.trailing_zeros() as usize) {
            Some((_, [rule, ..])) => Some((*rule, Self(self.0 & self.0.saturating_sub(1)))),
            _ => None,
        }
    }

    /// The broken rules.
    pub fn iter(self) -> impl Iterator<Item = Rule> {
        Rule::ALL
            .into_iter()
            .filter(move |rule| self.contains(*rule))
    }

    pub(crate) const fn with(self, rule: Rule) -> Self {
        const { assert!(Rule::ALL.len() + Lint::ALL.len() <= u128::BITS as usize) }
        Self(self.0 | 1 << rule as u32)
    }

    pub(crate) const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Some lints, a bit each.
    pub(super) const fn of_lints(lints: u32) -> Self {
        Self((lints as u128) << FIRST_LINT)
    }

    /// The lints among them, a bit each.
    #[allow(clippy::cast_possible_truncation, reason = "there are fewer than 32")]
    pub(super) const fn lints(self) -> u32 {
        const { assert!(Lint::ALL.len() < u32::BITS as usize) }
        (self.0 >> FIRST_LINT) as u32
    }

    /// Whether `others` has all of them.
    ///
    /// [`Rule::CompiledBlocksPerSm`] is left out: the resident blocks of the code were counted for one
    /// block size, not for a changed one.
    pub(super) const fn is_within(self, others: Self) -> bool {
        self.0 & !others.with(Rule::CompiledBlocksPerSm).0 == 0
    }
}

/// Lints follow the rules that refuse.
#[allow(clippy::cast_possible_truncation, reason = "each has a bit of 128")]
const FIRST_LINT: u32 = Rule::ALL.len() as u32;

impl core::fmt::Debug for Violations {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
