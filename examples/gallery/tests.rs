//! The output of the gallery is as written, and its documentation and its UI tests belong to it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::text;

/// Lists the files of a folder, relative to this package, with this extension.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|file| file.extension().is_some_and(|found| found == extension))
        .collect()
}

#[test]
fn every_figure_is_what_it_was() {
    assert_eq!(
        text().unwrap(),
        include_str!("shown.txt"),
        "if the output is right, `cargo run -p occupancy-examples --example gallery > examples/gallery/shown.txt`"
    );
}

/// Returns the rest of each line of `text` that begins with `start`, sorted.
fn after<'a>(text: &'a str, start: &str) -> Vec<&'a str> {
    let lines = text.lines().map(str::trim_start);
    let mut found: Vec<&str> = lines.filter_map(|line| line.strip_prefix(start)).collect();
    found.sort_unstable();
    found
}

#[test]
fn the_documentation_quotes_the_headlines() {
    let sources: String = files("gallery", "rs")
        .iter()
        .map(|file| fs::read_to_string(file).unwrap())
        .collect();
    let text = text().unwrap();
    assert_eq!(
        after(&sources, "/// [OCC"),
        after(&text, "hand-written: refused: [OCC")
    );
}

#[test]
fn every_ui_test_belongs_to_an_entry() {
    let mut cases: Vec<String> = files("../tests/ui/gallery", "rs")
        .iter()
        .map(|file| format!("tests/ui/gallery/{}", file.file_name().unwrap().display()))
        .collect();
    cases.sort_unstable();
    assert_eq!(after(&text().unwrap(), "does not compile: "), cases);
}
