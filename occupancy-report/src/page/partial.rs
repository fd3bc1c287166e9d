//! The page of a configuration with unknown values: the reason, and every figure that does not depend on them.

use std::fmt::Write;

use occupancy_core::{Multiprocessor, Resource, kernel::Argument};

use super::contents::{Page, Variant};
use super::gpu;
use crate::escape::{code_cell, markdown};
use crate::format::{counted, table, worded_tables};
use crate::outcome::Outcome;

/// Writes the reason, the author's expressions, and the limits that are known.
pub(super) fn tables(page: &Page<'_>) -> String {
    let reason = page.reason.map(|reason| format!("{reason}\n\n"));
    let mut out = reason.unwrap_or_default();
    // The expressions of the author, for the values that are not known.
    if let Some(first) = page.variants.first()
        && !first.written.is_empty()
    {
        let head = "| argument | value |\n|---|---|";
        out += &table(head, &first.written, |(argument, text)| {
            format!("| {} | {} |", argument.key(), code_cell(text))
        });
    }
    for (variant, outcome) in &page.outcomes() {
        if !variant.is_refused {
            out += &section(variant, outcome);
        }
    }
    out
}

/// Writes the limits of one GPU that are known.
fn section(variant: &Variant<'_>, outcome: &Outcome<'_>) -> String {
    let (heading, _) = gpu::names(outcome.arch);
    let (out, mut known) = (format!("# {}\n\n", markdown(&heading)), String::new());
    let (mut rows, mut most) = (Vec::new(), None);
    for resource in &Resource::ALL {
        let missing = missing(variant, *resource, outcome.sm);
        if !missing.is_empty() {
            let keys = missing.join(" and ");
            rows.push(format!("| {resource} | – | depends on {keys} |"));
        } else if let Some(limit) = outcome.limit(*resource) {
            let (blocks, details) = (limit.blocks, limit.details);
            rows.push(format!("| {resource} | {blocks} | {details} |"));
            most = Some(blocks.min(most.unwrap_or(blocks)));
        }
    }
    if let Some(most) = most {
        let blocks = counted(most.into(), "block");
        let _ = write!(known, "The known values allow at most {blocks} per SM.\n\n");
    }
    let head = "| resource | blocks per SM | each block |\n|---|--:|---|";
    let tables = known + &table(head, &rows, String::clone);
    out + &worded_tables(&tables, outcome.sm.words())
}

/// Returns the unknown arguments that a resource's limit depends on, if the GPU has one.
fn missing(variant: &Variant<'_>, resource: Resource, sm: &Multiprocessor) -> Vec<String> {
    use Argument::{Barriers, Carveout, DynamicSharedMemory, Sgprs, StaticSharedMemory, Threads};
    let read: &[Argument] = match resource {
        Resource::Warps => &[Threads],
        Resource::Registers => &[Threads, Argument::Registers.on(sm)],
        Resource::ScalarRegisters if sm.scalar_registers_per_partition() > 0 => &[Threads, Sgprs],
        Resource::SharedMemory => &[DynamicSharedMemory, StaticSharedMemory, Carveout],
        Resource::Barriers => &[Barriers],
        _ => &[],
    };
    let missing = read.iter().filter(|one| variant.unknown.contains(**one));
    missing.map(|one| format!("`{}`", one.key())).collect()
}
