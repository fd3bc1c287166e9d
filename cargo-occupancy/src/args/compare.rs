//! The arguments of `occupancy baseline`, `compare` and `check`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use occupancy_calculator::values;
use occupancy_core::Ratio;

use crate::output::Form;
use crate::selection::{Packages, Selection};

/// What names packages; without one, paths are needed.
const PACKAGES: [&str; 3] = ["package", "workspace", "manifest_path"];

/// Write down what kernels use, to compare with later.
///
/// Prints a baseline of all kernels of the files, and of the files below folders: TOML, sorted, a block for each
/// kernel and target, made to be read in a review and merged by git. Of PTX, nothing is known before it is
/// compiled; only machine code is read. With `--package`, the kernels that `#[launch_config]` declares there, as
/// `occupancy report` lists them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  occupancy baseline target/release/libkernels.so > occupancy.toml
  occupancy baseline --threads 256 --arch h100 build/ > occupancy.toml
  occupancy baseline --package gemm > occupancy.toml

Exit codes: 0 if kernels were written, 1 if there are none, 2 if the arguments are wrong or something could not \
be read.")]
pub(crate) struct WriteBaseline {
    /// The files and folders.
    #[arg(required_unless_present_any = PACKAGES, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) packages: Packages,

    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// Compare what the kernels of two builds use.
///
/// OLD and NEW are files, folders, or baselines (`….toml`). Kernels are found again by their names in the source
/// and their targets; of one that has another name, what else is equal tells, and that is said. Fewer
/// registers, spills, bytes of stack and static shared memory, and barriers are better, and more occupancy.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  occupancy compare old/libkernels.so new/libkernels.so
  occupancy compare occupancy.toml target/release/libkernels.so --format markdown
  occupancy compare bitsandbytes-0.45.0-*.whl bitsandbytes-0.46.0-*.whl --arch h100

Exit codes: 0 if nothing is worse, 1 if something is, 2 if the arguments are wrong or something could not be read.")]
pub(crate) struct Compare {
    /// The build to compare with.
    #[arg(value_name = "OLD", value_hint = ValueHint::AnyPath)]
    pub(crate) old: PathBuf,

    /// The build to look at.
    #[arg(value_name = "NEW", value_hint = ValueHint::AnyPath)]
    pub(crate) new: PathBuf,

    #[command(flatten)]
    pub(crate) selection: Selection,

    /// Output format.
    #[arg(short, long, value_enum, default_value_t = Form::Text)]
    pub(crate) format: Form,
}

/// Fail where kernels use more than is written down, or than a budget allows.
///
/// With a baseline, whatever differs from it fails, also what is better, until `--update` writes it down: the
/// file then has what the next change is compared with. What is worse is written down with a reason alone, in
/// `--accept` or as `accept = "…"` in the kernel's block, and a reason that is no longer needed is reported.
/// The size of code alone fails nothing. Budgets are `[[budget]]` blocks of the baseline, each with a pattern of
/// names, or options; with a baseline, they are about what a change makes of a kernel, not about what it was.
/// With `--package`, the kernels that `#[launch_config]` declares there are checked, as `occupancy report` lists
/// them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  occupancy check build/ --baseline occupancy.toml
  occupancy check build/ --baseline occupancy.toml --update
  occupancy check build/ --baseline occupancy.toml --update --kernel gemm --accept '3 spills, 2 % faster'
  occupancy check build/ --max-registers 64 --no-spills --min-occupancy '50 %'
  occupancy check build/ --baseline occupancy.toml --format github
  occupancy check --package gemm --baseline occupancy.toml

Exit codes: 0 if nothing fails, 1 if something does, 2 if the arguments are wrong or something could not be read.")]
pub(crate) struct Check {
    /// The files and folders.
    #[arg(required_unless_present_any = PACKAGES, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) packages: Packages,

    /// The baseline to compare with.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) baseline: Option<PathBuf>,

    /// Write down in the baseline what changed, but for what is worse without a reason.
    #[arg(long, requires = "baseline")]
    pub(crate) update: bool,

    /// Write down what is worse as well, for this reason.
    #[arg(long, value_name = "REASON", requires = "update", value_parser = reason)]
    pub(crate) accept: Option<String>,

    /// Registers per thread at most.
    #[arg(long, value_name = "REGISTERS")]
    pub(crate) max_registers: Option<u64>,

    /// No spilled registers.
    #[arg(long)]
    pub(crate) no_spills: bool,

    /// The least occupancy: `0.5`, `50 %`, `1/2`.
    #[arg(long, value_name = "RATIO", value_parser = values::ratio)]
    pub(crate) min_occupancy: Option<Ratio>,

    #[command(flatten)]
    pub(crate) selection: Selection,

    /// Output format.
    #[arg(short, long, value_enum, default_value_t = Form::Text)]
    pub(crate) format: Form,
}

fn reason(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("a reason says why, for whoever reads the baseline".to_owned());
    }
    Ok(text.to_owned())
}
