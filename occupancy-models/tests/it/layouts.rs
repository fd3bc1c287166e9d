//! GPCs, TPCs and the L2 cache of boards: against each other, and each with its source.

use occupancy_core::{Device, devices};
use occupancy_models::board_layout;

/// As many rows as devices that something is published of; the rest have nothing, not a guess.
#[test]
fn rows_are_of_devices() {
    const ROWS: &str = include_str!("../../src/layouts.rs");
    let (_, table) = ROWS.split_once("\nlayouts! {\n").expect("the table");
    let known = |device: &&Device| {
        let layout = board_layout(device);
        [layout.l2_cache_bytes, layout.gpcs, layout.tpcs]
            .iter()
            .any(Option::is_some)
    };
    let rows = table.lines().filter(|line| line.ends_with(';')).count();
    assert_eq!(
        Device::ALL.iter().filter(known).count(),
        rows,
        "a row of layouts.rs has no figure, or its constant is not in devices.rs"
    );
    assert!(rows > 100, "{rows}");
}

/// A TPC has two SMs from compute capability 7.0 on, where a board has whole TPCs; a GPC has at least one TPC.
#[test]
fn figures_agree_with_the_sms() {
    let mut compared = (0, 0);
    for device in Device::ALL {
        let layout = board_layout(device);
        if let Some(tpcs) = layout.tpcs {
            assert_eq!(tpcs * 2, device.sm_count(), "{}", device.name());
            compared.0 += 1;
        }
        if let Some(gpcs) = layout.gpcs {
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
    for instance in Device::MIG {
        let layout = board_layout(instance);
        assert_eq!(
            (layout.l2_cache_bytes, layout.gpcs, layout.tpcs),
            (None, None, None)
        );
    }
    assert_eq!(
        board_layout(&devices::H100).l2_cache_bytes,
        Some(52_428_800)
    );
}

/// Every figure has its source in the comment above it, by a short name of the files' heads.
#[test]
fn every_figure_has_a_source() {
    const ROWS: &str = include_str!("../../src/layouts.rs");
    const SOURCES: [&str; 7] = [
        "TechPowerUp",
        "Wikipedia",
        "OpenXLA spec",
        "driver dump",
        "ML Engineering tables",
        "AI_kernels",
        "whitepaper",
    ];
    let (_, table) = ROWS.split_once("\nlayouts! {\n").expect("the table");
    let mut comment = String::new();
    for line in table.lines().map(str::trim) {
        if let Some(text) = line.strip_prefix("///") {
            comment.push_str(text);
        } else if let Some((_, figures)) = line.split_once(": ") {
            let figures: Vec<&str> = figures.trim_end_matches(';').split(", ").collect();
            assert_eq!(figures.len(), 3, "{line}");
            for (figure, name) in figures.into_iter().zip(["L2", "GPCs", "TPCs"]) {
                let is_known = figure != "-";
                assert_eq!(comment.contains(name), is_known, "{name} of {line}");
            }
            assert!(
                SOURCES.iter().any(|source| comment.contains(source)),
                "{line}"
            );
            comment.clear();
        }
    }
}
