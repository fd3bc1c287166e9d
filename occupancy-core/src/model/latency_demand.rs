//! The warps that a demand to hide latency needs on a GPU, and those that are resident there.

use super::Occupancy;
use crate::gpu::{Arch, Device, Multiprocessor};
use crate::kernel::{Configuration, LatencyDemand, Wait, saturate, wide};
use crate::numbers::{max, min, or};
use crate::text::Ratio;

/// The bytes that each of `sm_count` SMs must have in flight for the memory of a device to deliver its full bandwidth;
/// `None` if no source states the latency and the bandwidth of that memory.
///
/// # Model
///
/// Little's law: bytes in flight = latency × bandwidth, here spread evenly over the SMs. The bytes that a thread has
/// requested and not yet received are in flight: with four independent loads of 16 bytes, 64. A warp of 32 threads has
/// 32 times as many.
///
/// The latencies are those of [`Device::memory_latencies`], with the clock at which they were measured, and the
/// bandwidth that of [`Device::bandwidth_mb_per_s`].
///
/// # A lower bound
///
/// The latency is that of an idle memory system, and grows with the load. So it takes more bytes to saturate memory in
/// practice: an RTX 5070 Ti needs 3.4 KB by this law, and reached 94 % of its bandwidth with 8 KB
/// (`Euhedral-Engine/Euhedral` ef33b25, `docs/nvidia/memory-system.md`). NVIDIA advises more than 32 KiB per SM on
/// Hopper, and 40 KiB on B200 (GTC 2025, S72683, as noted by Shreyansh Singh, 2025-03-23).
///
/// ```
/// use occupancy_core::devices::{H100, L4};
/// use occupancy_core::kernel::LatencyDemand;
/// use occupancy_core::model::bytes_in_flight;
///
/// let needed = bytes_in_flight(&H100, H100.sm_count()).unwrap();
/// assert_eq!(needed.rounded_up(), 8_978);
///
/// // Warps per SM, with one load of 4, 8 or 16 bytes in flight in each thread.
/// let sm = H100.multiprocessor();
/// let warps = [4, 8, 16].map(|bytes| LatencyDemand::bytes(bytes).warps_in_flight(sm, needed).unwrap());
/// assert_eq!(warps, [71, 36, 18]);
///
/// // Nobody measured an L4, and NVIDIA states no bandwidth for a MIG instance.
/// assert_eq!(bytes_in_flight(&L4, L4.sm_count()), None);
/// assert_eq!(bytes_in_flight(&H100.mig_instances()[0], 16), None);
/// ```
pub const fn bytes_in_flight(device: &Device, sm_count: u32) -> Option<Ratio> {
    let latency = known!(device.memory_latencies());
    let clock_mhz = known!(latency.clock_mhz);
    let bandwidth = known!(device.bandwidth_mb_per_s());
    // MB/s over MHz are bytes per cycle.
    Ratio::new(wide(latency.dram, bandwidth), wide(clock_mhz, sm_count))
}

/// Deals the resident warps of one SM evenly over its schedulers, one in each
/// [sub-partition](Multiprocessor::sub_partitions). Returns the warps of the emptiest scheduler, and how many
/// schedulers have one more.
///
/// Source: CUDA C++ Programming Guide 12.6, Compute Capability 5.x to 9.0: an SM distributes its warps among its
/// schedulers, statically. NVIDIA does not document how; that it does so evenly is an assumption.
#[allow(clippy::arithmetic_side_effects, reason = "an SM has sub-partitions")]
pub(crate) const fn dealt(sm: &Multiprocessor, warps_per_sm: u32) -> (u32, u32) {
    let schedulers = sm.sub_partitions;
    (warps_per_sm / schedulers, warps_per_sm % schedulers)
}

/// # How warps hide a latency
///
/// A warp issues its instructions back to back, one per cycle, and then waits for the result of one of them, which
/// arrives `cycles` after its issue. A scheduler issues one instruction per cycle, of any of its warps.
///
/// If a warp waits for the [last](Wait::Last), it repeats itself every `cycles + instructions − 1` cycles, its period.
/// If it waits for the [first](Wait::First), because independent work stands between a load and its use, the period is
/// the longer of `cycles` and `instructions`. With `w` warps, a scheduler issues in `min(1, w × instructions / period)`
/// of all cycles. With `⌈period / instructions⌉` warps, it issues in every cycle. The warps of an SM are dealt evenly
/// over its schedulers, one in each sub-partition.
///
/// With one instruction, this is the rule of the CUDA C++ Programming Guide (12.6, Multiprocessor Level): a latency of
/// `L` cycles takes `4 L` warp instructions on an SM with four schedulers. Instruction-level parallelism raises
/// `instructions`.
///
/// A SIMD of AMD's CDNA issues every fourth cycle: the CU asks its four SIMDs in turn. There, the cycles of the model are
/// these turns, and a latency takes a fourth of its cycles of them. Source: ROCm Compute Profiler, Pipeline descriptions,
/// Scheduler.
///
/// The shares are upper bounds, and the numbers of warps lower bounds. Queues of the memory system, barriers, branches,
/// instruction fetch and busy functional units only add cycles: Volkov (*Understanding Latency Hiding on GPUs*,
/// Berkeley 2016) found models of this kind wrong by up to a factor of 1.7. `Timeline` of `occupancy-models` shows the
/// same model cycle by cycle, and its `InstructionMix` has the functional units.
impl LatencyDemand {
    /// The latency in cycles, and the instructions before each wait; `None` if no latency is demanded or either is
    /// zero.
    pub const fn latency(self) -> Option<(u32, u32)> {
        match (self.cycles, self.instructions) {
            (None | Some(0), _) | (_, Some(0)) => None,
            (Some(cycles), instructions) => Some((cycles, or(instructions, 1))),
        }
    }

    /// The cycles after which a warp begins again if it never waits for the scheduler, and the instructions that it
    /// issues in them; `None` without a [`latency`](Self::latency).
    #[doc(hidden)]
    pub const fn period(self) -> Option<(u64, u32)> {
        let (cycles, instructions) = known!(self.latency());
        let period = match self.wait {
            Some(Wait::First) => max(cycles, instructions) as u64,
            _ => (cycles as u64).saturating_add(instructions.saturating_sub(1) as u64),
        };
        Some((period, instructions))
    }

    /// The instruction that a warp waits for, after "before each wait"; empty if there is one alone.
    #[doc(hidden)]
    pub const fn awaited(self) -> &'static str {
        match (self.instructions, self.wait) {
            (None | Some(..2), _) => "",
            (_, Some(Wait::First)) => " for the first of them",
            _ => " for the last of them",
        }
    }

    /// The demand in turns of a scheduler, which are cycles, except on CDNA.
    pub(crate) const fn in_turns(mut self, sm: &Multiprocessor) -> Self {
        if let (Some(cycles), 1..) = (self.cycles, sm.scalar_registers_per_partition) {
            self.cycles = Some(cycles.div_ceil(sm.sub_partitions));
        }
        self
    }

    /// Returns `true` if a scheduler has fewer turns than cycles.
    #[doc(hidden)]
    pub const fn has_turns(self, sm: &Multiprocessor) -> bool {
        or(self.in_turns(sm).cycles, 0) < or(self.cycles, 0)
    }

    /// The fewest warps with which one scheduler issues in every cycle, or in every turn of CDNA's; `None` without a [`latency`](Self::latency).
    pub const fn warps_per_scheduler(self) -> Option<u64> {
        let (period, each) = known!(self.period());
        Some(period.div_ceil(each as u64))
    }

    /// The fewest resident warps with which every scheduler of an SM issues in every cycle; `None` without a
    /// [`latency`](Self::latency).
    ///
    /// It is a lower bound. It may be more than the warp slots of an SM: then warps alone cannot hide the latency.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::SM_90;
    /// use occupancy_core::kernel::LatencyDemand;
    ///
    /// // A load of 400 cycles after 30 independent instructions, and after 5.
    /// assert_eq!(LatencyDemand::cycles(400, 30).warps_per_sm(&SM_90), Some(60));
    /// assert_eq!(LatencyDemand::cycles(400, 5).warps_per_sm(&SM_90), Some(324));
    ///
    /// // CDNA has 100 turns in the time.
    /// use occupancy_core::targets::GFX942;
    /// assert_eq!(LatencyDemand::cycles(400, 5).warps_per_sm(&GFX942), Some(84));
    /// ```
    pub const fn warps_per_sm(self, sm: &Multiprocessor) -> Option<u64> {
        let warps = known!(self.in_turns(sm).warps_per_scheduler());
        Some(warps.saturating_mul(sm.sub_partitions as u64))
    }

    /// The share of issue slots that `warps_per_sm` resident warps use, at most 1: the mean over the schedulers of one
    /// SM. `None` without a [`latency`](Self::latency).
    ///
    /// It is an upper bound.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::SM_90;
    /// use occupancy_core::kernel::LatencyDemand;
    ///
    /// // Half of an H100's warp slots.
    /// let load = LatencyDemand::cycles(400, 30);
    /// assert_eq!(load.issue_share(&SM_90, 32).unwrap().to_string(), "55.9 %");
    ///
    /// // The same, with the load before the other 29 instructions.
    /// use occupancy_core::kernel::Wait;
    /// assert_eq!(load.with_wait(Wait::First).issue_share(&SM_90, 32).unwrap().to_string(), "60 %");
    /// ```
    pub const fn issue_share(self, sm: &Multiprocessor, warps_per_sm: u32) -> Option<Ratio> {
        let (period, instructions) = known!(self.in_turns(sm).period());
        let schedulers = sm.sub_partitions;
        let (fewest, fuller) = dealt(sm, warps_per_sm);
        let others = schedulers.saturating_sub(fuller);
        // A period is below 2^33, so nothing saturates below 2^31 schedulers.
        let of_fuller = issuing(instructions, fewest.saturating_add(1), period);
        let of_others = issuing(instructions, fewest, period);
        let issuing = of_fuller
            .saturating_mul(fuller as u64)
            .saturating_add(of_others.saturating_mul(others as u64));
        Ratio::new(issuing, period.saturating_mul(schedulers as u64))
    }

    /// Returns `true` if every scheduler issues in every cycle with `warps_per_sm` resident warps, or if there is no
    /// [`latency`](Self::latency) to hide.
    pub const fn is_hidden_by(self, sm: &Multiprocessor, warps_per_sm: u32) -> bool {
        let (fewest, _) = dealt(sm, warps_per_sm);
        let needed = or(self.in_turns(sm).warps_per_scheduler(), 0);
        needed <= fewest as u64
    }

    /// The fewest independent instructions before each wait with which `warps_per_sm` resident warps hide the `cycles`;
    /// `None` if no number is enough, because a scheduler has no warp, or one that waits for the last.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::SM_90;
    /// use occupancy_core::kernel::LatencyDemand;
    ///
    /// let load = LatencyDemand::cycles(400, 5);
    /// assert_eq!(load.instructions_needed(&SM_90, 64), Some(27));
    /// assert!(LatencyDemand::cycles(400, 27).is_hidden_by(&SM_90, 64));
    ///
    /// // A scheduler's only warp cannot issue while it waits.
    /// assert_eq!(load.instructions_needed(&SM_90, 4), None);
    /// ```
    pub const fn instructions_needed(self, sm: &Multiprocessor, warps_per_sm: u32) -> Option<u32> {
        let (warps, _) = dealt(sm, warps_per_sm);
        match (self.in_turns(sm).cycles, warps, self.wait) {
            (None | Some(0), ..) | (_, 0, _) => None,
            (Some(1), ..) => Some(1),
            // warps × instructions ≥ cycles.
            (Some(cycles), _, Some(Wait::First)) => Some(cycles.div_ceil(warps)),
            (_, 1, _) => None,
            // warps × instructions ≥ cycles + instructions − 1.
            (Some(cycles), ..) => Some(cycles.saturating_sub(1).div_ceil(warps.saturating_sub(1))),
        }
    }

    /// The fewest resident warps of one `sm` that have `needed` [bytes in flight](bytes_in_flight); `None` if no bytes
    /// are demanded.
    ///
    /// It is a lower bound. It may be more than the warp slots of an SM: then each thread needs more loads, or wider
    /// ones.
    pub const fn warps_in_flight(self, sm: &Multiprocessor, needed: Ratio) -> Option<u64> {
        match self.bytes {
            None | Some(0) => None,
            // ⌈⌈x⌉ / n⌉ is ⌈x / n⌉ for whole n.
            Some(bytes) => Some(needed.rounded_up().div_ceil(wide(bytes, sm.warp_size))),
        }
    }

    /// The share of the bandwidth that so many resident `warps` of one `sm` reach, at most 1, if the memory takes
    /// `needed` [bytes in flight](bytes_in_flight) on each SM.
    ///
    /// It is an upper bound.
    ///
    /// ```
    /// use occupancy_core::devices::H100;
    /// use occupancy_core::kernel::LatencyDemand;
    /// use occupancy_core::model::bytes_in_flight;
    ///
    /// // Sixteen warps with one 8-byte load each reach less than half of the bandwidth.
    /// let needed = bytes_in_flight(&H100, H100.sm_count()).unwrap();
    /// assert_eq!(LatencyDemand::bytes(8).bandwidth_share(H100.multiprocessor(), needed, 16).to_string(), "45.6 %");
    /// ```
    pub const fn bandwidth_share(self, sm: &Multiprocessor, needed: Ratio, warps: u32) -> Ratio {
        let Some(bytes) = self.bytes else {
            return Ratio::ZERO;
        };
        let in_flight = wide(warps, bytes).saturating_mul(sm.warp_size as u64);
        match in_flight.checked_mul(needed.denominator()) {
            Some(scaled) if scaled < needed.numerator() => Ratio::of(scaled, needed.numerator()),
            _ => Ratio::ONE,
        }
    }
}

/// Cycles of a period in which a scheduler with this many warps issues.
const fn issuing(instructions: u32, warps: u32, period: u64) -> u64 {
    let issuing = wide(instructions, warps);
    if issuing < period { issuing } else { period }
}

impl Configuration<'_> {
    /// The most warps of the kernel that are on one SM of `arch` at a time: those of the blocks that fit, or of ⌈blocks
    /// / SMs⌉ blocks if a stated grid has fewer. `None` if the block has no threads.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Grid, Kernel};
    ///
    /// let archs = [Arch::find("h100")?];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
    /// assert_eq!(configuration.resident_warps(&archs[0]), Some(32));
    ///
    /// // One block on each of 132 SMs.
    /// let small = configuration.with_grid(Some(Grid::Blocks((132, 1, 1))));
    /// assert_eq!(small.resident_warps(&archs[0]), Some(8));
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub const fn resident_warps(&self, arch: &Arch) -> Option<u32> {
        let occupancy = known!(self.occupancy_on(arch));
        Some(self.resident_with(arch, &occupancy).warps_per_sm())
    }

    /// An occupancy on `arch`, with at most as many blocks as the stated grid has for an SM.
    pub(crate) const fn resident_with(&self, arch: &Arch, occupancy: &Occupancy) -> Occupancy {
        let mut resident = *occupancy;
        if let (Some(sms @ 1..), Some(Ok(grid))) = (self.sms_at_work(arch), self.counted_grid()) {
            let most = saturate(grid.blocks().div_ceil(sms as u64));
            resident.blocks_per_sm = min(resident.blocks_per_sm, most);
        }
        resident
    }

    /// The SMs of `arch` that the kernel gets and that a stated grid has a block for; `None` if their number is not
    /// known.
    pub(crate) const fn sms_at_work(&self, arch: &Arch) -> Option<u32> {
        let sms = match self.sms {
            // A share of no SMs is refused by a rule of its own.
            Some(0) => arch.sm_count(),
            _ => self.sm_count(arch),
        };
        match (sms, self.counted_grid()) {
            (Some(sms), Some(Ok(grid))) => Some(min(sms, saturate(grid.blocks()))),
            _ => sms,
        }
    }

    /// The bytes that each SM must have in flight, of those that the kernel gets and the grid has a block for. `None`
    /// if the author demands none, or if no source states the latency and the bandwidth of the GPU's memory.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, kernel::{Argument, LatencyDemand}};
    ///
    /// let archs = [Arch::find("h100")?, Arch::find("l4")?];
    /// let demand = LatencyDemand::bytes(16);
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64))
    ///     .with_hides(Some(demand));
    /// let needed = configuration.bytes_in_flight(&archs[0]).unwrap();
    /// assert_eq!(demand.warps_in_flight(archs[0].multiprocessor(), needed), Some(18));
    /// assert_eq!(configuration.bytes_in_flight(&archs[1]), None);
    ///
    /// // Half of the SMs need as much for the same bandwidth.
    /// let half = configuration.with_integer(Argument::Sms, 66);
    /// let needed = half.bytes_in_flight(&archs[0]).unwrap();
    /// assert_eq!(demand.warps_in_flight(archs[0].multiprocessor(), needed), Some(36));
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub const fn bytes_in_flight(&self, arch: &Arch) -> Option<Ratio> {
        // Only a demand for bytes needs them.
        let _bytes = known!(known!(self.hides).bytes);
        bytes_in_flight(known!(arch.device()), known!(self.sms_at_work(arch)))
    }

    /// The fewest resident warps per SM that meet the demands of `hides(…)`; `None` without a demand, or if the number
    /// is not known.
    ///
    /// It is a lower bound, and may be more than the warp slots of an SM.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, kernel::LatencyDemand};
    ///
    /// let archs = [Arch::find("h100")?];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64))
    ///     .with_hides(Some(LatencyDemand { bytes: Some(8), ..LatencyDemand::cycles(400, 60) }));
    /// // 32 hide 400 cycles, and 36 have as much in flight as the memory needs.
    /// assert_eq!(configuration.warps_needed(&archs[0]), Some(36));
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub const fn warps_needed(&self, arch: &Arch) -> Option<u64> {
        let demand = known!(self.hides);
        let sm = arch.multiprocessor();
        let hiding = demand.warps_per_sm(sm);
        let in_flight = match self.bytes_in_flight(arch) {
            Some(needed) => demand.warps_in_flight(sm, needed),
            None => None,
        };
        match (hiding, in_flight) {
            (Some(hiding), Some(in_flight)) if hiding > in_flight => Some(hiding),
            (hiding, None) => hiding,
            (_, in_flight) => in_flight,
        }
    }
}
