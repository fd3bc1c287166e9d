//! `occupancy baseline`, `compare` and `check`: write down what kernels use, and find what became worse.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueHint};
use itertools::Itertools;
use occupancy_core::Ratio;
use occupancy_core::kernel::Figure;
use occupancy_report::calculator::{Cell, Key, Row};

use crate::baseline::{
    Baseline, Rule, Rules, collected_or_baseline, least_occupancy, reason, spills,
};
use crate::build::{Build, Kernel, selector};
use crate::comparison::{Comparison, Difference, Status};
use crate::console::{Console, FOUND, NOTHING, display_path, exit_code, fatal};
use crate::content::{write_if_unchanged, write_to};
use crate::output::Reports;
use crate::packages::cargo_options;
use crate::selection::{Selection, Sources};
use crate::spelling::{quoted, spelled};

/// Write down what kernels use, to compare with later.
///
/// Prints a baseline of all kernels of the files, and of the files below folders. It is sorted TOML with a table
/// for each kernel, easy to review and to merge. It has only machine code: nothing is known about PTX before it
/// is compiled. With `--package`, it has the kernels that `#[launch_config]` declares there, as `occupancy report`
/// lists them. What people wrote in the file of `--output` stays.
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
        let mut sources = self.sources.clone();
        let path = self.output.as_deref();
        let mut old = Baseline::for_output(path)?;
        // As it was written.
        sources.selection.complete(&old.selection);
        let selection = &sources.selection;
        let mut build = Build::collect(&sources, err)?;
        let (is_selected, warnings) = selector(selection, &[&build]);
        build.kernels.retain(is_selected);
        build.report_if_empty(&sources, err)?;
        for warning in warnings {
            writeln!(err, "warning: {warning}")?;
        }
        let code = exit_code(build.summary.is_troubled(), build.kernels.is_empty());
        if code == FOUND {
            old.keep(selection, &mut build.kernels);
            let text = old.written(selection, build.kernels, &build.toolkits);
            match path {
                Some(path) => write_if_unchanged(path, old.bytes.as_deref(), text.as_bytes())?,
                None => write_to(None, text.as_bytes(), out)?,
            }
        }
        Ok(code)
    }
}

/// Compare what the kernels of two builds use.
///
/// OLD and NEW are files, folders, or baselines; `-` is the standard input. Pipes and devices are read up to 1 GiB.
/// Kernels are matched by their names in the source, their targets and their libraries. A kernel is worse if an SM
/// holds fewer of its blocks, or, without launch bounds and `--threads`, fewer of its warps; and if it spills
/// registers or needs stack for the first time, or a quarter and at least 16 more. If OLD is a baseline, its rules
/// count.
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

    /// Fail also for warnings: patterns and options that match nothing.
    #[arg(long)]
    strict: bool,

    #[command(flatten)]
    reports: Reports,

    #[command(flatten)]
    selection: Selection,
}

impl Compare {
    pub(super) fn run(&self, console: &mut Console<'_>) -> io::Result<u8> {
        self.reports.check(&[&self.old, &self.new])?;
        let Console { err, .. } = console;
        let mut selection = self.selection.clone();
        let mut old = collected_or_baseline(&self.old, &selection, err)?;
        // As the baseline was written, unless the options say otherwise.
        selection.complete(&old.selection);
        let mut new = collected_or_baseline(&self.new, &selection, err)?;
        let (is_selected, warnings) = selector(&selection, &[&old.build, &new.build]);
        for (side, build) in [("OLD", &mut old.build), ("NEW", &mut new.build)] {
            build.kernels.retain(&is_selected);
            if build.kernels.is_empty() && !build.summary.is_troubled() {
                writeln!(err, "{side} has no matching kernels of machine code")?;
            }
        }
        let rules = Rules::new(&old.rules, Rule::default());
        let mut comparison = Comparison::new(Some(&old), &new.build, &rules, false);
        comparison.is_blind |= old.build.kernels.is_empty();
        comparison.is_strict = self.strict;
        comparison.warnings.extend(warnings);
        let digest = comparison.digest(self.reports.limit, None);
        self.reports.write(&comparison, &digest, console)?;
        Ok(comparison.code())
    }
}

/// Fail if kernels became worse than in the baseline, or break a budget.
///
/// A kernel fails if an SM holds fewer of its blocks, or, without launch bounds and `--threads`, fewer of its warps;
/// if it spills registers or needs stack for the first time, or a quarter and at least 16 more; and if it breaks a
/// budget, of which only its changes are judged. Other figures, better kernels, new ones and those that are gone
/// fail nothing. `[[rule]]` entries of the baseline have budgets, and make it stricter (`fails = "any"`) or silent
/// (`fails = "none"`), each for a pattern of names. `--update` writes down what changed; a kernel that fails needs a
/// reason, in `--accept` or as `accept = "…"` in its row. With `--package`, it checks the kernels that
/// `#[launch_config]` declares there, and that those of the files keep what is declared.
#[derive(Args)]
#[command(after_help = "\
Examples:
  occupancy check build/ --baseline occupancy.toml
  occupancy check build/ --baseline occupancy.toml --update
  occupancy check build/ --baseline occupancy.toml --update --kernel gemm --accept '2 % faster'
  occupancy check build/ --max-registers 64 --max-vgprs 96 --no-spills --min-occupancy '50 %'
  occupancy check build/ --baseline occupancy.toml --report github --report markdown=occupancy.md
  occupancy check --package gemm target/release/libkernels.so --baseline occupancy.toml

Exit codes: 0 if nothing fails, 1 if something does, or no kernel was found, 2 if the arguments are wrong or something could not be read.")]
pub(crate) struct Check {
    /// The baseline to compare with.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    baseline: Option<PathBuf>,

    /// Write changes to the baseline, except kernels that fail without a reason.
    #[arg(long, requires = "baseline")]
    update: bool,

    /// Also write down kernels that fail, with this reason.
    #[arg(long, value_name = "REASON", requires = "update", value_parser = reason)]
    accept: Option<String>,

    /// Also remove the kernels of libraries and targets that the build has not at all.
    #[arg(long, requires = "update")]
    prune: bool,

    /// Fail also for warnings: patterns and options that match nothing.
    #[arg(long)]
    strict: bool,

    /// The most registers per thread, in code of NVIDIA.
    #[arg(long, value_name = "REGISTERS")]
    max_registers: Option<u64>,

    /// The most vector registers per lane, in code of AMD.
    #[arg(long, value_name = "REGISTERS")]
    max_vgprs: Option<u64>,

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

impl Check {
    pub(super) fn run(&self, console: &mut Console<'_>) -> io::Result<u8> {
        let read = self.sources.paths.iter().chain(&self.baseline);
        self.reports
            .check(&read.map(PathBuf::as_path).collect_vec())?;
        let Console { err, .. } = console;
        let mut sources = self.sources.clone();
        let baseline = match &self.baseline {
            Some(path) if self.update => Baseline::read_or_new(path, &sources.selection),
            Some(path) => Baseline::read(path),
            None => Ok(Baseline::default()),
        };
        let mut baseline = baseline.or_else(|error| Baseline::unread(&error, err))?;
        let rules = Rules::new(&baseline.rules, self.budget()?);
        // As the baseline was written.
        sources.selection.complete(&baseline.selection);
        let mut new = Build::collect(&sources, err)?;
        let (is_selected, warnings) = selector(&sources.selection, &[&baseline.build, &new]);
        new.kernels.retain(&is_selected);
        new.report_if_empty(&sources, err)?;
        let is_other = |kernel: &mut Kernel| !is_selected(kernel);
        let others = baseline.build.kernels.extract_if(.., is_other);
        let others = others.collect_vec();
        let old = self.baseline.as_ref().map(|_| &baseline);
        let mut comparison = Comparison::new(old, &new, &rules, self.accept.is_some());
        // An update begins with what there is.
        comparison.is_blind &= !self.update || new.kernels.is_empty();
        // A baseline without kernels has rules, or is none.
        let has_rules = !baseline.rules.is_empty() || !others.is_empty();
        let is_bare = baseline.build.kernels.is_empty() && !has_rules;
        comparison.is_blind |= self.baseline.is_some() && !self.update && is_bare;
        comparison.is_strict = self.strict;
        comparison.warnings.extend(warnings);
        comparison.notes.clone_from(&new.notes);
        if !others.is_empty() {
            // The sums of the baseline are of all kernels.
            comparison.code_bytes = [None; 2];
        }
        let is_gone = |it: &Difference| it.status == Status::Removed && it.apart.is_some();
        let without_effect = [
            (
                self.prune && !comparison.all.iter().any(is_gone),
                "there is no library or target that `--prune` could remove",
            ),
            (
                self.accept.is_some() && comparison.excused() == 0,
                "nothing fails that `--accept` could excuse",
            ),
        ];
        let without_effect = without_effect.iter().filter(|(is_it, _)| *is_it);
        let without_effect = without_effect.map(|(_, what)| (*what).to_owned());
        comparison.warnings.extend(without_effect);
        let command = self.command();
        let digest = comparison.digest(self.reports.limit, command.as_deref());
        self.reports.write(&comparison, &digest, console)?;
        let why = match () {
            () if !self.update => return Ok(comparison.code()),
            () if !comparison.errors.is_empty() => "not everything could be read",
            () if new.kernels.is_empty() => "there is no kernel to write down",
            () => return self.write(&baseline, others, &sources.selection, &comparison, console),
        };
        let err = &mut console.err;
        writeln!(err, "error: the baseline was not changed, because {why}")?;
        Ok(comparison.code())
    }

    /// The budget of the options. Without one, a baseline or a package, there is nothing to check.
    fn budget(&self) -> io::Result<Rule> {
        let limits = Row::default()
            .with(Figure::Registers, self.max_registers)
            .with(Figure::Vgprs, self.max_vgprs)
            .with_row(spills(self.no_spills.then_some(0_u32)))
            .with(Key::OccupancyPercent, Cell::percent(self.min_occupancy));
        let has_both = self.sources.packages.are_given() && !self.sources.paths.is_empty();
        let has_budget = limits.cells().any(|limit| *limit != Cell::Unknown);
        if self.baseline.is_none() && !has_both && !has_budget {
            return Err(fatal(
                "there is nothing to check\n\
                 help: give `--baseline FILE`, or a budget: `--max-registers 64`, `--no-spills`, `--min-occupancy 0.5`",
            ));
        }
        Ok(Rule::of_limits(limits))
    }

    /// The command that updates the baseline, for a shell; `None` without a baseline.
    fn command(&self) -> Option<String> {
        let baseline = quoted(&self.baseline.as_ref()?.to_string_lossy());
        let packages = &self.sources.packages;
        let mut sources = cargo_options(packages).ok()?;
        sources.extend(cargo_options(&packages.targets).ok()?);
        let paths = self.sources.paths.iter();
        sources.extend(paths.map(|path| path.to_string_lossy().into_owned()));
        let sources = sources.iter().map(|text| quoted(text)).join(" ");
        Some(format!("occupancy check {sources} --baseline {baseline}"))
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
        let [_, mut toolkits] = comparison.toolkits.clone();
        let mut kernels = comparison.kernels_to_write(self.accept.as_deref(), self.prune);
        if !others.is_empty() || kernels.iter().any(|kernel| kernel.toolkit.is_none()) {
            toolkits.extend(baseline.build.toolkits.iter().cloned());
        }
        kernels.extend(others);
        let text = baseline.written(selection, kernels, &toolkits);
        write_if_unchanged(&baseline.path, baseline.bytes.as_deref(), text.as_bytes())?;
        let path = display_path(&baseline.path);
        if comparison.refused() > 0 {
            writeln!(
                console.err,
                "{path} has the changes, but not the kernels that fail\n\
                 help: `--accept REASON` writes them down as well, all or those that `--kernel` names; or write \
                 `accept = \"…\"` in a kernel's row"
            )?;
            return Ok(NOTHING);
        }
        let is_same = baseline.bytes.as_deref() == Some(text.as_bytes());
        let end = if is_same {
            "is up to date"
        } else {
            "has the changes"
        };
        writeln!(console.err, "{path} {end}")?;
        Ok(FOUND)
    }
}
