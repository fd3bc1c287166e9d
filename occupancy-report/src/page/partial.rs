//! The page of a configuration with unknown values: which they are, and everything that does not depend
//! on them.

use std::fmt::Write;

use occupancy_core::{Resource, kernel::Argument, rules::limit_details};

use super::{constants, gpu};
use crate::markdown::{self, SMALL};
use crate::report::Report;
use crate::report::Unresolved;
use crate::verdict::Verdict;
use crate::words::counted;

pub(super) fn write(out: &mut String, report: &Report<'_>) {
    out.push_str("Some values are constants that only the compiler evaluates");
    for (at, Unresolved { code, reason }) in report.unresolved.iter().enumerate() {
        let before = if at == 0 { ":" } else { "," };
        let _ = write!(out, "{before} {} ({reason})", markdown::code(code));
    }
    out.push_str(
        ". The declaration above has its results: blocks and warps per SM, and the blocks that each \
         resource allows. The resources that allow the fewest bind.\n\n",
    );
    numbers(out, report);
    for source in &report.sources {
        let _ = writeln!(out, "{source}\n");
    }
    arguments(out, report);
    constants::table(out, report);
    for verdict in report.verdicts() {
        if !verdict.variant.is_refused {
            limits(out, &verdict);
        }
    }
}

/// The numbers that the declaration has for several GPUs.
fn numbers(out: &mut String, report: &Report<'_>) {
    let archs = report.variants.iter();
    let archs: Vec<_> = archs
        .flat_map(|variant| variant.configuration.archs)
        .collect();
    let is_any_unknown = report.variants.iter().any(|variant| {
        // One that is not known has a number, too.
        variant.unknown.contains(Argument::Arch)
    });
    if archs.len() < 2 || is_any_unknown {
        return;
    }
    for (at, arch) in archs.iter().enumerate() {
        let before = if at == 0 { "" } else { ", " };
        let _ = write!(out, "{before}`<{}>` is {}", at + 1, arch.name());
    }
    out.push_str(".\n\n");
}

/// What the author wrote.
fn arguments(out: &mut String, report: &Report<'_>) {
    let Some(first) = report.variants.first() else {
        return;
    };
    out.push_str("| argument | value |\n|---|---|\n");
    for written in &first.written {
        let value = markdown::code(&written.code);
        let _ = writeln!(out, "| {} | {value} |", written.name);
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
