//! `occupancy report`: the kernels that packages declare, as the compiler evaluates them.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use crate::console::{Console, exit_code};
use crate::content::write_to;
use crate::name::{Name, retain_named};
use crate::output::{DECLARATIONS, Format, List, markdown_page};
use crate::packages::{declarations, path};
use crate::selection::{self, Packages};

/// List every kernel that `#[launch_config]` declares in a package, with its occupancy.
///
/// It asks the compiler, which evaluates the constants, so it lists what the build checks. That includes kernels
/// that macros generate, that are private, that are inside of functions, or that nothing calls. Nothing is run,
/// and dependencies are compiled as by `cargo check`. Errors of the package are shown as cargo shows them.
#[derive(Args)]
#[command(after_help = "\
Examples:
  occupancy report
  occupancy report --package gemm --features cuda
  occupancy report --workspace --tests --format json
  occupancy report --format markdown >> \"$GITHUB_STEP_SUMMARY\"

Exit codes: 0 if kernels were listed, 1 if there are no matching ones, 2 if the arguments are wrong or the package \
does not compile (the rest is listed all the same).")]
pub(crate) struct Report {
    /// Only kernels with this path; if there are none, those with this in their path. May be repeated.
    #[arg(short, long, value_name = "NAME", value_parser = selection::name)]
    kernel: Vec<Name>,

    /// The file to write; by default, the report goes to standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// Output format.
    #[arg(short, long, value_enum, default_value_t = ReportFormat::Table)]
    format: ReportFormat,

    /// Print all columns and whole names, even if the terminal is too narrow.
    #[arg(short, long)]
    wide: bool,

    #[command(flatten)]
    packages: Packages,
}

/// The format of a report.
#[derive(Clone, Copy, ValueEnum)]
enum ReportFormat {
    /// For people.
    Table,
    /// An array of objects.
    Json,
    /// For a pull request.
    Markdown,
}

impl Report {
    pub(super) fn run(&self, console: &mut Console<'_>) -> io::Result<u8> {
        let Console { out, err, width } = console;
        let (mut all, errors) = declarations(&self.packages, err)?;
        retain_named(&self.kernel, &mut all, |it| vec![path(&it.row)]);
        let is_empty = all.is_empty();
        let mut text = Vec::new();
        match self.format {
            ReportFormat::Markdown => text = markdown_page(&all).into_bytes(),
            ReportFormat::Table | ReportFormat::Json => {
                let mut list = List {
                    format: match self.format {
                        ReportFormat::Json => Format::Json,
                        _ => Format::Table,
                    },
                    columns: &DECLARATIONS,
                    width: width.filter(|_| !self.wide && self.output.is_none()),
                    ..List::default()
                };
                list.begin(&mut text)?;
                list.rows(all.into_iter().map(|it| it.row).collect(), &mut text)?;
                list.finish(&mut text)?;
            }
        }
        write_to(self.output.as_deref(), &text, out)?;
        out.flush()?;
        if is_empty && errors.is_empty() {
            writeln!(err, "no matching kernels with `#[launch_config]`")?;
        }
        Ok(exit_code(!errors.is_empty(), is_empty))
    }
}
