//! The `from_cubin` example does what its README says: it builds; a kernel that was compiled anew builds it
//! anew; and with more registers, it does not build.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/from_cubin/");
const README: &str = include_str!("../from_cubin/README.md");

#[test]
fn both_outcomes_of_the_readme() {
    let project = project();

    compiled(&project, "horner.cubin");
    let built = cargo(&project, "build");
    assert!(built.status.success(), "{}", stderr(&built));
    let program = target_folder().join("debug/from_cubin");
    let printed = Command::new(&program).output().unwrap();
    assert_eq!(
        block(0),
        String::from_utf8(printed.stdout).unwrap().trim_end()
    );
    compiled(&project, "recompiled.cubin");
    let refused = cargo(&project, "build");
    assert!(!refused.status.success());
    let messages = stderr(&refused).replace("src/main.rs", "examples/from_cubin/main.rs");
    assert!(
        trimmed(&messages).contains(&message(block(1))),
        "{messages}"
    );

    compiled(&project, "horner.cubin");
    let again = cargo(&project, "build");
    assert!(again.status.success(), "{}", stderr(&again));
}

/// Writes the example as a package of its own, which depends on the library alone.
fn project() -> PathBuf {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let project = Path::new(env!("CARGO_TARGET_TMPDIR")).join("from_cubin");
    fs::create_dir_all(project.join("src")).unwrap();
    let manifest = format!(
        "[package]\nname = \"from_cubin\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [profile.dev]\ndebug = false\n\n[dependencies]\n\
         occupancy = {{ path = {:?} }}\n\n[workspace]\n",
        library.display().to_string()
    );
    fs::write(project.join("Cargo.toml"), manifest).unwrap();
    fs::copy(library.join("Cargo.lock"), project.join("Cargo.lock")).unwrap();
    fs::copy(
        Path::new(EXAMPLE).join("main.rs"),
        project.join("src/main.rs"),
    )
    .unwrap();
    project
}

/// Replaces the cubin by another file, as a compiler does.
fn compiled(project: &Path, file: &str) {
    let bytes = fs::read(Path::new(EXAMPLE).join(file)).unwrap();
    fs::write(project.join("src/horner.cubin"), bytes).unwrap();
}

fn cargo(project: &Path, command: &str) -> Output {
    Command::new(env!("CARGO"))
        .args([command, "--color", "never"])
        .current_dir(project)
        .env("CARGO_TARGET_DIR", target_folder())
        .env("CARGO_INCREMENTAL", "0")
        // Lints of the workspace do not concern the example.
        .env_remove("RUSTFLAGS")
        .output()
        .unwrap()
}

/// Returns the target folder of the packages that tests write, in which the library is built already.
fn target_folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("tests/shared")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns the library's message with its place. The text around it differs between compilers.
fn message(text: &str) -> String {
    let start = text.find("[OCC").unwrap();
    let place = text.find("--> ").unwrap();
    let end = text[place..].find('\n').unwrap();
    trimmed(&text[start..place + end])
}

/// Trims every line.
fn trimmed(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    lines.join("\n")
}

/// Returns a block of text of the README.
fn block(index: usize) -> &'static str {
    let block = README.split("```text\n").nth(index + 1).unwrap();
    block.split("\n```").next().unwrap()
}
