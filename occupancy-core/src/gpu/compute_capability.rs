/// The limits of one SM and of one block.
///
/// The constants are in [`compute_capabilities`](crate::compute_capabilities), each figure with its source.
/// Sizes are in bytes, registers are 32 bits wide. The ranges in the field
/// docs are over [`ComputeCapability::ALL`].
///
/// # Examples
///
/// ```
/// use occupancy_core::compute_capabilities::SM_90;
///
/// assert_eq!(SM_90.name, "9.0");
/// assert_eq!(SM_90.max_warps_per_sm, 64);
/// assert_eq!(SM_90.shared_memory_per_sm, 228 * 1024);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ComputeCapability {
    /// The 9 of 9.0.
    pub major: u32,
    /// The 0 of 9.0.
    pub minor: u32,
    /// `"9.0"`.
    pub name: &'static str,
    /// Generation and chip: `"Hopper GH100"`.
    pub architecture: &'static str,
    /// What compilers call it, plain target first: `["sm_90", "sm_90a"]`.
    pub targets: &'static [&'static str],
    /// Threads in a warp: 32.
    pub warp_size: u32,
    /// Threads that a block can have: 1024.
    pub max_threads_per_block: u32,
    /// Threads that a block can have in x, y and z: 1024, 1024 and 64.
    pub max_block_dim: (u32, u32, u32),
    /// Warps that one SM holds at a time: 32, 48 or 64.
    pub max_warps_per_sm: u32,
    /// Blocks that one SM holds at a time: 16, 24 or 32.
    pub max_blocks_per_sm: u32,
    /// Registers of one SM: 65,536.
    pub registers_per_sm: u32,
    /// Registers that one block can have: 32,768 on 5.3 and 6.2, or 65,536.
    pub registers_per_block: u32,
    /// Registers that code can use in one thread: 255.
    ///
    /// NVIDIA's `cuda_occupancy.h` lets 256 pass from 7.0 on; no compiler
    /// emits it.
    pub max_registers_per_thread: u32,
    /// Registers are given to a warp in multiples of this: 256, which is 8 a
    /// thread.
    pub register_allocation_unit: u32,
    /// Parts of one SM, each with its share of the registers and of the warps:
    /// 2 on 6.0, or 4.
    pub sub_partitions: u32,
    /// Bytes of shared memory of one SM, the largest carve-out: 65,536 to
    /// 233,472.
    pub shared_memory_per_sm: u32,
    /// Bytes of shared memory that one block can have without asking: 49,152.
    pub shared_memory_per_block: u32,
    /// Bytes of shared memory that one block can have with
    /// `cudaFuncAttributeMaxDynamicSharedMemorySize`: 49,152 to 232,448.
    pub shared_memory_per_block_optin: u32,
    /// Bytes of shared memory that the system takes in every block: 0, or
    /// 1,024 from 8.0 on.
    pub reserved_shared_memory_per_block: u32,
    /// Shared memory is given to a block in multiples of this many bytes: 256,
    /// or 128 from 8.0 on.
    pub shared_memory_allocation_unit: u32,
    /// The capacities in bytes that shared memory can be configured to,
    /// ascending up to `shared_memory_per_sm`. Empty on 5.x and 6.x, where
    /// shared memory has its own array.
    pub shared_memory_carveouts: &'static [u32],
    /// Bytes of the array that shared memory is taken from and L1 has the rest
    /// of: 98,304 to 262,144, and 0 on 5.x and 6.x, where shared memory has its
    /// own array. `None` where NVIDIA documents no figure: it is not known.
    pub unified_cache_per_sm: Option<u32>,
    /// Named barriers that one block can use: 16, ids 0 to 15.
    pub barriers_per_block: u32,
    /// Barriers of one SM: 16 to 64.
    pub barriers_per_sm: u32,
    /// Whether `barriers_per_sm` limits the resident blocks: from 9.0 on.
    ///
    /// NVIDIA's `cuda_occupancy.h` counts barriers only there.
    pub barriers_limit_blocks: bool,
    /// Virtual resources of one SM: 128 from 10.0 on, and 0 where there are
    /// none.
    ///
    /// NVIDIA's `cuda_occupancy.h` limits blocks by them; what uses one is not
    /// documented.
    pub virtual_resources_per_sm: u32,
    /// Columns of tensor memory of one SM: 512 on 10.x, and 0 where there is
    /// none. `None` where NVIDIA documents none, and compilers know the
    /// instructions: it is not known.
    pub tensor_memory_columns_per_sm: Option<u32>,
    /// Blocks that a thread block cluster can have on every GPU that has
    /// clusters: 8 from 9.0 on, and 0 below, where there are none.
    ///
    /// A GPU or a MIG instance that is too small for 8 SMs takes less.
    pub max_portable_cluster_size: u32,
    /// Blocks that a cluster can have where a size that is not portable is
    /// allowed: 16 on 9.0 and 10.0, and 0 below 9.0. `None` where NVIDIA
    /// documents none: it is not known, and
    /// `cudaOccupancyMaxPotentialClusterSize` tells it on the GPU.
    pub max_cluster_size: Option<u32>,
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
    #[must_use]
    pub const fn max_threads_per_sm(&self) -> u32 {
        // A caller can change a copy's fields, so this must not overflow.
        self.max_warps_per_sm.saturating_mul(self.warp_size)
    }

    /// Bytes that L1 has of the unified data cache beside so many bytes of
    /// shared memory. `None` where shared memory has its own array, where the
    /// size of the cache is not known, and where there is not as much.
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
    /// assert_eq!(SM_61.l1_cache_beside(96 * 1024), None);
    /// ```
    #[must_use]
    pub const fn l1_cache_beside(&self, shared_memory: u32) -> Option<u32> {
        match self.unified_cache_per_sm {
            None | Some(0) => None,
            Some(cache) => cache.checked_sub(shared_memory),
        }
    }

    /// "compute capability 9.0"; const code cannot put the text together.
    pub(super) const fn title(&self) -> &'static str {
        match self.name.as_bytes() {
            b"5.0" => "compute capability 5.0",
            b"5.2" => "compute capability 5.2",
            b"5.3" => "compute capability 5.3",
            b"6.0" => "compute capability 6.0",
            b"6.1" => "compute capability 6.1",
            b"6.2" => "compute capability 6.2",
            b"7.0" => "compute capability 7.0",
            b"7.2" => "compute capability 7.2",
            b"7.5" => "compute capability 7.5",
            b"8.0" => "compute capability 8.0",
            b"8.6" => "compute capability 8.6",
            b"8.7" => "compute capability 8.7",
            b"8.9" => "compute capability 8.9",
            b"9.0" => "compute capability 9.0",
            b"10.0" => "compute capability 10.0",
            b"10.3" => "compute capability 10.3",
            b"11.0" => "compute capability 11.0",
            b"12.0" => "compute capability 12.0",
            b"12.1" => "compute capability 12.1",
            _ => self.name,
        }
    }
}
