//! Tiles with published figures, as numbers and as constants.

use occupancy::kernel::{Accumulator, Axis};
use occupancy::{GridError, launch_config};

const STAGES: usize = 4;
const ROWS: u64 = 256;
const COLUMNS: i32 = 128;
const IN_TENSOR_MEMORY: Accumulator = Accumulator::TensorMemory;

// 64 of 128 registers are accumulators, and shared memory is 98,304 bytes.
#[launch_config(
    name = ThreeStages,
    arch = "h100",
    threads = 256,
    regs = 128,
    tile(m = 128, n = 128, k = 64, stages = 3, a = 2, b = 2, accumulator = registers, extra_regs = 64)
)]
// 128 registers are accumulators, and shared memory is 196,608 bytes: one block.
#[launch_config(
    name = FourStages,
    arch = "sm_90",
    threads = 256,
    regs = 168,
    tile(m = 256, n = 128, k = 64, stages = 4, a = 2, b = 2, extra_regs = 40)
)]
#[launch_config(
    name = OfConstants,
    arch = "sm_90",
    threads = 2 * COLUMNS,
    regs = 168,
    tile(m = ROWS, n = COLUMNS, k = 16 * STAGES, stages = STAGES, a = 2, b = { 1 + 1 }, extra_regs = { 40 })
)]
// 256 columns, so two blocks hold theirs at once.
#[launch_config(
    name = TensorMemory,
    arch = "b200",
    threads = 192,
    regs = 64,
    tile(m = 128, n = 256, k = 64, a = 2, b = 2, stages = 4, accumulator = tensor_memory)
)]
#[launch_config(
    name = TensorMemoryOfConstants,
    arch = "b200",
    threads = 192,
    regs = 64,
    tile(m = 128, n = 256, k = 64, a = 2, b = 2, stages = STAGES, accumulator = IN_TENSOR_MEMORY)
)]
// 108 tiles, which are the 108 SMs of an A100.
#[launch_config(
    name = Product,
    arch = "a100",
    threads = 256,
    regs = 168,
    tile(m = 256, n = 128, k = 32, stages = 3, a = 2, b = 2, problem = (2304, 9 * ROWS - 768))
)]
// An epilogue and barriers take more than the operands.
#[launch_config(
    name = WithRoom,
    arch = "h100",
    threads = 256,
    regs = 128,
    smem = 98_304 + 1024,
    tile(m = 128, n = 128, k = 64, stages = 3, a = 2, b = 2)
)]
// The operands are in arrays of the kernel's own.
#[launch_config(
    name = Declared,
    arch = "h100",
    threads = 256,
    regs = 64,
    static_smem = 16 * 1024,
    tile(m = 64, n = 64, k = 32)
)]
// 128 threads are too few for 255 registers each.
#[launch_config(
    name = Chosen,
    arch = ["a100", "h100"],
    threads = auto,
    regs = 128,
    tile(m = 128, n = 256, k = 32, stages = 3, a = 2, b = 2, extra_regs = 40),
    on("h100", tile(m = 128, n = 256, k = 32, stages = 4, a = 2, b = 2, extra_regs = 40)),
)]
#[launch_config(
    name = ChosenByCompiler,
    arch = ["a100", "h100"],
    threads = auto,
    regs = 128,
    tile(m = 128, n = COLUMNS * 2, k = 32, stages = 3, a = 2, b = 2, extra_regs = 40),
    on("h100", tile(m = 128, n = 256, k = 32, stages = STAGES, a = 2, b = 2, extra_regs = 40)),
)]
#[launch_config(
    name = OfTwo,
    arch = ["a100", "h100"],
    threads = 256,
    regs = 128,
    tile(m = 128, n = 64, k = 32),
    on("h100", cluster = 2, tile(m = 128, n = 128, k = 32)),
)]
#[launch_config(
    name = ConstantProblem,
    arch = "9.0",
    threads = 256,
    regs = 128,
    tile(m = 128, n = 128, k = 32, problem = (ROWS + 1, COLUMNS * 2)),
)]
fn kernel() {}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
fn saxpy() {}

fn main() {
    assert_eq!(ThreeStages::DYNAMIC_SHARED_MEMORY, 98_304);
    assert_eq!(ThreeStages::BLOCKS_PER_SM, 2);
    assert_eq!(FourStages::DYNAMIC_SHARED_MEMORY, 196_608);
    assert_eq!(FourStages::BLOCKS_PER_SM, 1);
    assert_eq!(OfConstants::CONFIGURATION, FourStages::CONFIGURATION);
    assert_eq!(TensorMemoryOfConstants::CONFIGURATION, TensorMemory::CONFIGURATION);
    let stated = TensorMemory::CONFIGURATION.tile.unwrap();
    assert_eq!(stated.tensor_memory_columns().unwrap(), 256);
    let product = Product::CONFIGURATION.tile.unwrap();
    assert_eq!(product.problem, Some((2304, 1536)));
    // The problem is the grid: columns along x, rows along y.
    assert_eq!(Product::configured().grid_dim(), (12, 9, 1));
    assert_eq!(Product::configured().waves().count(), 1);
    assert_eq!(Product::for_problem(2304, 1536), Ok(Product::configured()));
    assert_eq!(Product::for_problem(2305, 1537).unwrap().grid_dim(), (13, 10, 1));
    assert_eq!(Product::for_problem(0, 1), Err(GridError::Empty));
    let over = Product::for_problem(u32::MAX, 1).unwrap_err();
    assert_eq!(over, GridError::Dimension { axis: Axis::Y, blocks: 1 << 24 });
    let none = SaxpyLaunch::for_problem(1, 1).unwrap_err();
    assert_eq!(
        none.to_string(),
        "the kernel states no tile for the blocks of a product: add `tile(…)` to the attribute"
    );
    let [ampere, hopper] = OfTwo::VARIANTS else {
        panic!("two GPUs");
    };
    // Whole clusters.
    assert_eq!(hopper.for_problem(384, 640).unwrap().grid_dim(), (6, 3, 1));
    assert_eq!(ampere.for_problem(384, 640).unwrap().grid_dim(), (10, 3, 1));
    assert_eq!(ConstantProblem::configured().grid_dim(), (2, 3, 1));
    let over = Product::persistent_on(u32::MAX).unwrap_err();
    assert_eq!(
        over.to_string(),
        "a persistent grid of 4294967295 blocks in x: at most 2147483647 can be launched; pass the number of SMs that \
         the driver reports"
    );
    assert_eq!(WithRoom::DYNAMIC_SHARED_MEMORY, 99_328);
    assert_eq!(Declared::DYNAMIC_SHARED_MEMORY, 0);
    for chosen in [Chosen::VARIANTS[1].configuration(), ChosenByCompiler::VARIANTS[1].configuration()] {
        assert_eq!(chosen.kernel.dynamic_shared_memory, 98_304);
        assert!(chosen.kernel.threads_per_block() >= 384);
    }
    assert_eq!(Chosen::DYNAMIC_SHARED_MEMORY, 73_728);
    assert_eq!(Chosen::BLOCK_DIM, ChosenByCompiler::BLOCK_DIM);
}
