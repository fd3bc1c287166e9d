//! Values that keep a broken rule. Each is found by search, and accepted only if the whole configuration
//! with it keeps that rule and breaks no new one.

use super::Rule;
use super::numbers::{at_least_one, greatest, least, whole};
use super::violations::Broken;
use crate::gpu::{Arch, ComputeCapability, Device, MAX_GRID_DIM, MAX_THREADS_PER_BLOCK, WARP_SIZE};
use crate::kernel::{Argument, Change, Configuration, Grid, Tile, saturate};
use crate::search::between;

/// Up to four changes, the most useful first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    changes: [Change; 4],
    len: usize,
}

impl Advice {
    pub(super) const NONE: Self = Self {
        changes: [Change::AllowPartialWarp; 4],
        len: 0,
    };

    /// The changes.
    pub const fn as_slice(&self) -> &[Change] {
        self.changes.split_at(self.len).0
    }

    /// Adds a change; whether there was room.
    pub(super) const fn push(&mut self, change: Change) -> bool {
        let Some((_, [place, ..])) = self.changes.split_at_mut_checked(self.len) else {
            return false;
        };
        *place = change;
        self.len = self.len.saturating_add(1);
        true
    }
}

/// What a help tries.
#[derive(Clone, Copy)]
pub(super) enum Move {
    /// Nothing: there is no such value.
    Nothing,
    /// This change.
    To(Change),
    /// This value.
    Set(Argument, u64),
    /// The most of an argument below what is stated.
    Fewer(Argument),
    /// Half of an extent of the tile, as often as it takes.
    Half(Argument),
    /// Fewer registers and less dynamic shared memory.
    RegistersAndSharedMemory,
    /// The nearest smaller block.
    SmallerBlock,
    /// The nearest larger block.
    LargerBlock,
    /// The block doubled, as often as it takes.
    DoubleBlock,
    /// The least carve-out above the stated one.
    Carveout,
    /// The nearest number of items per thread.
    ItemsPerThread,
    /// A device of the named compute capability.
    Device,
}

/// What keeps more blocks resident.
pub(super) const MORE_BLOCKS: &[Move] = &[
    Move::Fewer(Argument::Registers),
    Move::Fewer(Argument::DynamicSharedMemory),
    Move::Fewer(Argument::StaticSharedMemory),
    Move::SmallerBlock,
    Move::Fewer(Argument::Barriers),
    Move::Carveout,
];

/// What keeps more warps resident: a larger block can hold more of them, but never more blocks.
pub(super) const MORE_WARPS: &[Move] = &[
    Move::Fewer(Argument::Registers),
    Move::Fewer(Argument::DynamicSharedMemory),
    Move::Fewer(Argument::StaticSharedMemory),
    Move::SmallerBlock,
    Move::LargerBlock,
    Move::Fewer(Argument::Barriers),
    Move::Carveout,
];

/// Never suggest fewer registers: no compiler fits a useful kernel into them.
const LEAST_ADVISED_REGISTERS: u32 = 16;

/// A budget to begin with if none is stated.
const COMMON_REGISTERS: u64 = 64;

/// How far away grids and items per thread are tried.
pub(super) const REACH: u32 = 64;

/// Never suggest more elements per thread: they are no longer a matter of the launch.
const MOST_ITEMS: u64 = 4096;

/// The nearest values with which a configuration keeps a rule, and every other rule that it kept before.
#[derive(Clone, Copy)]
pub(super) struct Nearest<'a> {
    pub(super) configuration: &'a Configuration<'a>,
    pub(super) rule: Rule,
    before: Broken,
    /// Whether anything is tried: no search is made for a figure or for the argument to blame.
    pub(super) is_searching: bool,
}

impl<'a> Nearest<'a> {
    pub(super) const fn of(
        configuration: &'a Configuration<'a>,
        rule: Rule,
        is_searching: bool,
    ) -> Self {
        Self {
            configuration,
            rule,
            before: if is_searching {
                configuration.broken_on_any()
            } else {
                Broken::NONE
            },
            is_searching,
        }
    }

    pub(super) const fn find(&self, tried: Move) -> Option<Change> {
        let kernel = &self.configuration.kernel;
        match tried {
            Move::Nothing => None,
            Move::To(change) => self.accept(change),
            Move::Set(argument, value) => self.accept(Change::Integer(argument, value)),
            Move::Fewer(Argument::Barriers) => {
                let fewer = Change::Integer(Argument::Barriers, 0);
                self.down(fewer, least(kernel.barriers, 17).saturating_sub(1), 1)
            }
            Move::Fewer(argument) => self.fewer(argument),
            Move::Half(argument) => self.half(argument),
            Move::RegistersAndSharedMemory => self.registers_and_shared_memory(),
            Move::SmallerBlock => self.smaller_block(kernel.block_dim),
            Move::LargerBlock => self.larger_block(),
            Move::DoubleBlock => self.double_block(),
            Move::Carveout => self.carveout(),
            Move::ItemsPerThread => self.items_per_thread(),
            Move::Device => self.device(),
        }
    }

    /// The change, if the changed configuration keeps the rule and breaks no other.
    pub(super) const fn accept(&self, change: Change) -> Option<Change> {
        if !self.is_searching {
            return None;
        }
        let after = change.apply(self.configuration).broken_on_any();
        if after.contains(self.rule) || !after.is_within(self.before) {
            None
        } else if matches!(self.rule, Rule::TailEfficiency)
            && after.contains(Rule::ClusterGrid)
            && !matches!(change, Change::TailEfficiency(_))
        {
            // Another grid for the tail's sake is one of whole clusters.
            None
        } else {
            Some(change)
        }
    }

    pub(super) const fn accepts(&self, change: Change) -> bool {
        self.accept(change).is_some()
    }

    /// Whether the change would be accepted without [`Configuration::max_blocks`]. With that demand,
    /// less of a resource can be worse, so the search for the edge ignores it, and the accepted value
    /// keeps it.
    const fn keeps(&self, change: Change) -> bool {
        if !self.is_searching {
            return false;
        }
        let mut any = *self.configuration;
        any.max_blocks = None;
        let after = change.apply(&any).broken_on_any();
        !after.contains(self.rule) && after.is_within(self.before)
    }

    /// The largest number that [keeps](Self::keeps) the rule, by bisection; `None` if not even `kept` does.
    const fn edge(&self, change: Change, mut kept: u32, mut refused: u32) -> Option<u32> {
        if kept >= refused || !self.keeps(change.with_number(kept)) {
            return None;
        }
        while let Some(middle) = between(kept, refused) {
            if self.keeps(change.with_number(middle)) {
                kept = middle;
            } else {
                refused = middle;
            }
        }
        Some(kept)
    }

    /// The first number that is accepted, from `from` down to 1.
    pub(super) const fn down(&self, change: Change, from: u32, step: u32) -> Option<Change> {
        let mut number = from;
        while number > 0 {
            let change = change.with_number(number);
            if self.accepts(change) {
                return Some(change);
            }
            number = number.saturating_sub(step);
        }
        None
    }

    /// The most of an argument below what is stated: less of it is never worse.
    const fn fewer(&self, argument: Argument) -> Option<Change> {
        let stated = match self.configuration.integer(argument) {
            Some(stated) => saturate(stated),
            None => 0,
        };
        let (fewest, refused) = match argument {
            // A tile takes as many as it takes.
            Argument::Registers => (
                greatest(
                    LEAST_ADVISED_REGISTERS,
                    self.configuration.least_registers(),
                ),
                if stated == 0 { 256 } else { least(stated, 256) },
            ),
            Argument::DynamicSharedMemory if self.configuration.tile_gives_shared_memory() => {
                return self.fewer(Argument::Stages);
            }
            Argument::DynamicSharedMemory => {
                (self.configuration.least_dynamic_shared_memory(), stated)
            }
            Argument::Stages => (1, stated),
            _ => (0, stated),
        };
        let common = Change::Integer(argument, COMMON_REGISTERS);
        if matches!(argument, Argument::Registers) && stated == 0 && self.accepts(common) {
            return Some(common);
        }
        let Some(most) = self.edge(common, fewest, refused) else {
            return None;
        };
        // Code declares whole units of 16 bytes, and rounding to them loses next to nothing.
        let even = match argument {
            Argument::DynamicSharedMemory | Argument::StaticSharedMemory => most & !15,
            _ => most,
        };
        let is_whole = even > 0 && even >= fewest;
        self.accept(common.with_number(if is_whole { even } else { most }))
    }

    /// An extent of the tile halved until it is accepted, from the largest that passes at most.
    const fn half(&self, argument: Argument) -> Option<Change> {
        let mut extent = match self.configuration.integer(argument) {
            Some(stated) if stated > 0 && stated <= Tile::MOST as u64 => stated / 2,
            _ => 128,
        };
        while extent > 0 {
            let change = Change::Integer(argument, extent);
            if self.accepts(change) {
                return Some(change);
            }
            extent /= 2;
        }
        None
    }

    const fn carveout(&self) -> Option<Change> {
        let Some(mut percent) = self.configuration.kernel.carveout else {
            return None;
        };
        while percent < 100 {
            percent = percent.saturating_add(1);
            let change = Change::Integer(Argument::Carveout, percent as u64);
            if self.accepts(change) {
                return Some(change);
            }
        }
        None
    }

    const fn registers_and_shared_memory(&self) -> Option<Change> {
        let kernel = &self.configuration.kernel;
        let fewest = greatest(16, self.configuration.least_dynamic_shared_memory());
        let mut registers = least(kernel.registers_per_thread, 256);
        while registers > LEAST_ADVISED_REGISTERS {
            registers = registers.saturating_sub(1);
            let change = Change::RegistersAndDynamicSharedMemory(registers, fewest);
            if let Some(most) = self.edge(change, fewest, kernel.dynamic_shared_memory) {
                return self.accept(change.with_number(most & !15));
            }
        }
        None
    }

    /// The largest block below this one along the outermost axis that has more than one thread.
    pub(super) const fn smaller_block(&self, block: (u32, u32, u32)) -> Option<Change> {
        let (extent, step) = outermost(block);
        // No axis of a block that launches is longer.
        let extent = least(extent, 1025);
        if extent <= step {
            return None;
        }
        self.down(
            Change::Threads(block),
            whole(extent.saturating_sub(1), step),
            step,
        )
    }

    const fn larger_block(&self) -> Option<Change> {
        let block = Change::Threads(self.configuration.kernel.block_dim);
        let mut extent = outermost(self.configuration.kernel.block_dim);
        while let Some(larger) = larger(extent) {
            let change = block.with_number(larger.0);
            if self.accepts(change) {
                return Some(change);
            }
            extent = larger;
        }
        None
    }

    const fn double_block(&self) -> Option<Change> {
        let block = self.configuration.kernel.block_dim;
        let (mut extent, _) = outermost(block);
        while extent > 0 && extent <= 512 {
            extent = extent.saturating_mul(2);
            let change = Change::Threads(block).with_number(extent);
            if self.accepts(change) {
                return Some(change);
            }
        }
        None
    }

    const fn items_per_thread(&self) -> Option<Change> {
        let stated = self.configuration.items_per_thread;
        // For a grid that is too large, jump to what makes it small enough.
        let least = match self.configuration.grid {
            Some(Grid::Elements(elements)) => {
                let threads = self.configuration.kernel.threads_per_block();
                match threads.saturating_mul(MAX_GRID_DIM.0 as u64) {
                    0 => 1,
                    most => elements.div_ceil(most),
                }
            }
            _ => 1,
        };
        if least > MOST_ITEMS {
            return None;
        }
        let start = greatest(saturate(least), stated);
        let mut distance = 0_u32;
        while distance <= REACH {
            let mut left: &[u32] = &[
                start.saturating_add(distance),
                start.saturating_sub(distance),
            ];
            while let [items, others @ ..] = left {
                let change = Change::Integer(Argument::ItemsPerThread, *items as u64);
                if *items > 0 && *items != stated && self.accepts(change) {
                    return Some(change);
                }
                left = others;
            }
            distance = distance.saturating_add(1);
        }
        None
    }

    /// A device of the named compute capability, which has figures of its own.
    const fn device(&self) -> Option<Change> {
        let mut named: Option<&ComputeCapability> = None;
        let mut left = self.configuration.archs;
        while let [arch, others @ ..] = left {
            if let Arch::ComputeCapability(cc) = *arch {
                if named.is_some() {
                    return None;
                }
                named = Some(cc);
            } else if self.configuration.breaks(self.rule, arch) {
                // Another device of the list breaks the rule, too.
                return None;
            }
            left = others;
        }
        let Some(cc) = named else { return None };
        let mut left = Device::ALL;
        while let [device, others @ ..] = left {
            let of_device = device.compute_capability;
            if of_device.major == cc.major && of_device.minor == cc.minor && self.accepts_on(device)
            {
                return Some(Change::Device(*device));
            }
            left = others;
        }
        None
    }

    /// Whether the configuration keeps the rule on this device, and breaks no other there.
    pub(super) const fn accepts_on(&self, device: &Device) -> bool {
        if !self.is_searching {
            return false;
        }
        let alone = [Arch::Device(*device)];
        let after = self.configuration.with_archs(&alone).broken_on(&alone[0]);
        !after.contains(self.rule) && after.is_within(self.before)
    }

    /// The cluster, or one block if there is none.
    pub(super) const fn cluster(&self) -> (u32, u32, u32) {
        match self.configuration.kernel.cluster_dim {
            Some((x, y, z)) => (at_least_one(x), at_least_one(y), at_least_one(z)),
            None => (1, 1, 1),
        }
    }
}

/// The extent of the outermost axis with more than one thread, and the step to try it in.
pub(super) const fn outermost((x, y, z): (u32, u32, u32)) -> (u32, u32) {
    if z > 1 {
        (z, 1)
    } else if y > 1 {
        (y, 1)
    } else {
        (x, WARP_SIZE)
    }
}

/// The next larger extent, which is a multiple of the step; `None` after the largest that a block can have.
pub(super) const fn larger((extent, step): (u32, u32)) -> Option<(u32, u32)> {
    if extent >= MAX_THREADS_PER_BLOCK {
        return None;
    }
    match extent.saturating_add(1).checked_next_multiple_of(step) {
        Some(larger) => Some((larger, step)),
        None => None,
    }
}
