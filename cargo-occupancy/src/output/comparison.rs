//! The forms of a comparison: text in a terminal, Markdown as GitHub and GitLab show it, and what tools read.

mod tools;

use std::cmp::Reverse;
use std::iter::once;

use clap::ValueEnum;
use occupancy_core::text::grouped;
use occupancy_report::counted;
use occupancy_report::escape::{json, markdown, visible};

use crate::comparison::{Comparison, Stack, Status, Total};
use crate::output::code;
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

/// A comparison in one of its forms; text fits the `width` of the terminal, if there is one.
pub(crate) fn compared(comparison: &Comparison, form: Form, width: Option<usize>) -> String {
    match form {
        Form::Text => text(comparison, width),
        Form::Json => json(&format!("{:#}\n", tools::json(comparison))),
        Form::Github => tools::github(comparison),
        Form::Sarif => json(&format!("{:#}\n", tools::sarif(comparison))),
        Form::Markdown => for_pull_requests(comparison),
    }
}

fn text(comparison: &Comparison, width: Option<usize>) -> String {
    let room = width.map_or(usize::MAX, |width| width.saturating_sub(INDENT).max(LEAST));
    let mut out = Vec::new();
    for difference in comparison.differences() {
        let kernel = difference.kernel();
        let words = difference.status.label();
        let name = shortened_name(&visible(&kernel.name), room);
        out.push(format!("{words:INDENT$}{name}"));
        let place = format!("{}, {}", kernel.target, visible(&kernel.library));
        for line in once(place).chain(difference.lines()) {
            let lines = fitted(&visible(&line), room).into_iter();
            out.extend(lines.map(|line| format!("{:INDENT$}{line}", "")));
        }
    }
    if !out.is_empty() {
        out.push(String::new());
    }
    let remarks = comparison.remarks().into_iter();
    out.extend(remarks.map(|(_, remark)| format!("note: {}", visible(remark))));
    let toolkits = comparison.toolkits.each_ref();
    let [old, new] = toolkits.map(|of| of.iter().cloned().collect::<Vec<_>>().join(", "));
    if old != new && !old.is_empty() && !new.is_empty() {
        out.push(format!("compiled by CUDA {old} → {new}"));
    }
    let mut families = comparison.totals.families.clone();
    families.sort_by_key(|of| Reverse(of.old.code_bytes.abs_diff(of.new.code_bytes)));
    let libraries = changed(&comparison.totals.libraries).map(|total| (total, ""));
    let mut families = changed(&families).map(|total| (total, "<…>"));
    let shown = families.by_ref().take(MOST_FAMILIES);
    out.extend(libraries.chain(shown).map(|(total, of)| {
        let Total { name, old, new } = total;
        let kernels = step(old.kernels, new.kernels, "kernel");
        let bytes = step(old.code_bytes, new.code_bytes, "byte");
        format!("{name}{of}: {kernels}, {bytes} of code")
    }));
    let more = families.count() as u64;
    if more > 0 {
        let more = counted(more, "more template");
        out.push(format!("and {more} (--format json)"));
    }
    out.extend(stacks(comparison).map(|(of, bytes)| {
        let (target, device) = (&of.target, of.device);
        format!("{target}: stacks reserve {bytes} of device memory on {device}")
    }));
    out.push(comparison.summary());
    out.iter().map(|line| visible(line) + "\n").collect()
}

fn for_pull_requests(comparison: &Comparison) -> String {
    // The size of code alone is in the totals.
    let differences = comparison.differences();
    let rows = differences.filter(|difference| difference.status != Status::CodeSize);
    let rows = rows.map(|difference| {
        let kernel = difference.kernel();
        let mark = if difference.fails { "**" } else { "" };
        let words = difference.status.label();
        let lines = difference.lines();
        let lines: Vec<_> = lines.iter().map(|line| markdown(line)).collect();
        let [library, target] = [&kernel.library, &kernel.target].map(|of| markdown(of));
        let (name, lines) = (code(&kernel.name), lines.join("<br>"));
        format!("| {mark}{words}{mark} | {name}<br>{library} | {target} | {lines} |\n")
    });
    let header = "| | kernel | target | what changed |\n|---|---|---|---|";
    let (kernels, more) = table(header, rows);
    let more = match more {
        0 => String::new(),
        more => format!("and {}\n\n", counted(more as u64, "more kernel")),
    };
    let summary = comparison.summary();
    let mut out = format!("### GPU kernels: {summary}\n\n{kernels}{more}");
    let remarks = comparison.remarks().into_iter();
    let remarks = remarks.map(|(_, remark)| format!("* {}\n", markdown(remark)));
    let end = if remarks.len() > 0 { "\n" } else { "" };
    out.extend(remarks.chain([end.to_owned()]));
    let totals = &comparison.totals;
    let sums = [
        ("library", &totals.libraries),
        ("template", &totals.families),
    ];
    for (what, sums) in sums {
        let header = format!("| {what} | kernels | bytes of code |\n|---|--:|--:|");
        let rows = changed(sums).map(|Total { name, old, new }| {
            let kernels = step(old.kernels, new.kernels, "");
            let bytes = step(old.code_bytes, new.code_bytes, "");
            format!("| {} | {kernels} | {bytes} |\n", code(name))
        });
        out += &table(&header, rows).0;
    }
    out.extend(stacks(comparison).map(|(of, bytes)| {
        let (target, device) = (markdown(&of.target), of.device);
        format!("Stacks of {target} reserve {bytes} of device memory on {device}.\n\n")
    }));
    out
}

/// A table, if it has rows, and how many are left out.
fn table(header: &str, mut rows: impl Iterator<Item = String>) -> (String, usize) {
    let shown: String = rows.by_ref().take(MOST).collect();
    match &*shown {
        "" => (shown, 0),
        _ => (format!("{header}\n{shown}\n"), rows.count()),
    }
}

/// Those of the totals that are another than before.
fn changed(totals: &[Total]) -> impl Iterator<Item = &Total> {
    totals.iter().filter(|total| total.old != total.new)
}

/// The bytes that stacks reserve before and after, where that differs.
fn stacks(comparison: &Comparison) -> impl Iterator<Item = (&Stack, String)> {
    comparison.totals.stacks.iter().filter_map(|of| {
        let [old, new] = [of.old_bytes, of.new_bytes].map(Option::unwrap_or_default);
        (old != new).then(|| (of, step(old, new, "byte")))
    })
}

/// "3 → 4 kernels"; without a noun, the numbers.
fn step(old: u64, new: u64, noun: &str) -> String {
    let before = (old != new).then(|| format!("{} → ", grouped(old)));
    let now = match noun {
        "" => grouped(new).to_string(),
        noun => counted(new, noun),
    };
    before.unwrap_or_default() + &now
}
