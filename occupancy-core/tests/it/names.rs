//! [`Arch::find`]: names that drivers report, names as people write them, and texts that are no names.
//!
//! `published/names.csv` has every name of a GPU of Maxwell or later that was found. For each, it has the constant of
//! its device, several constants if boards with different SM counts share the name, or the reason why it has no row.
//! Its sources:
//!
//! * `driver 525`: `supported-gpus.json` of NVIDIA's driver 525, as kept in
//!   `alex-tu-cc/get-nvidia-supported-gpus-json` b9c1aa1;
//! * `driver 595.45`: the table of GPUs in the README of `NVIDIA/open-gpu-kernel-modules` df1c9a3;
//! * `amdgpu.ids`: the file of libdrm, in two versions, from CDNA 1 and RDNA 1 on: ROCm reports its names;
//! * `nvidia-smi`, `deviceQuery`, `driver dump`, `rocminfo`: the output of these on a real board, in logs of public
//!   repositories.
//!
//! `names.txt`, beside this file, has names as people write them.

use crate::common::{
    Cells, STEP, arch, device, every_compute_capability, row, spellings, table, unknown,
};
use occupancy_core::compute_capabilities::{SM_107, SM_107_OVERSIZED, SM_107A_OVERSIZED};
use occupancy_core::{Arch, Device, Multiprocessor, UnknownArch, devices};

const REPORTED: &str = include_str!("../published/names.csv");
const WRITTEN: &str = include_str!("names.txt");

const SOURCES: [&str; 7] = [
    "amdgpu.ids",
    "rocminfo",
    "driver 525",
    "driver 595.45",
    "nvidia-smi",
    "deviceQuery",
    "driver dump",
];

/// Devices without a row of `names.csv`: the driver has one name for them and another device, or nobody published
/// theirs.
const WITHOUT_A_NAME: &[(&str, &str)] = &[
    ("AGX_XAVIER_16GB", "Xavier, with the 8 SMs of AGX_XAVIER"),
    ("RTX4060TI_16GB", "that of RTX4060TI, with the same 34 SMs"),
    ("RTX5060TI_16GB", "that of RTX5060TI, with the same 36 SMs"),
    ("JETSON_T4000", "not found"),
];

/// The name as it is, as older drivers have it, and as in the file names of vLLM and Triton.
fn forms(name: &str) -> [String; 4] {
    [
        name.to_owned(),
        name.strip_prefix("NVIDIA ").unwrap_or(name).to_owned(),
        name.replace(' ', "_"),
        name.to_lowercase(),
    ]
}

fn is_small(name: &str) -> bool {
    let words = ["Laptop", "Max-Q", "Embedded"];
    words.iter().any(|word| name.contains(word))
}

#[test]
fn every_reported_name_finds_what_it_is_of() {
    let mut names: Vec<String> = Vec::new();
    let mut reported: Vec<String> = Vec::new();
    for cells in table(REPORTED) {
        let (name, meaning) = (&cells["reported"], &cells["device"]);
        assert!(SOURCES.contains(&cells["source"].as_str()), "{cells:?}");
        assert!(!names.contains(name), "names.csv: two rows of {name}");
        names.push(name.clone());
        let constants: Vec<&str> = meaning.split(' ').collect();
        for form in forms(name) {
            let found = Arch::find(&form);
            match (&constants[..], &found) {
                (["none:", ..], Err(error)) => is_no_other(name, error),
                ([constant], Ok(found)) => {
                    assert_eq!(*found, Arch::Device(row(constant)), "{form}");
                }
                ([_, _, ..], Err(error)) => {
                    assert!(error.is_ambiguous(), "{form}");
                    // The compute capability that all share can be among them.
                    let names = error.nearest().iter();
                    let boards = names.filter(|near| !near.contains('.'));
                    let offered: Vec<_> = boards.map(|near| device(near)).collect();
                    let expected: Vec<_> = constants.iter().map(|one| row(one)).collect();
                    assert_eq!(offered, expected, "{form}");
                    let first = offered[0].sm_count();
                    let mut others = offered.iter();
                    assert!(others.any(|one| one.sm_count() != first), "{form}");
                }
                _ => panic!(
                    "names.csv: {form:?} is {:?}, not {meaning}: give a device an alias by which it is found, write \
                     its constant, or give the name of several boards a row of MEANINGS in gpu/name.rs",
                    found.as_ref().map(Arch::name)
                ),
            }
        }
        if !meaning.starts_with("none:") {
            reported.extend(constants.into_iter().map(str::to_owned));
        }
    }
    for device in Device::ALL {
        let constant = device.constant();
        let is_named = reported.iter().any(|one| one == constant);
        let without = WITHOUT_A_NAME.iter().any(|(one, _)| *one == constant);
        assert!(
            is_named != without,
            "{constant}: either names.csv has a name that the driver reports for it, or WITHOUT_A_NAME says why not"
        );
    }
}

/// No GPU is taken for another one, and one with fewer SMs than its namesake is not even near that.
fn is_no_other(name: &str, error: &UnknownArch) {
    assert!(!error.is_ambiguous(), "{name}");
    if is_small(name) && error.is_near() {
        for near in error.nearest() {
            if let Arch::Device(near) = arch(near) {
                assert!(is_small(near.name()), "{name}: {}", near.name());
            }
        }
    }
}

/// An unknown name has names that are near, or common ones, and each finds a row. A GPU whose limits no source states
/// has none.
fn holds_for_any_unknown(error: &UnknownArch, about: &str) {
    let nearest = error.nearest();
    let most = if error.is_ambiguous() { 8 } else { 3 };
    let text = error.to_string();
    let least = usize::from(!text.contains("the oldest GPUs"));
    assert!((least..=most).contains(&nearest.len()), "{about}");
    for (i, near) in nearest.iter().enumerate() {
        arch(near);
        assert!(!nearest[..i].contains(near), "{about}: {nearest:?}");
    }
}

fn check(line: &str) {
    if let Some((name, message)) = line.split_once(" says ") {
        return assert_eq!(unknown(name).to_string(), message);
    }
    if let Some((name, meant)) = line.split_once(" can be ") {
        let error = unknown(name);
        assert!(error.is_ambiguous() && error.is_near(), "{line}");
        let meant: Vec<&str> = meant.split(", ").collect();
        return assert_eq!(error.nearest(), meant, "{line}");
    }
    let (name, what) = line.split_once(" is ").expect("a name and what it finds");
    let is_unknown = ["unknown", "far", "too old", "older than CDNA"].contains(&what);
    if !is_unknown && !what.starts_with("near ") {
        return assert_eq!(arch(name), arch(what), "{line}");
    }
    let error = unknown(name);
    holds_for_any_unknown(&error, line);
    assert!(!error.is_ambiguous(), "{line}");
    let nearest = error.nearest();
    match what.strip_prefix("near ") {
        Some(near) => {
            let near: Vec<&str> = near.split(", ").collect();
            assert!(
                error.is_near() && nearest.starts_with(&near),
                "{line}: {nearest:?}"
            );
        }
        None if what == "far" => {
            assert!(!error.is_near(), "{line}: {nearest:?}");
            let of_amd = ["mi300x", "mi355x", "rx7900xtx"];
            assert!(
                nearest == ["h100", "a100", "rtx4090"] || nearest == of_amd,
                "{line}"
            );
        }
        None if what != "unknown" => {
            let reason = match what {
                "too old" => "the oldest GPUs that are supported have compute capability 5.0",
                _ => "the oldest GPUs that are supported are those of CDNA 1 and RDNA 1",
            };
            assert_eq!(error.to_string(), format!("`{name}`: {reason}"));
            assert!(nearest.is_empty(), "{line}");
        }
        None => assert_ne!(nearest, ["5.0"], "{line}"),
    }
}

#[test]
fn every_written_name_finds_what_is_meant() {
    let lines = WRITTEN.lines();
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .for_each(check);
}

/// Characters and lengths that no line of `names.txt` can have.
#[test]
fn what_no_line_shows_is_no_name() {
    let long = ["h100", "1g.10gb", ":", "mig"].map(|part| part.repeat(1 << 18));
    let instance = format!("h100:{}", long[1]);
    let padded = ["h100", "h100:1g.10gb"].map(|name| format!("{name}{}", " ".repeat(1 << 20)));
    let apart = format!("h100{}:1g.10gb", " ".repeat(300));
    let short =
        "| |-|\0|h100\0|h\u{a0}100|\u{feff}h100|h100\n|h100\t|h100:1g.10gb\0|h100\0:1g.10gb";
    let all = long.iter().chain(&padded).chain([&instance, &apart]);
    for name in short.split('|').chain(all.map(String::as_str)) {
        let error = unknown(name);
        let cut: String = name.chars().take(20).collect();
        assert!(!error.is_ambiguous(), "{cut:?}");
        holds_for_any_unknown(&error, &cut);
    }
    assert!(unknown("h100\0and what follows it").is_near());
    // A long name is read if it has at most 256 bytes.
    assert_eq!(device(&format!("{:250}", "h100")), devices::H100);
    let smallest = devices::H100.mig_instances()[0];
    assert_eq!(device(&format!("{:200}:1g.10gb", "h100")), smallest);
    // Pairs of characters of ASCII, and of a letter that is not in it.
    for a in (0..=0x7f).chain([0xe9_u8]) {
        let others = (a % 16..=0x7f).step_by(16);
        for b in others.chain(*b" -_.019aA").chain([0xe9]) {
            let text: String = [char::from(a), char::from(b)].into_iter().collect();
            let _ = Arch::find(&text).map_err(|error| error.to_string());
        }
    }
}

/// The name without the parts that do not count.
fn plain(name: &str) -> String {
    let mut name = name.to_lowercase();
    name.retain(|c| !matches!(c, ' ' | '-' | '_'));
    let mut name = name.as_str();
    for brand in ["nvidia", "geforce", "tesla", "amd", "radeon", "instinct"] {
        name = name.strip_prefix(brand).unwrap_or(name);
    }
    let short = name.strip_suffix("gpu").unwrap_or(name);
    if short.ends_with("laptop") || short.ends_with("embedded") {
        name = short;
    }
    name.to_string()
}

#[test]
fn every_name_of_a_device_finds_it() {
    let reported = table(REPORTED);
    for row in Device::ALL {
        for name in row.aliases().iter().chain([&row.name()]) {
            let is = |of: &Cells| of["device"].contains(' ') && plain(&of["reported"]) == *name;
            let is_of_two_boards = reported.iter().any(is);
            let brands = ["GeForce ", "Radeon ", "radeon-", "Instinct "];
            let stem = brands.iter().find_map(|brand| name.strip_prefix(brand));
            let stem = stem.unwrap_or(name);
            for spelling in spellings(stem).into_iter().chain([name.to_string()]) {
                // In the form that the driver reports, it is the name of two boards.
                let lower = spelling.trim_start().to_lowercase();
                let is_reported = lower.starts_with("nvidia") || lower.starts_with("geforce");
                if is_of_two_boards && is_reported {
                    let error = unknown(&spelling);
                    assert!(error.is_ambiguous(), "{spelling:?}");
                    assert_eq!(error.nearest()[0], *name, "{spelling:?}");
                } else {
                    assert_eq!(device(&spelling), *row, "what {spelling:?} finds");
                }
            }
        }
        // That of an integrated Radeon has its brand.
        assert_eq!(device(&row.constant().replace("RADEON_", "")), *row);
    }
}

#[test]
fn every_name_of_a_target_finds_it() {
    for sm in occupancy_core::gpu::targets::ALL {
        for spelling in spellings(sm.name()) {
            let found = arch(&spelling);
            assert_eq!((found, found.name()), (Arch::Multiprocessor(sm), sm.name()));
            assert_eq!(
                sm.target_named(&spelling).is_some(),
                !sm.name().contains(':')
            );
        }
    }
}

#[test]
fn every_name_of_a_compute_capability_finds_it() {
    for cc in every_compute_capability() {
        let name = cc.name();
        let title = format!("compute capability {name}");
        let whole = Arch::Multiprocessor(cc);
        assert_eq!((whole.name(), whole.sm_count()), (title.as_str(), None));
        let mut names = vec![
            name.to_string(),
            format!("cc {name}"),
            format!("cc{name}"),
            title,
        ];
        for target in cc.targets() {
            names.push((*target).to_string());
            names.push(target.replace("sm_", "sm"));
            names.push(target.replace("sm_", "compute_"));
        }
        for name in names {
            for spelling in spellings(&name) {
                let found = arch(&spelling);
                assert_eq!(found.sm_count(), None, "{spelling:?}");
                let mut limits = found.multiprocessor().limits();
                // ptxas 12 has no more for a target with an `a`.
                if name.ends_with('a') && !name.contains("101") {
                    let optin = cc.shared_memory_per_block_optin();
                    assert_eq!(limits.static_shared_memory_per_block, optin, "{spelling:?}");
                    limits.static_shared_memory_per_block = 49_152;
                }
                assert_eq!(&Multiprocessor::new(limits), cc, "{spelling:?}");
            }
        }
    }
}

/// The mode of shared memory is stated, and changes no other figure.
#[test]
fn the_oversized_mode_is_named_behind_the_compute_capability() {
    for name in ["10.7:oversized", "sm_107:oversized", "cc 10.7 : Oversized"] {
        assert_eq!(
            arch(name),
            Arch::Multiprocessor(&SM_107_OVERSIZED),
            "{name}"
        );
    }
    let specific = arch("sm_107a:oversized");
    assert_eq!(specific, Arch::Multiprocessor(&SM_107A_OVERSIZED));
    let target = SM_107.target_named("sm_107a:oversized");
    assert_eq!(target, Some("sm_107a"));
    let mut limits = SM_107.limits();
    (limits.name, limits.shared_memory_per_sm) = ("10.7:oversized", 335_872);
    limits.shared_memory_per_block_optin = 334_848;
    limits.shared_memory_carveouts = SM_107_OVERSIZED.shared_memory_carveouts();
    assert_eq!(Multiprocessor::new(limits), SM_107_OVERSIZED);
    limits.static_shared_memory_per_block = 232_448;
    assert_eq!(Multiprocessor::new(limits), SM_107A_OVERSIZED);
}

/// Beginnings of names, and names with something more, have an answer.
#[test]
fn what_is_near_a_device_is_of_its_compute_capability() {
    for device in Device::ALL
        .iter()
        .chain(Device::ALL.iter().flat_map(Device::parts))
    {
        for (end, _) in device.name().char_indices().step_by(STEP) {
            let start = &device.name()[..end];
            if let Err(error) = Arch::find(start) {
                holds_for_any_unknown(&error, start);
            }
        }
    }
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
                holds_for_any_unknown(&error, &wrong);
                // A name of two characters is near nothing that goes on so far.
                if !wrong.starts_with('x') && (plain(name).len() > 2 || error.is_near()) {
                    let same = arch(error.nearest()[0]).multiprocessor();
                    assert_eq!(same, device.multiprocessor(), "{wrong}");
                }
            }
        }
    }
}

#[test]
fn names_in_messages_are_escaped_and_cut() {
    let text = |name| unknown(name).to_string();
    for (name, written) in [
        ("\u{1b}[31m", "\\u{1b}[31m"),
        ("a card of another maker!", "a card of another maker!"),
        ("a card of another maker??", "a card of another mak…"),
        ("", ""),
        ("é", "é"),
        ("toaster:1g.10gb", "toaster:1g.10gb"),
    ] {
        let beginning = format!("unknown arch `{written}`; ");
        assert!(text(name).starts_with(&beginning), "{}", text(name));
    }
    assert_ne!(unknown("toaster"), unknown("kettle"));
    let error: &dyn core::error::Error = &unknown("");
    assert!(error.source().is_none());
}

/// A search of the parts of a very long name would take very long.
#[test]
fn a_name_that_is_not_read_is_no_virtual_gpu() {
    let of_slices = |count: usize| format!("NVIDIA A10{}Q", "-4".repeat(count));
    let said = |name: &str| Arch::find(name).unwrap_err().to_string();
    assert!(said(&of_slices(1)).contains("virtual GPU"));
    assert!(!said(&of_slices(1_000)).contains("virtual GPU"));
}

#[test]
fn ranges() {
    for line in include_str!("ranges.txt").lines() {
        let Some((range, expected)) = line.split_once(" is ").filter(|_| !line.starts_with('#'))
        else {
            continue;
        };
        match (Arch::range(range), expected.strip_prefix("near ")) {
            (Ok(archs), None) => {
                let names: Vec<_> = archs.iter().map(Arch::short_name).collect();
                assert_eq!(names.join(" "), expected, "{range}");
                assert_eq!(
                    Arch::places(archs).map(|(first, past)| Arch::at(first, past)),
                    Some(archs)
                );
                // No GPU has the name, and the error has the first ones of the range.
                let unknown = Arch::find(range).unwrap_err();
                assert_eq!(unknown.nearest(), names.get(..3).unwrap_or(&names));
            }
            (Err(unknown), Some(near)) => {
                assert_eq!(unknown.nearest_range().unwrap().as_str(), near, "{range}");
                assert!(Arch::range(near).is_ok(), "{near}");
                assert!(unknown.nearest().is_empty());
                assert!(
                    unknown
                        .to_string()
                        .ends_with(&format!("; the nearest range is `{near}`"))
                );
                assert_eq!(
                    Arch::find(range).err(),
                    Arch::is_range(range).then_some(unknown),
                    "{range}"
                );
            }
            _ => panic!("{range} is not {expected}"),
        }
    }
    assert!(Arch::range(&".".repeat(1_000_000)).is_err());
    // With any end, the range that is offered exists.
    for from in [0, 49, 50, 51, 84, 90, 121, 122, 1000] {
        for to in [0, 49, 50, 51, 84, 90, 121, 122, 1000] {
            for dots in ["..", "..="] {
                let range = format!("sm_{from}{dots}{}.{}", to / 10, to % 10);
                if let Err(unknown) = Arch::range(&range) {
                    let near = unknown.nearest_range().unwrap();
                    assert!(Arch::range(near.as_str()).is_ok(), "{range}: {near}");
                }
            }
        }
    }
}
