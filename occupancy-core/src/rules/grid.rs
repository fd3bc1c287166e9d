//! The grid: its blocks along each axis, the elements that they work on, and the tail efficiency of its last wave.

use super::residency::is_possible;
use super::review::{Nearest, REACH, Review, Rule, Step, Value, Wording, names};
use crate::gpu::{MAX_GRID_DIM, Vendor};
use crate::kernel::{
    Argument, Axis, Change, Configuration, Grid, GridError, of_gpus, saturate, wide,
};
use crate::model::{Occupancy, Waves};
use crate::numbers::{min, or, whole};
use crate::text::Ratio;

pub(super) const fn rules(r: &mut Review<'_, '_>) {
    blocks(r);
    if r.configuration.cooperative {
        cooperative(r);
    }
    tail(r);
}

const fn blocks(r: &mut Review<'_, '_>) {
    let configuration = r.configuration;
    let works_on_none = configuration.items_per_thread == 0;
    if let Some(w) = r.note_if(Rule::ZeroItemsPerThread, works_on_none) {
        w.head("`items_per_thread = 0`: each thread works on at least 1 element");
        w.help(w.nearest.items_per_thread(), " passes");
        w.help_at_once();
    }
    threads_per_item(r);
    let Some(grid) = configuration.stated_grid() else {
        return;
    };
    let is_empty = matches!(
        grid,
        Grid::Blocks((0, _, _) | (_, 0, _) | (_, _, 0)) | Grid::Elements(0)
    );
    if let Some(w) = r.note_if(Rule::EmptyGrid, is_empty) {
        w.head("the grid has no blocks: there is nothing to launch");
        w.help(w.nearest.smallest_grid(grid), " passes");
    }
    let Some(Err(
        GridError::Dimension { axis, blocks } | GridError::Workgroups { axis, blocks, .. },
    )) = configuration.grid_dim()
    else {
        return;
    };
    let is_of_amd = matches!(r.on_gpu.sm.vendor, Vendor::Amd);
    let is_over_all = blocks > axis.of(MAX_GRID_DIM) as u64;
    let (rule, limit) = if is_over_all {
        (Rule::GridDimension, " cannot launch: at most {most}")
    } else {
        let limit = " cannot launch on {gpu}: at most {most} of {extent:thread}";
        (Rule::GridThreads, limit)
    };
    if let Some(w) = r.note_if(rule, is_over_all || is_of_amd) {
        let most = configuration.most_blocks();
        names!(w, grid_blocks: blocks, most: axis.of(most));
        names!(w, extent: axis.of(configuration.kernel.block_dim));
        w.name("axis", Value::Text(axis.name()));
        w.head("a grid of {grid_blocks} blocks");
        w.head(along(configuration, axis));
        w.head(limit);
        if let Grid::Blocks(dims) = grid {
            let within = w.nearest.grid_within_limits(dims);
            w.help(within, " is the most in one launch");
            // The same blocks, with the longer of y and z as x.
            let (x, y, z) = dims;
            let folded = if y >= z { (y, x, z) } else { (z, y, x) };
            let effect = " launches, if the kernel takes its axes this way";
            w.help_to(Change::Grid(folded), effect);
            if let (Some(tile), Some((m, n, _))) =
                (configuration.tile, configuration.extents(Argument::Problem))
            {
                let rows = min(m, most.1.saturating_mul(tile.m));
                let part = (rows, min(n, most.0.saturating_mul(tile.n)));
                w.help_to(Change::Problem(part), " is the most in one launch");
            }
        } else {
            w.help(w.nearest.items_per_thread(), " passes");
            let blocks = whole(most.0, w.nearest.cluster().0);
            w.help(w.nearest.elements_of(blocks), " is the most in one launch");
        }
        w.help_at_once();
    }
}

const fn threads_per_item(r: &mut Review<'_, '_>) {
    let configuration = r.configuration;
    let (threads, each) = (r.on_gpu.threads, configuration.threads_per_item);
    let is_whole = each > 0 && threads.is_multiple_of(each as u64);
    if let Some(w) = r.note_if(Rule::ThreadsPerItem, !is_whole) {
        w.head(match each {
            0 => "`threads_per_item = 0`: at least 1 thread works on each element",
            _ => "a block of {threads:thread} is no multiple of the {threads_per_item} that work on each element",
        });
        let below = match each {
            0 => configuration.narrowest_warp(),
            _ => min(each.saturating_sub(1), configuration.most_threads()),
        };
        let fewer = Change::Integer(Argument::ThreadsPerItem, 0);
        let fewer = w.nearest.first(fewer, below, Step::Down(1), 1);
        w.help(fewer, " passes");
        w.help(w.nearest.larger_block(), " passes");
    }
}

/// Words for the origin of the blocks along an axis, which the rule names: elements, tiles of a product, or neither.
pub(super) const fn along(configuration: &Configuration<'_>, axis: Axis) -> &'static str {
    match (configuration.grid, axis) {
        (Some(Grid::Elements(_)), Axis::X) => {
            ", for {elements:element} at {elements_per_block} per block,"
        }
        (None, _) => " in {axis}, one for each tile,",
        _ => " in {axis}",
    }
}

const fn cooperative(r: &mut Review<'_, '_>) {
    let (configuration, arch) = (r.configuration, r.on_gpu.arch);
    let is_unknown = configuration.sm_count(arch).is_none();
    if let Some(w) = r.note_if(Rule::CooperativeWithoutDevice, is_unknown) {
        w.head("`cooperative` needs a GPU with a known number of SMs, which {gpu} does not have");
        w.help(w.nearest.device(), " has {device_sms:SM}");
    }
    if let Some(Ok(grid)) = configuration.counted_grid()
        && let Some((_, most)) = configuration.held_at_once(arch)
        && grid.blocks() > most
        && let Some(w) = r.note(Rule::CooperativeGrid)
    {
        names!(w, grid_blocks: grid.blocks(), most: most);
        w.head("a cooperative grid of {grid_blocks:block}");
        if let Some(Grid::Elements(_)) = configuration.grid {
            w.head(along(configuration, Axis::X));
        }
        w.head(" is not resident on {gpu} at once: its {sm_count:SM} {sm_count?holds|hold} {most}");
        if configuration.kernel.cluster_dim.is_some() {
            w.head(", in whole clusters");
        }
        w.limits();
        w.figure("{most:block} at once");
        w.help_at_once();
        w.help_resident(" makes it resident");
    }
}

const fn tail(r: &mut Review<'_, '_>) {
    let (configuration, on_gpu) = (r.configuration, r.on_gpu);
    let Some(demand) = configuration.tail_efficiency else {
        return;
    };
    let is_possible = is_possible(r, Argument::TailEfficiency, demand);
    // A product that is refused states a grid, too.
    let has_none =
        configuration.grid.is_none() && configuration.extents(Argument::Problem).is_none();
    if let Some(w) = r.note_if(Rule::TailWithoutGrid, has_none) {
        w.head("`tail_efficiency` needs a grid: state `grid` or `elements` too");
        w.help(w.nearest.one_wave(), " is one full wave");
        w.help_to(Change::Without(Argument::TailEfficiency), "");
    }
    let is_broken = configuration.sm_count(on_gpu.arch).is_none();
    if let Some(w) = r.note_if(Rule::TailWithoutDevice, is_broken) {
        w.head(
            "`tail_efficiency` needs a GPU with a known number of SMs, which {gpu} does not have",
        );
        w.help(w.nearest.device(), " has {device_sms:SM}");
        w.help_to(Change::Without(Argument::TailEfficiency), "");
    }
    if is_possible
        && let Some(occupancy) = &on_gpu.launched
        && let Some(waves) = configuration.waves_with(on_gpu.arch, occupancy)
        && !waves.tail_efficiency().at_least(demand)
        && let Some(w) = r.note(Rule::TailEfficiency)
    {
        name_waves(w, waves);
        w.head("tail efficiency on {gpu} is {tail~tail_efficiency}, below the {tail_efficiency~tail} asked for: the \
            last wave holds {last} of {wave:block}");
        // A round is a letter longer than a wave.
        let of_amd = matches!(on_gpu.sm.vendor, Vendor::Amd);
        w.name("gap", Value::Text(if of_amd { " " } else { "" }));
        w.detail("\n\n    grid       {gap}{grid_blocks:block}");
        if let Some(Grid::Elements(_)) = configuration.grid {
            w.detail(" for {elements:element}, {elements_per_block} per block");
        }
        w.detail("\n    wave       {wave:block}: {blocks} on each of {sm_count:SM}\n    waves      {waves}\n    \
            last wave  {last:block}, {utilization} of a wave");
        w.figure("{tail}, the last wave holds {last} of {wave:block}");
        if let Some(Grid::Blocks(dims)) = configuration.grid {
            w.help(w.nearest.grid_below(dims), " reaches {efficiency}");
            w.help(w.nearest.grid_above(dims, demand), " reaches {efficiency}");
        } else if let Argument::Problem = configuration.grid_argument() {
            w.half(Argument::TileRows, " reaches {efficiency}");
            w.half(Argument::TileColumns, " reaches {efficiency}");
        } else {
            w.help(w.nearest.items_per_thread(), " reaches {efficiency}");
            w.help(w.nearest.smaller_block(), " reaches {efficiency}");
        }
        w.help(w.nearest.reached(Argument::TailEfficiency), " is reached");
    }
}

const fn name_waves(w: &mut Wording<'_>, waves: Waves) {
    w.name("tail", Value::Ratio(waves.tail_efficiency()));
    w.name("utilization", Value::Ratio(waves.last_wave_utilization()));
    names!(w, grid_blocks: waves.grid_blocks(), waves: waves.count());
    names!(w, wave: waves.blocks_per_wave(), last: waves.last_wave_blocks());
}

pub(super) const fn warnings(r: &mut Review<'_, '_>, occupancy: &Occupancy) {
    let configuration = r.configuration;
    if configuration.cooperative {
        cooperative_clusters(r);
    }
    if !r.looks_for(Rule::LastWave) && !r.looks_for(Rule::IdleSms)
        || configuration.stated_grid().is_none()
    {
        return;
    }
    let Some(waves) = configuration.waves_with(r.on_gpu.arch, occupancy) else {
        return;
    };
    let (blocks, above) = (waves.grid_blocks(), waves.full_waves_above());
    // Without a full wave below it, the last wave is the only one.
    if let Some(below) = waves.full_waves_below()
        && configuration.tail_efficiency.is_none()
        && !waves.last_wave_utilization().at_least(Ratio::of(1, 2))
        && !waves.tail_efficiency().at_least(Ratio::of(9, 10))
        && let Some(w) = r.note(Rule::LastWave)
    {
        name_waves(w, waves);
        names!(w, below: below, above: above);
        w.head("the last of {waves:wave} on {gpu} holds {last} of {wave:block}: tail efficiency {tail}");
        let takes_below = takes_blocks(configuration, below);
        w.also = match (takes_below, takes_blocks(configuration, above)) {
            (true, true) => "full waves are {below} or {above:block}",
            (true, false) => "full waves are {below:block}",
            (false, true) => "full waves are {above:block}",
            (false, false) => "",
        };
    }
    if let Some(sm_count) = configuration.sm_count(r.on_gpu.arch)
        && blocks < sm_count as u64
        && let Some(w) = r.note(Rule::IdleSms)
    {
        names!(w, grid_blocks: blocks, idle: (sm_count as u64).saturating_sub(blocks));
        w.head("the grid of {grid_blocks:block} leaves {idle} of the {sm_count:SM} of {gpu} without work");
    }
}

const fn cooperative_clusters(r: &mut Review<'_, '_>) {
    let (configuration, arch) = (r.configuration, r.on_gpu.arch);
    if let Some(Ok(grid)) = configuration.counted_grid()
        && let Some((least, most)) = configuration.held_at_once(arch)
        && grid.blocks() > least
        && let Some(w) = r.note(Rule::CooperativeClusters)
    {
        names!(w, grid_blocks: grid.blocks(), least: least, most: most);
        w.head("a cooperative grid of {grid_blocks:block} in clusters of {cluster} may not be resident on {gpu} at once: it holds ");
        w.head(match least {
            0 => "at most {most}, and its GPCs are not published",
            _ => "{least} to {most}, by how its SMs are spread over its GPCs",
        });
        w.help_at_once();
        w.also = "`cudaOccupancyMaxActiveClusters` has the number of clusters on the GPU";
    }
}

/// Returns `true` if a grid of so many blocks passes: with the stated extents in y and z, or with all blocks along x.
const fn takes_blocks(configuration: &Configuration<'_>, blocks: u64) -> bool {
    let (y, z) = match configuration.grid {
        Some(Grid::Blocks((_, y, z))) => (y, z),
        _ => (1, 1),
    };
    let plane = wide(y, z);
    let dims = match (blocks.checked_div(plane), blocks.checked_rem(plane)) {
        (Some(x), Some(0)) => (saturate(x), y, z),
        _ => (saturate(blocks), 1, 1),
    };
    configuration.takes(Change::Grid(dims))
}

impl Wording<'_> {
    /// Offers grids that are certainly resident at once, or that can be, if that is demanded.
    const fn help_at_once(&mut self) {
        let configuration = self.nearest.configuration;
        let Some(held) = of_gpus!(configuration, <, arch:
            (true, Some((least, most))) = (configuration.cooperative, configuration.held_at_once(arch))
            => if least > 0 { least } else { most })
        else {
            return;
        };
        let (x, y, z) = self.nearest.cluster();
        match configuration.stated_grid() {
            Some(Grid::Elements(elements)) => {
                let threads = configuration.kernel.threads_per_block();
                if let Some(all @ 1..) = threads.checked_mul(held) {
                    let items = elements.div_ceil(all);
                    self.set(Argument::ItemsPerThread, items, " is resident");
                }
                let most = self.nearest.elements_of(whole(saturate(held), x));
                self.help(most, " is resident");
            }
            Some(Grid::Blocks((_, in_y, in_z))) => {
                let in_x = saturate(or(held.checked_div(wide(in_y, in_z)), 0));
                let most = Change::Grid((whole(in_x, x), in_y, in_z));
                self.help_to(most, " is resident");
                let in_x = saturate(or(held.checked_div(wide(y, z)), 0));
                let row = Change::Grid((whole(in_x, x), y, z));
                self.or_help_to(row, " is resident");
            }
            None => {}
        }
    }
}

impl Nearest<'_> {
    /// The elements that so many blocks work on.
    pub(super) const fn elements_of(&self, blocks: u32) -> Option<Change> {
        let each = self.configuration.elements_per_block();
        let elements = each.saturating_mul(blocks as u64);
        self.accept(Change::Integer(Argument::Elements, elements))
    }

    /// A grid of one cluster, or one block, along each axis that has none; or one element, or the elements of a cluster.
    const fn smallest_grid(&self, grid: Grid) -> Option<Change> {
        let (cluster_x, cluster_y, cluster_z) = self.cluster();
        match grid {
            Grid::Blocks((x, y, z)) => self.accept(Change::Grid((
                if x == 0 { cluster_x } else { x },
                if y == 0 { cluster_y } else { y },
                if z == 0 { cluster_z } else { z },
            ))),
            Grid::Elements(_) => match self.accept(Change::Integer(Argument::Elements, 1)) {
                None => self.elements_of(cluster_x),
                one => one,
            },
        }
    }

    /// The largest part of the grid that one launch takes, in whole clusters.
    const fn grid_within_limits(&self, (x, y, z): (u32, u32, u32)) -> Option<Change> {
        let (max_x, max_y, max_z) = self.configuration.most_blocks();
        let (cluster_x, cluster_y, cluster_z) = self.cluster();
        self.accept(Change::Grid((
            whole(min(x, max_x), cluster_x),
            whole(min(y, max_y), cluster_y),
            whole(min(z, max_z), cluster_z),
        )))
    }

    /// The most blocks in x below the stated ones: those of full waves on one of the archs, or the nearest within a few
    /// steps.
    const fn grid_below(&self, (x, y, z): (u32, u32, u32)) -> Option<Change> {
        let grid = Change::Grid((x, y, z));
        let most = of_gpus!(self.configuration, >, arch: Some(waves) = self.configuration.waves(arch) => {
            let full = waves.grid_blocks().saturating_sub(waves.last_wave_blocks());
            // A grid that has waves has blocks along y and z.
            let most = saturate(or(full.checked_div(wide(y, z)), 0));
            let in_x = whole(most, self.cluster().0);
            let is_accepted = 0 < in_x && in_x < x && self.accept(grid.with_number(in_x)).is_some();
            if is_accepted { in_x } else { 0 }
        });
        if let Some(most @ 1..) = most {
            return Some(grid.with_number(most));
        }
        let last = x.saturating_sub(REACH);
        self.first(grid, x.saturating_sub(1), Step::Down(1), last)
    }

    /// The fewest blocks in x above the stated ones that fill the last wave of every arch far enough. Each step adds the
    /// blocks that the last waves then lack.
    const fn grid_above(&self, (x, y, z): (u32, u32, u32), demand: Ratio) -> Option<Change> {
        if !self.is_searching {
            return None;
        }
        let (mut blocks, mut step) = (x.saturating_add(1), 0_u32);
        while step < REACH {
            let change = Change::Grid((blocks, y, z));
            if let Some(change) = self.accept(change) {
                return Some(change);
            }
            let changed = change.apply(&self.configuration);
            let lacking = of_gpus!(changed, >, arch: Some(waves) = changed.waves(arch) => {
                lacking(waves, demand, wide(y, z))
            });
            // If no arch lacks blocks, another rule wants more, such as that of whole clusters.
            blocks = match lacking {
                Some(lacking) if lacking > blocks => lacking,
                _ => blocks.saturating_add(1),
            };
            step = step.saturating_add(1);
        }
        None
    }

    /// The grid that fills the first device once.
    const fn one_wave(&self) -> Option<Change> {
        let configuration = &self.configuration;
        let blocks = of_gpus!(configuration, first, arch: (Some(sms), Some(occupancy)) =
            (configuration.sm_count(arch), configuration.launchable_occupancy(arch))
            => wide(sms, occupancy.blocks_per_sm));
        self.accept(Change::Grid((saturate(known!(blocks)), 1, 1)))
    }
}

/// The blocks in x that fill the demanded part of the waves: demand × waves × wave blocks, over the blocks that each in x
/// stands for; 0 if a grid cannot have as many.
const fn lacking(waves: Waves, demand: Ratio, each: u64) -> u32 {
    const MOST: u128 = MAX_GRID_DIM.0 as u128;
    let full = (waves.full_waves_above() as u128).saturating_mul(demand.numerator() as u128);
    let each = (demand.denominator() as u128).saturating_mul(each as u128);
    if each == 0 || full.div_ceil(each) > MOST {
        return 0;
    }
    #[allow(clippy::cast_possible_truncation, reason = "compared just before")]
    let blocks = full.div_ceil(each) as u32;
    blocks
}
