//! The latency that resident warps hide, and the bytes that keep memory busy. The tests hand out the blocks one by one,
//! search for the least that is enough, and compare with measurements. `tests/figures/latency.txt` has rows computed by
//! hand.

use crate::common::{block, occupancy};
use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::devices::{A100_SXM4_80GB, GH200, H100, MI300X, RTX4090, RTX5070TI, V100};
use occupancy_core::gpu::Vendor;
use occupancy_core::model::bytes_in_flight;
use occupancy_core::targets::{GFX942, GFX1100};
use occupancy_core::{
    Arch, Configuration, Device, Grid, Kernel, Multiprocessor, Ratio, Rule,
    kernel::{Argument, LatencyDemand, Wait},
};

/// The most blocks on one SM, and the number of SMs that have one, if each block goes to the emptiest SM until all are
/// full.
fn handed_out(blocks: u64, sms: u32, fit: u32) -> (u32, u32) {
    let mut resident = vec![0; sms as usize];
    for _ in 0..blocks {
        let emptiest = resident.iter_mut().min().expect("there are SMs");
        if *emptiest == fit {
            break;
        }
        *emptiest += 1;
    }
    let at_work = resident.iter().filter(|blocks| **blocks > 0).count();
    let most = resident.iter().max().copied();
    (most.unwrap_or(0), u32::try_from(at_work).unwrap())
}

/// The bytes in flight that the device needs, by its own figures, for each of some SMs.
fn needed(device: &Device, sms: u32) -> Ratio {
    let latency = device.memory_latencies().unwrap();
    let bandwidth = device.bandwidth_mb_per_s().unwrap();
    let [cycles, clock, bandwidth, sms] =
        [latency.dram, latency.clock_mhz.unwrap(), bandwidth, sms].map(u64::from);
    Ratio::new(cycles * bandwidth, clock * sms).unwrap()
}

/// Calls `with` for a device whose memory was measured, a kernel, and the SMs that it may use.
fn for_each(mut with: impl FnMut(Device, Kernel, Option<u32>)) {
    let measured = Device::ALL.iter().copied();
    for device in measured.filter(|device| bytes_in_flight(device, 1).is_some()) {
        let all = device.sm_count();
        for (threads, registers) in [(32, 32), (64, 64), (256, 64), (512, 40), (1024, 64)] {
            for sms in [None, Some(1), Some(all / 2), Some(all)] {
                with(device, block(threads, registers), sms);
            }
        }
    }
}

/// The rules and the figures agree with handing out the blocks, for grids in blocks and in elements, around each number
/// of SMs.
#[test]
fn a_grid_hides_no_more_than_the_blocks_that_it_has() {
    let (mut hidden, mut refused) = (0, 0);
    for_each(|device, kernel, sms| {
        let (archs, sm) = ([Arch::Device(device)], device.multiprocessor());
        let (threads, share) = (kernel.block_dim.0, sms.unwrap_or(device.sm_count()));
        let fit = occupancy(sm, &kernel).blocks_per_sm;
        let around = [share - 1, share, share + 1, 2 * share, 3 * share + 1];
        let counts = [1, 2, 10, 100_000].into_iter().chain(around);
        for blocks in counts.filter(|blocks| *blocks > 0) {
            let (most, at_work) = handed_out(blocks.into(), share, fit);
            let warps = most * threads.div_ceil(sm.warp_size());
            let elements = u64::from(blocks - 1) * u64::from(threads) * 4 + 1;
            for grid in [Grid::Blocks((blocks, 1, 1)), Grid::Elements(elements)] {
                let mut plain = Configuration::new(&archs, kernel)
                    .with_integer(Argument::ItemsPerThread, 4)
                    .with_grid(Some(grid));
                plain.sms = sms;
                assert_eq!(plain.resident_warps(&archs[0]), Some(warps), "{plain:?}");
                for (cycles, instructions) in [(33, 8), (400, 60), (700, 100)] {
                    let demand = LatencyDemand::cycles(cycles, instructions);
                    let demanded = plain.with_hides(Some(demand));
                    let broken = demanded.check().contains(Rule::HiddenLatency);
                    assert_eq!(broken, !demand.is_hidden_by(sm, warps), "{demanded:?}");
                    *(if broken { &mut refused } else { &mut hidden }) += 1;
                }
                for bytes in [4, 16, 64, 1024] {
                    let demand = LatencyDemand::bytes(bytes);
                    let demanded = plain.with_hides(Some(demand));
                    let needed = demand.warps_in_flight(sm, needed(&device, at_work));
                    assert_eq!(demanded.warps_needed(&archs[0]), needed, "{demanded:?}");
                    let broken = demanded.check().contains(Rule::BytesInFlight);
                    assert_eq!(broken, needed > Some(warps.into()), "{demanded:?}");
                }
            }
        }
    });
    assert!(hidden > 500 && refused > 500, "{hidden} {refused}");
}

/// As many as are offered are enough, and one less is not.
#[test]
fn the_warps_and_instructions_offered_are_the_least() {
    for sm in [SM_90, GFX942, GFX1100] {
        for wait in [Wait::First, Wait::Last] {
            least_offered(&sm, wait);
        }
    }
}

fn least_offered(sm: &Multiprocessor, wait: Wait) {
    let is_hidden = |latency, instructions, warps| {
        let demand = LatencyDemand::cycles(latency, instructions).with_wait(wait);
        let share = demand.issue_share(sm, warps).expect("neither is zero");
        let is_hidden = demand.is_hidden_by(sm, warps);
        assert_eq!(is_hidden, share == Ratio::ONE, "{demand:?} {warps}");
        is_hidden
    };
    assert!(LatencyDemand::NONE.is_hidden_by(sm, 0));
    let mut offered = 0;
    for latency in (1..80).chain([400, 700, 1_000_000]) {
        for instructions in [1, 2, 3, 7, 30, 31, 1_000] {
            let demand = LatencyDemand::cycles(latency, instructions).with_wait(wait);
            let warps = u32::try_from(demand.warps_per_sm(sm).unwrap()).unwrap();
            assert!(is_hidden(latency, instructions, warps));
            assert!(!is_hidden(latency, instructions, warps - 1));

            for warps in 0..=64 {
                if let Some(enough) = demand.instructions_needed(sm, warps) {
                    offered += 1;
                    assert!(is_hidden(latency, enough, warps));
                    assert!(enough == 1 || !is_hidden(latency, enough - 1, warps));
                } else {
                    assert!(!is_hidden(latency, u32::MAX, warps), "{latency} {warps}");
                }
            }
        }
    }
    assert!(offered > 10_000, "{offered}");
}

/// The bytes in flight that each SM needs, if all SMs of the device work.
fn of(device: &Device) -> Option<Ratio> {
    bytes_in_flight(device, device.sm_count())
}

/// As many as are offered are enough, and one less is not. Without bytes, the share is zero.
#[test]
fn the_warps_offered_for_memory_are_the_least() {
    for device in [&H100, &A100_SXM4_80GB, &RTX5070TI, &MI300X] {
        let (sm, needed) = (device.multiprocessor(), of(device).unwrap());
        for bytes in 1..=512 {
            let demand = LatencyDemand::bytes(bytes);
            let warps = u32::try_from(demand.warps_in_flight(sm, needed).unwrap()).unwrap();
            assert_eq!(demand.bandwidth_share(sm, needed, warps), Ratio::ONE);
            assert!(demand.bandwidth_share(sm, needed, warps - 1) < Ratio::ONE);
        }
        for nothing in [LatencyDemand::bytes(0), LatencyDemand::NONE] {
            assert_eq!(nothing.bandwidth_share(sm, needed, 64), Ratio::ZERO);
        }
    }
}

/// The second sources are those beside the rows, and Luo et al. (arXiv 2501.12084) on an H800 PCIe.
#[test]
fn latencies_of_a_second_source_are_near() {
    for (device, other) in [(RTX4090, 571), (H100, 656), (V100, 460), (GH200, 690)] {
        let ours = device.memory_latencies().unwrap().dram;
        let is_near = ours.abs_diff(other) * 100 <= 12 * ours;
        assert!(is_near, "{}: {ours}, {other}", device.name());
    }
}

/// Latencies grow with the distance, and each board with a measured clock has a known bandwidth.
#[test]
fn rows_of_latencies() {
    for device in Device::of(Vendor::Nvidia) {
        if let Some(measured) = device.memory_latencies() {
            let name = device.name();
            assert!(
                measured.l1 < measured.l2 && measured.l2 < measured.dram,
                "{name}"
            );
            assert_eq!(of(device).is_some(), measured.clock_mhz.is_some(), "{name}");
        }
    }
}
