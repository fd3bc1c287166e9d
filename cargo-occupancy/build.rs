//! Hands `occupancy calculator` its WebAssembly: a package has the file, and a checkout once it is built. Without it, the
//! command says how to build it.

use std::path::Path;
use std::{env, fs};

const FOLDER: &str = "src/commands/calculator";

fn main() {
    println!("cargo::rerun-if-changed={FOLDER}");
    let wasm = fs::read(Path::new(FOLDER).join("calculator.wasm")).unwrap_or_default();
    let is_packaged = Path::new(".cargo_vcs_info.json").exists();
    assert!(
        !is_packaged || !wasm.is_empty(),
        "the package lacks its calculator: run `cargo run --package occupancy-calculator-wasm`, then package it again"
    );
    let out = env::var_os("OUT_DIR").expect("cargo names the folder");
    fs::write(Path::new(&out).join("calculator.wasm"), wasm).expect("the folder can be written");
}
