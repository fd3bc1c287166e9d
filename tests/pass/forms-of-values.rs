//! A value can be any constant expression, of any integer type, or a tuple or an array of them; and the arguments whose
//! values decide the block, the grid or the share of a GPU.

use occupancy::{Arch, Multiprocessor, Device, compute_capabilities, devices, launch_config};

const LARGE: bool = true;
const TILE: (u8, usize) = (32, 8);
const CUBE: [i64; 3] = [8, 8, 4];
const PAIR: [u8; 2] = [2, 1];
const WIDE: u128 = 4096;
const SIGNED: i128 = 64;
const NAME: &str = "RTX 4090";
const TARGET: &str = "sm_90a";
const BOARD: Device = devices::H100;
const ARCH: Arch = Arch::Device(devices::A100);
const LIMITS: Multiprocessor = compute_capabilities::SM_89;
const GRIDS: [u64; 2] = [66, 132];
const REGS: u32 = 40;
const SMS: usize = 132 / 2;

const fn registers(large: bool) -> u8 {
    if large { 128 } else { 32 }
}

struct Config {
    threads: (u16, u16),
}

const CONFIG: Config = Config { threads: (64, 4) };

#[launch_config(name = OfBranch, arch = "h100", threads = if cfg!(debug_assertions) { 256 } else { 256 }, regs = 64)]
#[launch_config(name = OfBlockAndMatch, arch = "h100", threads = const { 256 }, regs = match LARGE { true => 128, false => 64 })]
#[launch_config(name = OfStatementsAndCall, arch = "h100", threads = { let warps = 4; warps * 32 }, regs = registers(LARGE))]
#[launch_config(name = OfTuple, arch = "h100", threads = TILE, regs = SIGNED, smem = WIDE, cluster = PAIR[0])]
#[launch_config(name = OfArray, arch = "h100", threads = CUBE, regs = 64u8, grid = (GRIDS[1], 2, 1))]
#[launch_config(name = OfField, arch = "h100", threads = CONFIG.threads, regs = 64, grid = if LARGE { (64, 64) } else { (8, 8) })]
#[launch_config(name = OfName, arch = NAME, threads = 256, regs = 64)]
#[launch_config(name = OfTarget, arch = TARGET, threads = 256, regs = 64)]
#[launch_config(name = OfBoard, arch = if LARGE { BOARD } else { devices::A100 }, threads = 256, regs = 64)]
#[launch_config(name = OfArch, arch = ARCH, threads = 256, regs = 64)]
#[launch_config(name = OfLimits, arch = LIMITS, threads = 256, regs = 64)]
#[launch_config(name = InParentheses, arch = "a100", threads = (512), regs = 64, grid = (108,))]
#[launch_config(name = AlongZ, arch = "a100", threads = (1, 1, 64), regs = 255, grid = (3, 2, 65_535))]
#[launch_config(name = Array, arch = "a100", threads = [32, 8], regs = 64, grid = [216])]
#[launch_config(name = Repeated, arch = "a100", threads = [32, REGS / 10, { REGS / 20 }], regs = 64, grid = [64; 2])]
// A warp, a block or a part of a warp works on each element.
#[launch_config(name = Warp, arch = "h100", threads = 256, regs = 40, threads_per_item = GRIDS[0] - 34, elements = 10_000)]
#[launch_config(name = Block, arch = ["h100", "a100"], threads = 96, regs = 40, threads_per_item = threads)]
#[launch_config(name = Quad, arch = "h100", threads = (32, 2), regs = 40, threads_per_item = 4)]
// With `sms`, a compute capability has a number of SMs.
#[launch_config(name = Half, arch = "h100", threads = 256, regs = 64, sms = 66, grid = 264, tail_efficiency = 1.0)]
#[launch_config(name = ShareOfAConstant, arch = "h100", threads = 256, regs = 64, sms = SMS)]
#[launch_config(name = ShareOfSm90, arch = "sm_90", threads = 256, regs = 64, sms = 8)]
#[launch_config(name = SharesOfTwo, arch = ["h100", "a100"], threads = 256, regs = 64, sms = 32, on("a100", sms = 54))]
// The macro searches, or the compiler, if the macro does not know the other arguments.
#[launch_config(name = Any, arch = "h100", threads = auto, regs = 40)]
#[launch_config(name = AtMost, arch = ["h100", "rtx4090"], threads = auto(..=256), regs = 64, min_blocks = 3)]
#[launch_config(name = HalfOpen, arch = "a100", threads = auto(64..512), regs = 32, elements = 1 << 20)]
#[launch_config(name = OfRegisters, arch = "h100", threads = auto, regs = REGS)]
#[launch_config(
    name = OnSeveral,
    arch = ["h100", "a100"],
    threads = auto(64..=256),
    regs = 32,
    smem = 1024 * { 48 },
    on("a100", threads = auto),
)]
// The kernel is compiled for at most 256 threads.
#[launch_config(name = OfCubin, arch = "h100", threads = auto, cubin = "../kernels/saxpy.cubin", kernel = "saxpy")]
fn kernel() {}

fn main() {
    assert_eq!(OfBranch::BLOCK_DIM, (256, 1, 1));
    assert_eq!(OfBlockAndMatch::REGISTERS_PER_THREAD, 128);
    assert_eq!(OfStatementsAndCall::BLOCK_DIM, (128, 1, 1));
    assert_eq!(OfStatementsAndCall::REGISTERS_PER_THREAD, 128);
    assert_eq!(OfTuple::BLOCK_DIM, (32, 8, 1));
    assert_eq!(OfTuple::DYNAMIC_SHARED_MEMORY, 4096);
    assert_eq!(OfTuple::CLUSTER_DIM, Some((2, 1, 1)));
    assert_eq!(OfArray::BLOCK_DIM, (8, 8, 4));
    assert_eq!(OfArray::configured().grid_dim(), (132, 2, 1));
    assert_eq!(OfField::BLOCK_DIM, (64, 4, 1));
    assert_eq!(OfField::configured().grid_dim(), (64, 64, 1));
    assert_eq!(OfName::SM_COUNT, 128);
    assert_eq!(OfTarget::TARGET, "sm_90a");
    assert_eq!(OfBoard::SM_COUNT, 132);
    assert_eq!(OfBoard::persistent().waves().count(), 1);
    assert_eq!(OfBoard::TARGET, "sm_90");
    assert_eq!(OfArch::ARCHS, [ARCH]);
    // Only the compiler knows that it is a device.
    assert_eq!(OfArch::SM_COUNT, 108);
    assert_eq!(OfLimits::TARGET, "sm_89");

    assert_eq!((InParentheses::BLOCK_DIM, InParentheses::configured().grid_dim()), ((512, 1, 1), (108, 1, 1)));
    assert_eq!((AlongZ::WARPS_PER_BLOCK, AlongZ::configured().grid_dim()), (2, (3, 2, 65_535)));
    assert_eq!((Array::BLOCK_DIM, Array::configured().grid_dim()), ((32, 8, 1), (216, 1, 1)));
    assert_eq!((Repeated::BLOCK_DIM, Repeated::configured().grid_dim()), ((32, 4, 2), (64, 64, 1)));

    assert_eq!((Warp::THREADS_PER_ITEM, Warp::configured().grid_dim()), (32, (1250, 1, 1)));
    assert_eq!(Warp::for_elements(1_001).unwrap().grid_dim(), (126, 1, 1));
    assert_eq!(Block::for_elements(7).unwrap().grid_dim(), (7, 1, 1));
    assert_eq!(Block::VARIANTS[1].for_elements(7).unwrap().grid_dim(), (7, 1, 1));
    assert_eq!(Quad::for_elements(17).unwrap().grid_dim(), (2, 1, 1));

    assert_eq!((Half::SM_COUNT, Half::configured().waves().count()), (66, 1));
    assert_eq!([Half::persistent().grid_dim(), ShareOfAConstant::persistent().grid_dim()], [(264, 1, 1); 2]);
    assert_eq!((ShareOfSm90::SM_COUNT, ShareOfSm90::TARGET), (8, "sm_90"));
    assert_eq!(ShareOfSm90::persistent().waves().count(), 1);
    assert_eq!(SharesOfTwo::CONFIGURATION.sms, Some(32));

    let threads = [Any::THREADS_PER_BLOCK, AtMost::THREADS_PER_BLOCK, HalfOpen::THREADS_PER_BLOCK, OfCubin::THREADS_PER_BLOCK];
    assert_eq!(threads, [768, 256, 256, 256]);
    assert_eq!(HalfOpen::configured().grid_dim(), (4096, 1, 1));
    assert_eq!((OfRegisters::BLOCK_DIM, OfRegisters::BLOCKS_PER_SM), (Any::BLOCK_DIM, Any::BLOCKS_PER_SM));
    assert_eq!((OnSeveral::THREADS_PER_BLOCK, OnSeveral::VARIANTS[1].block_dim()), (256, (1024, 1, 1)));
}
