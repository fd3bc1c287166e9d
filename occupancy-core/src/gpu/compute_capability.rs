//! The limits of one SM and of one block.

use crate::error::Error;
use crate::text::words;

/// One list makes the figures, the functions that read them, the record that they are made from, and its words:
/// `as` says how a figure is written.
macro_rules! limits {
    ($($(#[$documentation:meta])* $figure:ident: $type:ty $(as $kind:ident)?,)+) => {
        /// The limits of one SM and of one block, checked to be consistent.
        ///
        /// The constants are in [`compute_capabilities`](crate::compute_capabilities), each figure with its
        /// source. Sizes are in bytes, registers are 32 bits wide. The ranges of the figures are over
        /// [`ComputeCapability::ALL`]. [`ComputeCapability::new`] makes a GPU that the tables lack.
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
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct ComputeCapability {
            $(pub(crate) $figure: $type,)+
        }

        /// The figures of a [`ComputeCapability`], not yet checked to be consistent.
        ///
        /// [`ComputeCapability::limits`] gives the figures of a GPU, and [`ComputeCapability::new`] makes
        /// a GPU from them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct SmLimits {
            $($(#[$documentation])* pub $figure: $type,)+
        }

        impl ComputeCapability {
            $($(#[$documentation])* pub const fn $figure(&self) -> $type {
                self.$figure
            })+

            /// The figures, to make another GPU from.
            pub const fn limits(&self) -> SmLimits {
                SmLimits {
                    $($figure: self.$figure,)+
                }
            }

            const fn unchecked(limits: SmLimits) -> Self {
                Self {
                    $($figure: limits.$figure,)+
                }
            }
        }

        // The texts and the lists are written beside the numbers.
        words! {
            SmLimits:
            $($($kind $figure,)?)+
        }
    };
}

limits! {
    /// The 9 of 9.0.
    major: u32 as number,
    /// The 0 of 9.0.
    minor: u32 as number,
    /// `"9.0"`.
    name: &'static str,
    /// Generation and chip: `"Hopper GH100"`.
    architecture: &'static str,
    /// Its targets, as compilers name them, the plain one first: `["sm_90", "sm_90a"]`.
    targets: &'static [&'static str],
    /// Threads in a warp: 32.
    warp_size: u32 as number,
    /// Threads that a block can have: 1024.
    max_threads_per_block: u32 as number,
    /// Threads that a block can have in x, y and z: 1024, 1024 and 64.
    max_block_dim: (u32, u32, u32) as extent,
    /// Warps that one SM holds at a time: 32, 48 or 64.
    max_warps_per_sm: u32 as number,
    /// Blocks that one SM holds at a time: 16, 24 or 32.
    max_blocks_per_sm: u32 as number,
    /// Registers of one SM: 65,536.
    registers_per_sm: u32 as number,
    /// Registers that one block can have: 32,768 on 5.3 and 6.2, or 65,536.
    registers_per_block: u32 as number,
    /// Registers that code can use in one thread: 255.
    ///
    /// NVIDIA's `cuda_occupancy.h` accepts 256 from 7.0 on; no compiler emits it.
    max_registers_per_thread: u32 as number,
    /// Registers are allocated to a warp in multiples of this: 256, which is 8 per thread.
    register_allocation_unit: u32 as number,
    /// Parts of one SM, each with its share of the registers and of the warps:
    /// 2 on 6.0, or 4.
    sub_partitions: u32 as number,
    /// Bytes of shared memory of one SM, the largest carve-out: 65,536 to
    /// 233,472.
    shared_memory_per_sm: u32 as number,
    /// Bytes of shared memory that one block can have without an opt-in: 49,152.
    shared_memory_per_block: u32 as number,
    /// Bytes of shared memory that one block can have with
    /// `cudaFuncAttributeMaxDynamicSharedMemorySize`: 49,152 to 232,448.
    shared_memory_per_block_optin: u32 as number,
    /// Bytes of shared memory that a block can declare: 49,152, or all that it can opt in to where code is compiled
    /// for a target such as `sm_90a`, with CUDA 13.0 or later.
    static_shared_memory_per_block: u32 as number,
    /// Bytes of shared memory that the system takes in every block: 0, or
    /// 1,024 from 8.0 on.
    reserved_shared_memory_per_block: u32 as number,
    /// Shared memory is allocated to a block in multiples of this many bytes: 256, or 128 from 8.0 on.
    shared_memory_allocation_unit: u32 as number,
    /// The capacities in bytes that shared memory can be configured to,
    /// ascending up to `shared_memory_per_sm`. Empty on 5.x and 6.x, where
    /// shared memory has its own array.
    shared_memory_carveouts: &'static [u32],
    /// Bytes of the array that shared memory and L1 share: 98,304 to 262,144, and 0 on 5.x and 6.x,
    /// where shared memory has its own array. `None` if NVIDIA documents no figure.
    unified_cache_per_sm: Option<u32> as known,
    /// Named barriers that one block can use: 16, ids 0 to 15.
    barriers_per_block: u32 as number,
    /// Named barriers of one SM: 16 to 64.
    barriers_per_sm: u32 as number,
    /// Whether `barriers_per_sm` limits the resident blocks: from 9.0 on.
    ///
    /// NVIDIA's `cuda_occupancy.h` counts barriers only from there on.
    barriers_limit_blocks: bool as flag,
    /// Virtual resources of one SM: 128 from 10.0 on, and 0 below.
    ///
    /// NVIDIA's `cuda_occupancy.h` limits blocks by them; what uses one is not
    /// documented.
    virtual_resources_per_sm: u32 as number,
    /// Columns of tensor memory of one SM: 512 on 10.x, and 0 without tensor memory. `None` if compilers
    /// know the instructions, but NVIDIA documents no figure.
    tensor_memory_columns_per_sm: Option<u32> as known,
    /// Blocks that a thread block cluster can have on every GPU that has
    /// clusters: 8 from 9.0 on, and 0 below, where there are none.
    ///
    /// A GPU or a MIG instance with fewer than 8 SMs takes fewer.
    max_portable_cluster_size: u32 as number,
    /// Blocks that a cluster can have if the function allows a size that is not portable: 16 on 9.0 and
    /// 10.0, and 0 below 9.0. `None` if NVIDIA documents no figure;
    /// `cudaOccupancyMaxPotentialClusterSize` reports it on the GPU.
    max_cluster_size: Option<u32> as known,
}

impl ComputeCapability {
    /// A GPU that the tables lack. Start from the limits of a similar GPU, and change the figures that the
    /// driver reports differently.
    ///
    /// ```
    /// use occupancy_core::{ComputeCapability, compute_capabilities::SM_90};
    ///
    /// const OURS: ComputeCapability = {
    ///     let mut limits = SM_90.limits();
    ///     limits.name = "9.0 of ours";
    ///     limits.max_blocks_per_sm = 24;
    ///     ComputeCapability::new(limits)
    /// };
    /// assert_eq!(OURS.max_blocks_per_sm(), 24);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the limits contradict each other: in a constant, the build ends with the message of the
    /// [`Error`]. Use [`try_new`](Self::try_new) for figures that are known only at run time.
    #[track_caller]
    pub const fn new(limits: SmLimits) -> Self {
        match Self::try_new(limits) {
            Ok(compute_capability) => compute_capability,
            Err(error) => error.panic(),
        }
    }

    /// Like [`new`](Self::new), for limits that are known only at run time.
    ///
    /// ```
    /// use occupancy_core::{ComputeCapability, compute_capabilities::SM_90};
    ///
    /// let mut limits = SM_90.limits();
    /// limits.shared_memory_carveouts = &[0, 32 * 1024, 64 * 1024];
    /// let error = ComputeCapability::try_new(limits).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "[OCC029] the limits of 9.0 contradict each other: \
    ///      `shared_memory_carveouts` do not ascend to `shared_memory_per_sm`"
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error`] with the first contradiction.
    pub const fn try_new(limits: SmLimits) -> Result<Self, Error> {
        let compute_capability = Self::unchecked(limits);
        let Some(contradiction) = compute_capability.contradiction() else {
            return Ok(compute_capability);
        };
        let (limits, contradict) = ("[OCC029] the limits of ", " contradict each other: ");
        let text = [limits, compute_capability.name, contradict, contradiction];
        Err(Error::new(text, None))
    }
}

impl ComputeCapability {
    /// Threads that one SM holds at a time: 1024, 1536 or 2048.
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

    /// The smallest carve-out that holds `bytes`; the largest if none does, or if shared memory is
    /// dedicated.
    pub(crate) const fn carveout_for(&self, bytes: u32) -> u32 {
        let mut left = self.shared_memory_carveouts;
        while let [step, larger @ ..] = left {
            if *step >= bytes {
                return *step;
            }
            left = larger;
        }
        self.shared_memory_per_sm
    }

    /// Bytes of the unified data cache that are left for L1 beside this many bytes of shared memory on the
    /// SM, for which the driver takes the smallest carve-out that holds them. `None` if shared memory has
    /// its own array, if the size of the cache is not known, or if no carve-out is large enough.
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
