//! `occupancy compare`: what changed between two builds.

use std::io::{self, Write};

use crate::args::Compare;
use crate::baseline::{Chosen, Rules, collected_or_baseline};
use crate::comparison::Comparison;
use crate::console::Console;
use crate::output::write_comparison;

pub(crate) fn compare(args: &Compare, console: &mut Console<'_>) -> io::Result<u8> {
    let Console { out, err, width } = console;
    let mut selection = args.selection.clone();
    let mut old = collected_or_baseline(&args.old, &selection, err)?;
    // What a baseline was written with, unless something else is asked for.
    if let Some(baseline) = &old.baseline {
        selection.complete(baseline.threads, baseline.smem);
    }
    let mut new = collected_or_baseline(&args.new, &selection, err)?;
    let chosen = Chosen::of(&selection, old.kernels.iter().chain(&new.kernels));
    old.choose(&chosen);
    new.choose(&chosen);
    old.rename_library(&new);
    for (side, collected) in [("OLD", &old), ("NEW", &new)] {
        if collected.kernels.is_empty() && !collected.is_troubled {
            writeln!(err, "{side} has no matching kernels of machine code")?;
        }
    }
    let is_troubled = old.is_troubled || new.is_troubled;
    let comparison = Comparison::new(Some(old), new, &Rules::default());
    write_comparison(&comparison, args.format, out, *width)?;
    Ok(comparison.code(is_troubled))
}
