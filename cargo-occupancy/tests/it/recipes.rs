//! The recipes of README.md: each command of them runs, for builds that pass, fail, cannot be read, and are empty.

use std::collections::HashSet;
use std::env::{join_paths, split_paths, var_os};
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::common::{Folder, code, command, read, text, with_registers};

/// The commands of a recipe, without those that install the program.
fn commands(recipe: &str) -> impl Iterator<Item = &str> {
    let steps = recipe
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- "));
    let commands = steps.map(|step| step.strip_prefix("run: ").unwrap_or(step));
    commands.filter(|step| !step.starts_with("uses: ") && !step.starts_with("cargo install "))
}

/// Runs a step as GitHub and GitLab do.
fn run(folder: &Folder, step: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_occupancy")).parent().unwrap();
    let others = var_os("PATH").unwrap();
    let path = join_paths([program.to_owned()].into_iter().chain(split_paths(&others))).unwrap();
    let mut bash = Command::new("bash");
    bash.args(["-e", "-c", step]).current_dir(folder.path(""));
    bash.env("GITHUB_STEP_SUMMARY", folder.path("summary.md"));
    bash.env("PATH", path).output().unwrap()
}

/// The messages of SARIF. `tests/crates/sarif` has the schema.
fn of_sarif(report: &Value, is_complete: bool) -> Vec<&Value> {
    let run = &report["runs"][0];
    let invocation = &run["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], is_complete);
    let mut messages: Vec<_> = run["results"].as_array().unwrap().iter().collect();
    messages.extend(invocation["toolExecutionNotifications"].as_array().unwrap());
    messages
}

/// The violations of Code Quality, which have all that GitLab asks for.
fn of_gitlab(report: &Value) -> Vec<&Value> {
    let violations: Vec<_> = report.as_array().unwrap().iter().collect();
    let prints: HashSet<_> = violations
        .iter()
        .map(|it| it["fingerprint"].as_str())
        .collect();
    assert_eq!(prints.len(), violations.len());
    for it in &violations {
        assert!(
            it["description"].is_string() && it["check_name"].is_string(),
            "{it}"
        );
        let severities = ["info", "minor", "major", "critical", "blocker"];
        assert!(
            severities.contains(&it["severity"].as_str().unwrap()),
            "{it}"
        );
        assert_eq!(it["location"]["path"], "occupancy.toml", "{it}");
        assert!(it["location"]["lines"]["begin"].as_u64() > Some(0), "{it}");
    }
    violations
}

#[test]
fn recipes_run_and_upload_whole_files() {
    if cfg!(windows) {
        return println!("skipped: the steps are for bash");
    }
    let recipes: Vec<_> = include_str!("../../README.md")
        .split("```yaml\n")
        .skip(1)
        .collect();
    assert_eq!(recipes.len(), 3);
    let cubin = read("sm_90.cubin");
    let worse = with_registers(cubin.clone(), 10, 64);
    for recipe in recipes.iter().map(|rest| rest.split("```").next().unwrap()) {
        for (build, content, expected) in [
            ("same", &*cubin, 0),
            ("worse", &worse, 1),
            ("unreadable", &cubin[..3000], 2),
            ("nothing to compare", b"no code", 1),
        ] {
            let folder = Folder::new();
            folder.put(".git/HEAD", "");
            let library = folder.put("build/lib.cubin", &cubin);
            let write = format!(
                "baseline -t 256 {library} -o {}",
                folder.at("occupancy.toml")
            );
            assert_eq!(code(&command(&write)), 0);
            folder.put("build/lib.cubin", content);
            let outputs: Vec<_> = commands(recipe).map(|step| run(&folder, step)).collect();
            let [output] = &*outputs else {
                panic!("{recipe}")
            };
            let shown = text(&output.stdout);
            assert_eq!(
                code(output),
                expected,
                "{build}: {shown}{}",
                text(&output.stderr)
            );
            // A job that fails says why in all that it shows.
            let says = |is_said, what: &dyn std::fmt::Debug| {
                assert_eq!(is_said, expected > 0, "{build}: {what:?}");
            };
            let uploaded = |key| {
                let (_, name) = recipe.split_once(key)?;
                let content = folder.read(name.split_whitespace().next()?);
                Some(serde_json::from_str::<Value>(&content).expect(&content))
            };
            if let Some(sarif) = uploaded("sarif_file: ") {
                says(!of_sarif(&sarif, expected < 2).is_empty(), &sarif);
            } else if let Some(report) = uploaded("codequality: ") {
                says(!of_gitlab(&report).is_empty(), &report);
            } else {
                let summary = folder.read("summary.md");
                says(
                    shown.contains("\n::error file=occupancy.toml,line="),
                    &shown,
                );
                says(summary.contains("FAILED"), &summary);
                assert_eq!(
                    summary.contains("| blocks | <code>saxpy</code> |"),
                    build == "worse",
                    "{summary}"
                );
            }
        }
    }
}
