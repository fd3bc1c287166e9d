//! The configurations that most kernels have: a few numbers alone say that nothing is wrong with them.

use crate::gpu::{DEFAULT_SHARED_MEMORY_PER_BLOCK, Multiprocessor};
use crate::kernel::{Argument, Arguments, Kernel, Stated};
use crate::model::Occupancy;
use crate::rules::Lint;

const DYNAMIC: u64 = 1 << Argument::DynamicSharedMemory as u64;
const STATIC: u64 = 1 << Argument::StaticSharedMemory as u64;
const MIN_BLOCKS: u64 = 1 << Argument::MinBlocks as u64;

/// What has to be stated,
const REQUIRED: u64 =
    Arguments::of(&[Argument::Arch, Argument::Threads, Argument::Registers]).bits();
/// and what may be.
const COMMON: u64 = REQUIRED | DYNAMIC | STATIC | MIN_BLOCKS;

/// The lints that are known to be silent.
const LINTS: u32 = 1 << Lint::RegisterCliff as u32 | 1 << Lint::IdleSchedulers as u32;

impl Stated<'_> {
    /// Whether it states what most kernels do, no rule is broken, and no lint that is looked for has something to say.
    /// Otherwise, nothing is known: the judge has the answer.
    ///
    /// It is a shortcut, since rules are what the compiler takes its time for; `tests/it/stated.rs` compares it with the
    /// judge.
    #[allow(
        clippy::arithmetic_side_effects,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::indexing_slicing,
        reason = "numbers of 32 bits in 128, and at most seven of them"
    )]
    pub(super) const fn is_surely_sound(&self) -> bool {
        const MOST: i128 = DEFAULT_SHARED_MEMORY_PER_BLOCK as i128;
        let (stated, rare) = (self.stated.bits(), self.rare);
        if stated & REQUIRED != REQUIRED
            || (stated | self.deferred.bits()) & !COMMON != 0
            || self.lints & !LINTS != 0
            || rare.is_refused
            || rare.faulty.bits() != 0
        {
            return false;
        }
        let (None, []) = (rare.auto, self.unknown_archs) else {
            return false;
        };
        // In the order of the arguments.
        let [threads, 1, 1, registers, ..] = self.numbers else {
            return false;
        };
        let (mut dynamic, mut declared, mut blocks, mut at) = (0, 0, 1, 4);
        if stated & DYNAMIC != 0 {
            dynamic = self.numbers[at];
            at += 1;
        }
        if stated & STATIC != 0 {
            declared = self.numbers[at];
            at += 1;
        }
        if stated & MIN_BLOCKS != 0 {
            blocks = self.numbers[at];
        }
        // Whole warps for each scheduler; more than 48 KiB take an opt-in.
        if threads <= 0
            || threads & 127 != 0
            || threads > 1024
            || registers <= 0
            || registers > u16::MAX as i128
            || dynamic < 0
            || dynamic > MOST
            || declared < 0
            || declared > MOST - dynamic
            || blocks <= 0
        {
            return false;
        }
        let mut kernel = Kernel::new((threads as u32, 1, 1), registers as u32);
        kernel.dynamic_shared_memory = dynamic as u32;
        kernel.static_shared_memory = declared as u32;
        let mut left = self.archs;
        while let [arch, others @ ..] = left {
            if blocks > surely_fit(&kernel, arch.multiprocessor()) as i128 {
                return false;
            }
            left = others;
        }
        true
    }
}

/// The blocks that surely are resident on an SM, if no register fewer would fit another.
#[allow(
    clippy::arithmetic_side_effects,
    clippy::manual_is_multiple_of,
    reason = "registers of 16 bits from 1 on, and a unit that is compared before"
)]
const fn surely_fit(kernel: &Kernel, sm: &Multiprocessor) -> u32 {
    let unit = sm.register_allocation_unit;
    // The first register of an allocation unit is one that another block may need.
    if !matches!(sm.sub_partitions, 1 | 2 | 4)
        || sm.warp_size != 32
        || unit == 0
        || (kernel.registers_per_thread - 1) * 32 % unit == 0
        || kernel.static_shared_memory > sm.static_shared_memory_per_block
    {
        return 0;
    }
    match Occupancy::new(sm, kernel) {
        Ok(occupancy) => occupancy.blocks_per_sm,
        Err(_) => 0,
    }
}
