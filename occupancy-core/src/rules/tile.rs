//! The tile of a matrix product: its operands in shared memory, its accumulators in registers or tensor
//! memory.

use core::slice;

use super::Rule;
use super::about::About;
use super::advice::{Advice, Nearest, multiple, outermost, resized, saturate};
use super::check::bit;
use super::grid;
use super::message::INDENT;
use crate::gpu::Arch;
use crate::kernel::{Accumulator, Argument, Arguments, Change, Configuration, Grid, StatedTile};
use crate::model::{Facts, MOST_COLUMNS, TensorMemoryError, Tile, Tiling};
use crate::search::max_registers_per_thread;
use crate::text::Message;

/// What the shared memory of the operands depends on.
const OPERANDS: Arguments = Arguments::of(&[
    Argument::TileRows,
    Argument::TileColumns,
    Argument::TileDepth,
    Argument::Stages,
    Argument::ElementOfA,
    Argument::ElementOfB,
]);

/// What the registers per thread depend on.
const REGISTERS: Arguments = Arguments::of(&[
    Argument::Arch,
    Argument::Threads,
    Argument::TileRows,
    Argument::TileColumns,
    Argument::TileDepth,
    Argument::Accumulator,
    Argument::ExtraRegisters,
]);

/// What the tiles of a product depend on.
const TILES: Arguments = Arguments::of(&[
    Argument::TileRows,
    Argument::TileColumns,
    Argument::TileDepth,
    Argument::Problem,
]);

pub(super) const fn about(rule: Rule, configuration: &Configuration<'_>) -> About {
    let tile = stated(configuration);
    match rule {
        Rule::TileExtent => About::new("OCC055", wrong_extent(&tile)).reading(Arguments::of(&[
            Argument::TileRows,
            Argument::TileColumns,
            Argument::TileDepth,
        ])),
        Rule::TileElement => {
            let argument = if tile.a_bytes == 0 {
                Argument::ElementOfA
            } else {
                Argument::ElementOfB
            };
            About::new("OCC056", argument)
                .reading(Arguments::of(&[Argument::ElementOfA, Argument::ElementOfB]))
        }
        Rule::TileOperands => {
            let argument = if tile.stages > 1 {
                Argument::Stages
            } else {
                Argument::TileDepth
            };
            About::new("OCC057", argument)
                .reading(OPERANDS.with(Argument::Arch))
                .by_gpu()
        }
        Rule::TileSharedMemory => {
            let kernel = &configuration.kernel;
            let argument = if kernel.dynamic_shared_memory > 0 {
                Argument::DynamicSharedMemory
            } else if kernel.static_shared_memory > 0 && configuration.compiled.is_empty() {
                Argument::StaticSharedMemory
            } else {
                // What is not stated has no value to blame.
                Argument::TileDepth
            };
            About::new("OCC058", argument)
                .reading(
                    OPERANDS
                        .with(Argument::Arch)
                        .with(Argument::StaticSharedMemory)
                        .with(Argument::DynamicSharedMemory),
                )
                .by_gpu()
        }
        Rule::TileAccumulators => {
            let argument = match tile.accumulator {
                Accumulator::Registers => Argument::TileRows,
                Accumulator::TensorMemory => Argument::ExtraRegisters,
            };
            About::new("OCC059", argument).reading(REGISTERS).by_gpu()
        }
        Rule::TileRegisters => About::new("OCC060", Argument::Registers)
            .reading(REGISTERS.with(Argument::Registers))
            .by_gpu(),
        Rule::TileTensorMemory => {
            let argument = match tensor_memory_error(&tile, configuration.archs) {
                Some(TensorMemoryError::Columns(_) | TensorMemoryError::Capacity { .. }) => {
                    Argument::TileColumns
                }
                _ => Argument::Accumulator,
            };
            About::new("OCC061", argument)
                .reading(Arguments::of(&[
                    Argument::Arch,
                    Argument::TileRows,
                    Argument::TileColumns,
                    Argument::TileDepth,
                    Argument::Accumulator,
                ]))
                .by_gpu()
        }
        Rule::TileProblem => About::new("OCC062", Argument::Problem).reading(TILES),
        _ => About::new("OCC063", configuration.grid_argument())
            .reading(grid::reads(configuration).and(TILES)),
    }
}

/// The tile; one that passes if there is none.
const fn stated(configuration: &Configuration<'_>) -> StatedTile {
    match configuration.tile {
        Some(tile) => tile,
        None => StatedTile::new(1, 1, 1),
    }
}

const fn is_extent(extent: u32) -> bool {
    extent > 0 && extent <= Tile::MOST
}

const fn wrong_extent(tile: &StatedTile) -> Argument {
    if !is_extent(tile.m) {
        Argument::TileRows
    } else if !is_extent(tile.n) {
        Argument::TileColumns
    } else {
        Argument::TileDepth
    }
}

/// Registers per thread: those of accumulators, and what a thread of such a block can have.
#[derive(Clone, Copy)]
struct Registers {
    accumulators: u64,
    needed: u64,
    allowed: u32,
}

/// `None` if the block or the tile is refused.
const fn registers(configuration: &Configuration<'_>, arch: &Arch) -> Option<Registers> {
    let Some(stated) = &configuration.tile else {
        return None;
    };
    let threads = saturate(configuration.kernel.threads_per_block());
    let (Ok(tile), Some(allowed)) = (
        stated.tile(),
        max_registers_per_thread(arch.compute_capability(), threads, 1),
    ) else {
        return None;
    };
    match tile.accumulator_registers(threads) {
        Some(accumulators) => Some(Registers {
            accumulators,
            needed: accumulators.saturating_add(stated.extra_registers as u64),
            allowed,
        }),
        None => None,
    }
}

/// Why tensor memory does not hold the accumulators on one of the GPUs.
const fn tensor_memory_error(tile: &StatedTile, mut archs: &[Arch]) -> Option<TensorMemoryError> {
    let Ok(tile) = tile.tile() else { return None };
    let columns = match tile.tensor_memory() {
        None => return None,
        Some(Err(error)) => return Some(error),
        Some(Ok(columns)) => columns,
    };
    while let [arch, others @ ..] = archs {
        if let Err(error) = columns.blocks_per_sm_at_most(arch.compute_capability()) {
            return Some(error);
        }
        archs = others;
    }
    None
}

pub(super) const fn broken(
    configuration: &Configuration<'_>,
    stated: &StatedTile,
    facts: &Facts<'_>,
) -> u64 {
    let mut broken = 0;
    if stated.a_bytes == 0 || stated.b_bytes == 0 {
        broken |= bit(Rule::TileElement);
    }
    let Ok(tile) = stated.tile() else {
        return broken | bit(Rule::TileExtent);
    };
    let bytes = stated.shared_memory();
    if bytes > configuration.shared_memory_allowed(facts.arch) as u64 {
        broken |= bit(Rule::TileOperands);
    } else if bytes > configuration.kernel.shared_memory() {
        broken |= bit(Rule::TileSharedMemory);
    }
    if facts.block_is_legal
        && let Some(registers) = registers(configuration, facts.arch)
    {
        if registers.needed > registers.allowed as u64 {
            broken |= bit(Rule::TileAccumulators);
        } else if facts.registers_are_legal
            && registers.needed > configuration.kernel.registers_per_thread as u64
        {
            broken |= bit(Rule::TileRegisters);
        }
    }
    let one = [*facts.arch];
    if tensor_memory_error(stated, &one).is_some() {
        broken |= bit(Rule::TileTensorMemory);
    }
    if let Some((m, n)) = stated.problem {
        match (tile.of(m, n), configuration.grid_dim()) {
            (Err(_), _) => broken |= bit(Rule::TileProblem),
            (Ok(tiling), Some(Ok(grid))) if grid.blocks() < tiling.tiles() => {
                broken |= bit(Rule::TileGrid);
            }
            _ => {}
        }
    }
    broken
}

/// The product in its tiles.
const fn tiling(tile: &StatedTile) -> Option<Tiling> {
    match (tile.tile(), tile.problem) {
        (Ok(tile), Some((m, n))) => match tile.of(m, n) {
            Ok(tiling) => Some(tiling),
            Err(_) => None,
        },
        _ => None,
    }
}

pub(super) const fn headline<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    let tile = stated(configuration);
    let kernel = &configuration.kernel;
    match rule {
        Rule::TileExtent => extents(out.text("a tile of "), &tile)
            .text(": `")
            .text(wrong_extent(&tile).key())
            .text("` is 1 to ")
            .grouped(Tile::MOST as u64),
        Rule::TileElement => {
            let (name, operand) = if tile.a_bytes == 0 {
                (Argument::ElementOfA.key(), "A")
            } else {
                (Argument::ElementOfB.key(), "B")
            };
            out.text("`")
                .text(name)
                .text("` is at least 1: it is the bytes of an element of ")
                .text(operand)
        }
        Rule::TileOperands => extents(out.text("the operands of a tile of "), &tile)
            .text(" take ")
            .grouped(tile.shared_memory())
            .text(" bytes of shared memory: a block has at most ")
            .grouped(configuration.shared_memory_allowed(arch) as u64)
            .text(" on ")
            .text(arch.name()),
        Rule::TileSharedMemory => extents(
            out.grouped(kernel.shared_memory())
                .text(" bytes of shared memory do not hold the operands of a tile of "),
            &tile,
        )
        .text(": they take ")
        .grouped(tile.shared_memory()),
        Rule::TileAccumulators => match registers(configuration, arch) {
            Some(registers) => needed(out, configuration, registers)
                .text(": a thread has at most ")
                .grouped(registers.allowed as u64)
                .text(" on ")
                .text(arch.name()),
            None => out.text("the tile takes more registers than a thread has"),
        },
        Rule::TileRegisters => match registers(configuration, arch) {
            Some(registers) => needed(out, configuration, registers)
                .text(": `regs` is ")
                .grouped(kernel.registers_per_thread as u64),
            None => out.text("the tile takes more registers than `regs` states"),
        },
        Rule::TileTensorMemory => tensor_memory(out, &tile, arch),
        Rule::TileProblem => product(out.text("a "), &tile)
            .text(": it has at least one, and its tiles fewer than 2^64"),
        _ => match (configuration.grid_dim(), tiling(&tile)) {
            (Some(Ok(grid)), Some(tiling)) => {
                let out = out
                    .text("a grid of ")
                    .counted(grid.blocks(), "block")
                    .text(" computes ")
                    .grouped(grid.blocks())
                    .text(" of the ")
                    .counted(tiling.tiles(), "tile");
                product(out.text(" of a "), &tile)
            }
            _ => out,
        },
    }
}

/// `product of 4,096 × 1,024 elements`
const fn product<'m>(out: &'m mut Message, tile: &StatedTile) -> &'m mut Message {
    let (m, n) = match tile.problem {
        Some(problem) => problem,
        None => (0, 0),
    };
    out.text("product of ")
        .grouped(m as u64)
        .text(" × ")
        .grouped(n as u64)
        .text(" elements")
}

/// `128 × 128 × 64`
const fn extents<'m>(out: &'m mut Message, tile: &StatedTile) -> &'m mut Message {
    out.grouped(tile.m as u64)
        .text(" × ")
        .grouped(tile.n as u64)
        .text(" × ")
        .grouped(tile.k as u64)
}

/// `256 × 256 accumulators over 256 threads are 256 registers per thread, and 40 beside make 296`
const fn needed<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    registers: Registers,
) -> &'m mut Message {
    let tile = stated(configuration);
    let out = match tile.accumulator {
        Accumulator::TensorMemory => {
            return out
                .counted(tile.extra_registers as u64, "register")
                .text(" per thread beside accumulators");
        }
        Accumulator::Registers => out
            .grouped(tile.m as u64)
            .text(" × ")
            .grouped(tile.n as u64)
            .text(" accumulators over ")
            .counted(configuration.kernel.threads_per_block(), "thread")
            .text(" are ")
            .counted(registers.accumulators, "register")
            .text(" per thread"),
    };
    if tile.extra_registers == 0 {
        out
    } else {
        out.text(", and ")
            .grouped(tile.extra_registers as u64)
            .text(" beside make ")
            .grouped(registers.needed)
    }
}

const fn tensor_memory<'m>(
    out: &'m mut Message,
    tile: &StatedTile,
    arch: &Arch,
) -> &'m mut Message {
    match tensor_memory_error(tile, slice::from_ref(arch)) {
        Some(TensorMemoryError::Unsupported { .. }) => out
            .text(arch.name())
            .text(" has no tensor memory to keep accumulators in"),
        Some(TensorMemoryError::Unknown { .. }) => out
            .text("how much tensor memory ")
            .text(arch.name())
            .text(" has is not documented"),
        Some(TensorMemoryError::Columns(columns)) => columns_taken(out, tile, columns)
            .text(": a block allocates at most ")
            .grouped(MOST_COLUMNS as u64),
        Some(TensorMemoryError::Capacity { columns, available }) => {
            columns_taken(out, tile, columns)
                .text(": an SM of ")
                .text(arch.name())
                .text(" has ")
                .grouped(available as u64)
        }
        _ => out.text("accumulators that tensor memory does not hold"),
    }
}

const fn columns_taken<'m>(
    out: &'m mut Message,
    tile: &StatedTile,
    columns: u32,
) -> &'m mut Message {
    out.grouped(tile.m as u64)
        .text(" × ")
        .grouped(tile.n as u64)
        .text(" accumulators take ")
        .grouped(columns as u64)
        .text(" columns of tensor memory")
}

pub(super) const fn detail<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
) -> &'m mut Message {
    if !matches!(rule, Rule::TileOperands | Rule::TileSharedMemory) {
        return out;
    }
    let tile = stated(configuration);
    let out = out
        .text("\n")
        .text(INDENT)
        .padded("per stage", 10)
        .aligned(tile.stage_bytes(), 13)
        .text(" bytes   ")
        .grouped(tile.m as u64)
        .text(" × ")
        .grouped(tile.k as u64)
        .text(" elements of ")
        .counted(tile.a_bytes as u64, "byte")
        .text(", and ")
        .grouped(tile.k as u64)
        .text(" × ")
        .grouped(tile.n as u64)
        .text(" of ")
        .grouped(tile.b_bytes as u64);
    out.text(INDENT)
        .padded("stages", 10)
        .aligned(tile.stages as u64, 13)
}

pub(super) const fn figure<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    match rule {
        Rule::TileOperands => out
            .text("at most ")
            .grouped(configuration.shared_memory_allowed(arch) as u64)
            .text(" bytes per block"),
        Rule::TileTensorMemory => tensor_memory(out, &stated(configuration), arch),
        _ => out,
    }
}

pub(super) const fn passing(nearest: &Nearest<'_>) -> Advice {
    let Some(tile) = nearest.configuration.tile else {
        return Advice::NONE;
    };
    let none = Advice::NONE;
    let advice = match nearest.rule {
        Rule::TileExtent => none.with(nearest.half(wrong_extent(&tile), 256)),
        Rule::TileElement => none.with(nearest.element(&tile)),
        Rule::TileOperands => none
            .with(nearest.stages())
            .with(nearest.half(Argument::TileDepth, tile.k))
            .with(nearest.half(Argument::TileRows, tile.m))
            .with(nearest.half(Argument::TileColumns, tile.n)),
        Rule::TileSharedMemory => none
            .with(nearest.operands())
            .with(nearest.stages())
            .with(nearest.half(Argument::TileDepth, tile.k)),
        Rule::TileAccumulators => none
            .with(nearest.more_threads())
            .with(nearest.half(Argument::TileRows, tile.m))
            .with(nearest.half(Argument::TileColumns, tile.n))
            .with(nearest.extra_registers(&tile)),
        Rule::TileRegisters => none
            .with(nearest.registers_of_tile())
            .with(nearest.more_threads())
            .with(nearest.half(Argument::TileRows, tile.m))
            .with(nearest.extra_registers(&tile)),
        Rule::TileTensorMemory => none
            .with(nearest.half(Argument::TileColumns, tile.n))
            .with(nearest.half(Argument::TileRows, tile.m))
            .with(nearest.accept(Change::Accumulator(Accumulator::Registers))),
        Rule::TileProblem => none.with(nearest.problem(&tile)),
        _ => none.with(nearest.grid_of_tiles(&tile)),
    };
    advice.or(nearest.accept(Change::NoTile))
}

pub(super) const fn effect(out: &mut Message, rule: Rule, change: Change) -> &mut Message {
    match (rule, change) {
        (_, Change::NoTile) => out.text(" can be left out"),
        (Rule::TileSharedMemory, Change::Integer(Argument::DynamicSharedMemory, _))
        | (Rule::TileRegisters, Change::Integer(Argument::Registers, _)) => {
            out.text(" is what the tile takes")
        }
        (_, Change::Integer(Argument::Stages | Argument::ExtraRegisters, _)) => {
            out.text(" is the most that fits")
        }
        (Rule::TileTensorMemory, Change::Accumulator(_)) => out.text(" does without"),
        (Rule::TileProblem, _) => out.text(" is the smallest of whole tiles"),
        (Rule::TileGrid, _) => out.text(" has a block for each tile"),
        (Rule::TileExtent | Rule::TileElement, _) => out.text(" passes"),
        _ => out.text(" fits"),
    }
}

impl Nearest<'_> {
    /// Elements as large as the others, or of 2 bytes.
    const fn element(&self, tile: &StatedTile) -> Option<Change> {
        let (argument, other) = if tile.a_bytes == 0 {
            (Argument::ElementOfA, tile.b_bytes)
        } else {
            (Argument::ElementOfB, tile.a_bytes)
        };
        let bytes = if other == 0 { 2 } else { other };
        match self.accept(Change::Integer(argument, bytes as u64)) {
            None => self.accept(Change::Integer(argument, 1)),
            change => change,
        }
    }

    /// The most stages below those stated that are accepted.
    pub(super) const fn stages(&self) -> Option<Change> {
        let Some(tile) = &self.configuration.tile else {
            return None;
        };
        let one = Change::Integer(Argument::Stages, 1);
        if tile.stages <= 1 || !self.keeps(one) {
            return None;
        }
        self.accept(one.with_number(self.most(one, 1, tile.stages)))
    }

    /// An extent halved until it is accepted.
    const fn half(&self, argument: Argument, stated: u32) -> Option<Change> {
        let mut extent = stated / 2;
        while extent > 0 {
            let change = Change::Integer(argument, extent as u64);
            if self.accepts(change) {
                return Some(change);
            }
            extent /= 2;
        }
        None
    }

    /// The dynamic shared memory that holds the operands beside what the kernel declares.
    const fn operands(&self) -> Option<Change> {
        self.accept(Change::Integer(
            Argument::DynamicSharedMemory,
            least_dynamic_shared_memory(self.configuration) as u64,
        ))
    }

    /// The block doubled until it is accepted.
    const fn more_threads(&self) -> Option<Change> {
        let (x, y, z) = self.configuration.kernel.block_dim;
        let (mut extent, _) = outermost(x, y, z);
        while extent > 0 && extent <= 512 {
            extent = extent.saturating_mul(2);
            let change = Change::Threads(resized(x, y, z, extent));
            if self.accepts(change) {
                return Some(change);
            }
        }
        None
    }

    /// The most registers beside accumulators that are accepted.
    const fn extra_registers(&self, tile: &StatedTile) -> Option<Change> {
        let none = Change::Integer(Argument::ExtraRegisters, 0);
        if tile.extra_registers == 0 || !self.keeps(none) {
            return None;
        }
        self.accept(none.with_number(self.most(none, 0, tile.extra_registers)))
    }

    /// The registers that the tile takes on the GPU where it takes most.
    const fn registers_of_tile(&self) -> Option<Change> {
        self.accept(Change::Integer(
            Argument::Registers,
            least_registers(self.configuration) as u64,
        ))
    }

    /// A product of one tile along each axis that has no elements, or along both.
    const fn problem(&self, tile: &StatedTile) -> Option<Change> {
        let problem = match tile.problem {
            Some((0, n)) if n > 0 => (tile.m, n),
            Some((m, 0)) if m > 0 => (m, tile.n),
            _ => (tile.m, tile.n),
        };
        self.accept(Change::Problem(problem))
    }

    /// A grid with a block for each tile, in whole clusters: along x, or, of a stated grid with several axes, columns
    /// along x and rows along y.
    const fn grid_of_tiles(&self, tile: &StatedTile) -> Option<Change> {
        let Some(tiling) = tiling(tile) else {
            return None;
        };
        let (rows, columns) = tiling.tiles_by_axis();
        let (cluster_x, cluster_y, _) = self.cluster();
        let (Some(in_x), Some(columns), Some(rows)) = (
            multiple(saturate(tiling.tiles()), cluster_x, true),
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
            _ => {
                let each = self.configuration.elements_per_block();
                let elements = each.saturating_mul(in_x as u64);
                self.accept(Change::Integer(Argument::Elements, elements))
            }
        }
    }
}

/// The fewest registers per thread that hold the tile; none if there is no tile.
pub(super) const fn least_registers(configuration: &Configuration<'_>) -> u32 {
    let mut most = 0;
    let mut left = configuration.archs;
    while let [arch, others @ ..] = left {
        if let Some(registers) = registers(configuration, arch)
            && registers.needed > most
        {
            most = registers.needed;
        }
        left = others;
    }
    saturate(most)
}

/// The least dynamic shared memory that holds the operands beside what the kernel declares; none if
/// there is no tile.
pub(super) const fn least_dynamic_shared_memory(configuration: &Configuration<'_>) -> u32 {
    match &configuration.tile {
        Some(tile) => {
            let declared = configuration.kernel.static_shared_memory as u64;
            saturate(tile.shared_memory().saturating_sub(declared))
        }
        None => 0,
    }
}
