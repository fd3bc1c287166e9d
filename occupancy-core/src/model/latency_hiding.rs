//! How many warps hide a latency, and in what share of cycles an SM issues with fewer.

use super::SchedulerLoad;
use crate::gpu::ComputeCapability;
use crate::kernel::wide;
use crate::text::Ratio;

/// A latency, and the independent instructions that a warp issues before it waits for it.
///
/// # Model
///
/// A warp issues its instructions back to back, one per cycle, then waits for the result of the last
/// one, which arrives `latency` cycles after its issue. One scheduler issues one instruction per cycle,
/// of any of its warps. So each warp repeats itself every `latency + instructions − 1` cycles
/// ([`period`](Self::period)), `w` warps of one scheduler issue in `min(1, w × instructions / period)`
/// of all cycles, and `⌈period / instructions⌉` warps leave no cycle without an issue.
///
/// With one instruction, this is the rule of the CUDA C++ Programming Guide (12.6, Multiprocessor Level):
/// a latency of `L` cycles takes `4 L` warp instructions on an SM with four schedulers. Instruction-level
/// parallelism raises `instructions`.
///
/// # What it leaves out
///
/// The shares are upper bounds, and the numbers of warps lower bounds. Queues of the memory system,
/// barriers, branches, instruction fetch and busy functional units only add cycles: Volkov
/// (*Understanding Latency Hiding on GPUs*, Berkeley 2016) found models of this kind wrong by up to a
/// factor of 1.7. `Timeline` of `occupancy-models` shows the same model cycle by cycle, and its
/// `InstructionMix` has the functional units.
///
/// # Examples
///
/// ```
/// use occupancy_core::compute_capabilities::SM_90;
/// use occupancy_core::model::LatencyHiding;
///
/// // A load of 400 cycles after 30 independent instructions.
/// const LOAD: LatencyHiding = LatencyHiding::new(400, 30).unwrap();
/// assert_eq!(LOAD.warps_per_scheduler(), 15);
/// assert_eq!(LOAD.warps_per_sm(&SM_90), 60);
///
/// // Half of an H100's warp slots.
/// assert_eq!(LOAD.issue_share(&SM_90, 32).to_string(), "55.9 %");
/// assert_eq!(LOAD.instructions_needed(&SM_90, 32), Some(57));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LatencyHiding {
    latency_cycles: u32,
    instructions: u32,
}

impl LatencyHiding {
    /// A latency in cycles, and the independent instructions that a warp issues before it waits,
    /// including the one that it waits for. `None` if either is zero.
    pub const fn new(latency_cycles: u32, instructions: u32) -> Option<Self> {
        if latency_cycles == 0 || instructions == 0 {
            return None;
        }
        Some(Self {
            latency_cycles,
            instructions,
        })
    }

    /// Cycles from the issue of the last instruction to its result, at least 1.
    pub const fn latency_cycles(self) -> u32 {
        self.latency_cycles
    }

    /// Independent instructions that a warp issues before it waits, at least 1.
    pub const fn instructions(self) -> u32 {
        self.instructions
    }

    /// Cycles after which a warp begins again if it never waits for the scheduler: latency +
    /// instructions − 1.
    pub const fn period(self) -> u64 {
        (self.latency_cycles as u64)
            .saturating_add(self.instructions as u64)
            .saturating_sub(1)
    }

    /// The fewest warps with which one scheduler issues in every cycle.
    pub const fn warps_per_scheduler(self) -> u64 {
        self.period().div_ceil(self.instructions as u64)
    }

    /// The fewest resident warps with which every scheduler of an SM issues in every cycle.
    ///
    /// A lower bound, and it may be more than an SM has slots for: then warps alone cannot hide the
    /// latency.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::SM_90;
    /// use occupancy_core::model::LatencyHiding;
    ///
    /// let load = LatencyHiding::new(400, 5).unwrap();
    /// assert_eq!(load.warps_per_sm(&SM_90), 324);
    /// assert!(load.warps_per_sm(&SM_90) > u64::from(SM_90.max_warps_per_sm()));
    /// ```
    pub const fn warps_per_sm(self, compute_capability: &ComputeCapability) -> u64 {
        self.warps_per_scheduler()
            .saturating_mul(compute_capability.sub_partitions as u64)
    }

    /// The share of cycles in which a scheduler with `warps` warps issues, at most 1.
    ///
    /// An upper bound.
    ///
    /// ```
    /// use occupancy_core::model::LatencyHiding;
    ///
    /// let load = LatencyHiding::new(400, 30).unwrap();
    /// assert_eq!(load.scheduler_issue_share(13).to_string(), "90.9 %");
    /// assert_eq!(load.scheduler_issue_share(15).to_string(), "100 %");
    /// ```
    pub const fn scheduler_issue_share(self, warps: u32) -> Ratio {
        Ratio::of(self.issuing_cycles(warps), self.period())
    }

    /// The share of issue slots that `warps_per_sm` resident warps use: the mean over the schedulers of
    /// one SM, to which the warps are [dealt evenly](SchedulerLoad).
    ///
    /// An upper bound.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::SM_90;
    /// use occupancy_core::model::LatencyHiding;
    ///
    /// let load = LatencyHiding::new(700, 30).unwrap();
    /// assert_eq!(load.issue_share(&SM_90, 64).to_string(), "65.8 %");
    /// ```
    pub const fn issue_share(
        self,
        compute_capability: &ComputeCapability,
        warps_per_sm: u32,
    ) -> Ratio {
        let load = SchedulerLoad::new(compute_capability, warps_per_sm);
        let fuller = load.fuller_schedulers();
        let others = load.schedulers().saturating_sub(fuller);
        // A period is below 2^33, so nothing saturates below 2^31 schedulers.
        let issuing = (self.issuing_cycles(load.most_warps()))
            .saturating_mul(fuller as u64)
            .saturating_add(
                self.issuing_cycles(load.fewest_warps())
                    .saturating_mul(others as u64),
            );
        let all = self.period().saturating_mul(load.schedulers() as u64);
        match Ratio::new(issuing, all) {
            Some(share) => share,
            None => Ratio::ZERO,
        }
    }

    /// Whether every scheduler issues in every cycle with `warps_per_sm` resident warps.
    pub const fn is_hidden_by(
        self,
        compute_capability: &ComputeCapability,
        warps_per_sm: u32,
    ) -> bool {
        let load = SchedulerLoad::new(compute_capability, warps_per_sm);
        self.warps_per_scheduler() <= load.fewest_warps() as u64
    }

    /// The fewest independent instructions before each wait with which `warps_per_sm` resident warps hide
    /// the latency; `None` if no number does, because a scheduler has one warp or none.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::SM_90;
    /// use occupancy_core::model::LatencyHiding;
    ///
    /// let load = LatencyHiding::new(400, 5).unwrap();
    /// assert_eq!(load.instructions_needed(&SM_90, 64), Some(27));
    /// let enough = LatencyHiding::new(400, 27).unwrap();
    /// assert!(enough.is_hidden_by(&SM_90, 64));
    ///
    /// // A scheduler's only warp cannot issue while it waits.
    /// assert_eq!(load.instructions_needed(&SM_90, 4), None);
    /// ```
    pub const fn instructions_needed(
        self,
        compute_capability: &ComputeCapability,
        warps_per_sm: u32,
    ) -> Option<u32> {
        let warps = SchedulerLoad::new(compute_capability, warps_per_sm).fewest_warps();
        // warps × instructions ≥ latency + instructions − 1.
        let others = warps.saturating_sub(1);
        let waiting = self.latency_cycles.saturating_sub(1);
        if warps == 0 {
            None
        } else if waiting == 0 {
            Some(1)
        } else if others == 0 {
            None
        } else {
            Some(waiting.div_ceil(others))
        }
    }

    /// The longest latency, in cycles, that `warps_per_sm` resident warps hide with as many instructions
    /// before each wait; zero if a scheduler has no warp.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::SM_90;
    /// use occupancy_core::model::LatencyHiding;
    ///
    /// let load = LatencyHiding::new(700, 30).unwrap();
    /// assert_eq!(load.longest_hidden_latency(&SM_90, 64), 451);
    /// ```
    pub const fn longest_hidden_latency(
        self,
        compute_capability: &ComputeCapability,
        warps_per_sm: u32,
    ) -> u64 {
        match SchedulerLoad::new(compute_capability, warps_per_sm).fewest_warps() {
            0 => 0,
            warps => wide(self.instructions, warps.saturating_sub(1)).saturating_add(1),
        }
    }

    /// Cycles of a period in which a scheduler with `warps` warps issues.
    const fn issuing_cycles(self, warps: u32) -> u64 {
        let instructions = wide(self.instructions, warps);
        if instructions < self.period() {
            instructions
        } else {
            self.period()
        }
    }
}
