//! The configurations that most kernels have: numbers alone say that nothing is wrong with them.

use crate::gpu::{Arch, ComputeCapability, DEFAULT_SHARED_MEMORY_PER_BLOCK};
use crate::kernel::{Argument, Arguments, Stated};
use crate::rules::Lint;

/// The bit of an argument.
const fn bit(argument: Argument) -> u64 {
    Arguments::NONE.with(argument).bits()
}

const THREADS: u64 = bit(Argument::Threads);
const REGISTERS: u64 = bit(Argument::Registers);
const DYNAMIC: u64 = bit(Argument::DynamicSharedMemory);
const STATIC: u64 = bit(Argument::StaticSharedMemory);
const MIN_BLOCKS: u64 = bit(Argument::MinBlocks);

/// What has to be stated,
const REQUIRED: u64 = bit(Argument::Arch) | THREADS | REGISTERS;
/// and what may be.
const COMMON: u64 = REQUIRED | DYNAMIC | STATIC | MIN_BLOCKS;

/// The lints that are known to be silent.
const LINTS: u32 = 1 << Lint::RegisterCliff as u32 | 1 << Lint::IdleSchedulers as u32;

/// What one block takes, and how many have to be resident.
struct Block {
    warps: i128,
    registers: i128,
    static_shared_memory: i128,
    shared_memory: i128,
    blocks: i128,
}

impl Stated<'_> {
    /// Whether it states what most kernels do, no rule is broken, and no lint that is looked for has something to say.
    /// Otherwise, nothing is known: the judge has the answer.
    ///
    /// It is a shortcut without calls, which are what the compiler takes its time for; `tests/it/stated.rs` compares it with
    /// the judge.
    #[allow(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "numbers of 32 bits in 128, and at most seven of them"
    )]
    pub(super) const fn is_surely_sound(&self) -> bool {
        let (stated, numbers) = (self.stated.bits(), &self.numbers);
        if stated & REQUIRED != REQUIRED
            || (stated | self.deferred.bits()) & !COMMON != 0
            || self.lints & !LINTS != 0
        {
            return false;
        }
        let rare = self.rare;
        if rare.is_refused || rare.faulty.bits() != 0 {
            return false;
        }
        let (None, []) = (rare.auto, self.unknown_archs) else {
            return false;
        };
        // In the order of the arguments.
        let [threads, y, z, registers, ..] = *numbers;
        let (mut dynamic, mut static_shared_memory, mut blocks, mut at) = (0, 0, 1, 4);
        if stated & DYNAMIC != 0 {
            dynamic = numbers[at];
            at += 1;
        }
        if stated & STATIC != 0 {
            static_shared_memory = numbers[at];
            at += 1;
        }
        if stated & MIN_BLOCKS != 0 {
            blocks = numbers[at];
        }
        // Whole warps for each scheduler, in one dimension; nothing that 32 bits do not hold.
        if threads <= 0
            || threads > 1024
            || threads & 127 != 0
            || y != 1
            || z != 1
            || registers <= 0
            || registers > 255
            || dynamic < 0
            || dynamic > u32::MAX as i128
            || static_shared_memory < 0
            || static_shared_memory > u32::MAX as i128
            || blocks <= 0
            || blocks > u32::MAX as i128
        {
            return false;
        }
        let block = Block {
            warps: threads / 32,
            registers,
            static_shared_memory,
            shared_memory: static_shared_memory + dynamic,
            blocks,
        };
        let mut left = self.archs;
        while let [arch, others @ ..] = left {
            let cc = match arch {
                Arch::Device(device) => device.compute_capability,
                Arch::ComputeCapability(cc) => cc,
            };
            if !block.surely_fits(cc) {
                return false;
            }
            left = others;
        }
        true
    }
}

impl Block {
    /// Whether so many blocks are resident on an SM, and no register fewer would fit another.
    #[allow(
        clippy::arithmetic_side_effects,
        reason = "numbers of 32 bits in 128, and no divisor is 0"
    )]
    const fn surely_fits(&self, cc: &ComputeCapability) -> bool {
        let (unit, shared_memory_unit) = (
            cc.register_allocation_unit as i128,
            cc.shared_memory_allocation_unit as i128,
        );
        // Whole warps for each scheduler, of four, two or one.
        let schedulers = match cc.sub_partitions {
            4 => 4,
            2 => 2,
            1 => 1,
            _ => return false,
        };
        if unit == 0 || shared_memory_unit == 0 || cc.warp_size != 32 {
            return false;
        }
        let per_warp = (self.registers * 32 + unit - 1) & !(unit - 1);
        let used = self.shared_memory + cc.reserved_shared_memory_per_block as i128;
        let allocated = (used + shared_memory_unit - 1) & !(shared_memory_unit - 1);
        let warps = self.blocks * self.warps;
        self.warps * 32 <= cc.max_threads_per_block as i128
            && self.warps * 32 <= cc.max_block_dim.0 as i128
            && cc.max_block_dim.1 > 0
            && cc.max_block_dim.2 > 0
            && self.warps >= schedulers
            && warps <= cc.max_warps_per_sm as i128
            && self.blocks <= cc.max_blocks_per_sm as i128
            && self.registers <= cc.max_registers_per_thread as i128
            // The first register of an allocation unit is one that another block may need.
            && ((self.registers - 1) * 32) & (unit - 1) != 0
            && self.warps * per_warp <= cc.registers_per_block as i128
            && warps / schedulers * per_warp
                <= cc.registers_per_sm as i128 / schedulers
            && self.static_shared_memory <= cc.static_shared_memory_per_block as i128
            && self.shared_memory <= cc.shared_memory_per_block_optin as i128
            // More takes an opt-in.
            && self.shared_memory <= DEFAULT_SHARED_MEMORY_PER_BLOCK as i128
            && allocated <= cc.shared_memory_per_block as i128
            && self.blocks * allocated <= cc.shared_memory_per_sm as i128
    }
}
