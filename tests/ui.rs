//! What a user reads: every refusal of `#[launch_config]`, one rule a file, and every accepted form.
//!
//! The messages are those of one rustc; on another the cases are skipped. `OCCUPANCY_UI=1` runs
//! them there, and `TRYBUILD=overwrite` writes the messages anew.

#![cfg(feature = "macros")]

use std::env;
use std::process::Command;

/// The toolchain that the `.stderr` files were written with.
const TOOLCHAIN: &str = "rustc 1.95.0 ";

const TOPICS: [&str; 17] = [
    "arch", "auto", "block", "budget", "check", "cluster", "cubin", "deferred", "gallery",
    "grammar", "grid", "item", "launch", "on", "ptx", "several", "warnings",
];

#[test]
fn ui() {
    if is_skipped() {
        return;
    }
    // What the compiler evaluates is seen by `cargo check` too: without a case that passes, no more
    // is done. The two share a folder, so one follows the other.
    let checked = trybuild::TestCases::new();
    checked.compile_fail("tests/ui/check/*.rs");
    checked.compile_fail("tests/ui/cubin/*.rs");
    checked.compile_fail("tests/ui/ptx/*.rs");
    checked.compile_fail("tests/ui/deferred/*.rs");
    drop(checked);

    let cases = trybuild::TestCases::new();
    // With a case that passes, all are built: `cargo check` evaluates fewer constants.
    cases.pass("tests/pass/*.rs");
    for topic in TOPICS {
        cases.compile_fail(format!("tests/ui/{topic}/*.rs"));
    }
}

fn is_skipped() -> bool {
    let found = rustc();
    let forced = env::var_os("OCCUPANCY_UI").is_some_and(|run| run == "1");
    let skipped = !found.starts_with(TOOLCHAIN) && !forced;
    if skipped {
        println!("skipped: the messages are those of {TOOLCHAIN}and this is {found}");
    }
    skipped
}

/// The version of the compiler that cargo uses.
fn rustc() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    match Command::new(rustc).arg("--version").output() {
        Ok(output) => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        Err(error) => error.to_string(),
    }
}
