//! The `from_cubin` example does what its README says: it builds; a kernel that was compiled anew builds it anew; and with
//! more registers, it does not build.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::compiler::{self, Package, ROOT};
use crate::readme::lines;

#[test]
fn both_outcomes_of_the_readme() {
    let example = Path::new(ROOT).join("examples/from_cubin");
    let bytes = |file: &str| fs::read(example.join(file)).unwrap();
    let manifest = format!("[dependencies]\noccupancy = {{ path = '{ROOT}' }}");
    let package = Package::new("from_cubin", &manifest);
    compiler::write("from_cubin/src/main.rs", bytes("main.rs"));
    // Builds it with another cubin, as after a compiler.
    let build = |cubin: &str| {
        compiler::write("from_cubin/src/horner.cubin", bytes(cubin));
        let output = package.cargo(&["build", "--color", "never"]);
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.replace("src/main.rs", "examples/from_cubin/main.rs");
        (output.status.success(), said)
    };
    let readme = fs::read_to_string(example.join("README.md")).unwrap();
    let blocks = readme.split("```text\n").skip(1);
    let blocks: Vec<&str> = blocks
        .filter_map(|block| block.split("\n```").next())
        .collect();

    let (is_built, said) = build("horner.cubin");
    assert!(is_built, "{said}");
    let program =
        Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("tests/shared/debug/from_cubin");
    let printed = Command::new(program).output().unwrap().stdout;
    assert_eq!(String::from_utf8(printed).unwrap().trim_end(), blocks[0]);

    let (is_built, said) = build("recompiled.cubin");
    assert!(!is_built);
    // The library's message with its place. The text around it differs between compilers.
    let place = blocks[1].find("--> ").unwrap();
    let end = blocks[1][place..].find('\n').unwrap();
    let message = lines(&blocks[1][..place + end]);
    let said = lines(&said);
    let is_said = said.windows(message.len()).any(|window| window == message);
    assert!(is_said, "{said:#?}");

    assert!(build("horner.cubin").0);
}
