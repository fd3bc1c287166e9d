//! The grid: blocks along each axis, and the elements that they are for.

use super::Rule;
use super::about::About;
use super::advice::{Advice, Nearest, REACH, saturate, whole};
use super::check::bit;
use crate::gpu::MAX_GRID_DIM;
use crate::kernel::{Argument, Arguments, Axis, Change, Configuration, Grid, GridError, product};
use crate::text::Message;

pub(super) const fn about(rule: Rule, configuration: &Configuration<'_>) -> About {
    let argument = configuration.grid_argument();
    match rule {
        Rule::EmptyGrid => About::new("OCC020", argument),
        Rule::ZeroItemsPerThread => About::new("OCC021", Argument::ItemsPerThread),
        _ => About::new("OCC011", argument).reading(reads(configuration)),
    }
}

/// What the grid depends on.
pub(super) const fn reads(configuration: &Configuration<'_>) -> Arguments {
    match configuration.grid_argument() {
        Argument::Elements => Arguments::of(&[
            Argument::Elements,
            Argument::Threads,
            Argument::ItemsPerThread,
        ]),
        argument => Arguments::of(&[argument]),
    }
}

pub(super) const fn broken(configuration: &Configuration<'_>) -> u64 {
    let mut broken = 0;
    if configuration.items_per_thread == 0 {
        broken |= bit(Rule::ZeroItemsPerThread);
    }
    if matches!(
        configuration.grid,
        Some(Grid::Blocks((0, _, _) | (_, 0, _) | (_, _, 0)) | Grid::Elements(0))
    ) {
        broken |= bit(Rule::EmptyGrid);
    }
    if matches!(
        configuration.grid_dim(),
        Some(Err(GridError::Dimension { .. }))
    ) {
        broken |= bit(Rule::GridDimension);
    }
    broken
}

pub(super) const fn headline<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
) -> &'m mut Message {
    match rule {
        Rule::EmptyGrid => out.text("the grid has no blocks: there is nothing to launch"),
        Rule::ZeroItemsPerThread => {
            out.text("`items_per_thread = 0`: each thread works on at least 1 element")
        }
        _ => match configuration.grid_dim() {
            Some(Err(GridError::Dimension { axis, blocks })) => {
                let out = out.text("a grid of ").grouped(blocks).text(" blocks");
                along(out, configuration, axis)
                    .text(" cannot launch: at most ")
                    .grouped(axis.of(MAX_GRID_DIM) as u64)
            }
            _ => out,
        },
    }
}

/// Where the blocks of a grid come from: from elements, which are along x, or from an axis.
pub(super) const fn along<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    axis: Axis,
) -> &'m mut Message {
    match (configuration.grid, axis) {
        (Some(Grid::Elements(elements)), Axis::X) => out
            .text(", for ")
            .counted(elements, "element")
            .text(" at ")
            .grouped(configuration.elements_per_block())
            .text(" per block,"),
        _ => out.text(" in ").text(axis.name()),
    }
}

pub(super) const fn passing(nearest: &Nearest<'_>) -> Advice {
    let none = Advice::NONE;
    match (nearest.rule, nearest.configuration.grid) {
        (Rule::ZeroItemsPerThread, _) => none.with(nearest.items_per_thread()),
        (Rule::EmptyGrid, Some(Grid::Blocks(dims))) => none.with(nearest.smallest_grid(dims)),
        (Rule::EmptyGrid, _) => none.with(nearest.fewest_elements()),
        (_, Some(Grid::Elements(_))) => none
            .with(nearest.items_per_thread())
            .with(nearest.elements_of_one_launch()),
        _ => none
            .with(nearest.grid_within_limits())
            .with(nearest.fold_grid()),
    }
}

pub(super) const fn effect<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    change: Change,
) -> &'m mut Message {
    match (rule, change, configuration.grid) {
        (Rule::GridDimension, Change::Integer(Argument::Elements, _), _) => {
            out.text(" is the most in one launch")
        }
        (
            Rule::GridDimension,
            Change::Grid((x, y, z)),
            Some(Grid::Blocks((asked_x, asked_y, asked_z))),
        ) => {
            if x <= asked_x && y <= asked_y && z <= asked_z {
                out.text(" is the most in one launch")
            } else {
                out.text(" launches, if the kernel takes its axes this way")
            }
        }
        _ => out.text(" passes"),
    }
}

/// Never suggest more elements per thread.
const MOST_ITEMS: u64 = 4096;

impl Nearest<'_> {
    pub(super) const fn items_per_thread(&self) -> Option<Change> {
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
        // More elements per thread are no longer a matter of the launch.
        if least > MOST_ITEMS {
            return None;
        }
        let least = saturate(least);
        let start = if least > stated { least } else { stated };
        let mut distance = 0_u32;
        while distance <= REACH {
            let above = start.saturating_add(distance);
            if above != stated
                && self.accepts(Change::Integer(Argument::ItemsPerThread, above as u64))
            {
                return Some(Change::Integer(Argument::ItemsPerThread, above as u64));
            }
            let below = start.saturating_sub(distance);
            if below > 0
                && below != stated
                && self.accepts(Change::Integer(Argument::ItemsPerThread, below as u64))
            {
                return Some(Change::Integer(Argument::ItemsPerThread, below as u64));
            }
            distance = distance.saturating_add(1);
        }
        None
    }

    /// The elements that the largest grid holds.
    const fn elements_of_one_launch(&self) -> Option<Change> {
        let each = self.configuration.elements_per_block();
        let blocks = whole(MAX_GRID_DIM.0, self.cluster().0);
        self.accept(Change::Integer(
            Argument::Elements,
            each.saturating_mul(blocks as u64),
        ))
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
        if self.accepts(Change::Integer(Argument::Elements, 1)) {
            return Some(Change::Integer(Argument::Elements, 1));
        }
        let each = self.configuration.elements_per_block();
        self.accept(Change::Integer(
            Argument::Elements,
            each.saturating_mul(self.cluster().0 as u64),
        ))
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
}
