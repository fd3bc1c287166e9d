//! Values that keep a broken rule: each is found by search and accepted only when the whole
//! configuration, so changed, breaks neither that rule nor a new one.

use crate::gpu::{Arch, ComputeCapability, Device, MAX_GRID_DIM, WARP_SIZE};
use crate::kernel::{Carveout, Change, Configuration, Grid, product, wide};
use crate::model::{Occupancy, max_cluster_size};
use crate::rules::{Rule, Violations};
use crate::search::between;
use crate::text::{Ratio, lower};

/// Up to four changes, the most useful first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    changes: [Change; 4],
    len: usize,
}

impl Advice {
    const NONE: Self = Self {
        changes: [Change::AllowPartialWarp; 4],
        len: 0,
    };

    /// The changes.
    pub const fn as_slice(&self) -> &[Change] {
        self.changes.split_at(self.len).0
    }

    /// The changes, or the one where there are none.
    const fn or(self, change: Option<Change>) -> Self {
        if self.len == 0 {
            self.with(change)
        } else {
            self
        }
    }

    const fn with(mut self, change: Option<Change>) -> Self {
        if let Some(change) = change
            && let Some((_, [place, ..])) = self.changes.split_at_mut_checked(self.len)
        {
            *place = change;
            self.len = self.len.saturating_add(1);
        }
        self
    }
}

/// Fewer registers than this are not advised: no compiler keeps a useful kernel in them.
const LEAST_ADVISED_REGISTERS: u32 = 16;

/// A budget to begin with, where none is stated.
const COMMON_REGISTERS: u32 = 64;

/// Grids and items per thread this far away are tried.
const REACH: u32 = 64;

/// More elements a thread than these are not advised.
const MOST_ITEMS: u64 = 4096;

/// The values that keep `rule`, which `configuration` breaks.
pub const fn advice(configuration: &Configuration<'_>, rule: Rule) -> Advice {
    let search = Search {
        configuration,
        rule,
        before: configuration.check(),
    };
    let kernel = &configuration.kernel;
    let none = Advice::NONE;
    match rule {
        Rule::EmptyBlock | Rule::BlockDimension | Rule::ThreadsPerBlock => {
            none.with(search.legal_threads())
        }
        Rule::PartialWarp => none
            .with(search.threads_below())
            .with(search.wider_block())
            .with(search.accept(Change::AllowPartialWarp)),
        Rule::RegistersPerThread => none.with(search.registers()),
        Rule::RegisterFile => none.with(search.registers()).with(search.threads_below()),
        Rule::StaticSharedMemory => {
            let total = kernel.shared_memory();
            let moved = saturate(total);
            none.with(search.accept(Change::DynamicInsteadOfStatic(moved)))
                .with(search.static_shared_memory())
        }
        Rule::SharedMemory => none
            .with(search.dynamic_shared_memory())
            .with(search.static_shared_memory()),
        Rule::Barriers => none.with(search.barriers()),
        Rule::Carveout => none.with(search.accept(Change::Carveout(100))),
        Rule::GridDimension => match configuration.grid {
            Some(Grid::Elements(_)) => none
                .with(search.items_per_thread())
                .with(search.elements_of_one_launch()),
            _ => none
                .with(search.grid_within_limits())
                .with(search.fold_grid()),
        },
        Rule::EmptyGrid => match configuration.grid {
            Some(Grid::Blocks(dims)) => none.with(search.smallest_grid(dims)),
            _ => none.with(search.fewest_elements()),
        },
        Rule::ClusterUnsupported => none.with(search.accept(Change::NoCluster)),
        Rule::EmptyCluster => none
            .with(search.filled_cluster())
            .with(search.accept(Change::NoCluster)),
        Rule::ClusterSize => none
            .with(search.smaller_cluster())
            .or(search.accept(Change::NoCluster)),
        Rule::ResidentCluster => search
            .resident()
            .with(search.smaller_cluster())
            .or(search.accept(Change::NoCluster)),
        Rule::ClusterGrid => match configuration.grid {
            Some(Grid::Elements(_)) => none
                .with(search.elements_in_clusters())
                .with(search.items_per_thread())
                .with(search.smaller_cluster()),
            _ => none
                .with(search.grid_in_clusters(false))
                .with(search.grid_in_clusters(true))
                .with(search.smaller_cluster()),
        }
        .or(search.accept(Change::NoCluster)),
        Rule::ZeroItemsPerThread => none.with(search.items_per_thread()),
        _ if rule.concerns_compiled_kernel() => none.with(search.as_compiled()),
        _ => demanded(&search),
    }
}

/// The values that keep a rule about what is demanded.
const fn demanded(search: &Search<'_>) -> Advice {
    let configuration = search.configuration;
    let none = Advice::NONE;
    match search.rule {
        Rule::ZeroMinBlocks => none.with(search.accept(Change::MinBlocks(1))),
        Rule::MinBlocks => search.resident().with(search.min_blocks_that_fit()),
        Rule::MinOccupancy => search
            .resident()
            .with(search.occupancy_reached())
            .or(search.accept(Change::NoMinOccupancy)),
        Rule::ZeroMinOccupancy => none
            .with(search.occupancy_reached())
            .with(search.accept(Change::NoMinOccupancy)),
        Rule::MinOccupancyOverOne => {
            match search.accept(Change::MinOccupancy(percent_of(
                configuration.min_occupancy,
            ))) {
                Some(meant) => none.with(Some(meant)),
                None => none.with(search.occupancy_reached()),
            }
        }
        Rule::TailEfficiency => match configuration.grid {
            Some(Grid::Blocks(_)) => none.with(search.grid_below()).with(search.grid_above()),
            _ => none
                .with(search.items_per_thread())
                .with(search.threads_below()),
        }
        .with(search.efficiency_reached())
        .or(search.accept(Change::NoTailEfficiency)),
        Rule::ZeroTailEfficiency => none
            .with(search.efficiency_reached())
            .with(search.accept(Change::NoTailEfficiency)),
        Rule::TailEfficiencyOverOne => {
            match search.accept(Change::TailEfficiency(percent_of(
                configuration.tail_efficiency,
            ))) {
                Some(meant) => none.with(Some(meant)),
                None => none.with(search.efficiency_reached()),
            }
        }
        Rule::TailWithoutGrid => none
            .with(search.one_wave())
            .with(search.accept(Change::NoTailEfficiency)),
        Rule::TailWithoutDevice => none
            .with(search.device())
            .with(search.accept(Change::NoTailEfficiency)),
        // No argument states virtual resources, and nothing can be said of no GPU.
        _ => none,
    }
}

/// The changes that make one more block resident on `arch`, the nearest value of each resource.
///
/// ```
/// use occupancy_core::{Arch, Change, Configuration, Kernel, next_block};
///
/// let archs = [Arch::find("h100").unwrap()];
/// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
/// // Four blocks are resident; 48 registers make it five.
/// assert_eq!(next_block(&configuration, 0).as_slice()[0], Change::Registers(48));
/// ```
pub const fn next_block(configuration: &Configuration<'_>, arch: usize) -> Advice {
    let Some((_, [arch, ..])) = configuration.archs.split_at_checked(arch) else {
        return Advice::NONE;
    };
    let arch = [*arch];
    // A carve-out that is refused comes first.
    if configuration.breaks(Rule::Carveout, &arch[0]) {
        return Advice::NONE;
    }
    let resident = match configuration.launched(&arch[0]) {
        Some(occupancy) => occupancy.blocks_per_sm,
        None => return Advice::NONE,
    };
    let one_more = Configuration::new(&arch, configuration.kernel)
        .with_partial_warp_allowed(configuration.partial_warp_allowed)
        .with_min_blocks(resident.saturating_add(1));
    Search {
        configuration: &one_more,
        rule: Rule::MinBlocks,
        before: one_more.check(),
    }
    .resident()
}

/// The largest portable cluster within the stated one.
pub(crate) const fn portable_cluster(configuration: &Configuration<'_>) -> Option<Change> {
    Search {
        configuration,
        rule: Rule::ClusterSize,
        before: configuration.check(),
    }
    .smaller_cluster()
}

const fn change_to(change: Change, number: Option<u32>) -> Option<Change> {
    match number {
        Some(number) => Some(change.with_number(number)),
        None => None,
    }
}

struct Search<'a> {
    configuration: &'a Configuration<'a>,
    rule: Rule,
    before: Violations,
}

impl Search<'_> {
    /// The change, if the configuration that it makes keeps the rule and breaks no other.
    const fn accept(&self, change: Change) -> Option<Change> {
        let after = change.apply(self.configuration).check();
        if after.contains(self.rule) || !after.within(&self.before) {
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

    const fn accepts(&self, change: Change) -> bool {
        self.accept(change).is_some()
    }

    /// What the code has, where it is not what is declared: the first of what the GPUs run.
    const fn as_compiled(&self) -> Option<Change> {
        let configuration = self.configuration;
        let mut left = configuration.archs;
        while let [arch, others @ ..] = left {
            left = others;
            let Some(code) = configuration.compiled_on(arch) else {
                continue;
            };
            let change = match self.rule {
                Rule::CompiledRegisters => change_to(Change::Registers(0), code.registers),
                Rule::CompiledStaticSharedMemory => {
                    change_to(Change::StaticSharedMemory(0), code.static_shared_memory)
                }
                Rule::CompiledBarriers => change_to(Change::Barriers(0), code.barriers),
                Rule::CompiledMaxBlock => match code.max_block {
                    Some(block) => Some(Change::Threads(block)),
                    None => None,
                },
                Rule::CompiledRequiredBlock => match code.required_block {
                    Some(block) => Some(Change::Threads(block)),
                    None => None,
                },
                Rule::CompiledCluster => match code.cluster_dim {
                    Some(cluster) => Some(Change::Cluster(cluster)),
                    None => Some(Change::NoCluster),
                },
                // No argument changes what a file is for.
                _ => None,
            };
            if let Some(change) = change
                && self.accepts(change)
            {
                return Some(change);
            }
        }
        None
    }

    /// What keeps more blocks or warps resident.
    const fn resident(&self) -> Advice {
        let single = Advice::NONE
            .with(self.registers())
            .with(self.dynamic_shared_memory())
            .with(self.static_shared_memory())
            .with(self.threads_below())
            .with(self.threads_above_for_occupancy())
            .with(self.barriers())
            .with(self.carveout());
        // The last place is left for the demand itself.
        let mut advice = Advice::NONE;
        let mut left = single.as_slice();
        while let [change, others @ ..] = left
            && advice.len < 3
        {
            advice = advice.with(Some(*change));
            left = others;
        }
        if advice.len == 0 {
            advice.with(self.registers_and_shared_memory())
        } else {
            advice
        }
    }

    /// The most registers below the stated count: fewer are never worse.
    const fn registers(&self) -> Option<Change> {
        let stated = self.configuration.kernel.registers_per_thread;
        if stated == 0 && self.accepts(Change::Registers(COMMON_REGISTERS)) {
            return Some(Change::Registers(COMMON_REGISTERS));
        }
        let refused = if stated == 0 { 256 } else { least(stated, 256) };
        let kept = Change::Registers(LEAST_ADVISED_REGISTERS);
        if LEAST_ADVISED_REGISTERS >= refused || !self.accepts(kept) {
            return None;
        }
        Some(kept.with_number(self.most(kept, LEAST_ADVISED_REGISTERS, refused)))
    }

    /// The most that `change` is accepted with, from `kept`, which is, to `refused`, which is not: the
    /// edge is bisected.
    const fn most(&self, change: Change, mut kept: u32, mut refused: u32) -> u32 {
        while let Some(middle) = between(kept, refused) {
            if self.accepts(change.with_number(middle)) {
                kept = middle;
            } else {
                refused = middle;
            }
        }
        kept
    }

    const fn dynamic_shared_memory(&self) -> Option<Change> {
        let stated = self.configuration.kernel.dynamic_shared_memory;
        self.most_bytes(Change::DynamicSharedMemory(0), stated)
    }

    const fn static_shared_memory(&self) -> Option<Change> {
        let stated = self.configuration.kernel.static_shared_memory;
        self.most_bytes(Change::StaticSharedMemory(0), stated)
    }

    /// The most bytes below `stated` that are accepted, from `none` on: less is never worse.
    const fn most_bytes(&self, none: Change, stated: u32) -> Option<Change> {
        if stated == 0 || !self.accepts(none) {
            return None;
        }
        let most = self.most(none, 0, stated);
        // Whole 16-byte units are what code declares, where that loses next to nothing.
        let even = most & !15;
        self.accept(none.with_number(if even > 0 { even } else { most }))
    }

    const fn registers_and_shared_memory(&self) -> Option<Change> {
        let kernel = &self.configuration.kernel;
        if kernel.dynamic_shared_memory <= 16 {
            return None;
        }
        let mut registers = least(kernel.registers_per_thread, 256);
        while registers > LEAST_ADVISED_REGISTERS {
            registers = registers.saturating_sub(1);
            let change = Change::RegistersAndDynamicSharedMemory(registers, 16);
            if self.accepts(change) {
                let most = self.most(change, 16, kernel.dynamic_shared_memory);
                return self.accept(change.with_number(most & !15));
            }
        }
        None
    }

    /// The nearest smaller block.
    const fn threads_below(&self) -> Option<Change> {
        self.smaller_block(self.configuration.kernel.block_dim)
    }

    /// The largest block below `(x, y, z)` along the outermost axis that has more than one thread.
    const fn smaller_block(&self, (x, y, z): (u32, u32, u32)) -> Option<Change> {
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

    /// The nearest larger block, along the same axis.
    const fn threads_above(&self) -> Option<Change> {
        let (x, y, z) = self.configuration.kernel.block_dim;
        let (mut extent, step) = outermost(x, y, z);
        while extent < 1024 {
            extent = match extent.saturating_add(1).checked_next_multiple_of(step) {
                Some(extent) => extent,
                None => return None,
            };
            let change = Change::Threads(resized(x, y, z, extent));
            if self.accepts(change) {
                return Some(change);
            }
        }
        None
    }

    /// The nearest block that is wider in x.
    const fn wider_block(&self) -> Option<Change> {
        let (x, y, z) = self.configuration.kernel.block_dim;
        let mut wider = x;
        while wider < 1024 {
            wider = wider.saturating_add(1);
            if self.accepts(Change::Threads((wider, y, z))) {
                return Some(Change::Threads((wider, y, z)));
            }
        }
        None
    }

    /// A larger block can hold more warps, but never more blocks.
    const fn threads_above_for_occupancy(&self) -> Option<Change> {
        if matches!(self.rule, Rule::MinOccupancy) {
            self.threads_above()
        } else {
            None
        }
    }

    const fn barriers(&self) -> Option<Change> {
        let mut barriers = self.configuration.kernel.barriers;
        if barriers > 17 {
            barriers = 17;
        }
        while barriers > 1 {
            barriers = barriers.saturating_sub(1);
            if self.accepts(Change::Barriers(barriers)) {
                return Some(Change::Barriers(barriers));
            }
        }
        None
    }

    const fn carveout(&self) -> Option<Change> {
        match self.configuration.kernel.carveout {
            Carveout::Default => None,
            Carveout::Percent(stated) => {
                let mut percent = stated;
                while percent < 100 {
                    percent = percent.saturating_add(1);
                    if self.accepts(Change::Carveout(percent)) {
                        return Some(Change::Carveout(percent));
                    }
                }
                None
            }
        }
    }

    /// The fewest resident blocks over all archs.
    const fn min_blocks_that_fit(&self) -> Option<Change> {
        match self.least_occupancy() {
            Some((occupancy, _)) => self.accept(Change::MinBlocks(occupancy.blocks_per_sm)),
            None => None,
        }
    }

    const fn occupancy_reached(&self) -> Option<Change> {
        match self.least_occupancy() {
            Some((_, ratio)) => self.accept(Change::MinOccupancy(ratio.floor_to_four_digits())),
            None => None,
        }
    }

    const fn least_occupancy(&self) -> Option<(Occupancy, Ratio)> {
        let archs = self.configuration.archs;
        let mut least: Option<(Occupancy, Ratio)> = None;
        let mut left = archs;
        while let [arch, others @ ..] = left {
            if let Some(occupancy) = self.configuration.launched(arch) {
                least = Some(match least {
                    None => (occupancy, occupancy.ratio()),
                    Some((fewest, lowest)) => (
                        if occupancy.blocks_per_sm < fewest.blocks_per_sm {
                            occupancy
                        } else {
                            fewest
                        },
                        if occupancy.ratio().at_least(lowest) {
                            lowest
                        } else {
                            occupancy.ratio()
                        },
                    ),
                });
            }
            left = others;
        }
        least
    }

    const fn efficiency_reached(&self) -> Option<Change> {
        let archs = self.configuration.archs;
        let mut lowest = None;
        let mut left = archs;
        while let [arch, others @ ..] = left {
            if let Some(waves) = self.configuration.waves(arch) {
                lowest = Some(lower(lowest, waves.tail_efficiency()));
            }
            left = others;
        }
        match lowest {
            Some(lowest) => self.accept(Change::TailEfficiency(lowest.floor_to_four_digits())),
            None => None,
        }
    }

    const fn items_per_thread(&self) -> Option<Change> {
        let stated = self.configuration.items_per_thread;
        // For a grid that is too large, jump to what makes it small enough.
        let least = match self.configuration.grid {
            Some(Grid::Elements(elements)) => {
                let threads = self.configuration.kernel.threads_per_block();
                let most = threads.saturating_mul(MAX_GRID_DIM.0 as u64);
                if most == 0 {
                    1
                } else {
                    elements.div_ceil(most)
                }
            }
            _ => 1,
        };
        // A thread that works on more is no launch configuration any more.
        if least > MOST_ITEMS {
            return None;
        }
        let least = saturate(least);
        let start = if least > stated { least } else { stated };
        let mut distance = 0_u32;
        while distance <= REACH {
            let above = start.saturating_add(distance);
            if above != stated && self.accepts(Change::ItemsPerThread(above)) {
                return Some(Change::ItemsPerThread(above));
            }
            let below = start.saturating_sub(distance);
            if below > 0 && below != stated && self.accepts(Change::ItemsPerThread(below)) {
                return Some(Change::ItemsPerThread(below));
            }
            distance = distance.saturating_add(1);
        }
        None
    }

    /// The most blocks in x below the stated ones: the full waves below them on one of the archs,
    /// or what a few steps find.
    const fn grid_below(&self) -> Option<Change> {
        let Some(Grid::Blocks((x, y, z))) = self.configuration.grid else {
            return None;
        };
        let mut most = 0;
        let mut left = self.configuration.archs;
        while let [arch, others @ ..] = left {
            // A grid that has waves has blocks along y and z.
            if let Some(waves) = self.configuration.waves(arch)
                && let Some(in_x) = waves
                    .grid_blocks()
                    .saturating_sub(waves.last_wave_blocks())
                    .checked_div(wide(y, z))
            {
                let blocks = whole(saturate(in_x), self.cluster().0);
                if blocks > most && blocks < x && self.accepts(Change::Grid((blocks, y, z))) {
                    most = blocks;
                }
            }
            left = others;
        }
        if most > 0 {
            return Some(Change::Grid((most, y, z)));
        }
        let mut blocks = x;
        while blocks > 1 && x.saturating_sub(blocks) < REACH {
            blocks = blocks.saturating_sub(1);
            if self.accepts(Change::Grid((blocks, y, z))) {
                return Some(Change::Grid((blocks, y, z)));
            }
        }
        None
    }

    /// The fewest blocks in x above the stated ones that fill the last wave of every arch far
    /// enough: each arch in turn asks for what its last wave then lacks.
    const fn grid_above(&self) -> Option<Change> {
        let (Some(Grid::Blocks((x, y, z))), Some(asked)) =
            (self.configuration.grid, self.configuration.tail_efficiency)
        else {
            return None;
        };
        let mut blocks = x.saturating_add(1);
        let mut step = 0_u32;
        while step < REACH {
            let change = Change::Grid((blocks, y, z));
            if self.accepts(change) {
                return Some(change);
            }
            let changed = change.apply(self.configuration);
            // Where no arch lacks blocks, another rule does: a cluster, say.
            let mut next = blocks.saturating_add(1);
            let mut left = changed.archs;
            while let [arch, others @ ..] = left {
                if let Some(waves) = changed.waves(arch) {
                    // asked × waves × wave blocks, over what one block in x stands for.
                    let full = (waves.full_waves_above() as u128)
                        .saturating_mul(asked.numerator() as u128);
                    let each = (asked.denominator() as u128).saturating_mul(wide(y, z) as u128);
                    // A grid that has waves has blocks along y and z.
                    let lacking = if each == 0 { 0 } else { full.div_ceil(each) };
                    if lacking > next as u128 && lacking <= MAX_GRID_DIM.0 as u128 {
                        #[allow(clippy::cast_possible_truncation, reason = "checked just before")]
                        {
                            next = lacking as u32;
                        }
                    }
                }
                left = others;
            }
            blocks = next;
            step = step.saturating_add(1);
        }
        None
    }

    /// The elements that the largest grid holds.
    const fn elements_of_one_launch(&self) -> Option<Change> {
        let each = self.configuration.elements_per_block();
        let blocks = whole(MAX_GRID_DIM.0, self.cluster().0);
        self.accept(Change::Elements(each.saturating_mul(blocks as u64)))
    }

    /// The cluster, or one block where there is none.
    const fn cluster(&self) -> (u32, u32, u32) {
        match self.configuration.kernel.cluster_dim {
            Some((x, y, z)) => (at_least_one(x), at_least_one(y), at_least_one(z)),
            None => (1, 1, 1),
        }
    }

    /// One cluster, or one block, along each axis that has none.
    const fn smallest_grid(&self, (x, y, z): (u32, u32, u32)) -> Option<Change> {
        let (cluster_x, cluster_y, cluster_z) = self.cluster();
        self.accept(Change::Grid((
            if x == 0 { cluster_x } else { x },
            if y == 0 { cluster_y } else { y },
            if z == 0 { cluster_z } else { z },
        )))
    }

    /// One element, or as many as one cluster works on.
    const fn fewest_elements(&self) -> Option<Change> {
        if self.accepts(Change::Elements(1)) {
            return Some(Change::Elements(1));
        }
        let each = self.configuration.elements_per_block();
        self.accept(Change::Elements(
            each.saturating_mul(self.cluster().0 as u64),
        ))
    }

    /// The cluster with one block where it had none.
    const fn filled_cluster(&self) -> Option<Change> {
        match self.cluster() {
            // A cluster of one block is none.
            (1, 1, 1) => None,
            cluster => self.accept(Change::Cluster(cluster)),
        }
    }

    /// The largest cluster that passes, within the stated one along every axis, and portable where its
    /// size is what is wrong; for elements, which have a grid along x alone, all of the cluster along
    /// x before that.
    const fn smaller_cluster(&self) -> Option<Change> {
        let archs = self.configuration.archs;
        let (mut most, mut left) = (u32::MAX, archs);
        while let [arch, others @ ..] = left {
            most = least(
                most,
                match self.rule {
                    Rule::ClusterSize => arch.compute_capability().max_portable_cluster_size,
                    _ => max_cluster_size(arch),
                },
            );
            left = others;
        }
        let stated = saturate(self.configuration.kernel.blocks_per_cluster());
        let (x, y, z) = self.cluster();
        if matches!(self.configuration.grid, Some(Grid::Elements(_)))
            && x < stated
            && stated <= most
            && self.accepts(Change::Cluster((stated, 1, 1)))
        {
            return Some(Change::Cluster((stated, 1, 1)));
        }
        let mut blocks = least(most, stated.saturating_sub(1));
        // A table that a caller changed may allow any number.
        blocks = least(blocks, 64);
        while blocks > 1 {
            // As long along x as may be.
            let mut in_x = least(x, blocks);
            while in_x > 0 {
                let rest = factor(blocks, in_x);
                let mut in_y = match rest {
                    Some(rest) => least(y, rest),
                    None => 0,
                };
                while in_y > 0
                    && let Some(rest) = rest
                {
                    if let Some(in_z) = factor(rest, in_y) {
                        let change = Change::Cluster((in_x, in_y, in_z));
                        if in_z <= z && self.accepts(change) {
                            return Some(change);
                        }
                    }
                    in_y = in_y.saturating_sub(1);
                }
                in_x = in_x.saturating_sub(1);
            }
            blocks = blocks.saturating_sub(1);
        }
        None
    }

    /// The nearest grid of whole clusters: every axis cut, or every axis filled up, and more or
    /// fewer clusters along x where the tail asks for them.
    const fn grid_in_clusters(&self, above: bool) -> Option<Change> {
        let Some(Grid::Blocks((x, y, z))) = self.configuration.grid else {
            return None;
        };
        let (cluster_x, cluster_y, cluster_z) = self.cluster();
        let (max_x, max_y, max_z) = MAX_GRID_DIM;
        let (Some(start), Some(in_y), Some(in_z)) = (
            multiple(least(x, max_x), cluster_x, above),
            multiple(least(y, max_y), cluster_y, above),
            multiple(least(z, max_z), cluster_z, above),
        ) else {
            return None;
        };
        let mut in_x = start;
        while in_x <= max_x && in_x.abs_diff(start) <= REACH {
            let change = Change::Grid((in_x, in_y, in_z));
            if self.accepts(change) {
                return Some(change);
            }
            in_x = match if above {
                in_x.checked_add(cluster_x)
            } else {
                in_x.checked_sub(cluster_x)
            } {
                Some(0) | None => return None,
                Some(next) => next,
            };
        }
        None
    }

    /// The fewest elements above those stated that fill whole clusters.
    const fn elements_in_clusters(&self) -> Option<Change> {
        let Some(Ok(grid)) = self.configuration.grid_dim() else {
            return None;
        };
        let each = self.configuration.elements_per_block();
        let (stated, _, _) = grid.dims();
        let (cluster, _, _) = self.cluster();
        let Some(start) = multiple(stated, cluster, true) else {
            return None;
        };
        let mut blocks = start;
        while blocks.saturating_sub(start) <= REACH {
            let change = Change::Elements(each.saturating_mul(blocks as u64));
            if self.accepts(change) {
                return Some(change);
            }
            blocks = match blocks.checked_add(cluster) {
                Some(more) => more,
                None => return None,
            };
        }
        None
    }

    /// A grid that fills the first device once.
    const fn one_wave(&self) -> Option<Change> {
        let mut left = self.configuration.archs;
        while let [arch, others @ ..] = left {
            if let (Some(sm_count), Some(occupancy)) =
                (arch.sm_count(), self.configuration.launched(arch))
            {
                let blocks = wide(sm_count, occupancy.blocks_per_sm);
                return self.accept(Change::Grid((saturate(blocks), 1, 1)));
            }
            left = others;
        }
        None
    }

    /// As much of the grid as one launch takes.
    const fn grid_within_limits(&self) -> Option<Change> {
        let Some(Grid::Blocks((x, y, z))) = self.configuration.grid else {
            return None;
        };
        let (max_x, max_y, max_z) = MAX_GRID_DIM;
        let (cluster_x, cluster_y, cluster_z) = self.cluster();
        self.accept(Change::Grid((
            if x >= max_x {
                whole(max_x, cluster_x)
            } else {
                x
            },
            if y >= max_y {
                whole(max_y, cluster_y)
            } else {
                y
            },
            if z >= max_z {
                whole(max_z, cluster_z)
            } else {
                z
            },
        )))
    }

    /// The same blocks with the longest axis as x, or all of them along x.
    const fn fold_grid(&self) -> Option<Change> {
        let Some(Grid::Blocks((x, y, z))) = self.configuration.grid else {
            return None;
        };
        let turned = if y >= z { (y, x, z) } else { (z, y, x) };
        if self.accepts(Change::Grid(turned)) {
            return Some(Change::Grid(turned));
        }
        let blocks = product((x, y, z));
        self.accept(Change::Grid((saturate(blocks), 1, 1)))
    }

    /// A device of the one compute capability that was named without an SM count.
    const fn device(&self) -> Option<Change> {
        let mut named: Option<&ComputeCapability> = None;
        let mut left = self.configuration.archs;
        while let [arch, others @ ..] = left {
            if let Arch::ComputeCapability(cc) = *arch {
                if named.is_some() {
                    return None;
                }
                named = Some(cc);
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
                if after.check().within(&self.before) {
                    return Some(Change::Device(device));
                }
            }
            left = others;
        }
        None
    }

    /// A block that can launch, as near as may be, or the nearest smaller one that passes.
    const fn legal_threads(&self) -> Option<Change> {
        let legal = legal_block(self.configuration);
        if self.accepts(Change::Threads(legal)) {
            return Some(Change::Threads(legal));
        }
        match self.smaller_block(legal) {
            Some(change) => Some(change),
            None => self.smaller_block((1024, 1, 1)),
        }
    }
}

/// A block that can launch, as near as may be: dimensions within their limits, the longest cut to
/// 1,024 threads, whole warps.
#[allow(
    clippy::arithmetic_side_effects,
    reason = "no factor is zero, and none of the products is over 1024 × 1024 × 64"
)]
const fn legal_block(configuration: &Configuration<'_>) -> (u32, u32, u32) {
    let (x, y, z) = configuration.kernel.block_dim;
    // The limits are the same on every compute capability.
    let (mut x, mut y, mut z) = (
        least(at_least_one(x), 1024),
        least(at_least_one(y), 1024),
        least(at_least_one(z), 64),
    );
    while x * y * z > 1024 {
        if x >= y && x >= z {
            x = at_least_one(1024 / (y * z));
        } else if y >= z {
            y = at_least_one(1024 / (x * z));
        } else {
            z = at_least_one(1024 / (x * y));
        }
    }
    if (x * y * z).is_multiple_of(WARP_SIZE) {
        return (x, y, z);
    }
    // Whole warps along x, where the other axes leave room for them.
    let whole = x.div_ceil(WARP_SIZE) * WARP_SIZE;
    if whole * y * z <= 1024 {
        (whole, y, z)
    } else {
        (1024 / WARP_SIZE, WARP_SIZE, 1)
    }
}

/// The extent of the outermost axis with more than one thread, and the step to try it in.
const fn outermost(x: u32, y: u32, z: u32) -> (u32, u32) {
    if z > 1 {
        (z, 1)
    } else if y > 1 {
        (y, 1)
    } else {
        (x, WARP_SIZE)
    }
}

const fn resized(x: u32, y: u32, z: u32, extent: u32) -> (u32, u32, u32) {
    if z > 1 {
        (x, y, extent)
    } else if y > 1 {
        (x, extent, z)
    } else {
        (extent, y, z)
    }
}

/// What a demand over all was meant as: 50 as 50 %, but 1.5 as nothing else.
const fn percent_of(asked: Option<Ratio>) -> Ratio {
    match asked {
        Some(asked) if asked.denominator() == 1 => Ratio::of(asked.numerator(), 100),
        _ => Ratio::ONE,
    }
}

/// The number, or the most that 32 bits hold.
#[allow(clippy::cast_possible_truncation, reason = "checked just before")]
const fn saturate(number: u64) -> u32 {
    if number > u32::MAX as u64 {
        u32::MAX
    } else {
        number as u32
    }
}

const fn least(a: u32, b: u32) -> u32 {
    if a < b { a } else { b }
}

/// As much of `blocks` as is whole clusters; all of it, where that is less than one.
const fn whole(blocks: u32, cluster: u32) -> u32 {
    match multiple(blocks, cluster, false) {
        Some(whole) => whole,
        None => blocks,
    }
}

/// The nearest multiple of `cluster`, which is not zero, from `blocks` on up or down; none of zero.
const fn multiple(blocks: u32, cluster: u32, above: bool) -> Option<u32> {
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

/// `whole / part`, where that is a whole number.
const fn factor(whole: u32, part: u32) -> Option<u32> {
    if whole.is_multiple_of(part) {
        whole.checked_div(part)
    } else {
        None
    }
}

const fn at_least_one(number: u32) -> u32 {
    if number == 0 { 1 } else { number }
}
