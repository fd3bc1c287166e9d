//! Compares pages, and values read from text, with files of `tests`.

use std::{env, fs};

#[path = "../../../occupancy-core/tests/it/any_configuration.rs"]
mod any_configuration;
#[path = "../../../occupancy-core/tests/it/arguments.rs"]
mod arguments;
#[path = "../../../occupancy-core/tests/it/common.rs"]
mod common;
mod guide;
mod hostile;
mod pages;
#[path = "../../../occupancy-core/tests/it/random.rs"]
mod random;
#[cfg(feature = "calculator")]
mod values;
mod words;

/// Compares a text with a file of `tests`, or writes the file if `OCCUPANCY_BLESS` is set.
fn compare(file: &str, text: &str) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/").to_owned() + file;
    if env::var_os("OCCUPANCY_BLESS").is_some() {
        fs::write(&path, text).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    let advice = "if this is right, `OCCUPANCY_BLESS=1 cargo test -p occupancy-report --all-features` writes the file anew";
    for (number, (text, written)) in (1..).zip(text.lines().zip(written.lines())) {
        assert_eq!(text, written, "tests/{file}:{number} differs; {advice}");
    }
    assert!(text == written, "tests/{file} ends differently; {advice}");
}
