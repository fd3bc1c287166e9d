//! The tile of a matrix product: its operands in shared memory, and its accumulators in registers or tensor memory.

use super::review::{Nearest, Review, Rule, Step, Value, Wording, names};
use crate::kernel::{Accumulator, Argument, Change, Grid, Tile, saturate, wide};
use crate::model::MOST_COLUMNS;
use crate::numbers::{multiple, or};

pub(super) const fn rules(r: &mut Review<'_, '_>) {
    let Some(tile) = &r.configuration.tile else {
        return;
    };
    if let Some(w) = r.note_if(Rule::TileElement, tile.a_bytes == 0 || tile.b_bytes == 0) {
        let (argument, operand, other) = if tile.a_bytes == 0 {
            (Argument::ElementOfA, "A", tile.b_bytes)
        } else {
            (Argument::ElementOfB, "B", tile.a_bytes)
        };
        w.name("operand", Value::Text(operand));
        w.blamed = Some(argument);
        w.name("key", Value::Text(argument.key()));
        w.head("`{key}` is at least 1: it is the bytes of an element of {operand}");
        // As large as those of the other operand, or of 2 bytes.
        let bytes = if other == 0 { 2 } else { other as u64 };
        w.set(argument, bytes, " passes");
        w.or_help_to(Change::Integer(argument, 1), " passes");
    }
    if let Some(w) = r.note_if(Rule::TileElement, tile.packed == 0) {
        w.blamed = Some(Argument::Packed);
        w.head("`packed` is at least 1: it is the elements that share the bytes of `a` or of `b`");
        w.set(Argument::Packed, 1, " passes");
    }
    if let Some(argument) = tile.wrong_extent() {
        if let Some(w) = r.note(Rule::TileExtent) {
            w.blamed = Some(argument);
            w.name("key", Value::Text(argument.key()));
            names!(w, most: Tile::MOST);
            w.head("a tile of {m} × {n} × {k}: `{key}` is 1 to {most}");
            w.half(argument, " passes");
        }
        return;
    }
    operands(r, tile);
    accumulators(r, tile);
    tensor_memory(r, tile);
    let Some((m, n)) = tile.problem else {
        return;
    };
    let tiles = tile.tiles();
    if let Some(w) = r.note_if(Rule::TileProblem, tiles.is_none()) {
        names!(w, product_m: m, product_n: n);
        w.head("a product of {product_m} × {product_n} elements cannot be tiled: it needs at least one element, and fewer \
            than 2^64 in its tiles");
        let whole = Change::Problem(match (m, n) {
            (0, n) if n > 0 => (tile.m, n),
            (m, 0) if m > 0 => (m, tile.n),
            _ => (tile.m, tile.n),
        });
        w.help_to(whole, " is the smallest of whole tiles");
    }
    if let (Some((rows, columns)), Some(Ok(grid))) = (tiles, r.configuration.counted_grid())
        && grid.blocks() < wide(rows, columns)
        && let Some(w) = r.note(Rule::TileGrid)
    {
        names!(w, product_m: m, product_n: n, grid_blocks: grid.blocks(), tiles: wide(rows, columns));
        w.head("a grid of {grid_blocks:block} computes {grid_blocks} of the {tiles:tile} of a product of \
            {product_m} × {product_n} elements");
        let grid = w.nearest.grid_of_tiles(rows, columns);
        w.help(grid, " has a block for each tile");
    }
}

/// The operands, which take shared memory.
const fn operands(r: &mut Review<'_, '_>, tile: &Tile) {
    let configuration = r.configuration;
    let kernel = &configuration.kernel;
    let bytes = tile.shared_memory();
    let has_no_room = bytes > configuration.shared_memory_allowed(r.on_gpu.arch) as u64;
    if let Some(w) = r.note_if(Rule::TileOperands, has_no_room) {
        w.blamed = Some(if tile.stages > 1 {
            Argument::Stages
        } else {
            Argument::TileDepth
        });
        names!(w, operands: bytes);
        w.head("the operands of a tile of {m} × {n} × {k} take {operands} bytes of shared memory: a block has at \
            most {allowed} on {gpu}");
        stages(w, tile);
        w.figure("at most {allowed} bytes per block");
        w.fewer(Argument::Stages, " is the most that fits");
        w.half(Argument::TileDepth, " fits");
        w.half(Argument::TileRows, " fits");
        w.half(Argument::TileColumns, " fits");
    }
    let is_broken = !has_no_room && bytes > kernel.shared_memory();
    if let Some(w) = r.note_if(Rule::TileSharedMemory, is_broken) {
        let declares = kernel.static_shared_memory > 0 && configuration.compiled.is_empty();
        w.blamed = Some(match kernel.dynamic_shared_memory {
            0 if declares => Argument::StaticSharedMemory,
            // No value is stated that could be blamed.
            0 => Argument::TileDepth,
            _ => Argument::DynamicSharedMemory,
        });
        names!(w, operands: bytes);
        w.head("{shared_memory} bytes of shared memory do not hold the operands of a tile of {m} × {n} × {k}: they \
            take {operands}");
        stages(w, tile);
        let least = configuration.least_dynamic_shared_memory() as u64;
        let effect = " is what the tile takes";
        w.set(Argument::DynamicSharedMemory, least, effect);
        w.fewer(Argument::Stages, " is the most that fits");
        w.half(Argument::TileDepth, " fits");
    }
}

/// Writes the size of the operands, by stage.
const fn stages(w: &mut Wording<'_>, tile: &Tile) {
    names!(w, stage_bytes: tile.stage_bytes());
    w.detail("\n\n    per stage {stage_bytes>13} bytes   {m} × {k} elements of {a:byte}, and {k} × {n} of {b}\n    \
        stages    {stages>13}");
    if tile.packed > 1 {
        w.detail("\n    packed    {packed>13} elements in these bytes");
    }
}

/// The registers per thread: those of the accumulators, and the extra ones.
const fn accumulators(r: &mut Review<'_, '_>, tile: &Tile) {
    let (configuration, on_gpu) = (r.configuration, r.on_gpu);
    let Some((accumulators, taken, allowed)) = configuration.tile_registers(on_gpu.arch) else {
        return;
    };
    let fit = taken <= allowed as u64;
    if let Some(w) = r.note_if(Rule::TileAccumulators, on_gpu.block_is_legal && !fit) {
        w.blamed = Some(match tile.accumulator {
            Accumulator::Registers => Argument::TileRows,
            Accumulator::TensorMemory => Argument::ExtraRegisters,
        });
        names!(w, accumulators: accumulators, needed: taken, most: allowed);
        needed(w, tile);
        w.head(": a thread has at most {most} on {gpu}");
        w.help(w.nearest.double_block(), " fits");
        w.half(Argument::TileRows, " fits");
        w.half(Argument::TileColumns, " fits");
        w.fewer(Argument::ExtraRegisters, " is the most that fits");
    }
    let is_legal = on_gpu.block_is_legal && on_gpu.registers_are_legal;
    let is_over = taken > configuration.kernel.registers_on(on_gpu.sm) as u64;
    if let Some(w) = r.note_if(Rule::TileRegisters, fit && is_legal && is_over) {
        w.blamed = Some(w.registers());
        names!(w, accumulators: accumulators, needed: taken);
        needed(w, tile);
        let is_left = configuration.is_auto(w.registers());
        w.head(if is_left {
            ": launch bounds leave {regs}"
        } else {
            ": `{=regs}` is {regs}"
        });
        if is_left {
            w.help(w.nearest.demanded(Step::Down(1)), " leaves enough");
        }
        let least = configuration.least_registers() as u64;
        w.set(w.registers(), least, " is what the tile takes");
        // The GPUs of both vendors may need as many.
        let [one, other] = Argument::BUDGETS;
        let both = Change::Both((one, least), (other, least));
        w.or_help_to(both, " is what the tile takes");
        w.help(w.nearest.double_block(), " fits");
        w.half(Argument::TileRows, " fits");
        w.fewer(Argument::ExtraRegisters, " is the most that fits");
    }
}

/// The accumulators in tensor memory.
const fn tensor_memory(r: &mut Review<'_, '_>, tile: &Tile) {
    let sm = r.on_gpu.sm;
    if let Some(columns) = tile.tensor_memory_columns()
        && tile.blocks_with_tensor_memory(sm).is_none()
        && let Some(w) = r.note(Rule::TileTensorMemory)
    {
        let available = sm.tensor_memory_columns_per_sm;
        names!(w, columns: columns, most: MOST_COLUMNS, available: or(available, 0));
        w.blamed = Some(match available {
            None | Some(0) if columns <= MOST_COLUMNS => Argument::Accumulator,
            _ => Argument::TileColumns,
        });
        let head = match available {
            _ if columns > MOST_COLUMNS => {
                "{m} × {n} accumulators take {columns} columns of tensor memory: a block allocates at most {most}"
            }
            Some(0) => "{gpu} has no tensor memory to keep accumulators in",
            Some(_) => {
                "{m} × {n} accumulators take {columns} columns of tensor memory: an SM of {gpu} has {available}"
            }
            None => "how much tensor memory {gpu} has is not documented",
        };
        w.head(head);
        w.figure(head);
        w.half(Argument::TileColumns, " fits");
        w.half(Argument::TileRows, " fits");
        w.help_to(Change::Accumulator(Accumulator::Registers), " does without");
    }
}

/// Writes `256 × 256 accumulators over 256 threads are 256 registers per thread, and 40 beside make 296`.
const fn needed(w: &mut Wording<'_>, tile: &Tile) {
    match tile.accumulator {
        Accumulator::TensorMemory => {
            w.head("{extra_regs:register} per thread beside accumulators");
        }
        Accumulator::Registers => {
            w.head("{m} × {n} accumulators over {threads:thread} are {accumulators:register} per thread");
            if tile.extra_registers > 0 {
                w.head(", and {extra_regs} beside make {needed}");
            }
        }
    }
}

impl Nearest<'_> {
    /// The grid with a block for each tile, in whole clusters: along x, or, if the stated grid has several axes, with
    /// columns along x and rows along y.
    const fn grid_of_tiles(&self, rows: u32, columns: u32) -> Option<Change> {
        let (cluster_x, cluster_y, _) = self.cluster();
        let in_x = known!(multiple(saturate(wide(rows, columns)), cluster_x, true));
        let columns = known!(multiple(columns, cluster_x, true));
        let rows = known!(multiple(rows, cluster_y, true));
        match self.configuration.grid {
            Some(Grid::Blocks((_, 1, 1))) => self.accept(Change::Grid((in_x, 1, 1))),
            Some(Grid::Blocks((_, _, z))) => self.accept(Change::Grid((columns, rows, z))),
            _ => self.elements_of(in_x),
        }
    }
}
