//! The compute capabilities that NVIDIA has products for, one constant each.
//!
//! | short name in the comments | document |
//! |---|---|
//! | header | `cuda_occupancy.h`, NVIDIA's occupancy calculation, CUDA 13.5.37 |
//! | Guide | CUDA C++ Programming Guide 13.0, section 20, Table 27 and the lists beside it |
//! | CCCL | NVIDIA CCCL at 571f2fc, `cuda/__device/arch_traits.h` |
//! | Guide 13.4 | CUDA Programming Guide 13.4, Table 32, whose 128 KB for 12.x the whitepaper of RTX Blackwell has too; Guide has 100 KB there, the most that shared memory can take |
//! | Hopper | Hopper Tuning Guide, Thread Block Clusters |
//! | Blackwell | Blackwell Tuning Guide, Thread Block Clusters |
//! | ptxas 12.9, 13.0, 13.5 | what the assemblers 12.9.86, 13.0.88 and 13.5.37 accept and emit |
//! | PTX ISA | PTX ISA 9.0, 9.7.16.1, Tensor Memory, of the family `sm_100f` |
//! | device dump | `cudaDeviceProp` that a real board reported |
//!
//! ptxas 13 dropped everything before 7.5, so those rows rest on 12.9.
//!
//! # Examples
//!
//! ```
//! use occupancy_core::compute_capabilities::{SM_80, SM_90};
//!
//! const MORE: u32 = SM_90.shared_memory_per_sm() - SM_80.shared_memory_per_sm();
//! assert_eq!(MORE, 64 * 1024);
//! ```

#![allow(clippy::doc_markdown, reason = "the chips are proper names")]

use crate::gpu::ComputeCapability;

const KIB: u32 = 1024;

// The capacities in bytes that shared memory can be given of the array it
// shares with L1: header.
const CARVEOUTS_96: &[u32] = &[0, 8 * KIB, 16 * KIB, 32 * KIB, 64 * KIB, 96 * KIB];
const CARVEOUTS_TURING: &[u32] = &[32 * KIB, 64 * KIB];
const CARVEOUTS_100: &[u32] = &[0, 8 * KIB, 16 * KIB, 32 * KIB, 64 * KIB, 100 * KIB];
const CARVEOUTS_164: &[u32] = &[
    0,
    8 * KIB,
    16 * KIB,
    32 * KIB,
    64 * KIB,
    100 * KIB,
    132 * KIB,
    164 * KIB,
];
const CARVEOUTS_228: &[u32] = &[
    0,
    8 * KIB,
    16 * KIB,
    32 * KIB,
    64 * KIB,
    100 * KIB,
    132 * KIB,
    164 * KIB,
    196 * KIB,
    228 * KIB,
];

/// What 5.0 to 12.1 have in common. The zeros are for each row to fill in.
const COMMON: ComputeCapability = ComputeCapability {
    // Guide; CCCL.
    warp_size: 32,
    max_threads_per_block: 1024,
    max_block_dim: (1024, 1024, 64),
    // Guide; CCCL; ptxas caps a thread of a
    // 1024-thread block at 64 registers.
    registers_per_sm: 65_536,
    // Guide; CCCL; ptxas emits no more.
    // The header lets 256 pass from 7.0 on, which no code can use.
    max_registers_per_thread: 255,
    // Header; the caps of ptxas move in steps of 8 per thread.
    register_allocation_unit: 256,
    // Guide; CCCL.
    shared_memory_per_block: 48 * KIB,
    // ptxas 12.9, and 13.5 for targets without an `a`.
    static_shared_memory_per_block: 48 * KIB,
    // ptxas 12.9 and 13.5: barrier ids 0 to 15.
    barriers_per_block: 16,
    // ptxas 13.5 has `tcgen05.alloc` only for 10.0, 10.3 and 11.0.
    tensor_memory_columns_per_sm: Some(0),

    major: 0,
    minor: 0,
    name: "",
    architecture: "",
    targets: &[],
    max_warps_per_sm: 0,
    max_blocks_per_sm: 0,
    registers_per_block: 0,
    sub_partitions: 0,
    shared_memory_per_sm: 0,
    shared_memory_per_block_optin: 0,
    reserved_shared_memory_per_block: 0,
    shared_memory_allocation_unit: 0,
    shared_memory_carveouts: &[],
    unified_cache_per_sm: None,
    barriers_per_sm: 0,
    barriers_limit_blocks: false,
    virtual_resources_per_sm: 0,
    max_portable_cluster_size: 0,
    max_cluster_size: None,
};

/// Threads of a block at most, on every compute capability: where a search for a block ends.
pub(crate) const MAX_THREADS_PER_BLOCK: u32 = COMMON.max_threads_per_block;

/// The largest extents of a block in x, y and z, on every compute capability.
pub(crate) const MAX_BLOCK_DIM: (u32, u32, u32) = COMMON.max_block_dim;

impl ComputeCapability {
    /// Every compute capability of [`compute_capabilities`](crate::compute_capabilities), ascending.
    ///
    /// NVIDIA's tools know three more. They are left out on purpose:
    ///
    /// - 8.8 (`sm_88`): no product and no row in any guide.
    /// - 10.1 (`sm_101`): the name that CUDA 12 had for [11.0].
    /// - 10.7 (`sm_107`): not shipped; its figures are provisional.
    ///
    /// [11.0]: SM_110
    pub const ALL: &'static [ComputeCapability] = &[
        SM_50, SM_52, SM_53, SM_60, SM_61, SM_62, SM_70, SM_72, SM_75, SM_80, SM_86, SM_87, SM_89,
        SM_90, SM_100, SM_103, SM_110, SM_120, SM_121,
    ];

    /// The compute capability with exactly this number.
    ///
    /// Near numbers do not count: 9.1 is unknown, not 9.0.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::{ComputeCapability, compute_capabilities::SM_90};
    ///
    /// assert_eq!(ComputeCapability::of(9, 0), Some(&SM_90));
    /// assert_eq!(ComputeCapability::of(9, 1), None);
    /// ```
    #[must_use]
    pub const fn of(major: u32, minor: u32) -> Option<&'static ComputeCapability> {
        let mut left = Self::ALL;
        while let [one, others @ ..] = left {
            if one.major == major && one.minor == minor {
                return Some(one);
            }
            left = others;
        }
        None
    }
}

/// Compute capability 5.0, Maxwell GM10x: GTX 750 Ti, Tesla M10.
pub const SM_50: ComputeCapability = ComputeCapability {
    major: 5,
    minor: 0,
    name: "5.0",
    architecture: "Maxwell GM10x",
    targets: &["sm_50"],                     // ptxas 12.9
    max_warps_per_sm: 64,                    // ptxas 12.9, CCCL
    max_blocks_per_sm: 32,                   // ptxas 12.9, CCCL, header
    registers_per_block: 65_536,             // ptxas 12.9, CCCL
    sub_partitions: 4,                       // header
    shared_memory_per_sm: 64 * KIB,          // CCCL, header
    shared_memory_per_block_optin: 48 * KIB, // CCCL, header
    reserved_shared_memory_per_block: 0,     // CCCL, header
    shared_memory_allocation_unit: 256,      // header
    shared_memory_carveouts: &[],            // header
    unified_cache_per_sm: Some(0),           // header
    barriers_per_sm: 64,                     // header
    barriers_limit_blocks: false,            // header
    virtual_resources_per_sm: 0,             // header
    max_portable_cluster_size: 0,            // CCCL, Guide
    max_cluster_size: Some(0),               // CCCL, Guide
    ..COMMON
};

/// Compute capability 5.2, Maxwell GM20x: GTX 980 Ti, Tesla M40, Tesla M60.
pub const SM_52: ComputeCapability = ComputeCapability {
    major: 5,
    minor: 2,
    name: "5.2",
    architecture: "Maxwell GM20x",
    targets: &["sm_52"],                     // ptxas 12.9
    max_warps_per_sm: 64,                    // ptxas 12.9, CCCL
    max_blocks_per_sm: 32,                   // ptxas 12.9, CCCL, header
    registers_per_block: 65_536,             // ptxas 12.9, CCCL
    sub_partitions: 4,                       // header
    shared_memory_per_sm: 96 * KIB,          // CCCL, header
    shared_memory_per_block_optin: 48 * KIB, // CCCL, header
    reserved_shared_memory_per_block: 0,     // CCCL, header
    shared_memory_allocation_unit: 256,      // header
    shared_memory_carveouts: &[],            // header
    unified_cache_per_sm: Some(0),           // header
    barriers_per_sm: 64,                     // header
    barriers_limit_blocks: false,            // header
    virtual_resources_per_sm: 0,             // header
    max_portable_cluster_size: 0,            // CCCL, Guide
    max_cluster_size: Some(0),               // CCCL, Guide
    ..COMMON
};

/// Compute capability 5.3, Maxwell Tegra GM20B: Jetson TX1, Jetson Nano.
pub const SM_53: ComputeCapability = ComputeCapability {
    major: 5,
    minor: 3,
    name: "5.3",
    architecture: "Maxwell Tegra GM20B",
    targets: &["sm_53"],   // ptxas 12.9
    max_warps_per_sm: 64,  // ptxas 12.9, CCCL
    max_blocks_per_sm: 32, // ptxas 12.9, CCCL, header
    // Half the SM: the Tegra parts 5.3 and 6.2 give one block no more.
    registers_per_block: 32_768,             // ptxas 12.9, CCCL
    sub_partitions: 4,                       // header
    shared_memory_per_sm: 64 * KIB,          // CCCL, header
    shared_memory_per_block_optin: 48 * KIB, // CCCL, header
    reserved_shared_memory_per_block: 0,     // CCCL, header
    shared_memory_allocation_unit: 256,      // header
    shared_memory_carveouts: &[],            // header
    unified_cache_per_sm: Some(0),           // header
    barriers_per_sm: 64,                     // header
    barriers_limit_blocks: false,            // header
    virtual_resources_per_sm: 0,             // header
    max_portable_cluster_size: 0,            // CCCL, Guide
    max_cluster_size: Some(0),               // CCCL, Guide
    ..COMMON
};

/// Compute capability 6.0, Pascal GP100: Tesla P100, Quadro GP100.
pub const SM_60: ComputeCapability = ComputeCapability {
    major: 6,
    minor: 0,
    name: "6.0",
    architecture: "Pascal GP100",
    targets: &["sm_60"],         // ptxas 12.9
    max_warps_per_sm: 64,        // ptxas 12.9, CCCL
    max_blocks_per_sm: 32,       // ptxas 12.9, CCCL, header
    registers_per_block: 65_536, // ptxas 12.9, CCCL
    // GP100 alone has two; the header then also demands that 6.1 could run the block.
    sub_partitions: 2,                       // header
    shared_memory_per_sm: 64 * KIB,          // CCCL, header
    shared_memory_per_block_optin: 48 * KIB, // CCCL, header
    reserved_shared_memory_per_block: 0,     // CCCL, header
    shared_memory_allocation_unit: 256,      // header
    shared_memory_carveouts: &[],            // header
    unified_cache_per_sm: Some(0),           // header
    barriers_per_sm: 64,                     // header
    barriers_limit_blocks: false,            // header
    virtual_resources_per_sm: 0,             // header
    max_portable_cluster_size: 0,            // CCCL, Guide
    max_cluster_size: Some(0),               // CCCL, Guide
    ..COMMON
};

/// Compute capability 6.1, Pascal GP10x: GTX 1080 Ti, Tesla P40, Tesla P4.
pub const SM_61: ComputeCapability = ComputeCapability {
    major: 6,
    minor: 1,
    name: "6.1",
    architecture: "Pascal GP10x",
    targets: &["sm_61"],                     // ptxas 12.9
    max_warps_per_sm: 64,                    // ptxas 12.9, CCCL
    max_blocks_per_sm: 32,                   // ptxas 12.9, CCCL, header
    registers_per_block: 65_536,             // ptxas 12.9, CCCL
    sub_partitions: 4,                       // header
    shared_memory_per_sm: 96 * KIB,          // CCCL, header
    shared_memory_per_block_optin: 48 * KIB, // CCCL, header
    reserved_shared_memory_per_block: 0,     // CCCL, header
    shared_memory_allocation_unit: 256,      // header
    shared_memory_carveouts: &[],            // header
    unified_cache_per_sm: Some(0),           // header
    barriers_per_sm: 64,                     // header
    barriers_limit_blocks: false,            // header
    virtual_resources_per_sm: 0,             // header
    max_portable_cluster_size: 0,            // CCCL, Guide
    max_cluster_size: Some(0),               // CCCL, Guide
    ..COMMON
};

/// Compute capability 6.2, Pascal Tegra GP10B: Jetson TX2.
pub const SM_62: ComputeCapability = ComputeCapability {
    major: 6,
    minor: 2,
    name: "6.2",
    architecture: "Pascal Tegra GP10B",
    targets: &["sm_62"],   // ptxas 12.9
    max_warps_per_sm: 64,  // ptxas 12.9, CCCL
    max_blocks_per_sm: 32, // ptxas 12.9, CCCL, header
    // Half the SM: the Tegra parts 5.3 and 6.2 give one block no more.
    registers_per_block: 32_768,             // ptxas 12.9, CCCL
    sub_partitions: 4,                       // header
    shared_memory_per_sm: 64 * KIB,          // CCCL, header
    shared_memory_per_block_optin: 48 * KIB, // CCCL, header
    reserved_shared_memory_per_block: 0,     // CCCL, header
    shared_memory_allocation_unit: 256,      // header
    shared_memory_carveouts: &[],            // header
    unified_cache_per_sm: Some(0),           // header
    barriers_per_sm: 64,                     // header
    barriers_limit_blocks: false,            // header
    virtual_resources_per_sm: 0,             // header
    max_portable_cluster_size: 0,            // CCCL, Guide
    max_cluster_size: Some(0),               // CCCL, Guide
    ..COMMON
};

/// Compute capability 7.0, Volta GV100: Tesla V100, TITAN V.
pub const SM_70: ComputeCapability = ComputeCapability {
    major: 7,
    minor: 0,
    name: "7.0",
    architecture: "Volta GV100",
    targets: &["sm_70"],                     // ptxas 12.9
    max_warps_per_sm: 64,                    // ptxas 12.9, CCCL
    max_blocks_per_sm: 32,                   // ptxas 12.9, CCCL, header
    registers_per_block: 65_536,             // ptxas 12.9, CCCL
    sub_partitions: 4,                       // header
    shared_memory_per_sm: 96 * KIB,          // CCCL, header
    shared_memory_per_block_optin: 96 * KIB, // CCCL, header
    reserved_shared_memory_per_block: 0,     // CCCL, header
    shared_memory_allocation_unit: 256,      // header
    shared_memory_carveouts: CARVEOUTS_96,   // header
    unified_cache_per_sm: Some(128 * KIB),   // Guide
    barriers_per_sm: 64,                     // header
    barriers_limit_blocks: false,            // header
    virtual_resources_per_sm: 0,             // header
    max_portable_cluster_size: 0,            // CCCL, Guide
    max_cluster_size: Some(0),               // CCCL, Guide
    ..COMMON
};

/// Compute capability 7.2, Volta Tegra GV10B (Xavier): Jetson AGX Xavier, Jetson Xavier NX.
pub const SM_72: ComputeCapability = ComputeCapability {
    major: 7,
    minor: 2,
    name: "7.2",
    architecture: "Volta Tegra GV10B (Xavier)",
    targets: &["sm_72"],         // ptxas 12.9
    max_warps_per_sm: 64,        // ptxas 12.9
    max_blocks_per_sm: 32,       // ptxas 12.9, header
    registers_per_block: 65_536, // ptxas 12.9
    sub_partitions: 4,           // header
    // From the carve-out list; no table of the guide has it.
    shared_memory_per_sm: 96 * KIB,          // header
    shared_memory_per_block_optin: 96 * KIB, // header
    reserved_shared_memory_per_block: 0,     // header
    shared_memory_allocation_unit: 256,      // header
    shared_memory_carveouts: CARVEOUTS_96,   // header
    unified_cache_per_sm: None,              // no source
    barriers_per_sm: 64,                     // header
    barriers_limit_blocks: false,            // header
    virtual_resources_per_sm: 0,             // header
    max_portable_cluster_size: 0,            // CCCL, Guide
    max_cluster_size: Some(0),               // CCCL, Guide
    ..COMMON
};

/// Compute capability 7.5, Turing TU1xx: Tesla T4, RTX 2080 Ti, Quadro RTX 8000.
pub const SM_75: ComputeCapability = ComputeCapability {
    major: 7,
    minor: 5,
    name: "7.5",
    architecture: "Turing TU1xx",
    targets: &["sm_75"],                       // ptxas 13.5
    max_warps_per_sm: 32,                      // ptxas 13.5, CCCL, Guide
    max_blocks_per_sm: 16,                     // ptxas 13.5, CCCL, Guide, header
    registers_per_block: 65_536,               // ptxas 13.5, CCCL, Guide
    sub_partitions: 4,                         // header
    shared_memory_per_sm: 64 * KIB,            // CCCL, Guide, header
    shared_memory_per_block_optin: 64 * KIB,   // CCCL, Guide, header
    reserved_shared_memory_per_block: 0,       // CCCL, Guide, header
    shared_memory_allocation_unit: 256,        // header
    shared_memory_carveouts: CARVEOUTS_TURING, // header
    unified_cache_per_sm: Some(96 * KIB),      // Guide
    barriers_per_sm: 32,                       // header
    barriers_limit_blocks: false,              // header
    virtual_resources_per_sm: 0,               // header
    max_portable_cluster_size: 0,              // CCCL, Guide
    max_cluster_size: Some(0),                 // CCCL, Guide
    ..COMMON
};

/// Compute capability 8.0, Ampere GA100: A100, A30, A800.
pub const SM_80: ComputeCapability = ComputeCapability {
    major: 8,
    minor: 0,
    name: "8.0",
    architecture: "Ampere GA100",
    targets: &["sm_80"],                      // ptxas 13.5
    max_warps_per_sm: 64,                     // ptxas 13.5, CCCL, Guide
    max_blocks_per_sm: 32,                    // ptxas 13.5, CCCL, Guide, header
    registers_per_block: 65_536,              // ptxas 13.5, CCCL, Guide
    sub_partitions: 4,                        // header
    shared_memory_per_sm: 164 * KIB,          // CCCL, Guide, header
    shared_memory_per_block_optin: 163 * KIB, // CCCL, Guide, header
    reserved_shared_memory_per_block: 1024,   // CCCL, Guide, header
    shared_memory_allocation_unit: 128,       // header
    shared_memory_carveouts: CARVEOUTS_164,   // header
    unified_cache_per_sm: Some(192 * KIB),    // Guide
    barriers_per_sm: 64,                      // header
    barriers_limit_blocks: false,             // header
    virtual_resources_per_sm: 0,              // header
    max_portable_cluster_size: 0,             // CCCL, Guide
    max_cluster_size: Some(0),                // CCCL, Guide
    ..COMMON
};

/// Compute capability 8.6, Ampere GA10x: A10, A10G, A40, A16, A2, RTX A6000, RTX 30xx.
pub const SM_86: ComputeCapability = ComputeCapability {
    major: 8,
    minor: 6,
    name: "8.6",
    architecture: "Ampere GA10x",
    targets: &["sm_86"],                     // ptxas 13.5
    max_warps_per_sm: 48,                    // ptxas 13.5, CCCL, Guide
    max_blocks_per_sm: 16,                   // ptxas 13.5, CCCL, Guide, header
    registers_per_block: 65_536,             // ptxas 13.5, CCCL, Guide
    sub_partitions: 4,                       // header
    shared_memory_per_sm: 100 * KIB,         // CCCL, Guide, header
    shared_memory_per_block_optin: 99 * KIB, // CCCL, Guide, header
    reserved_shared_memory_per_block: 1024,  // CCCL, Guide, header
    shared_memory_allocation_unit: 128,      // header
    shared_memory_carveouts: CARVEOUTS_100,  // header
    unified_cache_per_sm: Some(128 * KIB),   // Guide
    barriers_per_sm: 16,                     // header
    barriers_limit_blocks: false,            // header
    virtual_resources_per_sm: 0,             // header
    max_portable_cluster_size: 0,            // CCCL, Guide
    max_cluster_size: Some(0),               // CCCL, Guide
    ..COMMON
};

/// Compute capability 8.7, Ampere Tegra GA10B (Orin): Jetson AGX Orin, Orin NX, Orin Nano.
pub const SM_87: ComputeCapability = ComputeCapability {
    major: 8,
    minor: 7,
    name: "8.7",
    architecture: "Ampere Tegra GA10B (Orin)",
    targets: &["sm_87"],                      // ptxas 13.5
    max_warps_per_sm: 48,                     // ptxas 13.5, CCCL, Guide
    max_blocks_per_sm: 16,                    // ptxas 13.5, CCCL, Guide, header
    registers_per_block: 65_536,              // ptxas 13.5, CCCL, Guide
    sub_partitions: 4,                        // header
    shared_memory_per_sm: 164 * KIB,          // CCCL, Guide, header
    shared_memory_per_block_optin: 163 * KIB, // CCCL, Guide, header
    reserved_shared_memory_per_block: 1024,   // CCCL, Guide, header
    shared_memory_allocation_unit: 128,       // header
    shared_memory_carveouts: CARVEOUTS_164,   // header
    unified_cache_per_sm: Some(192 * KIB),    // Guide
    barriers_per_sm: 16,                      // header
    barriers_limit_blocks: false,             // header
    virtual_resources_per_sm: 0,              // header
    max_portable_cluster_size: 0,             // CCCL, Guide
    max_cluster_size: Some(0),                // CCCL, Guide
    ..COMMON
};

/// Compute capability 8.9, Ada AD10x: L4, L40, L40S, RTX 40xx, RTX 6000 Ada.
pub const SM_89: ComputeCapability = ComputeCapability {
    major: 8,
    minor: 9,
    name: "8.9",
    architecture: "Ada AD10x",
    targets: &["sm_89"],                     // ptxas 13.5
    max_warps_per_sm: 48,                    // ptxas 13.5, CCCL, Guide
    max_blocks_per_sm: 24,                   // ptxas 13.5, CCCL, Guide, header
    registers_per_block: 65_536,             // ptxas 13.5, CCCL, Guide
    sub_partitions: 4,                       // header
    shared_memory_per_sm: 100 * KIB,         // CCCL, Guide, header
    shared_memory_per_block_optin: 99 * KIB, // CCCL, Guide, header
    reserved_shared_memory_per_block: 1024,  // CCCL, Guide, header
    shared_memory_allocation_unit: 128,      // header
    shared_memory_carveouts: CARVEOUTS_100,  // header
    unified_cache_per_sm: Some(128 * KIB),   // Guide
    barriers_per_sm: 24,                     // header
    barriers_limit_blocks: false,            // header
    virtual_resources_per_sm: 0,             // header
    max_portable_cluster_size: 0,            // CCCL, Guide
    max_cluster_size: Some(0),               // CCCL, Guide
    ..COMMON
};

/// Compute capability 9.0, Hopper GH100: H100, H200, H800, H20, GH200.
pub const SM_90: ComputeCapability = ComputeCapability {
    major: 9,
    minor: 0,
    name: "9.0",
    architecture: "Hopper GH100",
    targets: &["sm_90", "sm_90a"],            // ptxas 13.5
    max_warps_per_sm: 64,                     // ptxas 13.5, CCCL, Guide
    max_blocks_per_sm: 32,                    // ptxas 13.5, CCCL, Guide, header
    registers_per_block: 65_536,              // ptxas 13.5, CCCL, Guide
    sub_partitions: 4,                        // header
    shared_memory_per_sm: 228 * KIB,          // CCCL, Guide, header
    shared_memory_per_block_optin: 227 * KIB, // CCCL, Guide, header
    reserved_shared_memory_per_block: 1024,   // CCCL, Guide, header
    shared_memory_allocation_unit: 128,       // header
    shared_memory_carveouts: CARVEOUTS_228,   // header
    unified_cache_per_sm: Some(256 * KIB),    // Guide
    barriers_per_sm: 64,                      // header
    barriers_limit_blocks: true,              // header
    virtual_resources_per_sm: 0,              // header
    max_portable_cluster_size: 8,             // Guide, Hopper
    max_cluster_size: Some(16),               // Hopper, of the H100
    ..COMMON
};

/// Compute capability 10.0, Blackwell GB100 (B200/GB200): B200, GB200.
pub const SM_100: ComputeCapability = ComputeCapability {
    major: 10,
    minor: 0,
    name: "10.0",
    architecture: "Blackwell GB100 (B200/GB200)",
    targets: &["sm_100", "sm_100a", "sm_100f"], // ptxas 13.5
    max_warps_per_sm: 64,                       // ptxas 13.5, CCCL, Guide
    max_blocks_per_sm: 32,                      // ptxas 13.5, CCCL, Guide, header
    registers_per_block: 65_536,                // ptxas 13.5, CCCL, Guide
    sub_partitions: 4,                          // header
    shared_memory_per_sm: 228 * KIB,            // CCCL, Guide, header
    shared_memory_per_block_optin: 227 * KIB,   // CCCL, Guide, header
    reserved_shared_memory_per_block: 1024,     // CCCL, Guide, header
    shared_memory_allocation_unit: 128,         // header
    shared_memory_carveouts: CARVEOUTS_228,     // header
    unified_cache_per_sm: Some(256 * KIB),      // Guide
    // Two per block slot; from 10.0 on no other has more than one.
    barriers_per_sm: 64,                     // header
    barriers_limit_blocks: true,             // header
    virtual_resources_per_sm: 128,           // header
    tensor_memory_columns_per_sm: Some(512), // PTX ISA
    max_portable_cluster_size: 8,            // Guide, Blackwell
    max_cluster_size: Some(16),              // Blackwell, of the B200
    ..COMMON
};

/// Compute capability 10.3, Blackwell Ultra GB110 (B300/GB300): B300, GB300.
pub const SM_103: ComputeCapability = ComputeCapability {
    major: 10,
    minor: 3,
    name: "10.3",
    architecture: "Blackwell Ultra GB110 (B300/GB300)",
    targets: &["sm_103", "sm_103a", "sm_103f"], // ptxas 13.5
    max_warps_per_sm: 64,                       // ptxas 13.5, CCCL
    max_blocks_per_sm: 32,                      // ptxas 13.5, CCCL, header
    registers_per_block: 65_536,                // ptxas 13.5, CCCL
    sub_partitions: 4,                          // header
    shared_memory_per_sm: 228 * KIB,            // CCCL, header
    shared_memory_per_block_optin: 227 * KIB,   // CCCL, header
    reserved_shared_memory_per_block: 1024,     // CCCL, header
    shared_memory_allocation_unit: 128,         // header
    shared_memory_carveouts: CARVEOUTS_228,     // header
    unified_cache_per_sm: None,                 // no source
    // The header of CUDA 13.0 had 64.
    barriers_per_sm: 32,                     // header
    barriers_limit_blocks: true,             // header
    virtual_resources_per_sm: 128,           // header
    tensor_memory_columns_per_sm: Some(512), // PTX ISA
    max_portable_cluster_size: 8,            // Guide: from 9.0 on
    max_cluster_size: None,                  // no source
    ..COMMON
};

/// Compute capability 11.0, Blackwell Thor GB10B: Jetson AGX Thor, Jetson T5000, Jetson T4000.
pub const SM_110: ComputeCapability = ComputeCapability {
    major: 11,
    minor: 0,
    name: "11.0",
    architecture: "Blackwell Thor GB10B",
    targets: &["sm_110", "sm_110a", "sm_110f"], // ptxas 13.5
    max_warps_per_sm: 48,                       // ptxas 13.5, CCCL, Guide
    max_blocks_per_sm: 24,                      // ptxas 13.5, CCCL, Guide, header
    registers_per_block: 65_536,                // ptxas 13.5, CCCL, Guide
    sub_partitions: 4,                          // header
    // The row of Table 27 has merged cells here and is easily misread.
    shared_memory_per_sm: 228 * KIB, // CCCL, Guide, header, device dump
    shared_memory_per_block_optin: 227 * KIB, // CCCL, Guide, header, device dump
    reserved_shared_memory_per_block: 1024, // CCCL, Guide, header, device dump
    shared_memory_allocation_unit: 128, // header
    shared_memory_carveouts: CARVEOUTS_228, // header
    unified_cache_per_sm: None,      // no source
    barriers_per_sm: 24,             // header
    barriers_limit_blocks: true,     // header
    virtual_resources_per_sm: 128,   // header
    tensor_memory_columns_per_sm: None, // no source
    max_portable_cluster_size: 8,    // Guide: from 9.0 on
    max_cluster_size: None,          // no source
    ..COMMON
};

/// Compute capability 12.0, Blackwell GB20x: RTX 50xx, RTX PRO 6000 Blackwell.
pub const SM_120: ComputeCapability = ComputeCapability {
    major: 12,
    minor: 0,
    name: "12.0",
    architecture: "Blackwell GB20x",
    targets: &["sm_120", "sm_120a", "sm_120f"], // ptxas 13.5
    max_warps_per_sm: 48,                       // ptxas 13.5, CCCL, Guide
    // The Blackwell Tuning Guide prints 32, the other four sources 24.
    max_blocks_per_sm: 24,       // ptxas 13.5, CCCL, Guide, header
    registers_per_block: 65_536, // ptxas 13.5, CCCL, Guide
    sub_partitions: 4,           // header
    // The Blackwell Tuning Guide prints 128 KB, which is the whole L1 array.
    shared_memory_per_sm: 100 * KIB,         // CCCL, Guide, header
    shared_memory_per_block_optin: 99 * KIB, // CCCL, Guide, header
    reserved_shared_memory_per_block: 1024,  // CCCL, Guide, header
    shared_memory_allocation_unit: 128,      // header
    shared_memory_carveouts: CARVEOUTS_100,  // header
    unified_cache_per_sm: Some(128 * KIB),   // Guide 13.4
    barriers_per_sm: 24,                     // header
    barriers_limit_blocks: true,             // header
    virtual_resources_per_sm: 128,           // header
    max_portable_cluster_size: 8,            // Guide: from 9.0 on
    max_cluster_size: None,                  // no source
    ..COMMON
};

/// Compute capability 12.1, Blackwell GB20B (GB10): GB10, DGX Spark.
pub const SM_121: ComputeCapability = ComputeCapability {
    major: 12,
    minor: 1,
    name: "12.1",
    architecture: "Blackwell GB20B (GB10)",
    targets: &["sm_121", "sm_121a", "sm_121f"], // ptxas 13.5
    max_warps_per_sm: 48,                       // ptxas 13.5, CCCL
    // The Blackwell Tuning Guide prints 32 for 12.x, the others 24.
    max_blocks_per_sm: 24,       // ptxas 13.5, CCCL, header
    registers_per_block: 65_536, // ptxas 13.5, CCCL
    sub_partitions: 4,           // header
    // The Blackwell Tuning Guide prints 128 KB for 12.x, the whole L1 array.
    shared_memory_per_sm: 100 * KIB,         // CCCL, header
    shared_memory_per_block_optin: 99 * KIB, // CCCL, header
    reserved_shared_memory_per_block: 1024,  // CCCL, header
    shared_memory_allocation_unit: 128,      // header
    shared_memory_carveouts: CARVEOUTS_100,  // header
    unified_cache_per_sm: Some(128 * KIB),   // Guide 13.4
    barriers_per_sm: 24,                     // header
    barriers_limit_blocks: true,             // header
    virtual_resources_per_sm: 128,           // header
    max_portable_cluster_size: 8,            // Guide: from 9.0 on
    max_cluster_size: None,                  // no source
    ..COMMON
};

macro_rules! architecture_specific {
    ($($name:ident: $plain:ident, $target:literal;)+) => {
        $(
            #[doc = concat!(
                "The limits of [`", stringify!($plain), "`] for code that is compiled for `", $target, "`, as \
                 `arch = \"", $target, "\"` states: it can declare as much shared memory as a block can have."
            )]
            ///
            /// Source: ptxas 13.0 and 13.5; ptxas 12.9 refuses it.
            pub const $name: ComputeCapability = ComputeCapability {
                static_shared_memory_per_block: $plain.shared_memory_per_block_optin,
                ..$plain
            };
        )+

        impl ComputeCapability {
            /// Those of [`ALL`](Self::ALL) that have a target with an `a` at the end, with its limits.
            const ARCHITECTURE_SPECIFIC: &'static [Self] = &[$($name),+];
        }
    };
}

architecture_specific! {
    SM_90A: SM_90, "sm_90a";
    SM_100A: SM_100, "sm_100a";
    SM_103A: SM_103, "sm_103a";
    SM_110A: SM_110, "sm_110a";
    SM_120A: SM_120, "sm_120a";
    SM_121A: SM_121, "sm_121a";
}

impl ComputeCapability {
    /// The target with an `a` at the end, and the limits of code that is compiled for it; `None` before 9.0.
    pub(crate) const fn architecture_specific(&self) -> Option<(&'static str, &'static Self)> {
        let mut left = Self::ARCHITECTURE_SPECIFIC;
        while let [one, others @ ..] = left {
            if one.major == self.major
                && one.minor == self.minor
                && let [_, target, ..] = one.targets
            {
                return Some((target, one));
            }
            left = others;
        }
        None
    }
}
