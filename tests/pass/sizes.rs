//! Blocks of several sizes, each of which is checked, one chosen when the program runs.

use occupancy::{Arch, Unchecked, compute_capabilities::SM_89, devices::H100, launch_config};

const MAX_THREADS: usize = 1024;
const WARP_SIZE: usize = 32;
const GPUS: &[Arch] = &[H100.arch(), Arch::Multiprocessor(&SM_89)];

#[launch_config(
    arch = ["h100", "a100"],
    threads = any(32..=1024, doubling, 768),
    regs = 64,
    smem = (threads + 32) * size_of::<f32>(),
)]
fn arg_sort() {}

#[launch_config(name = Softmax, arch = GPUS, threads = any(32, MAX_THREADS), regs = 64)]
#[launch_config(name = MatVec, arch = "h100", threads = any((WARP_SIZE, 2), (32, 4)), regs = 128, allow(idle_schedulers))]
#[launch_config(name = BitUnpack, arch = "h100", threads = any(32..=256), regs = 64, items_per_thread = 1024 / threads, allow(idle_schedulers))]
fn rows() {}

#[launch_config(
    arch = ["a100", "h100", "rtx4090"],
    threads = any(128, 256),
    regs = 64,
    on("h100", threads = any(256, 512), smem = threads * 4),
    on("rtx4090", regs = 32),
)]
fn reduce() {}

#[launch_config(name = Budget, arch = "h100", threads = any(32, MAX_THREADS), regs = auto, allow(idle_schedulers))]
#[launch_config(name = Literals, arch = "h100", threads = any(32, 1024), regs = auto, allow(idle_schedulers))]
fn budget() {}

#[launch_config(name = Alone, arch = "h100", threads = any(256), regs = 64, smem = 96 * 1024)]
fn alone() {}

fn main() {
    let launch = Softmax::for_threads(32).unwrap().for_grid((7, 1, 1)).unwrap();
    assert_eq!((launch.block_dim(), launch.grid_dim()), ((32, 1, 1), (7, 1, 1)));
    let (grid_dim, block_dim, shared_mem_bytes) = launch.into();
    assert_eq!((grid_dim, block_dim, shared_mem_bytes), ((7, 1, 1), (32, 1, 1), 0));
    assert_eq!(Softmax::VARIANTS.len(), 4);
    assert_eq!(Softmax::BLOCK_DIMS, [(32, 1, 1), (1024, 1, 1)]);
    assert_eq!(Softmax::LAUNCH_BOUNDS, "__launch_bounds__(1024, 1)");
    let refused = Softmax::for_threads(64).unwrap_err();
    assert!(matches!(refused, Unchecked::Block { block_dim: (64, 1, 1), declared: [_, _], .. }));
    assert_eq!(
        Softmax::for_block((32, 2, 1)).unwrap_err().to_string(),
        "the launch was not checked for blocks of (32, 2) threads, only for 32, 1024; add the size to `threads = any(…)`"
    );
    let of_ada = Softmax::for_compute_capability(8, 9).unwrap().with_threads(1024).unwrap();
    assert_eq!((of_ada.arch().name(), of_ada.block_dim()), ("compute capability 8.9", (1024, 1, 1)));
    // On both GPUs, the fewest are resident.
    let of_all = Softmax::for_threads(32).unwrap();
    assert_eq!((of_all.archs().len(), of_all.occupancy().unwrap().blocks_per_sm), (2, 24));

    assert_eq!(MatVec::for_block((32, 4, 1)).unwrap().block_dim(), (32, 4, 1));
    assert!(MatVec::for_threads(64).is_err());

    assert_eq!(
        ArgSortLaunch::BLOCK_DIMS.map(|(x, _, _)| x),
        [32, 64, 128, 256, 512, 1024, 768]
    );
    let launch = ArgSortLaunch::for_threads(768).unwrap().for_elements(1000).unwrap();
    assert_eq!((launch.grid_dim(), launch.shared_mem_bytes()), ((2, 1, 1), 3200));

    assert_eq!(BitUnpack::BLOCK_DIMS.len(), 8);
    assert_eq!(BitUnpack::for_threads(64).unwrap().for_elements(1024).unwrap().grid_dim(), (1, 1, 1));

    let hopper = ReduceLaunch::for_compute_capability(9, 0).unwrap();
    assert_eq!(hopper.with_threads(512).unwrap().kernel().dynamic_shared_memory, 2048);
    assert_eq!(
        hopper.with_threads(128).unwrap_err().to_string(),
        "the launch was not checked for blocks of 128 threads; add the size to `threads = any(…)`"
    );
    let ada = ReduceLaunch::for_gpu("NVIDIA GeForce RTX 4090", (8, 9), 128).unwrap();
    assert_eq!(ada.with_threads(128).unwrap().kernel().registers_per_thread, 32);
    let of_a100 = ReduceLaunch::for_threads(256).unwrap();
    assert_eq!((of_a100.archs().len(), of_a100.kernel().registers_per_thread), (1, 64));
    assert_eq!(ReduceLaunch::VARIANTS.len(), 6);

    // The kernel is compiled once, for the largest block.
    assert!(Budget::VARIANTS.iter().all(|size| size.kernel().registers_per_thread == 64));
    assert!(Literals::VARIANTS.iter().all(|size| size.kernel().registers_per_thread == 64));
    assert_eq!(Alone::for_threads(256).unwrap().with_dynamic_shared_memory(0).unwrap().block_dim(), (256, 1, 1));
}
