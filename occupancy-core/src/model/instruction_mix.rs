//! The clocks that a mix of instructions takes on one SM, and the functional unit that binds.

use core::fmt;

use crate::gpu::ComputeCapability;
use crate::gpu::WARP_SIZE;
use crate::gpu::nvidia::{InstructionClass, Throughput, ThroughputError};
use crate::kernel::wide;
use crate::text::Ratio;

const CLASSES: usize = InstructionClass::ALL.len();

/// Warp instructions by class, for example those of a loop body times the warps that run it.
///
/// # Model
///
/// Each class of instructions has [lanes](Throughput) of its own, and each scheduler issues one warp
/// instruction per clock. The mix takes as many clocks as the busiest of them: for a class, instructions
/// × 32 / lanes; for the issue slots, all instructions over what the schedulers issue. Whatever takes
/// that many clocks binds.
///
/// # A lower bound
///
/// The clocks are a lower bound: they assume that an instruction is ready whenever a unit is free.
/// [`LatencyHiding`](super::LatencyHiding) has the cost of dependencies. Some classes share hardware: on
/// Ampere and Ada, half of the lanes of 32-bit floating point are those of integers. Such classes take
/// longer together than alone.
///
/// # Examples
///
/// ```
/// use occupancy_core::compute_capabilities::SM_90;
/// use occupancy_core::Ratio;
/// use occupancy_core::model::{InstructionClass, InstructionMix, MixLimit};
///
/// // A softmax: one exponential for six multiply-adds.
/// const SOFTMAX: InstructionMix = InstructionMix::new()
///     .with(InstructionClass::Float, 6)
///     .with(InstructionClass::SpecialFunction, 1);
///
/// let clocks = SOFTMAX.clocks(&SM_90)?;
/// assert_eq!(clocks.binding().to_string(), "special functions");
/// assert_eq!(clocks.per_sm(), Ratio::new(2, 1).unwrap());
/// assert_eq!(clocks.utilization(MixLimit::Class(InstructionClass::Float)).to_string(), "75 %");
/// # Ok::<(), occupancy_core::model::ThroughputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct InstructionMix {
    counts: [u32; CLASSES],
    others: u32,
}

impl InstructionMix {
    /// No instructions.
    pub const fn new() -> Self {
        Self {
            counts: [0; CLASSES],
            others: 0,
        }
    }

    /// Sets the number of warp instructions of `class`.
    #[must_use]
    pub const fn with(mut self, class: InstructionClass, warp_instructions: u32) -> Self {
        let counts: &mut [u32] = &mut self.counts;
        let mut left = (InstructionClass::ALL.as_slice(), counts);
        while let ([one, classes @ ..], [count, counts @ ..]) = left {
            if *one as u8 == class as u8 {
                *count = warp_instructions;
            }
            left = (classes, counts);
        }
        self
    }

    /// Sets the number of warp instructions without a class, which only take an issue slot: branches,
    /// moves, loads and stores of global memory.
    #[must_use]
    pub const fn with_others(mut self, warp_instructions: u32) -> Self {
        self.others = warp_instructions;
        self
    }

    /// Warp instructions of `class`.
    pub const fn of(&self, class: InstructionClass) -> u32 {
        let mut left = (InstructionClass::ALL.as_slice(), self.counts.as_slice());
        while let ([one, classes @ ..], [count, counts @ ..]) = left {
            if *one as u8 == class as u8 {
                return *count;
            }
            left = (classes, counts);
        }
        0
    }

    /// Warp instructions in all.
    pub const fn total(&self) -> u64 {
        let mut total = self.others as u64;
        let mut left = self.counts.as_slice();
        while let [count, others @ ..] = left {
            total = total.saturating_add(*count as u64);
            left = others;
        }
        total
    }

    /// The clocks that one SM of `compute_capability` takes for the mix, and what binds.
    ///
    /// # Errors
    ///
    /// [`ThroughputError`] if no number is known for the throughput of a class in the mix.
    pub const fn clocks(
        &self,
        compute_capability: &ComputeCapability,
    ) -> Result<MixClocks, ThroughputError> {
        let Some(throughput) = Throughput::of(compute_capability) else {
            return Err(ThroughputError::UnknownComputeCapability {
                compute_capability: (compute_capability.major, compute_capability.minor),
            });
        };
        let slots = wide(
            compute_capability.sub_partitions,
            throughput.issue_per_scheduler(),
        );
        let mut clocks = MixClocks {
            classes: [Ratio::ZERO; CLASSES],
            issue: match Ratio::new(self.total(), slots) {
                Some(clocks) => clocks,
                None => Ratio::ZERO,
            },
            per_sm: Ratio::ZERO,
        };
        clocks.per_sm = clocks.issue;
        let of_classes: &mut [Ratio] = &mut clocks.classes;
        let mut left = (
            InstructionClass::ALL.as_slice(),
            self.counts.as_slice(),
            of_classes,
        );
        while let ([class, classes @ ..], [count, counts @ ..], [slot, slots @ ..]) = left {
            if *count > 0 {
                let lanes = match throughput.lanes(*class) {
                    Ok(lanes) => lanes,
                    Err(unknown) => return Err(unknown),
                };
                *slot = Ratio::of(wide(*count, WARP_SIZE), lanes as u64);
                if slot.at_least(clocks.per_sm) {
                    clocks.per_sm = *slot;
                }
            }
            left = (classes, counts, slots);
        }
        Ok(clocks)
    }
}

/// What can bind a mix of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MixLimit {
    /// The issue slots of the schedulers.
    Issue,
    /// The functional unit of a class.
    Class(InstructionClass),
}

impl MixLimit {
    /// The limit in words: `issue slots`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Issue => "issue slots",
            Self::Class(class) => class.name(),
        }
    }
}

impl fmt::Display for MixLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The clocks that an [`InstructionMix`] takes on one SM, exact: a lower bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MixClocks {
    classes: [Ratio; CLASSES],
    issue: Ratio,
    per_sm: Ratio,
}

impl MixClocks {
    /// The clocks of the mix: those of the limit that binds.
    pub const fn per_sm(&self) -> Ratio {
        self.per_sm
    }

    /// The clocks that `limit` alone takes.
    pub const fn of(&self, limit: MixLimit) -> Ratio {
        let class = match limit {
            MixLimit::Issue => return self.issue,
            MixLimit::Class(class) => class,
        };
        let mut left = (InstructionClass::ALL.as_slice(), self.classes.as_slice());
        while let ([one, classes @ ..], [clocks, others @ ..]) = left {
            if *one as u8 == class as u8 {
                return *clocks;
            }
            left = (classes, others);
        }
        Ratio::ZERO
    }

    /// Whether `limit` takes all of the clocks. Nothing binds an empty mix.
    pub const fn binds(&self, limit: MixLimit) -> bool {
        let clocks = self.of(limit);
        clocks.numerator() > 0 && clocks.at_least(self.per_sm)
    }

    /// The share of the clocks in which `limit` is busy: 1 for what binds.
    ///
    /// An upper bound of what Nsight Compute shows as the utilization of the pipe.
    pub const fn utilization(&self, limit: MixLimit) -> Ratio {
        let clocks = self.of(limit);
        // (a / b) / (c / d) = (a d) / (b c).
        let busy = clocks.numerator().saturating_mul(self.per_sm.denominator());
        let all = (clocks.denominator()).saturating_mul(self.per_sm.numerator());
        match Ratio::new(busy, all) {
            Some(share) => share,
            None => Ratio::ZERO,
        }
    }

    /// What binds, in the order of [`InstructionClass::ALL`] and the issue slots last: iterate it, or print
    /// it as `special functions and issue slots`.
    pub const fn binding(&self) -> BindingMixLimits {
        BindingMixLimits { clocks: *self }
    }
}

/// The set of binding limits of [`MixClocks`]: iterate it, or print it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BindingMixLimits {
    clocks: MixClocks,
}

impl BindingMixLimits {
    /// Whether `limit` is one of them.
    pub const fn contains(&self, limit: MixLimit) -> bool {
        self.clocks.binds(limit)
    }

    /// The binding limits.
    pub fn iter(&self) -> impl Iterator<Item = MixLimit> + '_ {
        InstructionClass::ALL
            .into_iter()
            .map(MixLimit::Class)
            .chain([MixLimit::Issue])
            .filter(|&limit| self.contains(limit))
    }
}

impl fmt::Display for BindingMixLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.iter().count().saturating_sub(1);
        for (position, limit) in self.iter().enumerate() {
            f.write_str(match position {
                0 => "",
                _ if position == last => " and ",
                _ => ", ",
            })?;
            f.write_str(limit.name())?;
        }
        Ok(())
    }
}
