//! Every figure of the tables has its source beside it, and no row leaves a figure out.
//!
//! The compiler sees neither: a row of a compute capability takes what it leaves out from `COMMON`, where
//! it is zero, and a source is a comment. So this reads the tables as text.

use std::collections::BTreeSet;

const COMPUTE_CAPABILITIES: &str = include_str!("../../src/gpu/nvidia/compute_capabilities.rs");
const DEVICES: &str = include_str!("../../src/gpu/nvidia/devices.rs");
const MIG: &str = include_str!("../../src/gpu/nvidia/devices/mig.rs");

/// The short names of the sources: the first column of the table at the head of the file.
fn short_names(file: &str) -> Vec<String> {
    let rows = file.lines().filter_map(|line| line.strip_prefix("//! | "));
    let names = rows.filter_map(|row| Some(row.split_once(" | ")?.0.to_lowercase()));
    let names: Vec<String> = names
        .flat_map(|names| names.split(", ").map(str::to_owned).collect::<Vec<_>>())
        .filter(|name| name != "short name" && !name.is_empty())
        .collect();
    assert!(names.len() >= 3, "{names:?}");
    names
}

/// What a row without a source, or with less than all figures, is blamed for.
fn faults_of_devices(file: &str, is_row: fn(&str) -> bool) -> (usize, Vec<String>) {
    let names = short_names(file);
    let (_, table) = file.split_once("! {\n").expect("the list of rows");
    // The rows are in the last such block; the macro that reads them comes first.
    let table = table.rsplit_once("\n}\n").map_or(table, |(table, _)| table);
    let mut documentation = String::new();
    let mut rows = 0;
    let mut faults = Vec::new();
    for line in table.lines().map(str::trim) {
        if let Some(text) = line.strip_prefix("///") {
            documentation.push_str(&text.to_lowercase());
        } else if is_row(line) {
            rows += 1;
            if !names.iter().any(|name| documentation.contains(name)) {
                faults.push(format!("no source: {line}"));
            }
            documentation.clear();
        } else {
            documentation.clear();
        }
    }
    (rows, faults)
}

/// `H100: "H100 SXM5 80GB", ["h100"], SM_90, 132;`, in one line or its first one.
fn is_device(line: &str) -> bool {
    named(line).is_some_and(|rest| rest.starts_with('"') && rest.contains("\", ["))
}

/// `H100_1G_10GB: "1g.10gb", 16;`
fn is_instance(line: &str) -> bool {
    named(line).is_some_and(|rest| rest.starts_with('"') && rest.ends_with(';'))
}

/// What stands after the name of a constant.
fn named(line: &str) -> Option<&str> {
    let (name, rest) = line.split_once(": ")?;
    let is_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    (!name.is_empty() && name.chars().all(is_name)).then_some(rest)
}

#[test]
fn every_device_has_a_source() {
    let (rows, faults) = faults_of_devices(DEVICES, is_device);
    assert_eq!(faults, [""; 0]);
    assert_eq!(rows, occupancy_core::Device::ALL.len());
}

#[test]
fn every_mig_instance_has_a_source() {
    let (rows, faults) = faults_of_devices(MIG, is_instance);
    assert_eq!(faults, [""; 0]);
    assert_eq!(rows, occupancy_core::Device::MIG.len());
}

/// The rows of compute capabilities, each with its lines.
fn rows(file: &str) -> Vec<(&str, Vec<&str>)> {
    let rows = file.split("\npub const ").skip(1);
    rows.map(|row| {
        let (name, rest) = row
            .split_once(": ComputeCapability = ComputeCapability {\n")
            .unwrap();
        let (body, _) = rest.split_once("\n};").unwrap();
        (name, body.lines().map(str::trim).collect())
    })
    .collect()
}

fn field(line: &str) -> Option<&str> {
    let (field, _) = line.split_once(": ")?;
    let is_name = field.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    is_name.then_some(field)
}

/// The fields that `COMMON` leaves for the rows to fill in.
fn fields_to_fill(file: &str) -> BTreeSet<&str> {
    let (_, common) = file.split_once("\nconst COMMON: ").unwrap();
    let (common, _) = common.split_once("\n};").unwrap();
    let (_, empty) = common.split_once("\n\n").expect("a blank line before them");
    empty.lines().map(str::trim).filter_map(field).collect()
}

fn faults_of_compute_capabilities(file: &str) -> Vec<String> {
    // The compute capability says itself what these are.
    let without_source = ["major", "minor", "name", "architecture"];
    let names = short_names(file);
    let to_fill = fields_to_fill(file);
    let mut faults = Vec::new();
    for (row, lines) in rows(file) {
        let mut filled = BTreeSet::new();
        for line in lines {
            let Some(field) = field(line) else {
                continue;
            };
            filled.insert(field);
            let comment = line.split_once("// ").map_or("", |(_, comment)| comment);
            let comment = comment.to_lowercase();
            // What no source has is said to have none.
            let has_source =
                comment == "no source" || names.iter().any(|name| comment.contains(name.as_str()));
            if !has_source && !without_source.contains(&field) {
                faults.push(format!("{row}: no source of {field}"));
            }
        }
        for missing in to_fill.difference(&filled) {
            faults.push(format!("{row}: {missing} is missing"));
        }
    }
    faults
}

#[test]
fn every_figure_of_a_compute_capability_is_there_with_a_source() {
    assert_eq!(
        faults_of_compute_capabilities(COMPUTE_CAPABILITIES),
        [""; 0]
    );
    let count = occupancy_core::ComputeCapability::ALL.len();
    assert_eq!(rows(COMPUTE_CAPABILITIES).len(), count);
    assert!(fields_to_fill(COMPUTE_CAPABILITIES).contains("max_warps_per_sm"));
}

/// The tests above can fail: a row without a source, and each figure left out of a row.
#[test]
fn what_is_missing_is_found() {
    let without = DEVICES.replace("    /// Driver dump.\n    H20:", "    H20:");
    assert_ne!(without, DEVICES);
    let (_, faults) = faults_of_devices(&without, is_device);
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].contains("H20"), "{faults:?}");

    let first_row = |file: &str| file.find("\npub const SM_50").unwrap();
    let (before, after) = COMPUTE_CAPABILITIES.split_at(first_row(COMPUTE_CAPABILITIES));
    for missing in fields_to_fill(COMPUTE_CAPABILITIES) {
        let line = after
            .lines()
            .find(|line| field(line.trim()) == Some(missing))
            .unwrap_or_else(|| panic!("{missing}"));
        let without = format!("{before}{}", after.replacen(&format!("{line}\n"), "", 1));
        let faults = faults_of_compute_capabilities(&without);
        assert_eq!(faults, [format!("SM_50: {missing} is missing")]);
    }
}
