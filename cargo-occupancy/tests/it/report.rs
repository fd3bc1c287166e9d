//! `occupancy report` and `check` of the package `tests/crates/report`, which the compiler evaluates.

use std::process::Output;
use std::sync::LazyLock;

use occupancy_core::Arch;
use occupancy_core::kernel::{Argument, Arguments};
use serde_json::Value;

use crate::common::{code, json_of, occupancy, text};

const PACKAGE: &str = "occupancy-test-report";

/// Runs a command about the package.
fn about_package(command: &[&str], more: &[&str]) -> Output {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");
    let given = ["--manifest-path", manifest, "--package", PACKAGE];
    occupancy(&[command, &given, more].concat())
}

/// The rows of a report without errors.
fn rows(more: &[&str]) -> Vec<Value> {
    let output = about_package(&["report", "--format", "json"], more);
    assert_eq!((code(&output), text(&output.stderr)), (0, ""));
    json_of(&output).as_array().unwrap().clone()
}

/// The rows of the library.
static OF_LIBRARY: LazyLock<Vec<Value>> = LazyLock::new(|| rows(&["--lib"]));

/// The rows of one kernel, in the order of its GPUs.
fn of<'r>(rows: &'r [Value], name: &str) -> Vec<&'r Value> {
    rows.iter().filter(|row| row["name"] == name).collect()
}

/// The message is cargo's.
#[test]
fn what_is_not_there_is_an_error() {
    let no_package = "error: package ID specification `none` did not match any packages";
    for (option, says) in [
        ("--example", "error: no example target named `none` in "),
        ("--package", no_package),
        ("--features", "error: "),
    ] {
        let output = about_package(&["report"], &[option, "none"]);
        assert_eq!((code(&output), text(&output.stdout)), (2, ""), "{option}");
        let said = text(&output.stderr);
        assert!(said.starts_with(says), "{option}: {said}");
    }
}

/// `calculate` has the same figures for the same arguments, under the same names.
#[test]
fn figures_are_those_of_the_calculation() {
    let all = &*OF_LIBRARY;
    let calculate = "calculate --format json --arch h100,8.0 --threads 32x8 --regs 72 --static-smem 1024 --smem 8192 \
                     --barriers 2 --carveout 50 --elements 10000000 --items-per-thread 4 --sms 66 \
                     --min-blocks 2 --max-blocks 16 --min-occupancy 0.1 --allow partial_warp";
    let mut calculate: Vec<&str> = calculate.split_whitespace().collect();
    calculate.extend(["--tile", "m=64,n=32,k=16,problem=1000x1000"]);
    calculate.extend(["--intent", "low_occupancy, one \"tile\" a warp \\ 2"]);
    let json = json_of(&occupancy(&calculate));
    let calculated = json.as_array().unwrap();
    let stated = of(all, "stated");
    assert_eq!(stated.len(), calculated.len());
    for (row, calculated) in stated.iter().zip(calculated) {
        for (key, value) in calculated.as_object().unwrap() {
            assert_eq!(&row[key], value, "{key}");
        }
        // 9,766 blocks on 66 SMs of 3 blocks each.
        assert_eq!([&row["waves"], &row["last_wave_blocks"]], [50, 64]);
        assert_eq!(row["intent"], "one \"tile\" a warp \\ 2");
    }
}

/// The row of a kernel that states every integer has all that the GPU reads.
#[test]
fn a_row_has_every_integer() {
    let stated = of(&OF_LIBRARY, "stated");
    let h100 = Arch::find("h100").unwrap();
    for argument in Arguments::ALL.iter().filter(|one| one.is_integer()) {
        let of_others = [Argument::OF_TILE, Argument::OF_HIDES];
        let is_inside = of_others.iter().any(|all| all.contains(argument));
        if !is_inside {
            let is_stated = stated[0][argument.key()].is_u64();
            let why = "state it in `stated` of tests/crates/report, and in the test above";
            assert_eq!(is_stated, argument.is_read_on(&h100), "{argument:?}: {why}");
        }
    }
}

/// The names are stable, and README.md has them.
#[test]
fn rows_have_these_names() {
    let named =
        "package crate_kind crate_name module name launch_type file line target intent compiled";
    let keys: Vec<&str> = named.split(' ').collect();
    let all = &*OF_LIBRARY;
    let others = ["arch", "threads", "blocks_per_sm", "errors"];
    for row in all {
        for key in keys.iter().chain(&others) {
            assert!(row.get(key).is_some(), "{key}");
        }
    }
    let document = include_str!("../../README.md");
    let compiled = of(all, "horner")[0]["compiled"].as_object().unwrap();
    for key in keys.into_iter().chain(compiled.keys().map(String::as_str)) {
        assert!(
            document.contains(&format!("`{key}`")),
            "cargo-occupancy/README.md has no `{key}`"
        );
    }
}

#[test]
fn what_does_not_compile_is_said_as_cargo_says_it() {
    let features = ["--features", "refused,refused-constant,mistyped"];
    let output = about_package(&["report", "--format", "json"], &features);
    assert_eq!(code(&output), 2);
    let said = text(&output.stderr);
    for part in [
        "error: [OCC012] 3 blocks of 256 threads",
        "help: `regs = 80` keeps 3 blocks",
        "error[E0308]: mismatched types",
        "expected `u32`, found `&str`",
        " --> tests/crates/report/src/lib.rs:",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    // An error of the library is reported once, though the binary and the example depend on it.
    let count = said.matches("[OCC012] 3 blocks of 256").count();
    assert_eq!(count, 2, "{said}");
    let is_raw = said.contains("occupancy report 4") || said.contains("aborting");
    assert!(!is_raw, "{said}");
    // The other kernels are listed, and those that are refused are not.
    let json = json_of(&output);
    let rows = json.as_array().unwrap().iter();
    let listed: Vec<_> = rows.map(|row| &row["name"]).collect();
    assert!(listed.iter().any(|name| *name == "private"), "{listed:?}");
    let is_refused = |name: &&Value| name.as_str().unwrap().starts_with("refused");
    assert!(!listed.iter().any(is_refused), "{listed:?}");
}
