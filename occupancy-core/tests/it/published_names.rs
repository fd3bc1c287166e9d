//! The names that NVIDIA's driver reports, against [`Arch::find`].
//!
//! `published/names.csv` has every name of a GPU of Maxwell or later that was found, and for each the
//! constant of its device; the constants it can be, where boards with different SM counts share it; or
//! why it is no row. Its sources:
//!
//! * `driver 525`: `supported-gpus.json` of NVIDIA's driver 525, as kept in
//!   `alex-tu-cc/get-nvidia-supported-gpus-json` b9c1aa1;
//! * `driver 595.45`: the table of GPUs in the README of `NVIDIA/open-gpu-kernel-modules` df1c9a3;
//! * `nvidia-smi`, `deviceQuery`, `driver dump`: what these print on a real board, in logs of public
//!   repositories.

use crate::common::{arch, device, mig_instances, unknown};
use occupancy_core::{Arch, Device};

const NAMES: &str = include_str!("../published/names.csv");

/// Devices without a known report: the driver has one name for them and another device, or
/// nobody published one.
const WITHOUT_A_NAME: &[(&str, &str)] = &[
    ("AGX_XAVIER_16GB", "Xavier, with the 8 SMs of AGX_XAVIER"),
    ("RTX4060TI_16GB", "that of RTX4060TI, with the same 34 SMs"),
    ("RTX5060TI_16GB", "that of RTX5060TI, with the same 36 SMs"),
    ("JETSON_T4000", "not found"),
];

enum Meaning {
    Device(&'static str),
    Any(Vec<&'static str>),
    None,
}

fn rows() -> Vec<(&'static str, Meaning)> {
    let sources = [
        "driver 525",
        "driver 595.45",
        "nvidia-smi",
        "deviceQuery",
        "driver dump",
    ];
    let mut lines = NAMES.lines();
    assert_eq!(lines.next(), Some("reported,device,source"));
    let rows = lines.map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        let [name, meaning, source] = cells[..] else {
            panic!("three columns: {line}");
        };
        assert!(sources.contains(&source), "{line}");
        let constants: Vec<&str> = meaning.split(' ').collect();
        let meaning = match constants[..] {
            ["none:", _, ..] => Meaning::None,
            [constant] => Meaning::Device(constant),
            _ => Meaning::Any(constants),
        };
        (name, meaning)
    });
    rows.collect()
}

fn row(constant: &str) -> Device {
    let mut devices = Device::ALL.iter();
    *devices
        .find(|device| device.constant() == constant)
        .unwrap_or_else(|| panic!("names.csv: no row of devices.rs is {constant}"))
}

/// The name as it is, as older drivers have it, and as in the file names of vLLM and Triton.
fn forms(name: &str) -> [String; 4] {
    [
        name.to_owned(),
        name.strip_prefix("NVIDIA ").unwrap_or(name).to_owned(),
        name.replace(' ', "_"),
        name.to_lowercase(),
    ]
}

#[test]
fn a_reported_name_finds_its_device() {
    for (name, meaning) in rows() {
        let Meaning::Device(constant) = meaning else {
            continue;
        };
        let device = row(constant);
        for form in forms(name) {
            assert_eq!(
                Arch::find(&form),
                Ok(Arch::Device(device)),
                "names.csv: {name} is {constant}; give that row an alias by which {form:?} finds it"
            );
        }
    }
}

/// Each device that a name can be is offered, and they differ in what counts.
#[test]
fn a_name_of_several_boards_is_refused() {
    for (name, meaning) in rows() {
        let Meaning::Any(constants) = meaning else {
            continue;
        };
        for form in forms(name) {
            let error = unknown(&form);
            assert!(error.is_ambiguous(), "{form}");
            let offered: Vec<_> = error.nearest().iter().map(|near| device(near)).collect();
            let expected: Vec<_> = constants.iter().map(|constant| row(constant)).collect();
            assert_eq!(offered, expected, "{form}");
            let first = offered[0].sm_count();
            assert!(offered.iter().any(|one| one.sm_count() != first), "{form}");
        }
    }
}

/// No GPU is taken for another one, and what has fewer SMs than its namesake is not even near that.
#[test]
fn a_name_without_a_row_is_unknown() {
    let is_small = |name: &str| {
        let words = ["Laptop", "Max-Q", "Embedded"];
        words.iter().any(|word| name.contains(word))
    };
    for (name, meaning) in rows() {
        let Meaning::None = meaning else {
            continue;
        };
        for form in forms(name) {
            let error = match Arch::find(&form) {
                Err(error) => error,
                Ok(arch) => panic!(
                    "names.csv: {name} has no device, but is {}; if that is right, write its constant",
                    arch.name()
                ),
            };
            assert!(!error.is_ambiguous(), "{form}");
            if !is_small(name) {
                continue;
            }
            for near in error.nearest() {
                if let Arch::Device(near) = arch(near)
                    && error.is_near()
                {
                    assert!(is_small(near.name()), "{form}: {}", near.name());
                }
            }
        }
    }
}

#[test]
fn every_device_has_a_reported_name() {
    let rows = rows();
    for (i, (name, _)) in rows.iter().enumerate() {
        assert!(rows[..i].iter().all(|(other, _)| other != name), "{name}");
    }
    for device in Device::ALL {
        let is_it = |constant: &&str| *constant == device.constant();
        let named = rows.iter().any(|(_, meaning)| match meaning {
            Meaning::Device(constant) => is_it(constant),
            Meaning::Any(constants) => constants.iter().any(is_it),
            Meaning::None => false,
        });
        let without = WITHOUT_A_NAME.iter().any(|(constant, _)| is_it(constant));
        assert!(
            named != without,
            "{0}: either names.csv has a name that the driver reports for {0}, or WITHOUT_A_NAME says why not",
            device.constant()
        );
    }
}

/// A MIG instance is reported by the name of its board, `MIG` and its profile.
#[test]
fn a_reported_instance_is_found() {
    let mut found = 0;
    for (name, meaning) in rows() {
        let Meaning::Device(constant) = meaning else {
            continue;
        };
        for (board, profile, instance) in mig_instances() {
            if board.constant() != constant {
                continue;
            }
            found += 1;
            for form in forms(&format!("{name} MIG {profile}")) {
                assert_eq!(device(&form), *instance, "{form}");
            }
        }
    }
    // GH200 has two names.
    assert!(found > mig_instances().len(), "{found}");

    // As they stand in logs.
    for (name, alias) in [
        ("NVIDIA H100 80GB HBM3 MIG 1g.10gb", "h100:1g.10gb"),
        ("NVIDIA H100 80GB HBM3 MIG 1G.10GB+me", "h100:1g.10gb+me"),
        ("NVIDIA A100-PCIE-40GB MIG 3g.20gb", "a100-pcie:3g.20gb"),
        (
            "NVIDIA A100-SXM4-80GB MIG 1g.10gb",
            "a100-sxm4-80gb:1g.10gb",
        ),
    ] {
        assert_eq!(device(name), device(alias), "{name}");
    }
    // A compute instance of it has fewer SMs, which nobody published.
    let part = unknown("NVIDIA A100-SXM4-40GB MIG 1c.3g.20gb");
    assert_eq!(part.nearest()[0], "a100:3g.20gb");
}

/// The rule for laptops is one for all of them.
#[test]
fn laptop_in_other_words() {
    for row in Device::ALL {
        let Some(stem) = row.name().strip_suffix(" Laptop GPU") else {
            continue;
        };
        for name in [
            format!("{stem} Laptop"),
            format!("{stem} Mobile"),
            format!("NVIDIA {stem} laptop gpu"),
            stem.replace("GeForce ", "") + "_mobile",
        ] {
            assert_eq!(device(&name), *row, "{name}");
        }
        // What is left without it is another GPU, or none.
        assert_ne!(Arch::find(stem), Ok(Arch::Device(*row)), "{stem}");
    }
}
