//! The tile of a matrix product: what it takes of a block, and how a product falls into tiles and waves.

use occupancy_core::Ratio;
use occupancy_core::kernel::Tile;
use occupancy_core::text::grouped;

use crate::profile::decimals;
use crate::verdict::Verdict;
use crate::words::{counted, only_if};

pub(super) fn tables(verdict: &Verdict<'_>) -> Option<String> {
    let tile = verdict.configuration.tile?;
    // How many blocks hold their accumulators at once.
    let at_once = tile.blocks_with_tensor_memory(verdict.cc);
    let accumulators = match tile.tensor_memory_columns() {
        Some(columns) => {
            let columns = counted(columns.into(), "column");
            let blocks = counted(at_once.unwrap_or(0).into(), "block");
            let hold = format!(": at most {blocks} hold theirs at once");
            let hold = only_if(at_once.is_some(), hold);
            format!("{columns} of tensor memory{hold}")
        }
        None => in_registers(verdict, &tile),
    };
    let Tile { m, n, k, .. } = tile;
    let stages = counted(tile.stages.into(), "stage");
    let bytes = grouped(tile.shared_memory());
    let flop_per_byte = tile.flop_per_byte().map(number).unwrap_or_default();
    let product = product_table(verdict, &tile, at_once).unwrap_or_default();
    Some(format!(
        "| tile | shared memory | accumulators | FLOP per byte |\n\
         |---|--:|---|--:|\n\
         | {m} × {n} × {k}, {stages} | {bytes} bytes | {accumulators} | {flop_per_byte} |\n\n{product}"
    ))
}

fn in_registers(verdict: &Verdict<'_>, tile: &Tile) -> String {
    let extra = tile.extra_registers;
    let kernel = verdict.kernel;
    let threads = u32::try_from(kernel.threads_per_block()).unwrap_or(u32::MAX);
    let taken = grouped(tile.accumulator_registers(threads).unwrap_or_default());
    let of = counted(kernel.registers_per_thread.into(), "register");
    let beside = only_if(extra > 0, format!(", {} beside", grouped(extra.into())));
    format!("{taken} of {of} per thread{beside}")
}

/// How a product falls into tiles, and its tiles into waves.
fn product_table(verdict: &Verdict<'_>, tile: &Tile, at_once: Option<u32>) -> Option<String> {
    let ((m, n), (rows, columns)) = (tile.problem?, tile.tiles()?);
    let resident = verdict.occupancy.blocks_per_sm;
    let blocks = at_once.unwrap_or(u32::MAX).min(resident);
    let of_waves = verdict.configuration.sm_count(verdict.arch);
    let of_waves = of_waves.and_then(|sm_count| {
        let waves = tile.waves(sm_count, blocks)?;
        let efficiency = tile.efficiency(sm_count, blocks)?;
        Some((grouped(waves.count()), waves.tail_efficiency(), efficiency))
    });
    let tiles = u64::from(rows) * u64::from(columns);
    let (tiles, edges) = (grouped(tiles), tile.tile_efficiency()?);
    let (m, n) = (grouped(m.into()), grouped(n.into()));
    let (rows, columns) = (grouped(rows.into()), grouped(columns.into()));
    let product = format!("| {m} × {n} | {rows} × {columns} = {tiles} |");
    let Some((waves, tail, both)) = of_waves else {
        let head = "| product | tiles | tile efficiency |\n|---|--:|--:|";
        return Some(format!("{head}\n{product} {edges} |\n\n"));
    };
    Some(format!(
        "| product | tiles | waves | tile efficiency | tail efficiency | both |\n\
         |---|--:|--:|--:|--:|--:|\n\
         {product} {waves} | {edges} | {tail} | {both} |\n\n"
    ))
}

/// A whole number, or one with two decimals.
fn number(ratio: Ratio) -> String {
    match ratio.denominator() {
        1 => grouped(ratio.numerator()).to_string(),
        _ => decimals(ratio),
    }
}

#[cfg(test)]
mod tests {
    use occupancy_core::kernel::{Accumulator, Tile};
    use occupancy_core::{Arch, Configuration, Kernel};

    use super::tables as tables_of;
    use crate::verdict::Verdict;

    fn tables(gpu: &str, kernel: Kernel, tile: Tile) -> String {
        let archs = [Arch::find(gpu).unwrap()];
        let configuration = Configuration::new(&archs, kernel).with_tile(Some(tile));
        tables_of(&Verdict::new(&configuration, &archs[0]).unwrap()).unwrap()
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
        let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
        let verdict = Verdict::new(&configuration, &archs[0]).unwrap();
        assert_eq!(tables_of(&verdict), None);
    }
}
