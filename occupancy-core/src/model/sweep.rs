//! The blocks per SM of many kernels: all that ranges of blocks, registers and shared memory make, or the largest of those
//! that hold as many blocks.

use core::iter::{Once, once};

use super::Occupancy;
use super::tables::{BLOCKS, OccupancyTables, REGISTERS, Row, UNITS};
use crate::kernel::{Kernel, product, saturate};

/// Threads of a block in x, y and z.
type Dims = (u32, u32, u32);

impl OccupancyTables {
    /// Begins a sweep over kernels that differ from `kernel` in what the ranges of the [`Sweep`] say.
    pub fn sweep(&self, kernel: Kernel) -> Sweep<'_, Once<Dims>, Once<u32>, Once<u32>> {
        let base = Base {
            tables: self,
            kernel,
            min_blocks: 0,
            min_warps: 0,
        };
        let registers = once(kernel.registers_on(&self.sm));
        let memory = once(kernel.dynamic_shared_memory);
        Sweep(base, once(kernel.block_dim), registers, memory)
    }
}

/// Kernels along three ranges: their blocks, their registers per thread, and their dynamic shared memory.
///
/// [`OccupancyTables::sweep`] begins one. A range that is not stated has the value of the kernel. Ranges are iterators of
/// any kind and order, or lists: `B` of blocks, `R` of registers and `M` of shared memory. Each is walked many times, to
/// its end.
///
/// ```
/// use occupancy_core::model::OccupancyTables;
/// use occupancy_core::{Kernel, compute_capabilities::SM_90};
///
/// let tables = OccupancyTables::new(&SM_90);
/// let sweep = tables
///     .sweep(Kernel::new((1, 1, 1), 1).with_static_shared_memory(1024))
///     .threads((64..=1024).step_by(32))
///     .registers(32..=255)
///     .dynamic_shared_memory((0..=226).map(|kib| kib * 1024))
///     .min_warps(32);
///
/// // The most registers and shared memory of a block, while half of the warp slots are taken.
/// let best = sweep.best_by_key(|point| {
///     let registers = point.threads_per_block() * u64::from(point.registers_per_thread);
///     4 * registers + u64::from(point.dynamic_shared_memory)
/// });
/// let best = best.unwrap();
/// assert_eq!(best.block_dim, (1024, 1, 1));
/// assert_eq!(best.registers_per_thread, 64);
/// assert_eq!(best.dynamic_shared_memory, 226 * 1024);
/// assert_eq!((best.blocks_per_sm, best.warps_per_sm()), (1, 32));
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Sweep<'t, B, R, M>(Base<'t>, B, R, M);

/// What all kernels of a sweep have in common.
#[derive(Clone, Copy, Debug)]
struct Base<'t> {
    tables: &'t OccupancyTables,
    kernel: Kernel,
    min_blocks: u32,
    min_warps: u32,
}

/// A kernel of a [`Sweep`], with its resident blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Point {
    /// Threads of the block in x, y and z.
    pub block_dim: (u32, u32, u32),
    /// Registers per thread; on AMD, vector registers per lane.
    pub registers_per_thread: u32,
    /// Dynamic shared memory, bytes per block.
    pub dynamic_shared_memory: u32,
    /// Warps of one block.
    pub warps_per_block: u32,
    /// Resident blocks on one SM; zero if a block cannot launch, or if [`Occupancy::new`] refuses the kernel.
    pub blocks_per_sm: u32,
}

impl Point {
    /// Threads of one block; `u64::MAX` if the product of the dimensions is larger.
    pub const fn threads_per_block(&self) -> u64 {
        product(self.block_dim)
    }

    /// Resident warps on one SM.
    pub const fn warps_per_sm(&self) -> u32 {
        self.blocks_per_sm.saturating_mul(self.warps_per_block)
    }
}

impl<'t, B, R, M> Sweep<'t, B, R, M>
where
    B: Iterator<Item = Dims> + Clone,
    R: Iterator<Item = u32> + Clone,
    M: Iterator<Item = u32> + Clone,
{
    /// Blocks of so many threads along x.
    pub fn threads<I: IntoIterator<Item = u32, IntoIter: Clone>>(
        self,
        threads: I,
    ) -> Sweep<'t, impl Iterator<Item = Dims> + Clone, R, M> {
        self.block_dims(threads.into_iter().map(|threads| (threads, 1, 1)))
    }

    /// Blocks of these threads in x, y and z.
    pub fn block_dims<I: IntoIterator<Item = Dims, IntoIter: Clone>>(
        self,
        block_dims: I,
    ) -> Sweep<'t, I::IntoIter, R, M> {
        Sweep(self.0, block_dims.into_iter(), self.2, self.3)
    }

    /// So many registers per thread; on AMD, vector registers per lane.
    pub fn registers<I: IntoIterator<Item = u32, IntoIter: Clone>>(
        self,
        registers: I,
    ) -> Sweep<'t, B, I::IntoIter, M> {
        Sweep(self.0, self.1, registers.into_iter(), self.3)
    }

    /// So much dynamic shared memory, bytes per block.
    pub fn dynamic_shared_memory<I: IntoIterator<Item = u32, IntoIter: Clone>>(
        self,
        bytes: I,
    ) -> Sweep<'t, B, R, I::IntoIter> {
        Sweep(self.0, self.1, self.2, bytes.into_iter())
    }

    /// Leaves out kernels with fewer resident blocks on one SM.
    pub fn min_blocks(mut self, blocks_per_sm: u32) -> Self {
        self.0.min_blocks = blocks_per_sm;
        self
    }

    /// Leaves out kernels with fewer resident warps on one SM.
    pub fn min_warps(mut self, warps_per_sm: u32) -> Self {
        self.0.min_warps = warps_per_sm;
        self
    }

    /// The kernel of a point. Its registers are those of either vendor.
    pub const fn kernel(&self, point: &Point) -> Kernel {
        self.0.kernel(point)
    }

    /// All kernels that meet the demands: by shared memory, then by block, then by registers.
    ///
    /// A method that walks all of them, such as `for_each` or `sum`, is several times as fast as `for`.
    pub fn points(&self) -> impl Iterator<Item = Point> + Clone + use<'t, B, R, M> {
        let Self(base, blocks, registers, memory) = self.clone();
        let run = run(registers.clone());
        memory.flat_map(move |bytes| {
            let (blocks, registers) = (blocks.clone(), registers.clone());
            blocks.flat_map(move |block_dim| base.points(block_dim, bytes, registers.clone(), run))
        })
    }

    /// The points with the most registers and the most shared memory among those that are otherwise alike: those with
    /// the same block, as many resident blocks by shared memory, and registers within one unit of allocation.
    ///
    /// For every point of the sweep there is an edge with the same block and as many resident blocks, which has at least
    /// as many registers and as much shared memory. So the highest of all edges is exactly the highest of all points, of
    /// any figure that never falls as these two grow while block and resident blocks stay. Of a figure that can fall, it
    /// is not: take [`points`](Self::points). On a GPU that has [no tables](OccupancyTables), all points are edges.
    pub fn edges(&self) -> impl Iterator<Item = Point> + Clone + use<'t, B, R, M> {
        let Self(base, blocks, registers, memory) = self.clone();
        let of_registers = move |count: u32| {
            let units = base.tables.units.get(count as usize);
            units.map_or(UNITS + 1, |&units| units.into())
        };
        // A block of one thread has as many blocks as shared memory allows, up to as many as any block has.
        let of_memory =
            move |bytes| base.points((1, 1, 1), bytes, (), None).first.blocks_per_sm as usize;
        let registers = largest::<{ UNITS + 2 }>(base.tables.is_tabled, registers, of_registers);
        let memory = largest::<{ BLOCKS + 1 }>(base.tables.is_tabled, memory, of_memory);
        Sweep(base, blocks, registers, memory).points()
    }

    /// The point with the highest key, of keys that never fall as registers and shared memory grow while block and
    /// resident blocks stay: one of the [`edges`](Self::edges). `None` if no point meets the demands.
    pub fn best_by_key<K: Ord>(&self, key: impl FnMut(&Point) -> K) -> Option<Point> {
        self.edges().max_by_key(key)
    }
}

/// Numbers that follow each other: the first and the last.
type Run = Option<(u32, u32)>;

/// Returns the run that registers are, if each is one more than the one before and a row of the tables can have them.
fn run(mut registers: impl Iterator<Item = u32>) -> Run {
    let first = registers.next()?;
    let mut last = first;
    for count in registers {
        if count.checked_sub(1) != Some(last) || count as usize > REGISTERS {
            return None;
        }
        last = count;
    }
    Some((first, last))
}

/// The largest number of each kind, if there are tables, or else all.
fn largest<const KINDS: usize>(
    is_tabled: bool,
    all: impl Iterator<Item = u32> + Clone,
    kind: impl Fn(u32) -> usize,
) -> impl Iterator<Item = u32> + Clone {
    let mut largest = [None; KINDS];
    let rest = (!is_tabled).then(|| all.clone());
    for number in all.take_while(|_| is_tabled) {
        if let Some(place) = largest.get_mut(kind(number)) {
            *place = (*place).max(Some(number));
        }
    }
    let largest = largest.into_iter().flatten();
    largest.chain(rest.into_iter().flatten())
}

impl<'t> Base<'t> {
    /// The kernel of a point. Each vendor has a budget of its own.
    const fn kernel(&self, point: &Point) -> Kernel {
        self.kernel
            .with_block_dim(point.block_dim)
            .with_registers(point.registers_per_thread)
            .with_vgprs(point.registers_per_thread)
            .with_dynamic_shared_memory(point.dynamic_shared_memory)
    }

    /// The points with this block and so much dynamic shared memory.
    fn points<R>(
        self,
        block_dim: Dims,
        dynamic_shared_memory: u32,
        registers: R,
        run: Run,
    ) -> Points<'t, R> {
        let mut first = Point {
            block_dim,
            registers_per_thread: 0,
            dynamic_shared_memory,
            warps_per_block: 0,
            blocks_per_sm: 0,
        };
        let tables = self.tables;
        if let Ok(occupancy) = tables.occupancy(&self.kernel(&first)) {
            first.warps_per_block = saturate(occupancy.warps_per_block);
            first.blocks_per_sm = occupancy.blocks_per_sm;
        }
        let warps = first.warps_per_block;
        Points {
            base: self,
            first,
            least: self.min_warps.div_ceil(warps.max(1)).max(self.min_blocks),
            row: tables.rows.get(warps as usize).filter(|_| tables.is_tabled),
            registers,
            run,
        }
    }
}

/// The points with the same block and dynamic shared memory.
#[derive(Clone)]
struct Points<'t, R> {
    base: Base<'t>,
    /// The point of no registers.
    first: Point,
    /// The blocks that the demands need.
    least: u32,
    row: Option<&'t Row>,
    registers: R,
    /// The registers, if they are a run of which none was taken.
    run: Run,
}

/// The point of so many registers, like the first one of them.
#[inline]
fn point(base: &Base<'_>, mut point: Point, row: Option<&Row>, registers: u32) -> Point {
    point.registers_per_thread = registers;
    let blocks = if let Some(row) = row {
        row.get(registers as usize)
            .map_or(0, |&blocks| blocks.into())
    } else {
        let occupancy = Occupancy::new(&base.tables.sm, &base.kernel(&point));
        occupancy.map_or(0, |all| all.blocks_per_sm)
    };
    point.blocks_per_sm = blocks.min(point.blocks_per_sm);
    point
}

impl<R: Iterator<Item = u32>> Iterator for Points<'_, R> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        self.run = None;
        let registers = self.registers.by_ref();
        let mut points = registers.map(|count| point(&self.base, self.first, self.row, count));
        points.find(|point| point.blocks_per_sm >= self.least)
    }

    // Several times as fast as one `next` after the other.
    #[inline]
    fn fold<T, F: FnMut(T, Point) -> T>(self, init: T, f: F) -> T {
        let (first, least) = (self.first, self.least);
        if first.blocks_per_sm < least {
            return init;
        }
        let is_enough = |point: &Point| point.blocks_per_sm >= least;
        // The compiler calculates several points of a run at once.
        if let (Some(row), Some((from, to))) = (self.row, self.run)
            && let Some(blocks) = row.get(from as usize..=to as usize)
        {
            // A GPU with tables holds fewer blocks. Narrow numbers are compared faster.
            let most = u16::try_from(first.blocks_per_sm).unwrap_or(u16::MAX);
            let points = (from..).zip(blocks).map(|(registers, &blocks)| Point {
                registers_per_thread: registers,
                blocks_per_sm: blocks.min(most).into(),
                ..first
            });
            if least == 0 {
                return points.fold(init, f);
            }
            return points.filter(is_enough).fold(init, f);
        }
        let points = self
            .registers
            .map(|count| point(&self.base, first, self.row, count));
        points.filter(is_enough).fold(init, f)
    }
}
