//! The page of a configuration with unknown values: why they are, and everything that does not depend on them.

use std::fmt::Write;

use occupancy_core::{Resource, rules::limit_details};

use super::gpu;
use crate::markdown::{self, SMALL};
use crate::report::Report;
use crate::verdict::Verdict;
use crate::words::counted;

pub(super) fn write(out: &mut String, report: &Report<'_>) {
    if let Some(reason) = report.reason {
        let _ = writeln!(out, "{reason}\n");
    }
    arguments(out, report);
    for verdict in report.verdicts() {
        if !verdict.variant.is_refused {
            limits(out, &verdict);
        }
    }
}

/// What the author wrote for what is not known.
fn arguments(out: &mut String, report: &Report<'_>) {
    let Some(first) = report.variants.first() else {
        return;
    };
    if first.written.is_empty() {
        return;
    }
    out.push_str("| argument | value |\n|---|---|\n");
    for written in &first.written {
        let value = markdown::code(&written.code);
        let _ = writeln!(out, "| {} | {value} |", written.argument.key());
    }
    out.push('\n');
}

/// The limits of one GPU that are known.
fn limits(out: &mut String, verdict: &Verdict<'_>) {
    let _ = writeln!(out, "# {}\n", gpu::heading(verdict.arch));
    if let Some(most) = verdict.blocks_at_most() {
        let _ = writeln!(
            out,
            "The known values allow at most {} per SM.\n",
            counted(most.into(), "block")
        );
    }
    let [before, behind] = SMALL;
    out.push_str(before);
    out.push_str("| resource | blocks per SM | each block |\n|---|--:|---|\n");
    for resource in Resource::ALL {
        let missing: Vec<String> = verdict
            .missing_for(resource)
            .map(|argument| format!("`{}`", argument.key()))
            .collect();
        let _ = match (missing.as_slice(), verdict.occupancy.limits.of(resource)) {
            ([], Some(blocks)) => writeln!(
                out,
                "| {resource} | {blocks} | {} |",
                limit_details(
                    &verdict.occupancy,
                    verdict.configuration(),
                    verdict.arch,
                    resource
                ),
            ),
            ([], None) => Ok(()),
            // That of a kernel without code is no limit.
            _ if resource == Resource::VirtualResources => Ok(()),
            (missing, _) => writeln!(
                out,
                "| {resource} | – | depends on {} |",
                missing.join(" and ")
            ),
        };
    }
    out.push_str(behind);
}
