//! A verdict without a judge for the configurations that most kernels have: a few numbers alone show that they have no
//! fault.

use crate::gpu::{Arch, DEFAULT_SHARED_MEMORY_PER_BLOCK, Vendor};
use crate::kernel::{Argument, Stated};
use crate::rules::Lint;

const DYNAMIC: u64 = 1 << Argument::DynamicSharedMemory as u64;
const STATIC: u64 = 1 << Argument::StaticSharedMemory as u64;
const MIN_BLOCKS: u64 = 1 << Argument::MinBlocks as u64;

/// The arguments that have to be stated.
const REQUIRED: u64 = Argument::REQUIRED.bits();

/// The arguments that may be stated.
const COMMON: u64 = REQUIRED | DYNAMIC | STATIC | MIN_BLOCKS;

/// The lints that never fire if the fast path accepts the numbers.
const LINTS: u32 = 1 << Lint::RegisterCliff as u32 | 1 << Lint::IdleSchedulers as u32;

impl Stated<'_> {
    /// Returns `true` if the configuration surely breaks no rule, and no lint that is turned on fires. `false` says
    /// nothing: the judge has the answer.
    ///
    /// It makes no calls, because const evaluation spends most of its time on calls. `tests/it/stated.rs` compares it
    /// with the judge.
    #[allow(
        clippy::arithmetic_side_effects,
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
        let (None, [] | [None], [_, ..]) = (rare.auto, self.unknown_archs, self.archs) else {
            return false;
        };
        // The numbers are in the order of the arguments; the optional ones follow these four.
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
        // `regs = auto` leaves room for the blocks that warps and slots allow, and saves no unit with one register fewer.
        let is_auto = rare.auto_registers.is_some();
        let registers = if is_auto { 2 } else { registers };
        // More than 48 KiB take an opt-in.
        if threads <= 0
            || registers <= 0
            || dynamic < 0
            || dynamic > MOST
            || declared < 0
            || declared > MOST - dynamic
            || blocks <= 0
        {
            return false;
        }
        let mut left = self.archs;
        while let [arch, others @ ..] = left {
            let sm = match arch {
                Arch::Device(device) => device.multiprocessor,
                Arch::Multiprocessor(sm) => sm,
            };
            let lanes = sm.warp_size as i128;
            // The registers are those of NVIDIA. With whole warps, as many for each of at most four schedulers, no warp is partial and no scheduler idle.
            if !matches!((sm.sub_partitions, sm.vendor), (1 | 2 | 4, Vendor::Nvidia))
                || threads % (4 * lanes) != 0
                || threads > sm.max_threads_per_block as i128
                || threads > sm.max_block_dim.0 as i128
                || registers > sm.max_registers_per_thread as i128
                || blocks > sm.max_blocks_per_sm as i128
            {
                return false;
            }
            let warps = threads / lanes;
            let unit = sm.register_allocation_unit as i128;
            let granule = sm.shared_memory_allocation_unit as i128;
            let units = (registers * lanes + unit - 1) / unit;
            let reserved = sm.reserved_shared_memory_per_block as i128;
            let bytes = (dynamic + declared + reserved + granule - 1) / granule * granule;
            if blocks * warps > sm.max_warps_per_sm as i128
                // One register fewer would take one unit fewer, which another block may need.
                || units > ((registers - 1) * lanes + unit - 1) / unit
                || warps * units * unit > sm.registers_per_block as i128
                || blocks * warps * units * unit > sm.registers_per_sm as i128
                || declared > sm.static_shared_memory_per_block as i128
                || bytes > sm.shared_memory_per_block as i128 + reserved
                || blocks * bytes > sm.shared_memory_per_sm as i128
            {
                return false;
            }
            left = others;
        }
        true
    }
}
