//! The page that lists every launch configuration of a crate: one table with a row for each GPU.

use std::fmt::Write;

use occupancy_core::text::grouped;

use crate::record::{Record, Recorded};
use crate::report::Variant;
use crate::verdict::Verdict;
use crate::words::block;

/// The text and the table's heading before the rows.
const HEADING: &str = "\n\nEvery launch configuration of this crate. A name in brackets is private to its module, or inside \
    a function.\n\n\
    | launch type | binds | blocks per SM | occupancy | tail | GPU | block | registers \
    | shared memory |\n|---|---|--:|--:|--:|---|--:|--:|--:|\n";

/// The page, in Markdown, of the crate's records, or with the reason why there are none, as a part of a sentence. `has_failed` says whether
/// some are missing.
pub fn page(records: Result<&[Record], &str>, has_failed: bool) -> String {
    let records = match records {
        Ok(records) => records,
        Err(reason) => {
            return format!("\n\nThe launch configurations are not listed, since {reason}.\n");
        }
    };
    let mut records: Vec<&Record> = records.iter().collect();
    records.sort_by(|a, b| {
        let key = |record: &Record| (record.module.clone(), record.file.clone(), record.line);
        key(a).cmp(&key(b))
    });
    let mut out = HEADING.to_owned();
    for record in records {
        rows(&mut out, record);
    }
    if has_failed {
        out.push_str(
            "\nThe compiler cannot evaluate a value of every kernel: `cargo check` says of which, and why.\n",
        );
    }
    out
}

/// The rows of one kernel, one for each GPU.
fn rows(out: &mut String, record: &Record) {
    let name = name(record);
    for recorded in &record.configurations {
        if recorded.is_refused {
            let _ = writeln!(
                out,
                "| {name} | refused: `cargo check` says why | | | | | | | |"
            );
            continue;
        }
        for gpu in 0..recorded.configuration.archs.len() {
            row(out, &name, recorded, gpu);
        }
    }
}

/// The name of a launch type, which is a link if the root of the crate can name it, and there is a page. A narrow
/// screen breaks the path, which is code, and not the name.
fn name(record: &Record) -> String {
    let name = match record.module.split_once("::") {
        None => format!("[{}]", record.launch_type),
        Some((_, path)) => format!("[`{path}::`{}]", record.launch_type),
    };
    format!("<span style=\"display:inline-block;max-width:min(16em,45vw)\">{name}</span>")
}

fn row(out: &mut String, name: &str, recorded: &Recorded, gpu: usize) {
    let variant = Variant::new(recorded.on(gpu)).with_intent(recorded.intent);
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
