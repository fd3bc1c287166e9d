//! An entry of the gallery, and the lines about it.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use occupancy::{Arch, Configuration, Grid, Occupancy};
use occupancy_core::text::grouped;

/// Rows of a name, a kernel with the purpose of its launch, and the place: repository, commit, path and line.
const ENTRIES: &str = include_str!("entries.csv");

/// A launch configuration that a project writes by hand, beside one that the attribute accepts.
pub(crate) struct Entry {
    /// Its row of [`ENTRIES`]. If the original numbers do not compile, it is also the name of a case of
    /// `tests/ui/gallery`.
    name: &'static str,
    /// The configurations that the attribute accepts: usually one for all GPUs.
    checked: Vec<Configuration<'static>>,
    /// The original numbers, if they differ and compile.
    written: Option<Box<Configuration<'static>>>,
}

#[allow(
    clippy::large_types_passed_by_value,
    reason = "each is written in place, and kept"
)]
impl Entry {
    pub(crate) fn new(name: &'static str, checked: Configuration<'static>) -> Self {
        Self {
            name,
            checked: vec![checked],
            written: None,
        }
    }

    /// Adds a configuration for another GPU.
    pub(crate) fn and(mut self, checked: Configuration<'static>) -> Self {
        self.checked.push(checked);
        self
    }

    /// Adds the original numbers, with a grid of so many blocks.
    pub(crate) fn written(
        mut self,
        written: Configuration<'static>,
        grid: (u32, u32, u32),
    ) -> Self {
        let written = written.with_grid(Some(Grid::Blocks(grid)));
        self.written = Some(Box::new(written));
        self
    }

    /// Writes the entry with a line for each GPU, and the result of the original numbers.
    pub(crate) fn text(&self) -> Result<String, Box<dyn Error>> {
        let mut rows = csv::Reader::from_reader(ENTRIES.as_bytes())
            .into_records()
            .filter_map(Result::ok);
        let row = rows.find(|row| &row[0] == self.name).ok_or(self.name)?;
        let mut out = format!("\n{}\n  {}\n", &row[1], &row[2]);
        for configuration in &self.checked {
            lines(&mut out, configuration);
        }
        let case = format!("tests/ui/gallery/{}", self.name);
        let refusal = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../{case}.stderr"));
        let result = if let Some(written) = &self.written {
            match written.check().iter().next() {
                Some(rule) => format!("refused: {}", headline(written.message(rule).as_str())),
                None => format!("passes, {}", waves(written)),
            }
        } else if refusal.exists() {
            let refusal = fs::read_to_string(refusal)?;
            let headline = headline(&refusal).trim_start_matches("error: ");
            format!("refused: {headline}\n  does not compile: {case}.rs")
        } else {
            "passes".to_owned()
        };
        let _ = writeln!(out, "  hand-written: {result}");
        Ok(out)
    }
}

/// Returns the first line of a message.
fn headline(message: &str) -> &str {
    message.lines().next().unwrap_or_default()
}

/// Writes the head of the columns of [`lines`].
pub(crate) fn head() -> String {
    format!(
        "  {:<17} {:>7} {:>9} {:>9}  {:<31} {:>15} {:>7} {:>7}\n",
        "GPU", "block", "blocks/SM", "occupancy", "binding limit", "grid", "waves", "tail"
    )
}

/// Writes a line for each GPU.
fn lines(out: &mut String, configuration: &Configuration<'_>) {
    for arch in configuration.archs {
        let Ok(occupancy) = Occupancy::new(arch.multiprocessor(), &configuration.kernel) else {
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

/// Writes the grid of the original numbers, and its waves.
fn waves(written: &Configuration<'_>) -> String {
    let waves_on = |arch: &Arch| {
        let count = grouped(written.waves(arch)?.count());
        Some(format!("{count} waves on {}", arch.name()))
    };
    let waves: Vec<String> = written.archs.iter().filter_map(waves_on).collect();
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
