//! What cargo runs in place of the compiler: this program, which compiles the crate as it is told to, and asks the
//! compiler once more for the records.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs, io};

use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use occupancy_core::text::RECORD;

/// Set where this program is run as the compiler.
const VARIABLE: &str = "OCCUPANCY_WRAPS_RUSTC";

/// A check by cargo that hands out the records of the packages of the workspace, also of those that others need.
///
/// Cargo keeps what such a check has compiled, and its messages, apart from those of others. Another wrapper would be
/// told to run this program, which it may not know.
pub(super) fn check() -> io::Result<Command> {
    let mut command = Command::new(super::cargo());
    command
        .args(["check", "--quiet", "--keep-going"])
        .args(["--message-format", "json"])
        .env("RUSTC_WRAPPER", "")
        .env("RUSTC_WORKSPACE_WRAPPER", env::current_exe()?)
        .env(VARIABLE, "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
    Ok(command)
}

/// Runs the compiler if cargo asks for that, with the compiler and its arguments; `None` if nobody does.
pub(crate) fn compile() -> Option<ExitCode> {
    env::var_os(VARIABLE)?;
    let mut arguments = env::args_os().skip(1);
    let rustc = arguments.next()?;
    Some(
        compiled(&rustc, &arguments.collect::<Vec<_>>()).unwrap_or_else(|error| {
            eprintln!("error: the compiler cannot be run: {error}");
            ExitCode::FAILURE
        }),
    )
}

fn compiled(rustc: &OsString, arguments: &[OsString]) -> io::Result<ExitCode> {
    let status = Command::new(rustc)
        .args(arguments)
        .env_remove(VARIABLE)
        .status()?;
    write_records(rustc, arguments)?;
    Ok(match status.code() {
        Some(code) => u8::try_from(code).map_or(ExitCode::FAILURE, ExitCode::from),
        None => ExitCode::FAILURE,
    })
}

/// Writes the records as messages of the compiler, after the package, and whether it has its unit tests.
fn write_records(rustc: &OsString, arguments: &[OsString]) -> io::Result<()> {
    let arguments = with_files(arguments)?;
    // Else cargo asks the compiler about itself.
    if !arguments.iter().any(|argument| argument == "--out-dir") {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let is_unit_test = arguments.iter().any(|argument| argument == "--test");
    // The line may be too long for the system.
    let file = folder.path().join("arguments");
    fs::write(&file, of_records(&arguments, folder.path()).join("\n"))?;
    let output = Command::new(rustc)
        .arg(format!("@{}", file.display()))
        .env_remove(VARIABLE)
        // For the attribute where a macro cannot see the arguments.
        .env("OCCUPANCY_REPORT", "1")
        .stdin(Stdio::null())
        .output()?;
    let package = env::var("CARGO_PKG_NAME").unwrap_or_default();
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        let Ok(mut message) = serde_json::from_str::<Diagnostic>(line) else {
            continue;
        };
        if let Some(record) = record(&message) {
            message.message = format!("{package} {is_unit_test} {record}");
            message.level = DiagnosticLevel::Note;
            message.spans.clear();
            message.children.clear();
            message.rendered = None;
            eprintln!("{}", serde_json::to_string(&message)?);
        }
    }
    Ok(())
}

/// The arguments; a line that is too long for the system is in a file.
fn with_files(arguments: &[OsString]) -> io::Result<Vec<String>> {
    let mut all = Vec::new();
    for argument in arguments {
        let argument = argument.to_string_lossy();
        match argument.strip_prefix('@') {
            Some(file) => all.extend(fs::read_to_string(file)?.lines().map(str::to_owned)),
            None => all.push(argument.into_owned()),
        }
    }
    Ok(all)
}

/// The arguments of the compiler, with what it writes in a folder of its own.
fn of_records(arguments: &[String], folder: &Path) -> Vec<String> {
    let mut changed = Vec::new();
    let mut arguments = arguments.iter().peekable();
    while let Some(argument) = arguments.next() {
        let value = arguments.peek().map_or("", |value| value.as_str());
        if argument == "--out-dir" || argument == "-C" && value.starts_with("incremental=") {
            arguments.next();
        } else if !argument.starts_with("--emit=") {
            changed.push(argument.clone());
        }
    }
    let folder = folder.to_string_lossy().into_owned();
    let more = ["--cfg", "occupancy_report", "--emit=metadata", "--out-dir"];
    changed.extend(more.map(str::to_owned));
    changed.push(folder);
    changed
}

/// The text of a record, wherever the compiler has put that of a panic.
fn record(message: &Diagnostic) -> Option<&str> {
    let labels = message
        .spans
        .iter()
        .filter_map(|span| span.label.as_deref());
    let mut texts = [&*message.message].into_iter().chain(labels);
    texts
        .find(|text| text.contains(RECORD))
        .or_else(|| message.children.iter().find_map(record))
}
