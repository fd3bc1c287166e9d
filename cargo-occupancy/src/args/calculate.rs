//! The arguments of `occupancy calculate`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use occupancy_calculator::{Block, Dims, Levels, List, NamedArch, On, lint, values};
use occupancy_core::kernel::{LatencyDemand, StatedTile};
use occupancy_core::{Lint, Ratio};

use super::integers::Integers;
use crate::output::{CalculatedColumn, Format};

/// Calculate the occupancy of a launch configuration.
///
/// Takes the arguments of `#[launch_config(…)]` by their names, and checks them as the compiler does: what
/// would not compile is an error, with the numbers that decide and values that pass. Each argument takes
/// one value, several (`--regs 32,64,128`) or a range (`--regs 32..=128:8`, every eighth number); a range of
/// threads is in whole warps. All combinations are calculated.
#[derive(Debug, Args)]
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

    /// The block: `256`, `16x16`, `(8, 8, 4)`, `64..=1024`, or the best of a range: `auto`, `auto(64..=512)`.
    #[arg(short, long, value_name = "THREADS", value_parser = values::blocks)]
    pub(crate) threads: List<Block>,

    /// 32-bit registers per thread; with `--cubin`, those of the machine code.
    #[arg(
        short,
        long,
        value_name = "REGISTERS",
        required_unless_present = "cubin"
    )]
    regs: (),

    /// Bytes of dynamic shared memory per block.
    #[arg(short, long, value_name = "BYTES", default_value = "0")]
    smem: (),

    /// Bytes of shared memory per block that the kernel declares.
    #[arg(long, value_name = "BYTES")]
    static_smem: (),

    /// Named barriers that the kernel uses.
    #[arg(long, value_name = "BARRIERS")]
    barriers: (),

    /// The file with the kernel's machine code: a cubin, or a fat binary. It states the registers, static shared
    /// memory and barriers that are left out, and may not use more than those that are stated.
    #[arg(long, value_name = "FILE", requires = "kernel", conflicts_with = "ptx", value_hint = ValueHint::FilePath)]
    pub(crate) cubin: Option<PathBuf>,

    /// The file with the kernel's PTX, which states all of that but the registers.
    #[arg(long, value_name = "FILE", requires = "kernel", value_hint = ValueHint::FilePath)]
    pub(crate) ptx: Option<PathBuf>,

    /// The kernel in that file, by its name in the source or its symbol.
    #[arg(long, value_name = "NAME")]
    pub(crate) kernel: Option<String>,

    /// Percent of the SM's largest shared memory that the launch side prefers.
    #[arg(long, value_name = "PERCENT")]
    carveout: (),

    /// Blocks of a thread block cluster: `2`, `2x2`.
    #[arg(long, value_name = "BLOCKS", value_parser = values::extents)]
    pub(crate) cluster: Option<List<Dims>>,

    /// The grid, for waves and the tail: `1000`, `64x64`.
    #[arg(long, value_name = "BLOCKS", value_parser = values::extents, conflicts_with = "elements")]
    pub(crate) grid: Option<List<Dims>>,

    /// Elements that the grid is made for.
    #[arg(long, value_name = "ELEMENTS")]
    elements: (),

    /// Elements that each thread works on.
    #[arg(long, value_name = "ELEMENTS", default_value = "1")]
    items_per_thread: (),

    /// SMs that the kernel gets of the GPU, if it shares it.
    #[arg(long, value_name = "SMS")]
    sms: (),

    /// Demand this many resident blocks per SM.
    #[arg(long, value_name = "BLOCKS")]
    min_blocks: (),

    /// Accept this many resident blocks per SM at most.
    #[arg(long, value_name = "BLOCKS")]
    max_blocks: (),

    /// Demand an occupancy: `0.5`, `50 %`, `1/2`.
    #[arg(long, value_name = "RATIO", value_parser = values::ratio)]
    pub(crate) min_occupancy: Option<Ratio>,

    /// Demand a tail efficiency of the grid: `0.9`, `90 %`, `9/10`.
    #[arg(long, value_name = "RATIO", value_parser = values::ratio)]
    pub(crate) tail_efficiency: Option<Ratio>,

    /// Demand that the resident warps hide a latency, keep memory busy, or both: `cycles=400,instructions=60`,
    /// `bytes=16`.
    #[arg(long, value_name = "DEMAND", value_parser = values::hides)]
    pub(crate) hides: Option<LatencyDemand>,

    /// The tile of a matrix product that a block computes, which gives `--smem` where it is not stated:
    /// `m=128,n=128,k=64,stages=3,a=2,b=2`.
    #[arg(long, value_name = "TILE", value_parser = values::tile)]
    pub(crate) tile: Option<StatedTile>,

    /// Say that few resident warps are intended, and why: `low_occupancy, accumulators in registers`.
    #[arg(long, value_name = "INTENT", value_parser = values::intent)]
    pub(crate) intent: Option<String>,

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
    #[arg(long, value_name = "COLUMN", value_enum, ignore_case = true)]
    pub(crate) sort: Option<CalculatedColumn>,

    /// Sort the other way round.
    #[arg(long, requires = "sort")]
    pub(crate) reverse: bool,

    /// Print only the first rows; without `--sort`, those of the highest occupancy.
    #[arg(long, value_name = "ROWS")]
    pub(crate) top: Option<usize>,

    /// Output format.
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,

    // Has the values of the integers above, whose fields have none, and stands behind them to find them.
    #[command(flatten)]
    pub(crate) integers: Integers,
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
    NamedArch::find_as(text, "--arch ")
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
