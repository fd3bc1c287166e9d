//! The gallery as text.

use std::fmt::Write;

use occupancy::{Configuration, text::grouped};

use crate::entry::{Entry, Row, rows};

/// The entries, each with its GPUs and what is said of the numbers as they are written.
pub(crate) fn table(entries: &[Entry]) -> String {
    let mut out = format!(
        "  {:<17} {:>7} {:>9} {:>9}  {:<31} {:>15} {:>7} {:>7}\n",
        "GPU", "block", "blocks/SM", "occupancy", "binding limit", "grid", "waves", "tail"
    );
    for entry in entries {
        let _ = writeln!(out, "\n{}\n  {}", entry.name, entry.source);
        for configuration in &entry.checked {
            for row in rows(configuration) {
                line(&mut out, configuration, &row);
            }
        }
        verdict(&mut out, entry);
    }
    out
}

fn line(out: &mut String, configuration: &Configuration<'_>, row: &Row) {
    let grid = match configuration.grid_dim() {
        Some(Ok(grid)) => dims(grid.dims()),
        _ => String::new(),
    };
    let (waves, tail) = row.waves.map_or_else(Default::default, |waves| {
        (
            grouped(waves.count()).to_string(),
            waves.tail_efficiency().to_string(),
        )
    });
    let _ = writeln!(
        out,
        "  {:<17} {:>7} {:>9} {:>9}  {:<31} {grid:>15} {waves:>7} {tail:>7}",
        row.gpu,
        dims(configuration.kernel.block_dim),
        row.occupancy.blocks_per_sm,
        row.occupancy.ratio().to_string(),
        row.occupancy.binding().to_string(),
    );
}

fn verdict(out: &mut String, entry: &Entry) {
    let refusals = entry.refusals();
    for refusal in &refusals {
        let _ = writeln!(out, "  hand-written: refused: {refusal}");
    }
    if let Some(ui_test) = entry.ui_test {
        let _ = writeln!(out, "  does not compile: tests/ui/gallery/{ui_test}.rs");
    }
    if refusals.is_empty() {
        let _ = writeln!(out, "  hand-written: passes{}", other_waves(entry));
    }
}

/// The grid as it is written, where it passes and is another one.
fn other_waves(entry: &Entry) -> String {
    let written = &entry.hand_written;
    let Some(Ok(grid)) = written.grid_dim() else {
        return String::new();
    };
    let same = |checked: &Configuration<'_>| checked.grid_dim().and_then(Result::ok) == Some(grid);
    if entry.checked.iter().any(same) {
        return String::new();
    }
    let waves: Vec<String> = rows(written)
        .filter_map(|row| {
            Some(format!(
                "{} waves on {}",
                grouped(row.waves?.count()),
                row.gpu
            ))
        })
        .collect();
    format!(
        ", with a grid of {}: {}",
        dims(grid.dims()),
        waves.join(", ")
    )
}

fn dims((x, y, z): (u32, u32, u32)) -> String {
    let [x, y, z] = [x, y, z].map(|axis| grouped(axis.into()).to_string());
    match (y.as_str(), z.as_str()) {
        ("1", "1") => x,
        (_, "1") => format!("{x}×{y}"),
        _ => format!("{x}×{y}×{z}"),
    }
}
