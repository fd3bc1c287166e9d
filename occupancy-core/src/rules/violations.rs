//! Broken rules.

use super::{Lint, Rule};

/// A set of rules that are broken, a bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Broken(u128);

impl Broken {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many they are.
    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(crate) const fn with(self, rule: Rule) -> Self {
        const { assert!(Rule::ALL.len() + Lint::ALL.len() <= u128::BITS as usize) }
        Self(self.0 | 1 << rule as u32)
    }

    pub(crate) const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    pub(crate) const fn contains(self, rule: Rule) -> bool {
        self.0 & (1 << rule as u32) != 0
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

/// A broken rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// The index of the first GPU of the configuration on which it is broken.
    pub first_gpu: usize,
    /// The number of GPUs on which it is broken.
    pub gpu_count: usize,
}

impl Violation {
    pub(super) const OF_NO_GPU: Self = Self {
        rule: Rule::NoArch,
        first_gpu: 0,
        gpu_count: 0,
    };
}

/// The violations of a configuration: each broken rule once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Violations {
    list: [Violation; Rule::ALL.len()],
    len: usize,
}

impl Violations {
    pub(crate) const NONE: Self = Self {
        list: [Violation::OF_NO_GPU; Rule::ALL.len()],
        len: 0,
    };

    /// Whether the configuration breaks no rule.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of broken rules.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The violations, in the order of [`Rule::ALL`].
    pub const fn as_slice(&self) -> &[Violation] {
        self.list.split_at(self.len).0
    }

    /// The violations, in the order of [`Rule::ALL`].
    pub fn iter(&self) -> core::slice::Iter<'_, Violation> {
        self.as_slice().iter()
    }

    /// Whether `rule` is broken.
    pub const fn contains(&self, rule: Rule) -> bool {
        let mut left = self.as_slice();
        while let [one, others @ ..] = left {
            if one.rule as u8 == rule as u8 {
                return true;
            }
            left = others;
        }
        false
    }

    pub(crate) const fn with(mut self, violation: Violation) -> Self {
        // Every rule has a place.
        if let Some((_, [place, ..])) = self.list.split_at_mut_checked(self.len) {
            *place = violation;
            self.len = self.len.saturating_add(1);
        }
        self
    }
}

impl core::fmt::Debug for Violations {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<'a> IntoIterator for &'a Violations {
    type Item = &'a Violation;
    type IntoIter = core::slice::Iter<'a, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
