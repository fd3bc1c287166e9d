//! Occupancy as a filter, for autotuners in any language: launch configurations come in as CSV, and
//! go out with the occupancy of each beside it.
//!
//! ```text
//! $ printf 'id,arch,threads,regs\n7,h100,256,64\n8,h100,256,96\n' | cargo run -q --example sweep
//! id,arch,threads,regs,status,active_blocks,limit_regs,limit_smem,limit_warps,limit_blocks,limit_barriers,limit_virtual,regs_per_block,smem_per_block
//! 7,h100,256,64,0,4,4,228,8,32,,,16384,1024
//! 8,h100,256,96,0,2,2,228,8,32,,,24576,1024
//! ```
//!
//! No GPU and no CUDA is needed, and a row costs a fraction of a microsecond, so a search over
//! millions of configurations can drop what cannot run well before it compiles anything. What the
//! columns mean, and what becomes of a faulty row, is in the text that `--help` prints: [`HELP`].
//!
//! # Decisions
//!
//! - **A row comes back byte for byte**, quotes and all, with the results behind it; only its line
//!   ending becomes `\n`. Columns that are not known are carried along, so a row can have an
//!   identifier.
//! - **A misspelt column is refused.** Carried along like any unknown one, `smen` would make every
//!   answer too good without a word. Only a name close to a known column that is
//!   *missing* is refused; beside the known one it is an ordinary extra column.
//! - **An empty field is an absent one**: it takes the default of its column, since libraries that
//!   write tables write a missing value so. An `optin` written as `True` or registers written as
//!   `64.0` are refused, not interpreted.
//! - **A bad row has no answer.** It is missing from the output, so nothing can mistake it for a
//!   result, and each of its faults is a line of standard error.
//! - **No answer is held back** while the filter waits for more input, so it can also run beside a
//!   tuner that writes one row, reads the answer and thinks about the next.

mod columns;
mod filter;
mod gpu;
mod records;

use std::env;
use std::io::{self, BufReader, ErrorKind, Write as _};
use std::process::ExitCode;

pub(crate) use filter::{Outcome, run};

/// What `--help` prints.
pub(crate) const HELP: &str = "\
The occupancy of CUDA launch configurations, without a GPU.

    sweep < configurations.csv > occupancy.csv

Standard input is CSV with a header. Columns are known by name, in any order, and are named as the
arguments of `#[launch_config(...)]`:

    arch         GPU, such as h100, rtx4090 or \"NVIDIA A100-SXM4-40GB\", or compute capability, such
                 as 9.0 or sm_90
    threads      threads a block
    regs         registers per thread
    smem         shared memory that the launch asks for, bytes per block   (0)
    static_smem  shared memory that the kernel declares, bytes per block   (0)
    carveout     shared-memory preference in percent, -1: default        (-1)
    barriers     named barriers that the kernel uses, 0: unknown         (0)

and, which the attribute has none for:

    optin        1: may use more than 48 KiB of shared memory, 0: not    (1)
    virtual      virtual resources that the kernel uses                  (0)

`arch`, `threads` and `regs` are required. The others take the default in parentheses where the
column is absent or the field is empty. Any other column is passed on, unless its name is close to
that of a known column that is missing, or another word for it: `cc`, `dynamic_smem`.

Standard output has the rows as they were, and behind each the columns

    status          0; 1 where there is nothing to calculate: no threads, or a carve-out that is
                    neither -1 nor 0 to 100, and then the columns after it are empty
    active_blocks   resident blocks per SM
    limit_regs      blocks per SM that the registers allow; empty: unlimited
    limit_smem      the same for shared memory
    limit_warps     the same for warp slots
    limit_blocks    the same for block slots
    limit_barriers  the same for named barriers
    limit_virtual   the same for virtual resources
    regs_per_block  registers that a block is given
    smem_per_block  shared memory that a block is given, bytes, with what the system reserves

A row that cannot be read (a word for a number, an unknown GPU, a field too many) is left out of
standard output. Standard error has its line number and what is wrong. Blank lines are left out.

Exit status: 0 where every row was answered, 1 where a row was bad, 2 where the header, the command
line or a stream was.
";

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    match arguments.as_slice() {
        [] => {}
        [argument] if argument == "--help" || argument == "-h" => {
            return exit_code(io::stdout().write_all(HELP.as_bytes()).map(|()| 0));
        }
        [argument, ..] => {
            let argument = argument.display();
            complain(format_args!(
                "unexpected argument `{argument}`; see `--help`"
            ));
            return ExitCode::from(2);
        }
    }
    // Reads of the size of a pipe.
    let input = BufReader::with_capacity(64 * 1024, io::stdin().lock());
    let outcome = run(input, io::stdout().lock(), io::stderr().lock());
    exit_code(outcome.map(Outcome::exit_status))
}

/// The exit code of a status, or of a stream that failed.
fn exit_code(status: io::Result<u8>) -> ExitCode {
    match status {
        Ok(status) => ExitCode::from(status),
        // `sweep | head`: whoever reads has enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain(error);
            ExitCode::from(2)
        }
    }
}

/// Prints a line to standard error, if that can still be written.
fn complain(what: impl std::fmt::Display) {
    // Nobody is left to tell of a failure.
    let _ = writeln!(io::stderr(), "sweep: {what}");
}
