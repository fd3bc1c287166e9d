//! The tile of a matrix product: what it takes of a block, and how a product falls into tiles and waves.

use std::fmt::Write;

use occupancy_core::Ratio;
use occupancy_core::kernel::Tile;
use occupancy_core::text::grouped;

use crate::profile::MetricValue;
use crate::verdict::Verdict;
use crate::words::counted;

pub(super) fn table(out: &mut String, verdict: &Verdict<'_>) {
    let Some(tile) = verdict.configuration().tile else {
        return;
    };
    let Tile { m, n, k, .. } = tile;
    let _ = writeln!(
        out,
        "| tile | shared memory | accumulators | FLOP per byte |\n|---|--:|---|--:|\n\
         | {m} × {n} × {k}, {} | {} bytes | {} | {} |\n",
        counted(tile.stages.into(), "stage"),
        grouped(tile.shared_memory()),
        accumulators(verdict, &tile),
        tile.flop_per_byte().map_or_else(String::new, number),
    );
    if let (Some((m, n)), Some(tiles)) = (tile.problem, tile.tiles()) {
        product(out, verdict, &tile, [m, n], tiles);
    }
}

/// Where they are, and how much they take of it.
fn accumulators(verdict: &Verdict<'_>, tile: &Tile) -> String {
    if let Some(columns) = tile.tensor_memory_columns() {
        let taken = format!("{} of tensor memory", counted(columns.into(), "column"));
        return match tile.blocks_with_tensor_memory(verdict.compute_capability()) {
            Some(blocks) => format!(
                "{taken}: at most {} hold theirs at once",
                counted(blocks.into(), "block")
            ),
            None => taken,
        };
    }
    let kernel = verdict.kernel();
    let threads = u32::try_from(kernel.threads_per_block()).unwrap_or(u32::MAX);
    let taken = tile.accumulator_registers(threads).unwrap_or_default();
    let beside = match tile.extra_registers {
        0 => String::new(),
        extra => format!(", {} beside", grouped(extra.into())),
    };
    format!(
        "{} of {} per thread{beside}",
        grouped(taken),
        counted(kernel.registers_per_thread.into(), "register"),
    )
}

/// How a product falls into tiles, and its tiles into waves.
fn product(
    out: &mut String,
    verdict: &Verdict<'_>,
    tile: &Tile,
    product: [u32; 2],
    (rows, columns): (u32, u32),
) {
    let at_once = tile.blocks_with_tensor_memory(verdict.compute_capability());
    let blocks = at_once
        .unwrap_or(u32::MAX)
        .min(verdict.occupancy.blocks_per_sm);
    let sm_count = verdict.configuration().sm_count(verdict.arch);
    let of_waves = sm_count.and_then(|sm_count| {
        Some((
            tile.waves(sm_count, blocks)?,
            tile.efficiency(sm_count, blocks)?,
        ))
    });
    let tiles = format!(
        "{} × {} = {}",
        grouped(rows.into()),
        grouped(columns.into()),
        grouped(u64::from(rows) * u64::from(columns))
    );
    let [m, n] = product.map(|elements| grouped(elements.into()));
    let edges = tile.tile_efficiency().unwrap_or(Ratio::ONE);
    let _ = match of_waves {
        Some((waves, efficiency)) => writeln!(
            out,
            "| product | tiles | waves | tile efficiency | tail efficiency | both |\n\
             |---|--:|--:|--:|--:|--:|\n\
             | {m} × {n} | {tiles} | {} | {edges} | {} | {efficiency} |\n",
            grouped(waves.count()),
            waves.tail_efficiency(),
        ),
        None => writeln!(
            out,
            "| product | tiles | tile efficiency |\n|---|--:|--:|\n| {m} × {n} | {tiles} | {edges} |\n"
        ),
    };
}

/// A whole number, or one with two decimals.
fn number(ratio: Ratio) -> String {
    match ratio.denominator() {
        1 => grouped(ratio.numerator()).to_string(),
        _ => MetricValue::Number(ratio).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use occupancy_core::kernel::{Accumulator, Tile};
    use occupancy_core::{Arch, Configuration, Kernel};

    use super::table;
    use crate::report::Variant;
    use crate::verdict::Verdict;

    fn tables(gpu: &str, kernel: Kernel, tile: Tile) -> String {
        let archs = [Arch::find(gpu).unwrap()];
        let configuration = Configuration::new(&archs, kernel).with_tile(Some(tile));
        let variant = Variant::new(configuration);
        let mut out = String::new();
        table(&mut out, &Verdict::new(&variant, &archs[0]).unwrap());
        out
    }

    fn bf16(m: u32, n: u32, k: u32, stages: u32) -> Tile {
        let mut tile = Tile::new(m, n, k);
        (tile.stages, tile.a_bytes, tile.b_bytes) = (stages, 2, 2);
        tile.gives_shared_memory = true;
        tile
    }

    const TAKES: &str =
        "| tile | shared memory | accumulators | FLOP per byte |\n|---|--:|---|--:|\n";

    #[test]
    fn accumulators_in_registers() {
        let kernel = Kernel::new((256, 1, 1), 168);
        let mut tile = bf16(256, 128, 64, 4);
        tile.extra_registers = 40;
        assert_eq!(
            tables("h100", kernel, tile),
            format!(
                "{TAKES}| 256 × 128 × 64, 4 stages | 196,608 bytes | 128 of 168 registers per thread, 40 beside | \
                 85.33 |\n\n"
            )
        );
    }

    #[test]
    fn accumulators_in_tensor_memory() {
        let kernel = Kernel::new((192, 1, 1), 64);
        let mut tile = bf16(128, 256, 64, 2);
        tile.accumulator = Accumulator::TensorMemory;
        assert_eq!(
            tables("b200", kernel, tile),
            format!(
                "{TAKES}| 128 × 256 × 64, 2 stages | 98,304 bytes | 256 columns of tensor memory: at most 2 blocks hold \
                 theirs at once | 85.33 |\n\n"
            )
        );
    }

    /// NVIDIA's guide to matrix multiplication: one column more than 108 tiles on an A100 is another wave.
    #[test]
    fn a_product_falls_into_tiles_and_waves() {
        let kernel = Kernel::new((256, 1, 1), 168);
        let mut tile = bf16(256, 128, 32, 4);
        tile.problem = Some((2304, 1537));
        let product = "| product | tiles | waves | tile efficiency | tail efficiency | both |\n\
                       |---|--:|--:|--:|--:|--:|\n\
                       | 2,304 × 1,537 | 9 × 13 = 117 | 2 | 92.4 % | 54.2 % | 50 % |\n\n";
        assert!(
            tables("a100", kernel, tile).ends_with(product),
            "{}",
            tables("a100", kernel, tile)
        );
        // The SMs of a compute capability are not known.
        let product = "| product | tiles | tile efficiency |\n|---|--:|--:|\n\
                       | 2,304 × 1,537 | 9 × 13 = 117 | 92.4 % |\n\n";
        assert!(tables("sm_80", kernel, tile).ends_with(product));
    }

    #[test]
    fn no_tile_has_no_table() {
        let archs = [Arch::find("h100").unwrap()];
        let variant = Variant::new(Configuration::new(&archs, Kernel::new((256, 1, 1), 64)));
        let mut out = String::new();
        table(&mut out, &Verdict::new(&variant, &archs[0]).unwrap());
        assert_eq!(out, "");
    }
}
