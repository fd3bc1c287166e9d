//! `occupancy compare`: what changed between two builds.

use std::io::{self, Write};

use crate::args::Compare;
use crate::baseline::{Rules, chosen, collected_or_baseline};
use crate::comparison::Comparison;
use crate::console::Console;
use crate::output::write_comparison;

pub(crate) fn compare(args: &Compare, console: &mut Console<'_>) -> io::Result<u8> {
    let Console { out, err, width } = console;
    let mut selection = args.selection.clone();
    let mut old = collected_or_baseline(&args.old, &selection, err)?;
    // What a baseline was written with, unless something else is asked for.
    selection.complete(old.baseline.threads, old.baseline.smem);
    let mut new = collected_or_baseline(&args.new, &selection, err)?;
    let both = old.kernels.iter().chain(&new.kernels);
    let is_chosen = chosen(&selection, both.collect());
    old.kernels.retain(&is_chosen);
    new.kernels.retain(&is_chosen);
    for (side, collected) in [("OLD", &old), ("NEW", &new)] {
        if collected.kernels.is_empty() && !collected.is_troubled {
            writeln!(err, "{side} has no matching kernels of machine code")?;
        }
    }
    let is_troubled = old.is_troubled || new.is_troubled;
    let comparison = Comparison::new(Some(old), &new, &Rules::default());
    write_comparison(&comparison, args.format, out, *width)?;
    Ok(comparison.code(is_troubled))
}
