//! The arguments of `occupancy calculate`.

use clap::Args;
use occupancy_core::{Lint, Ratio};

use super::lists::{self, Block, List};
use crate::dims::Dims;
use crate::named_arch::{NamedArch, named_arch};
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
  occupancy calculate --arch h100,b200 --threads 16x16 --regs 72 --smem 32768 --min-blocks 3 --explain
  occupancy calculate --arch rtx4090 --threads auto --regs 40 --elements 10000000
  occupancy calculate --arch h100 --threads 64..=1024 --regs 32,64,128 --sort occupancy --top 10
  occupancy calculate --arch h100 --threads 256 --regs 32..=128:8 --format json

Exit codes: 0 if a configuration passes, 1 if none does, 2 if the arguments are wrong.")]
pub(crate) struct Calculate {
    /// The GPUs: devices (`h100`), MIG instances (`h100:1g.10gb`) or compute capabilities (`9.0`, `sm_90`). A
    /// configuration has to pass on all of them.
    #[arg(short, long, value_name = "GPU", required = true, value_delimiter = ',', value_parser = named_arch)]
    pub(crate) arch: Vec<NamedArch>,

    /// The block: `256`, `16x16`, `(8, 8, 4)`, `64..=1024`, or the best of a range: `auto`, `auto(64..=512)`.
    #[arg(short, long, value_name = "THREADS", value_parser = lists::blocks)]
    pub(crate) threads: List<Block>,

    /// 32-bit registers per thread.
    #[arg(short, long, value_name = "REGISTERS", value_parser = lists::numbers)]
    pub(crate) regs: List<u32>,

    /// Bytes of dynamic shared memory per block.
    #[arg(short, long, value_name = "BYTES", default_value = "0", value_parser = lists::numbers)]
    pub(crate) smem: List<u32>,

    /// Bytes of shared memory per block that the kernel declares.
    #[arg(long, value_name = "BYTES", default_value = "0", value_parser = lists::numbers)]
    pub(crate) static_smem: List<u32>,

    /// Named barriers that the kernel uses.
    #[arg(long, value_name = "BARRIERS", default_value = "0", value_parser = lists::numbers)]
    pub(crate) barriers: List<u32>,

    /// Percent of the SM's largest shared memory that the launch side prefers.
    #[arg(long, value_name = "PERCENT", value_parser = lists::numbers)]
    pub(crate) carveout: Option<List<u32>>,

    /// Blocks of a thread block cluster: `2`, `2x2`.
    #[arg(long, value_name = "BLOCKS", value_parser = lists::extents)]
    pub(crate) cluster: Option<List<Dims>>,

    /// The grid, for waves and the tail: `1000`, `64x64`.
    #[arg(long, value_name = "BLOCKS", value_parser = lists::extents, conflicts_with = "elements")]
    pub(crate) grid: Option<List<Dims>>,

    /// Elements that the grid is made for.
    #[arg(long, value_name = "ELEMENTS", value_parser = lists::large_numbers)]
    pub(crate) elements: Option<List<u64>>,

    /// Elements that each thread works on.
    #[arg(long, value_name = "ELEMENTS", default_value = "1", value_parser = lists::numbers)]
    pub(crate) items_per_thread: List<u32>,

    /// Demand this many resident blocks per SM.
    #[arg(long, value_name = "BLOCKS")]
    pub(crate) min_blocks: Option<u32>,

    /// Demand an occupancy: `0.5`, `50 %`, `1/2`.
    #[arg(long, value_name = "RATIO", value_parser = lists::ratio)]
    pub(crate) min_occupancy: Option<Ratio>,

    /// Demand a tail efficiency of the grid: `0.9`, `90 %`, `9/10`.
    #[arg(long, value_name = "RATIO", value_parser = lists::ratio)]
    pub(crate) tail_efficiency: Option<Ratio>,

    /// Accept a partial warp, or silence a warning.
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = allowed)]
    pub(crate) allow: Vec<Allowed>,

    /// Ask for a warning that is silent by default.
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = warning)]
    pub(crate) warn: Vec<Lint>,

    /// Make a warning an error.
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = warning)]
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
}

/// What `--allow` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Allowed {
    PartialWarp,
    Warning(Lint),
}

fn allowed(name: &str) -> Result<Allowed, String> {
    if name == "partial_warp" {
        return Ok(Allowed::PartialWarp);
    }
    warning(name).map(Allowed::Warning)
}

fn warning(name: &str) -> Result<Lint, String> {
    let mut all = about_launches();
    all.find(|lint| lint.name() == name).ok_or_else(|| {
        let names: Vec<_> = about_launches().map(Lint::name).collect();
        format!("no warning has this name; there are {}", names.join(", "))
    })
}

/// The warnings about a configuration whose compiled code is not looked at.
pub(crate) fn about_launches() -> impl Iterator<Item = Lint> {
    let compiled = [
        Lint::Spills,
        Lint::UnknownStack,
        Lint::RegisterCap,
        Lint::Relocatable,
        Lint::BarrierLimit,
    ];
    let mut all = Lint::ALL.to_vec();
    all.retain(|lint| !compiled.contains(lint));
    all.into_iter()
}
