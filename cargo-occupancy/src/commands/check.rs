//! `occupancy check`: fails if kernels use more than in the baseline, or than a budget allows.

use std::collections::BTreeSet;
use std::io::{self, Write};

use crate::args::Check;
use crate::baseline::{Baseline, Budget, Chosen, Collected, Rules, collect_all, written};
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
        Some(path) if args.update && !path.exists() => Some(Baseline::new(
            path.clone(),
            selection.threads,
            selection.smem,
        )),
        Some(path) => Some(Baseline::read(path)?),
        None => None,
    };
    let of_file = baseline.as_ref().map(|baseline| baseline.budgets.clone());
    let rules = Rules {
        of_file: of_file.unwrap_or_default(),
        of_arguments: vec![Budget {
            max_registers: args.max_registers,
            no_spills: args.no_spills,
            min_occupancy: args.min_occupancy,
            ..Budget::default()
        }],
        is_ratchet: true,
    };
    if baseline.is_none() && rules.is_empty() {
        return Err(fatal(
            "there is nothing to check\n\
             help: give `--baseline FILE`, or a budget: `--max-registers 64`, `--no-spills`, `--min-occupancy 0.5`",
        ));
    }
    if let Some(baseline) = &baseline {
        // As it was written.
        selection.complete(baseline.threads, baseline.smem);
    }
    let mut new = collect_all(&args.paths, &args.packages, &selection, err)?;
    let old = baseline.iter().flat_map(|baseline| &baseline.kernels);
    let chosen = Chosen::of(&selection, old.chain(&new.kernels));
    new.choose(&chosen);
    new.tell_if_empty(&selection, &args.packages, err)?;
    let (is_troubled, has_any) = (new.is_troubled, new.has_any);
    let toolkits = new.toolkits.clone();
    let old = baseline.as_ref().map(|baseline| {
        let mut old = Collected::of(baseline.clone());
        old.choose(&chosen);
        old.rename_library(&new);
        old
    });
    let comparison = Comparison::new(old, new, &rules);
    write_comparison(&comparison, args.format, out, *width)?;
    // What is on standard output comes before what is done about it.
    out.flush()?;
    let code = comparison.code(is_troubled);
    let Some(mut baseline) = baseline.filter(|_| args.update) else {
        return Ok(code);
    };
    let why = match () {
        () if is_troubled => "not everything could be read",
        () if !has_any || comparison.all.is_empty() => "there is no kernel to write down",
        () => "",
    };
    if !why.is_empty() {
        writeln!(err, "error: the baseline was not changed, because {why}")?;
        return Ok(code);
    }
    // The figures are those of this block.
    (baseline.threads, baseline.smem) = (selection.threads, selection.smem);
    update(args, &baseline, &comparison, &chosen, toolkits, out, err)
}

/// Writes down what changed.
fn update(
    args: &Check,
    baseline: &Baseline,
    comparison: &Comparison,
    chosen: &Chosen<'_>,
    mut toolkits: BTreeSet<String>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<u8> {
    let accept = args.accept.as_deref();
    let mut kernels = comparison.written(accept);
    // Kernels that are not selected stay.
    let old = baseline.kernels.iter();
    let others: Vec<_> = old.filter(|kernel| !chosen.has(kernel)).cloned().collect();
    if !others.is_empty() {
        toolkits.extend(baseline.toolkits.iter().cloned());
    }
    kernels.extend(others);
    let path = &baseline.path;
    let text = written(baseline, kernels, &toolkits).map_err(fatal)?;
    write_to(Some(path), text.as_bytes(), out)?;
    if comparison.is_refused(accept) {
        writeln!(
            err,
            "{} has the changes, but not the worse kernels\n\
             help: `--accept REASON` writes it down as well, for all kernels that `--kernel` names; or write \
             `accept = \"…\"` in the kernel's entry",
            path.display()
        )?;
        return Ok(NOTHING);
    }
    writeln!(err, "{} is up to date", path.display())?;
    Ok(FOUND)
}
