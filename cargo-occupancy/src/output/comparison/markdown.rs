//! For a pull request: Markdown as GitHub and GitLab show it.

use std::io::{self, Write};

use super::words::{changed, stacks, step};
use crate::comparison::{Comparison, Difference, Stack, Status, Total};
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
    for remark in &comparison.remarks {
        writeln!(out, "* {}", text(&remark.text))?;
    }
    if !comparison.remarks.is_empty() {
        writeln!(out)?;
    }
    write_totals(comparison, out)
}

fn row(out: &mut dyn Write, difference: &Difference) -> io::Result<()> {
    let kernel = difference.kernel();
    let lines: Vec<_> = difference.lines().iter().map(|line| text(line)).collect();
    let status = difference.status.words();
    let status = if difference.fails {
        format!("**{status}**")
    } else {
        status
    };
    writeln!(
        out,
        "| {status} | {}<br>{} | {} | {} |",
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
        let rows: Vec<_> = changed(sums).collect();
        if rows.is_empty() {
            continue;
        }
        writeln!(out, "| {what} | kernels | bytes of code |\n|---|--:|--:|")?;
        for Total { name, old, new } in rows.into_iter().take(MOST) {
            writeln!(
                out,
                "| {} | {} | {} |",
                code(name),
                step(old.kernels, new.kernels),
                step(old.code_bytes, new.code_bytes)
            )?;
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
