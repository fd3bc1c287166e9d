//! Asks the compiler for the records of a crate.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs, io};

use occupancy_core::text::REPORT_VARIABLE;

use crate::words::joined;

/// The arguments of this process behind the name of the program: of the compiler, in whose process a macro runs.
///
/// `None` if one is no UTF-8, or if the file that has them cannot be read. A macro sees none on hosts with musl.
pub fn arguments() -> Option<Vec<String>> {
    let mut arguments = Vec::new();
    for argument in env::args_os().skip(1) {
        let argument = argument.into_string().ok()?;
        // A line that is too long for the system is in a file.
        match argument.strip_prefix('@') {
            Some(file) => {
                let lines = fs::read_to_string(file).ok()?;
                arguments.extend(lines.lines().map(str::to_owned));
            }
            None => arguments.push(argument),
        }
    }
    Some(arguments)
}

/// What the compiler says of the crate that these arguments compile, one line an error, with the records.
///
/// # Errors
///
/// The compiler cannot be run.
pub fn answer(rustc: &Path, arguments: &[String]) -> io::Result<String> {
    // Of its own, for what the compiler writes; nobody can predict the name.
    let name = RandomState::new().build_hasher().finish();
    let folder = env::temp_dir().join(format!("occupancy-{name:016x}"));
    fs::create_dir(&folder)?;
    // The line may be too long for the system.
    let file = folder.join("arguments");
    let written = fs::write(&file, joined("\n", arguments, String::clone));
    let output = Command::new(rustc)
        .arg(format!("@{}", file.display()))
        .args(["--cfg", "occupancy_report", "--cap-lints", "allow"])
        .args(["--emit", "metadata", "--error-format", "short"])
        .arg("--out-dir")
        .arg(&folder)
        .env(REPORT_VARIABLE, "records")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .output();
    let _ = fs::remove_dir_all(&folder);
    written?;
    Ok(String::from_utf8_lossy(&output?.stderr).into_owned())
}
