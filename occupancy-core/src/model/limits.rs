//! The blocks that each resource of an SM allows.
//!
//! The operators are plain: the compiler evaluates these functions for each kernel, and one call such as `checked_div`
//! costs it more than all the arithmetic of a limit. Each product and each sum has 32-bit figures, or its bound beside
//! it, and no divisor is 0.

use crate::gpu::Multiprocessor;
use crate::kernel::{saturate, wide};
use crate::numbers::min;

/// `available / used`; `None` if either is 0, which means that it is not counted.
pub(super) const fn share(available: u32, used: u32) -> Option<u32> {
    if available == 0 || used == 0 {
        None
    } else {
        Some(available / used)
    }
}

/// `value` rounded up to a multiple of `unit`, which is not 0; at most `u64::MAX`.
const fn round_up(value: u64, unit: u32) -> u64 {
    match value % unit as u64 {
        0 => value,
        over => (value - over).saturating_add(unit as u64),
    }
}

pub(super) const fn warp_limit(
    sm: &Multiprocessor,
    (x, y, z): (u32, u32, u32),
    threads: u64,
    warps: u64,
) -> u32 {
    let (max_x, max_y, max_z) = sm.max_block_dim;
    if threads > sm.max_threads_per_block as u64 || x > max_x || y > max_y || z > max_z {
        return 0;
    }
    // The threads fit 32 bits and are at least one: 1 to 2^27 warps.
    sm.max_warps_per_sm / warps as u32
}

/// The blocks that the register file allows, and the registers that one block takes.
///
/// Registers are allocated to whole warps, in units, from the sub-partition that the warp runs on. To check one block,
/// the hardware counts as if every sub-partition held as many warps as the fullest one.
pub(super) const fn register_limit(
    sm: &Multiprocessor,
    registers: u32,
    warps: u64,
) -> (Option<u32>, u64) {
    let per_warp = round_up(wide(registers, sm.warp_size), sm.register_allocation_unit);
    let per_block = per_warp.saturating_mul(warps);
    let as_fullest = per_warp.saturating_mul(round_up(warps, sm.parts_of_block()));
    let limit =
        if registers > sm.max_registers_per_thread || as_fullest > sm.registers_per_block as u64 {
            Some(0)
        } else if per_warp == 0 {
            None
        } else {
            // The registers of one block fit 32 bits, so its warps and those of one warp do as well.
            Some(warps_in_registers(sm, per_warp as u32) / warps as u32)
        };
    (limit, per_block)
}

/// Scalar registers that each warp has for the trap handler, which ROCm installs.
///
/// Sources: LLVM, `TRAP_NUM_SGPRS`; github.com/ROCm/rocm-systems, issue 10618: with 92 scalar registers, an MI300X holds
/// 28 blocks of one warp, not 32.
const OF_TRAP_HANDLER: u64 = 16;

/// Scalar registers are allocated to a warp in this unit. Source: LLVM, `IsaInfo::getSGPRAllocGranule`, of gfx9.
const SCALAR_UNIT: u32 = 16;

/// Scalar registers that a wavefront has at most, with VCC, FLAT_SCRATCH and XNACK.
///
/// Source: LLVM, `IsaInfo::getAddressableNumSGPRs` and `getNumExtraSGPRs`: 102 and 6 of CDNA, 106 and 2 of RDNA.
pub(crate) const MOST_SCALAR_REGISTERS: u32 = 108;

/// The scalar registers that a warp takes, with those of the trap handler.
#[doc(hidden)]
pub const fn scalar_registers_per_warp(registers: u32) -> u64 {
    round_up(registers as u64, SCALAR_UNIT) + OF_TRAP_HANDLER
}

/// The blocks that the scalar registers allow.
pub(super) const fn scalar_register_limit(
    sm: &Multiprocessor,
    registers: u32,
    warps: u64,
) -> Option<u32> {
    if registers == 0 {
        return None;
    }
    let in_part = sm.scalar_registers_per_partition as u64 / scalar_registers_per_warp(registers);
    Some(saturate(wide(saturate(in_part), sm.sub_partitions) / warps))
}

/// The warps that the register file holds, at most as many as the SM has registers; `per_warp` is not 0.
const fn warps_in_registers(sm: &Multiprocessor, per_warp: u32) -> u32 {
    sm.registers_per_sm / sm.sub_partitions / per_warp * sm.sub_partitions
}

/// The most warps with `registers` per thread that one SM holds, whatever the size of their blocks.
pub(crate) const fn most_warps(sm: &Multiprocessor, registers: u32) -> u32 {
    let per_warp = round_up(wide(registers, sm.warp_size), sm.register_allocation_unit);
    if per_warp == 0 || per_warp > u32::MAX as u64 {
        return sm.max_warps_per_sm;
    }
    min(sm.max_warps_per_sm, warps_in_registers(sm, per_warp as u32))
}

/// The shared memory of the SM for a preferred carve-out in percent, bytes; all of it for 100 percent and more.
pub(super) const fn preferred_shared_memory(sm: &Multiprocessor, carveout: Option<u32>) -> u32 {
    match carveout {
        // A share of a 32-bit figure fits 32 bits.
        Some(percent @ ..=99) => {
            sm.carveout_for((wide(percent, sm.shared_memory_per_sm) / 100) as u32)
        }
        _ => sm.shared_memory_per_sm,
    }
}

/// The blocks that shared memory allows, the bytes that one block takes, and the capacity of the SM.
pub(super) const fn shared_memory_limit(
    sm: &Multiprocessor,
    of_block: u64,
    optin: bool,
    preferred: u32,
) -> (Option<u32>, u64, u32) {
    let reserved = sm.reserved_shared_memory_per_block as u64;
    let used = of_block.saturating_add(reserved);
    let allocated = round_up(used, sm.shared_memory_allocation_unit);
    let per_block = if optin && used > sm.shared_memory_per_block as u64 {
        sm.shared_memory_per_block_optin
    } else {
        sm.shared_memory_per_block
    };
    let most = per_block as u64 + reserved;
    if allocated > most {
        return (Some(0), allocated, preferred);
    }
    // A block has at most as much as an SM, which fits 32 bits.
    let bytes = allocated as u32;
    let capacity = if preferred >= bytes {
        preferred
    } else {
        sm.carveout_for(bytes)
    };
    (share(capacity, bytes), allocated, capacity)
}

pub(super) const fn barrier_limit(sm: &Multiprocessor, used: u32) -> Option<u32> {
    if used > sm.barriers_per_block {
        Some(0)
    } else if sm.barriers_limit_blocks {
        share(sm.barriers_per_sm, used)
    } else {
        None
    }
}
