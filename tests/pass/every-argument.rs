//! Every argument at once, in another order than the documentation's.

use occupancy::launch_config;

#[launch_config(
    allow(partial_warp),
    crate = ::occupancy,
    name = Attention,
    min_occupancy = 9 %,
    max_blocks = 2,
    hides(cycles = 24, instructions = 24, wait = first, bytes = 64),
    intent(low_occupancy, "two blocks keep their tiles in shared memory"),
    tile(m = 64, n = 32, k = 64, stages = 4, a = 4, b = 2, packed = 1, accumulator = registers, extra_regs = 40, problem = (96, 96)),
    tail_efficiency = 0.5,
    r#items_per_thread = 4,
    elements = 18_446_744_073_709_551_615 / (1 << 44) - -1,
    carveout = 100,
    barriers = 4,
    static_smem = 1024,
    smem = 96 * 1024,
    min_blocks = 2,
    regs = 96,
    threads = (33, 3),
    arch = "h100",
)]
fn attention() {}

/// What the running program chooses, or does not know.
#[launch_config(
    warn(low_occupancy),
    allow(idle_schedulers),
    on("9.0", threads = any(512, 256), min_blocks = 2),
    smem = 16 * threads,
    r#threads_per_item = 32,
    elements = 1 << 20,
    regs = auto,
    threads = any(64..=256, doubling, (32, 8), 1024),
    arch = ["8.0..", "t4"],
)]
fn chosen() {}

const PRODUCER: u32 = 24;

#[launch_config(name = Fewest, cooperative, arch = ["h100", "mi300x"], threads = 256, regs = 64, vgprs = 64)]
#[launch_config(name = Split, arch = "h100", threads = 384, regs = auto, setmaxnreg(PRODUCER, 216 + PRODUCER, 240))]
#[launch_config(name = Left, arch = ["h100", "5.3"], threads = (64, 4), min_blocks = 2, regs = auto, on("5.3", min_blocks = 1))]
fn rows() {}

fn main() {
    assert_eq!(Attention::BLOCK_DIM, (33, 3, 1));
    assert_eq!(Attention::WARPS_PER_BLOCK, 4);
    assert_eq!(Attention::BLOCKS_PER_SM, 2);
    assert_eq!(Attention::CONFIGURATION.kernel.barriers, 4);
    assert_eq!(Attention::configured().grid_dim(), (2648, 1, 1));
    assert_eq!(Fewest::BLOCKS_PER_SM, 4);
    assert!(Fewest::for_grid((528, 1, 1)).is_ok() && Fewest::for_grid((529, 1, 1)).is_err());
    let of_amd = Fewest::for_target("gfx942", 304).unwrap();
    assert!(of_amd.for_grid((2432, 1, 1)).is_ok() && of_amd.for_grid((2433, 1, 1)).is_err());
    assert_eq!(ChosenLaunch::BLOCK_DIMS.len(), 5);
    let launch = ChosenLaunch::for_threads(128).unwrap().for_elements(1_000).unwrap();
    assert_eq!((launch.grid_dim(), launch.shared_mem_bytes()), ((250, 1, 1), 2_048));
    let hopper = ChosenLaunch::for_compute_capability(9, 0).unwrap();
    assert_eq!(hopper.with_threads(512).unwrap().kernel().registers_per_thread, 64);
    assert_eq!(Split::CONFIGURATION.setmaxnreg.unwrap().as_slice(), [24, 240, 240]);
    assert_eq!(Left::REGISTERS_PER_THREAD, 128);
}
