//! Checks a launch configuration for its GPUs, and returns violations as data.

use super::{
    Rule, Violation, Violations, barriers, block, cluster, compiled, grid, latency, registers,
    residency, share, shared_memory, tail, tile,
};
use crate::gpu::Arch;
use crate::kernel::Configuration;
use crate::model::Facts;
use crate::text::Ratio;

/// The rules that a configuration breaks on one GPU.
#[derive(Clone, Copy)]
pub(crate) struct Broken(u64);

impl Broken {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many they are.
    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(crate) const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    pub(crate) const fn contains(self, rule: Rule) -> bool {
        self.0 & bit(rule) != 0
    }
}

/// Each rule has a bit of its own.
pub(super) const fn bit(rule: Rule) -> u64 {
    const { assert!(Rule::ALL.len() <= u64::BITS as usize) }
    1 << rule as u32
}

impl Configuration<'_> {
    /// Checks every rule on every arch.
    ///
    /// Rules about performance are checked only if the block can launch, so consequences of another
    /// fault are not reported beside it. A cluster does not change what one SM holds, so an invalid
    /// cluster does not suppress demands: all faults show at once.
    pub const fn check(&self) -> Violations {
        let mut found = Violations::NONE;
        if self.archs.is_empty() {
            return found.with(Violation {
                rule: Rule::NoArch,
                first_gpu: 0,
                gpu_count: 0,
            });
        }
        // The first GPU on which each rule is broken, and on how many it is.
        let mut broken = [(0, 0_usize); Rule::ALL.len()];
        let mut a = 0;
        #[allow(
            clippy::arithmetic_side_effects,
            clippy::indexing_slicing,
            reason = "`a` is below the number of GPUs, `r` below that of rules, and a count at most `a`; \
                      a tenth faster than slices"
        )]
        while a < self.archs.len() {
            let found = self.broken_on(&self.archs[a]);
            let mut r = 0;
            while r < Rule::ALL.len() && !found.is_empty() {
                if found.contains(Rule::ALL[r]) {
                    if broken[r].1 == 0 {
                        broken[r].0 = a;
                    }
                    broken[r].1 += 1;
                }
                r += 1;
            }
            a += 1;
        }
        let mut left: (&[Rule], &[(usize, usize)]) = (&Rule::ALL, &broken);
        while let ([rule, rules @ ..], [(first, count), others @ ..]) = left {
            if *count > 0 {
                found = found.with(Violation {
                    rule: *rule,
                    first_gpu: *first,
                    gpu_count: *count,
                });
            }
            left = (rules, others);
        }
        found
    }

    /// Whether [`check`](Self::check) finds nothing, without making the list.
    ///
    /// It costs the compiler a fraction of the check. Use it if a constant needs only the answer.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 96));
    /// assert!(configuration.passes());
    /// assert!(!configuration.with_min_blocks(3).passes());
    /// ```
    pub const fn passes(&self) -> bool {
        let mut left = self.archs;
        while let [arch, others @ ..] = left {
            if !self.broken_on(arch).is_empty() {
                return false;
            }
            left = others;
        }
        !self.archs.is_empty()
    }

    /// Whether the configuration breaks `rule` on `arch`.
    pub(crate) const fn breaks(&self, rule: Rule, arch: &Arch) -> bool {
        self.broken_on(arch).contains(rule)
    }

    /// Every rule but [`Rule::NoArch`], which is about no GPU.
    pub(crate) const fn broken_on(&self, arch: &Arch) -> Broken {
        let Broken(by_gpu) = self.broken_by_gpu(arch);
        let Broken(by_block) = self.broken_given(&Facts::of(self, arch));
        Broken(by_gpu | by_block)
    }

    /// The rules that are broken whatever the block needs.
    pub(crate) const fn broken_by_gpu(&self, arch: &Arch) -> Broken {
        let mut broken = share::broken(self, arch) | tail::broken_by_gpu(self, arch);
        if let Some(demand) = self.hides {
            broken |= latency::broken_by_gpu(self, demand, arch);
        }
        Broken(broken)
    }

    /// The other rules.
    pub(crate) const fn broken_given(&self, facts: &Facts<'_>) -> Broken {
        let mut broken = block::broken(self, facts)
            | registers::broken(self, facts)
            | shared_memory::broken(self, facts)
            | barriers::broken(self, facts)
            | residency::broken(self, facts)
            | tail::broken(self, facts);
        if self.grid.is_some() || self.items_per_thread == 0 {
            broken |= grid::broken(self);
        }
        if self.kernel.cluster_dim.is_some() {
            broken |= cluster::broken(self, facts);
        }
        if let Some(demand) = self.hides {
            broken |= latency::broken(self, demand, facts);
        }
        if let Some(stated) = &self.tile {
            broken |= tile::broken(self, stated, facts);
        }
        if !self.compiled.is_empty() {
            broken |= compiled::broken(self, facts);
        }
        Broken(broken)
    }
}

pub(super) const fn is_over_one(asked: Ratio) -> bool {
    asked.numerator() > asked.denominator()
}
