//! What a gate never does, whatever the build, the baseline and the form of the report.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::{Folder, code, in_folder, read, text, with_registers, zip};

pub(crate) const FORMS: [&str; 6] = ["text", "markdown", "json", "github", "sarif", "gitlab"];

/// A folder with `build/one.cubin` and `build/two.cubin`, and their baseline.
fn repository() -> Folder {
    let folder = Folder::new();
    folder.put(".git/HEAD", "");
    folder.put("build/one.cubin", read("sm_90.cubin"));
    folder.put("build/two.cubin", read("spills.cubin"));
    run(&folder, "baseline build -t 256 -o occupancy.toml", 0);
    folder
}

/// The output and the messages of a command, which ends with this code.
fn run(folder: &Folder, words: &str, expected: i32) -> [String; 2] {
    let words: Vec<_> = words.split(' ').collect();
    let output = in_folder(&folder.path(""), &words, &[]);
    let said = [&output.stdout, &output.stderr].map(|bytes| text(bytes).to_owned());
    assert_eq!(code(&output), expected, "{words:?}: {said:?}");
    said
}

/// What was not read is not gone, and nothing passes.
#[test]
fn an_incomplete_run_looks_complete_in_no_form() {
    let folder = repository();
    folder.put("damaged/one.cubin", read("sm_90.cubin"));
    folder.put("damaged/two.cubin", &read("spills.cubin")[..3000]);
    for (command, named) in [
        ("check none.cubin -b occupancy.toml", "none.cubin"),
        (
            "check build/one.cubin none.cubin -b occupancy.toml",
            "none.cubin",
        ),
        ("check damaged -b occupancy.toml", "two.cubin"),
        ("check damaged/two.cubin -b occupancy.toml", "two.cubin"),
        ("compare none.toml build", "none.toml"),
        ("compare damaged build", "two.cubin"),
        ("compare build damaged", "two.cubin"),
    ] {
        for form in FORMS {
            let check = format!("{command} -f {form}");
            let [shown, _] = run(&folder, &check, 2);
            assert!(shown.contains(named), "{check}: {shown}");
            let json = || serde_json::from_str::<Value>(&shown).unwrap();
            let is_incomplete = match form {
                "json" => json()["is_complete"] == false && json()["summary"]["removed"] == 0,
                "sarif" => json()["runs"][0]["invocations"][0]["executionSuccessful"] == false,
                "gitlab" => json()[0]["severity"] == "blocker",
                _ => ![" gone", " new", "passed"]
                    .iter()
                    .any(|word| shown.contains(word)),
            };
            assert!(is_incomplete, "{check}: {shown}");
            let has_kernels = shown.contains("ruleId\": \"removed") || shown.contains("is removed");
            assert!(!has_kernels, "{check}: {shown}");
        }
    }
}

/// A baseline that another program writes while the build is read stays as that wrote it.
#[test]
fn an_update_sees_another_one() {
    let folder = repository();
    // More than a pipe holds, so that the program has begun to read when a part is written.
    let padding = ("padding", vec![0; 1 << 20], false);
    let build = zip(&[
        padding,
        (
            "one.cubin",
            with_registers(read("sm_90.cubin"), 10, 9),
            false,
        ),
    ]);
    let mut update = Command::new(env!("CARGO_BIN_EXE_occupancy"))
        .args(["check", "-", "-b", "occupancy.toml", "--update"])
        .current_dir(folder.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = update.stdin.take().unwrap();
    let (begin, rest) = build.split_at(1 << 19);
    stdin.write_all(begin).unwrap();
    let other = folder.read("occupancy.toml") + "# of another\n";
    folder.put("occupancy.toml", &other);
    stdin.write_all(rest).unwrap();
    drop(stdin);
    let output = update.wait_with_output().unwrap();
    let said = text(&output.stderr);
    assert!(
        code(&output) == 2 && said.contains("changed meanwhile"),
        "{said}"
    );
    assert_eq!(folder.read("occupancy.toml"), other);
}

/// For all commands that write, and also when there is nothing to write.
#[test]
fn what_people_wrote_stays() {
    const BASELINE: &str = "# mine: head\nversion = 2\nthreads = 256 # mine: threads\nlibrary = \"one.cubin\"\n\n# mine: rule\n\
        [[rule]]\nkernels = \"saxpy\" # mine: pattern\nmax_registers = 99\n\n# mine: kernel\n[kernel.saxpy] # mine: header\n\
        sm_90 = { regs = 9 } # mine: row\n# mine: end\n";
    for (mark, end) in [("", "\n"), ("\u{feff}", "\r\n")] {
        for write in [
            "check build/one.cubin -b occupancy.toml --update",
            "check build/one.cubin -b occupancy.toml --update --kernel dot",
            "check build -b occupancy.toml --update --prune",
            "check build/one.cubin -b occupancy.toml --update --arch h100",
            "baseline build/one.cubin -t 256 -o occupancy.toml",
        ] {
            let folder = repository();
            folder.put(
                "occupancy.toml",
                mark.to_owned() + &BASELINE.replace('\n', end),
            );
            for _ in 0..2 {
                run(&folder, write, 0);
                let written = folder.read("occupancy.toml");
                let comments = |text: &str| {
                    let lines = text.lines().filter_map(|line| line.split_once("mine: "));
                    let mut words: Vec<_> = lines.map(|(_, word)| word.to_owned()).collect();
                    words.sort();
                    words
                };
                assert_eq!(comments(&written), comments(BASELINE), "{write}: {written}");
                assert!(written.starts_with(mark) && written.contains("max_registers = 99"));
                let lines = written.matches('\n').count();
                let of_end = written.matches("\r\n").count();
                assert_eq!(of_end, if end == "\n" { 0 } else { lines }, "{write}");
            }
            let beside = fs::read_dir(folder.path("")).unwrap().count();
            assert_eq!(beside, 3, "{write}: something is left beside the baseline");
        }
    }
}
