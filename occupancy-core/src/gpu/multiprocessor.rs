//! The limits of one SM and of one block.

use super::vendor::{Vendor, Words};
use crate::error::Error;
use crate::numbers::{max, min};
use crate::text::{Field, FromRecord, Text};

/// The list of the figures. It makes the fields, their functions, the struct to make another GPU from, and its text in
/// a record, which has the figures that are marked.
macro_rules! limits {
    ($($(#[$documentation:meta])* $figure:ident: $type:ty $(as $recorded:ident)?,)+) => {
        /// The limits of one SM and of one block, checked to be consistent.
        ///
        /// The constants are in [`compute_capabilities`](crate::compute_capabilities) and
        /// [`targets`](crate::targets), each figure with its source. On AMD, an SM is a CU or a WGP, a warp a
        /// wavefront, a block a workgroup, shared memory LDS, and a register a VGPR. Sizes are in bytes, registers are
        /// 32 bits wide. The ranges of the figures are over [`Multiprocessor::ALL`]. [`Multiprocessor::new`] makes a
        /// GPU that the tables lack.
        ///
        /// # Examples
        ///
        /// ```
        /// use occupancy_core::compute_capabilities::SM_90;
        ///
        /// assert_eq!(SM_90.name(), "9.0");
        /// assert_eq!(SM_90.max_warps_per_sm(), 64);
        /// assert_eq!(SM_90.shared_memory_per_sm(), 228 * 1024);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct Multiprocessor {
            $(pub(crate) $figure: $type,)+
        }

        /// The figures of a [`Multiprocessor`], not yet checked to be consistent.
        ///
        /// [`Multiprocessor::limits`] gives the figures of a GPU, and [`Multiprocessor::new`] makes
        /// a GPU from them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub struct MultiprocessorLimits {
            $($(#[$documentation])* pub $figure: $type,)+
        }

        impl Multiprocessor {
            $($(#[$documentation])* pub const fn $figure(&self) -> $type {
                self.$figure
            })+

            /// The figures, to make another GPU from.
            pub const fn limits(&self) -> MultiprocessorLimits {
                MultiprocessorLimits {
                    $($figure: self.$figure,)+
                }
            }

            const fn unchecked(limits: MultiprocessorLimits) -> Self {
                Self {
                    $($figure: limits.$figure,)+
                }
            }
        }

        impl MultiprocessorLimits {
            /// Appends the marked figures to a record. The caller writes the texts and the lists.
            #[doc(hidden)]
            pub const fn write_record<const N: usize>(&self, out: &mut Text<N>) {
                $($(
                    let $recorded = Field(self.$figure).value();
                    out.value($recorded);
                )?)+
            }

            /// Reads the figures that [`write_record`](Self::write_record) wrote; `None` if one cannot be read.
            #[doc(hidden)]
            pub fn read_record(&mut self, words: &mut dyn Iterator<Item = &str>) -> Option<()> {
                $($(
                    let $recorded = FromRecord::from_record(words)?;
                    self.$figure = $recorded;
                )?)+
                Some(())
            }
        }
    };
}

limits! {
    /// The maker, whose words describe it, and whose budget of registers counts.
    vendor: Vendor as recorded,
    /// The 9 of 9.0; 0 on AMD, where the name is the target.
    major: u32 as recorded,
    /// The 0 of 9.0; 0 on AMD.
    minor: u32 as recorded,
    /// `"9.0"`, or AMD's target with its mode: `"gfx942"`, `"gfx1100:wave64"`.
    name: &'static str,
    /// Generation and chip: `"Hopper GH100"`, `"RDNA 3 Navi31"`.
    architecture: &'static str,
    /// Its targets, as compilers name them, the plain one first: `["sm_90", "sm_90a"]`, `["gfx942"]`.
    targets: &'static [&'static str],
    /// `true` for AMD's WGP, two CUs that share their LDS, in which RDNA runs unless code is compiled for CUs.
    is_wgp: bool as recorded,
    /// Threads of a warp: 32, or 64 on AMD's CDNA and in RDNA's wave64.
    warp_size: u32 as recorded,
    /// Threads that a block can have: 1024.
    max_threads_per_block: u32 as recorded,
    /// Threads that a block can have in x, y and z: 1024, 1024 and 64, or 1024 each on AMD.
    max_block_dim: (u32, u32, u32) as recorded,
    /// Warps that one SM holds at a time: 32, 48 or 64, and 32 to 80 on AMD.
    max_warps_per_sm: u32 as recorded,
    /// Blocks that one SM holds at a time: 16, 24 or 32.
    max_blocks_per_sm: u32 as recorded,
    /// `true` if blocks of one warp do not count among these, as on AMD, where a block takes its place for a barrier.
    lone_warps_take_no_slot: bool as recorded,
    /// Registers of one SM: 65,536, and 65,536 to 196,608 on AMD.
    registers_per_sm: u32 as recorded,
    /// Registers that one block can have: 32,768 on 5.3 and 6.2, or 65,536. On AMD, all of the SM.
    registers_per_block: u32 as recorded,
    /// Registers that code can use in one thread: 255. On AMD 256, 512 with those that accumulate, or 1,024.
    ///
    /// NVIDIA's `cuda_occupancy.h` accepts 256 from 7.0 on; no compiler emits it.
    max_registers_per_thread: u32 as recorded,
    /// The unit in which registers are allocated to a warp: 256, which is 8 per thread. On AMD, 4 to 24 per thread.
    register_allocation_unit: u32 as recorded,
    /// `true` if half of the registers of a thread can only accumulate, as from AMD's CDNA 2 on.
    has_accumulation_half: bool as recorded,
    /// Scalar registers of a sub-partition, which its warps share: 800 on AMD's CDNA; 0 where they limit nothing.
    scalar_registers_per_partition: u32 as recorded,
    /// Parts of one SM, each with its share of the registers and of the warps:
    /// 2 on 6.0 and in RDNA's CU mode, or 4.
    sub_partitions: u32 as recorded,
    /// Bytes of shared memory of one SM, the largest carve-out: 65,536 to
    /// 233,472, and 65,536 to 327,680 on AMD.
    shared_memory_per_sm: u32 as recorded,
    /// Bytes of shared memory that one block can have without an opt-in: 49,152. On AMD, which has no opt-in, 65,536 to
    /// 327,680.
    shared_memory_per_block: u32 as recorded,
    /// Bytes of shared memory that one block can have with
    /// `cudaFuncAttributeMaxDynamicSharedMemorySize`: 49,152 to 232,448. On AMD as without.
    shared_memory_per_block_optin: u32 as recorded,
    /// Bytes of shared memory that a block can declare: 49,152, or all that it can opt in to where code is compiled
    /// for a target such as `sm_90a`, with CUDA 13.0 or later. On AMD, all of it.
    static_shared_memory_per_block: u32 as recorded,
    /// Bytes of shared memory that the system takes in every block: 0, or
    /// 1,024 from 8.0 on.
    reserved_shared_memory_per_block: u32 as recorded,
    /// The unit in which shared memory is allocated to a block, bytes: 256, or 128 from 8.0 on. On AMD, 512 to 2,048.
    shared_memory_allocation_unit: u32 as recorded,
    /// The capacities in bytes that shared memory can be configured to,
    /// ascending up to `shared_memory_per_sm`. Empty on 5.x, 6.x and AMD, where
    /// shared memory has its own array.
    shared_memory_carveouts: &'static [u32],
    /// Bytes of the array that shared memory and L1 share: 98,304 to 262,144, and 0 on 5.x, 6.x and AMD,
    /// where shared memory has its own array. `None` if NVIDIA documents no figure.
    unified_cache_per_sm: Option<u32> as recorded,
    /// Named barriers that one block can use: 16, ids 0 to 15; 0 on AMD.
    barriers_per_block: u32 as recorded,
    /// Named barriers of one SM: 16 to 64; 0 on AMD.
    barriers_per_sm: u32 as recorded,
    /// `true` if `barriers_per_sm` limits the resident blocks: from 9.0 on.
    ///
    /// NVIDIA's `cuda_occupancy.h` counts barriers only from 9.0 on.
    barriers_limit_blocks: bool as recorded,
    /// Virtual resources of one SM: 128 from 10.0 on, and 0 below.
    ///
    /// NVIDIA's `cuda_occupancy.h` limits blocks by them. NVIDIA does not document what uses one.
    virtual_resources_per_sm: u32 as recorded,
    /// Columns of tensor memory of one SM: 512 on 10.x, and 0 without tensor memory. `None` if compilers
    /// know the instructions, but NVIDIA documents no figure.
    tensor_memory_columns_per_sm: Option<u32> as recorded,
    /// Blocks that a thread block cluster can have on every GPU that has
    /// clusters: 8 from 9.0 on, 16 on `gfx1250`, and 0 on others, where there are none.
    ///
    /// A GPU or a MIG instance with fewer than 8 SMs takes fewer.
    max_portable_cluster_size: u32 as recorded,
    /// Blocks that a cluster can have if the function allows a size that is not portable: 16 on 9.0 and
    /// 10.0, also on `gfx1250`, and 0 without clusters. `None` if NVIDIA documents no figure;
    /// `cudaOccupancyMaxPotentialClusterSize` reports it on the GPU.
    max_cluster_size: Option<u32> as recorded,
}

impl Multiprocessor {
    /// Makes a GPU that the tables lack. Start from the limits of a similar GPU, and change the figures that the driver
    /// reports differently.
    ///
    /// ```
    /// use occupancy_core::{Multiprocessor, compute_capabilities::SM_90};
    ///
    /// const OURS: Multiprocessor = {
    ///     let mut limits = SM_90.limits();
    ///     limits.name = "9.0 of ours";
    ///     limits.max_blocks_per_sm = 24;
    ///     Multiprocessor::new(limits)
    /// };
    /// assert_eq!(OURS.max_blocks_per_sm(), 24);
    /// ```
    ///
    /// From a target of AMD, it is one of AMD:
    ///
    /// ```
    /// use occupancy_core::{Multiprocessor, gpu::Vendor, targets::GFX1100_WAVE64};
    ///
    /// const OURS: Multiprocessor = {
    ///     let mut limits = GFX1100_WAVE64.limits();
    ///     limits.name = "gfx1100:wave64 of ours";
    ///     limits.shared_memory_per_sm = 64 * 1024;
    ///     Multiprocessor::new(limits)
    /// };
    /// assert_eq!((OURS.vendor(), OURS.warp_size()), (Vendor::Amd, 64));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the limits contradict each other: in a constant, the build ends with the message of the
    /// [`Error`]. Use [`try_new`](Self::try_new) for figures that are known only at run time.
    #[track_caller]
    pub const fn new(limits: MultiprocessorLimits) -> Self {
        match Self::try_new(limits) {
            Ok(sm) => sm,
            Err(error) => error.panic(),
        }
    }

    /// Like [`new`](Self::new), for limits that are known only at run time.
    ///
    /// ```
    /// use occupancy_core::{Multiprocessor, compute_capabilities::SM_90};
    ///
    /// let mut limits = SM_90.limits();
    /// limits.shared_memory_carveouts = &[0, 32 * 1024, 64 * 1024];
    /// let error = Multiprocessor::try_new(limits).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "[OCC029] the limits of 9.0 contradict each other: \
    ///      `shared_memory_carveouts` do not ascend to `shared_memory_per_sm`"
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Limits`] with the first contradiction.
    pub const fn try_new(limits: MultiprocessorLimits) -> Result<Self, Error> {
        let sm = Self::unchecked(limits);
        match sm.contradiction() {
            Some(contradiction) => Err(Error::Limits(sm.name, contradiction)),
            None => Ok(sm),
        }
    }

    /// Returns `true` if the vendor makes it.
    pub(crate) const fn is_of(&self, vendor: Vendor) -> bool {
        self.vendor as u8 == vendor as u8
    }

    /// The target of the code that runs on it, without letter and mode: `sm_90`, `gfx1100`.
    #[doc(hidden)]
    pub const fn plain_target(&self) -> &'static str {
        match self.targets {
            [target, ..] => target,
            [] => "",
        }
    }

    /// The words of its vendor.
    #[doc(hidden)]
    pub const fn words(&self) -> Words {
        let is_amd = matches!(self.vendor, Vendor::Amd);
        Words::new(!is_amd, is_amd && !self.is_wgp, self.is_wgp)
    }

    /// The least register cap per thread: ptxas raises a smaller `.maxnreg` to it.
    ///
    /// ptxas 12.9.86: "adjusting per thread register count of 15 to lower bound of 16" for sm_50 and sm_60, "of 24"
    /// for sm_70 and every later target; 13.5.37 the same.
    #[doc(hidden)]
    pub const fn least_register_cap(&self) -> u32 {
        if self.major < 7 { 16 } else { 24 }
    }

    /// Returns `true` if targets such as `sm_90a` have `setmaxnreg`, which [splits](crate::kernel::WarpGroups) the registers
    /// of a block between its warp groups. No plain target has it.
    ///
    /// Source: NVIDIA CCCL at 571f2fc, `cuda/__ptx/instructions/generated/setmaxnreg.h`; ptxas 13.5.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::{SM_89, SM_90};
    ///
    /// assert!(SM_90.has_setmaxnreg() && !SM_89.has_setmaxnreg());
    /// ```
    pub const fn has_setmaxnreg(&self) -> bool {
        matches!(
            (self.vendor, self.major, self.minor),
            (Vendor::Nvidia, 9 | 11, 0) | (Vendor::Nvidia, 10, 0 | 3) | (Vendor::Nvidia, 12, 0 | 1)
        )
    }

    /// The first way in which the limits contradict each other; `None` if they do not.
    const fn contradiction(&self) -> Option<&'static str> {
        let (most, warps) = (self.max_threads_per_block, self.max_warps_per_sm);
        let (unit, parts) = (self.register_allocation_unit, self.sub_partitions);
        let registers = self.max_registers_per_thread;
        let optin = self.shared_memory_per_block_optin;
        let reserved = self.reserved_shared_memory_per_block;
        let (lanes, memory_unit) = (self.warp_size, self.shared_memory_allocation_unit as u64);
        if !lanes.is_power_of_two() {
            Some("`warp_size` is a power of two")
        } else if most == 0 || most as u64 > warps as u64 * lanes as u64 {
            Some("`max_threads_per_block` is 1 to what `max_warps_per_sm` holds")
        } else if matches!(self.max_block_dim, (0, _, _) | (_, 0, _) | (_, _, 0)) {
            Some("no dimension of `max_block_dim` is 0")
        } else if self.max_blocks_per_sm == 0 {
            Some("`max_blocks_per_sm` is at least 1")
        } else if unit == 0 || unit % lanes != 0 {
            Some("`register_allocation_unit` is the same for each thread of a warp")
        } else if self.registers_per_block > self.registers_per_sm {
            Some("`registers_per_block` is at most `registers_per_sm`")
        } else if registers == 0 || registers > self.registers_per_block / lanes {
            Some("`max_registers_per_thread` is 1 to what one warp can have")
        } else if parts == 0 || warps % parts != 0 || self.registers_per_sm % parts != 0 {
            Some("`sub_partitions` share warps and registers evenly")
        } else if self.shared_memory_per_block > optin {
            Some("`shared_memory_per_block` is at most `shared_memory_per_block_optin`")
        } else if self.static_shared_memory_per_block > optin {
            Some("`static_shared_memory_per_block` is at most `shared_memory_per_block_optin`")
        } else if optin as u64 + reserved as u64 > self.shared_memory_per_sm as u64 {
            Some(
                "`shared_memory_per_block_optin` and `reserved_shared_memory_per_block` together are \
                 at most `shared_memory_per_sm`",
            )
        } else if memory_unit == 0
            || (self.shared_memory_per_block as u64 + reserved as u64) % memory_unit != 0
            || (optin as u64 + reserved as u64) % memory_unit != 0
        {
            Some("`shared_memory_allocation_unit` divides what a block takes at most")
        } else if !ascends_to(self.shared_memory_carveouts, self.shared_memory_per_sm) {
            Some("`shared_memory_carveouts` do not ascend to `shared_memory_per_sm`")
        } else if self.barriers_per_block > self.barriers_per_sm {
            Some("`barriers_per_block` is at most `barriers_per_sm`")
        } else if matches!(self.max_cluster_size, Some(most) if most < self.max_portable_cluster_size)
        {
            Some("`max_cluster_size` is at least `max_portable_cluster_size`")
        } else if self.targets.is_empty() {
            Some("`targets` has what compilers call it")
        } else {
            None
        }
    }

    /// The compute capability, major and minor: `(9, 0)`; `(0, 0)` on AMD.
    pub const fn compute_capability(&self) -> (u32, u32) {
        (self.major, self.minor)
    }

    /// Threads that one SM holds at a time: 1024, 1536 or 2048, and 1024 to 5120 on AMD.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::SM_89;
    ///
    /// assert_eq!(SM_89.max_threads_per_sm(), 1536);
    /// ```
    pub const fn max_threads_per_sm(&self) -> u32 {
        // A program's own GPU may have any number of warps.
        self.max_warps_per_sm.saturating_mul(self.warp_size)
    }

    /// The number of warps that hold this many threads; the last one may be partial.
    pub(crate) const fn warps(&self, threads: u64) -> u64 {
        let lanes = self.warp_size as u64;
        threads / lanes + (threads % lanes > 0) as u64
    }

    /// The warps of so many blocks on the fullest sub-partition: the second number of HIP's launch bounds.
    pub(crate) const fn warps_of_part(&self, threads: u64, blocks: u64) -> u64 {
        let warps = self.warps(threads).saturating_mul(blocks);
        warps.div_ceil(self.sub_partitions as u64)
    }

    /// The sub-partitions by which the hardware checks the registers of one block: it counts as if every one held as many
    /// warps as the fullest.
    pub(crate) const fn parts_of_block(&self) -> u32 {
        // 6.0 has two sub-partitions, and the rest of Pascal has four. CUDA launches only blocks that would run on every
        // Pascal device.
        match self.compute_capability() {
            (6, 0) => 4,
            _ => self.sub_partitions,
        }
    }

    /// The most registers per thread with which the register file holds `blocks` blocks of `threads`, or as many of them
    /// as there are warps and slots for: at least one register, for one block.
    pub(crate) const fn most_registers(&self, threads: u64, blocks: u32) -> u32 {
        let most_warps = self.max_warps_per_sm;
        let warps = match self.warps(threads) {
            0 => 1,
            warps if warps > most_warps as u64 => most_warps,
            warps => warps as u32,
        };
        let mut blocks = min(blocks, most_warps / warps);
        if warps > 1 || !self.lone_warps_take_no_slot {
            blocks = min(blocks, self.max_blocks_per_sm);
        }
        let parts = self.parts_of_block();
        let of_block = self.registers_per_block / warps.div_ceil(parts).saturating_mul(parts);
        let in_part = (max(blocks, 1) * warps).div_ceil(self.sub_partitions);
        let of_part = self.registers_per_sm / self.sub_partitions / in_part;
        let unit = self.register_allocation_unit;
        let per_warp = min(of_block, of_part) / unit * unit;
        let per_thread = min(per_warp / self.warp_size, self.max_registers_per_thread);
        max(per_thread, 1)
    }

    /// The smallest carve-out that holds `bytes`; the largest if none does, or if shared memory is
    /// dedicated.
    pub(crate) const fn carveout_for(&self, bytes: u32) -> u32 {
        each!(self.shared_memory_carveouts, |step| {
            if *step >= bytes {
                return *step;
            }
        });
        self.shared_memory_per_sm
    }

    /// The bytes of the unified data cache that are left for L1 beside this many bytes of shared memory on the SM. The
    /// driver takes the smallest carve-out that holds the shared memory. `None` if shared memory has its own array, if
    /// the size of the cache is not known, or if no carve-out is large enough.
    ///
    /// Source: CUDA C++ Programming Guide 13.0, section 20: "The remaining data
    /// cache serves as an L1 cache".
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::{SM_61, SM_90};
    ///
    /// assert_eq!(SM_90.l1_cache_beside(228 * 1024), Some(28 * 1024));
    /// assert_eq!(SM_90.l1_cache_beside(100 * 1024), Some(156 * 1024));
    /// // 48 KiB take the carve-out of 64 KiB.
    /// assert_eq!(SM_90.l1_cache_beside(48 * 1024), Some(192 * 1024));
    /// assert_eq!(SM_61.l1_cache_beside(96 * 1024), None);
    /// ```
    pub const fn l1_cache_beside(&self, shared_memory: u32) -> Option<u32> {
        match self.unified_cache_per_sm {
            Some(cache) if cache > 0 && shared_memory <= self.shared_memory_per_sm => {
                cache.checked_sub(self.carveout_for(shared_memory))
            }
            _ => None,
        }
    }
}

/// Returns `true` if each step is above the one before, and the last is `last`. No steps do.
const fn ascends_to(steps: &[u32], last: u32) -> bool {
    let mut left = steps;
    while let ([step, larger @ ..], [_, next, ..]) = (left, left) {
        if *step >= *next {
            return false;
        }
        left = larger;
    }
    !matches!(left, [step] if *step != last)
}

#[cfg(test)]
mod tests {
    use super::Multiprocessor;
    use crate::compute_capabilities::SM_90;

    #[test]
    fn the_tables_hold_no_contradiction() {
        for sm in Multiprocessor::ALL {
            assert_eq!(sm.contradiction(), None, "{}", sm.name);
        }
    }

    /// Each figure is set by itself to one that no SM has.
    #[test]
    fn each_contradiction_is_found() {
        type Change = fn(&mut Multiprocessor);
        macro_rules! changes {
            ($($figure:literal: $($field:tt).+ = $value:expr;)+) => {
                [$(($figure, (|sm| sm.$($field).+ = $value) as Change)),+]
            };
        }
        let changes = changes! {
            "warp_size": warp_size = 0;
            "warp_size": warp_size = 48;
            "max_threads_per_block": max_threads_per_block = 0;
            "max_threads_per_block": max_threads_per_block = 2049;
            "max_warps_per_sm": max_warps_per_sm = 31;
            "max_block_dim": max_block_dim.0 = 0;
            "max_block_dim": max_block_dim.1 = 0;
            "max_block_dim": max_block_dim.2 = 0;
            "max_blocks_per_sm": max_blocks_per_sm = 0;
            "register_allocation_unit": register_allocation_unit = 0;
            "register_allocation_unit": register_allocation_unit = 100;
            "register_allocation_unit": warp_size = 512;
            "registers_per_block": registers_per_block = 65_537;
            "max_registers_per_thread": max_registers_per_thread = 0;
            "max_registers_per_thread": max_registers_per_thread = u32::MAX;
            // A warp with 2,048 registers per thread has all 65,536.
            "max_registers_per_thread": max_registers_per_thread = 2049;
            "sub_partitions": sub_partitions = 0;
            "sub_partitions": sub_partitions = 3;
            "sub_partitions": max_warps_per_sm = 62;
            "sub_partitions": registers_per_sm = 65_538;
            "shared_memory_allocation_unit": shared_memory_allocation_unit = 0;
            "shared_memory_allocation_unit": shared_memory_allocation_unit = 96;
            "shared_memory_per_block": shared_memory_per_block = u32::MAX;
            "shared_memory_per_block_optin": shared_memory_per_block_optin = u32::MAX;
            "static_shared_memory_per_block": static_shared_memory_per_block = u32::MAX;
            "reserved_shared_memory_per_block": reserved_shared_memory_per_block = u32::MAX;
            "shared_memory_carveouts": shared_memory_carveouts = &[0, 8192, 8192, 233_472];
            "shared_memory_carveouts": shared_memory_carveouts = &[0, 8192];
            "shared_memory_per_sm": shared_memory_per_sm = 0;
            "shared_memory_per_sm": shared_memory_per_sm = u32::MAX;
            "barriers_per_block": barriers_per_block = 65;
            "max_cluster_size": max_cluster_size = Some(7);
            "targets": targets = &[];
        };
        let mut most = SM_90;
        most.max_registers_per_thread = 2048;
        assert_eq!(most.contradiction(), None);
        for (figure, spoil) in changes {
            let mut wrong = SM_90;
            spoil(&mut wrong);
            let found = wrong.contradiction();
            assert!(
                found.is_some_and(|found| found.contains(figure)),
                "{figure}: {found:?}"
            );
        }
    }
}
