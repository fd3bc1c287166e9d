//! `occupancy compare`: what changed between two builds.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::baseline::{Rules, chosen, collected_or_baseline};
use crate::comparison::Comparison;
use crate::console::Console;
use crate::output::{Form, write_comparison};
use crate::selection::Selection;

/// Compare what the kernels of two builds use.
///
/// OLD and NEW are files, folders, or baselines (`….toml`); `-` is the standard input. Pipes and devices are read up
/// to 1 GiB. Kernels are matched by their names in the source and
/// their targets. A renamed kernel is matched if everything else is equal, and the output says so. Fewer
/// registers, spills, bytes of stack and static shared memory, and barriers are better, and so is more
/// occupancy.
#[derive(Args)]
#[command(after_help = "\
Examples:
  occupancy compare old/libkernels.so new/libkernels.so
  occupancy compare occupancy.toml target/release/libkernels.so --format markdown
  occupancy compare bitsandbytes-0.45.0-*.whl bitsandbytes-0.46.0-*.whl --arch h100

Exit codes: 0 if nothing is worse, 1 if something is, or there is nothing to compare, 2 if the arguments are wrong or something could not be read.")]
pub(crate) struct Compare {
    /// The build to compare with.
    #[arg(value_name = "OLD", value_hint = ValueHint::AnyPath)]
    old: PathBuf,

    /// The build to judge.
    #[arg(value_name = "NEW", value_hint = ValueHint::AnyPath)]
    new: PathBuf,

    /// Output format.
    #[arg(short, long, value_enum, default_value_t = Form::Text)]
    format: Form,

    #[command(flatten)]
    selection: Selection,
}

impl Compare {
    pub(super) fn run(&self, console: &mut Console<'_>) -> io::Result<u8> {
        let Console { out, err, width } = console;
        let mut selection = self.selection.clone();
        let mut old = collected_or_baseline(&self.old, &selection, err)?;
        // What a baseline was written with, unless something else is asked for.
        selection.complete(old.threads, old.smem);
        let mut new = collected_or_baseline(&self.new, &selection, err)?;
        let is_chosen = chosen(&selection, &[&old, &new]);
        for (side, build) in [("OLD", &mut old), ("NEW", &mut new)] {
            build.kernels.retain(&is_chosen);
            if build.kernels.is_empty() && !build.summary.is_troubled {
                writeln!(err, "{side} has no matching kernels of machine code")?;
            }
        }
        let comparison = Comparison::new(Some(old), &new, &Rules::default());
        write_comparison(&comparison, self.format, out, *width)?;
        Ok(comparison.code())
    }
}
