//! The charts of a launch type's page: inline SVG in the colours of the reader's theme, without scripts,
//! style sheets or other files, and the same numbers as tables.
//!
//! Only rustdoc expands the macro that draws them, so a build does not pay for them.

mod bars;
mod curve;
mod frame;
mod numbers;
mod plateau;
mod sm;
#[doc(hidden)]
pub mod svg;
mod tail;
#[cfg(test)]
mod tests;

use occupancy_core::{Arch, Configuration};

use self::plateau::Plateau;
use self::svg::Svg;
use crate::verdict::Verdict;

/// The charts of a configuration on a GPU, and their numbers, in Markdown.
pub(crate) fn markdown(verdict: &Verdict<'_>) -> String {
    let charts = Charts::new(*verdict);
    format!("{}\n{}", charts.drawings(), charts.numbers())
}

/// One of the drawings of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Chart {
    /// One SM with the resident blocks.
    Sm,
    /// Occupancy by block size.
    Threads,
    /// Occupancy by registers.
    Registers,
    /// Occupancy by shared memory.
    SharedMemory,
    /// Tail efficiency by grid, if the grid is known.
    Tail,
}

/// A chart as an SVG file, with its own colours, light or dark as the reader prefers.
///
/// `None` if the configuration has no such chart, or no occupancy.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel};
/// use occupancy_report::{Chart, image};
///
/// let archs = [Arch::find("h100")?];
/// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
/// let sm = image(Chart::Sm, &configuration, &archs[0]).unwrap();
/// assert!(sm.contains("32 of 64 warps"));
/// assert_eq!(image(Chart::Tail, &configuration, &archs[0]), None);
/// # Ok::<(), occupancy_core::UnknownArch>(())
/// ```
pub fn image(chart: Chart, configuration: &Configuration<'_>, arch: &Arch) -> Option<String> {
    let charts = Charts::new(Verdict::new(configuration, arch)?);
    let drawn = charts.each().into_iter().nth(chart as usize)??;
    Some(drawn.stand_alone())
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
    Some(Charts::new(Verdict::new(configuration, arch)?).drawings())
}

/// The data of one configuration's charts.
struct Charts<'a> {
    verdict: Verdict<'a>,
    threads: Vec<Plateau>,
    registers: Vec<Plateau>,
    shared_memory: Vec<Plateau>,
}

impl<'a> Charts<'a> {
    fn new(verdict: Verdict<'a>) -> Self {
        let (cc, kernel) = (verdict.cc, verdict.kernel);
        Self {
            verdict,
            threads: plateau::threads(cc, verdict.configuration),
            registers: plateau::registers(cc, kernel),
            shared_memory: plateau::shared_memory(cc, kernel),
        }
    }

    /// One line of HTML.
    fn drawings(&self) -> String {
        svg::together(self.each().into_iter().flatten())
    }

    /// In the order of [`Chart`].
    fn each(&self) -> [Option<Svg>; 5] {
        let verdict = &self.verdict;
        [
            Some(sm::draw(verdict)),
            Some(bars::draw(&self.threads, verdict)),
            Some(curve::registers(&self.registers, verdict)),
            Some(curve::shared_memory(&self.shared_memory, verdict)),
            verdict.waves.map(tail::draw),
        ]
    }

    /// The same as tables.
    fn numbers(&self) -> String {
        numbers::details([
            ("threads per block", &self.threads),
            ("registers per thread", &self.registers),
            ("dynamic shared memory, bytes", &self.shared_memory),
        ])
    }
}
