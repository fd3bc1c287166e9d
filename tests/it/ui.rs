//! Compares the messages of the cases of `tests/ui`, and runs those of `tests/pass`, which compile.
//!
//! `TRYBUILD=overwrite` writes the messages of `tests/ui/rustc` anew. Those of the other folders are compared by
//! `occupancy-macros`, which expands their attributes itself and renders the messages.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use trybuild::TestCases;

use crate::cases;
use crate::compiler::{self, ROOT, Source};

/// The toolchain of the `.stderr` files.
const TOOLCHAIN: &str = "rustc 1.95.0 ";

fn has_these_words() -> bool {
    compiler::version().starts_with(TOOLCHAIN)
}

/// Another toolchain refuses the same cases, in words of its own.
#[test]
fn each_case_is_refused_in_these_words() {
    if has_these_words() {
        TestCases::new().compile_fail("tests/ui/rustc/*.rs");
        return;
    }
    for case in cases::sources("rustc") {
        let compiled = Source::file(&case).check();
        assert!(!compiled.succeeded, "{} is accepted", case.display());
    }
    // It bypasses the capture of output, which hides that of a test that passes.
    writeln!(
        io::stderr().lock(),
        "SKIPPED: the messages are those of {TOOLCHAIN}and this is {}; that each case is refused was tested",
        compiler::version()
    )
    .unwrap();
}

/// The compiler prints the messages that `occupancy-macros` renders. All cases are modules of one program, of which
/// only the first message names `occupancy explain`.
#[test]
fn rendered_messages_are_those_of_rustc() {
    if !has_these_words() {
        return;
    }
    let topics = cases::topics();
    let rendered = topics.iter().filter(|topic| *topic != "rustc");
    let cases: Vec<_> = rendered.flat_map(|topic| cases::sources(topic)).collect();
    let module =
        |(at, case): (usize, &PathBuf)| format!("#[path = {case:?}]\npub mod case_{at};\n");
    let program: String = cases.iter().enumerate().map(module).collect();
    let compiled = Source::text("refused", &program).check();
    for case in cases {
        let place = format!("--> {}:", case.display());
        let of_case = compiled.messages.iter().map(|message| &*message.rendered);
        let found: Vec<_> = of_case
            .filter(|rendered| rendered.contains(&place))
            .map(|rendered| rendered.replace(&format!("{ROOT}/"), ""))
            .collect();
        let expected = fs::read_to_string(case.with_extension("stderr")).unwrap();
        let found = found.join("\n");
        assert_eq!(words(&found), words(&expected), "{}", case.display());
    }
}

fn words(messages: &str) -> Vec<&str> {
    let lines = messages.lines().map(str::trim_end);
    let is_word = |line: &&str| !line.is_empty() && !line.contains(" more: `occupancy explain");
    lines.filter(is_word).collect()
}

#[test]
fn accepted_forms_compile_and_hold() {
    TestCases::new().pass("tests/pass/*.rs");
}

/// Every message has a case, and every case is in a folder that is looked at.
#[test]
fn every_file_is_of_a_case() {
    for topic in cases::topics() {
        let cases = cases::sources(&topic);
        for entry in fs::read_dir(Path::new(ROOT).join("tests/ui").join(&topic)).unwrap() {
            let path = entry.unwrap().path();
            assert!(
                cases.contains(&path.with_extension("rs")),
                "{}",
                path.display()
            );
        }
    }
}
