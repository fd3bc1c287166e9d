//! The tables against totals that were published for whole boards.
//!
//! `published/totals.csv` has a row for each device with published figures:
//!
//! * FP32 cores: TechPowerUp, the page that the device's row names, as kept in RightNow-GPU-Database
//!   77fae38;
//! * TFLOP/s of FP32 and the boost clock they go with: NVIDIA's datasheets where they print them, or
//!   else the same pages;
//! * TPCs, of two SMs each: the whitepapers of A100 (p. 19), H100 and RTX Blackwell.

use std::collections::BTreeMap;

use crate::common::mig_instances;
use occupancy_core::{Arch, ComputeCapability, Device, GridDim, Kernel, Occupancy, Waves, devices};

const TOTALS: &str = include_str!("../published/totals.csv");

/// FP32 cores of one SM: CUDA C++ Programming Guide 13.0, and its editions for 7.x and before.
const FP32_CORES: &[(&str, u64)] = &[
    ("5.0", 128),
    ("5.2", 128),
    ("5.3", 128),
    ("6.0", 64),
    ("6.1", 128),
    ("6.2", 128),
    ("7.0", 64),
    ("7.2", 64),
    ("7.5", 64),
    ("8.0", 64),
    ("8.6", 128),
    ("8.7", 128),
    ("8.9", 128),
    ("9.0", 128),
    ("10.0", 128),
    ("12.0", 128),
    ("12.1", 128),
];

/// The compute capabilities for which the guide has no column.
const WITHOUT_CORES: &[&str] = &["10.3", "11.0"];

/// Where a source disagrees: the device, the column, and why the table keeps its figure.
const DISAGREEMENTS: &[(&str, &str, &str)] = &[
    (
        "A10G",
        "cores",
        "the page has those of 72 SMs; the driver of an AWS g5 reports 80",
    ),
    (
        "B200",
        "tflops",
        "the datasheet prints 80, 148 SMs at its boost clock make 74.5",
    ),
];

struct Totals {
    cores: Option<u64>,
    tflops: Option<(f64, usize)>,
    boost_mhz: Option<u64>,
    tpcs: Option<u32>,
}

fn totals() -> BTreeMap<&'static str, Totals> {
    fn number<T: std::str::FromStr>(cell: &str) -> Option<T> {
        (!cell.is_empty()).then(|| cell.parse().ok().expect("a number"))
    }
    let mut lines = TOTALS.lines();
    assert_eq!(
        lines.next(),
        Some("device,fp32_cores,fp32_tflops,boost_mhz,tpcs")
    );
    let rows = lines.map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        let [device, cores, tflops, boost_mhz, tpcs] = cells[..] else {
            panic!("five columns: {line}");
        };
        let decimals = tflops.split_once('.').map_or(0, |(_, digits)| digits.len());
        let totals = Totals {
            cores: number(cores),
            tflops: number(tflops).map(|tflops| (tflops, decimals)),
            boost_mhz: number(boost_mhz),
            tpcs: number(tpcs),
        };
        (device, totals)
    });
    let mut totals = BTreeMap::new();
    for (device, row) in rows {
        let other = totals.insert(device, row);
        assert!(other.is_none(), "totals.csv has two rows of {device}");
    }
    totals
}

/// The device with this constant.
fn row(constant: &str) -> Device {
    *Device::ALL
        .iter()
        .find(|device| device.constant() == constant)
        .unwrap_or_else(|| panic!("totals.csv: no row of devices.rs is {constant}"))
}

/// FP32 cores of one SM of `device`, if the guide states them.
fn cores_per_sm(device: &Device) -> Option<u64> {
    let name = device.compute_capability().name();
    let per_sm = FP32_CORES
        .iter()
        .find(|(of, _)| *of == name)
        .map(|&(_, cores)| cores);
    assert!(
        per_sm.is_some() != WITHOUT_CORES.contains(&name),
        "{name}: add its cores to FP32_CORES, or it to WITHOUT_CORES"
    );
    per_sm
}

fn disagrees(device: &Device, column: &str) -> bool {
    DISAGREEMENTS
        .iter()
        .any(|&(constant, of, _)| (constant, of) == (device.constant(), column))
}

/// The SM counts of the tables and the cores of one SM make the cores of the board, to the last one.
#[test]
fn sms_make_the_published_cores() {
    for (constant, totals) in totals() {
        let device = row(constant);
        let (Some(per_sm), Some(cores)) = (cores_per_sm(&device), totals.cores) else {
            continue;
        };
        assert_eq!(
            u64::from(device.sm_count()) * per_sm == cores,
            !disagrees(&device, "cores"),
            "{}: {} SMs of {per_sm}, {cores} published",
            device.name(),
            device.sm_count(),
        );
    }
}

/// Two FLOP a clock and core make the published TFLOP/s, to 1.1 % or half a unit of the last digit.
#[test]
fn sms_make_the_published_tflops() {
    for (constant, totals) in totals() {
        let device = row(constant);
        let (Some((published, decimals)), Some(mhz)) = (totals.tflops, totals.boost_mhz) else {
            continue;
        };
        let Some(per_sm) = cores_per_sm(&device) else {
            continue;
        };
        let flops = u64::from(device.sm_count()) * per_sm * 2 * mhz;
        let tflops =
            f64::from(u32::try_from(flops).expect("less than 200 TFLOP/s, in MFLOP/s")) / 1e6;
        let half_a_unit = 0.5 * 0.1_f64.powi(i32::try_from(decimals).expect("a few digits"));
        let tolerance = half_a_unit.max(0.011 * published);
        assert_eq!(
            (tflops - published).abs() <= tolerance,
            !disagrees(&device, "tflops"),
            "{}: {tflops} TFLOP/s at {mhz} MHz, {published} published",
            device.name(),
        );
    }
}

#[test]
fn a_tpc_is_two_sms() {
    for (constant, totals) in totals() {
        if let Some(tpcs) = totals.tpcs {
            assert_eq!(2 * tpcs, row(constant).sm_count(), "{constant}");
        }
    }
}

/// Every row is of a device and publishes something, and no listed disagreement is of another device.
#[test]
fn every_row_says_something_of_a_device() {
    let totals = totals();
    for (constant, published) in &totals {
        row(constant);
        let tflops = published.tflops.and(published.boost_mhz);
        let any = published.cores.or(tflops).or(published.tpcs.map(u64::from));
        assert!(any.is_some(), "totals.csv: {constant} has no figure");
    }
    for &(constant, _, why) in DISAGREEMENTS {
        assert!(totals.contains_key(constant), "{constant}: {why}");
    }
}

/// What a whole H100 holds at once: 4,224 blocks, 8,448 warps, 270,336 threads, and not the 108,544
/// blocks that are sometimes told.
#[test]
fn what_a_whole_h100_holds() {
    let sms = u64::from(devices::H100.sm_count());
    let cc = devices::H100.compute_capability();
    assert_eq!(sms * u64::from(cc.max_blocks_per_sm()), 4_224);
    assert_eq!(sms * u64::from(cc.max_warps_per_sm()), 8_448);
    assert_eq!(sms * u64::from(cc.max_threads_per_sm()), 270_336);
    let warp = Occupancy::new(cc, &Kernel::new((32, 1, 1), 32)).unwrap();
    let grid = GridDim::new((4_224, 1, 1)).unwrap();
    let waves = Waves::new(grid, devices::H100.sm_count(), warp.blocks_per_sm).unwrap();
    assert_eq!((waves.count(), waves.last_wave_blocks()), (1, 4_224));
}

/// No MIG instance has more SMs than its board, and more slices are more SMs.
#[test]
fn mig_instances_are_parts_of_their_boards() {
    let slices = |profile: &str| -> u32 {
        let (slices, _) = profile.split_once('g').expect("3g.40gb");
        slices.parse().unwrap()
    };
    let all = mig_instances();
    for (board, profile, instance) in &all {
        assert!(
            instance.sm_count() <= board.sm_count(),
            "{}",
            instance.name()
        );
        assert_eq!(instance.compute_capability(), board.compute_capability());
        for (other_board, other_profile, other) in &all {
            if other_board == board && slices(other_profile) > slices(profile) {
                assert!(
                    other.sm_count() > instance.sm_count(),
                    "{} and {}",
                    other.name(),
                    instance.name()
                );
            }
        }
    }
}

/// Every compute capability is that of a device, so none is in the table alone.
#[test]
fn every_compute_capability_has_a_device() {
    for cc in ComputeCapability::ALL {
        let device = Device::ALL
            .iter()
            .find(|device| device.compute_capability() == cc);
        let device = device.unwrap_or_else(|| panic!("no device of {}", cc.name()));
        assert_eq!(Arch::find(device.name()), Ok(Arch::Device(*device)));
    }
}
