//! Hands `occupancy calculator` its WebAssembly: a package has the file, and a checkout once it is built. Without it, the
//! command says how to build it.

use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=src/commands/calculator");
    let wasm = fs::read("src/commands/calculator/calculator.wasm").unwrap_or_default();
    let is_packaged = fs::exists(".cargo_vcs_info.json").unwrap_or(false);
    assert!(
        !is_packaged || !wasm.is_empty(),
        "the package lacks its calculator: run `cargo run --package occupancy-calculator-wasm`, then package it again"
    );
    let folder = env::var("OUT_DIR").expect("cargo names the folder");
    fs::write(folder + "/calculator.wasm", wasm).expect("the folder can be written");
}
