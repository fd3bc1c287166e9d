//! The grid: blocks along each axis, and the elements that they are for.

use super::numbers::whole;
use super::report::{Nearest, Report, Rule, Value, names};
use crate::gpu::MAX_GRID_DIM;
use crate::kernel::{Argument, Axis, Change, Configuration, Grid, GridError};

pub(super) const fn rules(r: &mut Report<'_, '_>) {
    let configuration = r.configuration;
    let is_broken = configuration.items_per_thread == 0;
    if let Some(w) = r.breaks_if(Rule::ZeroItemsPerThread, is_broken) {
        w.head("`items_per_thread = 0`: each thread works on at least 1 element");
        w.help(w.nearest.items_per_thread(), " passes");
    }
    let Some(grid) = configuration.grid else {
        return;
    };
    let is_empty = matches!(
        grid,
        Grid::Blocks((0, _, _) | (_, 0, _) | (_, _, 0)) | Grid::Elements(0)
    );
    if let Some(w) = r.breaks_if(Rule::EmptyGrid, is_empty) {
        w.head("the grid has no blocks: there is nothing to launch");
        w.help(w.nearest.smallest_grid(grid), " passes");
    }
    let Some(Err(GridError::Dimension { axis, blocks })) = configuration.grid_dim() else {
        return;
    };
    if let Some(w) = r.breaks(Rule::GridDimension) {
        names!(w, grid_blocks: blocks, most: axis.of(MAX_GRID_DIM));
        w.name("axis", Value::Text(axis.name()));
        w.head("a grid of {grid_blocks} blocks");
        w.head(along(configuration, axis));
        w.head(" cannot launch: at most {most}");
        let nearest = w.nearest;
        if let Grid::Blocks(dims) = grid {
            let (within, folded) = (nearest.grid_within_limits(dims), nearest.fold_grid(dims));
            w.help(within, " is the most in one launch");
            w.help(folded, " launches, if the kernel takes its axes this way");
        } else {
            w.help(w.nearest.items_per_thread(), " passes");
            let blocks = whole(MAX_GRID_DIM.0, nearest.cluster().0);
            w.help(nearest.elements_of(blocks), " is the most in one launch");
        }
    }
}

/// Where the blocks of a grid come from: from elements, which are along x, or from an axis, which the rule
/// names.
pub(super) const fn along(configuration: &Configuration<'_>, axis: Axis) -> &'static str {
    match (configuration.grid, axis) {
        (Some(Grid::Elements(_)), Axis::X) => {
            ", for {elements:element} at {elements_per_block} per block,"
        }
        _ => " in {axis}",
    }
}

impl Nearest<'_> {
    /// As many elements as so many blocks work on.
    pub(super) const fn elements_of(&self, blocks: u32) -> Option<Change> {
        let each = self.configuration.elements_per_block();
        let elements = each.saturating_mul(blocks as u64);
        self.accept(Change::Integer(Argument::Elements, elements))
    }

    /// One cluster, or one block, along each axis that has none; one element, or as many as a cluster works on.
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

    /// As much of the grid as one launch takes.
    const fn grid_within_limits(&self, (x, y, z): (u32, u32, u32)) -> Option<Change> {
        const fn within(blocks: u32, most: u32, cluster: u32) -> u32 {
            if blocks >= most {
                whole(most, cluster)
            } else {
                blocks
            }
        }
        let (max_x, max_y, max_z) = MAX_GRID_DIM;
        let (cluster_x, cluster_y, cluster_z) = self.cluster();
        self.accept(Change::Grid((
            within(x, max_x, cluster_x),
            within(y, max_y, cluster_y),
            within(z, max_z, cluster_z),
        )))
    }

    /// The same blocks with the longest axis as x.
    const fn fold_grid(&self, (x, y, z): (u32, u32, u32)) -> Option<Change> {
        let turned = if y >= z { (y, x, z) } else { (z, y, x) };
        self.accept(Change::Grid(turned))
    }
}
