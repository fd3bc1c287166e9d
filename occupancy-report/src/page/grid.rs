//! How a known grid falls into waves, and the grids around it that fill their last one.

use std::fmt::Write;

use occupancy_core::{GridDim, Waves, text::grouped};

use crate::verdict::Verdict;
use crate::words::{counted, counted_dims};

pub(super) fn table(out: &mut String, verdict: &Verdict<'_>) {
    let (Some(waves), Some(Ok(grid)), Some(sm_count)) = (
        verdict.waves,
        verdict.configuration().grid_dim(),
        verdict.configuration().sm_count(verdict.arch),
    ) else {
        return;
    };
    let blocks_per_sm = waves.blocks_per_wave() / u64::from(sm_count).max(1);
    let _ = writeln!(
        out,
        "A wave is {}: {blocks_per_sm} on each of {}.\n\n\
         | grid | waves | blocks of the last wave | tail efficiency |\n|---|--:|--:|--:|",
        counted(waves.blocks_per_wave(), "block"),
        counted(sm_count.into(), "SM"),
    );
    row(out, &counted_dims(grid.dims(), waves.grid_blocks()), waves);
    // What is full cannot be fuller.
    if waves.last_wave_blocks() < waves.blocks_per_wave() {
        let around = [waves.full_waves_below(), Some(waves.full_waves_above())];
        for blocks in around.into_iter().flatten() {
            let of_blocks = u32::try_from(blocks)
                .ok()
                .and_then(|blocks| GridDim::new((blocks, 1, 1)).ok())
                .and_then(|grid| Waves::new(grid, sm_count, u32::try_from(blocks_per_sm).ok()?));
            if let Some(full) = of_blocks {
                row(out, &counted(blocks, "block"), full);
            }
        }
    }
    out.push('\n');
}

fn row(out: &mut String, grid: &str, waves: Waves) {
    let last = if waves.last_wave_blocks() == waves.blocks_per_wave() {
        "all".to_owned()
    } else {
        format!(
            "{}, {}",
            grouped(waves.last_wave_blocks()),
            waves.last_wave_utilization()
        )
    };
    let _ = writeln!(
        out,
        "| {grid} | {} | {last} | {} |",
        grouped(waves.count()),
        waves.tail_efficiency(),
    );
}
