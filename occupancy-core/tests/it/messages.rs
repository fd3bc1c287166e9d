//! The whole words of everything that a configuration can break, as the compiler prints them.

use occupancy_core::compute_capabilities::{SM_89, SM_90};
use occupancy_core::{
    Arch, Compiled, ComputeCapability, Configuration, Device, Grid, Kernel, Ratio, devices,
    kernel::{Accumulator, Argument, LatencyDemand, Tile},
};

const H100: &[Arch] = &[devices::H100.arch()];
const B200: &[Arch] = &[devices::B200.arch()];

const KERNEL: Kernel = Kernel::new((256, 1, 1), 64);

fn archs(names: &[&str]) -> Vec<Arch> {
    names.iter().map(|name| Arch::find(name).unwrap()).collect()
}

fn ratio(numerator: u64, denominator: u64) -> Ratio {
    Ratio::new(numerator, denominator).unwrap()
}

fn words(configuration: &Configuration<'_>) -> String {
    configuration.faults().unwrap().to_string()
}

#[test]
fn of_a_block() {
    let kernel = |block_dim, registers| Configuration::new(H100, Kernel::new(block_dim, registers));
    let with = |kernel| Configuration::new(H100, kernel);
    for (configuration, text) in [
        (
            kernel((32, 0, 1), 64),
            "[OCC001] a block of (32, 0) has no threads: every dimension is at least 1

    help: `threads = 32` passes",
        ),
        (
            kernel((1, 1, 128), 32),
            "[OCC002] a block of (1, 1, 128) cannot launch: z is at most 64

    help: `threads = (1, 1, 64)` passes",
        ),
        (
            kernel((64, 32, 1), 32),
            "[OCC003] a block of 2,048 threads cannot launch: a block has at most 1,024

    help: `threads = (32, 32)` passes",
        ),
        (
            kernel((100, 1, 1), 64),
            "[OCC004] a block of 100 threads ends in a partial warp: 4 of 32 lanes of its last warp work

    help: `threads = 96` is whole warps; `threads = 128` is whole warps; or `allow(partial_warp)` accepts the idle lanes",
        ),
        (
            kernel((10, 10, 1), 64),
            "[OCC004] a block of 100 threads ends in a partial warp: 4 of 32 lanes of its last warp work

    help: `threads = (16, 10)` is whole warps; or `allow(partial_warp)` accepts the idle lanes",
        ),
        (
            kernel((256, 1, 1), 256),
            "[OCC005] 256 registers per thread: a thread can address at most 255

    help: `regs = 255` passes",
        ),
        (
            kernel((256, 1, 1), 0),
            "[OCC005] 0 registers per thread: `regs` is what the kernel may use, 1 to 255

    help: `regs = 64` passes",
        ),
        (
            with(KERNEL.with_static_shared_memory(65_536)),
            "[OCC007] 65,536 bytes of static shared memory do not compile for H100 SXM5 80GB: ptxas accepts at most 49,152, or 232,448 for `sm_90a` since CUDA 13.0

    help: `static_smem = 0, smem = 65536` moves it to the launch; or `static_smem = 49152` is the most that fits",
        ),
        (
            with(KERNEL.with_barriers(17)),
            "[OCC009] 17 named barriers: a block has 16

    help: `barriers = 16` passes",
        ),
        (
            with(KERNEL.with_carveout(Some(101))),
            "[OCC010] `carveout` is a percentage of the SM's shared memory, 0 to 100

    help: `carveout = 100` passes",
        ),
        (
            Configuration::new(B200, KERNEL.with_virtual_resources(129)),
            "[OCC022] 129 virtual resources: an SM of B200 SXM 180GB has 128",
        ),
        (
            Configuration::new(&[], KERNEL),
            "[OCC023] no GPU is named: `arch` takes at least one",
        ),
        // Two faults.
        (
            kernel((100, 1, 1), 300),
            "[OCC004] a block of 100 threads ends in a partial warp: 4 of 32 lanes of its last warp work

    help: `threads = 96` is whole warps; `threads = 128` is whole warps; or `allow(partial_warp)` accepts the idle lanes

[OCC005] 300 registers per thread: a thread can address at most 255

    help: `regs = 255` passes",
        ),
    ] {
        assert_eq!(words(&configuration), text);
    }
}

#[test]
fn of_the_register_file() {
    let kernel = Kernel::new((1024, 1, 1), 96);
    let refused = Some(101);
    for (configuration, text) in [
        (
            Configuration::new(H100, kernel),
            "[OCC006] not one block of 1,024 threads with 96 registers each fits an SM of H100 SXM5 80GB: the launch would fail

    registers           0 blocks   96 per thread, 3,072 per warp, 5 warps in each of 4 sub-partitions   binds
    shared memory     228 blocks   1,024 of 233,472 bytes per block
    warps               2 blocks   32 of 64 warps per block
    block slots        32 blocks

    help: `regs = 64` fits; or `threads = 640` fits",
        ),
        // A carve-out that is refused hides no table.
        (
            Configuration::new(H100, kernel.with_carveout(refused)),
            "[OCC006] not one block of 1,024 threads with 96 registers each fits an SM of H100 SXM5 80GB: the launch would fail

    registers           0 blocks   96 per thread, 3,072 per warp, 5 warps in each of 4 sub-partitions   binds
    shared memory     228 blocks   1,024 of 233,472 bytes per block
    warps               2 blocks   32 of 64 warps per block
    block slots        32 blocks

    help: `regs = 64` fits; or `threads = 640` fits

[OCC010] `carveout` is a percentage of the SM's shared memory, 0 to 100

    help: `carveout = 100` passes",
        ),
    ] {
        assert_eq!(words(&configuration), text);
    }
}

#[test]
fn of_shared_memory() {
    let gtx1080 = archs(&["gtx1080"]);
    let dynamic = |bytes| KERNEL.with_dynamic_shared_memory(bytes);
    let without = |kernel: Kernel| kernel.with_shared_memory_optin(false);
    for (configuration, text) in [
        // The opt-in allows no more than there is without it.
        (
            Configuration::new(&gtx1080, dynamic(65_536)),
            "[OCC008] 65,536 bytes of shared memory do not fit one block on GeForce GTX 1080: at most 49,152

    static                0 bytes
    dynamic          65,536 bytes
    allowed          49,152 bytes, of 98,304 on the SM

    help: `smem = 49152` is the most that fits",
        ),
        (
            Configuration::new(&gtx1080, without(dynamic(65_536))),
            "[OCC008] 65,536 bytes of shared memory do not fit one block on GeForce GTX 1080: at most 49,152

    static                0 bytes
    dynamic          65,536 bytes
    allowed          49,152 bytes without the opt-in

    help: `smem = 49152` is the most that fits",
        ),
        (
            Configuration::new(H100, dynamic(232_449)),
            "[OCC008] 232,449 bytes of shared memory do not fit one block on H100 SXM5 80GB: at most 232,448

    static                0 bytes
    dynamic         232,449 bytes
    allowed         232,448 bytes with the opt-in, of 233,472 on the SM

    help: `smem = 232448` is the most that fits",
        ),
        (
            Configuration::new(H100, without(dynamic(49_153))),
            "[OCC008] 49,153 bytes of shared memory do not fit one block on H100 SXM5 80GB: at most 49,152

    static                0 bytes
    dynamic          49,153 bytes
    allowed          49,152 bytes without the opt-in

    help: `smem = 49152` is the most that fits",
        ),
        (
            Configuration::new(H100, dynamic(204_800).with_static_shared_memory(32_768)),
            "[OCC008] 237,568 bytes of shared memory do not fit one block on H100 SXM5 80GB: at most 232,448

    static           32,768 bytes
    dynamic         204,800 bytes
    allowed         232,448 bytes with the opt-in, of 233,472 on the SM

    help: `smem = 199680` is the most that fits beside `static_smem = 32768`; or `static_smem = 27648` is the most that fits beside `smem = 204800`",
        ),
    ] {
        assert_eq!(words(&configuration), text);
    }
}

#[test]
fn of_a_cluster() {
    let clustered = |dims| KERNEL.with_cluster_dim(Some(dims));
    let (mixed, b300) = (archs(&["h100", "rtx4090"]), archs(&["b300"]));
    let board = |name, sm_count| [Arch::Device(Device::new(name, &SM_90, sm_count))];
    let (quarter, single) = (board("a quarter", 4), board("a single", 1));
    let large = Kernel::new((1024, 1, 1), 64);
    let full = Kernel::new((512, 1, 1), 32).with_dynamic_shared_memory(232_448);
    let on_h100 = |dims| Configuration::new(H100, clustered(dims));
    let grid = |dims, blocks| on_h100(dims).with_grid(Some(Grid::Blocks(blocks)));
    let elements = |dims, most| on_h100(dims).with_grid(Some(Grid::Elements(most)));
    for (configuration, text) in [
        (
            Configuration::new(&mixed, clustered((2, 2, 1))),
            "[OCC024] a cluster of 4 blocks cannot launch on GeForce RTX 4090: clusters begin at compute capability 9.0, and this is 8.9

    help: `cluster` can be left out; or `on(\"h100\", cluster = (2, 2))` in place of `cluster`",
        ),
        (
            on_h100((2, 0, 1)),
            "[OCC025] a cluster of (2, 0) has no blocks: every dimension is at least 1

    help: `cluster = 2` passes; or `cluster` can be left out",
        ),
        (
            on_h100((17, 1, 1)),
            "[OCC026] a cluster of 17 blocks cannot launch on H100 SXM5 80GB: at most 16

    cluster    17 blocks
    portable   8 blocks
    largest    16 blocks on compute capability 9.0, if the launch side opts in

    help: `cluster = 8` is portable",
        ),
        (
            Configuration::new(&quarter, large.with_cluster_dim(Some((4, 2, 1)))),
            "[OCC040] not one cluster of 8 blocks fits a quarter: its 4 SMs hold 4 blocks at once, and the launch would fail

    registers           1 block    64 per thread, 2,048 per warp, 8 warps in each of 4 sub-partitions   binds
    shared memory     228 blocks   1,024 of 233,472 bytes per block
    warps               2 blocks   32 of 64 warps per block
    block slots        32 blocks

    help: `regs = 32` fits 1 cluster; `threads = 512` fits 1; or `cluster = 4` fits 1",
        ),
        // Nothing fits one SM twice, and no cluster is smaller.
        (
            Configuration::new(&single, full.with_cluster_dim(Some((2, 1, 1)))),
            "[OCC040] not one cluster of 2 blocks fits a single: its 1 SM holds 1 block at once, and the launch would fail

    registers           4 blocks   32 per thread, 1,024 per warp, 16 warps in each of 4 sub-partitions
    shared memory       1 block    233,472 of 233,472 bytes per block   binds
    warps               4 blocks   16 of 64 warps per block
    block slots        32 blocks

    help: `smem = 115712` fits 1 cluster",
        ),
        (
            Configuration::new(&b300, clustered((16, 1, 1))),
            "[OCC026] a cluster of 16 blocks is not known to launch on B300 SXM: NVIDIA documents the portable 8, and no more

    cluster    16 blocks
    portable   8 blocks
    largest    not documented for compute capability 10.3: `cudaOccupancyMaxPotentialClusterSize` reports it on the GPU

    help: `cluster = 8` is portable",
        ),
        (
            grid((4, 2, 1), (1000, 15, 1)),
            "[OCC027] a grid of 15 blocks in y does not divide into clusters of 2: 1 block is left over, and the launch would fail

    help: `grid = (1000, 14)` is whole clusters; `grid = (1000, 16)` is whole clusters; or `cluster = 4` divides the grid",
        ),
        (
            grid((3, 1, 1), (20, 1, 1)),
            "[OCC027] a grid of 20 blocks in x does not divide into clusters of 3: 2 blocks are left over, and the launch would fail

    help: `grid = 18` is whole clusters; `grid = 21` is whole clusters; or `cluster = 2` divides the grid",
        ),
        (
            elements((4, 1, 1), 20_000),
            "[OCC027] a grid of 79 blocks, for 20,000 elements at 256 per block, does not divide into clusters of 4: 3 blocks are left over, and the launch would fail

    help: `elements = 20480` makes whole clusters; or `items_per_thread = 2` makes whole clusters",
        ),
    ] {
        assert_eq!(words(&configuration), text);
    }
}

#[test]
fn of_resident_blocks() {
    let blocks = |kernel, blocks| Configuration::new(H100, kernel).with_min_blocks(blocks);
    let (wide, narrow) = (Kernel::new((1024, 1, 1), 64), Kernel::new((128, 1, 1), 32));
    let both = Kernel::new((256, 1, 1), 96).with_dynamic_shared_memory(102_400);
    let quarter = narrow
        .with_dynamic_shared_memory(32_768)
        .with_carveout(Some(25));
    for (configuration, text) in [
        (
            blocks(KERNEL, 0),
            "[OCC017] `min_blocks` is at least 1: 0 demands nothing

    help: `min_blocks = 1` passes",
        ),
        (
            blocks(wide, 2),
            "[OCC012] 2 blocks of 1,024 threads do not fit on one SM of H100 SXM5 80GB: registers allow 1

    registers           1 block    64 per thread, 2,048 per warp, 8 warps in each of 4 sub-partitions   binds
    shared memory     228 blocks   1,024 of 233,472 bytes per block
    warps               2 blocks   32 of 64 warps per block
    block slots        32 blocks

    help: `regs = 32` keeps 2 blocks; `threads = 512` keeps 2; or `min_blocks = 1` is what fits",
        ),
        (
            blocks(both, 3),
            "[OCC012] 3 blocks of 256 threads do not fit on one SM of H100 SXM5 80GB: registers and shared memory allow 2

    registers           2 blocks   96 per thread, 3,072 per warp, 5 warps in each of 4 sub-partitions   binds
    shared memory       2 blocks   103,424 of 233,472 bytes per block   binds
    warps               8 blocks   8 of 64 warps per block
    block slots        32 blocks

    help: `regs = 80, smem = 76800` keeps 3 blocks; or `min_blocks = 2` is what fits",
        ),
        (
            blocks(quarter, 3),
            "[OCC012] 3 blocks of 128 threads do not fit on one SM of H100 SXM5 80GB: shared memory allows 1

    registers          16 blocks   32 per thread, 1,024 per warp, 16 warps in each of 4 sub-partitions
    shared memory       1 block    33,792 of 65,536 bytes per block   binds
    warps              16 blocks   4 of 64 warps per block
    block slots        32 blocks

    help: `smem = 20736` keeps 3 blocks; `carveout = 29` keeps 3; or `min_blocks = 1` is what fits",
        ),
        (
            blocks(Kernel::new((1024, 1, 1), 32).with_dynamic_shared_memory(102_400), 3),
            "[OCC012] 3 blocks of 1,024 threads do not fit on one SM of H100 SXM5 80GB: registers, shared memory and warps allow 2

    registers           2 blocks   32 per thread, 1,024 per warp, 16 warps in each of 4 sub-partitions   binds
    shared memory       2 blocks   103,424 of 233,472 bytes per block   binds
    warps               2 blocks   32 of 64 warps per block   binds
    block slots        32 blocks

    help: `min_blocks = 2` is what fits",
        ),
        (
            blocks(narrow.with_barriers(16), 5),
            "[OCC012] 5 blocks of 128 threads do not fit on one SM of H100 SXM5 80GB: barriers allow 4

    registers          16 blocks   32 per thread, 1,024 per warp, 16 warps in each of 4 sub-partitions
    shared memory     228 blocks   1,024 of 233,472 bytes per block
    warps              16 blocks   4 of 64 warps per block
    block slots        32 blocks
    barriers            4 blocks   16 of 64 barriers per block   binds

    help: `barriers = 12` keeps 5 blocks; or `min_blocks = 4` is what fits",
        ),
        (
            blocks(Kernel::new((96, 1, 1), 64).with_static_shared_memory(40_960), 6),
            "[OCC012] 6 blocks of 96 threads do not fit on one SM of H100 SXM5 80GB: shared memory allows 5

    registers          10 blocks   64 per thread, 2,048 per warp, 8 warps in each of 4 sub-partitions
    shared memory       5 blocks   41,984 of 233,472 bytes per block   binds
    warps              21 blocks   3 of 64 warps per block
    block slots        32 blocks

    help: `static_smem = 37888` keeps 6 blocks; or `min_blocks = 5` is what fits",
        ),
        (
            Configuration::new(B200, narrow.with_virtual_resources(40)).with_min_blocks(4),
            "[OCC012] 4 blocks of 128 threads do not fit on one SM of B200 SXM 180GB: virtual resources allow 3

    registers          16 blocks   32 per thread, 1,024 per warp, 16 warps in each of 4 sub-partitions
    shared memory     228 blocks   1,024 of 233,472 bytes per block
    warps              16 blocks   4 of 64 warps per block
    block slots        32 blocks
    virtual resources   3 blocks   40 of 128 per block   binds

    help: `min_blocks = 3` is what fits",
        ),
    ] {
        assert_eq!(words(&configuration), text);
    }
}

#[test]
fn of_occupancy() {
    let demanding = |archs, kernel, numerator, denominator| {
        Configuration::new(archs, kernel).with_min_occupancy(ratio(numerator, denominator))
    };
    let rtx4090 = archs(&["rtx4090"]);
    let (one, other) = (archs(&["h100", "rtx4090"]), archs(&["rtx4090", "h100"]));
    let kernel = Kernel::new((256, 1, 1), 128);
    for (configuration, text) in [
        (
            demanding(H100, kernel, 1, 2),
            "[OCC013] occupancy on H100 SXM5 80GB is 25 %, below the 50 % asked for: registers allow 2 blocks

    registers           2 blocks   128 per thread, 4,096 per warp, 4 warps in each of 4 sub-partitions   binds
    shared memory     228 blocks   1,024 of 233,472 bytes per block
    warps               8 blocks   8 of 64 warps per block
    block slots        32 blocks

    help: `regs = 64` reaches 50 %; or `min_occupancy = 0.25` is reached",
        ),
        // Some digits more where the same number would be said twice.
        (
            demanding(H100, Kernel::new((96, 1, 1), 255), 14_063, 100_000),
            "[OCC013] occupancy on H100 SXM5 80GB is 9.4 %, below the 14.1 % asked for: registers allow 2 blocks

    registers           2 blocks   255 per thread, 8,192 per warp, 2 warps in each of 4 sub-partitions   binds
    shared memory     228 blocks   1,024 of 233,472 bytes per block
    warps              21 blocks   3 of 64 warps per block
    block slots        32 blocks

    help: `regs = 168` reaches 18.8 %; or `min_occupancy = 0.0937` is reached",
        ),
        (
            demanding(&rtx4090, Kernel::new((1024, 1, 1), 32), 3, 4),
            "[OCC013] occupancy on GeForce RTX 4090 is 66.7 %, below the 75 % asked for: warps allow 1 block

    registers           2 blocks   32 per thread, 1,024 per warp, 16 warps in each of 4 sub-partitions
    shared memory     100 blocks   1,024 of 102,400 bytes per block
    warps               1 block    32 of 48 warps per block   binds
    block slots        24 blocks

    help: `threads = 768` reaches 100 %; or `min_occupancy = 0.6666` is reached",
        ),
        (
            demanding(H100, KERNEL, 50, 1),
            "[OCC018] `min_occupancy` is at most 1.0, or 100 %: all warp slots

    help: `min_occupancy = 0.5` is 50 %",
        ),
        // What is reached is that of the GPU with the least.
        (
            demanding(&one, kernel, 1, 2),
            "[OCC013] occupancy on H100 SXM5 80GB is 25 %, below the 50 % asked for: registers allow 2 blocks; GeForce RTX 4090 fails too

    registers           2 blocks   128 per thread, 4,096 per warp, 4 warps in each of 4 sub-partitions   binds
    shared memory     228 blocks   1,024 of 233,472 bytes per block
    warps               8 blocks   8 of 64 warps per block
    block slots        32 blocks

    GeForce RTX 4090: 33.3 %, registers allow 2 blocks

    help: `regs = 64` reaches 50 %; or `min_occupancy = 0.25` is reached",
        ),
        (
            demanding(&other, kernel, 1, 2),
            "[OCC013] occupancy on GeForce RTX 4090 is 33.3 %, below the 50 % asked for: registers allow 2 blocks; H100 SXM5 80GB fails too

    registers           2 blocks   128 per thread, 4,096 per warp, 4 warps in each of 4 sub-partitions   binds
    shared memory     100 blocks   1,024 of 102,400 bytes per block
    warps               6 blocks   8 of 48 warps per block
    block slots        24 blocks

    H100 SXM5 80GB: 25 %, registers allow 2 blocks

    help: `regs = 64` reaches 50 %; or `min_occupancy = 0.25` is reached",
        ),
    ] {
        assert_eq!(words(&configuration), text);
    }
}

#[test]
fn of_the_grid() {
    let plain = Configuration::new(H100, KERNEL);
    let blocks = |dims| plain.with_grid(Some(Grid::Blocks(dims)));
    let elements = |elements| plain.with_grid(Some(Grid::Elements(elements)));
    for (configuration, text) in [
        (
            blocks((8, 8, 0)),
            "[OCC020] the grid has no blocks: there is nothing to launch

    help: `grid = (8, 8)` passes",
        ),
        (
            elements(0),
            "[OCC020] the grid has no blocks: there is nothing to launch

    help: `elements = 1` passes",
        ),
        (
            elements(1 << 20).with_integer(Argument::ItemsPerThread, 0),
            "[OCC021] `items_per_thread = 0`: each thread works on at least 1 element

    help: `items_per_thread = 1` passes",
        ),
        (
            elements(1 << 40),
            "[OCC011] a grid of 4,294,967,296 blocks, for 1,099,511,627,776 elements at 256 per block, cannot launch: at most 2,147,483,647

    help: `items_per_thread = 3` passes; or `elements = 549755813632` is the most in one launch",
        ),
        (
            elements(u64::MAX),
            "[OCC011] a grid of 72,057,594,037,927,936 blocks, for 18,446,744,073,709,551,615 elements at 256 per block, cannot launch: at most 2,147,483,647

    help: `elements = 549755813632` is the most in one launch",
        ),
        (
            blocks((65_536, 65_536, 65_536)),
            "[OCC011] a grid of 65,536 blocks in y cannot launch: at most 65,535

    help: `grid = (65536, 65535, 65535)` is the most in one launch",
        ),
        (
            blocks((1, 65_536, 1)),
            "[OCC011] a grid of 65,536 blocks in y cannot launch: at most 65,535

    help: `grid = (1, 65535)` is the most in one launch; or `grid = 65536` launches, if the kernel takes its axes this way",
        ),
        (
            blocks((16, 16, 100_000)),
            "[OCC011] a grid of 100,000 blocks in z cannot launch: at most 65,535

    help: `grid = (16, 16, 65535)` is the most in one launch; or `grid = (100000, 16, 16)` launches, if the kernel takes its axes this way",
        ),
    ] {
        assert_eq!(words(&configuration), text);
    }
}

#[test]
fn of_the_tail() {
    let nine = ratio(9, 10);
    let plain = Configuration::new(H100, KERNEL);
    let blocks = |most| plain.with_grid(Some(Grid::Blocks((most, 1, 1))));
    let elements = |elements| plain.with_grid(Some(Grid::Elements(elements)));
    let of_a_capability = archs(&["9.0"]);
    let (one, other) = (archs(&["h100", "a100"]), archs(&["a100", "h100"]));
    let on = |archs| {
        Configuration::new(archs, KERNEL)
            .with_grid(Some(Grid::Blocks((529, 1, 1))))
            .with_tail_efficiency(Some(nine))
    };
    for (configuration, text) in [
        (
            plain.with_tail_efficiency(Some(nine)),
            "[OCC016] `tail_efficiency` needs a grid: state `grid` or `elements` too

    help: `grid = 528` is one full wave; or `tail_efficiency` can be left out",
        ),
        (
            on(&of_a_capability),
            "[OCC015] `tail_efficiency` needs a GPU with a known number of SMs, which compute capability 9.0 does not have

    help: `tail_efficiency` can be left out",
        ),
        (
            on(&of_a_capability).with_grid(Some(Grid::Blocks((528, 1, 1)))),
            "[OCC015] `tail_efficiency` needs a GPU with a known number of SMs, which compute capability 9.0 does not have

    help: `arch = \"h100\"` has 132 SMs; or `tail_efficiency` can be left out",
        ),
        (
            blocks(528).with_tail_efficiency(Some(ratio(90, 1))),
            "[OCC019] `tail_efficiency` is at most 1.0, or 100 %: full waves only

    help: `tail_efficiency = 0.9` is 90 %",
        ),
        (
            blocks(529).with_tail_efficiency(Some(nine)),
            "[OCC014] tail efficiency on H100 SXM5 80GB is 50.1 %, below the 90 % asked for: the last wave holds 1 of 528 blocks

    grid       529 blocks
    wave       528 blocks: 4 on each of 132 SMs
    waves      2
    last wave  1 block, 0.2 % of a wave

    help: `grid = 528` reaches 100 %; `grid = 951` reaches 90.1 %; or `tail_efficiency = 0.5009` is reached",
        ),
        (
            blocks(1000).with_tail_efficiency(Some(ratio(947, 1000))),
            "[OCC014] tail efficiency on H100 SXM5 80GB is 94.7 % (125/132), below the 94.7 % (947/1000) asked for: the last wave holds 472 of 528 blocks

    grid       1,000 blocks
    wave       528 blocks: 4 on each of 132 SMs
    waves      2
    last wave  472 blocks, 89.4 % of a wave

    help: `grid = 528` reaches 100 %; `grid = 1001` reaches 94.8 %; or `tail_efficiency = 0.9469` is reached",
        ),
        (
            elements(150_000).with_tail_efficiency(Some(nine)),
            "[OCC014] tail efficiency on H100 SXM5 80GB is 55.5 %, below the 90 % asked for: the last wave holds 58 of 528 blocks

    grid       586 blocks for 150,000 elements, 256 per block
    wave       528 blocks: 4 on each of 132 SMs
    waves      2
    last wave  58 blocks, 11 % of a wave

    help: `tail_efficiency = 0.5549` is reached",
        ),
        // What is reached is that of the GPU with the least.
        (
            on(&one),
            "[OCC014] tail efficiency on H100 SXM5 80GB is 50.1 %, below the 90 % asked for: the last wave holds 1 of 528 blocks; A100-SXM4-40GB fails too

    grid       529 blocks
    wave       528 blocks: 4 on each of 132 SMs
    waves      2
    last wave  1 block, 0.2 % of a wave

    A100-SXM4-40GB: 61.2 %, the last wave holds 97 of 432 blocks

    help: `grid = 1556` reaches 90 %; or `tail_efficiency = 0.5009` is reached",
        ),
        (
            on(&other),
            "[OCC014] tail efficiency on A100-SXM4-40GB is 61.2 %, below the 90 % asked for: the last wave holds 97 of 432 blocks; H100 SXM5 80GB fails too

    grid       529 blocks
    wave       432 blocks: 4 on each of 108 SMs
    waves      2
    last wave  97 blocks, 22.5 % of a wave

    H100 SXM5 80GB: 50.1 %, the last wave holds 1 of 528 blocks

    help: `grid = 1556` reaches 90 %; or `tail_efficiency = 0.5009` is reached",
        ),
    ] {
        assert_eq!(words(&configuration), text);
    }
}

/// Two more are named, and others are counted; those that pass are not.
#[test]
fn of_at_most_so_many_blocks() {
    let most = |blocks| Configuration::new(H100, KERNEL).with_integer(Argument::MaxBlocks, blocks);
    for (configuration, text) in [
        (
            most(0),
            "[OCC050] `max_blocks` is at least 1: with 0 nothing could launch

    help: `max_blocks = 4` passes",
        ),
        (
            most(1),
            "[OCC051] 4 blocks of 256 threads fit on one SM of H100 SXM5 80GB, but at most 1 is accepted

    registers           4 blocks   64 per thread, 2,048 per warp, 8 warps in each of 4 sub-partitions   binds
    shared memory     228 blocks   1,024 of 233,472 bytes per block
    warps               8 blocks   8 of 64 warps per block
    block slots        32 blocks

    help: `smem = 115728` leaves room for 1 block; or `max_blocks = 4` is what fits",
        ),
        (
            most(2).with_min_blocks(3),
            "[OCC051] 4 blocks of 256 threads fit on one SM of H100 SXM5 80GB, but at most 2 are accepted

    registers           4 blocks   64 per thread, 2,048 per warp, 8 warps in each of 4 sub-partitions   binds
    shared memory     228 blocks   1,024 of 233,472 bytes per block
    warps               8 blocks   8 of 64 warps per block
    block slots        32 blocks

    help: `max_blocks = 4` is what fits",
        ),
    ] {
        assert_eq!(words(&configuration), text);
    }
}

#[test]
fn of_latency() {
    let cc = archs(&["sm_90"]);
    let l4 = archs(&["l4"]);
    let hides = |demand| Configuration::new(H100, KERNEL).with_hides(Some(demand));
    let few = Kernel::new((96, 1, 1), 168).with_dynamic_shared_memory(200_000);
    for (configuration, text) in [
        (
            hides(LatencyDemand::cycles(400, 30)),
            "[OCC054] 32 resident warps do not hide 400 cycles on H100 SXM5 80GB: with 30 instructions before each wait, it takes 60

    resident           32 warps   8 on each of 4 schedulers, which issue in at most 55.9 % of cycles
    needed             60 warps   15 on each: (400 + 30 - 1) / 30, rounded up

    registers           4 blocks   64 per thread, 2,048 per warp, 8 warps in each of 4 sub-partitions   binds
    shared memory     228 blocks   1,024 of 233,472 bytes per block
    warps               8 blocks   8 of 64 warps per block
    block slots        32 blocks

    help: `regs = 32` hides them; `hides(cycles = 400, instructions = 57)` hides them; or `hides(cycles = 211, instructions = 30)` is what they hide",
        ),
        (
            Configuration::new(H100, few).with_hides(Some(LatencyDemand::cycles(400, 30))),
            "[OCC054] 3 resident warps do not hide 400 cycles on H100 SXM5 80GB: with 30 instructions before each wait, it takes 60

    resident            3 warps   0 or 1 on each of 4 schedulers, which issue in at most 5.2 % of cycles
    needed             60 warps   15 on each: (400 + 30 - 1) / 30, rounded up

    registers           4 blocks   168 per thread, 5,376 per warp, 3 warps in each of 4 sub-partitions
    shared memory       1 block    201,088 of 233,472 bytes per block   binds
    warps              21 blocks   3 of 64 warps per block
    block slots        32 blocks

    help: `regs = 32, smem = 10624` hides them",
        ),
        (
            hides(LatencyDemand::bytes(4)),
            "[OCC049] 32 resident warps with 4 bytes in flight per thread reach at most 45.6 % of the memory bandwidth of H100 SXM5 80GB: all of it takes 71 warps

    in flight       4,096 bytes   32 warps of 32 threads with 4 bytes each
    needed          8,978 bytes   700 cycles at 1,980 MHz, 3,352 GB/s over 132 SMs

    registers           4 blocks   64 per thread, 2,048 per warp, 8 warps in each of 4 sub-partitions   binds
    shared memory     228 blocks   1,024 of 233,472 bytes per block
    warps               8 blocks   8 of 64 warps per block
    block slots        32 blocks

    help: `hides(bytes = 16)` reaches all of it",
        ),
        (
            hides(LatencyDemand { bytes: Some(0), ..LatencyDemand::cycles(0, 0) }),
            "[OCC052] `cycles` is at least 1: a latency of 0 needs no warps to hide it

    help: `hides(bytes = 0)` passes

[OCC053] `instructions` is at least 1: the instruction that a warp waits for is one of them

    help: `hides(cycles = 0, bytes = 0)` passes

[OCC047] `bytes` is at least 1: with 0 in flight, no number of warps is enough

    help: `hides(cycles = 0, instructions = 0, bytes = 16)` passes; or `hides(cycles = 0, instructions = 0)` passes",
        ),
        (
            Configuration::new(&cc, KERNEL).with_hides(Some(LatencyDemand::bytes(16))),
            "[OCC048] `bytes` needs a GPU whose memory latency and bandwidth are known: compute capability 9.0 is not a device

    help: `arch = \"h100\"` is a GPU whose memory was measured; or `hides` can be left out",
        ),
        (
            Configuration::new(&l4, KERNEL)
                .with_hides(Some(LatencyDemand { bytes: Some(16), ..LatencyDemand::cycles(20, 8) })),
            "[OCC048] `bytes` needs a GPU whose memory latency and bandwidth are known: no source states both for L4

    help: `hides(cycles = 20, instructions = 8)` does without",
        ),
    ] {
        assert_eq!(words(&configuration), text);
    }
}

/// Latencies are as long on every GPU, and the warps that are resident differ.
#[test]
fn of_latency_on_several_gpus() {
    let archs = archs(&["rtx4090", "h100"]);
    let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64))
        .with_hides(Some(LatencyDemand::cycles(400, 30)));
    let words = words(&configuration);
    assert!(words.contains("; H100 SXM5 80GB fails too\n"), "{words}");
    assert!(
        words.contains("\n    H100 SXM5 80GB: 32 of 60 warps are resident\n"),
        "{words}"
    );
}

#[test]
fn of_several_gpus() {
    let kernel = Kernel::new((1024, 1, 1), 96);
    let (two, three) = (archs(&["h100", "a100"]), archs(&["h100", "a100", "b200"]));
    let four = archs(&["h100", "a100", "b200", "t4"]);
    let five = archs(&["h100", "a100", "b200", "t4", "v100"]);
    let some = archs(&["h100", "rtx4090", "rtx3090"]);
    let first = archs(&["rtx4090", "h100"]);
    let apart = archs(&["rtx4090", "h100", "rtx3090", "b200", "t4"]);
    let eight = |archs| Configuration::new(archs, Kernel::new((256, 1, 1), 32)).with_min_blocks(8);
    for (configuration, text) in [
        (
            Configuration::new(&two, kernel),
            "[OCC006] not one block of 1,024 threads with 96 registers each fits an SM of H100 SXM5 80GB: the launch would fail; A100-SXM4-40GB fails too

    registers           0 blocks   96 per thread, 3,072 per warp, 5 warps in each of 4 sub-partitions   binds
    shared memory     228 blocks   1,024 of 233,472 bytes per block
    warps               2 blocks   32 of 64 warps per block
    block slots        32 blocks

    help: `regs = 64` fits; or `threads = 640` fits",
        ),
        (
            Configuration::new(&three, kernel),
            "[OCC006] not one block of 1,024 threads with 96 registers each fits an SM of H100 SXM5 80GB: the launch would fail; A100-SXM4-40GB, B200 SXM 180GB fail too

    registers           0 blocks   96 per thread, 3,072 per warp, 5 warps in each of 4 sub-partitions   binds
    shared memory     228 blocks   1,024 of 233,472 bytes per block
    warps               2 blocks   32 of 64 warps per block
    block slots        32 blocks

    help: `regs = 64` fits; or `threads = 640` fits",
        ),
        (
            Configuration::new(&four, kernel),
            "[OCC006] not one block of 1,024 threads with 96 registers each fits an SM of H100 SXM5 80GB: the launch would fail; A100-SXM4-40GB, B200 SXM 180GB and 1 other GPU fail too

    registers           0 blocks   96 per thread, 3,072 per warp, 5 warps in each of 4 sub-partitions   binds
    shared memory     228 blocks   1,024 of 233,472 bytes per block
    warps               2 blocks   32 of 64 warps per block
    block slots        32 blocks

    help: `regs = 64` fits; or `threads = 640` fits",
        ),
        (
            Configuration::new(&five, kernel),
            "[OCC006] not one block of 1,024 threads with 96 registers each fits an SM of H100 SXM5 80GB: the launch would fail; A100-SXM4-40GB, B200 SXM 180GB and 2 other GPUs fail too

    registers           0 blocks   96 per thread, 3,072 per warp, 5 warps in each of 4 sub-partitions   binds
    shared memory     228 blocks   1,024 of 233,472 bytes per block
    warps               2 blocks   32 of 64 warps per block
    block slots        32 blocks

    help: `regs = 64` fits; or `threads = 640` fits",
        ),
        // The first one passes.
        (
            eight(&some),
            "[OCC012] 8 blocks of 256 threads do not fit on one SM of GeForce RTX 4090: warps allow 6; GeForce RTX 3090 fails too

    registers           8 blocks   32 per thread, 1,024 per warp, 16 warps in each of 4 sub-partitions
    shared memory     100 blocks   1,024 of 102,400 bytes per block
    warps               6 blocks   8 of 48 warps per block   binds
    block slots        24 blocks

    GeForce RTX 3090: warps allow 6 blocks

    help: `threads = 192` keeps 8 blocks; `min_blocks = 6` is what fits; or `on(\"rtx4090\", threads = 192), on(\"rtx3090\", threads = 192)` leaves the others as they are",
        ),
        (
            eight(&first),
            "[OCC012] 8 blocks of 256 threads do not fit on one SM of GeForce RTX 4090: warps allow 6

    registers           8 blocks   32 per thread, 1,024 per warp, 16 warps in each of 4 sub-partitions
    shared memory     100 blocks   1,024 of 102,400 bytes per block
    warps               6 blocks   8 of 48 warps per block   binds
    block slots        24 blocks

    help: `threads = 192` keeps 8 blocks; `min_blocks = 6` is what fits; or `on(\"rtx4090\", threads = 192)` leaves the others as they are",
        ),
        (
            eight(&apart),
            "[OCC012] 8 blocks of 256 threads do not fit on one SM of GeForce RTX 4090: warps allow 6; GeForce RTX 3090, Tesla T4 fail too

    registers           8 blocks   32 per thread, 1,024 per warp, 16 warps in each of 4 sub-partitions
    shared memory     100 blocks   1,024 of 102,400 bytes per block
    warps               6 blocks   8 of 48 warps per block   binds
    block slots        24 blocks

    GeForce RTX 3090: warps allow 6 blocks
    Tesla T4: warps allow 4 blocks

    help: `threads = 128` keeps 8 blocks; or `min_blocks = 4` is what fits",
        ),
        // What every GPU refuses is said once.
        (
            Configuration::new(&two, KERNEL.with_registers(256)),
            "[OCC005] 256 registers per thread: a thread can address at most 255

    help: `regs = 255` passes",
        ),
    ] {
        assert_eq!(words(&configuration), text);
    }
}

#[test]
fn of_a_gpu_that_cannot_be() {
    let mut ours = SM_90.limits();
    ours.name = "ours";
    ours.shared_memory_per_sm = 102_400;
    assert_eq!(
        ComputeCapability::try_new(ours).unwrap_err().to_string(),
        "[OCC029] the limits of ours contradict each other: `shared_memory_per_block_optin` and `reserved_shared_memory_per_block` together are at most `shared_memory_per_sm`",
    );
    assert_eq!(
        Device::try_new("some board", &SM_89, 0)
            .unwrap_err()
            .to_string(),
        "[OCC028] some board has no SMs: give the number that the driver reports",
    );
}

#[test]
fn of_compiled_code_that_no_argument_suits() {
    let code = |change: &dyn Fn(&mut Compiled<'static>)| {
        let mut code = Compiled::machine_code("k", (9, 0));
        change(&mut code);
        [code]
    };
    let registers = code(&|code| code.registers = Some(300));
    let shared = code(&|code| code.static_shared_memory = Some(300_000));
    let barriers = code(&|code| code.barriers = Some(17));
    let block = code(&|code| code.max_block = Some((0, 1, 1)));
    let required = code(&|code| code.required_block = Some((2048, 1, 1)));
    let cluster = code(&|code| code.cluster_dim = Some((32, 1, 1)));
    let missing = code(&|code| code.is_cluster_explicit = true);
    let ranked = code(&|code| {
        code.is_cluster_explicit = true;
        code.max_cluster_rank = Some(1);
    });
    let of = |code| Configuration::new(H100, KERNEL).with_compiled(code);
    let clustered = KERNEL.with_cluster_dim(Some((2, 1, 1)));
    for (configuration, text) in [
        (
            of(&registers),
            "[OCC030] kernel `k` (sm_90) uses 300 registers per thread, more than the 64 declared

    help: compile the kernel with fewer registers, by the launch bounds of this configuration",
        ),
        (
            of(&shared),
            "[OCC031] kernel `k` (sm_90) uses 300,000 bytes of static shared memory, more than the 0 declared

    help: declare less in the kernel",
        ),
        (
            of(&barriers),
            "[OCC032] kernel `k` (sm_90) uses 17 named barriers, more than the 0 declared

    help: share barriers in the kernel",
        ),
        (
            of(&block),
            "[OCC033] a block of 256 threads cannot launch: kernel `k` (sm_90) was compiled for at most 0

    help: compile the kernel with the launch bounds of this configuration",
        ),
        (
            of(&required),
            "[OCC034] a block of 256 cannot launch: kernel `k` (sm_90) was compiled for blocks of exactly 2048

    help: compile the kernel with the launch bounds of this configuration",
        ),
        (
            of(&cluster),
            "[OCC036] kernel `k` (sm_90) was compiled for clusters of 32, and no `cluster` is declared

    help: state the cluster that it is launched with, such as `cluster = 2`",
        ),
        (
            of(&missing),
            "[OCC036] kernel `k` (sm_90) launches only in clusters, and no `cluster` is declared

    help: state the cluster that it is launched with, such as `cluster = 2`",
        ),
        (
            of(&ranked).with_kernel(clustered),
            "[OCC036] a cluster of 2 blocks cannot launch: kernel `k` (sm_90) was compiled for at most 1

    help: compile the kernel for this cluster",
        ),
    ] {
        assert_eq!(words(&configuration), text);
    }
}

/// The tile of a matrix product: what it takes, what there is, and what takes less.
#[test]
fn of_the_tile() {
    let bf16 = |m, n, k, stages| {
        let mut tile = Tile::new(m, n, k);
        (tile.stages, tile.a_bytes, tile.b_bytes) = (stages, 2, 2);
        tile.gives_shared_memory = true;
        tile
    };
    let with = |registers, tile: Tile| {
        Configuration::new(H100, Kernel::new((256, 1, 1), registers)).with_tile(Some(tile))
    };
    let columns = |m, n| {
        let mut tile = bf16(m, n, 32, 2);
        tile.accumulator = Accumulator::TensorMemory;
        tile
    };
    for (configuration, text) in [
        (
            with(255, bf16(256, 256, 64, 1)),
            "[OCC059] 256 × 256 accumulators over 256 threads are 256 registers per thread: a thread has at most 255 on H100 SXM5 80GB

    help: `m = 128` fits; or `n = 128` fits",
        ),
        (
            with(96, bf16(256, 128, 64, 4)),
            "[OCC060] 256 × 128 accumulators over 256 threads are 128 registers per thread: `regs` is 96

    help: `regs = 128` is what the tile takes; `threads = 512` fits; or `m = 128` fits",
        ),
        (
            with(128, bf16(256, 128, 64, 5)),
            "[OCC057] the operands of a tile of 256 × 128 × 64 take 245,760 bytes of shared memory: a block has at most 232,448 on H100 SXM5 80GB

    per stage        49,152 bytes   256 × 64 elements of 2 bytes, and 64 × 128 of 2
    stages                5

    help: `stages = 4` is the most that fits; `k = 32` fits; `m = 128` fits; or `n = 64` fits",
        ),
        (
            with(255, columns(128, 128)),
            "[OCC061] H100 SXM5 80GB has no tensor memory to keep accumulators in

    help: `accumulator = registers` does without",
        ),
        (
            with(255, columns(256, 512)).with_archs(B200),
            "[OCC061] 256 × 512 accumulators take 1,024 columns of tensor memory: a block allocates at most 512

    help: `n = 256` fits; or `m = 128` fits",
        ),
        (
            with(128, {
                let mut tile = bf16(128, 128, 64, 2);
                tile.problem = Some((4096, 4096));
                tile
            })
            .with_grid(Some(Grid::Blocks((10, 1, 1)))),
            "[OCC063] a grid of 10 blocks computes 10 of the 1,024 tiles of a product of 4,096 × 4,096 elements

    help: `grid = 1024` has a block for each tile",
        ),
        // Columns along x, rows along y.
        (
            with(128, {
                let mut tile = bf16(128, 128, 64, 2);
                tile.problem = Some((4096, 1000));
                tile
            })
            .with_grid(Some(Grid::Blocks((8, 8, 2)))),
            "[OCC063] a grid of 128 blocks computes 128 of the 256 tiles of a product of 4,096 × 1,000 elements

    help: `grid = (8, 32, 2)` has a block for each tile",
        ),
        // Nothing that is smaller has as many registers beside.
        (
            with(255, {
                let mut tile = bf16(1, 1, 1, 1);
                tile.extra_registers = 255;
                tile
            }),
            "[OCC059] 1 × 1 accumulators over 256 threads are 1 register per thread, and 255 beside make 256: a thread has at most 255 on H100 SXM5 80GB

    help: `extra_regs = 254` is the most that fits",
        ),
    ] {
        assert_eq!(words(&configuration), text);
    }
}

/// Neither registers nor shared memory are advised that do not hold the tile.
#[test]
fn help_leaves_the_tile_what_it_takes() {
    let mut tile = Tile::new(128, 128, 64);
    (tile.stages, tile.a_bytes, tile.b_bytes) = (3, 2, 2);
    for (registers, gives, help) in [
        (128, true, "`min_blocks = 2` is what fits"),
        (
            80,
            true,
            "`stages = 2` keeps 3 blocks; or `min_blocks = 2` is what fits",
        ),
        (80, false, "`min_blocks = 2` is what fits"),
    ] {
        tile.gives_shared_memory = gives;
        let kernel = Kernel::new((256, 1, 1), registers).with_dynamic_shared_memory(98_304);
        let configuration = Configuration::new(H100, kernel)
            .with_tile(Some(tile))
            .with_min_blocks(3);
        let words = words(&configuration);
        assert!(words.ends_with(&format!("help: {help}")), "{words}");
    }
}
