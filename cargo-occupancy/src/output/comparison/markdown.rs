//! For a pull request: Markdown as GitHub and GitLab show it.

use std::io::{self, Write};

use super::words::{changed, stacks};
use crate::comparison::{Comparison, Difference, Stack, Status};
use crate::output::markup::{code, text};

/// Rows of a table that are shown at most: a comment has an end.
const MOST: usize = 100;

pub(super) fn write(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "### GPU kernels: {}\n", comparison.summary())?;
    // The size of code alone is in the totals.
    let differences: Vec<_> = comparison
        .differences()
        .filter(|difference| difference.status != Status::CodeSize)
        .collect();
    if !differences.is_empty() {
        writeln!(
            out,
            "| | kernel | target | what changed |\n|---|---|---|---|"
        )?;
        for difference in differences.iter().take(MOST) {
            row(out, difference)?;
        }
        writeln!(out)?;
    }
    if differences.len() > MOST {
        writeln!(out, "and {} more kernels\n", differences.len() - MOST)?;
    }
    let remarks = comparison.remarks();
    for (_, remark) in &remarks {
        writeln!(out, "* {}", text(remark))?;
    }
    if !remarks.is_empty() {
        writeln!(out)?;
    }
    write_totals(comparison, out)
}

fn row(out: &mut dyn Write, difference: &Difference) -> io::Result<()> {
    let kernel = difference.kernel();
    let lines: Vec<_> = difference.lines().iter().map(|line| text(line)).collect();
    let mark = if difference.fails { "**" } else { "" };
    writeln!(
        out,
        "| {mark}{}{mark} | {}<br>{} | {} | {} |",
        difference.status.words(),
        code(&kernel.name),
        text(&kernel.library),
        text(&kernel.target),
        lines.join("<br>")
    )
}

fn write_totals(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    let totals = &comparison.totals;
    let sums = [
        ("library", &totals.libraries),
        ("template", &totals.families),
    ];
    for (what, sums) in sums {
        let mut rows = changed(sums).take(MOST).peekable();
        if rows.peek().is_none() {
            continue;
        }
        writeln!(out, "| {what} | kernels | bytes of code |\n|---|--:|--:|")?;
        for (name, kernels, bytes) in rows {
            writeln!(out, "| {} | {kernels} | {bytes} |", code(name))?;
        }
        writeln!(out)?;
    }
    for (Stack { target, device, .. }, bytes) in stacks(totals) {
        let target = text(target);
        writeln!(
            out,
            "Stacks of {target} reserve {bytes} bytes of device memory on {device}.\n"
        )?;
    }
    Ok(())
}
