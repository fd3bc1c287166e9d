//! The clocks that a mix of instructions takes on one SM, and the functional unit that binds.

use std::collections::BTreeMap;
use std::fmt;

use occupancy_core::gpu::WARP_SIZE;
use occupancy_core::{ComputeCapability, Ratio};

use crate::error::Error;
use crate::instruction_class::InstructionClass;
use crate::throughput::{issues_per_clock, lanes_per_clock};

/// Warp instructions by class, for example those of a loop body times the warps that run it.
///
/// # Model
///
/// Each class of instructions has [lanes](lanes_per_clock) of its own, and each scheduler issues one warp
/// instruction per clock. The mix takes as many clocks as the busiest of them: for a class, instructions
/// × 32 / lanes; for the issue slots, all instructions over what the schedulers issue. Whatever takes
/// that many clocks binds.
///
/// # A lower bound
///
/// The clocks are a lower bound: they assume that an instruction is ready whenever a unit is free.
/// [`LatencyDemand`](occupancy_core::kernel::LatencyDemand) has the cost of dependencies. Some classes share hardware:
/// on Ampere and Ada, half of the lanes of 32-bit floating point are those of integers. Such classes take
/// longer together than alone.
///
/// # Examples
///
/// ```
/// use occupancy_core::Ratio;
/// use occupancy_core::compute_capabilities::SM_90;
/// use occupancy_models::{InstructionClass, InstructionMix, MixLimit};
///
/// // A softmax: one exponential for six multiply-adds.
/// let softmax = InstructionMix::new()
///     .with(InstructionClass::Float, 6)
///     .with(InstructionClass::SpecialFunction, 1);
///
/// let clocks = softmax.clocks(&SM_90)?;
/// assert_eq!(clocks.binding(), "special functions");
/// assert_eq!(clocks.per_sm(), Ratio::new(2, 1).unwrap());
/// assert_eq!(clocks.utilization(MixLimit::Class(InstructionClass::Float)).to_string(), "75 %");
/// # Ok::<(), occupancy_models::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct InstructionMix {
    counts: BTreeMap<InstructionClass, u32>,
    others: u32,
}

impl InstructionMix {
    /// No instructions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the number of warp instructions of `class`.
    #[must_use]
    pub fn with(mut self, class: InstructionClass, warp_instructions: u32) -> Self {
        self.counts.insert(class, warp_instructions);
        self
    }

    /// Sets the number of warp instructions without a class, which only take an issue slot: branches,
    /// moves, loads and stores of global memory.
    #[must_use]
    pub fn with_others(mut self, warp_instructions: u32) -> Self {
        self.others = warp_instructions;
        self
    }

    /// The clocks that one SM of `compute_capability` takes for the mix, and what binds.
    ///
    /// # Errors
    ///
    /// [`Error::NotNative`], [`Error::UnknownThroughput`] or [`Error::UnknownComputeCapability`] if no number is known
    /// for the throughput of a class in the mix.
    pub fn clocks(&self, compute_capability: &ComputeCapability) -> Result<MixClocks, Error> {
        let schedulers = u64::from(compute_capability.sub_partitions());
        let slots = schedulers * u64::from(issues_per_clock(compute_capability)?);
        let mut limits = Vec::new();
        let mut all = u64::from(self.others);
        for (&class, &count) in self.counts.iter().filter(|(_, count)| **count > 0) {
            let lanes = lanes_per_clock(compute_capability, class)?;
            let of_threads = u64::from(count) * u64::from(WARP_SIZE);
            limits.push((MixLimit::Class(class), ratio(of_threads, lanes.into())));
            all += u64::from(count);
        }
        limits.push((MixLimit::Issue, ratio(all, slots)));
        Ok(MixClocks { limits })
    }
}

/// Zero if nothing is there to divide by.
fn ratio(numerator: u64, denominator: u64) -> Ratio {
    Ratio::new(numerator, denominator).unwrap_or(Ratio::ZERO)
}

/// What can bind a mix of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MixLimit {
    /// The functional unit of a class.
    Class(InstructionClass),
    /// The issue slots of the schedulers.
    Issue,
}

/// The limit in words: `issue slots`.
impl fmt::Display for MixLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Class(class) => class.fmt(f),
            Self::Issue => f.pad("issue slots"),
        }
    }
}

/// The clocks that an [`InstructionMix`] takes on one SM, exact: a lower bound.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MixClocks {
    /// In the order of the classes, the issue slots last.
    limits: Vec<(MixLimit, Ratio)>,
}

impl MixClocks {
    /// The clocks of the mix: those of the limit that binds.
    pub fn per_sm(&self) -> Ratio {
        let clocks = self.limits.iter().map(|(_, clocks)| *clocks);
        clocks.max().unwrap_or(Ratio::ZERO)
    }

    /// The clocks that `limit` alone takes.
    pub fn of(&self, limit: MixLimit) -> Ratio {
        let found = self.limits.iter().find(|(other, _)| *other == limit);
        found.map_or(Ratio::ZERO, |(_, clocks)| *clocks)
    }

    /// The share of the clocks in which `limit` is busy: 1 for what binds.
    ///
    /// An upper bound of what Nsight Compute shows as the utilization of the pipe.
    pub fn utilization(&self, limit: MixLimit) -> Ratio {
        let (clocks, all) = (self.of(limit), self.per_sm());
        // (a / b) / (c / d) = (a d) / (b c).
        ratio(
            clocks.numerator().saturating_mul(all.denominator()),
            clocks.denominator().saturating_mul(all.numerator()),
        )
    }

    /// What binds, in words: `special functions and issue slots`. Nothing binds an empty mix.
    pub fn binding(&self) -> String {
        let most = self.per_sm();
        let binding = (self.limits.iter())
            .filter(|(_, clocks)| *clocks == most && most > Ratio::ZERO)
            .map(|(limit, _)| limit.to_string());
        let mut names: Vec<String> = binding.collect();
        match names.pop() {
            Some(last) if names.is_empty() => last,
            Some(last) => format!("{} and {last}", names.join(", ")),
            None => String::new(),
        }
    }
}
