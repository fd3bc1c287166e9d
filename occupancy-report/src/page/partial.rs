//! The page of a configuration with unknown values: why they are, and everything that does not depend on them.

use std::fmt::Write;

use occupancy_core::{Resource, kernel::Argument};

use super::gpu;
use crate::escape::markdown;
use crate::report::{Report, Variant};
use crate::verdict::Verdict;
use crate::words::{code_cell, counted, joined, table};

pub(super) fn page(report: &Report<'_>) -> String {
    let reason = report.reason.map(|reason| format!("{reason}\n\n"));
    let mut out = reason.unwrap_or_default();
    // What the author wrote for what is not known.
    if let Some(first) = report.variants.first()
        && !first.written.is_empty()
    {
        let head = "| argument | value |\n|---|---|";
        out += &table(head, &first.written, |(argument, text)| {
            format!("| {} | {} |", argument.key(), code_cell(text))
        });
    }
    for (variant, verdict) in &report.verdicts() {
        if !variant.is_refused {
            out += &section(variant, verdict);
        }
    }
    out
}

/// The limits of one GPU that are known.
fn section(variant: &Variant<'_>, verdict: &Verdict<'_>) -> String {
    let (heading, _) = gpu::names(verdict.arch);
    let mut out = format!("# {}\n\n", markdown(&heading));
    let (mut rows, mut most) = (Vec::new(), None);
    for resource in &Resource::ALL {
        let missing = missing(variant, *resource);
        if !missing.is_empty() {
            // That of a kernel without code is no limit.
            if *resource != Resource::VirtualResources {
                let missing = joined(" and ", &missing, String::clone);
                rows.push(format!("| {resource} | – | depends on {missing} |"));
            }
        } else if let Some(limit) = verdict.limit(*resource) {
            let (blocks, details) = (limit.blocks, limit.details);
            rows.push(format!("| {resource} | {blocks} | {details} |"));
            most = Some(blocks.min(most.unwrap_or(blocks)));
        }
    }
    if let Some(most) = most {
        let blocks = counted(most.into(), "block");
        let _ = write!(out, "The known values allow at most {blocks} per SM.\n\n");
    }
    let head = "| resource | blocks per SM | each block |\n|---|--:|---|";
    out + &table(head, &rows, String::clone)
}

/// The unknown arguments that a resource's limit depends on.
fn missing(variant: &Variant<'_>, resource: Resource) -> Vec<String> {
    let read: &[Argument] = match resource {
        Resource::Warps => &[Argument::Threads],
        Resource::Registers => &[Argument::Threads, Argument::Registers],
        Resource::SharedMemory => &[
            Argument::DynamicSharedMemory,
            Argument::StaticSharedMemory,
            Argument::Carveout,
        ],
        Resource::BlockSlots => &[],
        Resource::Barriers => &[Argument::Barriers],
        // What the kernel's code says.
        _ => &[Argument::Cubin, Argument::Ptx],
    };
    let missing = read.iter().filter(|one| variant.unknown.contains(**one));
    missing.map(|one| format!("`{}`", one.key())).collect()
}
