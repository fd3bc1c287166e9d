//! The arguments.

use std::path::PathBuf;

use clap::{Args as Arguments, Parser, Subcommand, ValueEnum};
use occupancy_core::Arch;

/// GPU kernels and their occupancy, without a GPU and without CUDA.
#[derive(Debug, Parser)]
#[command(name = "occupancy", version, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Inspect(Inspect),
}

/// List what the kernels of a file use, and their occupancy.
///
/// Reads cubins, fat binaries, PTX, and object files, libraries and archives of Linux and Windows,
/// compressed or not. In the place of `cuobjdump --dump-resource-usage` it lists the same figures
/// without CUDA, and with them what the kernels were compiled for, whether they spill, and how many
/// blocks an SM holds. Three things differ on purpose: it lists kernels, and not the functions that
/// they call; shared memory is what the kernel declares, without the 1,024 bytes that the system takes
/// and cuobjdump adds from sm_90 on; and a stack that is not known, by recursion or before linking, is
/// said to be so.
///
/// The block is that of the kernel's launch bounds; `--threads` states it for kernels without any. With
/// neither, occupancy is unknown.
#[derive(Debug, Arguments)]
#[command(after_help = "\
Exit codes: 0 if kernels were listed, 1 if none is what was asked for, 2 if the arguments are wrong or \
something could not be read (the rest is listed all the same).")]
pub(crate) struct Inspect {
    /// The files.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Only kernels with this in their symbol or in their name in the source; may be repeated.
    #[arg(short, long, value_name = "NAME")]
    pub(crate) kernel: Vec<String>,

    /// Only what is for this GPU: `sm_90`, `9.0`, `h100`; may be repeated. The rest is not even
    /// decompressed.
    #[arg(short, long, value_name = "ARCH", value_parser = compute_capability)]
    pub(crate) arch: Vec<(u32, u32)>,

    /// Threads of a block, for kernels without launch bounds: `256`, or `16,16` in x, y and z.
    #[arg(short, long, value_name = "THREADS", value_parser = block)]
    pub(crate) threads: Option<(u32, u32, u32)>,

    /// Bytes of dynamic shared memory of a block, which no binary states.
    #[arg(short, long, value_name = "BYTES", default_value_t = 0)]
    pub(crate) smem: u32,

    /// Also list what PTX states; by default only of files that have no machine code.
    #[arg(long)]
    pub(crate) ptx: bool,

    /// What the output is.
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,

    /// Names as they are in the file, and not as in the source.
    #[arg(short, long)]
    pub(crate) mangled: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Table,
    /// Comma-separated values, with a header.
    Csv,
    /// An array of objects.
    Json,
}

/// A compute capability by its number, also one that is not known, or a GPU by its name.
fn compute_capability(text: &str) -> Result<(u32, u32), String> {
    if let Some((major, minor)) = text.split_once('.')
        && let (Ok(major), Ok(minor)) = (major.parse(), minor.parse())
    {
        return Ok((major, minor));
    }
    let number = ["sm_", "compute_"]
        .iter()
        .find_map(|prefix| text.strip_prefix(prefix))
        .unwrap_or(text)
        .trim_end_matches(['a', 'f']);
    if (2..=3).contains(&number.len())
        && let Ok(number) = number.parse::<u32>()
    {
        return Ok((number / 10, number % 10));
    }
    let arch = Arch::find(text).map_err(|unknown| unknown.to_string())?;
    let cc = arch.compute_capability();
    Ok((cc.major, cc.minor))
}

/// One to three numbers from 1 on.
fn block(text: &str) -> Result<(u32, u32, u32), String> {
    let mut dims = [1; 3];
    let parts: Vec<&str> = text.split([',', 'x']).collect();
    if parts.len() > dims.len() {
        return Err("a block has x, y and z".to_owned());
    }
    for (dim, part) in dims.iter_mut().zip(parts) {
        *dim = part
            .trim()
            .parse()
            .ok()
            .filter(|&dim| dim > 0)
            .ok_or("it is `256`, `16,16` or `8,8,4`")?;
    }
    Ok((dims[0], dims[1], dims[2]))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::{Args, block, compute_capability};

    #[test]
    fn the_command_line_holds_together() {
        Args::command().debug_assert();
    }

    #[test]
    fn archs() {
        for text in ["sm_90", "sm_90a", "compute_90", "9.0", "90", "h100", "H100"] {
            assert_eq!(compute_capability(text), Ok((9, 0)), "{text}");
        }
        assert_eq!(compute_capability("sm_107"), Ok((10, 7)));
        assert_eq!(compute_capability("sm_100f"), Ok((10, 0)));
        for text in ["", "h1000", "sm_", "9.", "sm_9"] {
            assert!(compute_capability(text).is_err(), "{text}");
        }
    }

    #[test]
    fn blocks() {
        assert_eq!(block("256"), Ok((256, 1, 1)));
        assert_eq!(block("16, 16"), Ok((16, 16, 1)));
        assert_eq!(block("8x8x4"), Ok((8, 8, 4)));
        for text in ["", "0", "1,", "1,2,3,4", "-1", "a"] {
            assert!(block(text).is_err(), "{text}");
        }
    }
}
