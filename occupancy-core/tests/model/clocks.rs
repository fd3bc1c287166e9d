//! Clocks and bandwidths: each row is of a device, agrees with the published totals and with the board's
//! own memory.

use occupancy_core::Device;

const TOTALS: &str = include_str!("../published/totals.csv");

/// The boost clocks are those that make the published TFLOP/s (`tests/published.rs`).
#[test]
fn clocks_are_those_of_the_totals() {
    for line in TOTALS.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let [constant, _, _, boost, _] = cells[..] else {
            panic!("five columns: {line}");
        };
        let device = Device::ALL
            .iter()
            .find(|device| device.constant() == constant);
        let device = device.unwrap_or_else(|| panic!("{constant}"));
        if let (Some(ours), Ok(boost)) = (device.boost_clock_mhz(), boost.parse()) {
            assert_eq!(
                ours, boost,
                "{constant}: the clock of devices.rs is that of totals.csv"
            );
        }
    }
}

/// Bandwidth is bus width × transfers a second, where a source states both: bits, and Mbit/s a pin.
#[test]
fn bandwidth_is_width_times_rate() {
    let boards = [
        // TechPowerUp: 5,001 MHz, two transfers a clock.
        ("T4", 256, 10_002),
        // Wikipedia: 850 MHz.
        ("TITANV", 3_072, 1_700),
        // TechPowerUp `geforce-rtx-3090.c3622`: 1,219 MHz, 16 transfers a clock.
        ("RTX3090", 384, 16 * 1_219),
        // Nsight Compute on a MIG instance of an eighth of the memory: 640 bits at 1,593 MHz.
        ("H800_PCIE", 8 * 640, 3_186),
        // Driver dump: 3,996 MHz, 7,680 of the 8,192 bits.
        ("B200", 7_680, 7_992),
        // `Euhedral-Engine/Euhedral`, `docs/nvidia/memory-system.md`: 28 Gbit/s.
        ("RTX5070TI", 256, 28_000),
    ];
    for (constant, bits, mbit_per_s) in boards {
        let device = Device::ALL
            .iter()
            .find(|device| device.constant() == constant)
            .unwrap();
        let published = u64::from(device.bandwidth_mb_per_s().unwrap());
        let computed: u64 = bits * mbit_per_s / 8;
        assert!(
            published.abs_diff(computed) * 1_000 <= 2 * computed,
            "{constant}: {published}, {computed}"
        );
    }
}

/// The rows of devices.rs that have such figures, each with the comment above it.
fn rows() -> Vec<(String, String)> {
    const FILE: &str = include_str!("../../src/gpu/nvidia/devices.rs");
    let (_, table) = FILE.split_once("\ndevices! {\n").expect("the table");
    let (mut comment, mut row) = (String::new(), String::new());
    let mut rows = Vec::new();
    for line in table.lines().map(str::trim) {
        if let Some(text) = line.strip_prefix("//") {
            comment.push_str(text.trim_start_matches('/'));
            continue;
        }
        row.push_str(line);
        row.push(' ');
        if !line.ends_with(");") {
            continue;
        }
        let mut figures = [" clock ", " memory ", " tensor "].iter();
        if figures.any(|figure| row.contains(figure)) {
            rows.push((row.clone(), comment.clone()));
        }
        row.clear();
        comment.clear();
    }
    rows
}

/// As many rows as devices that something is published of; the rest have nothing, not a guess.
#[test]
fn rows_are_of_devices() {
    let known = |device: &&Device| {
        [
            device.boost_clock_mhz(),
            device.bandwidth_mb_per_s(),
            device.tensor_gflop_per_s(),
        ]
        .iter()
        .any(Option::is_some)
    };
    let known = Device::ALL.iter().filter(known).count();
    assert_eq!(known, rows().len());
}

/// Every row has its source in the comment above it, by a short name of the file's head.
#[test]
fn every_row_has_a_source() {
    let names = [
        "TechPowerUp",
        "Wikipedia",
        "OpenXLA spec",
        "driver dump",
        "Driver dump",
        "Lightning",
        "gpu-specs",
        "ML Engineering",
        "LLM-Prof",
        "whitepaper",
        "datasheet",
    ];
    for (line, comment) in rows() {
        assert!(
            names.iter().any(|name| comment.contains(name)),
            "no source: {line}"
        );
    }
}
