//! Thread block clusters: their size, whether one is resident, and a grid of whole clusters.

use super::grid::along;
use super::review::{Nearest, REACH, Review, Rule, Step, Value, names};
use crate::gpu::{MAX_GRID_DIM, Vendor};
use crate::kernel::{Argument, Change, Grid, GridError, of_gpus, saturate, wide};
use crate::model::max_cluster_size;
use crate::numbers::{min, multiple, or};

pub(super) const fn rules(r: &mut Review<'_, '_>) {
    let (kernel, sm) = (&r.configuration.kernel, r.on_gpu.sm);
    if kernel.cluster_dim.is_some() {
        size(r);
        residency(r);
    }
    if sm.max_portable_cluster_size > 0 && kernel.blocks_per_cluster() > 0 {
        grid(r);
    }
}

const fn size(r: &mut Review<'_, '_>) {
    let (configuration, on_gpu) = (r.configuration, r.on_gpu);
    let (blocks, sm) = (configuration.kernel.blocks_per_cluster(), on_gpu.sm);
    if let Some(w) = r.note_if(Rule::EmptyCluster, blocks == 0) {
        w.name("dims", Value::Dims(configuration.kernel.cluster()));
        w.head("a cluster of {dims} has no blocks: every dimension is at least 1");
        // A cluster of one block is no cluster.
        let filled = w.nearest.cluster();
        if !matches!(filled, (1, 1, 1)) {
            w.help_to(Change::Cluster(filled), " passes");
        }
        w.help_to(Change::Without(Argument::Cluster), "");
    }
    let portable = sm.max_portable_cluster_size;
    if let Some(w) = r.note_if(Rule::ClusterUnsupported, blocks > 1 && portable == 0) {
        w.head("a cluster of {cluster:block} cannot launch on {gpu}");
        w.head(match sm.vendor {
            Vendor::Nvidia => ": clusters begin at compute capability 9.0, and this is {cc}",
            Vendor::Amd => ", which has no clusters",
        });
        w.figure("compute capability {cc}");
        w.help_to(Change::Without(Argument::Cluster), "");
        w.for_some = "` in place of `cluster`";
    }
    let is_too_large = portable > 0 && blocks > max_cluster_size(on_gpu.arch) as u64;
    if let Some(w) = r.note_if(Rule::ClusterSize, is_too_large) {
        names!(w, portable: portable);
        names!(w, most: or(sm.max_cluster_size, 0));
        w.head("a cluster of {cluster:block}");
        w.detail(
            "\n\n    cluster    {cluster:block}\n    portable   {portable:block}\n    largest    ",
        );
        if sm.max_cluster_size.is_some() {
            w.head(" cannot launch on {gpu}: at most {most}");
            w.detail("{most:block} on compute capability {cc}, if the launch side opts in");
        } else {
            w.head(" is not known to launch on {gpu}: NVIDIA documents the portable {portable}, and no more");
            w.detail("not documented for compute capability {cc}: `cudaOccupancyMaxPotentialClusterSize` reports it \
                on the GPU");
        }
        w.help(w.nearest.smaller_cluster(true), " is portable");
    }
}

const fn residency(r: &mut Review<'_, '_>) {
    let (configuration, on_gpu) = (r.configuration, r.on_gpu);
    if let Some(occupancy) = &on_gpu.launched
        && let Some(0) = configuration.clusters_with(on_gpu.arch, occupancy)
        && let Some(w) = r.note(Rule::ResidentCluster)
        && let Some(sm_count) = configuration.sm_count(on_gpu.arch)
    {
        names!(w, held: wide(sm_count, occupancy.blocks_per_sm));
        w.head("not one cluster of {cluster:block} fits {gpu}: its {sm_count:SM} {sm_count?holds|hold} {held:block} \
            at once, and the launch would fail");
        w.limits();
        w.figure("{sm_count:SM} {sm_count?holds|hold} {held:block}");
        w.help_resident(" fits {clusters!cluster}");
        w.help(w.nearest.smaller_cluster(false), " fits {clusters!cluster}");
    }
}

const fn grid(r: &mut Review<'_, '_>) {
    let configuration = r.configuration;
    if let Some(GridError::Cluster {
        axis,
        blocks,
        cluster,
    }) = configuration.grid_cut_by_cluster()
        && let Some(w) = r.note(Rule::ClusterGrid)
    {
        let over = or(blocks.checked_rem(cluster), blocks);
        names!(w, along: blocks, extent: cluster, over: over);
        w.name("axis", Value::Text(axis.name()));
        w.head("a grid of {along:block}");
        w.head(along(configuration, axis));
        w.head(" does not divide into clusters of {extent}: {over:block} {over?is|are} left over, and the launch \
            would fail");
        if let Some(Grid::Elements(_)) = configuration.grid {
            w.help(w.nearest.elements_in_clusters(), " makes whole clusters");
            w.help(w.nearest.items_per_thread(), " makes whole clusters");
        } else {
            w.help(w.nearest.grid_in_clusters(false), " is whole clusters");
            w.help(w.nearest.grid_in_clusters(true), " is whole clusters");
        }
        w.help(w.nearest.smaller_cluster(false), " divides the grid");
    }
}

pub(super) const fn warnings(r: &mut Review<'_, '_>) {
    let (configuration, on_gpu) = (r.configuration, r.on_gpu);
    let is_advised = r.looks_for(Rule::NonportableCluster)
        && configuration.kernel.needs_nonportable_cluster(on_gpu.sm);
    if let Some(w) = r.note_if(Rule::NonportableCluster, is_advised) {
        names!(w, portable: on_gpu.sm.max_portable_cluster_size);
        w.head("a cluster of {cluster:block} is not portable: {gpu} takes it if the function is allowed \
            CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, other GPUs take {portable}");
        let nearest = Nearest::of(configuration, w.nearest.first, Rule::ClusterSize, true);
        w.help(nearest.smaller_cluster(true), " is portable");
    }
}

impl Nearest<'_> {
    /// The largest smaller cluster that passes, within the stated one along every axis. For elements, whose grid is along
    /// x, a cluster of as many blocks along x comes first.
    const fn smaller_cluster(&self, is_portable: bool) -> Option<Change> {
        let of_all = of_gpus!(self.configuration, <, arch => Some(if is_portable {
            arch.multiprocessor().max_portable_cluster_size
        } else {
            max_cluster_size(arch)
        }));
        let most = or(of_all, u32::MAX);
        let stated = saturate(self.configuration.kernel.blocks_per_cluster());
        let (x, y, z) = self.cluster();
        if matches!(self.configuration.grid, Some(Grid::Elements(_)))
            && x < stated
            && stated <= most
            && let Some(in_a_row) = self.accept(Change::Cluster((stated, 1, 1)))
        {
            return Some(in_a_row);
        }
        // The limits of a program may allow any number.
        let mut blocks = min(min(most, stated.saturating_sub(1)), 64);
        while blocks > 1 {
            // The longest along x comes first.
            let mut in_x = min(x, blocks);
            while in_x > 0 {
                let mut in_y = min(y, blocks);
                while in_y > 0 {
                    let plane = in_x.saturating_mul(in_y);
                    if let (true, Some(in_z)) =
                        (blocks.is_multiple_of(plane), blocks.checked_div(plane))
                        && in_z <= z
                        && let Some(change) = self.accept(Change::Cluster((in_x, in_y, in_z)))
                    {
                        return Some(change);
                    }
                    in_y = in_y.saturating_sub(1);
                }
                in_x = in_x.saturating_sub(1);
            }
            blocks = blocks.saturating_sub(1);
        }
        None
    }

    /// The nearest grid of whole clusters. Every axis is rounded down, or every axis up; if that breaks another rule, it has
    /// fewer clusters along x, or more.
    const fn grid_in_clusters(&self, above: bool) -> Option<Change> {
        let Some(Grid::Blocks((x, y, z))) = self.configuration.stated_grid() else {
            return None;
        };
        let (cluster_x, cluster_y, cluster_z) = self.cluster();
        let (max_x, max_y, max_z) = MAX_GRID_DIM;
        let start = known!(multiple(min(x, max_x), cluster_x, above));
        let in_y = known!(multiple(min(y, max_y), cluster_y, above));
        let in_z = known!(multiple(min(z, max_z), cluster_z, above));
        let (step, last) = if above {
            let last = min(max_x, start.saturating_add(REACH));
            (Step::Up(cluster_x), last)
        } else {
            (Step::Down(cluster_x), start.saturating_sub(REACH))
        };
        self.first(Change::Grid((start, in_y, in_z)), start, step, last)
    }

    /// The fewest elements above the stated ones that fill whole clusters.
    const fn elements_in_clusters(&self) -> Option<Change> {
        let Some(Ok(grid)) = self.configuration.counted_grid() else {
            return None;
        };
        let ((stated, _, _), (cluster, _, _)) = (grid.dims(), self.cluster());
        let mut blocks = known!(multiple(stated, cluster, true));
        let last = blocks.saturating_add(REACH);
        while blocks <= last {
            if let Some(change) = self.elements_of(blocks) {
                return Some(change);
            }
            blocks = known!(blocks.checked_add(cluster));
        }
        None
    }
}
