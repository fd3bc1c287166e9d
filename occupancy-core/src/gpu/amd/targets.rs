//! The targets of AMD's GPUs, one constant each, as compilers name them.
//!
//! RDNA runs in waves of 32 lanes and in WGP mode, unless code is compiled otherwise: each of its targets has four
//! constants, such as [`GFX1100`], [`GFX1100_WAVE64`], [`GFX1100_CU`] and [`GFX1100_WAVE64_CU`]. `arch` names them
//! `"gfx1100"`, `"gfx1100:wave64"`, `"gfx1100:cu"` and `"gfx1100:wave64:cu"`. In WGP mode, two CUs are one
//! multiprocessor.
//!
//! | short name in the comments | document |
//! |---|---|
//! | LLVM | `llvm/llvm-project`, `AMDGPUBaseInfo.cpp`, `IsaInfo`, and `AMDGPU.td`; `; Occupancy:` of LLVM 22.1.8 and of 24.0.0git b010a18d2b64 is reproduced on 15 targets, and 22.1.8 says of 1,000 kernels on every other what it says on that which it is like |
//! | Mesa | `mesa/mesa`, `ac_gpu_info.c`, and ACO for barriers |
//! | TargetParser | `llvm/llvm-project`, `AMDGPUTargetParser`: which targets there are |
//! | clang 22 | 22.1.8: "cluster does not support more than 16 thread blocks", and at most 15 in one dimension |
//! | HIP | `hipDeviceProp_t` that real boards reported |
//! | #10618 | github.com/ROCm/rocm-systems, issue 10618 |
//! | #11791 | github.com/ROCm/rocm-libraries, issues 10078 and 11791 |
//! | #208046, #219495, #187106 | github.com/llvm/llvm-project, pull requests |
//!
//! A row has the figures that differ from those of the row that it is like. After the brace are the sources of the others.
//!
//! # Where the sources disagree
//!
//! | figure | LLVM | HIP | Mesa | taken |
//! |---|---|---|---|---|
//! | wavefronts of a SIMD on `gfx908` | 10 | 8 | | LLVM's |
//! | wavefronts of a SIMD on `gfx1010` to `gfx1013` | 20 | 16 | 20 | LLVM's |
//! | unit of LDS | none up to 22, then that of the kernel descriptor | none | 512; 1,024 from `gfx1030` on | Mesa's: it is what hardware takes (#11791, #219495) |
//! | unit of LDS on `gfx950` | 1,280 (#208046) | none | 2,048 | 1,280, as XLA has it too; no measurement is known |
//! | LDS of one workgroup in WGP mode | 65,536 | the WGP's 131,072 | 65,536 | 65,536: code for more does not compile |
//! | SGPRs of `gfx9` | 22: steps of 80, 88 and 100 a wavefront; 24: ⌊800 / (SGPRs in 16s + 16)⌋ | no limit, before #10618 | | LLVM 24's, as measured (#10618): 92 SGPRs are 28 workgroups of an MI300X and not 32 |
//! | workgroups of more than one wavefront | 16 a CU, 32 a WGP | no limit | 16 a CU, 32 a WGP | LLVM's: each takes a barrier |
//! | `compute_units` of a Radeon | | WGPs | CUs | [`sm_count`] is that of the mode: WGPs, or CUs in CU mode |
//!
//! `hipOccupancyMaxActiveBlocksPerMultiprocessor` is wrong for LDS in several releases (github.com/ROCm/rocm-systems, issues
//! 4089 and 9571), so its figures are no source.
//!
//! [`sm_count`]: crate::Device::sm_count
//!
//! # Examples
//!
//! ```
//! use occupancy_core::targets::{GFX942, GFX950};
//!
//! const MORE: u32 = GFX950.shared_memory_per_sm() - GFX942.shared_memory_per_sm();
//! assert_eq!(MORE, 96 * 1024);
//! ```

#![allow(clippy::doc_markdown, reason = "the chips are proper names")]

use crate::gpu::{Arch, Multiprocessor, Vendor};
use crate::text::same;

const KIB: u32 = 1024;

/// Makes the constants of the listed targets. `modes` names those of RDNA's other modes.
macro_rules! targets {
    ($(
        $(#[$boards:meta])*
        $constant:ident $(modes $wave64:ident $cu:ident $wave64_cu:ident)? $name:literal, $architecture:literal,
            like $similar:ident { $($figures:tt)* }
    )+) => {
        $(
            #[doc = concat!("`", $name, "`, ", $architecture, ":")]
            $(#[$boards])*
            pub const $constant: Multiprocessor = Multiprocessor {
                name: $name,
                architecture: $architecture,
                targets: &[$name],
                $($figures)*
                ..$similar
            };

            $(
                // A SIMD holds as many waves of 64 lanes, and each lane has half of the registers.
                #[doc = concat!("[`", stringify!($constant), "`] with waves of 64 lanes.")]
                pub const $wave64: Multiprocessor =
                    Multiprocessor { name: concat!($name, ":wave64"), warp_size: 64, ..$constant };

                #[doc = concat!("[`", stringify!($constant), "`] in CU mode.")]
                pub const $cu: Multiprocessor = of_cu($constant, concat!($name, ":cu"));

                #[doc = concat!("[`", stringify!($constant), "`] in CU mode with waves of 64 lanes.")]
                pub const $wave64_cu: Multiprocessor =
                    Multiprocessor { name: concat!($name, ":wave64:cu"), warp_size: 64, ..$cu };
            )?
        )+

        /// Every target in every mode, ascending.
        pub const ALL: &[Multiprocessor] = &[$($constant, $($wave64, $cu, $wave64_cu,)?)+];

        /// Every target in its default mode, ascending.
        pub(in crate::gpu) const ARCHS: &[Arch] = &[$(Arch::Multiprocessor(&$constant)),+];
    };
}

/// A target of RDNA in another of its modes: 1 for waves of 64 lanes, 2 for CUs, and 3 for both.
#[allow(clippy::indexing_slicing, reason = "the modes follow each target")]
pub(in crate::gpu) const fn in_mode(
    target: &Multiprocessor,
    mode: usize,
) -> &'static Multiprocessor {
    let mut left = ALL;
    while let [one, others @ ..] = left
        && !same(one.name.as_bytes(), target.name.as_bytes())
    {
        left = others;
    }
    &left[mode]
}

/// The limits of one CU of a WGP.
#[allow(clippy::arithmetic_side_effects, reason = "halves")]
const fn of_cu(of: Multiprocessor, name: &'static str) -> Multiprocessor {
    Multiprocessor {
        name,
        is_wgp: false,
        sub_partitions: of.sub_partitions / 2,
        max_warps_per_sm: of.max_warps_per_sm / 2,
        max_blocks_per_sm: of.max_blocks_per_sm / 2,
        registers_per_sm: of.registers_per_sm / 2,
        registers_per_block: of.registers_per_block / 2,
        shared_memory_per_sm: of.shared_memory_per_sm / 2,
        ..of
    }
}

/// The registers of four SIMDs.
#[allow(clippy::arithmetic_side_effects, reason = "small figures")]
const fn file(per_lane: u32, lanes: u32) -> u32 {
    4 * per_lane * lanes
}

targets! {
    /// MI100. Its accumulation registers are a file of their own, as large as the VGPRs.
    GFX908 "gfx908", "CDNA 1 Arcturus", like GFX90A { // LLVM, Mesa
        max_warps_per_sm: 40,              // LLVM `getMaxWavesPerEU`
        registers_per_sm: file(256, 64),   // LLVM `getTotalNumVGPRs`
        registers_per_block: file(256, 64), // LLVM `getTotalNumVGPRs`
        max_registers_per_thread: 256,     // LLVM `getAddressableNumVGPRs`
        register_allocation_unit: 4 * 64,  // LLVM `getVGPRAllocGranule`
        has_accumulation_half: false,      // LLVM
    }

    /// MI210, MI250, MI250X.
    GFX90A "gfx90a", "CDNA 2 Aldebaran", like CDNA {} // LLVM, Mesa

    /// MI300A, MI300X, MI308X, MI325X.
    GFX942 "gfx942", "CDNA 3", like GFX90A {} // LLVM, Mesa

    /// MI350X, MI355X.
    GFX950 "gfx950", "CDNA 4", like GFX90A { // LLVM, Mesa
        shared_memory_per_sm: 160 * KIB,           // LLVM `getLocalMemorySize`
        shared_memory_per_block: 160 * KIB,        // LLVM `getAddressableLocalMemorySize`
        shared_memory_per_block_optin: 160 * KIB,  // LLVM `getAddressableLocalMemorySize`
        static_shared_memory_per_block: 160 * KIB, // LLVM `getAddressableLocalMemorySize`
        shared_memory_allocation_unit: 1280,       // #208046
    }

    /// Radeon RX 5600, RX 5700, PRO W5700.
    GFX1010 modes GFX1010_WAVE64 GFX1010_CU GFX1010_WAVE64_CU "gfx1010", "RDNA 1 Navi10", like GFX1030 { // LLVM, Mesa
        max_warps_per_sm: 80,               // LLVM `getMaxWavesPerEU`, Mesa
        register_allocation_unit: 8 * 32,   // LLVM `getVGPRAllocGranule`
        shared_memory_allocation_unit: 512, // Mesa
    }

    /// Radeon PRO V520, PRO 5600M.
    GFX1011 modes GFX1011_WAVE64 GFX1011_CU GFX1011_WAVE64_CU "gfx1011", "RDNA 1 Navi12", like GFX1010 {} // LLVM, Mesa

    /// Radeon RX 5500, PRO W5500.
    GFX1012 modes GFX1012_WAVE64 GFX1012_CU GFX1012_WAVE64_CU "gfx1012", "RDNA 1 Navi14", like GFX1010 {} // LLVM, Mesa

    /// An APU: Cyan Skillfish.
    GFX1013 modes GFX1013_WAVE64 GFX1013_CU GFX1013_WAVE64_CU "gfx1013", "RDNA 1", like GFX1010 {} // LLVM, Mesa

    /// Radeon RX 6800, RX 6900, PRO W6800, PRO V620.
    GFX1030 modes GFX1030_WAVE64 GFX1030_CU GFX1030_WAVE64_CU "gfx1030", "RDNA 2 Navi21", like CDNA { // LLVM, Mesa
        is_wgp: true,                        // LLVM `FeatureCuMode` is off
        warp_size: 32,                       // LLVM `FeatureWavefrontSize32`
        max_warps_per_sm: 64,                // LLVM `getMaxWavesPerEU`, Mesa
        max_blocks_per_sm: 32,               // LLVM `getMaxWorkGroupsPerCU`, Mesa
        registers_per_sm: file(1024, 32),    // LLVM `getTotalNumVGPRs`
        registers_per_block: file(1024, 32), // LLVM `getTotalNumVGPRs`
        max_registers_per_thread: 256,       // LLVM `getAddressableNumVGPRs`
        register_allocation_unit: 16 * 32,   // LLVM `getVGPRAllocGranule`
        has_accumulation_half: false,        // LLVM
        scalar_registers_per_partition: 0,   // LLVM: each wavefront has all of its own
        shared_memory_per_sm: 128 * KIB,     // LLVM `getLocalMemorySize`
        shared_memory_allocation_unit: 1024, // Mesa, #219495
    }

    /// Radeon RX 6700, RX 6750.
    GFX1031 modes GFX1031_WAVE64 GFX1031_CU GFX1031_WAVE64_CU "gfx1031", "RDNA 2 Navi22", like GFX1030 {} // LLVM, Mesa

    /// Radeon RX 6600, RX 6650, PRO W6600.
    GFX1032 modes GFX1032_WAVE64 GFX1032_CU GFX1032_WAVE64_CU "gfx1032", "RDNA 2 Navi23", like GFX1030 {} // LLVM, Mesa

    /// An APU: Van Gogh.
    GFX1033 modes GFX1033_WAVE64 GFX1033_CU GFX1033_WAVE64_CU "gfx1033", "RDNA 2 VanGogh", like GFX1030 {} // LLVM, Mesa

    /// Radeon RX 6400, RX 6500, PRO W6400.
    GFX1034 modes GFX1034_WAVE64 GFX1034_CU GFX1034_WAVE64_CU "gfx1034", "RDNA 2 Navi24", like GFX1030 {} // LLVM, Mesa

    /// Radeon 660M, 680M.
    GFX1035 modes GFX1035_WAVE64 GFX1035_CU GFX1035_WAVE64_CU "gfx1035", "RDNA 2 Rembrandt", like GFX1030 {} // LLVM, Mesa

    /// An APU: Raphael, Mendocino.
    GFX1036 modes GFX1036_WAVE64 GFX1036_CU GFX1036_WAVE64_CU "gfx1036", "RDNA 2 Raphael", like GFX1030 {} // LLVM, Mesa

    /// Radeon RX 7900, PRO W7800, PRO W7900.
    GFX1100 modes GFX1100_WAVE64 GFX1100_CU GFX1100_WAVE64_CU "gfx1100", "RDNA 3 Navi31", like GFX1030 { // LLVM, Mesa, #11791
        registers_per_sm: file(1536, 32),    // LLVM `Feature1_5xVGPRs`
        registers_per_block: file(1536, 32), // LLVM `Feature1_5xVGPRs`
        register_allocation_unit: 24 * 32,   // LLVM `getVGPRAllocGranule`
    }

    /// Radeon RX 7700, RX 7800, PRO W7700, PRO V710.
    GFX1101 modes GFX1101_WAVE64 GFX1101_CU GFX1101_WAVE64_CU "gfx1101", "RDNA 3 Navi32", like GFX1100 {} // LLVM, Mesa

    /// Radeon RX 7600, PRO W7500, PRO W7600.
    GFX1102 modes GFX1102_WAVE64 GFX1102_CU GFX1102_WAVE64_CU "gfx1102", "RDNA 3 Navi33", like GFX1030 {} // LLVM, Mesa

    /// Radeon 740M, 760M, 780M.
    GFX1103 modes GFX1103_WAVE64 GFX1103_CU GFX1103_WAVE64_CU "gfx1103", "RDNA 3 Phoenix", like GFX1030 {} // LLVM, Mesa

    /// Radeon 880M, 890M: Strix Point.
    GFX1150 modes GFX1150_WAVE64 GFX1150_CU GFX1150_WAVE64_CU "gfx1150", "RDNA 3.5", like GFX1030 {} // LLVM, Mesa

    /// Radeon 8050S, 8060S: Strix Halo.
    GFX1151 modes GFX1151_WAVE64 GFX1151_CU GFX1151_WAVE64_CU "gfx1151", "RDNA 3.5", like GFX1100 {} // LLVM, Mesa

    /// Radeon 860M: Krackan Point.
    GFX1152 modes GFX1152_WAVE64 GFX1152_CU GFX1152_WAVE64_CU "gfx1152", "RDNA 3.5", like GFX1030 {} // LLVM, Mesa

    /// An APU.
    GFX1153 modes GFX1153_WAVE64 GFX1153_CU GFX1153_WAVE64_CU "gfx1153", "RDNA 3.5", like GFX1030 {} // LLVM, Mesa

    /// Radeon RX 9060.
    GFX1200 modes GFX1200_WAVE64 GFX1200_CU GFX1200_WAVE64_CU "gfx1200", "RDNA 4 Navi44", like GFX1100 {} // LLVM, Mesa

    /// Radeon RX 9070, AI PRO R9700.
    GFX1201 modes GFX1201_WAVE64 GFX1201_CU GFX1201_WAVE64_CU "gfx1201", "RDNA 4 Navi48", like GFX1100 {} // LLVM, Mesa

    /// No board is sold: **a preview**, in which each figure can change. It has CUs of four SIMDs, and wavefronts of 32
    /// lanes.
    GFX1250 "gfx1250", "CDNA-next", like CDNA { // LLVM, Mesa
        warp_size: 32,                             // LLVM: wave64 is refused
        max_warps_per_sm: 64,                      // LLVM `getMaxWavesPerEU`
        registers_per_sm: file(1024, 32),          // LLVM `getTotalNumVGPRs`
        registers_per_block: file(1024, 32),       // LLVM `getTotalNumVGPRs`
        max_registers_per_thread: 1024,            // LLVM `getAddressableNumVGPRs`
        register_allocation_unit: 16 * 32,         // LLVM `getVGPRAllocGranule`
        has_accumulation_half: false,              // LLVM
        scalar_registers_per_partition: 0,         // LLVM: each wavefront has all of its own
        shared_memory_per_sm: 320 * KIB,           // LLVM `getLocalMemorySize`
        shared_memory_per_block: 320 * KIB,        // LLVM `getAddressableLocalMemorySize`
        shared_memory_per_block_optin: 320 * KIB,  // LLVM `getAddressableLocalMemorySize`
        static_shared_memory_per_block: 320 * KIB, // LLVM `getAddressableLocalMemorySize`
        shared_memory_allocation_unit: 2048,       // LLVM, Mesa
        max_portable_cluster_size: 16,             // clang 22, #187106
        max_cluster_size: Some(16),                // clang 22, #187106
    }
}

/// What most of CDNA has.
const CDNA: Multiprocessor = Multiprocessor {
    vendor: Vendor::Amd,
    major: 0, // AMD has targets
    minor: 0, // AMD has targets
    name: "",
    architecture: "",
    targets: &[],
    is_wgp: false,                            // LLVM `getEUsPerCU`
    warp_size: 64,                            // LLVM `FeatureWavefrontSize64`
    max_threads_per_block: 1024,              // LLVM `getMaxFlatWorkGroupSize`, HIP
    max_block_dim: (1024, 1024, 1024),        // HIP
    max_warps_per_sm: 32,                     // LLVM `getMaxWavesPerEU`, HIP
    max_blocks_per_sm: 16,                    // LLVM `getMaxWorkGroupsPerCU`, Mesa
    lone_warps_take_no_slot: true,            // LLVM `getMaxWorkGroupsPerCU`: they take no barrier
    registers_per_sm: file(512, 64),          // LLVM `getTotalNumVGPRs`
    registers_per_block: file(512, 64),       // LLVM `getTotalNumVGPRs`
    max_registers_per_thread: 512,            // LLVM `getAddressableNumVGPRs`
    register_allocation_unit: 8 * 64,         // LLVM `getVGPRAllocGranule`
    has_accumulation_half: true,              // LLVM `FeatureGFX90AInsts`
    scalar_registers_per_partition: 800,      // LLVM `getTotalNumSGPRs`, #10618
    sub_partitions: 4,                        // LLVM `getEUsPerCU`
    shared_memory_per_sm: 64 * KIB,           // LLVM `getLocalMemorySize`
    shared_memory_per_block: 64 * KIB,        // LLVM `getAddressableLocalMemorySize`
    shared_memory_per_block_optin: 64 * KIB,  // LLVM: there is no opt-in
    static_shared_memory_per_block: 64 * KIB, // LLVM `getAddressableLocalMemorySize`
    reserved_shared_memory_per_block: 0,      // LLVM, Mesa
    shared_memory_allocation_unit: 512,       // Mesa
    // NVIDIA's alone.
    shared_memory_carveouts: &[],
    unified_cache_per_sm: Some(0),
    barriers_per_block: 0,
    barriers_per_sm: 0,
    barriers_limit_blocks: false,
    virtual_resources_per_sm: 0,
    tensor_memory_columns_per_sm: Some(0),
    max_portable_cluster_size: 0, // clang 22: clusters are not supported
    max_cluster_size: Some(0),    // clang 22: clusters are not supported
};
