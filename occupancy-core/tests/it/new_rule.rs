//! `.ci/new-rule` makes stubs with which the crate compiles, where the other tests look for them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A copy of what the script reads and writes.
fn copy() -> PathBuf {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-rule");
    if copy.exists() {
        fs::remove_dir_all(&copy).unwrap();
    }
    for path in [
        ".ci/new-rule",
        "docs/errors",
        "occupancy-core/src",
        "occupancy-core/tests/it/rules.txt",
        "tests/ui",
    ] {
        let to = copy.join(path);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
        run(Command::new("cp").arg("-R").arg(from).arg(to)).unwrap();
    }
    copy
}

/// The output of a program; what it says of its failure if it fails.
fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().unwrap();
    let said = |bytes| String::from_utf8(bytes).unwrap();
    match output.status.success() {
        true => Ok(said(output.stdout)),
        false => Err(said(output.stderr)),
    }
}

#[test]
fn stubs_compile_and_are_where_they_are_looked_for() {
    let copy = copy();
    let new_rule =
        |arguments: &str| run(Command::new(copy.join(".ci/new-rule")).args(arguments.split(' ')));
    for (arguments, case, table) in [
        ("Stub resources", "budget/stub", "rule.rs"),
        ("--warning Other cluster", "rustc/other", "rule/warnings.rs"),
    ] {
        let left = new_rule(&format!("{arguments} {case}")).unwrap();
        let code = left.split(' ').next().unwrap();
        for (file, text) in [
            (
                format!("occupancy-core/src/rules/{table}"),
                format!("{code} \"{case}\""),
            ),
            (
                "occupancy-core/tests/it/rules.txt".to_owned(),
                format!("\n{code} "),
            ),
            (format!("docs/errors/{code}.md"), format!("# {code}: ")),
            (format!("tests/ui/{case}.rs"), "#[launch_config(".to_owned()),
            (format!("tests/ui/{case}.stderr"), String::new()),
        ] {
            let written =
                fs::read_to_string(copy.join(&file)).unwrap_or_else(|_| panic!("no {file}"));
            assert!(written.contains(&text), "{file} has no `{text}`");
            assert!(
                left.contains(&file) || text.is_empty(),
                "{file} is not named in {left}"
            );
        }
    }
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args([
        "--edition=2024",
        "--crate-type=lib",
        "--emit=metadata",
        "--out-dir",
    ]);
    run(rustc.arg(&copy).arg(copy.join("occupancy-core/src/lib.rs"))).unwrap();

    for (arguments, fault) in [
        ("stub block budget/new", "`stub` is no name of a variant"),
        ("Stub block budget/new", "there is a rule `Stub` already"),
        (
            "New nowhere budget/new",
            "`nowhere` has no function `rules`",
        ),
        (
            "--warning New block budget/new",
            "`block` has no function `warnings`",
        ),
        (
            "New block budget/stub",
            "there is a case `budget/stub` already",
        ),
        ("New block nowhere/new", "tests/ui has no folder `nowhere`"),
        ("New block", "usage: .ci/new-rule"),
    ] {
        let said = new_rule(arguments).unwrap_err();
        assert!(said.starts_with(fault), "{arguments}: {said}");
    }
}
