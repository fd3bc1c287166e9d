//! The `embedded` example: what a program has in itself is listed like its file.

use std::path::Path;
use std::process::Command;

use crate::common::{Folder, code, occupancy, text};

#[test]
fn a_program_is_what_it_embeds() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let folder = Folder::new();
    let program = folder.put("embedded", "");
    let compiled = Command::new("rustc")
        .args(["--edition", "2024", "-o", &program])
        .arg(examples.join("embedded/main.rs"))
        .status();
    assert!(compiled.unwrap().success());
    let cubin = examples.join("from_cubin/horner.cubin");
    let [embedded, alone] = [&*program, cubin.to_str().unwrap()].map(|path| {
        let output = occupancy(&["inspect", path]);
        assert_eq!(code(&output), 0, "{}", text(&output.stderr));
        output.stdout
    });
    assert_eq!(text(&embedded), text(&alone));
}
