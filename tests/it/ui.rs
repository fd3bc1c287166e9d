//! What a user reads where only the compiler knows it: the cases of `tests/ui/rustc`. Those of the other folders are
//! compared by `occupancy-macros`, which expands their attributes itself.
//!
//! The messages are those of one rustc. Another has to refuse the same cases, in whatever words; `OCCUPANCY_UI=1`
//! compares its messages, too. `OCCUPANCY_UI=all` compiles the cases of every folder, and `OCCUPANCY_BLESS=1`
//! writes messages anew.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::cases;
use crate::compiler::{self, ROOT, Source};

/// The toolchain that the `.stderr` files were written with.
const TOOLCHAIN: &str = "rustc 1.95.0 ";

#[test]
fn each_case_is_refused_in_these_words() {
    let asked = env::var("OCCUPANCY_UI").unwrap_or_default();
    let overwrites = env::var_os("OCCUPANCY_BLESS").is_some();
    let mut topics = cases::topics();
    topics.retain(|topic| asked == "all" || topic == "rustc");
    let cases: Vec<_> = topics
        .iter()
        .flat_map(|topic| cases::sources(topic))
        .collect();
    assert!(cases.len() > 50, "{}", cases.len());
    let found = compiler::version();
    let compares = found.starts_with(TOOLCHAIN) || !asked.is_empty();
    let mut wrong = Vec::new();
    for (case, compiled) in cases.iter().zip(compiler::check_all(&cases)) {
        assert!(!compiled.succeeded, "{} is accepted", case.display());
        let said = compiled.said();
        let file = case.with_extension("stderr");
        if overwrites {
            fs::write(file, said).unwrap();
        } else if let expected = fs::read_to_string(file).unwrap_or_default()
            && compares
            && said != expected
        {
            let case = case.display();
            wrong.push(format!(
                "{case}: mismatch\n\nEXPECTED:\n{expected}\nFOUND:\n{said}"
            ));
        }
    }
    let advice = "`OCCUPANCY_BLESS=1 cargo test --test it ui` writes them anew";
    assert!(wrong.is_empty(), "{}\n\n{advice}", wrong.join("\n"));
    if !compares {
        // Past the capture of the test's output, which nobody sees of a test that passes.
        writeln!(
            io::stderr().lock(),
            "SKIPPED: the words of {} messages are those of {TOOLCHAIN}and this is {found}; that each case is refused \
             was tested",
            cases.len()
        )
        .unwrap();
    }
}

/// The cases of `tests/pass` are the modules of one program.
#[test]
fn accepted_forms_compile_and_hold() {
    let cases = cases::accepted();
    assert!(!cases.is_empty());
    let module = |case: &PathBuf| {
        let name = case
            .file_stem()
            .unwrap()
            .to_str()
            .unwrap()
            .replace('-', "_");
        format!("#[path = {case:?}]\nmod {name};\n")
    };
    let program: String = cases.iter().map(module).collect();
    Source::text("accepted", &program).run_tests("accepted");
}

/// No message is left behind by a case that is gone, and no case is where nothing finds it.
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
