//! Functions that the suites share: short ways to name a GPU and a block, the occupancy of one on the other, and
//! spellings of a name.

#![allow(dead_code, reason = "every suite uses its own part")]

use std::collections::BTreeMap;
use std::fmt::Display;

use occupancy_core::compute_capabilities::{self, SM_88, SM_90, SM_101, SM_107};
use occupancy_core::gpu::Vendor;
use occupancy_core::{Arch, Device, Kernel, Multiprocessor, Occupancy, Ratio, UnknownArch};

pub(crate) const KIB: u32 = 1024;

/// The step through many inputs: all of them where the compiler optimizes, and a sample in a debug build.
pub(crate) const STEP: usize = if cfg!(debug_assertions) { 5 } else { 1 };

/// A block of `threads` along x without shared memory, with as many registers on GPUs of either vendor.
pub(crate) const fn block(threads: u32, registers: u32) -> Kernel {
    Kernel::new((threads, 1, 1), registers).with_vgprs(registers)
}

/// A block of `threads` along x with dynamic shared memory, bytes.
pub(crate) const fn block_with(threads: u32, registers: u32, shared_memory: u32) -> Kernel {
    block(threads, registers).with_dynamic_shared_memory(shared_memory)
}

/// Multiprocessors that no table has. One has warps of 64 threads, and allocates 24 registers per thread at a time, in
/// four parts. The other has warps of 16 threads, and two parts, which leave some registers unused. The units of both
/// are no powers of two.
pub(crate) static MADE_UP: [Multiprocessor; 2] = {
    let mut wide = SM_90.limits();
    (wide.major, wide.minor, wide.name) = (0, 0, "wide");
    (wide.targets, wide.architecture) = (&["wide"], "made up");
    (wide.warp_size, wide.max_warps_per_sm) = (64, 40);
    (wide.registers_per_sm, wide.registers_per_block) = (4 * 1536 * 64, 4 * 1536 * 64);
    (wide.max_registers_per_thread, wide.register_allocation_unit) = (511, 24 * 64);
    (wide.shared_memory_per_sm, wide.shared_memory_carveouts) = (160 * KIB, &[]);
    wide.unified_cache_per_sm = Some(0);
    wide.shared_memory_per_block = 60 * KIB;
    wide.static_shared_memory_per_block = 60 * KIB;
    wide.shared_memory_per_block_optin = 160 * KIB;
    wide.reserved_shared_memory_per_block = 0;
    wide.shared_memory_allocation_unit = 1280;
    let mut narrow = wide;
    (narrow.name, narrow.targets) = ("narrow", &["narrow"]);
    (
        narrow.warp_size,
        narrow.max_warps_per_sm,
        narrow.sub_partitions,
    ) = (16, 54, 2);
    (narrow.max_threads_per_block, narrow.max_block_dim) = (800, (800, 400, 20));
    (narrow.registers_per_sm, narrow.registers_per_block) = (65_536, 32_768);
    (
        narrow.max_registers_per_thread,
        narrow.register_allocation_unit,
    ) = (300, 24 * 16);
    (narrow.barriers_per_block, narrow.barriers_per_sm) = (20, 70);
    (narrow.max_portable_cluster_size, narrow.max_cluster_size) = (0, Some(0));
    narrow.virtual_resources_per_sm = 100;
    [Multiprocessor::new(wide), Multiprocessor::new(narrow)]
};

/// Every compute capability, also those without a product.
pub(crate) fn every_compute_capability() -> impl Iterator<Item = &'static Multiprocessor> {
    compute_capabilities::ALL
        .iter()
        .chain([&SM_88, &SM_101, &SM_107])
}

/// The compute capability with this name, `9.0`, or the [made up](MADE_UP) one.
pub(crate) fn multiprocessor(name: &str) -> &'static Multiprocessor {
    let mut all = Multiprocessor::ALL.iter().chain(&MADE_UP);
    all.find(|sm| sm.name() == name)
        .unwrap_or_else(|| panic!("no compute capability {name}"))
}

/// The occupancy of a kernel that has to have one.
pub(crate) fn occupancy(sm: &Multiprocessor, kernel: &Kernel) -> Occupancy {
    Occupancy::new(sm, kernel)
        .unwrap_or_else(|invalid| panic!("{}: {kernel:?}: {invalid}", sm.name()))
}

/// The occupancy on the named GPU or compute capability.
pub(crate) fn occupancy_on(name: &str, kernel: &Kernel) -> Occupancy {
    occupancy(arch(name).multiprocessor(), kernel)
}

/// Resident blocks per SM on the named GPU or compute capability.
pub(crate) fn blocks_on(name: &str, kernel: &Kernel) -> u32 {
    occupancy_on(name, kernel).blocks_per_sm
}

/// Resident blocks per SM; 0 if there is no occupancy.
pub(crate) fn blocks(sm: &Multiprocessor, kernel: &Kernel) -> u32 {
    Occupancy::new(sm, kernel).map_or(0, |occupancy| occupancy.blocks_per_sm)
}

/// The shared memory that a block can have, bytes.
pub(crate) fn shared_memory_allowed(sm: &Multiprocessor, kernel: &Kernel) -> u32 {
    if kernel.shared_memory_optin {
        sm.shared_memory_per_block_optin()
    } else {
        sm.shared_memory_per_block()
    }
}

pub(crate) fn ratio(numerator: u64, denominator: u64) -> Ratio {
    Ratio::new(numerator, denominator).expect("a positive denominator")
}

/// The figure as text; `none` if there is none.
pub(crate) fn or_none(figure: Option<impl Display>) -> String {
    figure.map_or_else(|| "none".to_owned(), |figure| figure.to_string())
}

/// A row of a table: its cells by their columns.
pub(crate) type Cells = BTreeMap<String, String>;

/// The rows of a table whose first line names the columns.
pub(crate) fn table(text: &str) -> Vec<Cells> {
    let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
    rows.map(|row| row.expect("as many cells as columns"))
        .collect()
}

/// Every MIG instance, with its board and its profile.
pub(crate) fn mig_instances() -> Vec<(&'static Device, &'static str, &'static Device)> {
    let boards = Device::ALL.iter();
    let instances =
        boards.flat_map(|board| board.mig_instances().iter().map(move |one| (board, one)));
    instances
        .map(|(board, instance)| {
            let (_, profile) = instance.aliases()[0].split_once(':').expect("a profile");
            (board, profile, instance)
        })
        .collect()
}

/// The GPU or compute capability with this name: `h100`.
pub(crate) fn arch(name: &str) -> Arch {
    Arch::find(name).unwrap_or_else(|error| panic!("{name:?}: {error}"))
}

pub(crate) fn unknown(name: &str) -> UnknownArch {
    match Arch::find(name) {
        Ok(arch) => panic!("{name:?} is {}", arch.name()),
        Err(error) => error,
    }
}

pub(crate) fn device(name: &str) -> Device {
    let device = arch(name).device().copied();
    device.unwrap_or_else(|| panic!("{name:?} is not a board"))
}

/// The row of `devices.rs` with this constant.
pub(crate) fn row(constant: &str) -> Device {
    let mut devices = Device::ALL.iter();
    *devices
        .find(|device| device.constant() == constant)
        .unwrap_or_else(|| panic!("devices.rs has no row {constant}: add it, or mend the file of tests/published that names it"))
}

/// The name as people write it, also with the brands of its vendor.
pub(crate) fn spellings(name: &str) -> Vec<String> {
    let is_of_amd = arch(name).multiprocessor().vendor() == Vendor::Amd;
    let [maker, brands] =
        [["NVIDIA", "nvidia-geforce"], ["AMD", "amd-radeon"]][usize::from(is_of_amd)];
    let spaced: String = name.chars().flat_map(|c| [c, ' ']).collect();
    vec![
        name.to_string(),
        name.to_uppercase(),
        name.to_lowercase(),
        name.replace('-', "_"),
        name.replace(['-', '_'], " "),
        name.replace(['-', '_', ' '], ""),
        format!("  {name}__"),
        format!("{maker} {name}"),
        format!("{brands}-{name}"),
        spaced,
    ]
}
