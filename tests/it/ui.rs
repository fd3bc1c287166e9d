//! The cases of `tests/ui`, with the messages that a user reads, and those of `tests/pass`, which compile and run.
//!
//! `TRYBUILD=overwrite cargo test --test it ui` writes the messages of `tests/ui/rustc` anew. `occupancy-macros` compares
//! those of the other folders, whose attributes it expands and whose messages it renders.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use trybuild::TestCases;

use crate::cases;
use crate::compiler::{self, ROOT, Source};

/// The toolchain that the `.stderr` files were written with.
const TOOLCHAIN: &str = "rustc 1.95.0 ";

fn has_these_words() -> bool {
    compiler::version().starts_with(TOOLCHAIN)
}

/// Another toolchain has to refuse the same cases, in its own words.
#[test]
fn each_case_is_refused_in_these_words() {
    if has_these_words() {
        TestCases::new().compile_fail("tests/ui/rustc/*.rs");
        return;
    }
    for case in cases::sources("rustc") {
        let compiled = Source::file(&case).check();
        assert!(!compiled.succeeded, "{} compiles", case.display());
    }
    // Not `eprintln!`, whose output nobody sees if the test passes.
    writeln!(
        io::stderr().lock(),
        "SKIPPED: the messages are those of {TOOLCHAIN}and this is {}; that each case is refused was tested",
        compiler::version()
    )
    .unwrap();
}

/// `occupancy-macros` renders messages as the compiler prints them. All cases are modules of one program, in which only the
/// first message names `occupancy explain`.
#[test]
fn rendered_messages_are_those_of_rustc() {
    if !has_these_words() {
        return;
    }
    let mut topics = cases::topics();
    topics.retain(|topic| topic != "rustc");
    let cases: Vec<_> = topics
        .iter()
        .flat_map(|topic| cases::sources(topic))
        .collect();
    let module =
        |(at, case): (usize, &PathBuf)| format!("#[path = {case:?}]\npub mod case_{at};\n");
    let program: String = cases.iter().enumerate().map(module).collect();
    let compiled = Source::text("refused", &program).check();
    for case in cases {
        let place = format!("--> {}:", case.display());
        let of_case = compiled.messages.iter().map(|message| &*message.rendered);
        let printed: Vec<_> = of_case
            .filter(|rendered| rendered.contains(&place))
            .map(|rendered| rendered.replace(&format!("{ROOT}/"), ""))
            .collect();
        let rendered = fs::read_to_string(case.with_extension("stderr")).unwrap();
        let (printed, path) = (printed.join("\n"), case.display());
        let advice = "rustc prints (left) other words: if the file is old, `OCCUPANCY_BLESS=1 cargo test -p occupancy-macros ui` \
                      writes it anew; if it is not, move the case to tests/ui/rustc";
        assert_eq!(words(&printed), words(&rendered), "{path}: {advice}");
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

/// No message is left of a case that is gone, and no case is in a folder that no test reads.
#[test]
fn every_file_is_of_a_case() {
    for topic in cases::topics() {
        let cases = cases::sources(&topic);
        for entry in fs::read_dir(Path::new(ROOT).join("tests/ui").join(&topic)).unwrap() {
            let path = entry.unwrap().path();
            let is_of_case = cases.contains(&path.with_extension("rs"));
            assert!(is_of_case, "{} is of no case: delete it", path.display());
        }
    }
}
