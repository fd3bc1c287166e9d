//! The tile of a matrix product: its operands in shared memory, its accumulators in registers or tensor
//! memory.

use super::Rule;
use super::nearest::{Move, Nearest};
use super::numbers::multiple;
use super::report::{Report, names};
use super::template::Value;
use super::tile_needs::TileRegisters;
use crate::gpu::ComputeCapability;
use crate::kernel::{Accumulator, Argument, Change, Grid, Tile, saturate, wide};
use crate::model::MOST_COLUMNS;

pub(super) const fn rules(r: &mut Report<'_, '_>) {
    let Some(stated) = &r.configuration.tile else {
        return;
    };
    let without = Move::To(Change::NoTile);
    if (stated.a_bytes == 0 || stated.b_bytes == 0) && r.breaks(Rule::TileElement) {
        let (argument, other) = if stated.a_bytes == 0 {
            r.name("operand", Value::Text("A"));
            (Argument::ElementOfA, stated.b_bytes)
        } else {
            r.name("operand", Value::Text("B"));
            (Argument::ElementOfB, stated.a_bytes)
        };
        r.blame(argument);
        r.name("key", Value::Text(argument.key()));
        r.head("`{key}` is at least 1: it is the bytes of an element of {operand}");
        // As large as the others, or of 2 bytes.
        let bytes = if other == 0 { 2 } else { other as u64 };
        r.help_first(
            &[Move::Set(argument, bytes), Move::Set(argument, 1)],
            " passes",
        );
        r.or_help(without, "");
    }
    if let Some(argument) = stated.wrong_extent() {
        if r.breaks(Rule::TileExtent) {
            r.blame(argument);
            r.name("key", Value::Text(argument.key()));
            names!(r, most: Tile::MOST);
            r.head("a tile of {m} × {n} × {k}: `{key}` is 1 to {most}");
            r.help(Move::Half(argument), " passes");
            r.or_help(without, "");
        }
        return;
    }
    operands(r, stated);
    accumulators(r, stated);
    let Some((m, n)) = stated.problem else {
        return;
    };
    names!(r, product_m: m, product_n: n);
    let tiles = stated.tiles();
    if tiles.is_none() && r.breaks(Rule::TileProblem) {
        r.head("a product of {product_m} × {product_n} elements: it has at least one, and its tiles fewer than 2^64");
        let whole = Change::Problem(match (m, n) {
            (0, n) if n > 0 => (stated.m, n),
            (m, 0) if m > 0 => (m, stated.n),
            _ => (stated.m, stated.n),
        });
        r.help(Move::To(whole), " is the smallest of whole tiles");
        r.or_help(without, "");
    }
    if let (Some((rows, columns)), Some(Ok(grid))) = (tiles, r.configuration.grid_dim())
        && grid.blocks() < wide(rows, columns)
        && r.breaks(Rule::TileGrid)
    {
        r.blame(r.configuration.grid_argument());
        names!(r, grid_blocks: grid.blocks(), tiles: wide(rows, columns));
        r.head("a grid of {grid_blocks:block} computes {grid_blocks} of the {tiles:tile} of a product of \
            {product_m} × {product_n} elements");
        r.offer(
            r.nearest().grid_of_tiles(rows, columns),
            " has a block for each tile",
        );
        r.or_help(without, "");
    }
}

/// What the operands take of shared memory.
const fn operands(r: &mut Report<'_, '_>, stated: &Tile) {
    let kernel = &r.configuration.kernel;
    let bytes = stated.shared_memory();
    let has_no_room = bytes > r.configuration.shared_memory_allowed(r.facts.arch) as u64;
    if has_no_room && r.breaks(Rule::TileOperands) {
        r.blame(if stated.stages > 1 {
            Argument::Stages
        } else {
            Argument::TileDepth
        });
        names!(r, operands: bytes);
        r.head("the operands of a tile of {m} × {n} × {k} take {operands} bytes of shared memory: a block has at \
            most {allowed} on {gpu}");
        stages(r, stated);
        r.figure("at most {allowed} bytes per block");
        r.help(Move::Fewer(Argument::Stages), " is the most that fits");
        r.help(Move::Half(Argument::TileDepth), " fits");
        r.help(Move::Half(Argument::TileRows), " fits");
        r.help(Move::Half(Argument::TileColumns), " fits");
        r.or_help(Move::To(Change::NoTile), "");
    }
    if !has_no_room && bytes > kernel.shared_memory() && r.breaks(Rule::TileSharedMemory) {
        let declares = kernel.static_shared_memory > 0 && r.configuration.compiled.is_empty();
        r.blame(match kernel.dynamic_shared_memory {
            0 if declares => Argument::StaticSharedMemory,
            // What is not stated has no value to blame.
            0 => Argument::TileDepth,
            _ => Argument::DynamicSharedMemory,
        });
        names!(r, operands: bytes);
        r.head("{shared_memory} bytes of shared memory do not hold the operands of a tile of {m} × {n} × {k}: they \
            take {operands}");
        stages(r, stated);
        let least = r.configuration.least_dynamic_shared_memory() as u64;
        let taken = Move::Set(Argument::DynamicSharedMemory, least);
        r.help(taken, " is what the tile takes");
        r.help(Move::Fewer(Argument::Stages), " is the most that fits");
        r.help(Move::Half(Argument::TileDepth), " fits");
        r.or_help(Move::To(Change::NoTile), "");
    }
}

const fn stages(r: &mut Report<'_, '_>, stated: &Tile) {
    names!(r, stage_bytes: stated.stage_bytes());
    r.detail("\n\n    per stage {stage_bytes>13} bytes   {m} × {k} elements of {a:byte}, and {k} × {n} of {b}\n    \
        stages    {stages>13}");
}

/// Where the accumulators are: in registers, or in tensor memory.
const fn accumulators(r: &mut Report<'_, '_>, stated: &Tile) {
    let (configuration, facts) = (r.configuration, r.facts);
    let kernel = &configuration.kernel;
    let no_tile = Move::To(Change::NoTile);
    if facts.block_is_legal
        && let Some(registers) = configuration.tile_registers(facts.arch)
    {
        let fit = registers.needed <= registers.allowed as u64;
        if !fit && r.breaks(Rule::TileAccumulators) {
            r.blame(match stated.accumulator {
                Accumulator::Registers => Argument::TileRows,
                Accumulator::TensorMemory => Argument::ExtraRegisters,
            });
            needed(r, stated, registers);
            names!(r, most: registers.allowed);
            r.head(": a thread has at most {most} on {gpu}");
            r.help(Move::DoubleBlock, " fits");
            r.help(Move::Half(Argument::TileRows), " fits");
            r.help(Move::Half(Argument::TileColumns), " fits");
            r.help(
                Move::Fewer(Argument::ExtraRegisters),
                " is the most that fits",
            );
            r.or_help(no_tile, "");
        }
        let is_broken = fit
            && facts.registers_are_legal
            && registers.needed > kernel.registers_per_thread as u64;
        if is_broken && r.breaks(Rule::TileRegisters) {
            needed(r, stated, registers);
            r.head(": `regs` is {regs}");
            let taken = Move::Set(Argument::Registers, configuration.least_registers() as u64);
            r.help(taken, " is what the tile takes");
            r.help(Move::DoubleBlock, " fits");
            r.help(Move::Half(Argument::TileRows), " fits");
            r.help(
                Move::Fewer(Argument::ExtraRegisters),
                " is the most that fits",
            );
            r.or_help(no_tile, "");
        }
    }
    if let Some(columns) = stated.tensor_memory_columns()
        && stated.blocks_with_tensor_memory(facts.cc).is_none()
        && r.breaks(Rule::TileTensorMemory)
    {
        let (blamed, words) = tensor_memory(r, facts.cc, columns);
        r.blame(blamed);
        r.head(words);
        r.figure(words);
        r.help(Move::Half(Argument::TileColumns), " fits");
        r.help(Move::Half(Argument::TileRows), " fits");
        let in_registers = Move::To(Change::Accumulator(Accumulator::Registers));
        r.help(in_registers, " does without");
        r.or_help(no_tile, "");
    }
}

/// `256 × 256 accumulators over 256 threads are 256 registers per thread, and 40 beside make 296`
const fn needed(r: &mut Report<'_, '_>, stated: &Tile, registers: TileRegisters) {
    names!(r, accumulators: registers.accumulators, needed: registers.needed);
    match stated.accumulator {
        Accumulator::TensorMemory => {
            r.head("{extra_regs:register} per thread beside accumulators");
        }
        Accumulator::Registers => {
            r.head("{m} × {n} accumulators over {threads:thread} are {accumulators:register} per thread");
            if stated.extra_registers > 0 {
                r.head(", and {extra_regs} beside make {needed}");
            }
        }
    }
}

/// The argument to blame, and the words.
const fn tensor_memory(
    r: &mut Report<'_, '_>,
    cc: &ComputeCapability,
    columns: u32,
) -> (Argument, &'static str) {
    names!(r, columns: columns);
    match cc.tensor_memory_columns_per_sm {
        _ if columns > MOST_COLUMNS => {
            names!(r, most: MOST_COLUMNS);
            (
                Argument::TileColumns,
                "{m} × {n} accumulators take {columns} columns of tensor memory: a block allocates at most {most}",
            )
        }
        Some(0) => (
            Argument::Accumulator,
            "{gpu} has no tensor memory to keep accumulators in",
        ),
        Some(available) => {
            names!(r, available: available);
            (
                Argument::TileColumns,
                "{m} × {n} accumulators take {columns} columns of tensor memory: an SM of {gpu} has {available}",
            )
        }
        None => (
            Argument::Accumulator,
            "how much tensor memory {gpu} has is not documented",
        ),
    }
}

impl Nearest<'_> {
    /// A grid with a block for each tile, in whole clusters: along x, or, of a stated grid with several axes, columns
    /// along x and rows along y.
    const fn grid_of_tiles(&self, rows: u32, columns: u32) -> Option<Change> {
        let (cluster_x, cluster_y, _) = self.cluster();
        let (Some(in_x), Some(columns), Some(rows)) = (
            multiple(saturate(wide(rows, columns)), cluster_x, true),
            multiple(columns, cluster_x, true),
            multiple(rows, cluster_y, true),
        ) else {
            return None;
        };
        match self.configuration.grid {
            Some(Grid::Blocks((_, 1, 1))) => match self.accept(Change::Grid((in_x, 1, 1))) {
                // More tiles than an axis takes.
                None => self.accept(Change::Grid((columns, rows, 1))),
                change => change,
            },
            Some(Grid::Blocks((_, _, z))) => self.accept(Change::Grid((columns, rows, z))),
            _ => self.elements_of(in_x),
        }
    }
}
