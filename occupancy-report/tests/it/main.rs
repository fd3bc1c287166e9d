//! Pages, and arguments as text, beside files of `tests`. `OCCUPANCY_BLESS=1` writes them anew: read them.

use std::path::Path;
use std::{env, fs};

#[cfg(feature = "calculator")]
mod arguments;
mod hostile;
mod pages;

/// Compares a file of `tests` with what is found.
fn compare(file: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(file);
    if env::var_os("OCCUPANCY_BLESS").is_some() {
        fs::write(&path, found).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    for (number, (found, written)) in (1..).zip(found.lines().zip(written.lines())) {
        assert_eq!(found, written, "{file}:{number}");
    }
    assert!(found == written, "{file} has more or fewer lines");
}
