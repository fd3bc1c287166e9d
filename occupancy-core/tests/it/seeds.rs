//! The worked examples of five articles on GPU scheduling and occupancy, each with what the article
//! says and what is so, and the claims in circulation that the tables of this crate decide.
//!
//! A0 is on hardware scheduling from the GigaThread engine to the warp, A1 an answer on block size
//! and the warp scheduler, A2 on latency hiding, A3 on SM architecture, A4 on streaming
//! multiprocessors.
//!
//! Outside what this version computes, and therefore without a test here:
//!
//! * example 11 and claim b, SMs of the H100's MIG instances (the article: 16, 33, 50, 66, 132; it
//!   is 16, 32, 60, 64, 132): MIG profiles are not in the tables, only the whole board is;
//! * examples 13, 14 and 24, FLOP/s: clocks and tensor throughput are not modelled;
//! * examples 16 and 18 and claims h and i, latencies: how many warps hide them is not modelled
//!   (what 24 and 16 warps are of an SM is a test below);
//! * example 30, a cycle-by-cycle timeline: warp scheduling is not modelled;
//! * example 31, bank conflicts: access patterns are not modelled;
//! * claim e and the AMD part of example 23: the tables have NVIDIA's GPUs only;
//! * GPCs and TPCs of example 12 and claims a: a device has its SM count only.

use crate::common::{
    KIB, arch, block, block_with, blocks_on, compute_capability, occupancy_on, ratio,
};
use occupancy_core::{
    ComputeCapability, Configuration, GridDim, Kernel, Occupancy, Resource, Rule, Waves,
    gpu::WARP_SIZE,
    search::{max_dynamic_shared_memory, max_registers_per_thread},
};

fn binding(occupancy: &Occupancy) -> Vec<Resource> {
    occupancy.binding_resources().collect()
}

fn percent(occupancy: &Occupancy) -> String {
    occupancy.ratio().to_string()
}

fn waves(blocks: u32, sm_count: u32, blocks_per_sm: u32) -> Waves {
    let grid = GridDim::new((blocks, 1, 1)).unwrap();
    Waves::new(grid, sm_count, blocks_per_sm).unwrap()
}

/// Whether the named GPU refuses the kernel by `rule`, and by no other.
fn breaks_only(rule: Rule, name: &str, kernel: Kernel) -> bool {
    let archs = [arch(name)];
    let violations = Configuration::new(&archs, kernel).check();
    violations.contains(rule) && violations.len() == 1
}

/// A0: limits 32, 8, 8, 14. The shared-memory limit is 13: 1 KiB is reserved for every block.
#[test]
fn example_01_limits_of_256_threads_32_registers_16_kib() {
    let occupancy = occupancy_on("h100", &block_with(256, 32, 16 * KIB));
    assert_eq!(occupancy.blocks_per_sm, 8);
    assert_eq!(occupancy.limits.block_slots, 32);
    assert_eq!(occupancy.limits.warps, 8);
    assert_eq!(occupancy.limits.registers, Some(8));
    assert_eq!(occupancy.limits.shared_memory, Some(13));
    assert_eq!(occupancy.shared_memory_per_block, 17_408);
    assert_eq!(228 * KIB / (16 * KIB), 14, "without the reserved 1 KiB");
}

/// A0: 2 blocks. It is 3: 3 × 65 KiB are below 228 KiB.
#[test]
fn example_02_64_kib_of_shared_memory() {
    assert_eq!(blocks_on("h100", &block_with(256, 32, 64 * KIB)), 3);
}

/// A0: 256 registers per thread leave 8 warps. They are illegal; 255 leave 8 warps.
#[test]
fn example_03_256_registers() {
    assert!(breaks_only(
        Rule::RegistersPerThread,
        "h100",
        block(256, 256)
    ));
    let most = occupancy_on("h100", &block(256, 255));
    assert_eq!((most.blocks_per_sm, most.warps_per_sm()), (1, 8));
}

/// A0, as it is.
#[test]
fn example_04_registers_against_blocks() {
    for (registers, blocks_per_sm, occupied) in [
        (16, 8, "100 %"),
        (32, 8, "100 %"),
        (48, 5, "62.5 %"),
        (64, 4, "50 %"),
        (96, 2, "25 %"),
        (128, 2, "25 %"),
        (255, 1, "12.5 %"),
    ] {
        let occupancy = occupancy_on("h100", &block(256, registers));
        assert_eq!(
            (occupancy.blocks_per_sm, percent(&occupancy).as_str()),
            (blocks_per_sm, occupied),
            "{registers} registers"
        );
    }
}

/// A0, as it is.
#[test]
fn example_05_shared_memory_binds() {
    let occupancy = occupancy_on("h100", &block_with(128, 72, 100 * KIB));
    assert_eq!(occupancy.blocks_per_sm, 2);
    assert_eq!(percent(&occupancy), "12.5 %");
    assert_eq!(binding(&occupancy), [Resource::SharedMemory]);
    assert_eq!(occupancy.limits.shared_memory, Some(2));
    assert_eq!(occupancy.limits.registers, Some(7));
    assert_eq!(occupancy.limits.warps, 16);
}

/// A0: one block of 48 warps fits. No block has more than 32.
#[test]
fn example_06_a_block_of_48_warps() {
    assert!(breaks_only(
        Rule::ThreadsPerBlock,
        "h100",
        block(48 * 32, 32)
    ));
    assert_eq!(blocks_on("h100", &block(48 * 32, 32)), 0);
    assert_eq!(
        occupancy_on("h100", &block(1024, 32)).warps_per_block,
        32,
        "the most"
    );
}

/// A0, as it is; the exact ratios are stated beside the rounded ones.
#[test]
fn example_07_waves_of_528_blocks() {
    for (grid, count, last_wave, overall, exact) in [
        (528, 1, "100 %", "100 %", (1, 1)),
        (529, 2, "0.2 %", "50.1 %", (529, 1056)),
        (600, 2, "13.6 %", "56.8 %", (600, 1056)),
        (1000, 2, "89.4 %", "94.7 %", (1000, 1056)),
        (1056, 2, "100 %", "100 %", (1, 1)),
    ] {
        let waves = waves(grid, 132, 4);
        assert_eq!(waves.blocks_per_wave(), 528);
        assert_eq!(waves.count(), count, "{grid} blocks");
        assert_eq!(waves.last_wave_utilization().to_string(), last_wave);
        assert_eq!(waves.tail_efficiency().to_string(), overall);
        assert_eq!(waves.tail_efficiency(), ratio(exact.0, exact.1));
    }
}

/// A0, as it is.
#[test]
fn example_08_launch_bounds_256_2() {
    let sm_90 = compute_capability("9.0");
    assert_eq!(max_registers_per_thread(sm_90, 256, 2), Some(128));
}

/// A0, as it is.
#[test]
fn example_09_1056_blocks_fill_132_sms() {
    let waves = waves(1056, 132, 8);
    assert_eq!(waves.count(), 1);
    assert_eq!(waves.last_wave_utilization().to_string(), "100 %");
    assert_eq!(waves.tail_efficiency().to_string(), "100 %");
}

/// A0, as it is.
#[test]
fn example_10_warps_per_scheduler() {
    let sm_90 = compute_capability("9.0");
    assert_eq!(sm_90.max_warps_per_sm() / sm_90.sub_partitions(), 16);
}

/// A0: V100 80, A100 108, H100 132, B200 168. B200 has 148.
#[test]
fn example_12_sms_of_four_devices() {
    for (name, sm_count) in [("v100", 80), ("a100", 108), ("h100", 132), ("b200", 148)] {
        assert_eq!(arch(name).sm_count(), Some(sm_count), "{name}");
    }
}

/// A0: low occupancy on purpose. It is legal: never an error unless more was demanded.
#[test]
fn example_15_low_occupancy_is_not_an_error() {
    let archs = [arch("h100")];
    let kernel = block_with(128, 255, 200 * KIB);
    let configuration = Configuration::new(&archs, kernel);
    assert!(configuration.check().is_empty());
    let occupancy = occupancy_on("h100", &kernel);
    assert_eq!(occupancy.blocks_per_sm, 1);
    assert_eq!(occupancy.ratio(), ratio(4, 64));
}

/// A1: 6 cycles and 4 schedulers ask for 24 warps, 37.5 %: right for Pascal. From Volta on it is
/// 4 cycles, 16 warps, 25 %. Which latency holds is outside this crate; what the warps are of an
/// SM is not.
#[test]
fn example_16_24_and_16_warps_of_an_sm() {
    let pascal = occupancy_on("6.1", &block(24 * 32, 32));
    assert_eq!(pascal.max_warps_per_sm, 64);
    assert_eq!(ratio(24, pascal.max_warps_per_sm.into()), ratio(3, 8));
    let volta = occupancy_on("7.0", &block(16 * 32, 128));
    assert_eq!((volta.blocks_per_sm, volta.warps_per_sm()), (1, 16));
    assert_eq!(percent(&volta), "25 %");
}

/// A1, as it is: shared memory, warps, registers and barriers each keep a block from an SM.
#[test]
fn example_17_four_resources_place_a_block() {
    for (kernel, resource, blocks_per_sm) in [
        (block_with(64, 16, 100 * KIB), Resource::SharedMemory, 2),
        (block(1024, 16), Resource::Warps, 2),
        (block(64, 255), Resource::Registers, 4),
        (block(64, 16).with_barriers(16), Resource::Barriers, 4),
    ] {
        let occupancy = occupancy_on("h100", &kernel);
        assert_eq!(binding(&occupancy), [resource], "{kernel:?}");
        assert_eq!(occupancy.blocks_per_sm, blocks_per_sm, "{kernel:?}");
    }
}

/// A2: 37,888 registers per block. It is 40,960, given in units of 256 per warp; the rest is as it is.
#[test]
fn example_19_37_registers_for_1024_threads() {
    let tiles = 2 * 32 * 32 * 4;
    let occupancy = occupancy_on("h100", &block(1024, 37).with_static_shared_memory(tiles));
    assert_eq!(occupancy.blocks_per_sm, 1);
    assert_eq!(percent(&occupancy), "50 %");
    assert_eq!(binding(&occupancy), [Resource::Registers]);
    assert_eq!(1024 * 37, 37_888);
    assert_eq!(occupancy.registers_per_block, 40_960);
    assert_eq!(occupancy.limits.shared_memory, Some(25));
    assert_eq!(occupancy.limits.warps, 2);
}

/// A3, as it is, for every block size whose warps divide 16.
#[test]
fn example_20_128_registers_leave_16_warps() {
    for threads in [32, 64, 128, 256, 512] {
        let occupancy = occupancy_on("h100", &block(threads, 128));
        assert_eq!(occupancy.warps_per_sm(), 16, "{threads} threads");
        assert_eq!(percent(&occupancy), "25 %");
    }
}

/// A3: two CTAs fit. By shared memory they do; registers decide: 96 keep two, 168 keep one.
#[test]
fn example_21_three_stages_of_a_128_by_128_by_64_tile() {
    let threads = 8 * WARP_SIZE;
    assert_eq!(128 * 128 / threads, 64, "accumulator registers per thread");
    let stages = 3 * (128 * 64 + 64 * 128) * 2;
    assert_eq!(stages, 96 * KIB);
    let with = |registers| occupancy_on("h100", &block_with(threads, registers, stages));
    assert_eq!(with(96).limits.shared_memory, Some(2));
    assert_eq!(with(96).blocks_per_sm, 2);
    assert_eq!(with(168).limits.shared_memory, Some(2));
    assert_eq!(with(168).blocks_per_sm, 1);
}

/// A3, as it is: the accumulators alone are past the cap.
#[test]
fn example_22_accumulators_of_a_256_by_256_tile() {
    let accumulators = 256 * 256 / 256;
    assert_eq!(accumulators, 256);
    assert!(breaks_only(
        Rule::RegistersPerThread,
        "h100",
        block(256, accumulators)
    ));
}

/// A3: H100 "228 KB + 28 KB driver reserved", B200 256 KB. 1 KiB a block is reserved, the 28 KiB
/// stay L1; B200 has 228 KiB, where a block of 256 KiB never fits.
#[test]
fn example_23_shared_memory_of_h100_and_b200() {
    for name in ["h100", "b200"] {
        let cc = arch(name).compute_capability();
        assert_eq!(cc.shared_memory_per_sm(), 228 * KIB, "{name}");
        assert_eq!(cc.shared_memory_per_block_optin(), 227 * KIB, "{name}");
        assert_eq!(cc.reserved_shared_memory_per_block(), KIB, "{name}");
        let too_much = block_with(256, 32, 256 * KIB);
        assert_eq!(blocks_on(name, &too_much), 0, "{name}");
        assert!(breaks_only(Rule::SharedMemory, name, too_much), "{name}");
    }
}

/// A4, as it is.
#[test]
fn example_25_64_and_32_registers() {
    let half = occupancy_on("h100", &block(256, 64));
    assert_eq!((half.blocks_per_sm, percent(&half).as_str()), (4, "50 %"));
    let full = occupancy_on("h100", &block(256, 32));
    assert_eq!((full.blocks_per_sm, percent(&full).as_str()), (8, "100 %"));
}

/// A4, as it is on 7.0.
#[test]
fn example_26_32_kib_of_96_kib() {
    let occupancy = occupancy_on("v100", &block_with(256, 32, 32 * KIB));
    assert_eq!(occupancy.blocks_per_sm, 3);
    assert_eq!(occupancy.warps_per_sm(), 24);
    assert_eq!(percent(&occupancy), "37.5 %");
    assert_eq!(binding(&occupancy), [Resource::SharedMemory]);
}

/// A4, as it is.
#[test]
fn example_27_blocks_of_128_threads() {
    let occupancy = occupancy_on("h100", &block(128, 32));
    assert_eq!(occupancy.blocks_per_sm, 16);
    assert_eq!(occupancy.warps_per_sm(), 64);
}

/// A4, as it is: 4 warps and 28 idle lanes, which an author has to accept.
#[test]
fn example_28_blocks_of_100_threads() {
    let kernel = block(100, 32);
    let occupancy = occupancy_on("h100", &kernel);
    assert_eq!(occupancy.warps_per_block, 4);
    assert_eq!(4 * WARP_SIZE - 100, 28, "idle lanes");
    assert_eq!(occupancy.blocks_per_sm, 16);
    assert_eq!(occupancy.warps_per_sm(), 64);
    assert_eq!(ratio(100, 4 * 32).to_string(), "78.1 %");
    assert!(breaks_only(Rule::PartialWarp, "h100", kernel));
    let archs = [arch("h100")];
    let accepted = Configuration::new(&archs, kernel).with_partial_warp_allowed(true);
    assert!(accepted.check().is_empty());
}

/// A4: the 33rd register can halve occupancy. Only for blocks of 800 to 1024 threads on SMs of 64
/// warps; blocks of 256 threads go from 100 to 75 %. On SMs of 48 warps the 41st costs, not the
/// 33rd. (Claim f.)
#[test]
fn example_29_the_33rd_register() {
    for name in ["7.0", "8.0", "9.0", "10.0"] {
        for threads in (32..=1024).step_by(32) {
            let before = blocks_on(name, &block(threads, 32));
            let after = blocks_on(name, &block(threads, 33));
            assert_eq!(
                2 * after <= before,
                threads >= 800,
                "{name}, {threads} threads: {before} to {after} blocks"
            );
        }
    }
    for (threads, before, after) in [
        (128, (16, 64), (12, 48)),
        (256, (8, 64), (6, 48)),
        (512, (4, 64), (3, 48)),
        (576, (3, 54), (2, 36)),
        (768, (2, 48), (2, 48)),
        (896, (2, 56), (1, 28)),
        (1024, (2, 64), (1, 32)),
    ] {
        let with = |registers| {
            let occupancy = occupancy_on("h100", &block(threads, registers));
            (occupancy.blocks_per_sm, occupancy.warps_per_sm())
        };
        assert_eq!((with(32), with(33)), (before, after), "{threads} threads");
    }
    for cc in ComputeCapability::ALL {
        if cc.max_warps_per_sm() == 48 {
            for threads in (32..=1024).step_by(32) {
                let with = |registers| crate::common::blocks(cc, &block(threads, registers));
                assert_eq!(with(32), with(33), "{}, {threads} threads", cc.name());
                assert_eq!(with(32), with(40), "{}, {threads} threads", cc.name());
            }
            assert_eq!(
                crate::common::blocks(cc, &block(256, 40)),
                6,
                "{}",
                cc.name()
            );
            assert_eq!(
                crate::common::blocks(cc, &block(256, 41)),
                5,
                "{}",
                cc.name()
            );
        }
    }
}

/// A4, as it is on 7.0.
#[test]
fn example_32_96_kib_of_96_kib() {
    let occupancy = occupancy_on("v100", &block_with(256, 32, 96 * KIB));
    assert_eq!(occupancy.blocks_per_sm, 1);
    assert_eq!(percent(&occupancy), "12.5 %");
}

/// "H100: 132 SMs" is true of the SXM5 board only.
#[test]
fn claim_a1_h100_has_132_sms_as_sxm5() {
    assert_eq!(arch("h100").sm_count(), Some(132));
    assert_eq!(arch("h100-sxm5").sm_count(), Some(132));
    assert_eq!(arch("h100-pcie").sm_count(), Some(114));
}

/// "V100: 80 SMs" is true.
#[test]
fn claim_a2_v100_has_80_sms() {
    assert_eq!(arch("v100").sm_count(), Some(80));
}

/// "A100: 54 TPCs, 108 SMs" is true; 56 TPCs would be 112 SMs.
#[test]
fn claim_a3_a100_has_108_sms() {
    assert_eq!(arch("a100").sm_count(), Some(2 * 54));
}

/// "B200: 168 SMs": it has 148, and a GB200 152.
#[test]
fn claim_a4_b200_does_not_have_168_sms() {
    assert_eq!(arch("b200").sm_count(), Some(148));
    assert_eq!(arch("gb200").sm_count(), Some(152));
}

/// "B200's SM has 256 KB of shared memory": 228 KiB, and one block gets 227.
#[test]
fn claim_c_b200_does_not_have_256_kib_of_shared_memory() {
    let cc = arch("b200").compute_capability();
    assert_eq!(cc.shared_memory_carveouts().last(), Some(&(228 * KIB)));
    assert_eq!(
        max_dynamic_shared_memory(cc, &block(256, 32), 1),
        Some(227 * KIB)
    );
}

/// "28 KB driver reserved": 1 KiB for every resident block, so 32 KiB for 32 of them.
#[test]
fn claim_d_1_kib_is_reserved_for_every_block() {
    let cc = compute_capability("9.0");
    let empty = occupancy_on("9.0", &block(64, 32));
    assert_eq!(empty.shared_memory_per_block, 1024);
    assert_eq!(empty.blocks_per_sm, 32);
    let most = max_dynamic_shared_memory(cc, &block(64, 32), 32).unwrap();
    assert!(32 * (most + 1024) <= 228 * KIB, "{most} bytes");
    assert!(32 * (most + 1024 + 128) > 228 * KIB, "{most} bytes");
}

/// "108,544 thread blocks on H100": it holds 4,224 blocks and 270,336 threads at a time.
#[test]
fn claim_g_h100_does_not_hold_108_544_blocks() {
    let smallest = occupancy_on("h100", &block(32, 16));
    assert_eq!(132 * smallest.blocks_per_sm, 4_224);
    let fullest = occupancy_on("h100", &block(1024, 32));
    assert_eq!(132 * fullest.warps_per_sm() * WARP_SIZE, 270_336);
    assert_eq!(108_544, 53 * 2_048, "the threads of 53 SMs");
}
