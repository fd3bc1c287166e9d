//! `occupancy baseline`, `compare` and `check`: write down what kernels use, and find what changed.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueHint};
use itertools::Itertools;
use occupancy_core::Ratio;
use occupancy_core::kernel::Figure;
use occupancy_report::calculator::{Cell, Key, Row};

use crate::baseline::{Baseline, Budget, Rules, collected_or_baseline, least_occupancy, to_toml};
use crate::build::{Build, Kernel, selector};
use crate::comparison::Comparison;
use crate::console::{Console, FOUND, NOTHING, display_path, exit_code, fatal};
use crate::content::write_to;
use crate::output::Reports;
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
        let mut build = Build::collect(&self.sources, err)?;
        let (is_selected, warnings) = selector(&self.sources.selection, &[&build]);
        build.kernels.retain(is_selected);
        build.report_if_empty(&self.sources, err)?;
        for warning in warnings {
            writeln!(err, "warning: {warning}")?;
        }
        let code = exit_code(build.summary.is_troubled(), build.kernels.is_empty());
        if code == FOUND {
            let (toolkits, selection) = (build.toolkits, &self.sources.selection);
            let text = to_toml(&Baseline::default(), selection, build.kernels, &toolkits);
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

    #[command(flatten)]
    reports: Reports,

    #[command(flatten)]
    selection: Selection,
}

impl Compare {
    pub(super) fn run(&self, console: &mut Console<'_>) -> io::Result<u8> {
        self.reports.check(&[&self.old, &self.new])?;
        let err = &mut console.err;
        let mut selection = self.selection.clone();
        let mut old = collected_or_baseline(&self.old, &selection, err)?;
        // As the baseline was written, unless the options say otherwise.
        selection.complete(old.threads, old.smem);
        let mut new = collected_or_baseline(&self.new, &selection, err)?;
        let (is_selected, _warnings) = selector(&selection, &[&old.build, &new.build]);
        for (side, build) in [("OLD", &mut old), ("NEW", &mut new)] {
            build.build.kernels.retain(&is_selected);
            if build.build.kernels.is_empty() && !build.build.summary.is_troubled() {
                writeln!(err, "{side} has no matching kernels of machine code")?;
            }
        }
        let comparison = Comparison::new(Some(&old), &new.build, &Rules::default());
        let digest = comparison.digest(self.reports.limit, None);
        self.reports.write(&comparison, &digest, console)?;
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
    #[arg(long, value_name = "RATIO", value_parser = |text: &str| least_occupancy(text).map_err(|why| spelled(&why)))]
    min_occupancy: Option<Ratio>,

    #[command(flatten)]
    reports: Reports,

    #[command(flatten)]
    sources: Sources,
}

fn reason(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("a reason says why, for whoever reads the baseline".to_owned()),
        text => Ok(text.to_owned()),
    }
}

impl Check {
    pub(super) fn run(&self, console: &mut Console<'_>) -> io::Result<u8> {
        let read = self.baseline.iter().chain(&self.sources.paths);
        self.reports
            .check(&read.map(PathBuf::as_path).collect_vec())?;
        let err = &mut console.err;
        let baseline = self.read_baseline()?;
        let rules = Rules {
            of_file: baseline.budgets.clone(),
            of_arguments: vec![self.budget()?],
        };
        let mut sources = self.sources.clone();
        // As the baseline was written.
        sources.selection.complete(baseline.threads, baseline.smem);
        let mut new = Build::collect(&sources, err)?;
        let (is_selected, _warnings) = selector(&sources.selection, &[&baseline.build, &new]);
        new.kernels.retain(&is_selected);
        new.report_if_empty(&sources, err)?;
        let (kernels, others) = baseline
            .build
            .kernels
            .iter()
            .cloned()
            .partition(is_selected);
        let old = self.baseline.as_ref().map(|_| Baseline {
            build: Build {
                kernels,
                ..baseline.build.clone()
            },
            ..baseline.clone()
        });
        let comparison = Comparison::new(old.as_ref(), &new, &rules);
        let digest = comparison.digest(self.reports.limit, None);
        self.reports.write(&comparison, &digest, console)?;
        let err = &mut console.err;
        let why = match () {
            () if !self.update => return Ok(comparison.code()),
            () if new.summary.is_troubled() => "not everything could be read",
            () if new.summary.kernels == 0 || comparison.all.is_empty() => {
                "there is no kernel to write down"
            }
            () => return self.write(&baseline, others, &sources.selection, &comparison, console),
        };
        writeln!(err, "error: the baseline was not changed, because {why}")?;
        Ok(comparison.code())
    }

    /// The baseline; an empty one if the first update writes it, or none is given.
    fn read_baseline(&self) -> io::Result<Baseline> {
        match &self.baseline {
            Some(path) if self.update && !path.exists() => Ok(Baseline {
                path: path.clone(),
                ..Baseline::default()
            }),
            Some(path) => Baseline::read(path),
            None => Ok(Baseline::default()),
        }
    }

    /// The budget of the options. Without one and without a baseline, there is nothing to check.
    fn budget(&self) -> io::Result<Budget> {
        let limits = Row::default()
            .with(Figure::Registers, self.max_registers)
            .with(Figure::SpillInstructions, self.no_spills.then_some(0_u32))
            .with(Key::OccupancyPercent, Cell::percent(self.min_occupancy));
        if self.baseline.is_none() && limits.cells().all(|limit| *limit == Cell::Unknown) {
            return Err(fatal(
                "there is nothing to check\n\
                 help: give `--baseline FILE`, or a budget: `--max-registers 64`, `--no-spills`, `--min-occupancy 0.5`",
            ));
        }
        Ok(Budget {
            limits,
            ..Budget::default()
        })
    }

    /// Writes the changes to the baseline; `others`, its kernels that are not selected, stay.
    fn write(
        &self,
        baseline: &Baseline,
        others: Vec<Kernel>,
        selection: &Selection,
        comparison: &Comparison,
        console: &mut Console<'_>,
    ) -> io::Result<u8> {
        let accept = self.accept.as_deref();
        let [_, mut toolkits] = comparison.toolkits.clone();
        if !others.is_empty() {
            toolkits.extend(baseline.build.toolkits.iter().cloned());
        }
        let kernels = [comparison.kernels_to_write(accept, false, false), others].concat();
        let text = to_toml(baseline, selection, kernels, &toolkits);
        write_to(Some(&baseline.path), text.as_bytes(), console.out)?;
        let path = display_path(&baseline.path);
        if accept.is_none() && comparison.refused() > 0 {
            writeln!(
                console.err,
                "{path} has the changes, but not the worse kernels\n\
                 help: `--accept REASON` writes it down as well, for all kernels that `--kernel` names; or write \
                 `accept = \"…\"` in the kernel's entry"
            )?;
            return Ok(NOTHING);
        }
        writeln!(console.err, "{path} is up to date")?;
        Ok(FOUND)
    }
}
