//! Searches for values that keep a broken rule. A value is accepted only if the whole configuration with it keeps that
//! rule and breaks no other.

use super::Rule;
use super::list::List;
use super::rule::Violations;
use crate::gpu::{Arch, Device, Multiprocessor};
use crate::kernel::{Argument, Change, Configuration, Grid, Tile, of_gpus, product, saturate};
use crate::numbers::{max, min, multiple, or, whole};
use crate::text::same;

/// The changes that a message offers: four are a help, more are a wall.
pub(super) const MOST_HELPS: usize = 4;

/// The changes that keep a rule, the most useful first, each with the template of its effect.
pub type Advice = List<(Change, &'static str), MOST_HELPS>;

pub(super) const NO_ADVICE: Advice = List::of((Change::AllowPartialWarp, ""));

/// The fewest registers that are suggested: no compiler fits a useful kernel into fewer.
const LEAST_ADVISED_REGISTERS: u32 = 16;

/// The budget that is suggested first if none is stated.
const COMMON_REGISTERS: u64 = 64;

/// Shared memory is suggested in these units, in which code declares it: bytes.
pub(super) const UNIT: u32 = 16;

/// The distance within which grids and items per thread are tried.
pub(super) const REACH: u32 = 64;

/// The most elements per thread that are suggested: more are no longer a matter of the launch.
const MOST_ITEMS: u64 = 4096;

/// The step of a search from one number to the next.
#[derive(Clone, Copy)]
pub(super) enum Step {
    Up(u32),
    Down(u32),
    Double,
    Half,
}

/// The nearest values with which a configuration keeps a rule, and every other rule that it kept before.
#[derive(Clone, Copy)]
pub(super) struct Nearest<'a> {
    pub(super) configuration: Configuration<'a>,
    pub(super) rule: Rule,
    /// The GPU that is checked first: most values that fail do so where the stated one fails.
    pub(super) first: &'a Arch,
    /// The rules that the configuration breaks.
    before: Violations,
    /// Set if values are searched. For a figure, or for the argument to blame, none are.
    pub(super) is_searching: bool,
}

impl<'a> Nearest<'a> {
    pub(super) const fn of(
        configuration: &Configuration<'a>,
        first: &'a Arch,
        rule: Rule,
        is_searching: bool,
    ) -> Self {
        Self {
            configuration: *configuration,
            rule,
            first,
            before: if is_searching {
                configuration.broken_on_any()
            } else {
                Violations::NONE
            },
            is_searching,
        }
    }

    /// The change, if the changed configuration keeps the rule and breaks no other.
    pub(super) const fn accept(&self, change: Change) -> Option<Change> {
        let is_possible = match change {
            // Most blocks of a search end in a partial warp, and are refused without a check.
            Change::Threads(block) => {
                let threads = product(block);
                let warp = self.configuration.widest_warp() as u64;
                threads <= self.configuration.most_threads() as u64
                    && (self.takes_partial() || threads.is_multiple_of(warp))
            }
            // The message shows all of `hides(…)`, so all of it has to pass.
            Change::Hides(demand) => !demand.has_zero(),
            _ => true,
        };
        let changed = change.apply(&self.configuration);
        if !self.is_searching || !is_possible {
            return None;
        }
        let after = known!(self.kept(&changed));
        let warning = Violations::NONE.with(self.rule).lints();
        // A grid that is suggested for its tail has whole clusters.
        let cuts_clusters = matches!(self.rule, Rule::TailEfficiency)
            && after.contains(Rule::ClusterGrid)
            && !matches!(change, Change::Ratio(..));
        let warns = warning != 0 && (!after.is_empty() || changed.warned_of(warning) != 0);
        if cuts_clusters || warns {
            None
        } else {
            Some(change)
        }
    }

    /// Returns `true` if a block may end in a partial warp.
    const fn takes_partial(&self) -> bool {
        self.configuration.partial_warp_allowed
            || self.before.contains(Rule::PartialWarp) && !matches!(self.rule, Rule::PartialWarp)
    }

    /// The rules that a configuration breaks, if it keeps the rule and breaks no other; `None` from the first GPU that
    /// refuses it.
    const fn kept(&self, changed: &Configuration<'_>) -> Option<Violations> {
        let (mut after, mut arch, mut left) = (Violations::NONE, self.first, changed.archs);
        loop {
            after = after.union(changed.broken_on(arch));
            if !self.is_kept(after) {
                return None;
            }
            match left {
                [next, others @ ..] => (arch, left) = (next, others),
                [] => return Some(after),
            }
        }
    }

    /// Returns `true` if the rule is not among the broken ones, and no other that was kept.
    const fn is_kept(&self, after: Violations) -> bool {
        !after.contains(self.rule) && after.is_within(self.before)
    }

    /// Returns `true` if the change would be accepted without [`Configuration::max_blocks`] and a split of registers. With
    /// either, less of a resource can be worse, so the search for an edge ignores them; the accepted value keeps them.
    pub(super) const fn keeps(&self, change: Change) -> bool {
        let mut any = self.configuration;
        any.setmaxnreg = None;
        if !matches!(self.rule, Rule::MaxBlocks) {
            any.max_blocks = None;
        }
        self.is_searching && self.kept(&change.apply(&any)).is_some()
    }

    /// Bisects for the number that [keeps](Self::keeps) the rule and is nearest to `broken`; `None` if `kept` does not keep
    /// it.
    pub(super) const fn edge(&self, change: Change, mut kept: u32, mut broken: u32) -> Option<u32> {
        if !self.keeps(change.with_number(kept)) {
            return None;
        }
        while kept.abs_diff(broken) > 1 {
            let middle = kept.midpoint(broken);
            if self.keeps(change.with_number(middle)) {
                kept = middle;
            } else {
                broken = middle;
            }
        }
        Some(kept)
    }

    /// The first number from `from` to `last` that is accepted.
    pub(super) const fn first(
        &self,
        change: Change,
        from: u32,
        step: Step,
        last: u32,
    ) -> Option<Change> {
        let (mut number, mut warps_refused) = (from, 0);
        while self.is_searching && number > 0 {
            let change = change.with_number(number);
            let is_past = match step {
                Step::Up(_) | Step::Double => number > last || number == u32::MAX,
                Step::Down(_) | Step::Half => number < last,
            };
            if is_past {
                return None;
            }
            // Of the blocks with the same number of warps, only the first is tried.
            let of_warps = match change {
                Change::Threads(block) if self.takes_partial() => {
                    product(block).div_ceil(self.configuration.narrowest_warp() as u64)
                }
                _ => 0,
            };
            if (of_warps == 0 || of_warps != warps_refused)
                && let Some(change) = self.accept(change)
            {
                return Some(change);
            }
            warps_refused = of_warps;
            number = match step {
                Step::Up(step) => number.saturating_add(step),
                Step::Down(step) => number.saturating_sub(step),
                Step::Double => number.saturating_mul(2),
                Step::Half => number / 2,
            };
        }
        None
    }

    /// The fewest of an argument that are suggested. They have to keep the rule, or none are: name each argument of which
    /// 0 is refused.
    const fn fewest(&self, argument: Argument) -> u32 {
        match argument {
            Argument::Registers | Argument::Vgprs => max(
                LEAST_ADVISED_REGISTERS,
                self.configuration.least_registers(),
            ),
            Argument::Sgprs => LEAST_ADVISED_REGISTERS,
            Argument::DynamicSharedMemory => self.configuration.least_dynamic_shared_memory(),
            Argument::Stages => 1,
            _ => 0,
        }
    }

    /// The largest value of an argument that is accepted below the stated one. Less of it is never worse.
    pub(super) const fn fewer(&self, argument: Argument) -> Option<Change> {
        let stated = saturate(or(self.configuration.integer(argument), 0));
        let common = Change::Integer(argument, COMMON_REGISTERS);
        let refused = match argument {
            _ if self.configuration.is_auto(argument) => return self.demanded(Step::Up(1)),
            Argument::Registers | Argument::Vgprs => {
                if stated == 0 && self.accept(common).is_some() {
                    return Some(common);
                }
                let most = self.configuration.most_registers(argument);
                let over = most.saturating_add(1);
                if stated == 0 { over } else { min(stated, over) }
            }
            Argument::DynamicSharedMemory if self.configuration.tile_gives_shared_memory() => {
                return self.fewer(Argument::Stages);
            }
            // Code that declares some refuses fewer, so there is no edge to bisect for.
            Argument::Barriers => {
                let most = of_gpus!(self.configuration, <, arch => Some(arch.multiprocessor().barriers_per_block));
                let fewer = min(stated.saturating_sub(1), or(most, 0));
                let last = max(fewer.saturating_sub(REACH), 1);
                return self.first(common, fewer, Step::Down(1), last);
            }
            _ => stated,
        };
        let fewest = self.fewest(argument);
        if fewest >= refused {
            return None;
        }
        let most = known!(self.edge(common, fewest, refused));
        let rounded = match argument {
            Argument::DynamicSharedMemory | Argument::StaticSharedMemory => whole(most, UNIT),
            _ => most,
        };
        self.accept(common.with_number(if rounded < fewest { most } else { rounded }))
    }

    /// Fewer of one argument together with fewer of another: the most of the one that any number of the other allows, and
    /// then the most of the other.
    pub(super) const fn fewer_of_both(&self, one: Argument, other: Argument) -> Option<Change> {
        let stated = saturate(or(self.configuration.integer(other), 0));
        // Less than a unit of shared memory is no help.
        let fewest = min(stated, max(UNIT, self.fewest(other)));
        let mut nearest = *self;
        nearest.configuration = self.configuration.with_integer(other, fewest as u64);
        let of_one = known!(nearest.fewer(one));
        nearest.configuration = of_one.apply(&self.configuration);
        match (of_one, known!(nearest.fewer(other))) {
            (Change::Integer(found, number), Change::Integer(others, others_number))
                if found as u8 == one as u8 && others as u8 == other as u8 =>
            {
                Some(Change::Both((one, number), (other, others_number)))
            }
            _ => None,
        }
    }

    /// The nearest demand for blocks from which accepted registers follow.
    pub(super) const fn demanded(&self, step: Step) -> Option<Change> {
        let demand = max(or(self.configuration.min_blocks, 1), 1);
        let (from, last) = match step {
            // More blocks than an SM has slots for leave no fewer registers.
            Step::Down(_) => (min(demand.saturating_sub(1), REACH), 1),
            _ => (demand.saturating_add(1), REACH),
        };
        self.first(Change::Integer(Argument::MinBlocks, 0), from, step, last)
    }

    /// Half of an extent of the tile, halved until it is accepted.
    pub(super) const fn half(&self, argument: Argument) -> Option<Change> {
        const EXTENT: u64 = Tile::MOST as u64;
        let half = match self.configuration.integer(argument) {
            Some(stated @ 1..=EXTENT) => saturate(stated) / 2,
            _ => 128,
        };
        self.first(Change::Integer(argument, 0), half, Step::Half, 1)
    }

    /// The least carve-out above the stated one that is accepted.
    pub(super) const fn more_carveout(&self) -> Option<Change> {
        let stated = known!(self.configuration.kernel.carveout);
        let carveout = Change::Integer(Argument::Carveout, 0);
        self.first(carveout, stated.saturating_add(1), Step::Up(1), 100)
    }

    /// The nearest smaller block that is accepted.
    pub(super) const fn smaller_block(&self) -> Option<Change> {
        self.smaller_than(self.configuration.kernel.block_dim)
    }

    /// The largest block below this one along the outermost axis that has more than one thread.
    pub(super) const fn smaller_than(&self, block: (u32, u32, u32)) -> Option<Change> {
        let (extent, step) = self.outermost(block);
        // No axis of a block that launches is longer.
        let extent = min(extent, self.configuration.most_threads().saturating_add(1));
        if extent <= step {
            return None;
        }
        let smaller = whole(extent.saturating_sub(1), step);
        self.first(Change::Threads(block), smaller, Step::Down(step), 1)
    }

    /// The nearest larger block that is accepted.
    pub(super) const fn larger_block(&self) -> Option<Change> {
        let block = self.configuration.kernel.block_dim;
        let (extent, step) = self.outermost(block);
        // An SM can hold more warps of larger blocks, but never more blocks.
        if matches!(self.rule, Rule::MinBlocks | Rule::ResidentCluster) {
            return None;
        }
        let larger = or(multiple(extent.saturating_add(1), step, true), u32::MAX);
        let (step, most) = (Step::Up(step), self.configuration.most_threads());
        self.first(Change::Threads(block), larger, step, most)
    }

    /// Twice the block, doubled until it is accepted.
    pub(super) const fn double_block(&self) -> Option<Change> {
        let block = self.configuration.kernel.block_dim;
        let twice = self.outermost(block).0.saturating_mul(2);
        let (block, most) = (Change::Threads(block), self.configuration.most_threads());
        self.first(block, twice, Step::Double, most)
    }

    /// The nearest number of items per thread that is accepted; of two, the larger.
    pub(super) const fn items_per_thread(&self) -> Option<Change> {
        let change = Change::Integer(Argument::ItemsPerThread, 0);
        // If the grid is too large, the search begins where it is small enough.
        let threads = self.configuration.kernel.threads_per_block();
        let most = threads.saturating_mul(self.configuration.most_blocks().0 as u64);
        let least = match self.configuration.grid {
            Some(Grid::Elements(elements)) if most > 0 => elements.div_ceil(most),
            _ => 1,
        };
        // Threads that work on an element together do not work on several each.
        if self.configuration.threads_per_item > 1 {
            return self.accept(change.with_number(1));
        }
        if least > MOST_ITEMS {
            return None;
        }
        let stated = self.configuration.items_per_thread;
        let start = max(max(saturate(least), stated), 1);
        let above = self.first(change, start, Step::Up(1), start.saturating_add(REACH));
        let nearer = match above {
            Some(Change::Integer(_, above)) => saturate(above).saturating_sub(start),
            _ => REACH.saturating_add(1),
        };
        let fewest = start.saturating_sub(nearer).saturating_add(1);
        match self.first(change, start.saturating_sub(1), Step::Down(1), fewest) {
            None => above,
            below => below,
        }
    }

    /// A device of the named compute capability, in place of it, if no other GPU of the list breaks the rule.
    pub(super) const fn device(&self) -> Option<Change> {
        let (first, others) = known!(self.configuration.broken_from(self.rule).split_first());
        let rest = self.configuration.with_archs(others);
        match (first, rest.broken_from(self.rule)) {
            (Arch::Multiprocessor(sm), []) => self.device_of(sm),
            _ => None,
        }
    }

    /// The first device of the tables with the compute capability of an SM on which the configuration keeps the rule and
    /// breaks no other.
    pub(super) const fn device_of(&self, sm: &Multiprocessor) -> Option<Change> {
        each!(Device::of(sm.vendor), |device| {
            let of_device = device.multiprocessor;
            if self.is_searching
                && of_device.major == sm.major
                && of_device.minor == sm.minor
                // The targets of AMD have names alone.
                && (sm.major > 0 || same(of_device.name.as_bytes(), sm.name.as_bytes()))
                && self.is_kept(self.configuration.broken_on(&Arch::Device(*device)))
            {
                return Some(Change::Device(*device));
            }
        });
        None
    }

    /// The cluster, or one block if there is none.
    pub(super) const fn cluster(&self) -> (u32, u32, u32) {
        let (x, y, z) = or(self.configuration.kernel.cluster_dim, (1, 1, 1));
        (max(x, 1), max(y, 1), max(z, 1))
    }

    /// The extent of the outermost axis with more than one thread, and the step in which a search changes it.
    const fn outermost(&self, (x, y, z): (u32, u32, u32)) -> (u32, u32) {
        if z > 1 {
            (z, 1)
        } else if y > 1 {
            (y, 1)
        } else if self.takes_partial() {
            (x, self.configuration.narrowest_warp())
        } else {
            (x, self.configuration.widest_warp())
        }
    }
}
