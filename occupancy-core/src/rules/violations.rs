//! Broken rules.

use super::Rule;

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

/// The violations of a configuration: each broken rule once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Violations {
    list: [Violation; Rule::ALL.len()],
    len: usize,
}

impl Violations {
    pub(super) const NONE: Self = Self {
        list: [Violation {
            rule: Rule::NoArch,
            first_gpu: 0,
            gpu_count: 0,
        }; Rule::ALL.len()],
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

    /// Whether `other` has every rule that is broken here.
    ///
    /// [`Rule::CompiledBlocksPerSm`] is left out: the resident blocks of the code were counted for one
    /// block size, not for a changed one.
    pub(super) const fn is_subset_of(&self, other: &Self) -> bool {
        let mut left = self.as_slice();
        while let [one, others @ ..] = left {
            if !matches!(one.rule, Rule::CompiledBlocksPerSm) && !other.contains(one.rule) {
                return false;
            }
            left = others;
        }
        true
    }

    pub(super) const fn with(mut self, violation: Violation) -> Self {
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
