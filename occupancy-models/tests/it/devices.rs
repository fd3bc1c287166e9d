//! The guide's table of every device, as far as sources state its figures.

use std::path::Path;
use std::{env, fs};

use occupancy_core::{Device, Multiprocessor, compute_capabilities, gpu::Vendor, text::grouped};
use occupancy_models::{InstructionClass, dependent_issue_cycles, lanes_per_clock, tensor_cores};
use occupancy_report::counted;

/// The mark for a figure that no source states.
const UNKNOWN: &str = "–";

/// The table in Markdown, in the order of compute capabilities: the figures of everything that blocks share, as far as a
/// source states them.
fn devices() -> String {
    let mut all: Vec<&Device> = Device::of(Vendor::Nvidia).iter().collect();
    all.sort_by_key(|device| device.multiprocessor().compute_capability());
    let head = "| device | `arch` | compute capability | SMs | GPCs | TPCs | schedulers | L2 cache | bandwidth |\n\
         |---|---|---|--:|--:|--:|--:|--:|--:|\n";
    all.into_iter()
        .fold(head.to_owned(), |table, device| table + &row(device))
}

fn row(device: &Device) -> String {
    let cc = device.multiprocessor();
    let known = |figure: Option<String>| figure.unwrap_or(UNKNOWN.to_owned());
    let count = |count: Option<u32>| known(count.map(|count| grouped(count.into()).to_string()));
    let schedulers = u64::from(device.sm_count()) * u64::from(cc.sub_partitions());
    let name = device
        .aliases()
        .first()
        .map_or(String::new(), |name| format!("`{name}`"));
    format!(
        "| {} | {name} | {} | {} | {} | {} | {} | {} | {} |\n",
        device.name(),
        cc.name(),
        grouped(device.sm_count().into()),
        count(device.gpcs()),
        count(device.tpcs()),
        grouped(schedulers),
        known(device.l2_cache_bytes().map(mib)),
        known(device.bandwidth_mb_per_s().map(gigabytes)),
    )
}

/// The table of AMD's boards, with what `arch` adds to the name of each for a part of it.
fn of_amd() -> String {
    let head = "\n## Boards of AMD\n\n\
        The last column has what follows the name of a board to name a part of it, such as `mi300x:cpx`, or a mode in \
        which\nits code runs: waves of 64 lanes, or CUs of their own.\n\n\
        | device | `arch` | target | CUs or WGPs | SIMDs | parts and modes |\n|---|---|---|--:|--:|---|\n";
    let row = |device: &Device| {
        let sm = device.multiprocessor();
        let kind = if sm.is_wgp() { "WGP" } else { "CU" };
        let board = device.aliases()[0];
        let parts = device
            .parts()
            .iter()
            .map(|part| &part.aliases()[0][board.len()..]);
        let parts: Vec<_> = parts.map(|part| format!("`{part}`")).collect();
        let simds = u64::from(device.sm_count()) * u64::from(sm.sub_partitions());
        let count = counted(device.sm_count().into(), kind);
        let (name, target, parts) = (device.name(), sm.name(), parts.join(", "));
        format!(
            "| {name} | `{board}` | `{target}` | {count} | {} | {parts} |\n",
            grouped(simds)
        )
    };
    let boards = Device::of(Vendor::Amd).iter().map(row);
    head.to_owned() + &boards.collect::<String>()
}

/// The table of the units of an SM, a row a compute capability.
fn units() -> String {
    use InstructionClass::{
        Barrier, Double, Float, IntegerAdd, LoadStore, SharedMemory, SpecialFunction,
    };
    let head = "\n## One SM\n\n\
        Lanes start an instruction of so many threads in a clock; the functions behind the figures are\n\
        [`lanes_per_clock`](mod@crate::models), [`tensor_cores`](mod@crate::models) and\n\
        [`dependent_issue_cycles`](mod@crate::models), of 32-bit floating point.\n\n\
        | compute capability | schedulers | 32-bit lanes | 64-bit lanes | special functions | integer adds | \
        shared memory | loads and stores | barriers | tensor cores | cycles to a dependent instruction |\n\
        |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    let known =
        |figure: Option<u32>| figure.map_or(UNKNOWN.to_owned(), |figure| figure.to_string());
    let row = |sm: &Multiprocessor| {
        let lanes = [
            Float,
            Double,
            SpecialFunction,
            IntegerAdd,
            SharedMemory,
            LoadStore,
            Barrier,
        ];
        let lanes = lanes.map(|class| known(lanes_per_clock(sm, class).ok()));
        let (cores, cycles) = (tensor_cores(sm), dependent_issue_cycles(sm, Float));
        let (name, schedulers, lanes) = (sm.name(), sm.sub_partitions(), lanes.join(" | "));
        let (cores, cycles) = (known(cores), known(cycles));
        format!("| {name} | {schedulers} | {lanes} | {cores} | {cycles} |\n")
    };
    let rows = compute_capabilities::ALL.iter().map(row);
    head.to_owned() + &rows.collect::<String>()
}

/// KiB as whole MiB, if they are.
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

/// `OCCUPANCY_BLESS=1 cargo test --package occupancy-models devices` writes the table anew.
#[test]
fn the_table_of_the_guide_is_that_of_the_devices() {
    for (name, table) in [("table", devices() + &units()), ("amd", of_amd())] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/guide/devices");
        let path = path.join(name).with_extension("md");
        if env::var_os("OCCUPANCY_BLESS").is_some() {
            fs::write(&path, &table).unwrap();
        }
        assert_eq!(
            fs::read_to_string(&path).unwrap_or_default(),
            table,
            "{} lacks a device: with OCCUPANCY_BLESS=1, this test writes it anew",
            path.display()
        );
    }
}
