//! The arguments of `occupancy calculate`.

use clap::Args;
use occupancy_core::Lint;
use occupancy_report::calculator::{Levels, NamedArch, On, lint};

use super::stated::Stated;
use crate::output::{CALCULATIONS, Column, Format, by_column};

/// Calculate the occupancy of a launch configuration.
///
/// Takes the arguments of `#[launch_config(…)]` by their names, and checks them as the compiler does: what
/// would not compile is an error, with the numbers that decide and values that pass. Each argument takes
/// one value, several (`--regs 32,64,128`) or a range (`--regs 32..=128:8`, every eighth number); a range of
/// threads is in whole warps. All combinations are calculated.
#[derive(Args)]
#[command(after_help = "\
Examples:
  occupancy calculate --arch h100 --threads 256 --regs 64
  occupancy calculate --arch h100,b200 --threads 16x16 --regs 72 --min-blocks 3 --explain
  occupancy calculate --arch rtx4090 --threads auto --regs 40 --elements 10000000
  occupancy calculate --arch h100 --threads 64..=1024 --regs 32,64,128 --sort occupancy --top 10
  occupancy calculate --arch h100 --threads 256 --regs 32..=128:8 --format json
  occupancy calculate --arch a100,b200 --threads 256 --regs 64 --on 'b200, regs = 128'
  occupancy calculate --arch h100 --threads 256 --regs 64 --hides cycles=400,instructions=60
  occupancy calculate --arch h100 --threads 256 --cubin saxpy.cubin --kernel saxpy

Exit codes: 0 if a configuration passes, 1 if none does, 2 if the arguments are wrong.")]
pub(crate) struct Calculate {
    /// The GPUs: devices (`h100`), MIG instances (`h100:1g.10gb`) or compute capabilities (`9.0`, `sm_90`). A
    /// configuration has to pass on all of them.
    #[arg(short, long, value_name = "GPU", required = true, value_delimiter = ',', value_parser = arch)]
    pub(crate) arch: Vec<NamedArch>,

    #[command(flatten)]
    pub(crate) stated: Stated,

    /// Other values for one GPU of the list: `b200, threads = 512, regs = 128`. Can be repeated.
    #[arg(long, value_name = "GPU, ARGUMENTS", value_parser = On::parse)]
    pub(crate) on: Vec<On>,

    /// Accept a partial warp, or silence a warning.
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = allowed)]
    pub(crate) allow: Vec<Allowed>,

    /// Ask for a warning that is silent by default.
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = lint)]
    pub(crate) warn: Vec<Lint>,

    /// Make a warning an error.
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = lint)]
    pub(crate) deny: Vec<Lint>,

    /// Print each refusal and warning as the compiler would, with the attribute.
    #[arg(long)]
    pub(crate) explain: bool,

    /// Sort by this column, the best first; what is not known comes last.
    #[arg(long, value_name = "COLUMN", value_parser = by_column(&CALCULATIONS), ignore_case = true)]
    pub(crate) sort: Option<&'static Column>,

    /// Sort the other way round.
    #[arg(long, requires = "sort")]
    pub(crate) reverse: bool,

    /// Print only the first rows; without `--sort`, those of the highest occupancy.
    #[arg(long, value_name = "ROWS")]
    pub(crate) top: Option<usize>,

    /// Output format.
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}

/// What `--allow` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Allowed {
    PartialWarp,
    Warning(Lint),
}

impl Calculate {
    /// The levels of warnings.
    pub(crate) fn levels(&self) -> Levels {
        let mut levels = Levels::default();
        for allowed in &self.allow {
            match allowed {
                Allowed::PartialWarp => levels.partial_warp_allowed = true,
                Allowed::Warning(lint) => levels.allow.push(*lint),
            }
        }
        levels.warn.clone_from(&self.warn);
        levels.deny.clone_from(&self.deny);
        levels
    }
}

fn arch(text: &str) -> Result<NamedArch, String> {
    NamedArch::find(text, "--arch ")
}

fn allowed(name: &str) -> Result<Allowed, String> {
    if name == "partial_warp" {
        return Ok(Allowed::PartialWarp);
    }
    lint(name).map(Allowed::Warning)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use crate::args::Args;
    use crate::topic;

    /// Arguments that describe the launch type, not a launch.
    const OF_THE_TYPE: [&str; 3] = ["name", "docs", "crate"];

    #[test]
    fn every_argument_of_the_attribute_has_an_option() {
        let command = Args::command();
        let command = command.find_subcommand("calculate").unwrap();
        let has = |name: &str| {
            command
                .get_arguments()
                .any(|argument| argument.get_id() == name)
        };
        let names: Vec<_> = topic::arguments().map(|(name, _)| name).collect();
        assert!(names.len() > 20);
        for name in names.into_iter().filter(|name| !OF_THE_TYPE.contains(name)) {
            assert!(has(name), "{name}");
        }
    }
}
