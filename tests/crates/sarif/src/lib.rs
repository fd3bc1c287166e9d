//! What the command line writes for code scanning.

use std::ffi::OsString;
use std::path::Path;

/// The output of `occupancy` with these arguments, and its exit code.
///
/// # Panics
///
/// If it writes to standard error.
#[must_use]
pub fn occupancy(args: &[&str]) -> (Vec<u8>, u8) {
    let args = ["occupancy"].iter().chain(args).map(OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = cargo_occupancy::run(args, &mut out, &mut err);
    assert!(err.is_empty(), "{}", String::from_utf8_lossy(&err));
    (out, code)
}

/// A file of the repository.
#[must_use]
pub fn file(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    root.join(path).to_string_lossy().into_owned()
}
