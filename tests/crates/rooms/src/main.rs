//! Imports between the rooms of a crate run one way, and between its files never in a circle.
//!
//! Each line of the input is a folder with code, and the rooms of the crate: its outermost modules, in an order in
//! which each imports only from those after it; between rooms joined with `+`, both ways. Tests may use anything.

use self::file::File;
use self::tree::Tree;
use std::io::{Read as _, stdin};
use std::path::PathBuf;
use std::process::ExitCode;

mod file;
mod tree;

fn main() -> ExitCode {
    let mut lists = String::new();
    let read = stdin()
        .read_to_string(&mut lists)
        .map_err(|error| error.to_string());
    match read.and_then(|_| lists.lines().try_fold(Vec::new(), check)) {
        Ok(faults) if faults.is_empty() => ExitCode::SUCCESS,
        Ok(faults) => {
            println!("{}", faults.join("\n"));
            ExitCode::FAILURE
        }
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The faults of one crate, behind those of the crates before it.
fn check(mut faults: Vec<String>, list: &str) -> Result<Vec<String>, String> {
    let mut words = list.split_whitespace();
    let folder = words.next().unwrap_or_default();
    let path = |module: &str| match module {
        "" => PathBuf::from(folder).join("lib.rs"),
        _ => PathBuf::from(folder).join(module).with_extension("rs"),
    };
    let tree = Tree::new(|module| {
        let path = path(module);
        let code = std::fs::read_to_string(&path).map_err(|error| error.to_string());
        let tokens = code.and_then(|code| code.parse().map_err(|_| "not Rust".to_owned()));
        tokens
            .map(File::new)
            .map_err(|error| format!("{}: {error}", path.display()))
    })?;
    for (module, line, fault) in tree.faults(&words.collect::<Vec<_>>()) {
        faults.push(format!("{}:{line}: {fault}", path(&module).display()));
    }
    Ok(faults)
}
