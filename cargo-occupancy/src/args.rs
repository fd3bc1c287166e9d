//! The arguments.

mod calculate;
mod compare;
mod report;
mod stated;

use std::path::PathBuf;

use clap::{Args as Arguments, Parser, Subcommand, ValueHint};
use clap_complete::Shell;

pub(crate) use self::calculate::Calculate;
pub(crate) use self::compare::{Check, Compare, WriteBaseline};
pub(crate) use self::report::{Report, ReportFormat};
use crate::output::{Column, Format, KERNELS, by_column};
use crate::selection::Selection;
use crate::topic::{Topic, topic};

/// GPU kernels and their occupancy, without a GPU and without CUDA.
#[derive(Parser)]
#[command(name = "occupancy", version, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Inspect(Inspect),
    Calculate(Box<Calculate>),
    Calculator(Calculator),
    Baseline(Box<WriteBaseline>),
    Compare(Compare),
    Check(Box<Check>),
    Report(Box<Report>),
    Explain(Explain),
    Completions(Completions),
}

/// List what the kernels of files use, and their occupancy.
///
/// Reads cubins, fat binaries, PTX, and object files, libraries and archives of Linux and Windows,
/// compressed or not, also inside of wheels and other zip files. It replaces `cuobjdump
/// --dump-resource-usage`: it prints the same figures without CUDA, and adds what the kernels were
/// compiled for, whether they spill, and how many blocks an SM holds. Four things differ on purpose. It
/// lists kernels, but not the functions that they call. If a file has a kernel both linked and unlinked,
/// it lists the linked one (`--all` lists both). Shared memory is what the kernel declares, without the
/// 1,024 bytes that the system takes and cuobjdump adds from sm_90 on. A stack that is unknown, because
/// of recursion or before linking, is marked as unknown.
///
/// The block is that of the kernel's launch bounds; `--threads` states it for kernels without launch
/// bounds. With neither, occupancy is unknown.
#[derive(Arguments)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
#[command(after_help = "\
Examples:
  occupancy inspect target/release/libkernels.so
  occupancy inspect --arch h100 --threads 256 --sort occupancy --top 10 build/
  occupancy inspect --kernel gemm --format csv bitsandbytes-*.whl

Exit codes: 0 if kernels were listed, 1 if there are no matching ones, 2 if the arguments are wrong or \
something could not be read (the rest is listed all the same).")]
pub(crate) struct Inspect {
    /// The files and folders; `-` is the standard input. Pipes and devices are read up to 1 GiB.
    #[arg(required = true, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// Also list what PTX states; by default, only for files without machine code.
    #[arg(long)]
    pub(crate) ptx: bool,

    /// Sort the kernels of all files by this column of the table, unknown values last; by default, they
    /// are in the order of the files.
    #[arg(long, value_name = "COLUMN", value_parser = by_column(&KERNELS), ignore_case = true)]
    pub(crate) sort: Option<&'static Column>,

    /// Reverse the order.
    #[arg(long, requires = "sort")]
    pub(crate) reverse: bool,

    /// Print only the first kernels.
    #[arg(long, value_name = "KERNELS")]
    pub(crate) top: Option<usize>,

    /// Output format.
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,

    /// Print all columns and whole names, even if the terminal is too narrow. Files and pipes always get
    /// them.
    #[arg(short, long)]
    pub(crate) wide: bool,

    /// Print names as they are in the file, not as in the source.
    #[arg(short, long)]
    pub(crate) mangled: bool,

    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// Write a page that calculates occupancy in a browser.
///
/// The page is one file and needs no server. It has sliders for what `occupancy calculate` takes, the charts of the
/// documentation, what would change the result, refusals in the compiler's words, the configuration as an attribute,
/// and a link that keeps it. It sends nothing.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Examples:
  occupancy calculator > calculator.html
  occupancy calculator --output calculator.html

Exit codes: 0 if the page was written, 2 if it could not be.")]
pub(crate) struct Calculator {
    /// The file to write; by default, the page goes to standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
}

/// Explain a message of the compiler, an argument of the attribute, or a GPU.
///
/// Prints the page of the documentation for a code: what the message means, an example, the fix, and where
/// the rule comes from. For `launch_config`, it prints the arguments and warnings of the attribute; for the
/// name of one, only that one; for a GPU, its limits. Without a topic, it lists all messages.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Examples:
  occupancy explain OCC012           a message; 12 is enough
  occupancy explain launch_config    the arguments of the attribute
  occupancy explain min_blocks       one argument
  occupancy explain register_cliff   a warning
  occupancy explain h100             the limits of a GPU, or of a compute capability: 9.0")]
pub(crate) struct Explain {
    /// A code, `launch_config`, an argument, a warning, or a GPU.
    #[arg(value_name = "TOPIC", value_parser = topic)]
    pub(crate) topic: Option<Topic>,
}

/// Print the script with which a shell completes the arguments.
///
/// Shells read it when they start, for example:
///
///   bash        occupancy completions bash > ~/.local/share/bash-completion/completions/occupancy
///   zsh         occupancy completions zsh > FOLDER/_occupancy, in a folder of $fpath
///   fish        occupancy completions fish > ~/.config/fish/completions/occupancy.fish
///   powershell  occupancy completions powershell >> $PROFILE
///   elvish      occupancy completions elvish >> ~/.config/elvish/rc.elv
#[derive(Debug, Arguments)]
#[command(
    verbatim_doc_comment,
    about = "Print the script with which a shell completes the arguments"
)]
pub(crate) struct Completions {
    /// The shell.
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

#[cfg(test)]
mod tests {
    use clap::{Arg, Args as _, Command, CommandFactory};

    use super::Args;
    use crate::selection::{Packages, Selection};

    #[test]
    fn the_command_line_holds_together() {
        Args::command().debug_assert();
    }

    #[test]
    fn own_options_come_first_and_headings_hold_what_they_say() {
        let shared = [
            Selection::augment_args(Command::new("files")),
            Packages::augment_args(Command::new("packages")),
        ];
        let place = |option: &Arg| {
            let heading = option.get_help_heading()?;
            Some((heading.to_owned(), option.get_id().to_string()))
        };
        let shared: Vec<Vec<_>> = shared
            .iter()
            .map(|group| {
                group
                    .get_arguments()
                    .map(|option| place(option).unwrap())
                    .collect()
            })
            .collect();
        for command in Args::command().get_subcommands() {
            let places: Vec<_> = command.get_arguments().map(place).collect();
            let own = places.iter().take_while(|place| place.is_none()).count();
            let mut others = places[own..].iter().map(|place| place.clone().unwrap());
            let groups = shared
                .iter()
                .filter(|group| places.contains(&Some(group[0].clone())));
            let expected: Vec<_> = groups.flatten().cloned().collect();
            assert_eq!(
                others.by_ref().collect::<Vec<_>>(),
                expected,
                "{}",
                command.get_name()
            );
        }
    }

    /// Long lines are wrapped, and nobody copies half a command.
    #[test]
    fn examples_are_one_line_each() {
        for command in Args::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string);
            let help = help.unwrap_or_default();
            let mut examples = help.lines().filter(|line| line.starts_with("  "));
            assert!(examples.all(|line| line.chars().count() <= 100), "{help}");
        }
    }
}
