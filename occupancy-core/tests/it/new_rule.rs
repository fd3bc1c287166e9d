//! `.ci/new-rule` makes stubs with which the crate compiles, where the other tests look for them.

use std::path::Path;
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const COPY: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/new-rule");

/// The output of a shell's script, or what it says of its failure.
fn run(folder: &str, script: &str) -> Result<String, String> {
    let mut shell = Command::new("sh");
    shell.args(["-ec", script]).current_dir(folder);
    let output = shell.env("COPY", COPY).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|said| String::from_utf8(said).unwrap());
    output.status.success().then_some(out).ok_or(err)
}

#[test]
fn stubs_compile_and_are_where_they_are_looked_for() {
    let copied = ".ci/new-rule docs/errors tests/ui occupancy-core/src occupancy-core/README.md \
                  occupancy-core/tests/it/rules.txt";
    let copy = r#"rm -rf "$COPY"; mkdir -p "$COPY"; tar -cf - $COPIED | tar -xf - -C "$COPY""#;
    run(ROOT, &format!("COPIED='{copied}'; {copy}")).unwrap();
    let new_rule = |arguments: &str| run(COPY, &format!(".ci/new-rule {arguments}"));
    for (arguments, case) in [
        ("Stub resources", "budget/stub"),
        ("--warning Other cluster", "rustc/other"),
    ] {
        let left = new_rule(&format!("{arguments} {case}")).unwrap();
        let (code, _) = left.split_once(' ').unwrap();
        for file in [
            format!("docs/errors/{code}.md"),
            format!("tests/ui/{case}.rs"),
        ] {
            let is_made = Path::new(COPY).join(&file).exists();
            assert!(is_made && left.contains(&file), "{file}: {left}");
        }
        run(
            COPY,
            &format!("grep '^{code} ' occupancy-core/tests/it/rules.txt"),
        )
        .unwrap();
    }
    let compile = "rustc --edition=2024 --crate-type=lib --emit=metadata --out-dir . occupancy-core/src/lib.rs";
    run(COPY, compile).unwrap();

    for (arguments, fault) in [
        ("stub block budget/new", "`stub` is no name of a variant"),
        ("Stub block budget/new", "there is a rule `Stub` already"),
        (
            "New nowhere budget/new",
            "`nowhere` has no function `rules`",
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
