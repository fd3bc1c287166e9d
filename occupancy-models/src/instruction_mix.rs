//! The clocks that a mix of instructions takes on one SM, and the functional unit that binds.

use std::collections::BTreeMap;

use occupancy_core::{Multiprocessor, Ratio};

use crate::access::Access;
use crate::error::Error;
use crate::instruction_class::InstructionClass;
use crate::throughput::lanes_per_clock;

/// Warp instructions by class, for example those of a loop body times the warps that run it.
///
/// # Model
///
/// Each class of instructions has [lanes](lanes_per_clock) of its own, and all of them together have those of the
/// [issue slots](InstructionClass::IssueSlots). The mix takes as many clocks as the busiest class: instructions × 32 /
/// lanes. The classes that take that many clocks bind.
///
/// # A lower bound
///
/// The clocks are a lower bound: they assume that an instruction is ready whenever a unit is free.
/// [`LatencyDemand`](occupancy_core::kernel::LatencyDemand) has the cost of dependencies. Some classes share hardware:
/// on Ampere and Ada, half of the lanes of 32-bit floating point are those of integers. Such classes take
/// longer together than alone.
///
/// The classes are NVIDIA's instructions: an AMD GPU has no clocks here.
///
/// # Examples
///
/// ```
/// use occupancy_core::Ratio;
/// use occupancy_core::compute_capabilities::SM_90;
/// use occupancy_models::{InstructionClass, InstructionMix};
///
/// // A softmax: one exponential for six multiply-adds.
/// let softmax = InstructionMix::new()
///     .with(InstructionClass::Float, 6)
///     .with(InstructionClass::SpecialFunction, 1);
///
/// let clocks = softmax.clocks(&SM_90)?;
/// assert_eq!(clocks.binding(), "special functions");
/// assert_eq!(clocks.per_sm(), Ratio::new(2, 1).unwrap());
/// assert_eq!(clocks.utilization(InstructionClass::Float).to_string(), "75 %");
/// # Ok::<(), occupancy_models::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InstructionMix {
    counts: BTreeMap<InstructionClass, u32>,
    /// Wavefronts of shared memory beyond one for each instruction.
    more_wavefronts: u64,
}

impl InstructionMix {
    /// Makes a mix without instructions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the number of warp instructions of `class`.
    #[must_use]
    pub fn with(mut self, class: InstructionClass, warp_instructions: u32) -> Self {
        self.counts.insert(class, warp_instructions);
        if class == InstructionClass::SharedMemory {
            self.more_wavefronts = 0;
        }
        self
    }

    /// Adds accesses to shared memory. Each takes one issue slot, and shared memory as long as its
    /// [wavefronts](Access::wavefronts), one in a clock: so bank conflicts and wide accesses take longer.
    ///
    /// ```
    /// use occupancy_core::{Ratio, compute_capabilities::SM_90};
    /// use occupancy_models::{Access, InstructionClass, InstructionMix};
    ///
    /// // Four multiply-adds for each float of a column of `tile[32][32]`, and of `tile[32][33]`.
    /// let clocks = |floats: u32| {
    ///     let column = Access::strided(floats * 4, 4)?;
    ///     let mix = InstructionMix::new().with(InstructionClass::Float, 4);
    ///     mix.with_access(column, 1).clocks(&SM_90)
    /// };
    /// assert_eq!(clocks(32)?.per_sm(), Ratio::new(32, 1).unwrap());
    /// assert_eq!(clocks(33)?.per_sm(), Ratio::new(5, 4).unwrap());
    /// assert_eq!(clocks(33)?.binding(), "issue slots");
    /// # Ok::<(), occupancy_models::Error>(())
    /// ```
    #[must_use]
    pub fn with_access(mut self, access: Access, warp_instructions: u32) -> Self {
        let class = InstructionClass::SharedMemory;
        let count = self.counts.entry(class).or_default();
        *count = count.saturating_add(warp_instructions);
        let more = u64::from(access.wavefronts() - 1) * u64::from(warp_instructions);
        self.more_wavefronts = self.more_wavefronts.saturating_add(more);
        self
    }

    /// Counts the clocks that one SM of `compute_capability` takes for the mix, and finds what binds.
    ///
    /// # Errors
    ///
    /// [`Error::NotNative`], [`Error::UnknownThroughput`], [`Error::OnlyNvidia`] or
    /// [`Error::UnknownComputeCapability`] if no number is known for the throughput of a class in the mix.
    pub fn clocks(&self, compute_capability: &Multiprocessor) -> Result<MixClocks, Error> {
        let all = self.counts.values().map(|count| u64::from(*count)).sum();
        let counts = self.counts.iter();
        let limits = counts
            .map(|(class, count)| match class {
                InstructionClass::SharedMemory => {
                    (*class, self.more_wavefronts.saturating_add((*count).into()))
                }
                _ => (*class, u64::from(*count)),
            })
            .filter(|(class, count)| *count > 0 && *class != InstructionClass::IssueSlots)
            .chain([(InstructionClass::IssueSlots, all)])
            .map(|(class, count)| {
                let lanes = lanes_per_clock(compute_capability, class)?;
                let warp = u64::from(compute_capability.warp_size());
                Ok((class, ratio(count.saturating_mul(warp), lanes.into())))
            })
            .collect::<Result<_, Error>>()?;
        Ok(MixClocks { limits })
    }
}

/// Returns the ratio, or zero if the denominator is zero.
fn ratio(numerator: u64, denominator: u64) -> Ratio {
    Ratio::new(numerator, denominator).unwrap_or(Ratio::ZERO)
}

/// The clocks that an [`InstructionMix`] takes on one SM, exact: a lower bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MixClocks {
    /// The clocks of each class, in the order of the classes, the issue slots last.
    limits: Vec<(InstructionClass, Ratio)>,
}

impl MixClocks {
    /// The clocks of the mix: those of the limit that binds.
    pub fn per_sm(&self) -> Ratio {
        let clocks = self.limits.iter().map(|(_, clocks)| *clocks);
        clocks.max().unwrap_or(Ratio::ZERO)
    }

    /// The clocks that `class` alone takes.
    pub fn of(&self, class: InstructionClass) -> Ratio {
        let found = self.limits.iter().find(|(other, _)| *other == class);
        found.map_or(Ratio::ZERO, |(_, clocks)| *clocks)
    }

    /// The share of the clocks in which the unit of `class` is busy: 1 for one that binds.
    ///
    /// It is an upper bound of the utilization of the pipe that Nsight Compute shows.
    pub fn utilization(&self, class: InstructionClass) -> Ratio {
        let (clocks, all) = (self.of(class), self.per_sm());
        // (a / b) / (c / d) = (a d) / (b c).
        ratio(
            clocks.numerator().saturating_mul(all.denominator()),
            clocks.denominator().saturating_mul(all.numerator()),
        )
    }

    /// The limits that bind, in words: `special functions and issue slots`. For an empty mix, the text is empty.
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
