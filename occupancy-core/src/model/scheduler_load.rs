//! The resident warps of one SM, dealt over its schedulers.

use crate::gpu::ComputeCapability;
use crate::text::Ratio;

/// The resident warps of one SM, dealt evenly over its warp schedulers.
///
/// A warp stays with one scheduler for its whole life, and the numbers of warps of any two schedulers
/// differ by at most one. An SM has one scheduler in each of its
/// [sub-partitions](ComputeCapability::sub_partitions).
///
/// Source: CUDA C++ Programming Guide 12.6, Compute Capability 5.x to 9.0: an SM distributes its warps
/// among its schedulers, statically. That it does so evenly is an assumption: NVIDIA does not document
/// how, and warps of different lengths leave gaps. So the figures here are the best case.
///
/// ```
/// use occupancy_core::compute_capabilities::SM_90;
/// use occupancy_core::model::SchedulerLoad;
///
/// let load = SchedulerLoad::new(&SM_90, 10);
/// assert_eq!(load.schedulers(), 4);
/// assert_eq!((load.most_warps(), load.fewest_warps()), (3, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SchedulerLoad {
    schedulers: u32,
    warps: u32,
}

impl SchedulerLoad {
    /// Deals `warps_per_sm` resident warps over the schedulers of one SM of `compute_capability`.
    ///
    /// [`Occupancy::warps_per_sm`](crate::Occupancy::warps_per_sm) has the number for a kernel.
    pub const fn new(compute_capability: &ComputeCapability, warps_per_sm: u32) -> Self {
        Self {
            schedulers: compute_capability.sub_partitions,
            warps: warps_per_sm,
        }
    }

    /// Schedulers of the SM: 2 on compute capability 6.0, and 4 on every other.
    pub const fn schedulers(self) -> u32 {
        self.schedulers
    }

    /// Resident warps of the SM.
    pub const fn warps(self) -> u32 {
        self.warps
    }

    /// Warps of the fullest scheduler.
    pub const fn most_warps(self) -> u32 {
        if self.fuller_schedulers() == 0 {
            self.fewest_warps()
        } else {
            // Below `warps` where there are two schedulers or more, so it cannot overflow.
            self.fewest_warps().saturating_add(1)
        }
    }

    /// Warps of the emptiest scheduler.
    pub const fn fewest_warps(self) -> u32 {
        match self.warps.checked_div(self.schedulers) {
            Some(warps) => warps,
            None => 0,
        }
    }

    /// Schedulers that have [`most_warps`](Self::most_warps), if others have fewer; zero if all have the
    /// same.
    pub const fn fuller_schedulers(self) -> u32 {
        match self.warps.checked_rem(self.schedulers) {
            Some(over) => over,
            None => 0,
        }
    }

    /// Schedulers without a single warp, which never issue.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::SM_90;
    /// use occupancy_core::model::SchedulerLoad;
    ///
    /// // One block of 96 threads on an SM: a quarter of the SM does nothing.
    /// assert_eq!(SchedulerLoad::new(&SM_90, 3).idle_schedulers(), 1);
    /// assert_eq!(SchedulerLoad::new(&SM_90, 4).idle_schedulers(), 0);
    /// ```
    pub const fn idle_schedulers(self) -> u32 {
        self.schedulers.saturating_sub(self.warps)
    }

    /// Warps per scheduler, on average: the most that `smsp__warps_active.avg.per_cycle_active` of
    /// Nsight Compute reaches. Zero for an SM without schedulers.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::SM_90;
    /// use occupancy_core::{Ratio, model::SchedulerLoad};
    ///
    /// assert_eq!(SchedulerLoad::new(&SM_90, 64).warps_per_scheduler(), Ratio::new(16, 1).unwrap());
    /// ```
    pub const fn warps_per_scheduler(self) -> Ratio {
        match Ratio::new(self.warps as u64, self.schedulers as u64) {
            Some(warps) => warps,
            None => Ratio::ZERO,
        }
    }
}
