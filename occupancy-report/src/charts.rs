//! The charts of a launch type's page: inline SVG in the colours of the reader's theme, without scripts,
//! style sheets or other files, and the same numbers as tables.
//!
//! Only rustdoc expands the macro that draws them, so a build does not pay for them.

mod curves;
mod frame;
mod plateau;
mod sm;
#[doc(hidden)]
pub mod svg;
#[cfg(test)]
mod tests;

use occupancy_core::{Arch, Configuration, text::grouped};

use crate::verdict::Verdict;
use crate::words::{only_if, table};

/// The charts of a configuration on a GPU, and their numbers as tables, for readers who cannot see them and for those
/// who want to know exactly, in Markdown.
pub(crate) fn markdown(verdict: &Verdict<'_>) -> String {
    let bytes = "dynamic shared memory, bytes";
    let mut tables = String::new();
    for (heading, plateaus) in &[
        ("threads per block", plateau::threads(verdict)),
        ("registers per thread", plateau::registers(verdict)),
        (bytes, plateau::shared_memory(verdict)),
    ] {
        let head = format!("| {heading} | blocks per SM | binds | occupancy |\n|---|--:|---|--:|");
        tables += &table(&head, plateaus, |plateau| {
            let (first, last) = (grouped(plateau.first.into()), grouped(plateau.last.into()));
            let to = only_if(plateau.first < plateau.last, format!(" to {last}"));
            let (blocks, binding, ratio) = (plateau.blocks(), plateau.binding(), plateau.ratio());
            format!("| {first}{to} | {blocks} | {binding} | {ratio} |")
        });
    }
    // Without an empty line behind it, what follows would belong to this block of HTML, and be no Markdown.
    format!(
        "{}\n<details><summary>The numbers of the charts</summary>\n\n{tables}</details>\n\n",
        html(verdict)
    )
}

/// One line of HTML: one SM, occupancy by block size, registers and shared memory, and if the grid is known, tail
/// efficiency by it.
fn html(verdict: &Verdict<'_>) -> String {
    let mut drawings = vec![
        sm::draw(verdict),
        curves::threads(verdict),
        curves::registers(verdict),
        curves::shared_memory(verdict),
    ];
    drawings.extend(verdict.waves.map(curves::tail));
    svg::together(&drawings)
}

/// The charts of a configuration on a GPU as HTML for a page, beside and below each other. They have the
/// colour of the text around them, and the curves that of `--link-color`.
///
/// `None` if the configuration has no occupancy.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel};
/// use occupancy_report::drawings;
///
/// let archs = [Arch::find("h100")?];
/// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
/// let html = drawings(&configuration, &archs[0]).unwrap();
/// // One SM, and occupancy by block size, registers and shared memory.
/// assert_eq!(html.matches("<svg role=\"img\"").count(), 4);
/// # Ok::<(), occupancy_core::UnknownArch>(())
/// ```
pub fn drawings(configuration: &Configuration<'_>, arch: &Arch) -> Option<String> {
    Some(html(&Verdict::new(configuration, arch)?))
}
