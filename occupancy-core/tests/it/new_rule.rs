//! `.ci/new-rule` makes stubs with which the crate compiles, where the other tests look for them.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Copies what the script reads and writes from `$1` to `$2`.
const COPY: &str = r#"
    rm -rf "$2" && mkdir -p "$2" && cd "$1"
    tar -cf - .ci/new-rule docs/errors occupancy-core/src occupancy-core/tests/it/rules.txt tests/ui | tar -xf - -C "$2"
"#;

/// The output of a program, or what it says of its failure.
fn run(program: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).output().unwrap();
    let said = |bytes| String::from_utf8(bytes).unwrap();
    if output.status.success() {
        Ok(said(output.stdout))
    } else {
        Err(said(output.stderr))
    }
}

#[test]
fn stubs_compile_and_are_where_they_are_looked_for() {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-rule");
    let to = copy.to_str().unwrap();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    run("sh".as_ref(), &["-c", COPY, "copy", root, to]).unwrap();
    let script = copy.join(".ci/new-rule");
    let new_rule = |arguments: &str| run(&script, &arguments.split(' ').collect::<Vec<_>>());
    for (arguments, case, table) in [
        ("Stub resources", "budget/stub", "rule.rs"),
        ("--warning Other cluster", "rustc/other", "rule/warnings.rs"),
    ] {
        let left = new_rule(&format!("{arguments} {case}")).unwrap();
        let (code, _) = left.split_once(' ').unwrap();
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
        ] {
            let stub = fs::read_to_string(copy.join(&file)).unwrap();
            assert!(stub.contains(&text), "{file} has no `{text}`");
            assert!(
                left.contains(&file),
                "does not say what is left in {file}: {left}"
            );
        }
    }
    let core = copy.join("occupancy-core/src/lib.rs");
    let arguments = [
        "--edition=2024",
        "--crate-type=lib",
        "--emit=metadata",
        "--out-dir",
        to,
    ];
    run(
        "rustc".as_ref(),
        &[&arguments[..], &[core.to_str().unwrap()]].concat(),
    )
    .unwrap();

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
