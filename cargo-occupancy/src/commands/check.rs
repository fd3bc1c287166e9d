//! `occupancy check`: fails if kernels use more than in the baseline, or than a budget allows.

use std::io::{self, Write};

use crate::args::Check;
use crate::baseline::{Baseline, Budget, Collected, Rules, chosen, collect, written};
use crate::comparison::Comparison;
use crate::console::Console;
use crate::exit_code::{FOUND, NOTHING, fatal};
use crate::output::write_comparison;
use crate::written::write_to;

pub(crate) fn check(args: &Check, console: &mut Console<'_>) -> io::Result<u8> {
    let Console { out, err, width } = console;
    let mut selection = args.selection.clone();
    let baseline = match &args.baseline {
        // The first update writes it.
        Some(path) if args.update && !path.exists() => Baseline::new(path.clone()),
        Some(path) => Baseline::read(path)?,
        None => Baseline::default(),
    };
    let asked = Budget {
        max_registers: args.max_registers,
        no_spills: args.no_spills,
        min_occupancy: args.min_occupancy,
        ..Budget::default()
    };
    if args.baseline.is_none() && asked == Budget::default() {
        return Err(fatal(
            "there is nothing to check\n\
             help: give `--baseline FILE`, or a budget: `--max-registers 64`, `--no-spills`, `--min-occupancy 0.5`",
        ));
    }
    let rules = Rules {
        of_file: baseline.budgets.clone(),
        of_arguments: vec![asked],
        is_ratchet: true,
    };
    // As it was written.
    selection.complete(baseline.threads, baseline.smem);
    let mut new = collect(&args.paths, &args.packages, &selection, err)?;
    let both = baseline.kernels.iter().chain(&new.kernels);
    let is_chosen = chosen(&selection, both.collect());
    new.kernels.retain(&is_chosen);
    new.tell_if_empty(&selection, &args.packages, err)?;
    let old = args.baseline.as_ref().map(|_| {
        let mut old = Collected::of(baseline.clone());
        old.kernels.retain(&is_chosen);
        old
    });
    let comparison = Comparison::new(old, &new, &rules);
    write_comparison(&comparison, args.format, out, *width)?;
    // What is on standard output comes before what is done about it.
    out.flush()?;
    let code = comparison.code(new.is_troubled);
    if !args.update {
        return Ok(code);
    }
    let why = match () {
        () if new.is_troubled => "not everything could be read",
        () if new.summary.kernels == 0 || comparison.all.is_empty() => {
            "there is no kernel to write down"
        }
        () => "",
    };
    if !why.is_empty() {
        writeln!(err, "error: the baseline was not changed, because {why}")?;
        return Ok(code);
    }
    let accept = args.accept.as_deref();
    let [_, mut toolkits] = comparison.toolkits.clone();
    let mut kernels = comparison.written(accept);
    // Kernels that are not selected stay.
    let old = baseline.kernels.iter();
    let others: Vec<_> = old.filter(|kernel| !is_chosen(kernel)).cloned().collect();
    if !others.is_empty() {
        toolkits.extend(baseline.toolkits.iter().cloned());
    }
    kernels.extend(others);
    let text = written(&baseline, &selection, kernels, &toolkits);
    write_to(Some(&baseline.path), text.as_bytes(), out)?;
    let path = baseline.path.display();
    if comparison.is_refused(accept) {
        writeln!(
            err,
            "{path} has the changes, but not the worse kernels\n\
             help: `--accept REASON` writes it down as well, for all kernels that `--kernel` names; or write \
             `accept = \"…\"` in the kernel's entry"
        )?;
        return Ok(NOTHING);
    }
    writeln!(err, "{path} is up to date")?;
    Ok(FOUND)
}
