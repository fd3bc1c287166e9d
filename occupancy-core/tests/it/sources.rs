//! Every figure of the tables has its source beside it.
//!
//! The compiler does not see that, because a source is a comment. So these tests read the tables as text. A row of a
//! compute capability takes the figures that it leaves out from another row, and names their sources.

use occupancy_core::Device;

const COMPUTE_CAPABILITIES: &str = include_str!("../../src/gpu/nvidia/compute_capabilities.rs");
const TARGETS: &str = include_str!("../../src/gpu/amd/targets.rs");
const DEVICES: [&str; 2] = [
    include_str!("../../src/gpu/nvidia/devices.rs"),
    include_str!("../../src/gpu/amd/devices.rs"),
];

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
fn comment(table: &str, device: &Device) -> String {
    let row = format!("\n    {}(\"", device.constant());
    let (above, _) = table.split_once(&row).expect("a row");
    let lines: Vec<&str> = above.lines().map(str::trim).collect();
    let mut runs = lines.rsplit(|line| !line.starts_with("//"));
    runs.next().unwrap_or_default().join(" ")
}

/// A comment names a source, and another one after the name of each figure that has its own.
#[test]
fn every_device_has_a_source() {
    for device in Device::ALL {
        let file = DEVICES[device.multiprocessor().vendor() as usize];
        let names = short_names(file);
        let (_, table) = file.split_once("\ndevices! {\n").expect("the rows");
        let comment = comment(table, device).to_lowercase();
        let names_one = |text: &str| names.iter().any(|name| text.contains(name.as_str()));
        let about = format!("{}: {comment}", device.constant());
        assert!(
            names_one(&comment),
            "name a source of the table at the head of devices.rs: {about}"
        );
        for (figure, is_known) in [
            ("l2: ", device.l2_cache_bytes().is_some()),
            ("gpcs", device.gpcs().is_some()),
            ("tpcs", device.tpcs().is_some()),
            ("mig: ", !device.mig_instances().is_empty()),
        ] {
            let behind = comment.split_once(figure).map(|(_, behind)| behind);
            // A board without known instances may say something of MIG as well.
            let is_right = match behind {
                Some(behind) if is_known => names_one(behind),
                Some(_) => figure == "mig: ",
                None => !is_known,
            };
            assert!(
                is_right,
                "the row has a figure without its source behind {figure:?}, or the source without the figure: {about}"
            );
        }
    }
}

/// After each figure, and after the row that gives the others, is a source, or `no source`.
#[test]
fn every_figure_of_a_compute_capability_has_a_source() {
    let (_, rows) = COMPUTE_CAPABILITIES
        .split_once("\ncompute_capabilities! {\n")
        .expect("the rows");
    let (rows, _) = rows.split_once("\n}\n").expect("an end");
    assert!(figures_with_sources(COMPUTE_CAPABILITIES, rows) > 90);
}

#[test]
fn every_figure_of_a_target_has_a_source() {
    let (_, rows) = TARGETS.split_once("\ntargets! {\n").expect("the rows");
    let (rows, similar) = rows.split_once("\n}\n").expect("an end");
    let (_, similar) = similar
        .split_once("targets: &[],\n")
        .expect("a row that most are like");
    let (similar, of_nvidia) = similar.split_once("// NVIDIA's alone.").expect("them");
    assert!(figures_with_sources(TARGETS, rows) > 60);
    assert!(figures_with_sources(TARGETS, similar) >= 20 && of_nvidia.lines().count() < 15);
}

/// The number of figures in these lines, each of which has a source that the head of the file names.
fn figures_with_sources(file: &str, table: &str) -> usize {
    let names = short_names(file);
    let is_of_name = |c: char| c.is_ascii_lowercase() || c == '_';
    let mut figures = 0;
    for line in table.lines().map(str::trim) {
        let field = line.split_once(": ").map_or("", |(field, _)| field);
        let is_figure = !field.is_empty() && field.chars().all(is_of_name);
        if is_figure || line.contains(" {") {
            figures += 1;
            let (_, comment) = line.split_once("// ").unwrap_or_default();
            let sources = comment.to_lowercase();
            let is_named = names.iter().any(|name| sources.contains(name.as_str()));
            assert!(
                is_named || ["no source", "AMD's alone"].contains(&comment),
                "name a source of the table at the head of the file, or `no source`: {line}"
            );
        }
    }
    figures
}
