//! What cargo runs in place of the compiler: this program, which compiles the crate as it is told to, and asks the
//! compiler once more for the records.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs, io};

use occupancy_core::text::RECORD;
use serde_json::json;

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
        } else if !["--emit=", "--error-format=", "--json="]
            .iter()
            .any(|option| argument.starts_with(option))
        {
            changed.push(argument.clone());
        }
    }
    let out_dir = format!("--out-dir={}", folder.display());
    let more = [
        "--cfg=occupancy_report",
        "--emit=metadata",
        "--error-format=short",
        &out_dir,
    ];
    changed.extend(more.map(str::to_owned));
    changed
}
