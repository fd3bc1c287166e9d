//! `occupancy baseline`: writes down what kernels use.

use std::io;

use crate::args::WriteBaseline;
use crate::baseline::{Baseline, chosen, collect, written};
use crate::console::Console;
use crate::exit_code::{FOUND, NOTHING, TROUBLE};
use crate::written::write_to;

pub(crate) fn baseline(args: &WriteBaseline, console: &mut Console<'_>) -> io::Result<u8> {
    let Console { out, err, .. } = console;
    let selection = &args.selection;
    let mut collected = collect(&args.paths, &args.packages, selection, err)?;
    let is_chosen = chosen(selection, collected.kernels.iter().collect());
    collected.kernels.retain(is_chosen);
    collected.tell_if_empty(selection, &args.packages, err)?;
    if collected.is_troubled {
        return Ok(TROUBLE);
    }
    if collected.kernels.is_empty() {
        return Ok(NOTHING);
    }
    let (toolkits, kernels) = (collected.toolkits(), collected.kernels);
    let text = written(&Baseline::default(), selection, kernels, &toolkits);
    write_to(args.output.as_deref(), text.as_bytes(), out)?;
    Ok(FOUND)
}
