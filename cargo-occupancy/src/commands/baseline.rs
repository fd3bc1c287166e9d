//! `occupancy baseline`: writes down what kernels use.

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::baseline::{Baseline, chosen, collect, written};
use crate::console::{Console, FOUND, NOTHING, TROUBLE};
use crate::content::write_to;
use crate::selection::Sources;

/// Write down what kernels use, to compare with later.
///
/// Prints a baseline of all kernels of the files, and of the files below folders. It is sorted TOML with an
/// entry for each kernel and target, easy to review and to merge. It has only machine code: nothing is known
/// about PTX before it is compiled. With `--package`, it has the kernels that `#[launch_config]` declares there,
/// as `occupancy report` lists them.
#[derive(Args)]
#[command(after_help = "\
Examples:
  occupancy baseline target/release/libkernels.so --output occupancy.toml
  occupancy baseline --threads 256 --arch h100 build/ --output occupancy.toml
  occupancy baseline --package gemm --output occupancy.toml

Exit codes: 0 if kernels were written, 1 if there are none, 2 if the arguments are wrong or something could not \
be read or written.")]
pub(crate) struct WriteBaseline {
    /// The file to write; by default, the baseline goes to standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    #[command(flatten)]
    sources: Sources,
}

impl WriteBaseline {
    pub(super) fn run(&self, console: &mut Console<'_>) -> io::Result<u8> {
        let Console { out, err, .. } = console;
        let mut found = collect(&self.sources, err)?;
        let is_chosen = chosen(&self.sources.selection, &[&found]);
        found.kernels.retain(is_chosen);
        found.tell_if_empty(&self.sources, err)?;
        if found.summary.is_troubled {
            return Ok(TROUBLE);
        }
        if found.kernels.is_empty() {
            return Ok(NOTHING);
        }
        let toolkits = found.toolkits();
        let text = written(
            &Baseline::default(),
            &self.sources.selection,
            found.kernels,
            &toolkits,
        );
        write_to(self.output.as_deref(), text.as_bytes(), out)?;
        Ok(FOUND)
    }
}
