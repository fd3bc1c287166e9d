//! Each verdict, and that what the documentation quotes is what the check and the compiler say.

use std::fs;
use std::path::{Path, PathBuf};

use crate::entry::{Entry, rows};
use crate::gallery;

/// The sources that document the entries.
fn sources() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("gallery");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    files
        .map(|file| fs::read_to_string(file).unwrap())
        .collect()
}

fn ui_tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/ui/gallery")
}

#[test]
fn there_are_enough_entries_each_on_two_gpus() {
    let entries = gallery().unwrap();
    assert!(entries.len() >= 14);
    for entry in &entries {
        let gpus = entry
            .checked
            .iter()
            .map(|each| each.archs.len())
            .sum::<usize>();
        assert!(gpus >= 2, "{}", entry.name);
        for row in entry.checked.iter().flat_map(rows) {
            assert!(
                row.occupancy.blocks_per_sm > 0,
                "{} on {}",
                entry.name,
                row.gpu
            );
            assert!(row.waves.is_some(), "{} on {}", entry.name, row.gpu);
        }
    }
}

#[test]
fn what_is_written_breaks_its_rule_and_what_is_checked_breaks_none() {
    for entry in gallery().unwrap() {
        assert!(
            entry.holds(),
            "{}: {:?}",
            entry.name,
            entry.hand_written.check()
        );
    }
}

#[test]
fn half_of_the_entries_or_more_are_refused() {
    let entries = gallery().unwrap();
    let refused = entries
        .iter()
        .filter(|entry| entry.breaks.is_some())
        .count();
    assert!(refused * 2 >= entries.len());
}

#[test]
fn the_documentation_quotes_the_headlines() {
    let sources = sources();
    let mut quotes: Vec<&str> = sources
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("/// "))
        .filter(|line| line.starts_with("[OCC"))
        .collect();
    let entries = gallery().unwrap();
    let mut headlines: Vec<String> = entries.iter().flat_map(Entry::refusals).collect();
    quotes.sort_unstable();
    headlines.sort_unstable();
    assert_eq!(quotes, headlines);
}

#[test]
fn the_compiler_says_the_same() {
    for entry in gallery().unwrap() {
        let Some(ui_test) = entry.ui_test else {
            continue;
        };
        let expected = ui_tests().join(format!("{ui_test}.stderr"));
        let expected = fs::read_to_string(&expected).unwrap_or_else(|error| {
            panic!("{}: {error}", expected.display());
        });
        let violations = entry.hand_written.check();
        let message = entry
            .hand_written
            .message(violations.iter().next().unwrap());
        let lines: Vec<&str> = expected.lines().map(str::trim).collect();
        for (index, line) in message.as_str().lines().map(str::trim).enumerate() {
            let line = if index == 0 {
                format!("error: {line}")
            } else {
                line.to_owned()
            };
            assert!(
                lines.contains(&line.as_str()),
                "{ui_test}: {line}\n\n{expected}"
            );
        }
        assert_eq!(
            expected.matches("error: [OCC").count(),
            violations.len(),
            "{ui_test}"
        );
    }
}

#[test]
fn every_ui_test_belongs_to_an_entry() {
    let entries = gallery().unwrap();
    let mut named: Vec<String> = entries
        .iter()
        .filter_map(|entry| entry.ui_test)
        .map(|name| format!("{name}.rs"))
        .collect();
    let mut found: Vec<String> = fs::read_dir(ui_tests())
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter(|name| {
            Path::new(name)
                .extension()
                .is_some_and(|extension| extension == "rs")
        })
        .collect();
    named.sort_unstable();
    found.sort_unstable();
    assert_eq!(named, found);
}

#[test]
fn the_table_has_every_entry() {
    let entries = gallery().unwrap();
    let table = crate::table::table(&entries);
    for entry in &entries {
        assert!(table.contains(&format!("\n{}\n  {}\n", entry.name, entry.source)));
    }
    assert_eq!(table.matches("hand-written: ").count(), entries.len());
}
