//! An entry of the gallery, and what is said of it.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use occupancy::{Configuration, Grid, Occupancy, text::grouped};

/// A launch configuration that a project writes by hand, beside one that the attribute accepts.
pub(crate) struct Entry {
    /// The kernel, and what it is launched for.
    name: &'static str,
    /// Repository, commit, path and line.
    source: &'static str,
    /// What the attribute accepts: usually one for all GPUs.
    checked: Vec<Configuration<'static>>,
    /// The numbers as they are written there.
    written: Written,
}

enum Written {
    /// As what is checked.
    Same,
    /// The compiler refuses them: a case of `tests/ui/gallery`.
    Refused(&'static str),
    /// The attribute has no argument for what is refused, or they pass.
    Other(Box<Configuration<'static>>),
}

#[allow(
    clippy::large_types_passed_by_value,
    reason = "each is written in place, and kept"
)]
impl Entry {
    /// An entry whose numbers are kept as they are.
    pub(crate) fn new(
        name: &'static str,
        source: &'static str,
        checked: Configuration<'static>,
    ) -> Self {
        Self {
            name,
            source,
            checked: vec![checked],
            written: Written::Same,
        }
    }

    /// With a configuration for another GPU.
    pub(crate) fn and(mut self, checked: Configuration<'static>) -> Self {
        self.checked.push(checked);
        self
    }

    /// As it is written, it does not compile: `tests/ui/gallery/{case}.rs`.
    pub(crate) fn refused(self, case: &'static str) -> Self {
        let written = Written::Refused(case);
        Self { written, ..self }
    }

    /// As it is written, with a grid of that many blocks.
    pub(crate) fn written(self, written: Configuration<'static>, grid: (u32, u32, u32)) -> Self {
        let written = written.with_grid(Some(Grid::Blocks(grid)));
        let written = Written::Other(Box::new(written));
        Self { written, ..self }
    }

    /// The entry with its GPUs, and what is said of the numbers as they are written.
    pub(crate) fn text(&self) -> io::Result<String> {
        let mut out = format!("\n{}\n  {}\n", self.name, self.source);
        for configuration in &self.checked {
            lines(&mut out, configuration);
        }
        let said = match &self.written {
            Written::Same => "passes".to_owned(),
            Written::Refused(case) => {
                let headline = headline(case)?;
                format!("refused: {headline}\n  does not compile: tests/ui/gallery/{case}.rs")
            }
            Written::Other(written) => match written.check().iter().next() {
                Some(rule) => {
                    let message = written.message(rule);
                    format!(
                        "refused: {}",
                        message.as_str().lines().next().unwrap_or_default()
                    )
                }
                None => format!("passes, {}", waves(written)),
            },
        };
        let _ = writeln!(out, "  hand-written: {said}");
        Ok(out)
    }
}

/// What the compiler says of a case, without what follows.
fn headline(case: &str) -> io::Result<String> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/ui/gallery");
    let said = fs::read_to_string(cases.join(case).with_extension("stderr"))?;
    let first = said.lines().next().unwrap_or_default();
    Ok(first.trim_start_matches("error: ").to_owned())
}

/// The head of the columns of [`lines`].
pub(crate) fn head() -> String {
    format!(
        "  {:<17} {:>7} {:>9} {:>9}  {:<31} {:>15} {:>7} {:>7}\n",
        "GPU", "block", "blocks/SM", "occupancy", "binding limit", "grid", "waves", "tail"
    )
}

/// A line for each GPU.
fn lines(out: &mut String, configuration: &Configuration<'_>) {
    for arch in configuration.archs {
        let Ok(occupancy) = Occupancy::new(arch.compute_capability(), &configuration.kernel) else {
            continue;
        };
        let (waves, tail) = configuration
            .waves(arch)
            .map_or_else(Default::default, |waves| {
                let tail = waves.tail_efficiency().to_string();
                (grouped(waves.count()).to_string(), tail)
            });
        let _ = writeln!(
            out,
            "  {:<17} {:>7} {:>9} {:>9}  {:<31} {:>15} {waves:>7} {tail:>7}",
            arch.name(),
            dims(configuration.kernel.block_dim),
            occupancy.blocks_per_sm,
            occupancy.ratio().to_string(),
            occupancy.binding().to_string(),
            grid(configuration),
        );
    }
}

/// The grid of what is written, and its waves.
fn waves(written: &Configuration<'_>) -> String {
    let waves = written.archs.iter().filter_map(|arch| {
        let count = grouped(written.waves(arch)?.count());
        Some(format!("{count} waves on {}", arch.name()))
    });
    let waves: Vec<String> = waves.collect();
    format!("with a grid of {}: {}", grid(written), waves.join(", "))
}

fn grid(configuration: &Configuration<'_>) -> String {
    match configuration.grid_dim() {
        Some(Ok(grid)) => dims(grid.dims()),
        _ => String::new(),
    }
}

fn dims((x, y, z): (u32, u32, u32)) -> String {
    let [x, y, z] = [x, y, z].map(|axis| grouped(axis.into()).to_string());
    match (y.as_str(), z.as_str()) {
        ("1", "1") => x,
        (_, "1") => format!("{x}×{y}"),
        _ => format!("{x}×{y}×{z}"),
    }
}
