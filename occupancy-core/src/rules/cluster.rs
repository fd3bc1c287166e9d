//! Thread block clusters: their size, a grid of whole clusters, and whether one is resident.

use super::Rule;
use super::about::{About, RESIDENCY};
use super::advice::{Advice, Nearest, REACH, at_least_one, least, multiple, saturate};
use super::check::bit;
use super::message::INDENT;
use super::{grid, limits};
use crate::gpu::{Arch, MAX_GRID_DIM};
use crate::kernel::{Argument, Arguments, Change, Configuration, Grid, GridError, wide};
use crate::model::{Facts, max_cluster_size};
use crate::text::Message;

pub(super) const fn about(rule: Rule, configuration: &Configuration<'_>) -> About {
    let of_gpu = Arguments::of(&[Argument::Arch, Argument::Cluster]);
    match rule {
        Rule::ClusterUnsupported => About::new("OCC024", Argument::Cluster)
            .reading(of_gpu)
            .by_gpu(),
        Rule::EmptyCluster => About::new("OCC025", Argument::Cluster),
        Rule::ClusterSize => About::new("OCC026", Argument::Cluster)
            .reading(of_gpu)
            .by_gpu(),
        Rule::ResidentCluster => About::new("OCC040", Argument::Cluster)
            .reading(RESIDENCY.with(Argument::Cluster).with(Argument::Sms))
            .by_gpu(),
        _ => About::new("OCC027", configuration.grid_argument())
            .reading(grid::reads(configuration).with(Argument::Cluster)),
    }
}

pub(super) const fn broken(configuration: &Configuration<'_>, facts: &Facts<'_>) -> u64 {
    let blocks = configuration.kernel.blocks_per_cluster();
    if blocks == 0 {
        return bit(Rule::EmptyCluster);
    }
    if facts.cc.max_portable_cluster_size == 0 {
        return bit(Rule::ClusterUnsupported);
    }
    let mut broken = 0;
    if blocks > max_cluster_size(facts.arch) as u64 {
        broken |= bit(Rule::ClusterSize);
    } else if let Some(occupancy) = &facts.launched
        && matches!(configuration.clusters_with(facts.arch, occupancy), Some(0))
    {
        broken |= bit(Rule::ResidentCluster);
    }
    if configuration.grid_cut_by_cluster().is_some() {
        broken |= bit(Rule::ClusterGrid);
    }
    broken
}

pub(super) const fn headline<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    let kernel = &configuration.kernel;
    match rule {
        Rule::ClusterUnsupported => out
            .text("a cluster of ")
            .counted(kernel.blocks_per_cluster(), "block")
            .text(" cannot launch on ")
            .text(arch.name())
            .text(": clusters begin at compute capability 9.0, and this is ")
            .text(arch.compute_capability().name),
        Rule::EmptyCluster => match kernel.cluster_dim {
            Some(dims) => out
                .text("a cluster of ")
                .dims(dims)
                .text(" has no blocks: every dimension is at least 1"),
            None => out,
        },
        Rule::ClusterSize => cluster_size(out, configuration, arch),
        Rule::ResidentCluster => resident_cluster(out, configuration, arch),
        _ => cluster_grid(out, configuration),
    }
}

const fn cluster_size<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    arch: &Arch,
) -> &'m mut Message {
    let cc = arch.compute_capability();
    let blocks = configuration.kernel.blocks_per_cluster();
    let out = out.text("a cluster of ").counted(blocks, "block");
    match cc.max_cluster_size {
        Some(most) => out
            .text(" cannot launch on ")
            .text(arch.name())
            .text(": at most ")
            .grouped(most as u64),
        None => out
            .text(" is not known to launch on ")
            .text(arch.name())
            .text(": NVIDIA documents the portable ")
            .grouped(cc.max_portable_cluster_size as u64)
            .text(", and no more"),
    }
}

const fn resident_cluster<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    arch: &Arch,
) -> &'m mut Message {
    let (Some(sm_count), Some(occupancy)) = (
        configuration.sm_count(arch),
        configuration.launchable_occupancy(arch),
    ) else {
        return out;
    };
    out.text("not one cluster of ")
        .counted(configuration.kernel.blocks_per_cluster(), "block")
        .text(" fits ")
        .text(arch.name())
        .text(": its ")
        .counted(sm_count as u64, "SM")
        .text(if sm_count == 1 { " holds " } else { " hold " })
        .counted(wide(sm_count, occupancy.blocks_per_sm), "block")
        .text(" at once, and the launch would fail")
}

const fn cluster_grid<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
) -> &'m mut Message {
    let Some(GridError::Cluster {
        axis,
        blocks,
        cluster,
    }) = configuration.grid_cut_by_cluster()
    else {
        return out;
    };
    let over = match blocks.checked_rem(cluster) {
        Some(over) => over,
        // Of clusters of no blocks, all are.
        None => blocks,
    };
    let out = out.text("a grid of ").counted(blocks as u64, "block");
    grid::along(out, configuration, axis)
        .text(" does not divide into clusters of ")
        .grouped(cluster as u64)
        .text(": ")
        .counted(over as u64, "block")
        .text(if over == 1 {
            " is left over, and the launch would fail"
        } else {
            " are left over, and the launch would fail"
        })
}

pub(super) const fn detail<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    match rule {
        Rule::ResidentCluster => limits::table(out, configuration, arch),
        Rule::ClusterSize => cluster_sizes(out, configuration, arch),
        _ => out,
    }
}

/// What a cluster may have: everywhere, and on this GPU.
const fn cluster_sizes<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    arch: &Arch,
) -> &'m mut Message {
    let cc = arch.compute_capability();
    let out = out
        .text("\n")
        .text(INDENT)
        .padded("cluster", 11)
        .counted(configuration.kernel.blocks_per_cluster(), "block")
        .text(INDENT)
        .padded("portable", 11)
        .counted(cc.max_portable_cluster_size as u64, "block")
        .text(INDENT)
        .padded("largest", 11);
    match cc.max_cluster_size {
        Some(most) => out
            .counted(most as u64, "block")
            .text(" on compute capability ")
            .text(cc.name)
            .text(", if the launch side opts in"),
        None => out
            .text("not documented for compute capability ")
            .text(cc.name)
            .text(": `cudaOccupancyMaxPotentialClusterSize` reports it on the GPU"),
    }
}

pub(super) const fn figure<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    match rule {
        Rule::ClusterUnsupported => out
            .text("compute capability ")
            .text(arch.compute_capability().name),
        Rule::ResidentCluster => match (
            configuration.launchable_occupancy(arch),
            configuration.sm_count(arch),
        ) {
            (Some(occupancy), Some(sm_count)) => out
                .counted(sm_count as u64, "SM")
                .text(if sm_count == 1 { " holds " } else { " hold " })
                .counted(wide(sm_count, occupancy.blocks_per_sm), "block"),
            _ => out,
        },
        _ => out,
    }
}

pub(super) const fn passing(nearest: &Nearest<'_>) -> Advice {
    let none = Advice::NONE;
    let without = nearest.accept(Change::NoCluster);
    match (nearest.rule, nearest.configuration.grid) {
        (Rule::ClusterUnsupported, _) => none.with(without),
        (Rule::EmptyCluster, _) => none.with(nearest.filled_cluster()).with(without),
        (Rule::ClusterSize, _) => none.with(nearest.smaller_cluster()).or(without),
        (Rule::ResidentCluster, _) => nearest
            .resident()
            .with(nearest.smaller_cluster())
            .or(without),
        (_, Some(Grid::Elements(_))) => none
            .with(nearest.elements_in_clusters())
            .with(nearest.items_per_thread())
            .with(nearest.smaller_cluster())
            .or(without),
        _ => none
            .with(nearest.grid_in_clusters(false))
            .with(nearest.grid_in_clusters(true))
            .with(nearest.smaller_cluster())
            .or(without),
    }
}

pub(super) const fn effect<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    change: Change,
    is_first: bool,
) -> &'m mut Message {
    match (rule, change) {
        (_, Change::NoCluster) => out.text(" can be left out"),
        (Rule::ResidentCluster, _) => match clusters(configuration, change) {
            Some(clusters) if is_first => out.text(" fits ").counted(clusters, "cluster"),
            Some(clusters) => out.text(" fits ").grouped(clusters),
            None => out,
        },
        (Rule::ClusterSize, _) => out.text(" is portable"),
        (Rule::ClusterGrid, Change::Cluster(_)) => out.text(" divides the grid"),
        (Rule::ClusterGrid, Change::Grid(_)) => out.text(" is whole clusters"),
        (Rule::ClusterGrid, _) => out.text(" makes whole clusters"),
        _ => out.text(" passes"),
    }
}

/// The fewest resident clusters over all archs after the change.
const fn clusters(configuration: &Configuration<'_>, change: Change) -> Option<u64> {
    let changed = change.apply(configuration);
    let mut fewest: Option<u64> = None;
    let mut left = changed.archs;
    while let [arch, others @ ..] = left {
        if let Some(clusters) = changed.resident_clusters_at_most(arch) {
            fewest = match fewest {
                Some(fewest) if fewest < clusters => Some(fewest),
                _ => Some(clusters),
            };
        }
        left = others;
    }
    fewest
}

/// The largest portable cluster within the stated one.
pub(super) const fn portable_cluster(configuration: &Configuration<'_>) -> Option<Change> {
    Nearest::of(configuration, Rule::ClusterSize).smaller_cluster()
}

impl Nearest<'_> {
    /// The cluster, or one block if there is none.
    pub(super) const fn cluster(&self) -> (u32, u32, u32) {
        match self.configuration.kernel.cluster_dim {
            Some((x, y, z)) => (at_least_one(x), at_least_one(y), at_least_one(z)),
            None => (1, 1, 1),
        }
    }

    /// The cluster, with one block if it had none.
    const fn filled_cluster(&self) -> Option<Change> {
        match self.cluster() {
            // A cluster of one block is none.
            (1, 1, 1) => None,
            cluster => self.accept(Change::Cluster(cluster)),
        }
    }

    /// The largest cluster that passes, within the stated one along every axis, and portable if the size
    /// is wrong. For elements, whose grid is only along x, it first tries the whole cluster along x.
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
            // As long along x as possible.
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

    /// The nearest grid of whole clusters: every axis rounded down, or every axis rounded up, and more
    /// or fewer clusters along x if the tail needs them.
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
            let change = Change::Integer(Argument::Elements, each.saturating_mul(blocks as u64));
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
}

/// `whole / part`, if that is a whole number.
const fn factor(whole: u32, part: u32) -> Option<u32> {
    if whole.is_multiple_of(part) {
        whole.checked_div(part)
    } else {
        None
    }
}
