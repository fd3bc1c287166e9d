//! Every figure of the tables has its source beside it.
//!
//! The compiler does not see that: a source is a comment. So this reads the tables as text. A row of a compute
//! capability takes what it leaves out from another row, and says on which sources that rests.

use occupancy_core::{ComputeCapability, Device};

const COMPUTE_CAPABILITIES: &str = include_str!("../../src/gpu/nvidia/compute_capabilities.rs");
const DEVICES: &str = include_str!("../../src/gpu/nvidia/devices.rs");

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

/// The rows of devices, and those that have no source.
fn faults_of_devices(file: &str) -> (usize, Vec<String>) {
    let names = short_names(file);
    let (_, table) = file.split_once("\ndevices! {\n").expect("the list of rows");
    let mut documentation = String::new();
    let mut rows = 0;
    let mut faults = Vec::new();
    for line in table.lines().map(str::trim) {
        if let Some(text) = line.strip_prefix("///") {
            documentation.push_str(&text.to_lowercase());
        } else if is_device(line) {
            rows += 1;
            if !names.iter().any(|name| documentation.contains(name)) {
                faults.push(format!("no source: {line}"));
            }
            documentation.clear();
        } else if !line.starts_with("//") {
            documentation.clear();
        }
    }
    (rows, faults)
}

/// `H100("H100 SXM5 80GB", ["h100"], SM_90, 132);`, in one line or its first one.
fn is_device(line: &str) -> bool {
    let is_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let row = line.split_once("(\"");
    row.is_some_and(|(name, rest)| name.chars().all(is_name) && rest.contains("\", ["))
}

#[test]
fn every_device_has_a_source() {
    let (rows, faults) = faults_of_devices(DEVICES);
    assert_eq!(faults, [""; 0]);
    assert_eq!(rows, Device::ALL.len());
}

/// The sources of the instances stand behind those of their board.
#[test]
fn every_mig_instance_has_a_source() {
    let (_, table) = DEVICES.split_once("\ndevices! {\n").unwrap();
    let mut boards = 0;
    for (above, instances) in table
        .split(";\n        mig \"")
        .zip(table.split(";\n        mig \"").skip(1))
    {
        let (_, sources) = above.rsplit_once("    /// MIG: ").expect("sources");
        let row = sources.lines().find(|line| !line.starts_with("    ///"));
        let sources = sources.replace("\n    /// ", " ").to_lowercase();
        assert!(row.is_some() && !instances.is_empty());
        assert!(
            sources.contains("profile list") || sources.contains("openxla spec"),
            "{sources}"
        );
        boards += 1;
    }
    let divided = Device::ALL
        .iter()
        .filter(|board| !board.mig_instances().is_empty());
    assert_eq!(boards, divided.count());
}

/// The rows of compute capabilities, each with its lines.
fn rows(file: &str) -> Vec<(&str, Vec<&str>)> {
    let (_, table) = file.split_once("\ncompute_capabilities! {\n").unwrap();
    let (table, _) = table.split_once("\n}\n").unwrap();
    let rows = table.split("\n    SM_").skip(1);
    rows.map(|row| {
        let (name, rest) = row.split_once([':', ' ']).unwrap();
        let (body, _) = rest.split_once("\n    }").unwrap();
        (name, body.lines().map(str::trim).collect())
    })
    .collect()
}

/// What the line states: a figure, or all that is like that of another row.
fn stated(line: &str) -> Option<&str> {
    if line.contains(" {") {
        return Some("the rest");
    }
    let (field, _) = line.split_once(": ")?;
    let is_name = field.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    is_name.then_some(field)
}

fn faults_of_compute_capabilities(file: &str) -> Vec<String> {
    let names = short_names(file);
    let mut faults = Vec::new();
    for (row, lines) in rows(file) {
        for line in lines {
            let Some(stated) = stated(line) else {
                continue;
            };
            let comment = line.split_once("// ").map_or("", |(_, comment)| comment);
            let comment = comment.to_lowercase();
            // What no source has is said to have none.
            let has_source =
                comment == "no source" || names.iter().any(|name| comment.contains(name.as_str()));
            if !has_source {
                faults.push(format!("SM_{row}: no source of {stated}"));
            }
        }
    }
    faults
}

#[test]
fn every_figure_of_a_compute_capability_has_a_source() {
    assert_eq!(
        faults_of_compute_capabilities(COMPUTE_CAPABILITIES),
        [""; 0]
    );
    let count = ComputeCapability::ALL.len();
    assert_eq!(rows(COMPUTE_CAPABILITIES).len(), count);
}

/// The tests above can fail: a row without a source, and each figure without one.
#[test]
fn what_is_missing_is_found() {
    let source = "    /// Driver dump, in the tuning tables of FlashInfer.\n";
    let without = DEVICES.replace(source, "");
    assert_ne!(without, DEVICES);
    let (_, faults) = faults_of_devices(&without);
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].contains("H20_3E"), "{faults:?}");

    let mut figures = 0;
    let (head, _) = COMPUTE_CAPABILITIES
        .split_once("\ncompute_capabilities! {\n")
        .unwrap();
    for (row, lines) in rows(COMPUTE_CAPABILITIES) {
        for line in lines {
            let Some(stated) = stated(line) else {
                continue;
            };
            figures += 1;
            let bare = line.split_once("//").unwrap().0;
            let file = format!(
                "{head}\ncompute_capabilities! {{\n\n    SM_{row}: x\n{bare}\n    }}\n}}\n"
            );
            let faults = faults_of_compute_capabilities(&file);
            assert_eq!(faults, [format!("SM_{row}: no source of {stated}")]);
        }
    }
    assert!(figures > 90, "{figures}");
}
