//! What cargo runs in place of the compiler: this program, which compiles the crate as it is told to, and asks the
//! compiler once more for the records.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, io};

use occupancy_core::text::RECORD;
use occupancy_report::compiler::{answer, arguments};
use serde_json::json;

/// Set where this program is run as the compiler.
pub(super) const VARIABLE: &str = "OCCUPANCY_WRAPS_RUSTC";

/// Cargo: the one that runs this program as its subcommand, or that of the path.
pub(super) fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Runs the compiler if cargo asks for that, with the compiler and its arguments; `None` if nobody does.
pub(crate) fn compile() -> Option<ExitCode> {
    env::var_os(VARIABLE)?;
    Some(compiled().unwrap_or_else(|error| {
        eprintln!("error: the compiler cannot be run: {error}");
        ExitCode::FAILURE
    }))
}

fn compiled() -> io::Result<ExitCode> {
    let mut arguments = env::args_os().skip(1);
    let rustc = arguments.next().unwrap_or_default();
    let status = Command::new(&rustc).args(arguments).status()?;
    write_records(rustc.as_ref())?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Writes the records as messages of the compiler, after the package, and whether it has its unit tests.
fn write_records(rustc: &Path) -> io::Result<()> {
    let arguments = arguments().unwrap_or_default();
    // Else cargo asks the compiler about itself.
    if !arguments.iter().any(|argument| argument == "--out-dir") {
        return Ok(());
    }
    let is_unit_test = arguments.iter().any(|argument| argument == "--test");
    let package = env::var("CARGO_PKG_NAME").unwrap_or_default();
    let without_outputs = without_outputs(arguments.get(1..).unwrap_or_default());
    for line in answer(rustc, &without_outputs)?.lines() {
        if let Some(at) = line.find(RECORD) {
            let message = json!({
                "message": format!("{package} {is_unit_test} {}", &line[at..]),
                "level": "note",
                "spans": [],
                "children": [],
            });
            eprintln!("{message}");
        }
    }
    Ok(())
}

/// The arguments of the compiler, without what it writes and where.
fn without_outputs(arguments: &[String]) -> Vec<String> {
    let written = ["--emit=", "--error-format=", "--json="];
    let mut kept = Vec::new();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let starts_with = |start: &str| argument.starts_with(start);
        if argument == "--out-dir" {
            arguments.next();
        } else if starts_with("incremental=") {
            // The `-C` before it.
            kept.pop();
        } else if !written.into_iter().any(starts_with) {
            kept.push(argument.clone());
        }
    }
    kept
}
