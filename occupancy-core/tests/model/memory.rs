//! Bytes in flight: Little's law with published and measured figures.

use occupancy_core::devices::{self, A100_SXM4_80GB, H100, RTX5070TI};
use occupancy_core::kernel::LatencyDemand;
use occupancy_core::model::bytes_in_flight;
use occupancy_core::{Arch, Device, Ratio};

/// On all of its SMs.
fn of(device: &Device) -> Option<Ratio> {
    bytes_in_flight(device, device.sm_count())
}

/// H100 SXM at 700 cycles of 1.98 GHz and 3,352 GB/s.
#[test]
fn an_h100_by_littles_law() {
    let needed = Ratio::new(700 * 3_352_000, 1_980 * 132).unwrap();
    assert_eq!(of(&H100), Some(needed));
    assert_eq!(needed.rounded_up(), 8_978);
    let warps = [4, 8, 16].map(|bytes| LatencyDemand::bytes(bytes).warps_in_flight(needed));
    assert_eq!(warps, [Some(71), Some(36), Some(18)]);
    for nothing in [LatencyDemand::bytes(0), LatencyDemand::NONE] {
        assert_eq!(nothing.warps_in_flight(needed), None);
        assert_eq!(nothing.bandwidth_share(needed, 64), Ratio::ZERO);
    }
}

/// The law gives 3.4 KB for an RTX 5070 Ti, and 8 KB were measured for 94 % of its bandwidth: 2.4 times as
/// much. So the law is a lower bound, and NVIDIA's advice is above it.
#[test]
fn what_is_measured_is_more() {
    // Streaming reads of 2 GiB at an SM clock of 2.86 GHz: `Euhedral-Engine/Euhedral` ef33b25,
    // `docs/nvidia/memory-system.md`, Bandwidth; the lower end where it gives a range.
    let measured = [(4_096, 725_000), (8_192, 844_000), (16_384, 850_000)];
    let by_law = of(&RTX5070TI).unwrap().rounded_up();
    let peak = RTX5070TI.bandwidth_mb_per_s().unwrap();
    let shares = measured.map(|(bytes_per_sm, bandwidth)| {
        let share = Ratio::new(bandwidth, peak.into()).unwrap();
        (bytes_per_sm, share.to_string())
    });
    assert_eq!(
        shares,
        [
            (4_096, "80.9 %".to_owned()),
            (8_192, "94.2 %".to_owned()),
            (16_384, "94.9 %".to_owned())
        ]
    );
    assert_eq!(by_law, 3_435);
    assert_eq!(8_192 * 10 / by_law, 23);

    // NVIDIA GTC 2025, S72683, as noted by Shreyansh Singh, 2025-03-23.
    for (advised, device) in [(32 * 1024, &devices::H100), (40 * 1024, &devices::B200)] {
        let by_law = of(device).unwrap().rounded_up();
        assert!(advised > by_law, "{}: {by_law}", device.name());
    }
}

/// What is offered is enough, and one less is not.
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
    }
}

fn dram(device: &Device) -> Option<u32> {
    device.memory_latencies().map(|measured| measured.dram)
}

/// "300 to 500 cycles" is the DRAM of a V100: of an A100 and an H100 it is 550 and 700.
#[test]
fn latencies_of_device_memory() {
    assert_eq!(dram(&devices::V100), Some(434));
    assert_eq!(dram(&devices::A100_SXM4_80GB), Some(552));
    assert_eq!(dram(&devices::H100), Some(700));
    // A second source: the notes of the RTX 4090, and Luo et al. (arXiv 2501.12084) on an H800 PCIe.
    let others = [
        ("rtx4090", 571),
        ("h100", 656),
        ("v100", 460),
        ("gh200", 690),
    ];
    for (name, other) in others {
        let Ok(Arch::Device(device)) = Arch::find(name) else {
            panic!("{name}");
        };
        let ours = dram(&device).unwrap();
        assert!(
            ours.abs_diff(other) * 100 <= 12 * ours,
            "{name}: {ours}, {other}"
        );
    }
}

/// Each row is of a device, and latencies grow with the distance.
#[test]
fn rows_of_latencies() {
    let mut rows = 0;
    for device in Device::ALL {
        let Some(measured) = device.memory_latencies() else {
            continue;
        };
        rows += 1;
        assert!(
            measured.l1 < measured.l2 && measured.l2 < measured.dram,
            "{}",
            device.name()
        );
        // A bandwidth is known of each of these.
        let needed = of(device);
        assert_eq!(
            needed.is_some(),
            measured.clock_mhz.is_some(),
            "{}",
            device.name()
        );
    }
    assert_eq!(rows, 12);
    assert!(
        Device::ALL
            .iter()
            .flat_map(Device::mig_instances)
            .all(|one| one.memory_latencies().is_none())
    );
}
