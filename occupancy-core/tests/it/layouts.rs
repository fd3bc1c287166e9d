//! GPCs, TPCs and the L2 cache of boards: against each other, and each with its source.

use crate::common::mig_instances;
use occupancy_core::{Device, devices};

/// Something is published of these; the rest have nothing, not a guess.
#[test]
fn boards_with_a_figure() {
    let known = |device: &&Device| {
        [device.l2_cache_bytes(), device.gpcs(), device.tpcs()]
            .iter()
            .any(Option::is_some)
    };
    assert_eq!(Device::ALL.iter().filter(known).count(), 111);
}

/// A TPC has two SMs from compute capability 7.0 on, where a board has whole TPCs; a GPC has at least one TPC.
#[test]
fn figures_agree_with_the_sms() {
    let mut compared = (0, 0);
    for device in Device::ALL {
        if let Some(tpcs) = device.tpcs() {
            assert_eq!(tpcs * 2, device.sm_count(), "{}", device.name());
            compared.0 += 1;
        }
        if let Some(gpcs) = device.gpcs() {
            // Of no chip in the table does a GPC have more than 18 SMs, or a board fewer than 3 GPCs.
            let sms = device.sm_count();
            assert!(gpcs >= 3 && sms.div_ceil(gpcs) <= 18, "{}", device.name());
            compared.1 += 1;
        }
    }
    assert!(compared.0 >= 9 && compared.1 >= 48, "{compared:?}");
}

/// A MIG instance has neither its board's L2 cache nor its GPCs.
#[test]
fn an_instance_is_not_its_board() {
    for (_, _, instance) in mig_instances() {
        assert_eq!(
            (instance.l2_cache_bytes(), instance.gpcs(), instance.tpcs()),
            (None, None, None)
        );
    }
    assert_eq!(devices::H100.l2_cache_bytes(), Some(52_428_800));
}

/// Every figure has its source in the comment above its row, by a short name of the file's head.
#[test]
fn every_figure_has_a_source() {
    const ROWS: &str = include_str!("../../src/gpu/nvidia/devices.rs");
    const SOURCES: [&str; 7] = [
        "TechPowerUp",
        "Wikipedia",
        "OpenXLA spec",
        "driver dump",
        "ML Engineering tables",
        "AI_kernels",
        "whitepaper",
    ];
    let (_, table) = ROWS.split_once("\ndevices! {\n").expect("the table");
    for device in Device::ALL {
        let (above, _) = table
            .split_once(&format!("\n    {}(\"", device.constant()))
            .unwrap_or_else(|| panic!("no row {}", device.constant()));
        let lines = above.lines().rev().map(str::trim);
        let lines = lines.take_while(|line| line.starts_with("//"));
        let lines: Vec<&str> = lines.collect();
        let words = lines.iter().rev().flat_map(|line| line.split(' '));
        let comment = words.collect::<Vec<_>>().join(" ").replace(" /// ", " ");
        let figures = [
            (device.l2_cache_bytes(), "L2: "),
            (device.gpcs(), "GPCs"),
            (device.tpcs(), "TPCs"),
        ];
        for (figure, name) in figures {
            let source = comment.split_once(name);
            assert_eq!(source.is_some(), figure.is_some(), "{name} of {comment}");
            if let Some((_, source)) = source {
                assert!(
                    SOURCES.iter().any(|name| source.contains(name)),
                    "{comment}"
                );
            }
        }
    }
}
