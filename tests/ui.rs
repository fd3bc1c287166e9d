//! What a user reads: every refusal of `#[launch_config]`, one rule a file, and every accepted form.
//!
//! The messages are those of one rustc. Another has to refuse the same cases, in whatever words;
//! `OCCUPANCY_UI=1` compares its messages, too, and `TRYBUILD=overwrite` writes them anew.

#![cfg(feature = "macros")]

mod common;

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

use common::cases;
use common::package::{Package, executable, program};

/// The toolchain that the `.stderr` files were written with.
const TOOLCHAIN: &str = "rustc 1.95.0 ";

#[test]
fn ui() {
    let found = rustc();
    let forced = env::var_os("OCCUPANCY_UI").is_some_and(|run| run == "1");
    if found.starts_with(TOOLCHAIN) || forced {
        // Without a case that passes, trybuild checks all of them at once.
        trybuild::TestCases::new().compile_fail("tests/ui/rustc/*.rs");
    } else {
        let refused = refused_by_another_compiler();
        // Past the capture of the test's output, which nobody sees of a test that passes.
        writeln!(
            io::stderr().lock(),
            "SKIPPED: the words of {refused} messages are those of {TOOLCHAIN}and this is {found}; \
             that each case is refused was tested"
        )
        .unwrap();
    }
}

/// Checks that each case is refused, and counts them.
fn refused_by_another_compiler() -> usize {
    let cases = sources();
    let (_, messages) = Package::programs("refused", &cases).messages("check");
    let refused: BTreeSet<String> = messages
        .into_iter()
        .filter(|message| message.level == "error")
        .map(|message| message.target)
        .collect();
    let cases: BTreeSet<String> = cases.iter().map(|case| program(case)).collect();
    assert_eq!(refused, cases);
    cases.len()
}

#[test]
fn accepted_forms_compile_and_hold() {
    let cases = cases::accepted();
    assert!(!cases.is_empty());
    let (succeeded, messages) = Package::programs("accepted", &cases).messages("build");
    let said: String = messages.into_iter().map(|one| one.rendered).collect();
    assert!(succeeded, "{said}");
    for case in &cases {
        let output = Command::new(executable(case)).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {said}", case.display());
    }
}

/// No message is left behind by a case that is gone, and no case is where nothing finds it.
#[test]
fn every_file_is_of_a_case() {
    let cases = sources();
    assert!(!cases.is_empty());
    for topic in cases::topics() {
        for message in cases::messages(&topic) {
            assert!(
                cases.contains(&message.with_extension("rs")),
                "{}",
                message.display()
            );
        }
        let folder = format!("{}/tests/ui/{topic}", env!("CARGO_MANIFEST_DIR"));
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            assert!(path.is_file(), "{} is no case", path.display());
        }
    }
}

fn sources() -> Vec<PathBuf> {
    cases::topics()
        .iter()
        .flat_map(|topic| cases::sources(topic))
        .collect()
}

/// The version of the compiler that cargo uses.
fn rustc() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    match Command::new(rustc).arg("--version").output() {
        Ok(output) => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        Err(error) => error.to_string(),
    }
}
