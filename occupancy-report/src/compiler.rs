//! Runs the compiler to get the records of a crate.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs, io};

use occupancy_core::text::REPORT_VARIABLE;

/// Returns the arguments of this process, without the name of the program. In a macro, they are those of the compiler.
///
/// `None` if an argument is not UTF-8, or if a file of arguments cannot be read. On hosts with musl, a macro sees none.
pub fn arguments() -> Option<Vec<String>> {
    let mut arguments = Vec::new();
    for argument in env::args_os().skip(1) {
        let argument = argument.into_string().ok()?;
        // If the command line is too long for the system, the arguments are in a file.
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

/// Returns the errors of the compiler about the crate that these arguments compile, one a line. Records are among them.
///
/// # Errors
///
/// The compiler cannot be run.
pub fn answer(rustc: &Path, arguments: &[String]) -> io::Result<String> {
    // The compiler writes into a folder of its own, whose name nobody can predict.
    let name = RandomState::new().build_hasher().finish();
    let folder = env::temp_dir().join(format!("occupancy-{name:016x}"));
    fs::create_dir(&folder)?;
    // The command line may be too long for the system.
    let file = folder.join("arguments");
    let written = fs::write(&file, arguments.join("\n"));
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
