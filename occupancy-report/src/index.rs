//! Writes the page that lists every launch configuration of a crate: one table with a row for each GPU.

use occupancy_core::{gpu::Words, text::grouped};

use crate::escape::markdown;
use crate::format::{MANY, block, counted, only_if, table, worded};
use crate::outcome::Outcome;
use crate::record::{Record, Recorded};

/// The head of the table.
const HEADING: &str = "| launch type | binds | blocks per SM | occupancy | tail | GPU | block | registers \
    | shared memory |\n|---|---|--:|--:|--:|---|--:|--:|--:|";

/// Writes the page of the crate's records, in Markdown, for a module in the root of the crate.
///
/// `has_failed` is `true` if records are missing, and `has_private_pages` if private items have pages.
pub fn page(records: &[Record], has_failed: bool, has_private_pages: bool) -> String {
    let mut sorted: Vec<&Record> = records.iter().collect();
    sorted.sort_by_key(|record| (&record.module, &record.file, record.line));
    let mut rows = Vec::new();
    for record in sorted {
        let name = name(record, has_private_pages);
        for recorded in record.configurations.iter().map(Option::as_ref) {
            // The sizes of a block are below their launch type.
            let is_further = recorded.is_some_and(|one| one.stated.rare.is_further_size);
            let name = if is_further { "" } else { &name };
            add(&mut rows, name, recorded);
        }
    }
    let all = records.iter().flat_map(|one| &one.configurations).flatten();
    let archs: Vec<_> = all.flat_map(|one| one.stated.archs).copied().collect();
    let table = table(&worded(HEADING, Words::of(&archs)), &rows, String::clone);
    let reason = "`cargo check` says of which, and why";
    let failed = format!("\nThe compiler cannot evaluate a value of every kernel: {reason}.\n");
    let missing = only_if(has_failed, failed);
    let listed = table.trim_end();
    format!("\n\nEvery launch configuration of this crate.\n\n{listed}\n{missing}")
}

/// Writes the page without records. The reason is a part of a sentence.
pub fn without_records(reason: &str) -> String {
    format!("\n\nThe launch configurations are not listed, since {reason}.\n")
}

/// Writes the name of a launch type, which is a link if it has a page. A name that rustdoc leaves in brackets has a
/// title that says why.
fn name(record: &Record, has_private_pages: bool) -> String {
    let path = match record.module.split_once("::") {
        Some((_, path)) => format!("{path}::"),
        None => String::new(),
    };
    let (type_name, plain) = (&record.launch_type, path.replace("r#", ""));
    let code = only_if(!path.is_empty(), format!("<code>{plain}</code>"));
    let name = if record.is_in_function {
        format!("{code}{type_name}")
    } else if has_private_pages {
        let folder = plain.replace("::", "/");
        format!("<a href=\"../{folder}type.{type_name}.html\">{code}{type_name}</a>")
    } else {
        // Rustdoc makes a link of it if there is a page.
        let path = only_if(!path.is_empty(), format!("`{path}`"));
        format!("<span title=\"A name in brackets has no page\">[{path}{type_name}]</span>")
    };
    // The column is as wide as the name, and only a name that is too wide for that is broken.
    let style = "display:inline-block;max-width:min(30em,45vw);overflow-wrap:break-word";
    format!("<span style=\"{style}\">{name}</span>")
}

/// Adds a row for each GPU, or one for many of them.
fn add(rows: &mut Vec<String>, name: &str, recorded: Option<&Recorded>) {
    let Some(recorded) = recorded else {
        let refused = "refused: `cargo check` says why";
        return rows.push(format!("| {name} | {refused} | | | | | | | |"));
    };
    let stated = &recorded.stated;
    // The occupancy is low on purpose.
    let intended = only_if(stated.rare.intent.is_some(), ", intended");
    let each = |arch| stated.for_gpu(arch, &recorded.configuration);
    let configurations: Vec<_> = stated.archs.iter().map(each).collect();
    let all = configurations.iter().zip(stated.archs);
    let all = all.filter_map(|(one, arch)| Outcome::new(one, arch));
    let mut outcomes: Vec<_> = all.collect();
    let mut many = None;
    let blocks = |one: &Outcome<'_>| one.occupancy.blocks_per_sm;
    if outcomes.len() > MANY {
        let fewest = outcomes.iter().map(blocks).min().unwrap_or_default();
        many = Some((fewest, counted(outcomes.len() as u64, "GPU")));
        outcomes.sort_by_key(|one| one.occupancy.ratio());
        outcomes.truncate(1);
    }
    for outcome in &outcomes {
        let (kernel, occupancy) = (outcome.kernel, &outcome.occupancy);
        let tail = match outcome.waves {
            Some(waves) if many.is_none() => waves.tail_efficiency().to_string(),
            _ => "–".to_owned(),
        };
        let (binding, ratio) = (outcome.binding(), occupancy.ratio());
        let auto = only_if(outcome.has_auto_registers(), " (`auto`)");
        let at_least = only_if(many.is_some(), "≥\u{a0}");
        let of_one = (blocks(outcome), markdown(outcome.arch.name()));
        let (blocks, gpu) = many.as_ref().unwrap_or(&of_one);
        let row = format!(
            "| {name} | {binding} | {at_least}{blocks} | {at_least}{ratio}{intended} | {tail} | {gpu} | {} | {}{auto} | {} |",
            block(kernel.block_dim),
            outcome.registers(),
            grouped(kernel.shared_memory()),
        );
        rows.push(row.replace(" × ", "\u{a0}×\u{a0}"));
    }
}
