//! `occupancy check`: fails if kernels use more than in the baseline, or than a budget allows.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use occupancy_calculator::percent;
use occupancy_core::Ratio;

use crate::args::Check;
use crate::baseline::{Baseline, Budget, Budgets, Collected, Written, collect_all, keeps, updated};
use crate::comparison::{Comparison, Rules};
use crate::exit_code::{FOUND, NOTHING, TROUBLE};
use crate::output::write_comparison;
use crate::selection::Selection;
use crate::terminal::Terminal;

pub(crate) fn check(
    args: &Check,
    out: &mut dyn Write,
    err: &mut dyn Write,
    terminal: Terminal,
) -> io::Result<u8> {
    let mut selection = args.selection.clone();
    let baseline = match &args.baseline {
        // The first update writes it.
        Some(path) if args.update && !path.exists() => Some(Baseline::new(
            path.clone(),
            selection.threads,
            selection.smem,
        )),
        Some(path) => match Baseline::read(path) {
            Ok(baseline) => Some(baseline),
            Err(error) => {
                writeln!(err, "error: {error}")?;
                return Ok(TROUBLE);
            }
        },
        None => None,
    };
    let rules = Rules {
        budgets: Budgets {
            of_file: baseline
                .as_ref()
                .map(|baseline| baseline.budgets.clone())
                .unwrap_or_default(),
            of_arguments: of_arguments(args),
        },
        is_ratchet: true,
    };
    if baseline.is_none() && rules.budgets.is_empty() {
        writeln!(
            err,
            "error: there is nothing to check\n\
             help: give `--baseline FILE`, or a budget: `--max-registers 64`, `--no-spills`, `--min-occupancy 0.5`"
        )?;
        return Ok(TROUBLE);
    }
    if let Some(baseline) = &baseline {
        // As it was written.
        selection.complete(baseline.threads, baseline.smem);
    }
    let new = collect_all(&args.paths, &args.packages, &selection, terminal, err)?;
    let is_troubled = new.is_troubled;
    let toolkits = new.toolkits.clone();
    let comparison = match &baseline {
        Some(baseline) => against(baseline, new, &selection, &rules),
        None => Comparison::of_budgets(new, &rules.budgets),
    };
    write_comparison(&comparison, args.format, out, terminal.width)?;
    // What is on standard output comes before what is done about it.
    out.flush()?;
    if is_troubled {
        if args.update {
            writeln!(
                err,
                "error: the baseline was not changed, because not everything could be read"
            )?;
        }
        return Ok(TROUBLE);
    }
    let Some(mut baseline) = baseline.filter(|_| args.update) else {
        return Ok(if comparison.fails() { NOTHING } else { FOUND });
    };
    // The figures are those of this block.
    (baseline.threads, baseline.smem) = (selection.threads, selection.smem);
    update(args, &baseline, &comparison, &selection, toolkits, err)
}

fn against(
    baseline: &Baseline,
    new: Collected,
    selection: &Selection,
    rules: &Rules,
) -> Comparison {
    let entries = baseline.chosen(|kernel| keeps(selection, kernel));
    let mut old = Collected {
        kernels: entries
            .iter()
            .map(|(_, entry)| entry.kernel.clone())
            .collect(),
        toolkits: baseline.toolkits.iter().cloned().collect(),
        is_troubled: false,
        baseline: Some(Box::new(baseline.clone())),
    };
    old.rename_library(&new);
    Comparison::new(&old, new, &entries, rules)
}

/// Writes down what changed.
fn update(
    args: &Check,
    baseline: &Baseline,
    comparison: &Comparison,
    selection: &Selection,
    mut toolkits: BTreeSet<String>,
    err: &mut dyn Write,
) -> io::Result<u8> {
    let accept = args.accept.as_deref();
    let mut kernels = comparison.written(&baseline.entries, accept);
    // Kernels that are not selected stay.
    let mut is_filtered = false;
    for (number, entry) in baseline.entries.iter().enumerate() {
        if !keeps(selection, &entry.kernel) {
            is_filtered = true;
            kernels.push(Written {
                kernel: entry.kernel.clone(),
                entry: Some(number),
                accept: entry.accept.clone(),
                before: entry.before.clone(),
            });
        }
    }
    if is_filtered {
        toolkits.extend(baseline.toolkits.iter().cloned());
    }
    let path = &baseline.path;
    let text = updated(baseline, kernels, &toolkits).map_err(io::Error::other)?;
    if let Err(error) = replace(path, &text) {
        writeln!(err, "error: {}: {error}", path.display())?;
        return Ok(TROUBLE);
    }
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

fn of_arguments(args: &Check) -> Budget {
    Budget {
        max_registers: args.max_registers,
        no_spills: args.no_spills,
        min_occupancy: args.min_occupancy.map(|ratio: Ratio| percent(ratio)),
        ..Budget::default()
    }
}

/// Writes a file as a whole, or leaves it as it was.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    // There is no file to lose.
    if !path.exists() {
        return fs::write(path, text);
    }
    // A link stays a link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = tempfile::Builder::new()
        .prefix(".occupancy")
        .tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file()
        .set_permissions(fs::metadata(&path)?.permissions())?;
    file.persist(path)?;
    Ok(())
}
