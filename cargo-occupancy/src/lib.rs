//! `occupancy inspect FILE`: what the GPU kernels of a file use, and how many of them an SM holds.
//! `occupancy calculate --arch h100 --threads 256 --regs 64`: the occupancy of a configuration.
//! `occupancy report --package gemm`: the kernels that `#[launch_config]` declares, as the compiler evaluates them.
//! `occupancy explain OCC012`: the page about a message of the compiler, the attribute, or a GPU.
//!
//! The package has one program under two names: `occupancy`, and `cargo-occupancy`, which cargo runs as
//! `cargo occupancy`. [`run`] runs it in this process.
//!
//! ```
//! use std::ffi::OsString;
//! use cargo_occupancy::run;
//!
//! # let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../occupancy-binary/fixtures/zstd.fatbin");
//! # /*
//! let file = "kernels.fatbin";
//! # */
//! let args = ["occupancy", "inspect", "--arch", "h100", "--kernel", "dot", "--format", "csv", file];
//! let (mut out, mut err) = (Vec::new(), Vec::new());
//! let code = run(args.map(OsString::from), &mut out, &mut err);
//! assert_eq!(code, 0);
//! assert!(String::from_utf8(out)?.contains(",\"blas::dot(int, float const*, float*)\",sm_90,"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(unsafe_code)]
#![allow(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
#![doc(html_root_url = "https://docs.rs/cargo-occupancy/0.1.0")]

mod baseline;
mod build;
mod commands;
mod comparison;
mod console;
mod content;
mod demangle;
mod markdown;
mod name;
mod output;
mod package;
mod packages;
mod read;
mod row;
mod selection;
mod spelling;
mod wrap;

use std::ffi::OsString;
use std::io::{self, Write};

use clap::Parser;
use occupancy_report::escape::visible;

use self::commands::{Args, Command};
use self::console::{Console, FOUND, Messages, Output, TROUBLE};

/// Bytes of standard output that are buffered.
const BUFFER: usize = 1 << 16;

/// Runs the program with these arguments, its name first, and returns its exit code: 0, 1 or 2, as `--help`
/// explains. If nobody reads the output any more, the code stays the same; only `inspect` ends early, with 0.
///
/// Lines have any length: only [`main`] makes them fit a terminal. A command about packages has cargo run the program of
/// this process as its compiler, so that program has to call [`main`].
pub fn run(
    args: impl IntoIterator<Item = OsString>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> u8 {
    run_at(args, out, err, None)
}

/// [`run`] with the width of the terminal behind standard output, if it is one.
fn run_at(
    args: impl IntoIterator<Item = OsString>,
    out: &mut dyn Write,
    err: &mut dyn Write,
    width: Option<usize>,
) -> u8 {
    let mut args: Vec<OsString> = args.into_iter().collect();
    // Cargo gives the name of the subcommand as well.
    if args.get(1).is_some_and(|first| first == "occupancy") {
        args.remove(1);
    }
    let parsed = Args::try_parse_from(&args).map_err(|error| {
        // The error quotes the arguments, so it is made anew of harmless ones.
        let harmless = args.iter().map(|arg| visible(&arg.to_string_lossy()));
        Args::try_parse_from(harmless).err().unwrap_or(error)
    });
    let console = &mut Console {
        out: &mut Output {
            to: out,
            // A large file takes long to list, and nobody waits for the end of the list.
            ends_early: matches!(&parsed, Ok(args) if matches!(args.command, Command::Inspect(_))),
        },
        err: Messages::new(err),
        width,
    };
    let result = match parsed {
        Ok(args) => args.command.run(console),
        Err(error) if error.use_stderr() => write!(console.err, "{error}").map(|()| TROUBLE),
        Err(error) => write!(console.out, "{error}").map(|()| FOUND),
    };
    match result.and_then(|code| console.out.flush().map(|()| code)) {
        Ok(code) => code,
        // Nobody reads the output any more (`… | head`).
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => FOUND,
        Err(error) => {
            // If nobody reads messages, the code stays the same.
            let _ = writeln!(console.err, "error: {error}");
            TROUBLE
        }
    }
}

/// [`run`] with the arguments, the output and the exit code of the process.
pub fn main() -> std::process::ExitCode {
    if let Some(code) = packages::compile() {
        return code;
    }
    let mut out = io::BufWriter::with_capacity(BUFFER, io::stdout().lock());
    let width = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.into());
    let err = &mut io::stderr().lock();
    run_at(std::env::args_os(), &mut out, err, width).into()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use unicode_width::UnicodeWidthStr;

    use super::run_at;

    /// Runs the program for a terminal of `width` columns, and returns the lines of its output.
    fn lines(args: &[&str], width: Option<usize>) -> Vec<String> {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let args = ["occupancy"].iter().chain(args).map(OsString::from);
        assert_eq!(run_at(args, &mut out, &mut err, width), 0);
        assert!(err.is_empty(), "{}", String::from_utf8_lossy(&err));
        let text = String::from_utf8(out).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn every_line_fits_the_terminal() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../occupancy-binary/fixtures/");
        let library = format!("{folder}libkernels.so");
        for (command, narrowest, shows) in [
            (&*format!("inspect -t 96 {library}"), 40, "saxpy"),
            ("calculate -a h100,b200 -t 64..=256 -r 64", 60, "H100"),
            ("calculate -a h100 -t 16x16 -r 64 --grid 500", 60, "H100"),
            ("explain", 50, "OCC012"),
            ("explain cubin", 60, "cubin"),
            ("explain h100", 60, "132"),
            ("explain sm_61", 60, "6.1"),
            ("explain 12", 50, "blocks"),
            ("explain launch_config", 50, "regs"),
        ] {
            let args: Vec<_> = command.split(' ').collect();
            let whole = lines(&args, None);
            assert!(whole.iter().any(|line| line.width() > 60), "{command}");
            for width in (narrowest..=120).step_by(20) {
                let lines = lines(&args, Some(width));
                // The code of a page keeps its lines.
                let is_code =
                    |line: &String| command.starts_with("explain ") && line.starts_with("    ");
                let fits = |line: &String| line.width() <= width || is_code(line);
                assert!(lines.iter().all(fits), "{command} at {width}: {lines:#?}");
                assert!(lines.iter().any(|line| line.contains(shows)), "{command}");
            }
            assert_eq!(lines(&args, Some(1000)), whole, "{command}");
        }
        let wide = lines(&["inspect", "-t", "96", "--wide", &library], Some(40));
        assert_eq!(
            wide[..6],
            lines(&["inspect", "-t", "96", &library], None)[..6]
        );
    }
}
