//! The page that lists every launch configuration of a crate: one table with a row for each GPU.

use std::fmt::Write;

use occupancy_core::{Arch, text::grouped};

use crate::record::{Record, Recorded};
use crate::report::Variant;
use crate::verdict::Verdict;
use crate::words::block;

/// The table's heading before the rows.
const HEADING: &str = "| launch type | binds | blocks per SM | occupancy | tail | GPU | block | registers \
    | shared memory |\n|---|---|--:|--:|--:|---|--:|--:|--:|\n";

/// The page of the crate's records, in Markdown, for a module in the root of the crate.
///
/// `has_failed` says whether records are missing, and `has_private_pages` whether private items have pages.
pub fn page(records: &[Record], has_failed: bool, has_private_pages: bool) -> String {
    let mut records: Vec<&Record> = records.iter().collect();
    records.sort_by(|a, b| {
        let key = |record: &Record| (record.module.clone(), record.file.clone(), record.line);
        key(a).cmp(&key(b))
    });
    let mut out = "\n\nEvery launch configuration of this crate.".to_owned();
    if !has_private_pages {
        out.push_str(" A name in brackets has no page.");
    }
    out.push_str("\n\n");
    out.push_str(HEADING);
    for record in records {
        let name = name(record, has_private_pages);
        rows(&mut out, record, &name);
    }
    if has_failed {
        out.push_str(
            "\nThe compiler cannot evaluate a value of every kernel: `cargo check` says of which, and why.\n",
        );
    }
    out
}

/// The page without records, with the reason as a part of a sentence.
pub fn without_records(reason: &str) -> String {
    format!("\n\nThe launch configurations are not listed, since {reason}.\n")
}

/// The rows of one kernel, one for each GPU.
fn rows(out: &mut String, record: &Record, name: &str) {
    for recorded in &record.configurations {
        let Some(recorded) = recorded else {
            let _ = writeln!(
                out,
                "| {name} | refused: `cargo check` says why | | | | | | | |"
            );
            continue;
        };
        for arch in recorded.stated.archs {
            row(out, name, recorded, arch);
        }
    }
}

/// The name of a launch type, which is a link if it has a page. A narrow screen breaks the path, which is code, and
/// not the name.
fn name(record: &Record, has_private_pages: bool) -> String {
    let path = record.module.split_once("::").map_or("", |(_, path)| path);
    let separator = if path.is_empty() { "" } else { "::" };
    let type_name = &record.launch_type;
    let code = format!("{path}{separator}").replace("r#", "");
    let name = if record.is_in_function {
        format!("<code>{code}</code>{type_name}")
    } else if has_private_pages {
        let folder = code.replace("::", "/");
        format!("<a href=\"../{folder}type.{type_name}.html\"><code>{code}</code>{type_name}</a>")
    } else if path.is_empty() {
        format!("[{type_name}]")
    } else {
        // Only where there is a page is it a link.
        format!("[`{path}::`{type_name}]")
    };
    let name = name.replace("<code></code>", "");
    format!("<span style=\"display:inline-block;max-width:min(16em,45vw)\">{name}</span>")
}

fn row(out: &mut String, name: &str, recorded: &Recorded, arch: &'static Arch) {
    let Recorded {
        stated,
        configuration,
    } = recorded;
    let variant = Variant::new(stated.on(arch, configuration)).with_intent(stated.rare.intent);
    for verdict in variant.verdicts() {
        let (kernel, occupancy) = (verdict.kernel(), &verdict.occupancy);
        let tail = verdict
            .waves
            .map(|waves| waves.tail_efficiency().to_string());
        let _ = writeln!(
            out,
            "| {name} | {} | {} | {} | {} | {} | {} | {} | {} |",
            occupancy.binding(),
            occupancy.blocks_per_sm,
            intended(&verdict),
            tail.as_deref().unwrap_or("–"),
            verdict.arch.name(),
            block(kernel.block_dim),
            kernel.registers_per_thread,
            grouped(kernel.shared_memory()),
        );
    }
}

/// The occupancy, and whether a low one is intended.
fn intended(verdict: &Verdict<'_>) -> String {
    let intended = match verdict.variant.intent {
        Some(_) => ", intended",
        None => "",
    };
    format!("{}{intended}", verdict.occupancy.ratio())
}
