//! Writes a comparison: as text for a terminal, Markdown for GitHub and GitLab, or a format for tools.

mod tools;

use std::cmp::Reverse;
use std::iter::once;

use clap::ValueEnum;
use itertools::Itertools;
use occupancy_core::text::grouped;
use occupancy_report::counted;
use occupancy_report::escape::{json, markdown, visible};

use crate::comparison::{Comparison, Difference, Stack, Status, Total};
use crate::output::code;
use crate::wrap::{fitted, shortened_name};

/// Columns of the terminal before a kernel's name and its changes.
const INDENT: usize = 13;
/// Columns of the terminal that a name has in any case.
const LEAST: usize = 20;
/// The most templates that text lists: those whose code changed most.
const MOST_TEMPLATES: usize = 10;
/// The most rows of a table in Markdown, since the length of a comment is limited.
const MOST: usize = 100;

/// The format of a comparison, as `--format` names it.
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

/// A comparison in a format. Text fits the `width` of the terminal, if there is one.
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
    let width = width.map_or(usize::MAX, |width| width.saturating_sub(INDENT).max(LEAST));
    let mut out = Vec::new();
    for difference in comparison.differences() {
        let kernel = difference.kernel();
        let status = difference.status.label();
        let name = shortened_name(&visible(&kernel.name.full), width);
        out.push(format!("{status:INDENT$}{name}"));
        let place = format!("{}, {}", kernel.target, visible(&kernel.library));
        for line in once(place).chain(difference.lines()) {
            let fitted = fitted(&visible(&line), width, "").into_iter();
            out.extend(fitted.map(|line| format!("{:INDENT$}{line}", "")));
        }
    }
    if !out.is_empty() {
        out.push(String::new());
    }
    let note = |(_, remark): (_, &str)| format!("note: {}", visible(remark));
    out.extend(comparison.remarks().map(note));
    let toolkits = comparison.toolkits.each_ref();
    let [old, new] = toolkits.map(|versions| versions.iter().join(", "));
    if old != new && !old.is_empty() && !new.is_empty() {
        out.push(format!("compiled by CUDA {old} → {new}"));
    }
    let growth = |total: &&Total| Reverse(total.old.code_bytes.abs_diff(total.new.code_bytes));
    let mut templates = changed(&comparison.totals.templates).sorted_by_key(growth);
    let most_changed = templates.by_ref().take(MOST_TEMPLATES);
    let libraries = changed(&comparison.totals.libraries).map(|total| (total, ""));
    let totals = libraries.chain(most_changed.map(|total| (total, "<…>")));
    out.extend(totals.map(|(Total { name, old, new }, arguments)| {
        let kernels = step(old.kernels, new.kernels, "kernel");
        let bytes = step(old.code_bytes, new.code_bytes, "byte");
        format!("{name}{arguments}: {kernels}, {bytes} of code")
    }));
    if templates.len() > 0 {
        let more = counted(templates.len() as u64, "more template");
        out.push(format!("and {more} (--format json)"));
    }
    out.extend(
        stacks(comparison).map(|(Stack { target, device, .. }, bytes)| {
            format!("{target}: stacks reserve {bytes} of device memory on {device}")
        }),
    );
    out.push(comparison.summary());
    out.iter().map(|line| visible(line) + "\n").collect()
}

/// Markdown for a comment on a pull request.
fn for_pull_requests(comparison: &Comparison) -> String {
    // The totals have the sizes of code.
    let is_row = |difference: &&Difference| difference.status != Status::CodeSize;
    let rows = comparison.differences().filter(is_row).map(|difference| {
        let kernel = difference.kernel();
        let mark = if difference.fails { "**" } else { "" };
        let status = difference.status.label();
        let lines = difference.lines();
        let cell = lines.iter().map(|line| markdown(line)).join("<br>");
        let [library, target] = [&kernel.library, &kernel.target].map(|name| markdown(name));
        let name = code(&kernel.name.full);
        format!("| {mark}{status}{mark} | {name}<br>{library} | {target} | {cell} |\n")
    });
    let header = "| | kernel | target | what changed |\n|---|---|---|---|";
    let (kernels, omitted) = table(header, rows);
    let summary = comparison.summary();
    let mut out = format!("### GPU kernels: {summary}\n\n{kernels}");
    if omitted > 0 {
        out.extend(["and ", &counted(omitted as u64, "more kernel"), "\n\n"]);
    }
    let remarks = comparison.remarks();
    let end = if remarks.len() > 0 { "\n" } else { "" };
    out.extend(remarks.map(|(_, remark)| format!("* {}\n", markdown(remark))));
    out += end;
    let totals = &comparison.totals;
    for (kind, sums) in [
        ("library", &totals.libraries),
        ("template", &totals.templates),
    ] {
        let header = format!("| {kind} | kernels | bytes of code |\n|---|--:|--:|");
        let rows = changed(sums).map(|Total { name, old, new }| {
            let kernels = step(old.kernels, new.kernels, "");
            let bytes = step(old.code_bytes, new.code_bytes, "");
            format!("| {} | {kernels} | {bytes} |\n", code(name))
        });
        out += &table(&header, rows).0;
    }
    out.extend(
        stacks(comparison).map(|(Stack { target, device, .. }, bytes)| {
            let target = markdown(target);
            format!("Stacks of {target} reserve {bytes} of device memory on {device}.\n\n")
        }),
    );
    out
}

/// A table, or nothing if it has no rows, and the count of rows that are left out.
fn table(header: &str, mut rows: impl Iterator<Item = String>) -> (String, usize) {
    let body: String = rows.by_ref().take(MOST).collect();
    match &*body {
        "" => (body, 0),
        _ => (format!("{header}\n{body}\n"), rows.count()),
    }
}

/// The totals that differ.
fn changed(totals: &[Total]) -> impl Iterator<Item = &Total> {
    totals.iter().filter(|total| total.old != total.new)
}

/// The reservations for stacks that differ, with their bytes in words.
fn stacks(comparison: &Comparison) -> impl Iterator<Item = (&Stack, String)> {
    comparison.totals.stacks.iter().filter_map(|stack| {
        let [old, new] = [stack.old_bytes, stack.new_bytes].map(Option::unwrap_or_default);
        (old != new).then(|| (stack, step(old, new, "byte")))
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
