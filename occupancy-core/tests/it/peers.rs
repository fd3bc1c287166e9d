//! What other tools say of a configuration and what we say of it: every row is a wrong figure that
//! was observed elsewhere (or worked out by hand where that is said) and the right one.
//!
//! The peers are oxicuda-driver 0.5.5, optirs-gpu 0.3.2, moirai-gpu 0.11.3 and cuda-rust-wasm 0.1.7
//! ("the four crates"), aprender-gpu 0.72.3, xmartlabs' cuda-calculator, Kokkos, Triton's tutorial, CUDA.jl, an old Mojo,
//! PyTorch's launch-bound macros, NVIDIA's own header, `ncu_occupancy` and CCCL, and launchbound.
//! Newer versions may differ.

use crate::common::{
    KIB, arch, block, block_with, blocks_on, compute_capability, occupancy_on, ratio,
};
use occupancy_core::{
    Arch, Configuration, GridDim, Kernel, Occupancy, Resource, Rule, Waves,
    compute_capabilities::SM_100, gpu::WARP_SIZE,
};

/// The rules that the kernel breaks on the named GPU.
fn broken(name: &str, kernel: Kernel) -> Vec<Rule> {
    let archs = [arch(name)];
    let violations = Configuration::new(&archs, kernel).check();
    violations.iter().collect()
}

fn binding(occupancy: &Occupancy) -> Vec<Resource> {
    occupancy.binding_resources().collect()
}

/// The four crates: 1 block, 14 %; aprender-gpu lets it pass, too. It cannot launch: 9 warps count as
/// 12, 79,872 registers.
#[test]
fn row_01_288_threads_208_registers_cannot_launch() {
    assert_eq!(blocks_on("sm_80", &block(288, 208)), 0);
    assert_eq!(broken("sm_80", block(288, 208)), [Rule::RegisterFile]);
    assert_eq!(65_536 / (288 * 208), 1, "which is why they let it pass");
}

/// The four crates: 7 blocks. 6: a warp's registers come from one sub-partition.
#[test]
fn row_02_registers_come_from_a_sub_partition() {
    assert_eq!(blocks_on("sm_80", &block(96, 96)), 6);
    assert_eq!(65_536 / (96 * 96), 7);
}

/// Three of the four crates: 5 blocks, 83 %. 4 blocks, 66.7 %: 1 KiB is reserved for each.
#[test]
fn row_03_reserved_shared_memory() {
    let occupancy = occupancy_on("sm_89", &block_with(256, 32, 20 * KIB));
    assert_eq!(occupancy.blocks_per_sm, 4);
    assert_eq!(occupancy.ratio(), ratio(2, 3));
    assert_eq!(binding(&occupancy), [Resource::SharedMemory]);
}

/// oxicuda takes 12.0 for a B200 of 2,048 threads and 256 KB an SM: 2 blocks, 100 %; 1 block of
/// 200 KB; 0 % for half a cluster; and blocks of 2,048 threads.
#[test]
fn row_04_compute_capability_12_0_is_not_a_b200() {
    let occupancy = occupancy_on("12.0", &block(1024, 32));
    assert_eq!(occupancy.blocks_per_sm, 1);
    assert_eq!(occupancy.ratio(), ratio(2, 3));
    assert_eq!(blocks_on("12.0", &block_with(256, 32, 200 * KIB)), 0);
    // The cluster spans SMs: each holds one block of it.
    assert_eq!(blocks_on("sm_90", &block_with(384, 168, 200_000)), 1);
    assert_eq!(broken("12.0", block(2048, 16)), [Rule::ThreadsPerBlock]);
}

/// xmartlabs: 8 blocks, 100 %; 1 block of 164 KiB; 100 % for 2,048 threads.
#[test]
fn row_05_compute_capability_8_0() {
    let occupancy = occupancy_on("8.0", &block_with(256, 32, 20 * KIB));
    assert_eq!(occupancy.blocks_per_sm, 7);
    assert_eq!(occupancy.ratio().to_string(), "87.5 %");
    assert_eq!(blocks_on("8.0", &block_with(256, 32, 164 * KIB)), 0);
    assert_eq!(
        broken("8.0", block_with(256, 32, 164 * KIB)),
        [Rule::SharedMemory]
    );
    assert_eq!(blocks_on("8.0", &block(2048, 32)), 0);
}

/// Kokkos: 8; 0, for it compares with 48 KiB; and "Unknown device" for 11.0.
#[test]
fn row_06_the_same_on_a100_h100_and_11_0() {
    assert_eq!(blocks_on("a100", &block_with(256, 32, 20 * KIB)), 7);
    assert_eq!(blocks_on("h100", &block_with(256, 32, 64 * KIB)), 3);
    assert_eq!(blocks_on("sm_110", &block(256, 32)), 6);
}

/// Triton's softmax tutorial: 6 programs an SM, 792 "persistent" ones; 16 at 16 registers. 5 fit,
/// 660 at a time, and the last 132 wait for a second wave; 8 at 16 registers.
#[test]
fn row_07_persistent_programs() {
    let occupancy = occupancy_on("h100", &block(8 * WARP_SIZE, 42));
    assert_eq!(occupancy.blocks_per_sm, 5);
    let grid = GridDim::persistent(132, 5).unwrap();
    assert_eq!(grid.blocks(), 660);
    let asked = GridDim::persistent(132, 6).unwrap();
    let waves = Waves::new(asked, 132, occupancy.blocks_per_sm).unwrap();
    assert_eq!(asked.blocks(), 792);
    assert_eq!((waves.count(), waves.last_wave_blocks()), (2, 132));
    assert_eq!(blocks_on("h100", &block(8 * WARP_SIZE, 16)), 8);
}

/// CUDA.jl: 75 %, blocks × threads over the lanes. 100 %: a partial warp takes a whole slot.
#[test]
fn row_08_a_partial_warp_takes_a_whole_slot() {
    let occupancy = occupancy_on("sm_90", &block(48, 32));
    assert_eq!(occupancy.blocks_per_sm, 32);
    assert_eq!(occupancy.warps_per_block, 2);
    assert_eq!(occupancy.ratio().to_string(), "100 %");
    assert_eq!(ratio(32 * 48, 64 * 32), ratio(3, 4));
}

/// An old Mojo, by hand: 200 %; 8.6 with 64 warps, no reserved memory on 8.0, Turing with 2,048
/// threads and 32 K registers, 6.1 with 64 KB.
#[test]
fn row_09_tables_and_a_ratio_above_one() {
    assert_eq!(occupancy_on("a100", &block(256, 16)).ratio(), ratio(1, 1));
    assert_eq!(compute_capability("8.6").max_warps_per_sm(), 48);
    assert_eq!(
        compute_capability("8.0").reserved_shared_memory_per_block(),
        KIB
    );
    assert_eq!(compute_capability("7.5").max_threads_per_sm(), 1024);
    assert_eq!(compute_capability("7.5").registers_per_sm(), 65_536);
    assert_eq!(compute_capability("6.1").shared_memory_per_sm(), 96 * KIB);
}

/// An older PyTorch rounds 1,536 / 1,024 up to 2, and 1,536 / 640 to 3; ptxas then drops the hint.
#[test]
fn row_10_blocks_of_a_1536_thread_sm() {
    for (threads, fit) in [(1024, 1), (640, 2)] {
        assert_eq!(blocks_on("8.6", &block(threads, 32)), fit);
        let archs = [arch("8.6")];
        let asking = |count| {
            Configuration::new(&archs, block(threads, 32))
                .with_min_blocks(count)
                .check()
        };
        assert!(asking(fit).is_empty(), "{threads} threads");
        assert!(
            asking(fit + 1).contains(Rule::MinBlocks),
            "{threads} threads"
        );
    }
}

/// NVIDIA's header: 4 blocks, limited by warps, registers, blocks and barriers. By barriers only.
#[test]
fn row_11_only_barriers_bind() {
    let occupancy = occupancy_on("sm_90", &block(64, 32).with_barriers(16));
    assert_eq!(occupancy.blocks_per_sm, 4);
    assert_eq!(binding(&occupancy), [Resource::Barriers]);
}

/// NVIDIA's header: 2 blocks. 256 registers are illegal.
#[test]
fn row_12_256_registers_are_illegal() {
    assert_eq!(blocks_on("sm_90", &block(128, 256)), 0);
    assert_eq!(broken("sm_90", block(128, 256)), [Rule::RegistersPerThread]);
}

/// `ncu_occupancy` with its default shared memory of an SM: 25 %, and no limiter.
#[test]
fn row_13_the_default_carve_out_is_the_largest() {
    let occupancy = occupancy_on("8.0", &block_with(256, 32, 2 * KIB));
    assert_eq!(occupancy.ratio().to_string(), "100 %");
    assert_eq!(binding(&occupancy), [Resource::Registers, Resource::Warps]);
}

/// Nsight Compute's tail rule: "up to 50 %" is lost. One block of 528 is.
#[test]
fn row_14_a_nearly_full_last_wave() {
    let grid = GridDim::new((527, 1, 1)).unwrap();
    let waves = Waves::new(grid, 132, 2).unwrap();
    assert_eq!(waves.blocks_per_wave(), 264);
    assert_eq!(waves.tail_efficiency(), ratio(527, 528));
    assert_eq!(waves.tail_efficiency().to_string(), "99.8 %");
}

/// CCCL's `arch_traits<sm_100>` is built from that of 9.0 and calls itself 90.
#[test]
fn row_15_compute_capability_10_0_is_called_10_0() {
    assert_eq!(
        (SM_100.major(), SM_100.minor(), SM_100.name()),
        (10, 0, "10.0")
    );
    assert_eq!(arch("sm_100"), Arch::ComputeCapability(&SM_100));
}

/// launchbound, whose model has no registers: 6 blocks. 2.
#[test]
fn row_16_128_registers_on_8_6() {
    let occupancy = occupancy_on("8.6", &block(256, 128));
    assert_eq!(occupancy.blocks_per_sm, 2);
    assert_eq!(binding(&occupancy), [Resource::Registers]);
}

/// xmartlabs: 5. The old spreadsheet: 4. The header: 5 or 4, as partitioned global caching, which
/// 5.2, 5.3, 6.1 and 6.2 can turn on, is off or on. It is off here.
#[test]
fn row_17_partitioned_caching_is_off() {
    assert_eq!(blocks_on("sm_52", &block(128, 85)), 5);
}

/// pytorch #161376: `__launch_bounds__(32, 48)` for 12.0, which ptxas ignores. An SM tracks 24.
#[test]
fn row_18_48_blocks_of_one_warp() {
    let archs = [arch("sm_120")];
    let configuration = Configuration::new(&archs, block(32, 32)).with_min_blocks(48);
    let violations = configuration.check();
    assert!(violations.contains(Rule::MinBlocks));
    let message = configuration.message(Rule::MinBlocks).to_string();
    assert!(message.contains("block slots allow 24"), "{message}");
    assert!(message.contains("`min_blocks = 24`"), "{message}");
}

/// All blocks of whole warps with 16 to 255 registers and 0 to 64 KiB of shared memory on 9.0: 253,440
/// configurations. The crates were run over them and are wrong in 12.2 % (oxicuda-driver), 12.3 %
/// (optirs-gpu), 12.6 % (moirai-gpu) and 8.8 % (cuda-rust-wasm), each time too high; 7,920 to 9,999
/// blocks that cannot launch have an occupancy. What they leave out makes these very figures: where
/// registers are divided as they are asked for, and where they are only rounded up to 8 per thread.
#[test]
fn sweep_what_a_division_of_registers_gets_wrong() {
    let cc = compute_capability("9.0");
    let wrong_with = |unit: u32, most_blocks: u32| {
        let (mut wrong, mut cannot_launch) = (0, 0);
        for threads in (32..=1024).step_by(32) {
            for registers in 16..=255_u32 {
                let by_registers = 65_536 / (registers.next_multiple_of(unit) * threads);
                let by_both = by_registers.min(2048 / threads).min(most_blocks);
                for bytes in (0..=64 * KIB).step_by(2048) {
                    let by_shared_memory = (228 * KIB).checked_div(bytes).unwrap_or(u32::MAX);
                    let theirs = by_both.min(by_shared_memory);
                    let ours = crate::common::blocks(cc, &block_with(threads, registers, bytes));
                    assert!(ours <= theirs, "{threads} threads, {registers}, {bytes}");
                    wrong += u32::from(ours < theirs);
                    cannot_launch += u32::from(ours == 0 && theirs > 0);
                }
            }
        }
        (wrong, cannot_launch)
    };
    // 12.6 %, 12.5 % and 8.8 % of 253,440.
    assert_eq!(wrong_with(1, u32::MAX), (31_824, 9_999));
    assert_eq!(wrong_with(1, 32), (31_636, 9_999));
    assert_eq!(wrong_with(8, 32), (22_211, 7_920));
}
