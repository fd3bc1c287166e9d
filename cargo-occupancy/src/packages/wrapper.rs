//! This program as cargo's compiler: it runs the compiler as cargo asks, then once more for the records.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, io};

use occupancy_core::text::RECORD;
use occupancy_report::compiler::{answer, arguments};
use serde_json::json;

/// The environment variable that is set if this program is run as the compiler.
pub(super) const VARIABLE: &str = "OCCUPANCY_WRAPS_RUSTC";

/// The cargo that runs this program as its subcommand, or else that of the path.
pub(super) fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Runs the compiler if cargo runs this program as one; otherwise, `None`.
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

/// Writes the records as messages of the compiler: `PACKAGE IS_UNIT_TEST RECORD`.
fn write_records(rustc: &Path) -> io::Result<()> {
    let arguments = arguments().unwrap_or_default();
    // Without it, cargo asks the compiler about itself.
    if !arguments.iter().any(|argument| argument == "--out-dir") {
        return Ok(());
    }
    let is_unit_test = arguments.iter().any(|argument| argument == "--test");
    let package = env::var("CARGO_PKG_NAME").unwrap_or_default();
    let of_crate = without_outputs(arguments.get(1..).unwrap_or_default());
    for line in answer(rustc, &of_crate)?.lines() {
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

/// The arguments of the compiler without those about its outputs.
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
