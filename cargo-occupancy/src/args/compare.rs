//! The arguments of `occupancy baseline`, `compare` and `check`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use occupancy_core::Ratio;

use crate::baseline::least_occupancy;
use crate::output::Form;
use crate::selection::{Packages, Selection};

/// What names packages; without one, paths are needed.
const PACKAGES: [&str; 3] = ["package", "workspace", "manifest_path"];

/// Write down what kernels use, to compare with later.
///
/// Prints a baseline of all kernels of the files, and of the files below folders. It is sorted TOML with an
/// entry for each kernel and target, easy to review and to merge. It has only machine code: nothing is known
/// about PTX before it is compiled. With `--package`, it has the kernels that `#[launch_config]` declares there,
/// as `occupancy report` lists them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  occupancy baseline target/release/libkernels.so --output occupancy.toml
  occupancy baseline --threads 256 --arch h100 build/ --output occupancy.toml
  occupancy baseline --package gemm --output occupancy.toml

Exit codes: 0 if kernels were written, 1 if there are none, 2 if the arguments are wrong or something could not \
be read or written.")]
pub(crate) struct WriteBaseline {
    /// The files and folders; `-` is the standard input. Pipes and devices are read up to 1 GiB.
    #[arg(required_unless_present_any = PACKAGES, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// The file to write; by default, the baseline goes to standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) selection: Selection,

    #[command(flatten)]
    pub(crate) packages: Packages,
}

/// Compare what the kernels of two builds use.
///
/// OLD and NEW are files, folders, or baselines (`….toml`); `-` is the standard input. Pipes and devices are read up
/// to 1 GiB. Kernels are matched by their names in the source and
/// their targets. A renamed kernel is matched if everything else is equal, and the output says so. Fewer
/// registers, spills, bytes of stack and static shared memory, and barriers are better, and so is more
/// occupancy.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  occupancy compare old/libkernels.so new/libkernels.so
  occupancy compare occupancy.toml target/release/libkernels.so --format markdown
  occupancy compare bitsandbytes-0.45.0-*.whl bitsandbytes-0.46.0-*.whl --arch h100

Exit codes: 0 if nothing is worse, 1 if something is, or there is nothing to compare, 2 if the arguments are wrong or something could not be read.")]
pub(crate) struct Compare {
    /// The build to compare with.
    #[arg(value_name = "OLD", value_hint = ValueHint::AnyPath)]
    pub(crate) old: PathBuf,

    /// The build to judge.
    #[arg(value_name = "NEW", value_hint = ValueHint::AnyPath)]
    pub(crate) new: PathBuf,

    /// Output format.
    #[arg(short, long, value_enum, default_value_t = Form::Text)]
    pub(crate) format: Form,

    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// Fail if kernels use more than in the baseline, or than a budget allows.
///
/// With a baseline, every difference fails, even a better kernel, until `--update` writes it down; the next
/// change is compared with that. A worse kernel needs a reason, in `--accept` or as `accept = "…"` in the
/// kernel's entry; a reason that is no longer needed is reported. A different size of code alone fails nothing.
/// Budgets are `[[budget]]` entries of the baseline, each with a pattern of names, or options; with a baseline,
/// they judge only changes of a kernel. With `--package`, it checks the kernels that `#[launch_config]` declares
/// there, as `occupancy report` lists them.
#[derive(Debug, Args)]
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
    /// The files and folders; `-` is the standard input. Pipes and devices are read up to 1 GiB.
    #[arg(required_unless_present_any = PACKAGES, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// The baseline to compare with.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) baseline: Option<PathBuf>,

    /// Write changes to the baseline, except worse kernels without a reason.
    #[arg(long, requires = "baseline")]
    pub(crate) update: bool,

    /// Also write down worse kernels, with this reason.
    #[arg(long, value_name = "REASON", requires = "update", value_parser = reason)]
    pub(crate) accept: Option<String>,

    /// The most registers per thread.
    #[arg(long, value_name = "REGISTERS")]
    pub(crate) max_registers: Option<u64>,

    /// No spilled registers.
    #[arg(long)]
    pub(crate) no_spills: bool,

    /// The least occupancy: `0.5`, `50 %`, `1/2`.
    #[arg(long, value_name = "RATIO", value_parser = least_occupancy)]
    pub(crate) min_occupancy: Option<Ratio>,

    /// Output format.
    #[arg(short, long, value_enum, default_value_t = Form::Text)]
    pub(crate) format: Form,

    #[command(flatten)]
    pub(crate) selection: Selection,

    #[command(flatten)]
    pub(crate) packages: Packages,
}

fn reason(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("a reason says why, for whoever reads the baseline".to_owned());
    }
    Ok(text.to_owned())
}
