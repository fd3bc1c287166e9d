//! The documentation that the tests look at.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The root of the workspace.
pub(crate) fn workspace() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("the workspace").to_owned()
}

/// The documentation that `cargo doc` with `arguments` makes, without a warning.
pub(crate) fn document(arguments: &[&str]) -> PathBuf {
    let target = workspace().join("target/browser");
    let output = Command::new(env!("CARGO"))
        .current_dir(workspace())
        .args(["doc", "--no-deps"])
        .args(arguments)
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTDOCFLAGS", "--deny warnings")
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(!said.contains("warning"), "{said}");
    target.join("doc")
}
