//! Imports between the rooms of a crate run one way, and between its files never in a circle.
//!
//! Each line of the input is a folder with code, and the rooms of the crate: its outermost modules, in an order in
//! which each imports only from those after it; between rooms joined with `+`, both ways. Tests may use anything.

use self::file::File;
use self::tree::Tree;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::{fs, io};

mod file;
mod tree;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut code = ExitCode::SUCCESS;
    for list in io::read_to_string(io::stdin())?.lines() {
        let (files, faults) = checked(list)?;
        println!("{files:4} files of {list}");
        for fault in faults {
            println!("{fault}");
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}

/// The files of one crate, and what is wrong in it.
fn checked(list: &str) -> Result<(usize, Vec<String>), Box<dyn Error>> {
    let mut words = list.split_whitespace();
    let folder = Path::new(words.next().unwrap_or_default());
    let path = |module: &str| match module {
        "" => folder.join("lib.rs"),
        _ => folder.join(module).with_extension("rs"),
    };
    let tree = Tree::new(|module| {
        let path = path(module);
        let code =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(File::new(code.parse()?))
    })?;
    let faults = tree
        .faults(&words.collect::<Vec<_>>())
        .into_iter()
        .map(|(module, line, fault)| format!("{}:{line}: {fault}", path(&module).display()));
    Ok((tree.0.len(), faults.collect()))
}
