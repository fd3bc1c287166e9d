//! For people.

use std::cmp::Reverse;
use std::io::{self, Write};

use super::words::{changed, stacks};
use crate::comparison::{Comparison, Stack};
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
    for (_, remark) in comparison.remarks() {
        writeln!(out, "note: {}", printable(remark))?;
    }
    write_totals(comparison, out)?;
    writeln!(out, "{}", comparison.summary())
}

fn write_totals(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    let toolkits = comparison.toolkits.each_ref();
    let [old, new] = toolkits.map(|of| of.iter().cloned().collect::<Vec<_>>().join(", "));
    if old != new && !old.is_empty() && !new.is_empty() {
        writeln!(out, "compiled by CUDA {old} → {new}")?;
    }
    let totals = &comparison.totals;
    for (name, kernels, bytes) in changed(&totals.libraries) {
        let name = printable(name);
        writeln!(out, "{name}: {kernels} kernels, {bytes} bytes of code")?;
    }
    let mut families = totals.families.clone();
    families.sort_by_key(|of| Reverse(of.old.code_bytes.abs_diff(of.new.code_bytes)));
    let mut families = changed(&families);
    for (name, kernels, bytes) in families.by_ref().take(MOST_FAMILIES) {
        let name = printable(name);
        writeln!(out, "{name}<…>: {kernels} kernels, {bytes} bytes of code")?;
    }
    let more = families.count();
    if more > 0 {
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
