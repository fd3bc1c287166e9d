//! `occupancy baseline`, `compare` and `check`: what kernels use, and what changed.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueHint};
use occupancy_core::Ratio;
use occupancy_core::kernel::Figure;
use occupancy_report::calculator::{Cell, Key, Row};

use crate::baseline::{
    Baseline, Budget, Rules, collect, collected_or_baseline, least_occupancy, selector, to_toml,
};
use crate::comparison::Comparison;
use crate::console::{Console, FOUND, NOTHING, display_path, exit_code, fatal};
use crate::content::write_to;
use crate::output::{Form, compared};
use crate::selection::{Selection, Sources};
use crate::spelling::spelled;

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
        let is_chosen = selector(&self.sources.selection, &[&found]);
        found.kernels.retain(is_chosen);
        found.report_if_empty(&self.sources, err)?;
        let code = exit_code(found.summary.is_troubled, found.kernels.is_empty());
        if code == FOUND {
            let (toolkits, selection) = (found.toolkits(), &self.sources.selection);
            let text = to_toml(&Baseline::default(), selection, found.kernels, &toolkits);
            write_to(self.output.as_deref(), text.as_bytes(), out)?;
        }
        Ok(code)
    }
}

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
        let is_chosen = selector(&selection, &[&old, &new]);
        for (side, build) in [("OLD", &mut old), ("NEW", &mut new)] {
            build.kernels.retain(&is_chosen);
            if build.kernels.is_empty() && !build.summary.is_troubled {
                writeln!(err, "{side} has no matching kernels of machine code")?;
            }
        }
        let comparison = Comparison::new(Some(old), &new, &Rules::default());
        out.write_all(compared(&comparison, self.format, *width).as_bytes())?;
        Ok(comparison.code())
    }
}

/// Fail if kernels use more than in the baseline, or than a budget allows.
///
/// With a baseline, every difference fails, even a better kernel, until `--update` writes it down; the next
/// change is compared with that. A worse kernel needs a reason, in `--accept` or as `accept = "…"` in the
/// kernel's entry; a reason that is no longer needed is reported. A different size of code alone fails nothing.
/// Budgets are `[[budget]]` entries of the baseline, each with a pattern of names, or options; with a baseline,
/// they judge only changes of a kernel. With `--package`, it checks the kernels that `#[launch_config]` declares
/// there, as `occupancy report` lists them.
#[derive(Args)]
#[command(after_help = "\
Examples:
  occupancy check build/ --baseline occupancy.toml
  occupancy check build/ --baseline occupancy.toml --update
  occupancy check build/ --baseline occupancy.toml --update --kernel gemm --accept '2 % faster'
  occupancy check build/ --max-registers 64 --no-spills --min-occupancy '50 %'
  occupancy check build/ --baseline occupancy.toml --format github
  occupancy check --package gemm --baseline occupancy.toml

Exit codes: 0 if nothing fails, 1 if something does, or no kernel was found, 2 if the arguments are wrong or something could not be read.")]
pub(crate) struct Check {
    /// The baseline to compare with.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    baseline: Option<PathBuf>,

    /// Write changes to the baseline, except worse kernels without a reason.
    #[arg(long, requires = "baseline")]
    update: bool,

    /// Also write down worse kernels, with this reason.
    #[arg(long, value_name = "REASON", requires = "update", value_parser = reason)]
    accept: Option<String>,

    /// The most registers per thread.
    #[arg(long, value_name = "REGISTERS")]
    max_registers: Option<u64>,

    /// No spilled registers.
    #[arg(long)]
    no_spills: bool,

    /// The least occupancy: `0.5`, `50 %`, `1/2`.
    #[arg(long, value_name = "RATIO", value_parser = min_occupancy)]
    min_occupancy: Option<Ratio>,

    /// Output format.
    #[arg(short, long, value_enum, default_value_t = Form::Text)]
    format: Form,

    #[command(flatten)]
    sources: Sources,
}

fn min_occupancy(text: &str) -> Result<Ratio, String> {
    least_occupancy(text).map_err(|says| spelled(&says))
}

fn reason(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("a reason says why, for whoever reads the baseline".to_owned()),
        text => Ok(text.to_owned()),
    }
}

impl Check {
    pub(super) fn run(&self, console: &mut Console<'_>) -> io::Result<u8> {
        let Console { out, err, width } = console;
        let baseline = match &self.baseline {
            // The first update writes it.
            Some(path) if self.update && !path.exists() => Baseline {
                path: path.clone(),
                ..Baseline::default()
            },
            Some(path) => Baseline::read(path)?,
            None => Baseline::default(),
        };
        let asked = Budget {
            limits: Row::default()
                .with(Figure::Registers, self.max_registers)
                .with(Figure::SpillInstructions, self.no_spills.then_some(0_u32))
                .with(Key::OccupancyPercent, Cell::percent(self.min_occupancy)),
            ..Budget::default()
        };
        let mut limits = asked.limits.cells().iter();
        if self.baseline.is_none() && limits.all(|limit| *limit == Cell::Unknown) {
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
        let mut sources = self.sources.clone();
        // As it was written.
        sources.selection.complete(baseline.threads, baseline.smem);
        let mut new = collect(&sources, err)?;
        let is_chosen = selector(&sources.selection, &[&baseline, &new]);
        new.kernels.retain(&is_chosen);
        new.report_if_empty(&sources, err)?;
        let old = self.baseline.as_ref().map(|_| {
            let mut old = baseline.clone();
            old.kernels.retain(&is_chosen);
            old
        });
        let comparison = Comparison::new(old, &new, &rules);
        out.write_all(compared(&comparison, self.format, *width).as_bytes())?;
        // What is on standard output comes before what is done about it.
        out.flush()?;
        if !self.update {
            return Ok(comparison.code());
        }
        let why = match () {
            () if new.summary.is_troubled => "not everything could be read",
            () if new.summary.kernels == 0 || comparison.all.is_empty() => {
                "there is no kernel to write down"
            }
            () => "",
        };
        if !why.is_empty() {
            writeln!(err, "error: the baseline was not changed, because {why}")?;
            return Ok(comparison.code());
        }
        let accept = self.accept.as_deref();
        let mut toolkits = new.toolkits();
        let mut kernels = comparison.kernels_to_write(accept);
        // Kernels that are not selected stay.
        let others = baseline.kernels.iter().filter(|kernel| !is_chosen(kernel));
        let before = kernels.len();
        kernels.extend(others.cloned());
        if kernels.len() > before {
            toolkits.extend(baseline.toolkits.iter().cloned());
        }
        let text = to_toml(&baseline, &sources.selection, kernels, &toolkits);
        write_to(Some(&baseline.path), text.as_bytes(), out)?;
        let path = display_path(&baseline.path);
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
}
