//! The arguments that the compiler was called with.

use std::{env, fs};

/// The arguments behind the name of the compiler, in whose process a macro runs.
///
/// `None` if one is no UTF-8, or if the file that has them cannot be read. A macro sees none on hosts with musl.
pub fn rustc_arguments() -> Option<Vec<String>> {
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
