//! Kernels that are declared in every way, each in the place that its name says.
#![allow(missing_docs, dead_code, reason = "what is declared counts")]

use occupancy::compute_capabilities::SM_90;
use occupancy::{Arch, Device, Multiprocessor, devices, launch_config};

/// Threads of a block.
pub const TILE: u32 = if cfg!(feature = "larger") { 512 } else { 256 };

/// A GPU that is in no table, and differs from those that are in every figure that can.
pub const OURS: Device = Device::new("our \"board\"", &OUR_SM, 12);
const OUR_SM: Multiprocessor = {
    let mut limits = SM_90.limits();
    limits.name = "9.9";
    limits.major = 9;
    limits.minor = 9;
    limits.architecture = "ours";
    limits.targets = &["sm_99"];
    limits.max_blocks_per_sm = 20;
    limits.max_warps_per_sm = 60;
    limits.registers_per_sm = 49_152;
    limits.registers_per_block = 32_768;
    limits.max_registers_per_thread = 127;
    limits.register_allocation_unit = 512;
    limits.sub_partitions = 2;
    limits.max_threads_per_block = 768;
    limits.max_block_dim = (768, 512, 32);
    limits.shared_memory_per_sm = 131_072;
    limits.shared_memory_per_block = 40_960;
    limits.shared_memory_per_block_optin = 98_304;
    limits.reserved_shared_memory_per_block = 2_048;
    limits.shared_memory_allocation_unit = 512;
    limits.shared_memory_carveouts = &[0, 65_536, 131_072];
    limits.unified_cache_per_sm = Some(200_000);
    limits.barriers_per_block = 12;
    limits.barriers_per_sm = 48;
    limits.barriers_limit_blocks = false;
    limits.virtual_resources_per_sm = 64;
    limits.tensor_memory_columns_per_sm = None;
    limits.max_portable_cluster_size = 4;
    limits.max_cluster_size = None;
    Multiprocessor::new(limits)
};

/// Every argument that describes a launch.
#[launch_config(
    arch = ["h100", "sm_80"],
    threads = (32, 8),
    regs = 72,
    static_smem = 1024,
    smem = 32 * TILE,
    barriers = 2,
    carveout = 50,
    elements = 10_000_000,
    items_per_thread = 4,
    sms = 66,
    min_blocks = 2,
    max_blocks = 16,
    tile(m = 64, n = TILE as u64 / 8, k = 16, problem = (1000, 1000)),
    min_occupancy = 0.1,
    allow(partial_warp),
    intent(low_occupancy, "one \"tile\" a warp \\ 2"),
)]
pub fn stated() {}

#[launch_config(arch = "h100", threads = TILE, regs = 64)]
fn private() {}

#[launch_config(arch = ["h100", "b200"], on("b200", threads = 128, regs = 128), threads = TILE, regs = 64)]
pub fn on_each() {}

#[launch_config(arch = [OURS, Arch::Multiprocessor(&OUR_SM)], threads = 192, regs = 40)]
pub fn ours() {}

#[launch_config(
    arch = ["h100", "a100"],
    threads = any(64, TILE, (32, 32)),
    regs = 40,
    smem = threads * 4,
    on("a100", threads = any(128, 256)),
)]
pub fn of_any_size() {}

#[launch_config(arch = devices::H100, threads = auto, regs = 32, smem = threads * 16)]
pub fn chosen() {}

#[launch_config(arch = devices::H100, threads = TILE, min_blocks = 4, regs = auto)]
pub fn left() {}

/// Beside its machine code.
#[launch_config(
    arch = "h100",
    threads = 256,
    min_blocks = 8,
    cubin = "../../../../examples/from_cubin/horner.cubin"
)]
pub fn horner() {}

macro_rules! kernels {
    ($($name:ident $regs:literal),*) => {
        $(
            #[launch_config(arch = "h100", threads = 128, regs = $regs)]
            pub fn $name() {}
        )*
    };
}

kernels!(generated_32 32, generated_48 48);

/// A module.
pub mod inner {
    use super::launch_config;

    /// A method.
    #[derive(Debug)]
    pub struct Solver;

    #[launch_config]
    impl Solver {
        #[launch_config(arch = "h100", threads = 64, regs = 64)]
        pub fn method(&self) {}
    }

    /// Nothing calls it, with any type.
    pub fn generic<T>(value: T) -> T {
        #[launch_config(arch = "h100", threads = 96, regs = 64)]
        fn nested() {}
        nested();
        value
    }
}

#[cfg(feature = "larger")]
#[launch_config(arch = "h100", threads = 1024, regs = 32)]
pub fn of_a_feature() {}

#[cfg(feature = "refused")]
#[launch_config(arch = "h100", threads = 256, regs = 96, min_blocks = 3)]
pub fn refused() {}

#[cfg(feature = "refused-constant")]
#[launch_config(arch = "h100", threads = TILE, regs = 96, min_blocks = 3)]
pub fn refused_constant() {}

#[cfg(feature = "mistyped")]
const MISTYPED: u32 = "text";
