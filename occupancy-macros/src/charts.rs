//! The charts of a launch struct's page: inline SVG in the colours of the reader's theme, without
//! scripts, style sheets or other files, and the same numbers as tables.
//!
//! Only rustdoc expands the macro that draws them, so a build does not pay for them.

mod bars;
mod curve;
mod frame;
#[cfg(test)]
mod images;
mod numbers;
mod plateau;
mod sm;
mod svg;
mod tail;
#[cfg(test)]
mod tests;

use occupancy_core::{Arch, Configuration, Kernel, Occupancy};

use self::plateau::Plateau;
use self::svg::Svg;
use crate::model::Model;

/// The charts of a configuration on the first of its GPUs, and their numbers, in Markdown; nothing
/// where the macro does not know the configuration.
pub(crate) fn markdown(model: &Model) -> String {
    let archs = model.arch_values();
    let configuration = model.configuration(&archs);
    match archs.first() {
        Some(arch) if model.is_known() => Charts::new(&configuration, arch)
            .map(|charts| format!("{}\n{}", charts.drawings(), charts.numbers()))
            .unwrap_or_default(),
        _ => String::new(),
    }
}

/// What one configuration's charts show.
struct Charts<'a> {
    configuration: &'a Configuration<'a>,
    arch: &'a Arch,
    occupancy: Occupancy,
    threads: Vec<Plateau>,
    registers: Vec<Plateau>,
    shared_memory: Vec<Plateau>,
}

impl<'a> Charts<'a> {
    fn new(configuration: &'a Configuration<'a>, arch: &'a Arch) -> Option<Self> {
        let cc = arch.compute_capability();
        let kernel = &configuration.kernel;
        Some(Self {
            configuration,
            arch,
            occupancy: Occupancy::new(cc, kernel).ok()?,
            threads: plateau::threads(cc, kernel),
            registers: plateau::registers(cc, kernel),
            shared_memory: plateau::shared_memory(cc, kernel),
        })
    }

    fn kernel(&self) -> &Kernel {
        &self.configuration.kernel
    }

    /// One line of HTML.
    fn drawings(&self) -> String {
        svg::together(&self.each())
    }

    /// The SM, the block size, registers, shared memory, and the tail where a grid is known.
    fn each(&self) -> Vec<Svg> {
        let mut drawings = vec![
            sm::draw(self.arch, self.kernel(), &self.occupancy),
            bars::draw(&self.threads, self.kernel()),
            curve::registers(&self.registers, self.kernel()),
            curve::shared_memory(&self.shared_memory, self.kernel()),
        ];
        drawings.extend(self.configuration.waves(self.arch).map(tail::draw));
        drawings
    }

    /// The same as tables.
    fn numbers(&self) -> String {
        numbers::details(&self.threads, &self.registers, &self.shared_memory)
    }
}
