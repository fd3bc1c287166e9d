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
        .filter(|name| !name.starts_with("short name"))
        .collect();
    assert!(names.len() >= 3, "{names:?}");
    names
}

/// The comment above the row of a device, in one line.
fn comment<'a>(table: &'a str, device: &Device) -> String {
    let row = format!("\n    {}(\"", device.constant());
    let (above, _) = table.split_once(&row).expect("a row");
    let lines: Vec<&'a str> = above.lines().rev().map(str::trim).collect();
    let lines = lines.iter().take_while(|line| line.starts_with("//"));
    let lines: Vec<&str> = lines
        .map(|line| line.trim_start_matches(['/', ' ']))
        .collect();
    lines.into_iter().rev().collect::<Vec<_>>().join(" ")
}

/// What a comment lacks: a source at all, and one behind the name of each figure that stands for itself.
fn fault(comment: &str, names: &[String], device: &Device) -> Option<String> {
    let names_one = |text: &str| {
        let text = text.to_lowercase();
        names.iter().any(|name| text.contains(name.as_str()))
    };
    // What is not known of MIG may have a word, too.
    let figures = [
        ("L2: ", Some(device.l2_cache_bytes().is_some())),
        ("GPCs", Some(device.gpcs().is_some())),
        ("TPCs", Some(device.tpcs().is_some())),
        (
            "MIG: ",
            (!device.mig_instances().is_empty()).then_some(true),
        ),
    ];
    let without = figures.into_iter().find(|(figure, is_known)| {
        let found = comment
            .split_once(figure)
            .map(|(_, behind)| names_one(behind));
        match is_known {
            Some(true) => found != Some(true),
            Some(false) => found.is_some(),
            None => false,
        }
    });
    let what = match without {
        _ if !names_one(comment) => "it",
        Some((figure, _)) => figure,
        None => return None,
    };
    Some(format!(
        "{}: the source of {what}: {comment}",
        device.constant()
    ))
}

#[test]
fn every_device_has_a_source() {
    let names = short_names(DEVICES);
    let (_, table) = DEVICES.split_once("\ndevices! {\n").expect("the rows");
    for device in Device::ALL {
        assert_eq!(fault(&comment(table, device), &names, device), None);
    }
    // And what is missing is found.
    let h100 = Device::ALL
        .iter()
        .find(|one| one.constant() == "H100")
        .unwrap();
    let whole = comment(table, h100);
    for without in ["L2: ", "GPCs", "MIG: "] {
        let comment = whole.replace(without, "");
        assert!(fault(&comment, &names, h100).is_some(), "{without}");
    }
    assert!(fault("SMs: nobody.", &names, h100).is_some());
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

/// Whether the comment behind a figure names a source, or says that there is none.
fn has_source(line: &str, names: &[String]) -> bool {
    let comment = line.split_once("// ").map_or("", |(_, comment)| comment);
    let comment = comment.to_lowercase();
    comment == "no source" || names.iter().any(|name| comment.contains(name.as_str()))
}

#[test]
fn every_figure_of_a_compute_capability_has_a_source() {
    let names = short_names(COMPUTE_CAPABILITIES);
    let mut figures = 0;
    for (row, lines) in rows(COMPUTE_CAPABILITIES) {
        for line in lines {
            if let Some(stated) = stated(line) {
                figures += 1;
                assert!(has_source(line, &names), "SM_{row}: no source of {stated}");
                let (bare, _) = line.split_once("//").unwrap();
                assert!(!has_source(bare, &names), "{line}");
            }
        }
    }
    assert_eq!(
        rows(COMPUTE_CAPABILITIES).len(),
        ComputeCapability::ALL.len()
    );
    assert!(figures > 90, "{figures}");
}
