//! `occupancy baseline`: writes down what kernels use.

use std::io;
use std::path::PathBuf;

use crate::args::WriteBaseline;
use crate::baseline::{Baseline, Chosen, collect_all, written};
use crate::console::Console;
use crate::exit_code::{FOUND, NOTHING, TROUBLE, fatal};
use crate::written::write_to;

pub(crate) fn baseline(args: &WriteBaseline, console: &mut Console<'_>) -> io::Result<u8> {
    let Console { out, err, .. } = console;
    let selection = &args.selection;
    let mut collected = collect_all(&args.paths, &args.packages, selection, err)?;
    collected.choose(&Chosen::of(selection, collected.kernels.iter()));
    collected.tell_if_empty(selection, &args.packages, err)?;
    if collected.is_troubled {
        return Ok(TROUBLE);
    }
    if collected.kernels.is_empty() {
        return Ok(NOTHING);
    }
    let baseline = Baseline::new(PathBuf::new(), selection.threads, selection.smem);
    let text = written(&baseline, collected.kernels, &collected.toolkits).map_err(fatal)?;
    write_to(args.output.as_deref(), text.as_bytes(), out)?;
    Ok(FOUND)
}
