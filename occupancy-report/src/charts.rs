//! The charts of a launch type's page: inline SVG in the colours of the reader's theme, without scripts,
//! style sheets or other files, and the same numbers as tables.
//!
//! Only rustdoc expands the macro that draws them, so a build does not pay for them.

mod banks;
mod bars;
mod curve;
mod frame;
mod numbers;
mod plateau;
mod schedule;
mod sm;
mod svg;
mod tail;
#[cfg(test)]
mod tests;
mod timeline;

use occupancy_core::model::{Policy, SharedAccess, Step};
use occupancy_core::{Arch, ComputeCapability, Configuration, Kernel};

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

/// The first `cycles` cycles of one scheduler, whose `warps` warps all run `program` again and again, as an
/// SVG file like that of [`image`].
///
/// `None` if [`Timeline`](occupancy_core::model::Timeline) has no such scheduler, or if the program is
/// too long to find the share of cycles with an issue.
///
/// ```
/// use occupancy_core::model::{Policy, SharedAccess, Step};
/// use occupancy_report::timeline;
///
/// let program = [Step::new(3, 20).unwrap()];
/// let drawing = timeline(&program, 4, Policy::GreedyThenOldest, 50).unwrap();
/// assert!(drawing.contains("it issues in 54.5 % of cycles"));
/// assert_eq!(timeline(&program, 0, Policy::GreedyThenOldest, 50), None);
/// ```
pub fn timeline(program: &[Step], warps: u32, policy: Policy, cycles: u32) -> Option<String> {
    Some(timeline::draw(program, warps, policy, cycles)?.stand_alone())
}

/// The lanes of one warp in the banks of shared memory, as an SVG file like that of [`image`].
///
/// ```
/// use occupancy_core::model::SharedAccess;
/// use occupancy_report::banks;
///
/// let column = SharedAccess::strided(32 * 4, 4)?;
/// assert!(banks(column).contains("32 wavefronts"));
/// # Ok::<(), occupancy_core::model::AccessError>(())
/// ```
pub fn banks(access: SharedAccess) -> String {
    banks::draw(access).stand_alone()
}

/// Where and when blocks of `kernel` with these durations run on `sm_count` SMs, as an SVG file like that of
/// [`image`].
///
/// `None` if [`BlockSchedule`](occupancy_core::model::BlockSchedule) has no such schedule, or if the SMs
/// together hold more than 64 blocks.
///
/// ```
/// use occupancy_core::{Kernel, compute_capabilities::SM_90};
/// use occupancy_report::schedule;
///
/// let kernel = Kernel::new((1024, 1, 1), 64);
/// let drawing = schedule(&SM_90, 4, &kernel, &[1, 1, 1, 1, 4]).unwrap();
/// assert!(drawing.contains("5, 40 % busy"));
/// assert_eq!(schedule(&SM_90, 132, &kernel, &[1]), None);
/// ```
pub fn schedule(
    compute_capability: &ComputeCapability,
    sm_count: u32,
    kernel: &Kernel,
    durations: &[u64],
) -> Option<String> {
    Some(schedule::draw(compute_capability, sm_count, kernel, durations)?.stand_alone())
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
