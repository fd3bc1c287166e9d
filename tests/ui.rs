//! What a user reads: every refusal of `#[launch_config]`, one rule a file, and every accepted form.
//!
//! The messages are those of one rustc; on another the cases are skipped. `OCCUPANCY_UI=1` runs
//! them there, and `TRYBUILD=overwrite` writes the messages anew.

#![cfg(feature = "macros")]

use std::env;
use std::process::Command;

/// The toolchain that the `.stderr` files were written with.
const TOOLCHAIN: &str = "rustc 1.95.0 ";

const TOPICS: [&str; 8] = [
    "arch", "block", "budget", "gallery", "grammar", "grid", "item", "several",
];

#[test]
fn ui() {
    let found = rustc();
    if !found.starts_with(TOOLCHAIN) && env::var_os("OCCUPANCY_UI").is_none_or(|run| run != "1") {
        println!("skipped: the messages are those of {TOOLCHAIN}and this is {found}");
        return;
    }
    let cases = trybuild::TestCases::new();
    // With a case that passes, all are built: `cargo check` evaluates fewer constants.
    cases.pass("tests/pass/*.rs");
    for topic in TOPICS {
        cases.compile_fail(format!("tests/ui/{topic}/*.rs"));
    }
}

/// The version of the compiler that cargo uses.
fn rustc() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    match Command::new(rustc).arg("--version").output() {
        Ok(output) => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        Err(error) => error.to_string(),
    }
}
