//! Bytes in flight: Little's law with published and measured figures. Rows are in `tests/figures/latency.txt`.

use occupancy_core::devices::{A100_SXM4_80GB, B200, GH200, H100, RTX4090, RTX5070TI, V100};
use occupancy_core::kernel::LatencyDemand;
use occupancy_core::model::bytes_in_flight;
use occupancy_core::{Device, Ratio};

/// On all of its SMs.
fn of(device: &Device) -> Option<Ratio> {
    bytes_in_flight(device, device.sm_count())
}

/// The law gives 3.4 KB for an RTX 5070 Ti, and 8 KB were measured for 94 % of its bandwidth. So the law is a lower
/// bound, and NVIDIA's advice is above it.
#[test]
fn what_is_measured_is_more() {
    // Streaming reads of 2 GiB at an SM clock of 2.86 GHz: `Euhedral-Engine/Euhedral` ef33b25,
    // `docs/nvidia/memory-system.md`, Bandwidth; the lower end where it gives a range.
    let peak = RTX5070TI.bandwidth_mb_per_s().unwrap();
    let measured = [(4_096, 725_000, "80.9 %"), (8_192, 844_000, "94.2 %")];
    for (bytes_per_sm, bandwidth, share) in measured {
        assert!(bytes_per_sm > of(&RTX5070TI).unwrap().rounded_up());
        assert_eq!(
            Ratio::new(bandwidth, peak.into()).unwrap().to_string(),
            share
        );
    }
    // NVIDIA GTC 2025, S72683, as noted by Shreyansh Singh, 2025-03-23.
    for (advised, device) in [(32 * 1024, &H100), (40 * 1024, &B200)] {
        let by_law = of(device).unwrap().rounded_up();
        assert!(advised > by_law, "{}: {by_law}", device.name());
    }
}

/// What is offered is enough, and one less is not; nothing is no share.
#[test]
fn offers_are_the_least_that_is_enough() {
    for device in [&H100, &A100_SXM4_80GB, &RTX5070TI] {
        let needed = of(device).unwrap();
        for bytes in 1..=512 {
            let demand = LatencyDemand::bytes(bytes);
            let warps = u32::try_from(demand.warps_in_flight(needed).unwrap()).unwrap();
            assert_eq!(demand.bandwidth_share(needed, warps), Ratio::ONE);
            assert!(demand.bandwidth_share(needed, warps - 1) < Ratio::ONE);
        }
        for nothing in [LatencyDemand::bytes(0), LatencyDemand::NONE] {
            assert_eq!(nothing.bandwidth_share(needed, 64), Ratio::ZERO);
        }
    }
}

/// A second source: the notes of the RTX 4090, and Luo et al. (arXiv 2501.12084) on an H800 PCIe.
#[test]
fn latencies_of_a_second_source_are_near() {
    for (device, other) in [(RTX4090, 571), (H100, 656), (V100, 460), (GH200, 690)] {
        let ours = device.memory_latencies().unwrap().dram;
        let is_near = ours.abs_diff(other) * 100 <= 12 * ours;
        assert!(is_near, "{}: {ours}, {other}", device.name());
    }
}

/// Latencies grow with the distance, and a bandwidth is known of each board whose clock is.
#[test]
fn rows_of_latencies() {
    for device in Device::ALL {
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
