//! What the suites share: short ways to name a GPU and a block, and what one makes of the other.

#![allow(dead_code, reason = "every suite uses its own part")]

use occupancy::{Arch, ComputeCapability, Kernel, Occupancy, Ratio};

pub(crate) const KIB: u32 = 1024;

/// A block of `threads` along x without shared memory.
pub(crate) const fn block(threads: u32, registers: u32) -> Kernel {
    Kernel::new((threads, 1, 1), registers)
}

/// The same with dynamic shared memory, bytes.
pub(crate) const fn block_with(threads: u32, registers: u32, shared_memory: u32) -> Kernel {
    block(threads, registers).with_dynamic_shared_memory(shared_memory)
}

/// The compute capability with this name: `9.0`.
pub(crate) fn compute_capability(name: &str) -> &'static ComputeCapability {
    ComputeCapability::ALL
        .iter()
        .find(|cc| cc.name == name)
        .unwrap_or_else(|| panic!("no compute capability {name}"))
}

/// The GPU or compute capability with this name: `h100`.
pub(crate) fn arch(name: &str) -> Arch {
    Arch::find(name).unwrap_or_else(|unknown| panic!("{name}: {unknown}"))
}

/// The occupancy of a kernel that has one.
pub(crate) fn occupancy(cc: &ComputeCapability, kernel: &Kernel) -> Occupancy {
    Occupancy::new(cc, kernel)
        .unwrap_or_else(|invalid| panic!("{}: {kernel:?}: {invalid}", cc.name))
}

/// The occupancy on the named GPU or compute capability.
pub(crate) fn occupancy_on(name: &str, kernel: &Kernel) -> Occupancy {
    occupancy(arch(name).compute_capability(), kernel)
}

/// Resident blocks per SM on the named GPU or compute capability.
pub(crate) fn blocks_on(name: &str, kernel: &Kernel) -> u32 {
    occupancy_on(name, kernel).blocks_per_sm
}

/// Resident blocks per SM; none where there is nothing to calculate.
pub(crate) fn blocks(cc: &ComputeCapability, kernel: &Kernel) -> u32 {
    Occupancy::new(cc, kernel).map_or(0, |occupancy| occupancy.blocks_per_sm)
}

pub(crate) fn ratio(numerator: u64, denominator: u64) -> Ratio {
    Ratio::new(numerator, denominator).expect("a positive denominator")
}
