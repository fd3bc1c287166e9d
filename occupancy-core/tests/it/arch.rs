//! The tables of GPUs, and the names that find their rows.

use crate::common::{STEP, arch, device, spellings, unknown};
use occupancy_core::{Arch, ComputeCapability, Device, UnknownArch, compute_capabilities, devices};

/// Name, architecture, targets, then
/// warps, blocks, registers of a block and sub-partitions, then
/// shared memory of the SM, of a block that opts in, reserved, and its unit, then
/// carve-outs in KiB, then
/// barriers, whether they limit blocks, and virtual resources.
type Row = (
    &'static str,
    &'static str,
    &'static [&'static str],
    [u32; 4],
    [u32; 4],
    &'static [u32],
    (u32, bool, u32),
);

/// Written out a second time, so that a slip in one of the two shows.
#[rustfmt::skip]
const EXPECTED: &[Row] = &[
    ("5.0", "Maxwell GM10x", &["sm_50"], [64, 32, 65_536, 4], [65_536, 49_152, 0, 256], &[], (64, false, 0)),
    ("5.2", "Maxwell GM20x", &["sm_52"], [64, 32, 65_536, 4], [98_304, 49_152, 0, 256], &[], (64, false, 0)),
    ("5.3", "Maxwell Tegra GM20B", &["sm_53"], [64, 32, 32_768, 4], [65_536, 49_152, 0, 256], &[], (64, false, 0)),
    ("6.0", "Pascal GP100", &["sm_60"], [64, 32, 65_536, 2], [65_536, 49_152, 0, 256], &[], (64, false, 0)),
    ("6.1", "Pascal GP10x", &["sm_61"], [64, 32, 65_536, 4], [98_304, 49_152, 0, 256], &[], (64, false, 0)),
    ("6.2", "Pascal Tegra GP10B", &["sm_62"], [64, 32, 32_768, 4], [65_536, 49_152, 0, 256], &[], (64, false, 0)),
    ("7.0", "Volta GV100", &["sm_70"], [64, 32, 65_536, 4], [98_304, 98_304, 0, 256], &[0, 8, 16, 32, 64, 96], (64, false, 0)),
    ("7.2", "Volta Tegra GV10B (Xavier)", &["sm_72"], [64, 32, 65_536, 4], [98_304, 98_304, 0, 256], &[0, 8, 16, 32, 64, 96], (64, false, 0)),
    ("7.5", "Turing TU1xx", &["sm_75"], [32, 16, 65_536, 4], [65_536, 65_536, 0, 256], &[32, 64], (32, false, 0)),
    ("8.0", "Ampere GA100", &["sm_80"], [64, 32, 65_536, 4], [167_936, 166_912, 1024, 128], &[0, 8, 16, 32, 64, 100, 132, 164], (64, false, 0)),
    ("8.6", "Ampere GA10x", &["sm_86"], [48, 16, 65_536, 4], [102_400, 101_376, 1024, 128], &[0, 8, 16, 32, 64, 100], (16, false, 0)),
    ("8.7", "Ampere Tegra GA10B (Orin)", &["sm_87"], [48, 16, 65_536, 4], [167_936, 166_912, 1024, 128], &[0, 8, 16, 32, 64, 100, 132, 164], (16, false, 0)),
    ("8.9", "Ada AD10x", &["sm_89"], [48, 24, 65_536, 4], [102_400, 101_376, 1024, 128], &[0, 8, 16, 32, 64, 100], (24, false, 0)),
    ("9.0", "Hopper GH100", &["sm_90", "sm_90a"], [64, 32, 65_536, 4], [233_472, 232_448, 1024, 128], &[0, 8, 16, 32, 64, 100, 132, 164, 196, 228], (64, true, 0)),
    ("10.0", "Blackwell GB100 (B200/GB200)", &["sm_100", "sm_100a", "sm_100f"], [64, 32, 65_536, 4], [233_472, 232_448, 1024, 128], &[0, 8, 16, 32, 64, 100, 132, 164, 196, 228], (64, true, 128)),
    ("10.3", "Blackwell Ultra GB110 (B300/GB300)", &["sm_103", "sm_103a", "sm_103f"], [64, 32, 65_536, 4], [233_472, 232_448, 1024, 128], &[0, 8, 16, 32, 64, 100, 132, 164, 196, 228], (32, true, 128)),
    ("11.0", "Blackwell Thor GB10B", &["sm_110", "sm_110a", "sm_110f"], [48, 24, 65_536, 4], [233_472, 232_448, 1024, 128], &[0, 8, 16, 32, 64, 100, 132, 164, 196, 228], (24, true, 128)),
    ("12.0", "Blackwell GB20x", &["sm_120", "sm_120a", "sm_120f"], [48, 24, 65_536, 4], [102_400, 101_376, 1024, 128], &[0, 8, 16, 32, 64, 100], (24, true, 128)),
    ("12.1", "Blackwell GB20B (GB10)", &["sm_121", "sm_121a", "sm_121f"], [48, 24, 65_536, 4], [102_400, 101_376, 1024, 128], &[0, 8, 16, 32, 64, 100], (24, true, 128)),
];

/// Constant, SMs, compute capability: a second time, too.
#[rustfmt::skip]
const EXPECTED_DEVICES: &[(&str, u32, &str)] = &[
    ("GTX750TI", 5, "5.0"),
    ("GTX970", 13, "5.2"),
    ("GTX980", 16, "5.2"),
    ("GTX980TI", 22, "5.2"),
    ("GTXTITANX", 24, "5.2"),
    ("M40", 24, "5.2"),
    ("M60", 16, "5.2"),
    ("TX1", 2, "5.3"),
    ("JETSON_NANO", 1, "5.3"),
    ("P100", 56, "6.0"),
    ("P100_PCIE", 56, "6.0"),
    ("P100_PCIE_12GB", 56, "6.0"),
    ("P40", 30, "6.1"),
    ("P4", 20, "6.1"),
    ("GTX1060", 10, "6.1"),
    ("GTX1070", 15, "6.1"),
    ("GTX1080", 20, "6.1"),
    ("GTX1080TI", 28, "6.1"),
    ("TITANXP", 30, "6.1"),
    ("TX2", 2, "6.2"),
    ("V100", 80, "7.0"),
    ("V100_SXM2_32GB", 80, "7.0"),
    ("V100_PCIE", 80, "7.0"),
    ("V100_PCIE_32GB", 80, "7.0"),
    ("V100S", 80, "7.0"),
    ("TITANV", 80, "7.0"),
    ("AGX_XAVIER", 8, "7.2"),
    ("AGX_XAVIER_16GB", 8, "7.2"),
    ("XAVIER_NX", 6, "7.2"),
    ("T4", 40, "7.5"),
    ("GTX1650", 14, "7.5"),
    ("GTX1660TI", 24, "7.5"),
    ("RTX2060", 30, "7.5"),
    ("RTX2060SUPER", 34, "7.5"),
    ("RTX2070", 36, "7.5"),
    ("RTX2070SUPER", 40, "7.5"),
    ("RTX2080", 46, "7.5"),
    ("RTX2080SUPER", 48, "7.5"),
    ("RTX2080TI", 68, "7.5"),
    ("TITANRTX", 72, "7.5"),
    ("QUADRO_RTX6000", 72, "7.5"),
    ("QUADRO_RTX8000", 72, "7.5"),
    ("A100", 108, "8.0"),
    ("A100_SXM4_80GB", 108, "8.0"),
    ("A100_PCIE", 108, "8.0"),
    ("A100_PCIE_80GB", 108, "8.0"),
    ("A800", 108, "8.0"),
    ("A30", 56, "8.0"),
    ("A10", 72, "8.6"),
    ("A10G", 80, "8.6"),
    ("A16", 10, "8.6"),
    ("A2", 10, "8.6"),
    ("A40", 84, "8.6"),
    ("RTX_A6000", 84, "8.6"),
    ("RTX_A5000", 64, "8.6"),
    ("RTX_A4000", 48, "8.6"),
    ("RTX_A2000", 26, "8.6"),
    ("RTX3050", 20, "8.6"),
    ("RTX3060", 28, "8.6"),
    ("RTX3060TI", 38, "8.6"),
    ("RTX3070", 46, "8.6"),
    ("RTX3070TI", 48, "8.6"),
    ("RTX3080", 68, "8.6"),
    ("RTX3080_12GB", 70, "8.6"),
    ("RTX3080TI", 80, "8.6"),
    ("RTX3090", 82, "8.6"),
    ("RTX3090TI", 84, "8.6"),
    ("AGX_ORIN", 16, "8.7"),
    ("AGX_ORIN_32GB", 14, "8.7"),
    ("ORIN_NX", 8, "8.7"),
    ("ORIN_NANO", 8, "8.7"),
    ("L4", 58, "8.9"),
    ("L40", 142, "8.9"),
    ("L40S", 142, "8.9"),
    ("RTX4060", 24, "8.9"),
    ("RTX4060TI", 34, "8.9"),
    ("RTX4060TI_16GB", 34, "8.9"),
    ("RTX4070", 46, "8.9"),
    ("RTX4070SUPER", 56, "8.9"),
    ("RTX4070TI", 60, "8.9"),
    ("RTX4070TISUPER", 66, "8.9"),
    ("RTX4080", 76, "8.9"),
    ("RTX4080SUPER", 80, "8.9"),
    ("RTX4090D", 114, "8.9"),
    ("RTX4090", 128, "8.9"),
    ("RTX6000ADA", 142, "8.9"),
    ("RTX5000ADA", 100, "8.9"),
    ("RTX4000ADA", 48, "8.9"),
    ("RTX2000ADA", 22, "8.9"),
    ("H100", 132, "9.0"),
    ("H100_PCIE", 114, "9.0"),
    ("H100_NVL", 132, "9.0"),
    ("H200", 132, "9.0"),
    ("H200_NVL", 132, "9.0"),
    ("H800", 132, "9.0"),
    ("H800_PCIE", 114, "9.0"),
    ("H20", 78, "9.0"),
    ("GH200", 132, "9.0"),
    ("GH200_144GB", 132, "9.0"),
    ("B200", 148, "10.0"),
    ("GB200", 152, "10.0"),
    ("B300", 148, "10.3"),
    ("GB300", 152, "10.3"),
    ("RTX5050", 20, "12.0"),
    ("RTX5060", 30, "12.0"),
    ("RTX5060TI", 36, "12.0"),
    ("RTX5060TI_16GB", 36, "12.0"),
    ("RTX5070", 48, "12.0"),
    ("RTX5070TI", 70, "12.0"),
    ("RTX5080", 84, "12.0"),
    ("RTX5090", 170, "12.0"),
    ("RTX5090D", 170, "12.0"),
    ("RTXPRO6000", 188, "12.0"),
    ("RTXPRO6000_MAXQ", 188, "12.0"),
    ("RTXPRO6000_SERVER", 188, "12.0"),
    ("RTXPRO5000", 110, "12.0"),
    ("RTXPRO4500", 82, "12.0"),
    ("RTXPRO4000", 70, "12.0"),
    ("GB10", 48, "12.1"),
    ("THOR", 20, "11.0"),
    ("JETSON_T4000", 12, "11.0"),
];

/// Short names of one board that the driver reports for two, with `NVIDIA GeForce` before them.
const OF_TWO_BOARDS: &[&str] = &["gtx1070", "gtx1650", "rtx2060", "rtx3050", "rtx3080"];

fn capability(name: &str) -> &'static ComputeCapability {
    match arch(name) {
        Arch::ComputeCapability(one) => one,
        Arch::Device(device) => panic!("{name:?} is {}", device.name()),
    }
}

/// What does not count in a name is left out.
fn plain(name: &str) -> String {
    let mut name = name.to_lowercase();
    name.retain(|c| !matches!(c, ' ' | '-' | '_'));
    let mut name = name.as_str();
    for brand in ["nvidia", "geforce", "tesla"] {
        name = name.strip_prefix(brand).unwrap_or(name);
    }
    let short = name.strip_suffix("gpu").unwrap_or(name);
    if short.ends_with("laptop") || short.ends_with("embedded") {
        name = short;
    }
    name.to_string()
}

#[test]
fn row_counts() {
    assert_eq!(ComputeCapability::ALL.len(), 19);
    assert_eq!(EXPECTED.len(), 19);
    // A new device needs no second row here: `sources.rs` checks what it has.
    assert_eq!(EXPECTED_DEVICES.len(), 121);
    assert!(Device::ALL.len() >= 121);
}

#[test]
fn every_figure_of_a_compute_capability() {
    for (one, row) in ComputeCapability::ALL.iter().zip(EXPECTED) {
        let &(name, architecture, targets, sm, shared, carveouts, barriers) = row;
        assert_eq!(one.name(), name);
        assert_eq!(one.name(), format!("{}.{}", one.major(), one.minor()));
        assert_eq!(one.architecture(), architecture, "{name}");
        assert_eq!(one.targets(), targets, "{name}");
        let found = [
            one.max_warps_per_sm(),
            one.max_blocks_per_sm(),
            one.registers_per_block(),
            one.sub_partitions(),
        ];
        assert_eq!(found, sm, "{name}");
        let found = [
            one.shared_memory_per_sm(),
            one.shared_memory_per_block_optin(),
            one.reserved_shared_memory_per_block(),
            one.shared_memory_allocation_unit(),
        ];
        assert_eq!(found, shared, "{name}");
        let kib: Vec<u32> = one
            .shared_memory_carveouts()
            .iter()
            .map(|bytes| bytes / 1024)
            .collect();
        assert_eq!(kib, carveouts, "{name}");
        let found = (
            one.barriers_per_sm(),
            one.barriers_limit_blocks(),
            one.virtual_resources_per_sm(),
        );
        assert_eq!(found, barriers, "{name}");

        // The same for all.
        assert_eq!(one.warp_size(), 32, "{name}");
        assert_eq!(one.max_threads_per_block(), 1024, "{name}");
        assert_eq!(one.max_block_dim(), (1024, 1024, 64), "{name}");
        assert_eq!(one.registers_per_sm(), 65_536, "{name}");
        assert_eq!(one.max_registers_per_thread(), 255, "{name}");
        assert_eq!(one.register_allocation_unit(), 256, "{name}");
        assert_eq!(one.shared_memory_per_block(), 49_152, "{name}");
        assert_eq!(one.barriers_per_block(), 16, "{name}");
    }
}

/// Portable and largest, `None` where NVIDIA documents none.
#[test]
fn every_cluster_size() {
    for one in ComputeCapability::ALL {
        let expected = match one.name() {
            "9.0" | "10.0" => (8, Some(16)),
            "10.3" | "11.0" | "12.0" | "12.1" => (8, None),
            _ => (0, Some(0)),
        };
        let found = (one.max_portable_cluster_size(), one.max_cluster_size());
        assert_eq!(found, expected, "{}", one.name());
        assert_eq!(one.max_portable_cluster_size() > 0, one.major() >= 9);
    }
}

/// KiB, `None` where NVIDIA documents none.
#[test]
fn every_unified_data_cache() {
    for one in ComputeCapability::ALL {
        let expected = match one.name() {
            "7.5" => Some(96),
            "7.0" | "8.6" | "8.9" | "12.0" | "12.1" => Some(128),
            "8.0" | "8.7" => Some(192),
            "9.0" | "10.0" => Some(256),
            "7.2" | "10.3" | "11.0" => None,
            _ => Some(0),
        };
        let found = one.unified_cache_per_sm();
        assert_eq!(found.map(|bytes| bytes / 1024), expected, "{}", one.name());
        // L1 has some of it whatever shared memory takes.
        let left = one.l1_cache_beside(one.shared_memory_per_sm());
        let is_unified = expected.is_some_and(|kib| kib > 0);
        assert_eq!(
            left.is_some_and(|left| left > 0),
            is_unified,
            "{}",
            one.name()
        );
        assert_eq!(one.l1_cache_beside(u32::MAX), None, "{}", one.name());
    }
}

/// L1 has what the next carve-out leaves, for every number of bytes in steps of 512 and around each carve-out.
#[test]
fn l1_has_what_the_carve_out_leaves() {
    for one in ComputeCapability::ALL {
        let carveouts = one.shared_memory_carveouts();
        let around = carveouts
            .iter()
            .flat_map(|bytes| [bytes.saturating_sub(1), *bytes, bytes + 1]);
        for bytes in (0..=256 * 1024).step_by(512).chain(around) {
            let next = carveouts.iter().find(|carveout| **carveout >= bytes);
            let expected = match (one.unified_cache_per_sm(), next) {
                (Some(cache @ 1..), Some(carveout)) => Some(cache - carveout),
                _ => None,
            };
            assert_eq!(
                one.l1_cache_beside(bytes),
                expected,
                "{}: {bytes}",
                one.name()
            );
        }
    }
}

#[test]
fn every_figure_of_a_device() {
    for &(constant, sm_count, capability) in EXPECTED_DEVICES {
        let device = Device::ALL
            .iter()
            .find(|device| device.constant() == constant)
            .unwrap_or_else(|| panic!("no {constant}"));
        assert_eq!(device.sm_count(), sm_count, "{constant}");
        assert_eq!(device.compute_capability().name(), capability, "{constant}");
    }
}

#[test]
fn figures_of_a_compute_capability_agree() {
    for one in ComputeCapability::ALL {
        let name = one.name();
        let from_8_0 = one.major() >= 8;
        let from_9_0 = one.major() >= 9;
        let from_10_0 = one.major() >= 10;

        assert_eq!(
            one.max_threads_per_sm(),
            one.max_warps_per_sm() * 32,
            "{name}"
        );
        assert!(
            matches!(one.max_threads_per_sm(), 1024 | 1536 | 2048),
            "{name}"
        );
        assert_eq!(one.max_threads_per_block() % one.warp_size(), 0, "{name}");
        assert_eq!(one.max_warps_per_sm() % one.sub_partitions(), 0, "{name}");
        // A block of the most threads fits on the SM.
        assert!(
            one.max_threads_per_block() <= one.max_threads_per_sm(),
            "{name}"
        );

        assert_eq!(one.registers_per_sm() % one.sub_partitions(), 0, "{name}");
        assert_eq!(
            one.registers_per_sm() % one.register_allocation_unit(),
            0,
            "{name}"
        );
        assert!(
            one.registers_per_block() <= one.registers_per_sm(),
            "{name}"
        );
        let tegra = matches!(name, "5.3" | "6.2");
        assert_eq!(
            one.registers_per_block() < one.registers_per_sm(),
            tegra,
            "{name}"
        );

        let optin = one.shared_memory_per_block_optin() + one.reserved_shared_memory_per_block();
        assert!(optin <= one.shared_memory_per_sm(), "{name}");
        if one.major() >= 7 {
            assert_eq!(optin, one.shared_memory_per_sm(), "{name}");
        } else {
            assert_eq!(optin, one.shared_memory_per_block(), "{name}");
        }
        let reserved = if from_8_0 { 1024 } else { 0 };
        assert_eq!(one.reserved_shared_memory_per_block(), reserved, "{name}");
        let unit = if from_8_0 { 128 } else { 256 };
        assert_eq!(one.shared_memory_allocation_unit(), unit, "{name}");
        assert_eq!(one.shared_memory_per_sm() % unit, 0, "{name}");

        assert_eq!(
            one.shared_memory_carveouts().is_empty(),
            one.major() < 7,
            "{name}"
        );
        assert!(
            one.shared_memory_carveouts().is_sorted_by(|a, b| a < b),
            "{name}"
        );
        if let Some(&last) = one.shared_memory_carveouts().last() {
            assert_eq!(last, one.shared_memory_per_sm(), "{name}");
        }

        assert_eq!(one.barriers_limit_blocks(), from_9_0, "{name}");
        assert!(one.barriers_per_sm() >= one.max_blocks_per_sm(), "{name}");
        assert!(one.barriers_per_sm() >= one.barriers_per_block(), "{name}");
        let virtual_resources = if from_10_0 { 128 } else { 0 };
        assert_eq!(one.virtual_resources_per_sm(), virtual_resources, "{name}");

        // The plain target is named after the number, and first.
        assert_eq!(
            one.targets()[0],
            format!("sm_{}{}", one.major(), one.minor())
        );
        assert!(
            one.targets()
                .iter()
                .all(|target| target.starts_with(one.targets()[0])),
            "{name}"
        );
        let suffixes = one.targets().len() - 1;
        let expected = if from_10_0 { 2 } else { usize::from(from_9_0) };
        assert_eq!(suffixes, expected, "{name}");
    }
    assert!(
        ComputeCapability::ALL.is_sorted_by(|a, b| (a.major(), a.minor()) < (b.major(), b.minor())),
        "ascending"
    );
}

#[test]
fn figures_of_a_device_agree() {
    for device in Device::ALL {
        let name = device.name();
        assert!((1..=256).contains(&device.sm_count()), "{name}");
        assert!(
            ComputeCapability::ALL.contains(device.compute_capability()),
            "{name}"
        );
        let constant = device.aliases()[0].to_uppercase().replace('-', "_");
        assert_eq!(
            device.constant(),
            constant,
            "{name}: the constant is the first alias in capitals"
        );
        for alias in device.aliases() {
            let plain = alias
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
            assert!(plain, "{alias}");
        }
    }
}

#[test]
fn no_name_finds_two_rows() {
    let mut seen: Vec<(String, &str)> = Vec::new();
    let mut add = |name: &str, row: &'static str| {
        let name = plain(name);
        for (other, owner) in &seen {
            assert!(
                *other != name || *owner == row,
                "{name} is {owner} and {row}"
            );
        }
        seen.push((name, row));
    };
    for device in Device::ALL {
        add(device.name(), device.constant());
        for alias in device.aliases() {
            add(alias, device.constant());
        }
    }
    for one in ComputeCapability::ALL {
        add(one.name(), one.name());
        for target in one.targets() {
            add(target, one.name());
        }
    }
    // 121 devices or more and 19 compute capabilities with their names and targets.
    assert!(seen.len() > 300);
}

#[test]
fn every_name_of_a_device_finds_it() {
    for row in Device::ALL {
        for name in row.aliases().iter().chain([&row.name()]) {
            let stem = name.strip_prefix("GeForce ").unwrap_or(name);
            for spelling in spellings(stem).into_iter().chain([name.to_string()]) {
                // As the driver reports it, it is a name of two boards.
                let lower = spelling.trim_start().to_lowercase();
                if OF_TWO_BOARDS.contains(name)
                    && (lower.starts_with("nvidia") || lower.starts_with("geforce"))
                {
                    let error = unknown(&spelling);
                    assert!(error.is_ambiguous(), "{spelling:?}");
                    assert_eq!(error.nearest()[0], *name, "{spelling:?}");
                    continue;
                }
                assert_eq!(
                    device(&spelling).constant(),
                    row.constant(),
                    "what {spelling:?} finds"
                );
            }
        }
        assert_eq!(device(row.constant()), *row);
        assert_eq!(device(Arch::Device(*row).name()), *row);
    }
}

#[test]
fn every_name_of_a_compute_capability_finds_it() {
    for one in ComputeCapability::ALL {
        let name = one.name();
        let title = format!("compute capability {name}");
        assert_eq!(Arch::ComputeCapability(one).name(), title);
        let mut names = vec![
            name.to_string(),
            format!("cc {name}"),
            format!("cc{name}"),
            title,
        ];
        for target in one.targets() {
            names.push((*target).to_string());
            names.push(target.replace("sm_", "sm"));
            names.push(target.replace("sm_", "compute_"));
        }
        for name in names {
            let is_specific = name.ends_with('a');
            for spelling in spellings(&name) {
                let found = capability(&spelling);
                let mut limits = found.limits();
                if is_specific {
                    let optin = one.shared_memory_per_block_optin();
                    assert_eq!(limits.static_shared_memory_per_block, optin, "{spelling:?}");
                    limits.static_shared_memory_per_block = 49_152;
                }
                assert_eq!(&ComputeCapability::new(limits), one, "{spelling:?}");
            }
        }
        assert_eq!(ComputeCapability::of(one.major(), one.minor()), Some(one));
        assert_eq!(one.static_shared_memory_per_block(), 49_152);
    }
}

#[test]
fn accessors() {
    let h100 = arch("h100");
    assert_eq!(h100, Arch::Device(devices::H100));
    assert_eq!(h100.name(), "H100 SXM5 80GB");
    assert_eq!(h100.sm_count(), Some(132));
    assert_eq!(h100.compute_capability(), &compute_capabilities::SM_90);

    let hopper = arch("sm_90");
    assert_eq!(
        hopper,
        Arch::ComputeCapability(&compute_capabilities::SM_90)
    );
    assert_eq!(hopper.name(), "compute capability 9.0");
    assert_eq!(hopper.sm_count(), None);
    assert_eq!(hopper.compute_capability(), &compute_capabilities::SM_90);

    let own = Device::new("Board", &compute_capabilities::SM_89, 7);
    assert_eq!(
        (own.name(), own.constant(), own.sm_count()),
        ("Board", "", 7)
    );
    assert!(own.aliases().is_empty());
    assert_eq!(Arch::Device(own).sm_count(), Some(7));

    for (major, minor) in [
        (0, 0),
        (9, 1),
        (8, 8),
        (10, 1),
        (10, 7),
        (90, 0),
        (u32::MAX, u32::MAX),
    ] {
        assert_eq!(ComputeCapability::of(major, minor), None, "{major}.{minor}");
    }

    let mut changed = compute_capabilities::SM_90.limits();
    changed.max_warps_per_sm = 1 << 31;
    let changed = ComputeCapability::new(changed);
    assert_eq!(changed.max_threads_per_sm(), u32::MAX);
}

#[test]
fn a_shared_short_name_stands_for_the_common_board() {
    for (name, constant, sm_count) in [
        ("h100", "H100", 132),
        ("h100 pcie", "H100_PCIE", 114),
        ("h800", "H800", 132),
        ("h800 pcie", "H800_PCIE", 114),
        ("a100", "A100", 108),
        ("v100", "V100", 80),
        ("rtx3080", "RTX3080", 68),
        ("rtx3080 12gb", "RTX3080_12GB", 70),
        ("rtx3060", "RTX3060", 28),
        ("rtx3050", "RTX3050", 20),
        ("rtx 3050 6gb", "RTX3050_6GB", 18),
        ("rtx2060", "RTX2060", 30),
        ("rtx2060 12gb", "RTX2060_12GB", 34),
        ("gtx1650", "GTX1650", 14),
        ("gtx1650 laptop", "GTX1650_LAPTOP", 16),
        ("GTX 1070", "GTX1070", 15),
        ("GTX 1070 mobile", "GTX1070_LAPTOP", 16),
        ("agx orin", "AGX_ORIN", 16),
        ("agx orin 32gb", "AGX_ORIN_32GB", 14),
        ("orin nx", "ORIN_NX", 8),
        ("b200", "B200", 148),
        ("gb200", "GB200", 152),
    ] {
        let device = device(name);
        assert_eq!(
            (device.constant(), device.sm_count()),
            (constant, sm_count),
            "{name}"
        );
    }
}

#[test]
fn what_is_not_a_name() {
    let long = "h100".repeat(1 << 20);
    let padded = format!("h100{}", " ".repeat(1 << 20));
    for name in [
        "",
        " ",
        "-",
        "_",
        "___",
        "\0",
        "h100\0",
        "h\u{a0}100",
        "🦀",
        "h100🦀",
        "Ｈ１００",
        "\u{feff}h100",
        "nvidia",
        "geforce",
        "NVIDIA GeForce",
        "nvidia nvidia h100",
        "geforce nvidia rtx 4090",
        "tesla",
        "rtx",
        "rtx 3050 laptop",
        "rtx 4090 laptop gpu 2",
        "laptop gpu",
        "rtx 4090 gpu",
        "h100,a100",
        "h100.",
        "\"h100\"",
        "h100\n",
        "h100\t",
        "9",
        "90",
        "9.",
        ".0",
        "9.00",
        "09.0",
        "+9.0",
        "9,0",
        "9.0a",
        "9.1",
        "-1.0",
        "1e1",
        "NaN",
        "cc",
        "cc9",
        "cc90",
        "cc sm_90",
        "cch100",
        "cc compute 9.0",
        "compute",
        "compute_9.0",
        "compute h100",
        "sm",
        "sm_",
        "sm_9",
        "sm_9.0",
        "sm_090",
        "sm_900",
        "sm_91",
        "sm_80a",
        "sm_89a",
        "sm_90f",
        "sm_90aa",
        "sm_100b",
        "sm_121g",
        "compute_80a",
        "compute_90f",
        "sm_35",
        "sm_37",
        "8.8",
        "sm_88",
        "10.1",
        "sm_101",
        "10.7",
        "sm_107",
        "vr200",
        "rubin",
        "b100",
        "gfx942",
        "mi300x",
        "18446744073709551616.0",
        long.as_str(),
        padded.as_str(),
    ] {
        let error = unknown(name);
        let cut: String = name.chars().take(20).collect();
        assert!((1..=3).contains(&error.nearest().len()), "{cut:?}");
        assert!(!error.is_ambiguous(), "{cut:?}");
        for near in error.nearest() {
            arch(near);
        }
    }
    assert!(unknown("h100\0and what follows it").is_near());
    // Long, and short enough to be read.
    assert_eq!(device(&format!("{:250}", "h100")), devices::H100);
}

/// What NVIDIA made before the oldest row is no typing error: every compute capability below it, and boards.
#[test]
fn what_is_too_old() {
    let oldest = ComputeCapability::ALL[0];
    let below = |major: u32, minor: u32| (major, minor) < (oldest.major(), oldest.minor());
    let targets = [
        "1.0", "1.1", "1.2", "1.3", "2.0", "2.1", "3.0", "3.2", "3.5", "3.7",
    ]
    .map(|number| {
        let (major, minor) = number.split_once('.').unwrap();
        assert!(below(major.parse().unwrap(), minor.parse().unwrap()));
        [
            number.to_owned(),
            format!("cc {number}"),
            format!("sm_{major}{minor}"),
            format!("compute_{major}{minor}"),
        ]
    });
    let boards = [
        "k80",
        "Tesla K80",
        "NVIDIA Tesla K40m",
        "GeForce GTX 780 Ti",
        "gtx680",
        "kepler",
        "k80:1g.10gb",
    ];
    let names = targets.as_flattened().iter().map(String::as_str);
    for name in names.chain(boards) {
        let error = unknown(name);
        assert_eq!(error.nearest(), [oldest.name()], "{name}");
        let said = format!(
            "`{name}`: the oldest GPUs that are supported have compute capability 5.0; the nearest name is `5.0`"
        );
        assert_eq!(error.to_string(), said);
        assert!(error.is_near() && !error.is_ambiguous(), "{name}");
    }
    // Nobody made these, and a board of Maxwell has the letter of Kepler.
    for name in ["4.0", "sm_36", "quadro k2200", "k90"] {
        assert_ne!(unknown(name).nearest(), [oldest.name()], "{name}");
    }
}

#[test]
fn every_prefix_of_every_name_is_handled() {
    for device in Device::ALL {
        for (end, _) in device.name().char_indices().step_by(STEP) {
            let start = &device.name()[..end];
            if let Err(error) = Arch::find(start) {
                assert!(!error.nearest().is_empty(), "{start:?}");
            }
        }
    }
    // Pairs of what ASCII has, and of a letter that is not in it.
    for a in (0..=0x7f).chain([0xe9_u8]) {
        for b in (a % 16..=0x7f)
            .step_by(16)
            .chain(*b" -_.019aA")
            .chain([0xe9])
        {
            let text: String = [char::from(a), char::from(b)].into_iter().collect();
            let _ = Arch::find(&text).map_err(|error| error.to_string());
        }
    }
}

#[test]
fn ambiguous_names_are_refused() {
    for name in ["rtx 6000", "RTX6000", "NVIDIA RTX 6000", "rtx-6000"] {
        let error = unknown(name);
        assert!(error.is_ambiguous() && error.is_near(), "{name}");
        assert_eq!(
            error.nearest(),
            ["quadro-rtx6000", "rtx6000ada", "rtxpro6000", "rtx-a6000"]
        );
        let capabilities: Vec<_> = error
            .nearest()
            .iter()
            .map(|near| arch(near).compute_capability().name())
            .collect();
        assert_eq!(capabilities, ["7.5", "8.9", "12.0", "8.6"]);
    }
    for name in ["titan x", "NVIDIA TITAN X", "GeForce TITAN X", "titanx"] {
        let error = unknown(name);
        assert!(error.is_ambiguous(), "{name}");
        assert_eq!(error.nearest(), ["gtxtitanx", "titanx-pascal"]);
    }
    assert_eq!(device("GeForce GTX TITAN X"), devices::GTXTITANX);
    assert_eq!(device("NVIDIA TITAN X (Pascal)"), devices::TITANX_PASCAL);
    assert_eq!(device("titan x pascal"), devices::TITANX_PASCAL);
}

#[test]
fn the_nearest_names() {
    for (name, nearest) in [
        // Too little, too much, another letter.
        ("h10", &["h100", "h100-nvl", "h100-pcie"][..]),
        ("rtx409", &["rtx4090", "rtx4090d", "rtx4090-laptop"]),
        ("a10o", &["a100", "a10m", "a10g"]),
        ("sm_9O", &["sm_90"]),
        ("sm_l00", &["sm_100"]),
        ("hl00", &["h100"]),
        ("rxt4090", &["rtx4090"]),
        ("GeForce RTX 4091", &["rtx4090"]),
        ("NVIDIA H100 80GB HBM2", &["h100-80gb-hbm3"]),
        ("4090", &["rtx4090"]),
        ("rtx3050gg", &["rtx3050"]),
        ("tx6000", &["quadro-rtx6000"]),
        ("xavier-nx-8gb", &["xavier-nx"]),
        ("spark", &["dgx-spark"]),
        // What does not exist.
        ("sm_91", &["sm_90"]),
        ("compute_91", &["sm_90"]),
        ("sm_80a", &["sm_80", "sm_90a"]),
        ("compute_80a", &["sm_80", "sm_90a"]),
        ("sm_88", &["sm_89", "sm_87", "sm_86"]),
        ("8.8", &["8.9", "8.7", "8.6"]),
        ("90", &["9.0"]),
        ("b100", &["b300", "b200"]),
        // A generation.
        ("hopper", &["9.0"]),
        ("volta", &["7.0", "7.2"]),
        ("ada", &["8.9"]),
        // A laptop or embedded GPU has other SMs than the desktop GPU.
        ("RTX 4090 Ti Laptop GPU", &["8.9", "rtx4090-laptop"]),
        ("RTX 3050 Laptop GPU", &["8.6"]),
        ("GTX 980 mobile", &["5.2"]),
        ("Quadro RTX 6000 Max-Q", &["7.5"]),
        ("RTX PRO 4000 Blackwell Embedded GPU", &["12.0"]),
        // The row that is meant, though others look like it.
        ("sm_101", &["sm_110"]),
        ("sm_101a", &["sm_110a"]),
        ("sm_101f", &["sm_110f"]),
        ("compute_101a", &["sm_110a"]),
        ("10.1", &["11.0"]),
        ("cc 10.1", &["11.0"]),
    ] {
        let error = unknown(name);
        assert!(error.is_near(), "{name}");
        let found = error.nearest();
        assert!(found.starts_with(nearest), "{name}: {found:?}");
    }
    // The one right answer, and none of its neighbours.
    assert_eq!(unknown("sm_101").nearest(), ["sm_110"]);

    for name in [
        "", "x", "🦀", "nonsense", "toaster", "gpu", "cuda", "nvidia", "mi300x", "gfx942",
    ] {
        let error = unknown(name);
        assert!(!error.is_near(), "{name}: {error}");
        assert_eq!(error.nearest(), ["h100", "a100", "rtx4090"], "{name}");
    }
}

#[test]
fn no_name_is_near_twice() {
    for device in Device::ALL {
        for name in device.aliases().iter().chain([&device.name()]) {
            for wrong in [
                format!("{name}x"),
                format!("x{name}"),
                format!("{name} laptop"),
            ] {
                let Err(error) = Arch::find(&wrong) else {
                    continue;
                };
                let nearest = error.nearest();
                for (i, near) in nearest.iter().enumerate() {
                    assert!(!nearest[..i].contains(near), "{wrong}: {nearest:?}");
                }
                // A name of two characters is near nothing that goes on so far.
                if !wrong.starts_with('x') && (plain(name).len() > 2 || error.is_near()) {
                    let same = arch(nearest[0]).compute_capability();
                    assert_eq!(same, device.compute_capability(), "{wrong}: {nearest:?}");
                }
            }
        }
    }
}

#[test]
fn messages() {
    let text = |name| unknown(name).to_string();
    assert_eq!(
        text("sm_101"),
        "unknown arch `sm_101`; the nearest name is `sm_110`"
    );
    assert_eq!(
        text("h10"),
        "unknown arch `h10`; the nearest names are `h100`, `h100-nvl`, `h100-pcie`"
    );
    assert_eq!(
        text("toaster"),
        "unknown arch `toaster`; known names are, for example, `h100`, `a100`, `rtx4090`, \
         or a compute capability such as `9.0`"
    );
    assert_eq!(
        text("titan x"),
        "ambiguous arch `titan x`; it can be any of `gtxtitanx`, `titanx-pascal`"
    );
    // Escaped, and of a long name the beginning.
    assert!(text("\u{1b}[31m").starts_with("unknown arch `\\u{1b}[31m`; "));
    assert!(
        text("a card of another maker!").starts_with("unknown arch `a card of another maker!`; ")
    );
    assert!(
        text("a card of another maker??").starts_with("unknown arch `a card of another mak…`; ")
    );
    // Whatever is wrong, the message has the name or what of it is not known.
    for name in [
        "sm_101",
        "h10",
        "",
        "é",
        "titan x",
        "h100:1g.12gb",
        "toaster:1g.10gb",
    ] {
        assert!(text(name).contains(&format!("`{name}`")), "{}", text(name));
    }
    assert_ne!(unknown("toaster"), unknown("kettle"));
    let error: &dyn core::error::Error = &unknown("");
    assert!(error.source().is_none());
}

/// The slowest kind of name is still cheap enough to be looked up by rustc.
#[test]
fn all_of_it_is_const() {
    const FOUND: Result<Arch, UnknownArch> = Arch::find("Jetson T4000");
    const NEAR: Result<Arch, UnknownArch> =
        Arch::find("RTX PRO 6000 Blackwell Max-Q Workstatiom Edition");
    const FAR: Result<Arch, UnknownArch> = Arch::find("abcdefghijklmnopqrstuvwx");
    const SMS: Option<u32> = match FOUND {
        Ok(arch) => arch.sm_count(),
        Err(_) => None,
    };
    const NEAREST: &str = match &NEAR {
        Ok(arch) => arch.name(),
        Err(error) => error.nearest()[0],
    };
    assert_eq!(SMS, Some(12));
    assert_eq!(NEAREST, "RTX PRO 6000 Blackwell Max-Q Workstation Edition");
    assert!(matches!(FAR, Err(error) if !error.is_near()));
}

/// Four edits are the most of a long name; each letter in front is one.
#[test]
fn letters_in_front_count_as_edits() {
    for (name, is_near) in [
        ("qqqqgtxtitanx", true),
        ("qqqqgtxtitaqx", false),
        ("qqqgtxtitaqx", true),
        ("qqqgtxtiqaqx", false),
    ] {
        assert_eq!(unknown(name).is_near(), is_near, "{name}");
    }
    assert_eq!(unknown("qqqqgtxtitanx").nearest()[0], "gtxtitanx");
}
