//! Values that keep a broken rule. Each is found by search, and accepted only if the whole configuration
//! with it keeps that rule and breaks no new one.

use super::{Rule, Violations, tile};
use crate::gpu::{Arch, ComputeCapability, Device, MAX_THREADS_PER_BLOCK, WARP_SIZE};
use crate::kernel::{Argument, Change, Configuration};
use crate::search::{between, margin};

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

    /// The changes, or this one if there are none.
    pub(super) const fn or(self, change: Option<Change>) -> Self {
        if self.len == 0 {
            self.with(change)
        } else {
            self
        }
    }

    pub(super) const fn with(mut self, change: Option<Change>) -> Self {
        if let Some(change) = change
            && let Some((_, [place, ..])) = self.changes.split_at_mut_checked(self.len)
        {
            *place = change;
            self.len = self.len.saturating_add(1);
        }
        self
    }
}

/// Never suggest fewer registers: no compiler fits a useful kernel into them.
pub(super) const LEAST_ADVISED_REGISTERS: u32 = 16;

/// A budget to begin with if none is stated.
const COMMON_REGISTERS: u32 = 64;

/// How far away grids and items per thread are tried.
pub(super) const REACH: u32 = 64;

/// The values that keep `rule`, which `configuration` breaks.
pub const fn advice(configuration: &Configuration<'_>, rule: Rule) -> Advice {
    rule.passing(&Nearest::of(configuration, rule))
}

/// The nearest lower value of `argument` with which an SM of `arch` holds more blocks, and the configuration
/// breaks no rule that it keeps now; `None` if no value does that by itself. Of each argument, the values at
/// which another block fits are tried.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel, kernel::{Argument, Change}, rules::next_block};
///
/// let archs = [Arch::find("h100").unwrap()];
/// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
/// // Four blocks are resident; 48 registers make it five.
/// let fewer_registers = Change::Integer(Argument::Registers, 48);
/// let next = |configuration| next_block(configuration, &archs[0], Argument::Registers);
/// assert_eq!(next(&configuration), Some(fewer_registers));
/// assert_eq!(next(&configuration.with_max_blocks(4)), None);
/// ```
pub const fn next_block(
    configuration: &Configuration<'_>,
    arch: &Arch,
    argument: Argument,
) -> Option<Change> {
    let before = configuration.check();
    let mut changed = *configuration;
    while let Some(change) = margin(&changed, arch, argument).more {
        changed = change.apply(configuration);
        if changed.check().is_subset_of(&before) {
            return Some(change);
        }
    }
    None
}

impl Configuration<'_> {
    /// Whether the changed configuration breaks no rule that this one keeps: what every advice is asked.
    pub(super) const fn takes(&self, change: Change) -> bool {
        change.apply(self).check().is_subset_of(&self.check())
    }
}

/// The nearest values with which the configuration keeps the rule, and every other rule that it kept
/// before.
pub(super) struct Nearest<'a> {
    pub(super) configuration: &'a Configuration<'a>,
    pub(super) rule: Rule,
    before: Violations,
}

impl<'a> Nearest<'a> {
    pub(super) const fn of(configuration: &'a Configuration<'a>, rule: Rule) -> Self {
        Self {
            configuration,
            rule,
            before: configuration.check(),
        }
    }
}

impl Nearest<'_> {
    /// The change, if the changed configuration keeps the rule and breaks no other.
    pub(super) const fn accept(&self, change: Change) -> Option<Change> {
        let after = change.apply(self.configuration).check();
        if after.contains(self.rule) || !after.is_subset_of(&self.before) {
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
    pub(super) const fn keeps(&self, change: Change) -> bool {
        let mut any = *self.configuration;
        any.max_blocks = None;
        let after = change.apply(&any).check();
        !after.contains(self.rule) && after.is_subset_of(&self.before)
    }

    /// The most registers below the stated count: fewer are never worse.
    pub(super) const fn registers(&self) -> Option<Change> {
        let stated = self.configuration.kernel.registers_per_thread;
        if stated == 0
            && self.accepts(Change::Integer(
                Argument::Registers,
                COMMON_REGISTERS as u64,
            ))
        {
            return Some(Change::Integer(
                Argument::Registers,
                COMMON_REGISTERS as u64,
            ));
        }
        let refused = if stated == 0 { 256 } else { least(stated, 256) };
        // A tile takes as many as it takes.
        let fewest = greatest(
            LEAST_ADVISED_REGISTERS,
            tile::least_registers(self.configuration),
        );
        let kept = Change::Integer(Argument::Registers, fewest as u64);
        if fewest >= refused || !self.keeps(kept) {
            return None;
        }
        self.accept(kept.with_number(self.most(kept, fewest, refused)))
    }

    /// The largest value with which `change` [keeps](Self::keeps) the rule, found by bisection between
    /// `kept`, which does, and `refused`, which does not.
    pub(super) const fn most(&self, change: Change, mut kept: u32, mut refused: u32) -> u32 {
        while let Some(middle) = between(kept, refused) {
            if self.keeps(change.with_number(middle)) {
                kept = middle;
            } else {
                refused = middle;
            }
        }
        kept
    }

    pub(super) const fn dynamic_shared_memory(&self) -> Option<Change> {
        let stated = self.configuration.kernel.dynamic_shared_memory;
        if self.configuration.tile_gives_shared_memory() {
            return self.stages();
        }
        let least = tile::least_dynamic_shared_memory(self.configuration);
        self.most_bytes(
            Change::Integer(Argument::DynamicSharedMemory, 0),
            least,
            stated,
        )
    }

    pub(super) const fn static_shared_memory(&self) -> Option<Change> {
        let stated = self.configuration.kernel.static_shared_memory;
        self.most_bytes(Change::Integer(Argument::StaticSharedMemory, 0), 0, stated)
    }

    /// The most bytes below `stated` that are accepted, from `least` on: less is never worse.
    pub(super) const fn most_bytes(
        &self,
        change: Change,
        least: u32,
        stated: u32,
    ) -> Option<Change> {
        if stated <= least || !self.keeps(change.with_number(least)) {
            return None;
        }
        let most = self.most(change, least, stated);
        // Code declares whole units of 16 bytes, and rounding to them loses next to nothing.
        let even = most & !15;
        let whole = if even > 0 && even >= least {
            even
        } else {
            most
        };
        self.accept(change.with_number(whole))
    }

    /// The nearest smaller block.
    pub(super) const fn threads_below(&self) -> Option<Change> {
        self.smaller_block(self.configuration.kernel.block_dim)
    }

    /// The largest block below `(x, y, z)` along the outermost axis that has more than one thread.
    pub(super) const fn smaller_block(&self, (x, y, z): (u32, u32, u32)) -> Option<Change> {
        let (extent, step) = outermost(x, y, z);
        // No axis of a block that launches is longer.
        let mut extent = least(extent, 1025);
        while extent > step {
            extent = whole(extent.saturating_sub(1), step);
            let change = Change::Threads(resized(x, y, z, extent));
            if self.accepts(change) {
                return Some(change);
            }
        }
        None
    }

    /// Whether a configuration breaks no rule that this one keeps.
    pub(super) const fn breaks_no_other(&self, after: &Configuration<'_>) -> bool {
        after.check().is_subset_of(&self.before)
    }

    /// A device of the named compute capability, which has figures of its own.
    pub(super) const fn device(&self) -> Option<Change> {
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
            let device = *device;
            if device.compute_capability.major == cc.major
                && device.compute_capability.minor == cc.minor
            {
                let alone = [Arch::Device(device)];
                let mut after = *self.configuration;
                after.archs = &alone;
                if !after.breaks(self.rule, &alone[0]) && self.breaks_no_other(&after) {
                    return Some(Change::Device(device));
                }
            }
            left = others;
        }
        None
    }
}

/// The extent of the outermost axis with more than one thread, and the step to try it in.
pub(super) const fn outermost(x: u32, y: u32, z: u32) -> (u32, u32) {
    if z > 1 {
        (z, 1)
    } else if y > 1 {
        (y, 1)
    } else {
        (x, WARP_SIZE)
    }
}

pub(super) const fn resized(x: u32, y: u32, z: u32, extent: u32) -> (u32, u32, u32) {
    if z > 1 {
        (x, y, extent)
    } else if y > 1 {
        (x, extent, z)
    } else {
        (extent, y, z)
    }
}

/// The larger blocks along the outermost axis with more than one thread, the nearest first.
pub(super) struct LargerBlocks {
    block: (u32, u32, u32),
    extent: u32,
    step: u32,
}

impl LargerBlocks {
    pub(super) const fn than(block: (u32, u32, u32)) -> Self {
        let (x, y, z) = block;
        let (extent, step) = outermost(x, y, z);
        Self {
            block,
            extent,
            step,
        }
    }

    /// The next one, as a change; `None` after the largest extent that a block can have.
    pub(super) const fn next(&mut self) -> Option<Change> {
        if self.extent >= MAX_THREADS_PER_BLOCK {
            return None;
        }
        let next = self.extent.saturating_add(1);
        self.extent = match next.checked_next_multiple_of(self.step) {
            Some(extent) => extent,
            None => return None,
        };
        let (x, y, z) = self.block;
        Some(Change::Threads(resized(x, y, z, self.extent)))
    }
}

/// The number, or the most that 32 bits hold.
#[allow(clippy::cast_possible_truncation, reason = "checked just before")]
pub(super) const fn saturate(number: u64) -> u32 {
    if number > u32::MAX as u64 {
        u32::MAX
    } else {
        number as u32
    }
}

pub(super) const fn least(a: u32, b: u32) -> u32 {
    if a < b { a } else { b }
}

pub(super) const fn greatest(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

/// `blocks` rounded down to whole clusters; all of it if it is less than one cluster.
pub(super) const fn whole(blocks: u32, cluster: u32) -> u32 {
    match multiple(blocks, cluster, false) {
        Some(whole) => whole,
        None => blocks,
    }
}

/// The nearest multiple of `cluster`, which is not zero, from `blocks` on up or down; none of zero.
pub(super) const fn multiple(blocks: u32, cluster: u32, above: bool) -> Option<u32> {
    if above {
        at_least_one(blocks).checked_next_multiple_of(cluster)
    } else if blocks < cluster {
        None
    } else {
        match blocks.checked_rem(cluster) {
            Some(over) => Some(blocks.saturating_sub(over)),
            None => None,
        }
    }
}

pub(super) const fn at_least_one(number: u32) -> u32 {
    if number == 0 { 1 } else { number }
}
