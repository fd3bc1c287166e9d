//! What a literal gets, a constant gets: each attribute of the cases in `tests/ui` is checked once as it is
//! and once with a block in place of each number, which only the compiler evaluates. Both have the same
//! faults.

#![cfg(feature = "macros")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const TOPICS: [&str; 8] = [
    "auto", "block", "budget", "cluster", "gallery", "grid", "on", "several",
];

const INTEGERS: [&str; 11] = [
    "barriers",
    "carveout",
    "cluster",
    "elements",
    "grid",
    "items_per_thread",
    "min_blocks",
    "regs",
    "smem",
    "static_smem",
    "threads",
];

/// The attributes of a topic's cases, each on one line and without a name of its own.
fn attributes(topic: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/ui")
        .join(topic);
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let source = fs::read_to_string(file).unwrap();
        for rest in source.split("launch_config(").skip(1) {
            let Some((arguments, _)) = rest.split_once(")]\n") else {
                continue;
            };
            let arguments: Vec<&str> = arguments.split_whitespace().collect();
            let arguments = arguments.join(" ");
            // A constant of the case is not there, without which the compiler evaluates nothing.
            let names_a_constant = arguments
                .split(|letter: char| !letter.is_ascii_alphanumeric())
                .any(|word| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase()));
            if !arguments.contains("name =") && !arguments.contains("//") && !names_a_constant {
                all.push(arguments);
            }
        }
    }
    all
}

/// The attribute with `{ 256 }` for `256`, and whether there is one.
fn with_blocks(attribute: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = attribute;
    let mut is_changed = false;
    while let Some(at) = rest.find(" = ") {
        let (before, after) = rest.split_at(at + 3);
        out.push_str(before);
        rest = after;
        let name = before.trim_end_matches(" = ");
        let name = name.rsplit([' ', '(']).next().unwrap_or(name);
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, behind) = after.split_at(digits);
        // A number alone, which is an `i32` in a block.
        let is_alone = behind.is_empty() || behind.starts_with([',', ')']);
        if INTEGERS.contains(&name) && is_alone && number.parse::<i32>().is_ok() {
            out.push_str("{ ");
            out.push_str(number);
            out.push_str(" }");
            rest = behind;
            is_changed = true;
        }
    }
    out.push_str(rest);
    is_changed.then_some(out)
}

/// The codes of the faults on each line of a crate with these attributes.
fn faults(name: &str, attributes: &[String]) -> BTreeMap<usize, Vec<String>> {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(root.join("src")).unwrap();
    let manifest = format!(
        "[package]\nname = \"{name}\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\noccupancy = {{ path = '{}' }}\n",
        env!("CARGO_MANIFEST_DIR")
    );
    fs::write(root.join("Cargo.toml"), manifest).unwrap();
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock");
    fs::copy(lock, root.join("Cargo.lock")).unwrap();
    let lines = attributes.iter().enumerate().map(|(at, attribute)| {
        format!("mod m{at} {{ #[occupancy::launch_config({attribute})] pub fn kernel() {{}} }}\n")
    });
    let source: String = lines.collect();
    fs::write(root.join("src/lib.rs"), source).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["check", "--offline", "--message-format=json"])
        .current_dir(&root)
        .env("CARGO_TARGET_DIR", root.with_file_name("one-emission"))
        .output()
        .unwrap();
    let mut found: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(message) = serde_json::from_str::<serde_json::Value>(line) else {
            continue;
        };
        let message = &message["message"];
        let Some(text) = message["message"].as_str() else {
            continue;
        };
        let spans = message["spans"].as_array().into_iter().flatten();
        for span in spans.filter(|span| span["is_primary"] == true) {
            let at = usize::try_from(span["line_start"].as_u64().unwrap()).unwrap();
            let codes = text.split("[OCC").skip(1).filter_map(|rest| rest.get(..3));
            found
                .entry(at - 1)
                .or_default()
                .extend(codes.map(str::to_owned));
        }
    }
    for codes in found.values_mut() {
        codes.sort();
    }
    assert!(
        !found.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    found
}

#[test]
fn a_constant_has_the_faults_of_a_literal() {
    let literals: Vec<String> = TOPICS.into_iter().flat_map(attributes).collect();
    let (literals, constants): (Vec<String>, Vec<String>) = literals
        .into_iter()
        .filter_map(|literal| with_blocks(&literal).map(|constant| (literal, constant)))
        .unzip();
    assert!(literals.len() > 100, "{}", literals.len());
    let of_literals = faults("literals", &literals);
    let of_constants = faults("constants", &constants);
    for (at, constant) in constants.iter().enumerate() {
        assert_eq!(of_literals.get(&at), of_constants.get(&at), "{constant}");
    }
}
