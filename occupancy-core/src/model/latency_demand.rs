//! What a demand to hide latency needs on a GPU, and what is resident there.

use super::{BytesInFlight, LatencyHiding, Occupancy};
use crate::gpu::Arch;
use crate::kernel::{Configuration, LatencyDemand};

impl LatencyDemand {
    /// The latency that the author demands to hide; `None` without one, or if it or its instructions are
    /// zero.
    ///
    /// ```
    /// use occupancy_core::kernel::LatencyDemand;
    ///
    /// assert_eq!(LatencyDemand::cycles(400, 30).latency_hiding().unwrap().warps_per_scheduler(), 15);
    /// assert_eq!(LatencyDemand::bytes(16).latency_hiding(), None);
    /// ```
    pub const fn latency_hiding(self) -> Option<LatencyHiding> {
        let instructions = match self.instructions {
            Some(instructions) => instructions,
            None => 1,
        };
        match self.cycles {
            Some(cycles) => LatencyHiding::new(cycles, instructions),
            None => None,
        }
    }
}

impl Configuration<'_> {
    /// The most warps of the kernel that are on one SM of `arch` at a time: those of the blocks that fit, or, of a
    /// stated grid that has fewer, those of ⌈blocks / SMs⌉ blocks. `None` if the block has no threads.
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
        match self.occupancy_on(arch) {
            Ok(occupancy) => Some(self.resident_with(arch, &occupancy).warps_per_sm()),
            Err(_) => None,
        }
    }

    /// An occupancy on `arch` with no more blocks than the stated grid has for an SM.
    pub(crate) const fn resident_with(&self, arch: &Arch, occupancy: &Occupancy) -> Occupancy {
        let mut resident = *occupancy;
        if let (Some(sms @ 1..), Some(Ok(grid))) = (self.sms_at_work(arch), self.grid_dim()) {
            let most = grid.blocks().div_ceil(sms as u64);
            if most < resident.blocks_per_sm as u64 {
                #[allow(clippy::cast_possible_truncation, reason = "compared just before")]
                let most = most as u32;
                resident.blocks_per_sm = most;
            }
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
        match (sms, self.grid_dim()) {
            #[allow(clippy::cast_possible_truncation, reason = "compared just before")]
            (Some(sms), Some(Ok(grid))) if grid.blocks() < sms as u64 => Some(grid.blocks() as u32),
            _ => sms,
        }
    }

    /// What the GPU's memory needs in flight on each SM that the kernel gets and the grid has a block for, and the
    /// bytes that each thread has; `None` if the author demands none, or if no source states the latency and the
    /// bandwidth of that memory.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, kernel::LatencyDemand};
    ///
    /// let archs = [Arch::find("h100")?, Arch::find("l4")?];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64))
    ///     .with_hides(Some(LatencyDemand::bytes(16)));
    /// let (needed, bytes) = configuration.bytes_in_flight(&archs[0]).unwrap();
    /// assert_eq!(needed.warps_per_sm(bytes), Some(18));
    /// assert_eq!(configuration.bytes_in_flight(&archs[1]), None);
    ///
    /// // Half of the SMs need as much for the same bandwidth.
    /// let (needed, bytes) = configuration.with_sms(Some(66)).bytes_in_flight(&archs[0]).unwrap();
    /// assert_eq!(needed.warps_per_sm(bytes), Some(36));
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub const fn bytes_in_flight(&self, arch: &Arch) -> Option<(BytesInFlight, u32)> {
        let (Some(demand), Arch::Device(device)) = (self.hides, arch) else {
            return None;
        };
        match (demand.bytes, self.sms_at_work(arch)) {
            (Some(bytes), Some(sms)) => match BytesInFlight::on_sms(device, sms) {
                Some(needed) => Some((needed, bytes)),
                None => None,
            },
            _ => None,
        }
    }

    /// The fewest resident warps per SM that are enough for all that the author demands to hide; `None` without a
    /// demand, or if the number is not known.
    ///
    /// A lower bound, and it may be more than an SM has slots for.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, kernel::LatencyDemand};
    ///
    /// let archs = [Arch::find("h100")?];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64))
    ///     .with_hides(Some(LatencyDemand::cycles(400, 60).with_bytes(8)));
    /// // 32 hide 400 cycles, and 36 have as much in flight as the memory needs.
    /// assert_eq!(configuration.warps_needed(&archs[0]), Some(36));
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub const fn warps_needed(&self, arch: &Arch) -> Option<u64> {
        let Some(demand) = self.hides else {
            return None;
        };
        let hiding = match demand.latency_hiding() {
            Some(hiding) => Some(hiding.warps_per_sm(arch.compute_capability())),
            None => None,
        };
        let in_flight = match self.bytes_in_flight(arch) {
            Some((needed, bytes)) => needed.warps_per_sm(bytes),
            None => None,
        };
        match (hiding, in_flight) {
            (Some(hiding), Some(in_flight)) if hiding > in_flight => Some(hiding),
            (hiding, None) => hiding,
            (_, in_flight) => in_flight,
        }
    }
}
