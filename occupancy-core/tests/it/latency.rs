//! What the resident warps of a grid hide, on all SMs and on some: by handing out the blocks one by one.

use occupancy_core::model::bytes_in_flight;
use occupancy_core::{
    Arch, Configuration, Device, Grid, Kernel, Occupancy, Ratio, Rule, devices,
    kernel::{Argument, LatencyDemand},
};

/// The most blocks on one SM, and the SMs that have one: each block goes to the SM with fewest, as long as one has
/// room.
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

/// The figures of the device itself, over some of its SMs.
fn needed(device: &Device, sms: u32) -> Ratio {
    let latency = device.memory_latencies().unwrap();
    let bandwidth = device.bandwidth_mb_per_s().unwrap();
    let [cycles, clock, bandwidth, sms] =
        [latency.dram, latency.clock_mhz.unwrap(), bandwidth, sms].map(u64::from);
    Ratio::new(cycles * bandwidth, clock * sms).unwrap()
}

/// The rules and the figures say what handing out the blocks gives: for grids in blocks and in elements,
/// around each number of SMs.
#[test]
fn a_grid_hides_no_more_than_the_blocks_that_it_has() {
    let (mut hidden, mut refused) = (0, 0);
    let measured = Device::ALL.iter().copied();
    for device in measured.filter(|device| bytes_in_flight(device, 1).is_some()) {
        let (archs, all) = ([Arch::Device(device)], device.sm_count());
        for (threads, registers) in [(32, 32), (64, 64), (256, 64), (512, 40), (1024, 64)] {
            let kernel = Kernel::new((threads, 1, 1), registers);
            let fit = Occupancy::new(device.compute_capability(), &kernel).unwrap();
            for sms in [None, Some(1), Some(all / 2), Some(all)] {
                let share = sms.unwrap_or(all);
                let counts = [
                    1,
                    2,
                    10,
                    share - 1,
                    share,
                    share + 1,
                    2 * share,
                    3 * share + 1,
                ];
                for blocks in counts
                    .into_iter()
                    .filter(|blocks| *blocks > 0)
                    .chain([100_000])
                {
                    let (most, at_work) = handed_out(blocks.into(), share, fit.blocks_per_sm);
                    let warps = most * threads / 32;
                    for grid in [
                        Grid::Blocks((blocks, 1, 1)),
                        Grid::Elements(u64::from(blocks - 1) * u64::from(threads) * 4 + 1),
                    ] {
                        let mut plain = Configuration::new(&archs, kernel)
                            .with_integer(Argument::ItemsPerThread, 4)
                            .with_grid(Some(grid));
                        plain.sms = sms;
                        assert_eq!(plain.resident_warps(&archs[0]), Some(warps), "{plain:?}");
                        for (cycles, instructions) in [(33, 8), (400, 60), (700, 100)] {
                            let demand = LatencyDemand::cycles(cycles, instructions);
                            let demanded = plain.with_hides(Some(demand));
                            let broken = demanded.check().contains(Rule::HiddenLatency);
                            let enough = demand.is_hidden_by(device.compute_capability(), warps);
                            assert_eq!(broken, !enough, "{demanded:?}");
                            (hidden, refused) =
                                (hidden + u32::from(enough), refused + u32::from(broken));
                        }
                        for bytes in [4, 16, 64, 1024] {
                            let demand = LatencyDemand::bytes(bytes);
                            let demanded = plain.with_hides(Some(demand));
                            let needed = demand.warps_in_flight(needed(&device, at_work));
                            assert_eq!(demanded.warps_needed(&archs[0]), needed, "{demanded:?}");
                            let broken = demanded.check().contains(Rule::BytesInFlight);
                            assert_eq!(broken, needed > Some(warps.into()), "{demanded:?}");
                        }
                    }
                }
            }
        }
    }
    assert!(hidden > 500 && refused > 500, "{hidden} {refused}");
}

/// What is not known limits nothing: the SMs of a compute capability, and a grid that cannot launch.
#[test]
fn an_unknown_number_of_sms_limits_nothing() {
    let kernel = Kernel::new((256, 1, 1), 64);
    let (h100, capability) = ([devices::H100.arch()], [Arch::find("sm_90").unwrap()]);
    let one = Some(Grid::Blocks((1, 1, 1)));
    let resident = |archs: &[Arch], grid, sms| {
        let mut configuration = Configuration::new(archs, kernel).with_grid(grid);
        configuration.sms = sms;
        configuration.resident_warps(&archs[0])
    };
    assert_eq!(resident(&capability, one, None), Some(32));
    assert_eq!(resident(&capability, one, Some(66)), Some(8));
    assert_eq!(resident(&h100, one, None), Some(8));
    assert_eq!(
        resident(&h100, Some(Grid::Blocks((0, 1, 1))), None),
        Some(32)
    );
    // A share of nothing is a fault of its own, which hides no other and adds none.
    let none = Configuration::new(&h100, kernel)
        .with_integer(Argument::Sms, 0)
        .with_hides(Some(LatencyDemand::bytes(16)));
    let broken: Vec<_> = none.check().iter().collect();
    assert_eq!(broken, [Rule::SmShare]);
}
