//! The targets of AMD's GPUs, one constant each, as compilers name them.
//!
//! RDNA runs in waves of 32 lanes and in WGP mode, unless code is compiled otherwise: each of its targets has four
//! constants, such as [`GFX1100`], [`GFX1100_WAVE64`], [`GFX1100_CU`] and [`GFX1100_WAVE64_CU`]. `arch` names them
//! `"gfx1100"`, `"gfx1100:wave64"`, `"gfx1100:cu"` and `"gfx1100:wave64:cu"`.
//!
//! # Examples
//!
//! ```
//! use occupancy_core::targets::{GFX942, GFX950};
//!
//! const MORE: u32 = GFX950.shared_memory_per_sm() - GFX942.shared_memory_per_sm();
//! assert_eq!(MORE, 96 * 1024);
//! ```

use crate::gpu::{Multiprocessor, Vendor};
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
                #[doc = concat!("[`", stringify!($constant), "`] with waves of 64 lanes.")]
                pub const $wave64: Multiprocessor = wave64($constant, concat!($name, ":wave64"));

                #[doc = concat!("[`", stringify!($constant), "`] in CU mode.")]
                pub const $cu: Multiprocessor = of_cu($constant, concat!($name, ":cu"));

                #[doc = concat!("[`", stringify!($constant), "`] in CU mode with waves of 64 lanes.")]
                pub const $wave64_cu: Multiprocessor = wave64($cu, concat!($name, ":wave64:cu"));
            )?
        )+

        /// Every target in every mode, ascending.
        pub const ALL: &[Multiprocessor] = &[$($constant, $($wave64, $cu, $wave64_cu,)?)+];
    };
}

/// A target of RDNA in another of its modes: 1 for waves of 64 lanes, 2 for CUs, and 3 for both.
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "the modes follow each target"
)]
pub(in crate::gpu) const fn in_mode(
    target: &Multiprocessor,
    mode: usize,
) -> &'static Multiprocessor {
    let mut at = 0;
    while !same(ALL[at].name.as_bytes(), target.name.as_bytes()) {
        at += 1;
    }
    &ALL[at + mode]
}

/// The limits with waves of 64 lanes: a SIMD holds as many of them, and each lane has half of the registers.
const fn wave64(of: Multiprocessor, name: &'static str) -> Multiprocessor {
    Multiprocessor {
        name,
        warp_size: 64,
        ..of
    }
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
    /// MI210, MI250, MI250X.
    GFX90A "gfx90a", "CDNA 2", like CDNA {}

    /// MI300A, MI300X, MI325X.
    GFX942 "gfx942", "CDNA 3", like GFX90A {}

    /// MI350X, MI355X.
    GFX950 "gfx950", "CDNA 4", like GFX90A {
        shared_memory_per_sm: 160 * KIB,
        shared_memory_per_block: 160 * KIB,
        shared_memory_per_block_optin: 160 * KIB,
        static_shared_memory_per_block: 160 * KIB,
        shared_memory_allocation_unit: 1280,
    }

    /// Radeon RX 7900.
    GFX1100 modes GFX1100_WAVE64 GFX1100_CU GFX1100_WAVE64_CU "gfx1100", "RDNA 3", like CDNA {
        is_wgp: true,
        warp_size: 32,
        max_warps_per_sm: 64,
        max_blocks_per_sm: 32,
        registers_per_sm: file(1536, 32),
        registers_per_block: file(1536, 32),
        max_registers_per_thread: 256,
        register_allocation_unit: 24 * 32,
        has_accumulation_half: false,
        scalar_registers_per_partition: 0,
        shared_memory_per_sm: 128 * KIB,
        shared_memory_allocation_unit: 1024,
    }
}

const CDNA: Multiprocessor = Multiprocessor {
    vendor: Vendor::Amd,
    major: 0,
    minor: 0,
    name: "",
    architecture: "",
    targets: &[],
    is_wgp: false,
    warp_size: 64,
    max_threads_per_block: 1024,
    max_block_dim: (1024, 1024, 1024),
    max_warps_per_sm: 32,
    max_blocks_per_sm: 16,
    lone_warps_take_no_slot: true,
    registers_per_sm: file(512, 64),
    registers_per_block: file(512, 64),
    max_registers_per_thread: 512,
    register_allocation_unit: 8 * 64,
    has_accumulation_half: true,
    scalar_registers_per_partition: 800,
    sub_partitions: 4,
    shared_memory_per_sm: 64 * KIB,
    shared_memory_per_block: 64 * KIB,
    shared_memory_per_block_optin: 64 * KIB,
    static_shared_memory_per_block: 64 * KIB,
    reserved_shared_memory_per_block: 0,
    shared_memory_allocation_unit: 512,
    shared_memory_carveouts: &[],
    unified_cache_per_sm: Some(0),
    barriers_per_block: 0,
    barriers_per_sm: 0,
    barriers_limit_blocks: false,
    virtual_resources_per_sm: 0,
    tensor_memory_columns_per_sm: Some(0),
    max_portable_cluster_size: 0,
    max_cluster_size: Some(0),
};
