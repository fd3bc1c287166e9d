//! Warp specialization with `setmaxnreg`: how warpgroups split the registers that their block has at
//! launch.

use occupancy_core::kernel::WarpGroups;
use occupancy_core::{Kernel, Multiprocessor, Occupancy};

use crate::error::{self, Error};

const WARPGROUP_SIZE: u64 = WarpGroups::THREADS as u64;

/// Splits the registers of `kernel`'s block between its warpgroups: producers give some back with
/// `setmaxnreg.dec`, and consumers take them with `setmaxnreg.inc`. Returns the registers of the block that no
/// warpgroup has after the split.
///
/// `registers` has the registers per thread of every warpgroup, in order. For a warpgroup that keeps its registers,
/// state the number of the launch. One with fewer has to use `setmaxnreg.dec`, and one with more `setmaxnreg.inc`: using
/// the other one is undefined behaviour.
///
/// A block launches with the same number of registers in every thread, and only that number decides how many
/// blocks an SM holds: a split does not change the [`Occupancy`]. It only has to fit in the registers of the
/// block: `setmaxnreg.inc` waits until the block's pool has enough, so a split that asks for more hangs.
///
/// The pool has the [registers of the block](Kernel::registers_of_block) at launch.
///
/// Source: PTX ISA 9.0, `setmaxnreg`: a pool per block, counts from 24 to 256 in multiples of 8, the same
/// instruction in every warp of a warpgroup. Launch bounds, `.maxnreg` or `-maxrregcount` have to state
/// the registers at launch; otherwise ptxas 13.5 ignores the instruction (C7508).
///
/// # Errors
///
/// [`Error`] if the compute capability has no `setmaxnreg`, as no AMD GPU has, the block is not made of whole warpgroups or cannot launch,
/// the instruction does not take a number, the list is not one of all warpgroups, or the block has too few registers.
///
/// ```
/// use occupancy_core::{Kernel, compute_capabilities::SM_90};
/// use occupancy_models::{Error, split_registers};
///
/// // One warpgroup loads, two multiply; launch bounds of 384 threads give each of them 168 registers.
/// let kernel = Kernel::new((384, 1, 1), 168);
///
/// // NVIDIA/cutlass, include/cutlass/gemm/kernel/sm90_gemm_tma_warpspecialized_cooperative.hpp.
/// assert_eq!(split_registers(&SM_90, &kernel, &[40, 232, 232]), Ok(0));
/// // Dao-AILab/flash-attention, hopper/flash_fwd_kernel_sm90.h.
/// assert_eq!(split_registers(&SM_90, &kernel, &[24, 240, 240]), Ok(0));
///
/// let hangs = split_registers(&SM_90, &kernel, &[40, 240, 240]).unwrap_err();
/// assert!(hangs.to_string().contains("66560 registers of 64512"));
/// let refused = split_registers(&SM_90, &kernel, &[20, 232, 232]);
/// assert_eq!(refused, Err(Error::Registers(0, 20)));
/// ```
pub fn split_registers(
    compute_capability: &Multiprocessor,
    kernel: &Kernel,
    registers: &[u32],
) -> Result<u64, Error> {
    let (asked, pool, warpgroups) = split(compute_capability, kernel, registers)?;
    let stated = registers.len();
    if stated as u64 != warpgroups {
        return Err(Error::Warpgroups(stated, warpgroups));
    }
    pool.checked_sub(asked).ok_or(Error::Pool(asked, pool))
}

/// The most registers per thread for each of the other warpgroups, if the first ones have
/// `registers`: a multiple of 8, at most 256.
///
/// # Errors
///
/// Those of [`split_registers`]; [`Error::NoneLeft`] if `registers` leave no warpgroup, [`Error::Pool`] if not even 24
/// are left for each.
///
/// ```
/// use occupancy_core::{Kernel, compute_capabilities::SM_90};
/// use occupancy_models::registers_beside;
///
/// // What is left beside a producer, for each of two consumers.
/// assert_eq!(registers_beside(&SM_90, &Kernel::new((384, 1, 1), 168), &[24]), Ok(240));
///
/// let none_left = registers_beside(&SM_90, &Kernel::new((256, 1, 1), 128), &[24, 232]);
/// assert_eq!(
///     none_left.unwrap_err().to_string(),
///     "the block has no other warpgroup: registers are stated for 2, and it has 2; leave out those to ask for"
/// );
/// ```
pub fn registers_beside(
    compute_capability: &Multiprocessor,
    kernel: &Kernel,
    registers: &[u32],
) -> Result<u32, Error> {
    let (asked, pool, warpgroups) = split(compute_capability, kernel, registers)?;
    let stated = registers.len();
    let Some(others @ 1..) = warpgroups.checked_sub(stated as u64) else {
        return Err(Error::NoneLeft(stated, warpgroups));
    };
    let threads = others * WARPGROUP_SIZE;
    let most = u32::try_from(pool.saturating_sub(asked) / threads).unwrap_or(u32::MAX);
    match most.min(256) & !7 {
        most @ 24.. => Ok(most),
        _ => Err(Error::Pool(asked + threads * 24, pool)),
    }
}

/// The registers that the stated warpgroups ask for, those of the block at launch, and the number of its warpgroups. It
/// refuses numbers that `setmaxnreg` does not take.
fn split(
    sm: &Multiprocessor,
    kernel: &Kernel,
    registers: &[u32],
) -> Result<(u64, u64, u64), Error> {
    let (major, minor) = error::compute_capability(sm)?;
    if !sm.has_setmaxnreg() {
        return Err(Error::NoSetmaxnreg(major, minor));
    }
    let at_launch = kernel.registers_per_thread;
    if Occupancy::new(sm, kernel)?.blocks_per_sm == 0 || at_launch == 0 {
        return Err(Error::DoesNotFit);
    }
    let threads = kernel.threads_per_block();
    if !threads.is_multiple_of(WARPGROUP_SIZE) {
        return Err(Error::Block(threads));
    }
    let mut asked = 0;
    for (warpgroup, &count) in registers.iter().enumerate() {
        if count != at_launch && WarpGroups::bit(count) == 0 {
            return Err(Error::Registers(warpgroup, count));
        }
        asked += u64::from(count) * WARPGROUP_SIZE;
    }
    Ok((asked, kernel.registers_of_block(), threads / WARPGROUP_SIZE))
}
