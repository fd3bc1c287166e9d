//! For people.

use std::io::{self, Write};

use super::words::{changed, stacks, step};
use crate::comparison::{Comparison, Stack, Total};
use crate::output::printable;
use crate::wrap::{fitted, shortened_name};

/// Columns before a kernel's name and what changed of it.
const INDENT: usize = 13;
/// Columns that a name has in any case.
const LEAST: usize = 20;

/// Templates that are listed at most: those whose code changed most.
const MOST_FAMILIES: usize = 10;

pub(super) fn write(
    comparison: &Comparison,
    out: &mut dyn Write,
    width: Option<usize>,
) -> io::Result<()> {
    let room = width.map_or(usize::MAX, |width| width.saturating_sub(INDENT).max(LEAST));
    for difference in comparison.differences() {
        let kernel = difference.kernel();
        let words = difference.status.words();
        let name = shortened_name(&printable(&kernel.name), room);
        writeln!(out, "{words:INDENT$}{name}")?;
        let place = format!("{}, {}", kernel.target, printable(&kernel.library));
        for line in std::iter::once(place).chain(difference.lines()) {
            for line in fitted(&printable(&line), room) {
                writeln!(out, "{:INDENT$}{line}", "")?;
            }
        }
    }
    if comparison.differences().next().is_some() {
        writeln!(out)?;
    }
    for remark in &comparison.remarks {
        writeln!(out, "note: {}", printable(&remark.text))?;
    }
    write_totals(comparison, out)?;
    writeln!(out, "{}", comparison.summary())
}

fn write_totals(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    let [old, new] = &comparison.toolkits;
    if old != new && !old.is_empty() && !new.is_empty() {
        let words = |toolkits: &std::collections::BTreeSet<String>| {
            let toolkits: Vec<_> = toolkits.iter().map(String::as_str).collect();
            toolkits.join(", ")
        };
        writeln!(out, "compiled by CUDA {} → {}", words(old), words(new))?;
    }
    let totals = &comparison.totals;
    for total in changed(&totals.libraries) {
        writeln!(out, "{}: {}", printable(&total.name), counted(total))?;
    }
    let mut families: Vec<_> = changed(&totals.families).collect();
    families.sort_by_key(|of| std::cmp::Reverse(of.old.code_bytes.abs_diff(of.new.code_bytes)));
    for total in families.iter().take(MOST_FAMILIES) {
        writeln!(out, "{}<…>: {}", printable(&total.name), counted(total))?;
    }
    if families.len() > MOST_FAMILIES {
        let more = families.len() - MOST_FAMILIES;
        writeln!(out, "and {more} more templates (--format json)")?;
    }
    for (Stack { target, device, .. }, bytes) in stacks(totals) {
        writeln!(
            out,
            "{target}: stacks reserve {bytes} bytes of device memory on {device}"
        )?;
    }
    Ok(())
}

fn counted(Total { old, new, .. }: &Total) -> String {
    format!(
        "{} kernels, {} bytes of code",
        step(old.kernels, new.kernels),
        step(old.code_bytes, new.code_bytes)
    )
}
