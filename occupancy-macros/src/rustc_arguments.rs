//! The arguments that the compiler was called with: a macro runs in its process.

use std::{env, fs};

/// The arguments behind the program's name; `None` if they cannot be read.
pub(crate) fn rustc_arguments() -> Option<Vec<String>> {
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
