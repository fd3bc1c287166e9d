//! The page that lists every launch configuration of a crate: one table, a row for each GPU.

use std::fmt::Write;

use occupancy_core::grouped;

use crate::verdict::Verdict;
use crate::words::block;
use crate::{Report, markdown};

/// What comes before the rows.
pub const HEADING: &str = "\n\nEvery launch configuration of this crate that is written in its source.\n\n\
    | launch struct | binds | blocks per SM | occupancy | tail | GPU | block | registers \
    | shared memory |\n|---|---|--:|--:|--:|---|--:|--:|--:|";

/// The name of a launch type in its row, in Markdown: `path` is its module from the root of the crate,
/// `kernels::dense::`. A link to what readers cannot see would be a broken one, so `is_seen` says whether
/// there is one.
pub fn name(path: &str, name: &str, is_seen: bool) -> String {
    if is_seen {
        whole(&format!("[{}](crate::{path}{name})", plain(name)))
    } else {
        format!("{}{}", plain(path), whole(&plain(name)))
    }
}

/// The rows of one launch type, without a line's end behind the last: one for each GPU, and one for each
/// variant whose values are not known. `name` is what [`name`] makes of it.
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
            // Constants of the program are for the compiler to calculate.
            let archs = variant.written.iter().find(|one| one.name == "arch");
            let archs = archs.map(|archs| markdown::code(&archs.code));
            let _ = writeln!(
                out,
                "| {name} | of constants: see its own page | | | | {} | | | |",
                archs.unwrap_or_default()
            );
        }
    }
    out.truncate(out.trim_end().len());
    out
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
        occupancy.ratio(),
        tail.as_deref().unwrap_or("–"),
        verdict.arch.name(),
        block(kernel.block_dim),
        kernel.registers_per_thread,
        grouped(kernel.shared_memory()),
    );
}

/// A name as text: code would be broken after any letter.
fn plain(name: &str) -> String {
    name.replace('_', "\\_")
}

/// Markdown that a narrow screen does not break.
fn whole(markdown: &str) -> String {
    format!("<span style=\"white-space:nowrap\">{markdown}</span>")
}
