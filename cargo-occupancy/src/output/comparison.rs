//! The forms of a comparison: text in a terminal, Markdown as GitHub and GitLab show it, and what tools read.

mod tools;

use std::cmp::Reverse;
use std::io::{self, Write};
use std::iter::once;

use clap::ValueEnum;
use occupancy_core::text::grouped;

use crate::comparison::{Comparison, Stack, Status, Total};
use crate::output::markup::{self, printable};
use crate::wrap::{fitted, shortened_name};

/// Columns before a kernel's name and what changed of it.
const INDENT: usize = 13;
/// Columns that a name has in any case.
const LEAST: usize = 20;
/// Templates that text lists at most: those whose code changed most.
const MOST_FAMILIES: usize = 10;
/// Rows of a table in Markdown at most: a comment has an end.
const MOST: usize = 100;

/// The output of a comparison, by the value of `--format`.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Form {
    /// For people.
    Text,
    /// One object.
    Json,
    /// Annotations of GitHub Actions.
    Github,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// For a pull request.
    Markdown,
}

/// Writes a comparison in one of its forms; text fits the `width` of the terminal, if there is one.
pub(crate) fn write_comparison(
    comparison: &Comparison,
    form: Form,
    out: &mut dyn Write,
    width: Option<usize>,
) -> io::Result<()> {
    let object = match form {
        Form::Text => return text(comparison, out, width),
        Form::Github => return tools::github(comparison, out),
        Form::Markdown => return markdown(comparison, out),
        Form::Json => tools::json(comparison),
        Form::Sarif => tools::sarif(comparison),
    };
    writeln!(out, "{object:#}")
}

fn text(comparison: &Comparison, out: &mut dyn Write, width: Option<usize>) -> io::Result<()> {
    let room = width.map_or(usize::MAX, |width| width.saturating_sub(INDENT).max(LEAST));
    for difference in comparison.differences() {
        let kernel = difference.kernel();
        let words = difference.status.words();
        let name = shortened_name(&printable(&kernel.name), room);
        writeln!(out, "{words:INDENT$}{name}")?;
        let place = format!("{}, {}", kernel.target, printable(&kernel.library));
        for line in once(place).chain(difference.lines()) {
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
    let toolkits = comparison.toolkits.each_ref();
    let [old, new] = toolkits.map(|of| of.iter().cloned().collect::<Vec<_>>().join(", "));
    if old != new && !old.is_empty() && !new.is_empty() {
        writeln!(out, "compiled by CUDA {old} → {new}")?;
    }
    let mut families = comparison.totals.families.clone();
    families.sort_by_key(|of| Reverse(of.old.code_bytes.abs_diff(of.new.code_bytes)));
    let libraries = changed(&comparison.totals.libraries).map(|total| (total, ""));
    let mut families = changed(&families).map(|total| (total, "<…>"));
    let shown = families.by_ref().take(MOST_FAMILIES);
    for ((name, kernels, bytes), of_template) in libraries.chain(shown) {
        let name = printable(name);
        writeln!(
            out,
            "{name}{of_template}: {kernels} kernels, {bytes} bytes of code"
        )?;
    }
    let more = families.count();
    if more > 0 {
        writeln!(out, "and {more} more templates (--format json)")?;
    }
    for (Stack { target, device, .. }, bytes) in stacks(comparison) {
        writeln!(
            out,
            "{target}: stacks reserve {bytes} bytes of device memory on {device}"
        )?;
    }
    writeln!(out, "{}", comparison.summary())
}

fn markdown(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "### GPU kernels: {}\n", comparison.summary())?;
    // The size of code alone is in the totals.
    let differences = comparison.differences();
    let rows = differences.filter(|difference| difference.status != Status::CodeSize);
    let rows = rows.map(|difference| {
        let kernel = difference.kernel();
        let mark = if difference.fails { "**" } else { "" };
        let words = difference.status.words();
        let lines = difference.lines();
        let lines: Vec<_> = lines.iter().map(|line| markup::text(line)).collect();
        let [library, target] = [&kernel.library, &kernel.target].map(|of| markup::text(of));
        let (name, lines) = (markup::code(&kernel.name), lines.join("<br>"));
        format!("| {mark}{words}{mark} | {name}<br>{library} | {target} | {lines} |")
    });
    let header = "| | kernel | target | what changed |\n|---|---|---|---|";
    let more = table(out, header, rows)?;
    if more > 0 {
        writeln!(out, "and {more} more kernels\n")?;
    }
    let remarks = comparison.remarks();
    for (_, remark) in &remarks {
        writeln!(out, "* {}", markup::text(remark))?;
    }
    if !remarks.is_empty() {
        writeln!(out)?;
    }
    let totals = &comparison.totals;
    for (what, sums) in [
        ("library", &totals.libraries),
        ("template", &totals.families),
    ] {
        let header = format!("| {what} | kernels | bytes of code |\n|---|--:|--:|");
        let rows = changed(sums).map(|(name, kernels, bytes)| {
            format!("| {} | {kernels} | {bytes} |", markup::code(name))
        });
        table(out, &header, rows)?;
    }
    for (Stack { target, device, .. }, bytes) in stacks(comparison) {
        let target = markup::text(target);
        writeln!(
            out,
            "Stacks of {target} reserve {bytes} bytes of device memory on {device}.\n"
        )?;
    }
    Ok(())
}

/// Writes a table if it has rows, and returns how many are left out.
fn table(
    out: &mut dyn Write,
    header: &str,
    rows: impl Iterator<Item = String>,
) -> io::Result<usize> {
    let mut rows = rows.peekable();
    if rows.peek().is_some() {
        writeln!(out, "{header}")?;
        for row in rows.by_ref().take(MOST) {
            writeln!(out, "{row}")?;
        }
        writeln!(out)?;
    }
    Ok(rows.count())
}

/// Those of the totals that are another than before: the name, the kernels, and the bytes of their code.
fn changed(totals: &[Total]) -> impl Iterator<Item = (&str, String, String)> {
    let changed = totals.iter().filter(|total| total.old != total.new);
    changed.map(|Total { name, old, new }| {
        let bytes = step(old.code_bytes, new.code_bytes);
        (&**name, step(old.kernels, new.kernels), bytes)
    })
}

/// The bytes that stacks reserve before and after, where that differs.
fn stacks(comparison: &Comparison) -> impl Iterator<Item = (&Stack, String)> {
    comparison.totals.stacks.iter().filter_map(|of| {
        let [old, new] = [of.old_bytes, of.new_bytes].map(Option::unwrap_or_default);
        (old != new).then(|| (of, step(old, new)))
    })
}

/// "3 → 4".
fn step(old: u64, new: u64) -> String {
    if old == new {
        grouped(new).to_string()
    } else {
        format!("{} → {}", grouped(old), grouped(new))
    }
}
