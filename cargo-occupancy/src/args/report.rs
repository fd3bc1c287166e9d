//! The arguments of `occupancy report`.

use clap::{Args, ValueEnum};

use crate::name::Name;
use crate::selection::{self, Packages};

/// List every kernel that `#[launch_config]` declares in a package, with its occupancy.
///
/// It asks the compiler, which evaluates the constants, so it lists what the build checks. That includes kernels
/// that macros generate, that are private, that are inside of functions, or that nothing calls. Nothing is run,
/// and dependencies are compiled as by `cargo check`. Errors of the package are shown as cargo shows them.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  occupancy report
  occupancy report --package gemm --features cuda
  occupancy report --workspace --tests --format json
  occupancy report --format html > kernels.html
  occupancy report --format markdown >> \"$GITHUB_STEP_SUMMARY\"

Exit codes: 0 if kernels were listed, 1 if there are no matching ones, 2 if the arguments are wrong or the package \
does not compile (the rest is listed all the same).")]
pub(crate) struct Report {
    /// Only kernels with this path; if there are none, those with this in their path. May be repeated.
    #[arg(short, long, value_name = "NAME", value_parser = selection::name)]
    pub(crate) kernel: Vec<Name>,

    /// Output format.
    #[arg(short, long, value_enum, default_value_t = ReportFormat::Table)]
    pub(crate) format: ReportFormat,

    /// Print all columns and whole names, even if the terminal is too narrow.
    #[arg(short, long)]
    pub(crate) wide: bool,

    #[command(flatten)]
    pub(crate) packages: Packages,
}

/// The output of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people.
    Table,
    /// An array of objects.
    Json,
    /// For a pull request.
    Markdown,
    /// A single page with drawings, and a table that can be sorted.
    Html,
}
