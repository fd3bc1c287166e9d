//! Pages, help and completions have every name, and the documentation has every stable name.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::common::{
    Folder, code, command, fixture, json_of, occupancy, read, text, with_registers,
};

const COMMAND_LINE: &str = include_str!("../../README.md");

fn printed(args: &[&str]) -> String {
    let output = occupancy(args);
    assert_eq!((code(&output), text(&output.stderr)), (0, ""), "{args:?}");
    text(&output.stdout).to_owned()
}

/// A browser tests what it calculates.
#[test]
fn the_calculator_is_one_file_that_loads_nothing() {
    let wasm = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/commands/calculator/calculator.wasm"
    );
    if !Path::new(wasm).exists() {
        let output = occupancy(&["calculator"]);
        assert_eq!((code(&output), text(&output.stdout)), (2, ""));
        assert!(text(&output.stderr).contains("`cargo run --package occupancy-calculator-wasm`"));
        return;
    }
    let page = printed(&["calculator"]);
    assert!(page.starts_with("<!doctype html>\n<html lang=\"en\">"));
    assert!(page.contains("default-src 'none'"));
    let loads = ["http://", "https://", " src=", "@import", "url("];
    let places = ["/*WASM*/", "/*STYLE*/", "/*SCRIPT*/"];
    for other in loads.iter().chain(&places) {
        assert!(!page.contains(other), "{other}");
    }
    let folder = Folder::new();
    let path = folder.at("calculator.html");
    assert_eq!(printed(&["calculator", "--output", &path]), "");
    assert_eq!(folder.read("calculator.html"), page);
}

#[test]
fn completions_have_every_command_and_option() {
    let commands = "inspect calculate calculator baseline compare check explain sort";
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = printed(&["completions", shell]);
        for word in commands.split(' ') {
            assert!(script.contains(word), "{shell}: {word}");
        }
        // PowerShell and Elvish complete no values, and fish only those of options.
        let has_values = ["bash", "zsh", "fish"].contains(&shell);
        assert_eq!(script.contains("blocks/SM"), has_values, "{shell}");
        let has_codes = ["bash", "zsh"].contains(&shell);
        assert_eq!(script.contains("OCC012"), has_codes, "{shell}");
    }
}

#[test]
fn cargo_runs_it_as_a_subcommand() {
    let cubin = fixture("sm_90.cubin");
    let args = ["inspect", "-f", "csv", cubin.to_str().unwrap()];
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-occupancy"));
    let output = command.arg("occupancy").args(args).output().unwrap();
    assert_eq!((code(&output), text(&output.stdout)), (0, &*printed(&args)));
}

/// Appends the names of all fields of JSON.
fn names(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                found.push(name.clone());
                names(value, found);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| names(value, found)),
        _ => {}
    }
}

#[test]
fn every_field_is_documented() {
    let folder = Folder::new();
    let library = folder.put("lib.cubin", read("sm_90.cubin"));
    let baseline = folder.at("occupancy.toml");
    let written = command(&format!(
        "baseline --threads 256 {library} --output {baseline}"
    ));
    assert_eq!(code(&written), 0);
    folder.put("lib.cubin", with_registers(read("sm_90.cubin"), 10, 64));
    let check = format!("check {library} -b {baseline} --max-registers 11 -f json");
    let mut found = Vec::new();
    for output in [
        command(&check),
        command("calculate -a h100 -t 256 -r 64 -f json"),
    ] {
        names(&json_of(&output), &mut found);
    }
    assert!(found.len() > 60);
    for name in found {
        let is_named = COMMAND_LINE.contains(&format!("`{name}`"));
        assert!(is_named, "cargo-occupancy/README.md has no `{name}`");
    }

    // CSV has the columns that are called stable, and the arguments in the order of the page.
    let (_, table) = COMMAND_LINE.split_once("These names are stable:").unwrap();
    let lines = table.lines().skip_while(|line| !line.starts_with('|'));
    let mut rows: Vec<Vec<&str>> = Vec::new();
    for row in lines.take_while(|line| line.starts_with('|')).skip(2) {
        let names = row.split('|').nth(1).unwrap();
        rows.push(names.split('`').skip(1).step_by(2).collect());
    }
    let csv = command("calculate -a h100 -t 256 -r 64 -f csv");
    let header: Vec<_> = text(&csv.stdout)
        .lines()
        .next()
        .unwrap()
        .split(',')
        .collect();
    for name in rows.iter().flatten() {
        assert!(
            header.contains(name),
            "CSV has no `{name}`, which README.md calls stable"
        );
    }
    let asked = header.into_iter().filter(|name| rows[0].contains(name));
    assert_eq!(asked.collect::<Vec<_>>(), rows[0]);
    assert!(rows[0].len() >= 21);
}

/// Some of them have no kernels.
#[test]
fn baselines_of_the_documentation_can_be_read() {
    let folder = Folder::new();
    for block in COMMAND_LINE.split("```toml\n").skip(1) {
        let (toml, _) = block.split_once("```").unwrap();
        let is_whole = toml.contains("version = 2");
        let begin = if is_whole { "" } else { "version = 2\n" };
        let path = folder.put("occupancy.toml", format!("{begin}{toml}"));
        let output = occupancy(&["compare", &path, &path]);
        assert!(code(&output) < 2, "{toml}{}", text(&output.stderr));
    }
}
