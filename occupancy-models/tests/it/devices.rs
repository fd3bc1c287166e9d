//! The guide's table of every device, as far as sources state its figures.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use occupancy_core::{Device, text::grouped};

/// The mark for a figure that no source states.
const UNKNOWN: &str = "–";

/// In Markdown, in the order of compute capabilities: the figures of everything that blocks share, as far as a source
/// states them.
fn devices() -> String {
    let mut all: Vec<&Device> = Device::ALL.iter().collect();
    all.sort_by_key(|device| {
        let cc = device.compute_capability();
        (cc.major(), cc.minor())
    });
    let mut out = String::from(
        "| device | `arch` | compute capability | SMs | GPCs | TPCs | schedulers | L2 cache | bandwidth |\n\
         |---|---|---|--:|--:|--:|--:|--:|--:|\n",
    );
    for device in all {
        row(&mut out, device);
    }
    out
}

fn row(out: &mut String, device: &Device) {
    let cc = device.compute_capability();
    let count = |count: Option<u32>| {
        count.map_or_else(
            || UNKNOWN.to_owned(),
            |count| grouped(count.into()).to_string(),
        )
    };
    let schedulers = u64::from(device.sm_count()) * u64::from(cc.sub_partitions());
    let l2_cache = device
        .l2_cache_bytes()
        .map_or_else(|| UNKNOWN.to_owned(), mib);
    let bandwidth = device.bandwidth_mb_per_s();
    let bandwidth = bandwidth.map_or_else(|| UNKNOWN.to_owned(), gigabytes);
    let name = device
        .aliases()
        .first()
        .map_or_else(String::new, |name| format!("`{name}`"));
    let _ = writeln!(
        out,
        "| {} | {name} | {} | {} | {} | {} | {} | {l2_cache} | {bandwidth} |",
        device.name(),
        cc.name(),
        grouped(device.sm_count().into()),
        count(device.gpcs()),
        count(device.tpcs()),
        grouped(schedulers),
    );
}

/// MiB if they are whole, otherwise KiB.
fn mib(bytes: u32) -> String {
    const MIB: u32 = 1 << 20;
    if bytes.is_multiple_of(MIB) {
        format!("{} MiB", grouped((bytes / MIB).into()))
    } else {
        format!("{} KiB", grouped((bytes / 1024).into()))
    }
}

/// MB/s as GB/s, with a decimal if there is one.
fn gigabytes(megabytes: u32) -> String {
    let tenths = megabytes.div_euclid(100);
    let whole = grouped((tenths / 10).into());
    match tenths % 10 {
        0 => format!("{whole} GB/s"),
        tenth => format!("{whole}.{tenth} GB/s"),
    }
}

/// `OCCUPANCY_BLESS=1 cargo test --package occupancy-models devices` writes it anew.
#[test]
fn the_table_of_the_guide_is_that_of_the_devices() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/guide/devices/table.md");
    let table = devices();
    if env::var_os("OCCUPANCY_BLESS").is_some() {
        fs::write(&path, &table).unwrap();
    }
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        table,
        "{}",
        path.display()
    );
}

#[test]
fn figures_that_no_source_states_are_marked() {
    let table = devices();
    let h100 = "| H100 SXM5 80GB | `h100` | 9.0 | 132 | 8 | 66 | 528 | 50 MiB | 3,352 GB/s |";
    assert!(table.lines().any(|line| line == h100));
    let row = |name: &str| {
        let mut rows = table.lines();
        rows.find(|row| row.starts_with(&format!("| {name} |")))
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        row("L4"),
        "| L4 | `l4` | 8.9 | 58 | – | – | 232 | 48 MiB | 300.1 GB/s |"
    );
    assert!(row("GeForce GTX 1080 Ti").ends_with(" | 112 | 2,816 KiB | 484.4 GB/s |"));
    // Instances have parts of their boards.
    assert!(!table.contains("1g."));
}
