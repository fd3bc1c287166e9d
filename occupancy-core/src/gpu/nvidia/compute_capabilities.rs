//! The compute capabilities that NVIDIA has products for or compiles for, one constant each.
//!
//! | short name in the comments | document |
//! |---|---|
//! | header | `cuda_occupancy.h`, NVIDIA's occupancy calculation, CUDA 13.5.37 |
//! | Guide | CUDA C++ Programming Guide 13.0, section 20, Table 27 and the lists beside it |
//! | CCCL | NVIDIA CCCL at 571f2fc, `cuda/__device/arch_traits.h`, and for 8.8 and 10.7 the one of CUDA 13.5 |
//! | Guide 13.4 | CUDA Programming Guide 13.4, Table 32, whose 128 KB for 12.x the whitepaper of RTX Blackwell has too; Guide has 100 KB there, the most that shared memory can take |
//! | Hopper | Hopper Tuning Guide, Thread Block Clusters |
//! | Blackwell | Blackwell Tuning Guide, Thread Block Clusters |
//! | ptxas 12.9, 13.0, 13.5 | what the assemblers 12.9.86, 13.0.88 and 13.5.37 accept and emit |
//! | PTX ISA | PTX ISA 9.0, 9.7.16.1, Tensor Memory, of the family `sm_100f` |
//! | runtime | `driver_types.h`, CUDA 13.5, `cudaSharedMemoryModeAllowOversizedSharedMemory` |
//! | Triton | `triton-lang/triton`, pull request 10936: 328 KiB of shared memory, 288 KiB of tensor memory |
//! | device dump | `cudaDeviceProp` that a real board reported |
//!
//! A row has the figures that differ from those of the row that it is like, each with its source. After the brace are
//! the sources of the others. Each source states some figures:
//!
//! - ptxas: targets, warps, blocks and the registers of a block. ptxas 13 dropped every compute capability before 7.5,
//!   so those rows rest on 12.9.
//! - CCCL and Guide: all of these, the shared memory and the clusters; Guide also the unified cache.
//! - header: the blocks, the sub-partitions, the shared memory with its unit and its carve-outs, the barriers and the
//!   virtual resources.
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

use crate::gpu::{Arch, Multiprocessor, Vendor};
use crate::text::same;

const KIB: u32 = 1024;

/// Makes the constants of the listed compute capabilities, and the functions that find them. `with` names the constant
/// of the target that ends in `a`.
macro_rules! compute_capabilities {
    ($(
        $(#[$boards:meta])*
        $constant:ident $(with $specific:ident)?: ($major:literal, $minor:literal), $architecture:literal,
            [$($suffix:literal),+] $(, like $similar:ident)? { $($figures:tt)* }
    )+) => {
        $(
            #[doc = concat!("Compute capability ", $major, ".", $minor, ", ", $architecture, ":")]
            $(#[$boards])*
            pub const $constant: Multiprocessor = Multiprocessor {
                major: $major,
                minor: $minor,
                name: concat!($major, ".", $minor),
                architecture: $architecture,
                targets: &[$(concat!("sm_", $major, $minor, $suffix)),+],
                $($figures)*
                $(..$similar)?
            };

            $(
                #[doc = concat!("[`", stringify!($constant), "`] for code that is compiled for the target with an `a`.")]
                /// Such code can declare as much shared memory as a block can have. `arch = "sm_90a"` names it for 9.0.
                ///
                /// Source: ptxas 13.0 and 13.5; ptxas 12.9 refuses it.
                pub const $specific: Multiprocessor = Multiprocessor {
                    static_shared_memory_per_block: $constant.shared_memory_per_block_optin,
                    ..$constant
                };
            )?
        )+

        /// Those of [`ALL`], and the last rows of the table.
        pub(in crate::gpu) const ROWS: &[Multiprocessor] = &[$($constant),+];

        const ROWS_AS_ARCHS: &[Arch] = &[$(Arch::Multiprocessor(&$constant)),+];

        impl Multiprocessor {
            /// The compute capability with exactly this number: 9.1 is `None`, not 9.0.
            ///
            /// # Examples
            ///
            /// ```
            /// use occupancy_core::{Multiprocessor, compute_capabilities::SM_90};
            ///
            /// assert_eq!(Multiprocessor::of(9, 0), Some(&SM_90));
            /// assert_eq!(Multiprocessor::of(9, 1), None);
            /// ```
            pub const fn of(major: u32, minor: u32) -> Option<&'static Multiprocessor> {
                match (major, minor) {
                    $(($major, $minor) => Some(&$constant),)+
                    _ => None,
                }
            }

            /// Returns the target that ends in `a`, and the limits of code for it; `None` before 9.0.
            pub(crate) const fn architecture_specific(&self) -> Option<(&'static str, &'static Self)> {
                match self.compute_capability() {
                    $($(($major, $minor) => Some((concat!("sm_", $major, $minor, "a"), &$specific)),)?)+
                    _ => None,
                }
            }

            /// Returns "compute capability 9.0". Const code cannot return a `&str` that it puts together.
            pub(in crate::gpu) const fn title(&self) -> &'static str {
                $(if same(self.name.as_bytes(), concat!($major, ".", $minor).as_bytes()) {
                    return concat!("compute capability ", $major, ".", $minor);
                })+
                self.name
            }
        }
    };
}

/// Every compute capability that a product has, ascending.
///
/// Three more have a constant, and only their names find them: [`SM_88`], [`SM_101`] and [`SM_107`]. A
/// [range](Arch::range) has none of them.
pub const ALL: &[Multiprocessor] = ROWS.split_at(ROWS.len() - WITHOUT_A_PRODUCT).0;

/// The number of the rows behind those of [`ALL`].
const WITHOUT_A_PRODUCT: usize = 3;

/// Those of [`ALL`].
pub(in crate::gpu) const ARCHS: &[Arch] = ROWS_AS_ARCHS.split_at(ALL.len()).0;

/// Those that only their names find.
pub(in crate::gpu) const WITHOUT_A_RANGE: &[Arch] = ROWS_AS_ARCHS.split_at(ALL.len()).1;

compute_capabilities! {
    /// GTX 750 Ti, Tesla M10.
    SM_50: (5, 0), "Maxwell GM10x", [""] { // ptxas 12.9
        vendor: Vendor::Nvidia,                  // Guide
        is_wgp: false,                           // AMD's alone
        lone_warps_take_no_slot: false,          // AMD's alone
        has_accumulation_half: false,            // AMD's alone
        scalar_registers_per_partition: 0,       // AMD's alone
        warp_size: 32,                           // Guide, CCCL
        max_threads_per_block: 1024,             // Guide, CCCL
        max_block_dim: (1024, 1024, 64),         // Guide, CCCL
        max_warps_per_sm: 64,                    // ptxas 12.9, CCCL
        max_blocks_per_sm: 32,                   // ptxas 12.9, CCCL, header
        // ptxas caps a thread of a 1024-thread block at 64 registers.
        registers_per_sm: 65_536,                // Guide, CCCL
        registers_per_block: 65_536,             // ptxas 12.9, CCCL
        // ptxas emits no more. The header lets 256 pass from 7.0 on, which no code can use.
        max_registers_per_thread: 255,           // Guide, CCCL
        // The caps of ptxas move in steps of 8 per thread.
        register_allocation_unit: 256,           // header
        sub_partitions: 4,                       // header
        shared_memory_per_sm: 64 * KIB,          // CCCL, header
        shared_memory_per_block: 48 * KIB,       // Guide, CCCL
        shared_memory_per_block_optin: 48 * KIB, // CCCL, header
        // ptxas 13.5 has it for targets without an `a`.
        static_shared_memory_per_block: 48 * KIB, // ptxas 12.9, 13.5
        reserved_shared_memory_per_block: 0,     // CCCL, header
        shared_memory_allocation_unit: 256,      // header
        shared_memory_carveouts: &[],            // header
        unified_cache_per_sm: Some(0),           // header
        barriers_per_block: 16,                  // ptxas 12.9 and 13.5: barrier ids 0 to 15
        barriers_per_sm: 64,                     // header
        barriers_limit_blocks: false,            // header
        virtual_resources_per_sm: 0,             // header
        tensor_memory_columns_per_sm: Some(0),   // ptxas 13.5 has `tcgen05.alloc` only for 10.0, 10.3 and 11.0
        max_portable_cluster_size: 0,            // CCCL, Guide
        max_cluster_size: Some(0),               // CCCL, Guide
    }

    /// GTX 980 Ti, Tesla M40, Tesla M60.
    SM_52: (5, 2), "Maxwell GM20x", [""], like SM_50 { // ptxas 12.9, CCCL, Guide, header
        shared_memory_per_sm: 96 * KIB, // CCCL, header
    }

    /// Jetson TX1, Jetson Nano.
    SM_53: (5, 3), "Maxwell Tegra GM20B", [""], like SM_50 { // ptxas 12.9, CCCL, Guide, header
        // Half the SM: the Tegra parts 5.3 and 6.2 give one block no more.
        registers_per_block: 32_768, // ptxas 12.9, CCCL
    }

    /// Tesla P100, Quadro GP100.
    SM_60: (6, 0), "Pascal GP100", [""], like SM_50 { // ptxas 12.9, CCCL, Guide, header
        // GP100 alone has two; the header then also demands that 6.1 could run the block.
        sub_partitions: 2, // header
    }

    /// GTX 1080 Ti, Tesla P40, Tesla P4.
    SM_61: (6, 1), "Pascal GP10x", [""], like SM_50 { // ptxas 12.9, CCCL, Guide, header
        shared_memory_per_sm: 96 * KIB, // CCCL, header
    }

    /// Jetson TX2.
    SM_62: (6, 2), "Pascal Tegra GP10B", [""], like SM_50 { // ptxas 12.9, CCCL, Guide, header
        // Half the SM: the Tegra parts 5.3 and 6.2 give one block no more.
        registers_per_block: 32_768, // ptxas 12.9, CCCL
    }

    /// Tesla V100, TITAN V.
    SM_70: (7, 0), "Volta GV100", [""], like SM_50 { // ptxas 12.9, CCCL, Guide, header
        shared_memory_per_sm: 96 * KIB,          // CCCL, header
        shared_memory_per_block_optin: 96 * KIB, // CCCL, header
        shared_memory_carveouts: &[0, 8 * KIB, 16 * KIB, 32 * KIB, 64 * KIB, 96 * KIB], // header
        unified_cache_per_sm: Some(128 * KIB),   // Guide
    }

    /// Jetson AGX Xavier, Jetson Xavier NX.
    ///
    /// Its shared memory follows from the carve-outs: no table of the guide lists it, and neither does CCCL.
    SM_72: (7, 2), "Volta Tegra GV10B (Xavier)", [""], like SM_70 { // ptxas 12.9, header; clusters: CCCL, Guide
        unified_cache_per_sm: None, // no source
    }

    /// Tesla T4, RTX 2080 Ti, Quadro RTX 8000.
    SM_75: (7, 5), "Turing TU1xx", [""], like SM_70 { // ptxas 13.5, CCCL, Guide, header
        max_warps_per_sm: 32,                        // ptxas 13.5, CCCL, Guide
        max_blocks_per_sm: 16,                       // ptxas 13.5, CCCL, Guide, header
        shared_memory_per_sm: 64 * KIB,              // CCCL, Guide, header
        shared_memory_per_block_optin: 64 * KIB,     // CCCL, Guide, header
        shared_memory_carveouts: &[32 * KIB, 64 * KIB], // header
        unified_cache_per_sm: Some(96 * KIB),        // Guide
        barriers_per_sm: 32,                         // header
    }

    /// A100, A30, A800.
    SM_80: (8, 0), "Ampere GA100", [""], like SM_70 { // ptxas 13.5, CCCL, Guide, header
        shared_memory_per_sm: 164 * KIB,          // CCCL, Guide, header
        shared_memory_per_block_optin: 163 * KIB, // CCCL, Guide, header
        reserved_shared_memory_per_block: 1024,   // CCCL, Guide, header
        shared_memory_allocation_unit: 128,       // header
        shared_memory_carveouts: &[ // header
            0, 8 * KIB, 16 * KIB, 32 * KIB, 64 * KIB, 100 * KIB, 132 * KIB, 164 * KIB,
        ],
        unified_cache_per_sm: Some(192 * KIB),    // Guide
    }

    /// A10, A10G, A40, A16, A2, RTX A6000, RTX 30xx.
    SM_86: (8, 6), "Ampere GA10x", [""], like SM_80 { // ptxas 13.5, CCCL, Guide, header
        max_warps_per_sm: 48,                    // ptxas 13.5, CCCL, Guide
        max_blocks_per_sm: 16,                   // ptxas 13.5, CCCL, Guide, header
        shared_memory_per_sm: 100 * KIB,         // CCCL, Guide, header
        shared_memory_per_block_optin: 99 * KIB, // CCCL, Guide, header
        shared_memory_carveouts: &[0, 8 * KIB, 16 * KIB, 32 * KIB, 64 * KIB, 100 * KIB], // header
        unified_cache_per_sm: Some(128 * KIB),   // Guide
        barriers_per_sm: 16,                     // header
    }

    /// Jetson AGX Orin, Orin NX, Orin Nano.
    SM_87: (8, 7), "Ampere Tegra GA10B (Orin)", [""], like SM_80 { // ptxas 13.5, CCCL, Guide, header
        max_warps_per_sm: 48,  // ptxas 13.5, CCCL, Guide
        max_blocks_per_sm: 16, // ptxas 13.5, CCCL, Guide, header
        barriers_per_sm: 16,   // header
    }

    /// L4, L40, L40S, RTX 40xx, RTX 6000 Ada.
    SM_89: (8, 9), "Ada AD10x", [""], like SM_86 { // ptxas 13.5, CCCL, Guide, header
        max_blocks_per_sm: 24, // ptxas 13.5, CCCL, Guide, header
        barriers_per_sm: 24,   // header
    }

    /// H100, H200, H800, H20, GH200.
    SM_90 with SM_90A: (9, 0), "Hopper GH100", ["", "a"], like SM_80 { // ptxas 13.5, CCCL, Guide, header
        shared_memory_per_sm: 228 * KIB,          // CCCL, Guide, header
        shared_memory_per_block_optin: 227 * KIB, // CCCL, Guide, header
        shared_memory_carveouts: &[ // header
            0, 8 * KIB, 16 * KIB, 32 * KIB, 64 * KIB, 100 * KIB, 132 * KIB, 164 * KIB, 196 * KIB, 228 * KIB,
        ],
        unified_cache_per_sm: Some(256 * KIB),    // Guide
        barriers_limit_blocks: true,              // header
        max_portable_cluster_size: 8,             // Guide, Hopper
        max_cluster_size: Some(16),               // Hopper, of the H100
    }

    /// B200, GB200.
    ///
    /// It has two barriers per block slot. From 10.0 on, no other has more than one.
    SM_100 with SM_100A: (10, 0), "Blackwell GB100 (B200/GB200)", ["", "a", "f"],
        like SM_90 { // ptxas 13.5, CCCL, Guide, header; clusters: Guide, Blackwell, of the B200
        virtual_resources_per_sm: 128,           // header
        tensor_memory_columns_per_sm: Some(512), // PTX ISA
    }

    /// B300, GB300.
    SM_103 with SM_103A: (10, 3), "Blackwell Ultra GB110 (B300/GB300)", ["", "a", "f"],
        like SM_100 { // ptxas 13.5, CCCL, header; tensor memory: PTX ISA; clusters: Guide, from 9.0 on
        unified_cache_per_sm: None, // no source
        // The header of CUDA 13.0 had 64.
        barriers_per_sm: 32,        // header
        max_cluster_size: None,     // no source
    }

    /// Jetson AGX Thor, Jetson T5000, Jetson T4000.
    ///
    /// Its row of Table 27 has merged cells and is easily misread. A device dump has the same shared memory.
    SM_110 with SM_110A: (11, 0), "Blackwell Thor GB10B", ["", "a", "f"],
        like SM_103 { // ptxas 13.5, CCCL, Guide, header, device dump; clusters: Guide, from 9.0 on
        max_warps_per_sm: 48,               // ptxas 13.5, CCCL, Guide
        max_blocks_per_sm: 24,              // ptxas 13.5, CCCL, Guide, header
        barriers_per_sm: 24,                // header
        tensor_memory_columns_per_sm: None, // no source
    }

    /// RTX 50xx, RTX PRO 6000 Blackwell.
    ///
    /// The Blackwell Tuning Guide prints 32 blocks, and the other four sources 24. It also prints 128 KB of shared
    /// memory, which is the whole L1 array.
    SM_120 with SM_120A: (12, 0), "Blackwell GB20x", ["", "a", "f"],
        like SM_89 { // ptxas 13.5, CCCL, Guide, header; unified cache: Guide 13.4
        barriers_limit_blocks: true,   // header
        virtual_resources_per_sm: 128, // header
        max_portable_cluster_size: 8,  // Guide: from 9.0 on
        max_cluster_size: None,        // no source
    }

    /// GB10, DGX Spark.
    ///
    /// The Blackwell Tuning Guide prints 32 blocks and 128 KB of shared memory for 12.x.
    SM_121 with SM_121A: (12, 1), "Blackwell GB20B (GB10)", ["", "a", "f"],
        like SM_120 { // ptxas 13.5, CCCL, header; unified cache: Guide 13.4; clusters: Guide, from 9.0 on
    }

    /// No product is listed. CCCL has the limits of 8.6 for it.
    SM_88: (8, 8), "Ampere", [""], like SM_86 { // ptxas 13.5, CCCL, header
        unified_cache_per_sm: None, // no source
    }

    /// Thor, in CUDA 12.8 and 12.9: CUDA 13 has [`SM_110`] for it, and no target `sm_101`.
    SM_101: (10, 1), "Blackwell Thor GB10B, 11.0 in CUDA 13", ["", "a", "f"],
        like SM_110 { // ptxas 12.9, header; clusters: Guide, from 9.0 on
    }

    /// Rubin. No board is sold: **a preview**, in which each figure can change.
    ///
    /// A kernel that is launched in the oversized mode of shared memory has [`SM_107_OVERSIZED`].
    SM_107 with SM_107A: (10, 7), "Rubin (preview)", ["", "a", "f"],
        like SM_103 { // ptxas 13.5, CCCL, header; clusters: Guide, from 9.0 on
        max_warps_per_sm: 32,                    // ptxas 13.5, CCCL
        max_blocks_per_sm: 16,                   // ptxas 13.5, CCCL, header
        barriers_per_sm: 16,                     // header
        tensor_memory_columns_per_sm: Some(576), // Triton: of 512 bytes each
    }
}

/// [`SM_107`] in the oversized mode of shared memory, which leaves 8 KiB for L1: `arch = "10.7:oversized"`.
///
/// The launch has to ask for it, by `cudaFuncAttributeSharedMemoryMode` or an attribute of the launch, with CUDA 13.4 or
/// later. No crate that this one has an adapter for does.
///
/// Sources: the header has 328 KiB as the last carve-out, as Triton has; the runtime has the mode.
#[rustfmt::skip]
pub const SM_107_OVERSIZED: Multiprocessor = Multiprocessor {
    name: "10.7:oversized",
    shared_memory_per_sm: 328 * KIB,          // header, Triton
    shared_memory_per_block_optin: 327 * KIB, // NVIDIA/cudnn-frontend, pull request 593
    shared_memory_carveouts: &[ // header
        0, 8 * KIB, 16 * KIB, 32 * KIB, 64 * KIB, 100 * KIB, 132 * KIB, 164 * KIB, 196 * KIB, 228 * KIB, 328 * KIB,
    ],
    ..SM_107
};

/// [`SM_107_OVERSIZED`] for code that is compiled for the target with an `a`: `arch = "sm_107a:oversized"`.
///
/// Source: ptxas 13.5, which has no more static shared memory in that mode.
pub const SM_107A_OVERSIZED: Multiprocessor = Multiprocessor {
    static_shared_memory_per_block: SM_107A.static_shared_memory_per_block,
    ..SM_107_OVERSIZED
};
