//! The page that lists every launch configuration of a crate: one table with a row for each GPU.

use std::fmt::Write;

use occupancy_core::{kernel::Argument, text::grouped};

use crate::markdown;
use crate::report::{Report, Variant};
use crate::verdict::Verdict;
use crate::words::block;

/// The text and the table's heading before the rows.
pub const HEADING: &str = "\n\nEvery launch configuration of this crate that is written in its source.\n\n\
    | launch type | binds | blocks per SM | occupancy | tail | GPU | block | registers \
    | shared memory |\n|---|---|--:|--:|--:|---|--:|--:|--:|";

/// The name of a launch type in its row, in Markdown. `path` is its module from the root of the crate,
/// `kernels::dense::`. `is_seen` says whether the name is a link: a link to an item that readers cannot
/// see would be broken.
pub fn name(path: &str, name: &str, is_seen: bool) -> String {
    if is_seen {
        whole(&format!("[{}](crate::{path}{name})", plain(name)))
    } else {
        format!("{}{}", plain(path), whole(&plain(name)))
    }
}

/// The rows of one launch type, one for each GPU, without a line break after the last. A row with unknown
/// values names them, and has what does not depend on them. `name` comes from [`name`].
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel};
/// use occupancy_report::{Report, Variant, index};
///
/// let archs = [Arch::find("h100")?];
/// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
/// let report = Report::new("saxpy", vec![Variant::new(configuration)]);
/// assert_eq!(
///     index::rows(&report, "SaxpyLaunch"),
///     "| SaxpyLaunch | registers | 4 | 50 % | – | H100 SXM5 80GB | 256 | 64 | 0 |"
/// );
/// # Ok::<(), occupancy_core::UnknownArch>(())
/// ```
pub fn rows(report: &Report<'_>, name: &str) -> String {
    let mut out = String::new();
    for variant in &report.variants {
        if variant.is_known() {
            for verdict in variant.verdicts() {
                row(&mut out, name, &verdict);
            }
        } else {
            unknown(&mut out, name, report, variant);
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// The rows of a variant whose values are not all known: what is not, and what is.
fn unknown(out: &mut String, name: &str, report: &Report<'_>, variant: &Variant<'_>) {
    let unresolved = report.unresolved.iter();
    let unresolved: Vec<String> = unresolved
        .map(|one| format!("{} ({})", markdown::code(&one.code), one.reason))
        .collect();
    let unresolved = match unresolved.as_slice() {
        [] => "depends on constants: see its own page".to_owned(),
        all => format!("not known: {}; see its own page", all.join(", ")),
    };
    let verdicts: Vec<Verdict<'_>> = variant.verdicts().collect();
    if verdicts.is_empty() || variant.is_refused {
        let archs = variant.written.iter().find(|one| one.name == "arch");
        let archs = archs.map(|archs| markdown::code(&archs.code));
        let archs = archs.unwrap_or_default();
        let _ = writeln!(out, "| {name} | {unresolved} | | | | {archs} | | | |");
    }
    for verdict in verdicts.iter().filter(|_| !variant.is_refused) {
        let kernel = verdict.kernel();
        let known = |arguments: &[Argument], value: String| {
            let is_known = verdict.knows(arguments);
            if is_known { value } else { String::new() }
        };
        let blocks = verdict.blocks_at_most();
        let _ = writeln!(
            out,
            "| {name} | {unresolved} | {} | | | {} | {} | {} | {} |",
            blocks.map_or_else(String::new, |blocks| format!("≤ {blocks}")),
            verdict.arch.name(),
            known(&[Argument::Threads], block(kernel.block_dim)),
            known(
                &[Argument::Registers],
                kernel.registers_per_thread.to_string()
            ),
            known(
                &[Argument::DynamicSharedMemory, Argument::StaticSharedMemory],
                grouped(kernel.shared_memory()).to_string()
            ),
        );
    }
}

fn row(out: &mut String, name: &str, verdict: &Verdict<'_>) {
    let (kernel, occupancy) = (verdict.kernel(), &verdict.occupancy);
    let tail = verdict
        .waves
        .map(|waves| waves.tail_efficiency().to_string());
    let _ = writeln!(
        out,
        "| {name} | {} | {} | {} | {} | {} | {} | {} | {} |",
        occupancy.binding(),
        occupancy.blocks_per_sm,
        intended(verdict),
        tail.as_deref().unwrap_or("–"),
        verdict.arch.name(),
        block(kernel.block_dim),
        kernel.registers_per_thread,
        grouped(kernel.shared_memory()),
    );
}

/// The occupancy, and whether a low one is intended.
fn intended(verdict: &Verdict<'_>) -> String {
    let intended = match verdict.variant.intent {
        Some(_) => ", intended",
        None => "",
    };
    format!("{}{intended}", verdict.occupancy.ratio())
}

/// A name as text: code would be broken after any letter.
fn plain(name: &str) -> String {
    name.replace('_', "\\_")
}

/// Markdown that a narrow screen does not break.
fn whole(markdown: &str) -> String {
    format!("<span style=\"white-space:nowrap\">{markdown}</span>")
}
