//! Warp specialization with `setmaxnreg`: how warpgroups split the registers that their block has at
//! launch.

use core::fmt;

use crate::gpu::ComputeCapability;
use crate::kernel::Kernel;
use crate::model::{InvalidKernel, Occupancy};

/// Threads of a warpgroup: four warps in a row, the first of a rank that is a multiple of four.
///
/// Source: PTX ISA 9.0, `wgmma`, warpgroup.
pub const WARPGROUP_SIZE: u32 = 128;

/// The registers of a block, split between its warpgroups: producers give some back with
/// `setmaxnreg.dec`, and consumers take them with `setmaxnreg.inc`.
///
/// A block launches with the same number of registers in every thread, and only that number decides how many
/// blocks an SM holds: a split does not change the [`Occupancy`]. It only has to fit in the registers of the
/// block: `setmaxnreg.inc` waits until the block's pool has enough, so a split that asks for more hangs.
///
/// Source: PTX ISA 9.0, `setmaxnreg`: a pool per block, counts from 24 to 256 in multiples of 8, the same
/// instruction in every warp of a warpgroup. Launch bounds, `.maxnreg` or `-maxrregcount` have to state
/// the registers at launch; otherwise ptxas 13.5 ignores the instruction (C7508).
///
/// ```
/// use occupancy_core::{Kernel, compute_capabilities::SM_90, model::RegisterSplit};
///
/// // One warpgroup loads, two multiply; launch bounds of 384 threads give each of them 168 registers.
/// const KERNEL: Kernel = Kernel::new((384, 1, 1), 168);
///
/// // NVIDIA/cutlass, include/cutlass/gemm/kernel/sm90_gemm_tma_warpspecialized_cooperative.hpp.
/// let split = RegisterSplit::new(&SM_90, &KERNEL, &[40, 232, 232])?;
/// assert_eq!(split.spare(), 0);
/// // Dao-AILab/flash-attention, hopper/flash_fwd_kernel_sm90.h.
/// assert!(RegisterSplit::new(&SM_90, &KERNEL, &[24, 240, 240]).is_ok());
/// // What is left beside a producer, for each consumer.
/// assert_eq!(RegisterSplit::most_beside(&SM_90, &KERNEL, &[24]), Ok(240));
///
/// let hangs = RegisterSplit::new(&SM_90, &KERNEL, &[40, 240, 240]).unwrap_err();
/// assert!(hangs.to_string().contains("66560 registers of 64512"));
/// # Ok::<(), occupancy_core::model::RegisterSplitError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RegisterSplit {
    at_launch: u32,
    warpgroups: u64,
    pool: u64,
    asked: u64,
}

/// What a warpgroup does to get its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegisterChange {
    /// `setmaxnreg.dec`
    Decrease,
    /// Nothing: it keeps those of the launch.
    Keep,
    /// `setmaxnreg.inc`
    Increase,
}

impl RegisterSplit {
    /// Splits the registers of `kernel`'s block: `registers` has the registers per thread of every
    /// warpgroup, in order. For a warpgroup that keeps its registers, state the number of the launch.
    ///
    /// The pool is threads × registers at launch. The hardware gives every warp a multiple of 8 per
    /// thread; NVIDIA does not document whether the pool has the rest, so it is not counted.
    ///
    /// # Errors
    ///
    /// [`RegisterSplitError`] if the compute capability has no `setmaxnreg`, the block is not made of
    /// whole warpgroups or cannot launch, the instruction does not take a number, or the block has too
    /// few registers.
    ///
    /// ```
    /// use occupancy_core::{Kernel, compute_capabilities::SM_90, model::{RegisterSplit, RegisterSplitError}};
    ///
    /// let kernel = Kernel::new((256, 1, 1), 128);
    /// assert_eq!(
    ///     RegisterSplit::new(&SM_90, &kernel, &[20, 232]),
    ///     Err(RegisterSplitError::Registers { warpgroup: 0, registers: 20 })
    /// );
    /// ```
    pub const fn new(
        compute_capability: &ComputeCapability,
        kernel: &Kernel,
        registers: &[u32],
    ) -> Result<Self, RegisterSplitError> {
        let (split, rest) = match Self::partial(compute_capability, kernel, registers) {
            Ok(split) => split,
            Err(error) => return Err(error),
        };
        if rest > 0 {
            return Err(RegisterSplitError::Warpgroups {
                stated: registers.len(),
                warpgroups: split.warpgroups,
            });
        }
        if split.asked > split.pool {
            return Err(RegisterSplitError::Pool {
                asked: split.asked,
                pool: split.pool,
            });
        }
        Ok(split)
    }

    /// The most registers per thread for each of the other warpgroups, if the first ones have
    /// `registers`: a multiple of 8, at most 256.
    ///
    /// # Errors
    ///
    /// As for [`RegisterSplit::new`]; [`RegisterSplitError::NoneLeft`] if `registers` leave no
    /// warpgroup, [`RegisterSplitError::Pool`] if not even 24 are left for each.
    ///
    /// ```
    /// use occupancy_core::{Kernel, compute_capabilities::SM_90, model::RegisterSplit};
    ///
    /// let none_left = RegisterSplit::most_beside(&SM_90, &Kernel::new((256, 1, 1), 128), &[24, 232]);
    /// assert_eq!(
    ///     none_left.unwrap_err().to_string(),
    ///     "the block has no other warpgroup: registers are stated for 2, and it has 2; leave out those to ask for"
    /// );
    /// ```
    pub const fn most_beside(
        compute_capability: &ComputeCapability,
        kernel: &Kernel,
        registers: &[u32],
    ) -> Result<u32, RegisterSplitError> {
        let (split, rest) = match Self::partial(compute_capability, kernel, registers) {
            Ok(split) => split,
            Err(RegisterSplitError::Warpgroups { stated, warpgroups }) => {
                return Err(RegisterSplitError::NoneLeft { stated, warpgroups });
            }
            Err(error) => return Err(error),
        };
        let left = split.pool.saturating_sub(split.asked);
        let threads = rest.saturating_mul(WARPGROUP_SIZE as u64);
        let Some(most) = left.checked_div(threads) else {
            return Err(RegisterSplitError::NoneLeft {
                stated: registers.len(),
                warpgroups: split.warpgroups,
            });
        };
        let most = if most > 256 { 256 } else { most };
        #[allow(clippy::cast_possible_truncation, reason = "at most 256")]
        let most = (most & !7) as u32;
        if most < 24 {
            return Err(RegisterSplitError::Pool {
                asked: split.asked.saturating_add(threads.saturating_mul(24)),
                pool: split.pool,
            });
        }
        Ok(most)
    }

    /// Registers per thread at launch.
    pub const fn registers_at_launch(self) -> u32 {
        self.at_launch
    }

    /// Registers of the block that no warpgroup has after the split.
    pub const fn spare(self) -> u64 {
        self.pool.saturating_sub(self.asked)
    }

    /// The instruction with which a warpgroup gets `registers` per thread. The other one would be undefined
    /// behaviour.
    ///
    /// Source: PTX ISA 9.0, `setmaxnreg`.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::SM_90;
    /// use occupancy_core::{Kernel, model::{RegisterChange, RegisterSplit}};
    ///
    /// let kernel = Kernel::new((384, 1, 1), 168);
    /// let split = RegisterSplit::new(&SM_90, &kernel, &[24, 240, 240])?;
    /// assert_eq!(split.change_to(24), RegisterChange::Decrease);
    /// assert_eq!(split.change_to(240), RegisterChange::Increase);
    /// # Ok::<(), occupancy_core::model::RegisterSplitError>(())
    /// ```
    pub const fn change_to(self, registers: u32) -> RegisterChange {
        if registers < self.at_launch {
            RegisterChange::Decrease
        } else if registers > self.at_launch {
            RegisterChange::Increase
        } else {
            RegisterChange::Keep
        }
    }

    /// The registers that the first warpgroups ask for, and the number of the other warpgroups.
    const fn partial(
        compute_capability: &ComputeCapability,
        kernel: &Kernel,
        registers: &[u32],
    ) -> Result<(Self, u64), RegisterSplitError> {
        let cc = compute_capability;
        if !has_setmaxnreg(cc) {
            return Err(RegisterSplitError::Unsupported {
                compute_capability: (cc.major, cc.minor),
            });
        }
        match Occupancy::new(cc, kernel) {
            Ok(occupancy) if occupancy.blocks_per_sm > 0 && kernel.registers_per_thread > 0 => {}
            Ok(_) => return Err(RegisterSplitError::Launch),
            Err(invalid) => return Err(RegisterSplitError::Invalid(invalid)),
        }
        let threads = kernel.threads_per_block();
        if !threads.is_multiple_of(WARPGROUP_SIZE as u64) {
            return Err(RegisterSplitError::Block(threads));
        }
        let warpgroups = threads.div_ceil(WARPGROUP_SIZE as u64);
        let Some(rest) = warpgroups.checked_sub(registers.len() as u64) else {
            return Err(RegisterSplitError::Warpgroups {
                stated: registers.len(),
                warpgroups,
            });
        };
        let mut split = Self {
            at_launch: kernel.registers_per_thread,
            warpgroups,
            pool: threads.saturating_mul(kernel.registers_per_thread as u64),
            asked: 0,
        };
        let (mut left, mut warpgroup) = (registers, 0_usize);
        while let [registers, others @ ..] = left {
            if *registers != split.at_launch
                && (*registers < 24 || *registers > 256 || !registers.is_multiple_of(8))
            {
                return Err(RegisterSplitError::Registers {
                    warpgroup,
                    registers: *registers,
                });
            }
            let asked = (*registers as u64).saturating_mul(WARPGROUP_SIZE as u64);
            split.asked = split.asked.saturating_add(asked);
            (left, warpgroup) = (others, warpgroup.saturating_add(1));
        }
        Ok((split, rest))
    }
}

/// Whether `setmaxnreg` is compiled for an `a` or `f` target of the compute capability.
///
/// Source: CCCL, `docs/libcudacxx/ptx/instructions/setmaxnreg`; ptxas 13.5 accepts it for these, and for
/// none of their plain targets.
const fn has_setmaxnreg(cc: &ComputeCapability) -> bool {
    matches!(
        (cc.major, cc.minor),
        (9 | 11, 0) | (10, 0 | 3) | (12, 0 | 1)
    )
}

/// Why a split of registers does not work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RegisterSplitError {
    /// The compute capability is not known to have `setmaxnreg`.
    Unsupported {
        /// Major and minor.
        compute_capability: (u32, u32),
    },
    /// The kernel has no occupancy.
    Invalid(InvalidKernel),
    /// Not one block of the kernel can launch.
    Launch,
    /// The block does not consist of whole warpgroups.
    Block(u64),
    /// The list does not have one number for each warpgroup.
    Warpgroups {
        /// Numbers that were stated.
        stated: usize,
        /// Warpgroups of the block.
        warpgroups: u64,
    },
    /// The list leaves no other warpgroup to ask for.
    NoneLeft {
        /// Numbers that were stated.
        stated: usize,
        /// Warpgroups of the block.
        warpgroups: u64,
    },
    /// Not a number of registers that `setmaxnreg` takes.
    Registers {
        /// The warpgroup, counted from 0.
        warpgroup: usize,
        /// Registers per thread that it asks for.
        registers: u32,
    },
    /// The split needs more registers than the block has: a warpgroup would wait forever.
    Pool {
        /// Registers that all warpgroups together ask for.
        asked: u64,
        /// Registers that the block has at launch.
        pool: u64,
    },
}

impl fmt::Display for RegisterSplitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Unsupported {
                compute_capability: (major, minor),
            } => write!(
                f,
                "`setmaxnreg` is not known to work on compute capability {major}.{minor}: it is compiled \
                 for targets such as `sm_90a` and `sm_100f`"
            ),
            Self::Invalid(invalid) => invalid.fmt(f),
            Self::Launch => f.write_str(
                "not one block of the kernel can launch: `Configuration::check` says why, and what passes",
            ),
            Self::Block(threads) => write!(
                f,
                "a block of {threads} threads is not made of whole warpgroups: make it a multiple of \
                 {WARPGROUP_SIZE}"
            ),
            Self::Warpgroups { stated, warpgroups } => write!(
                f,
                "registers of {stated} warpgroups are stated, and the block has {warpgroups}: state those \
                 of each"
            ),
            Self::NoneLeft { stated, warpgroups } => write!(
                f,
                "the block has no other warpgroup: registers are stated for {stated}, and it has {warpgroups}; \
                 leave out those to ask for"
            ),
            Self::Registers {
                warpgroup,
                registers,
            } => write!(
                f,
                "warpgroup {warpgroup} asks for {registers} registers per thread: `setmaxnreg` takes a \
                 multiple of 8 from 24 to 256"
            ),
            Self::Pool { asked, pool } => write!(
                f,
                "the warpgroups ask for {asked} registers of {pool} that the block has at launch, and \
                 would wait for ever: give a producer fewer"
            ),
        }
    }
}

impl core::error::Error for RegisterSplitError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Invalid(invalid) => Some(invalid),
            _ => None,
        }
    }
}
