//! The charts of a launch type's page, and their numbers as tables. The charts are inline SVG in the colours of the
//! reader's theme, without scripts, style sheets or other files.
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

use self::plateau::Plateau;
use crate::format::{only_if, table};
use crate::outcome::Outcome;

/// Draws the charts of a configuration on a GPU, and writes their numbers as tables of Markdown, for readers who cannot
/// see them or want exact numbers.
pub(crate) fn markdown(outcome: &Outcome<'_>) -> String {
    let all @ [threads, registers, bytes] = &plateau::all(outcome);
    let mut tables = String::new();
    for (heading, plateaus) in [
        ("threads per block", threads),
        ("registers per thread", registers),
        ("dynamic shared memory, bytes", bytes),
    ] {
        let head = format!("| {heading} | blocks per SM | binds | occupancy |\n|---|--:|---|--:|");
        tables += &table(&outcome.worded(&head), plateaus, |plateau| {
            let (first, last) = (grouped(plateau.first.into()), grouped(plateau.last.into()));
            let to = only_if(plateau.first < plateau.last, format!(" to {last}"));
            let binding = plateau.binding(outcome.sm.words());
            let (blocks, ratio) = (plateau.blocks(), plateau.ratio());
            format!("| {first}{to} | {blocks} | {binding} | {ratio} |")
        });
    }
    let summary = "<summary>The numbers of the charts</summary>";
    // The empty line ends the block of HTML, so that Markdown follows.
    html(outcome, all) + &format!("\n<details>{summary}\n\n{tables}</details>\n\n")
}

/// Draws the charts in one line of HTML: one SM; occupancy by block size, registers and shared memory; and tail
/// efficiency by grid, if the grid is known.
fn html(outcome: &Outcome<'_>, [threads, registers, bytes]: &[Vec<Plateau>; 3]) -> String {
    let mut drawings = vec![
        sm::draw(outcome),
        curves::threads(outcome, threads),
        curves::registers(outcome, registers),
        curves::shared_memory(outcome, bytes),
    ];
    drawings.extend(outcome.waves.map(|waves| curves::tail(outcome, waves)));
    svg::together(&drawings)
}

/// Draws the charts of a configuration on a GPU as HTML for a page, beside and below each other. They have the colour
/// of the text around them, and the curves that of `--link-color`.
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
    let outcome = &Outcome::new(configuration, arch)?;
    Some(html(outcome, &plateau::all(outcome)))
}
