//! `occupancy baseline`, `compare` and `check`, on cubins whose registers are changed.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use common::{Folder, code, fixture, json_of, occupancy, text};
use serde_json::{Value, json};

/// The fixture with `saxpy`, of 10 registers, and two others.
fn cubin() -> Vec<u8> {
    fs::read(fixture("sm_90.cubin")).unwrap()
}

/// The cubin with another number of registers in the place of one.
///
/// The attribute `EIATTR_REGCOUNT` is `04 2f`, its 8 bytes, the symbol and the number.
fn with_registers(mut cubin: Vec<u8>, old: u32, new: u32) -> Vec<u8> {
    let mut changed = 0;
    for at in 0..cubin.len() - 12 {
        let is_it = cubin[at..at + 4] == [0x04, 0x2f, 0x08, 0x00]
            && cubin[at + 8..at + 12] == old.to_le_bytes();
        if is_it {
            cubin[at + 8..at + 12].copy_from_slice(&new.to_le_bytes());
            changed += 1;
        }
    }
    assert_eq!(changed, 1, "one kernel has {old} registers");
    cubin
}

/// A folder with a build and its baseline.
fn with_baseline() -> (Folder, String, String) {
    let folder = Folder::new();
    let library = folder.put("lib.cubin", cubin());
    let baseline = occupancy(&["baseline", "--threads", "256", &library]);
    assert_eq!(code(&baseline), 0, "{}", text(&baseline.stderr));
    let path = folder.put("occupancy.toml", &baseline.stdout);
    (folder, library, path)
}

/// `occupancy check` of a build with its baseline and these arguments.
fn check(library: &str, baseline: &str, more: &[&str]) -> Output {
    occupancy(&[&["check", library, "--baseline", baseline], more].concat())
}

#[test]
fn a_baseline_is_a_block_for_each_kernel() {
    let (folder, _, _) = with_baseline();
    let toml = folder.read("occupancy.toml");
    assert!(toml.starts_with("# What the kernels use"));
    let expected = "\
version = 1
toolkits = [\"13.5\"]
threads = [256, 1, 1]

[[kernel]]
name = \"blas::dot(int, float const*, float*)\"
target = \"sm_90\"
library = \"lib.cubin\"
registers = 12
spill_instructions = 0
stack = 0
static_shared_memory = 1024
barriers = 1
code_bytes = 512
max_block = [256, 1, 1]
block = [256, 1, 1]
blocks_per_sm = 8
occupancy_percent = 100.0

[[kernel]]
name = \"saxpy\"
";
    assert!(toml.contains(expected), "{toml}");
    assert_eq!(toml.matches("[[kernel]]").count(), 3);
    // The same files have the same baseline, in any order.
    let spills = fixture("spills.cubin");
    let of = |paths: [&Path; 2]| {
        let paths = paths.map(|path| path.to_str().unwrap());
        occupancy(&["baseline", paths[0], paths[1]]).stdout
    };
    let cubin = fixture("sm_90.cubin");
    assert_eq!(of([&cubin, &spills]), of([&spills, &cubin]));
}

#[test]
fn what_is_the_same_passes() {
    let (_folder, library, baseline) = with_baseline();
    let output = check(&library, &baseline, &[]);
    assert_eq!((code(&output), text(&output.stderr)), (0, ""));
    assert_eq!(text(&output.stdout), "3 same\n");
    let compared = occupancy(&["compare", &baseline, &library]);
    assert_eq!((code(&compared), text(&compared.stdout)), (0, "3 same\n"));
    let itself = occupancy(&["compare", &baseline, &baseline, "--format", "json"]);
    assert_eq!(json_of(&itself)["summary"]["same"], 3);
}

#[test]
fn the_ratchet_goes_both_ways() {
    let (folder, library, baseline) = with_baseline();
    let check = |more: &[&str]| check(&library, &baseline, more);
    let before = folder.read("occupancy.toml");

    // 64 registers in blocks of 256 threads are 4 blocks, and half of the warps.
    folder.put("lib.cubin", with_registers(cubin(), 10, 64));
    let worse = check(&[]);
    assert_eq!(code(&worse), 1);
    let said = text(&worse.stdout);
    assert!(said.contains("worse        saxpy\n"), "{said}");
    assert!(said.contains("registers 10 → 64\n"), "{said}");
    assert!(said.contains("blocks per SM 8 → 4\n"), "{said}");
    assert!(
        said.contains("occupancy 100 % → 50 % with blocks of 256 threads\n"),
        "{said}"
    );
    assert!(said.ends_with("1 worse, 2 same\n"), "{said}");
    assert!(include_str!("../README.md").contains(said));

    // An update does not write it down without a reason.
    let refused = check(&["--update"]);
    assert_eq!(code(&refused), 1);
    assert!(text(&refused.stderr).contains("help: `--accept REASON` writes it down as well"));
    assert_eq!(folder.read("occupancy.toml"), before);
    let accepted = check(&["--update", "--accept", "twice as fast, 2026-11"]);
    assert_eq!(code(&accepted), 0, "{}", text(&accepted.stderr));
    let toml = folder.read("occupancy.toml");
    assert!(toml.contains("registers = 64\n"), "{toml}");
    assert!(
        toml.contains("accept = \"twice as fast, 2026-11\"\n"),
        "{toml}"
    );
    assert!(
        toml.contains("before = { occupancy_percent = 100, registers = 10 }"),
        "{toml}"
    );
    assert_eq!(code(&check(&[])), 0);

    // The reason was that of the first change.
    folder.put("lib.cubin", with_registers(cubin(), 10, 72));
    assert_eq!(code(&check(&[])), 1);

    // Better fails as well, and the reason is no longer needed.
    folder.put("lib.cubin", cubin());
    let better = check(&[]);
    assert_eq!(code(&better), 1);
    let said = text(&better.stdout);
    assert!(said.contains("better       saxpy\n"), "{said}");
    assert!(
        said.contains("note: the reason of `saxpy` (sm_90) is no longer needed"),
        "{said}"
    );
    assert_eq!(code(&check(&["--update"])), 0);
    assert_eq!(folder.read("occupancy.toml"), before);
}

#[test]
fn what_people_write_stays() {
    let (folder, library, baseline) = with_baseline();
    let toml = folder.read("occupancy.toml");
    let toml = toml
        .replace("threads = [256, 1, 1]\n", "threads = [256, 1, 1]\n\n# Ours.\n[[budget]]\nkernels = \"sax*\"\nmax_registers = 32 # for 100 %\n")
        .replacen("[[kernel]]\nname = \"saxpy\"", "# The one that counts.\n[[kernel]]\nname = \"saxpy\" # fast", 1);
    folder.put("occupancy.toml", &toml);
    folder.put("lib.cubin", with_registers(cubin(), 10, 9));
    let output = check(&library, &baseline, &["--update"]);
    assert_eq!(
        code(&output),
        0,
        "{}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    let updated = folder.read("occupancy.toml");
    assert_eq!(updated, toml.replace("registers = 10", "registers = 9"));
}

#[test]
fn a_hand_written_reason_excuses_what_is_worse() {
    let (folder, library, baseline) = with_baseline();
    let toml = folder.read("occupancy.toml");
    let saxpy = "name = \"saxpy\"\n";
    folder.put(
        "occupancy.toml",
        toml.replace(saxpy, &format!("{saxpy}accept = \"3 % faster\"\n")),
    );
    let idle = check(&library, &baseline, &[]);
    assert_eq!(code(&idle), 0);
    assert!(text(&idle.stdout).contains("no longer needed: \"3 % faster\""));
    folder.put("lib.cubin", with_registers(cubin(), 10, 20));
    let accepted = check(&library, &baseline, &[]);
    assert_eq!(code(&accepted), 0, "{}", text(&accepted.stdout));
    assert!(text(&accepted.stdout).contains("accepted: 3 % faster\n"));
    let update = check(&library, &baseline, &["--update"]);
    assert_eq!(code(&update), 0);
    assert!(
        folder
            .read("occupancy.toml")
            .contains("before = { registers = 10 }")
    );
}

#[test]
fn added_removed_and_renamed_kernels_are_written_down() {
    let (folder, library, baseline) = with_baseline();
    let check = |more: &[&str]| check(&library, &baseline, more);
    let toml = folder.read("occupancy.toml");
    folder.put(
        "occupancy.toml",
        toml.replace("\"saxpy\"", "\"saxpy(int)\""),
    );
    let renamed = check(&[]);
    assert_eq!(code(&renamed), 1);
    let said = text(&renamed.stdout);
    assert!(
        said.contains("guessed to be `saxpy(int)` with another name"),
        "{said}"
    );
    folder.put("occupancy.toml", &toml);

    folder.put("lib.cubin", fs::read(fixture("spills.cubin")).unwrap());
    let other = check(&["--format", "json"]);
    assert_eq!(code(&other), 1);
    let other = json_of(&other);
    assert_eq!(other["summary"]["removed"], 3);
    assert!(other["summary"]["added"].as_u64() > Some(0));
    // Removed kernels alone are no worse build.
    assert_eq!(code(&occupancy(&["compare", &baseline, &library])), 0);
    assert_eq!(code(&check(&["--update"])), 0);
    assert!(!folder.read("occupancy.toml").contains("saxpy"));
    assert_eq!(code(&check(&[])), 0);
}

#[test]
fn only_kernels_that_are_asked_for_are_judged_and_written() {
    let (folder, library, baseline) = with_baseline();
    let before = folder.read("occupancy.toml");
    folder.put(
        "lib.cubin",
        with_registers(with_registers(cubin(), 10, 9), 12, 11),
    );
    let output = check(&library, &baseline, &["--kernel", "dot"]);
    assert_eq!(code(&output), 1);
    assert!(!text(&output.stdout).contains("saxpy"));
    let updated = check(&library, &baseline, &["--kernel", "dot", "--update"]);
    assert_eq!(code(&updated), 0);
    assert_eq!(
        folder.read("occupancy.toml"),
        before.replace("registers = 12", "registers = 11")
    );
}

/// An update that is refused leaves the file as it is.
#[test]
fn what_saw_nothing_does_not_pass() {
    let (folder, library, baseline) = with_baseline();
    folder.put("empty/readme.txt", "no code");
    let empty = folder.path("empty");
    let empty = empty.to_str().unwrap();
    let before = folder.read("occupancy.toml");
    let budget = ["--max-registers", "255"];
    let typo = ["--kernel", "typo", "--kernel", "other"];
    let none = "no matching kernels: none has `typo` or `other` in its name\n";
    let arch = ["--arch", "b200"];
    let no_code = "no code for sm_100: there is for sm_90\n";
    for (path, args, says) in [
        (empty, &[][..], "no matching kernels of machine code\n"),
        (&library, &typo, none),
        (&library, &arch, no_code),
    ] {
        for more in [&["--baseline", &baseline][..], &budget] {
            for format in ["text", "json", "github", "sarif", "markdown"] {
                let args = [&["check", path, "--format", format], args, more].concat();
                let output = occupancy(&args);
                assert_eq!(code(&output), 1, "{args:?}");
                assert!(text(&output.stderr).ends_with(says), "{args:?}");
                if format == "json" {
                    assert_eq!(json_of(&output)["fails"], true, "{args:?}");
                }
            }
        }
        let update = occupancy(&[&["check", path, "-b", &baseline, "--update"], args].concat());
        assert_eq!(code(&update), 1, "{args:?}");
        let says = format!(
            "{says}error: the baseline was not changed, because there is no kernel to write down\n"
        );
        assert!(text(&update.stderr).ends_with(&says), "{says}");
        assert_eq!(folder.read("occupancy.toml"), before);
        // Nor is one begun.
        let new = folder.path("new.toml");
        let new = [path, "--update", "--baseline", new.to_str().unwrap()];
        assert_eq!(code(&occupancy(&[&["check"], &new[..], args].concat())), 1);
        assert!(!folder.path("new.toml").exists());

        for sides in [[&*baseline, path], [path, &baseline], [path, path]] {
            let args = [&["compare", "-f", "json"], &sides[..], args].concat();
            let output = occupancy(&args);
            assert_eq!(code(&output), 1, "{args:?}");
            assert_eq!(json_of(&output)["fails"], true, "{args:?}");
            assert!(
                text(&output.stderr).contains(" has no matching kernels"),
                "{args:?}"
            );
        }
    }
    // A kernel that is really gone is written down.
    folder.put("occupancy.toml", before.replace("\"saxpy\"", "\"gone\""));
    let gone = check(&library, &baseline, &["--kernel", "gone", "--update"]);
    assert_eq!(code(&gone), 0, "{}", text(&gone.stderr));
    assert_eq!(
        folder.read("occupancy.toml").matches("[[kernel]]").count(),
        2
    );
}

#[test]
fn budgets_without_a_baseline() {
    let spills = fixture("spills.cubin");
    let spills = spills.to_str().unwrap();
    let output = occupancy(&["check", spills, "--no-spills"]);
    assert_eq!(code(&output), 1);
    let said = text(&output.stdout);
    assert!(
        said.contains("over budget: spill instructions ") && said.contains(", at most 0\n"),
        "{said}"
    );
    let cubin = fixture("sm_90.cubin");
    let cubin = cubin.to_str().unwrap();
    for (args, exit) in [
        (&["--no-spills"][..], 0),
        (&["--max-registers", "12"], 0),
        (&["--max-registers", "11"], 1),
        (&["--max-registers", "11", "--kernel", "saxpy"], 0),
        (&["--min-occupancy", "100 %", "--threads", "256"], 0),
        (&["--min-occupancy", "100 %", "--threads", "32"], 1),
        // Not known, and so not kept.
        (&["--min-occupancy", "0.1"], 1),
        (&[], 2),
    ] {
        let output = occupancy(&[&["check", cubin], args].concat());
        assert_eq!(code(&output), exit, "{args:?}: {}", text(&output.stdout));
    }
    // There is nothing that a kernel, a library or a template could differ from.
    for format in ["text", "json", "github", "sarif", "markdown"] {
        let args = ["check", cubin, spills, "--no-spills", "--format", format];
        let output = occupancy(&args);
        assert!(!text(&output.stdout).contains('→'), "{format}");
        if format == "json" {
            let all = json_of(&output);
            for key in ["libraries", "templates", "stack_reservation"] {
                assert_eq!(all[key], json!([]), "{key}");
            }
        }
    }
}

#[test]
fn the_least_occupancy_is_a_ratio_everywhere() {
    let (folder, library, baseline) = with_baseline();
    let toml = folder.read("occupancy.toml");
    for (stated, says) in [
        (
            "50",
            "[OCC018] `min_occupancy` is at most 1.0, or 100 %: all warp slots",
        ),
        ("50", "help: `min_occupancy = 0.5` is 50 %"),
        (
            "1.5",
            "[OCC018] `min_occupancy` is at most 1.0, or 100 %: all warp slots",
        ),
        ("0", "[OCC041] `min_occupancy` is over 0: 0 demands nothing"),
    ] {
        let option = check(&library, &baseline, &["--min-occupancy", stated]);
        assert_eq!(code(&option), 2, "{stated}");
        let calculate = ["calculate", "-a", "h100", "-t", "1024", "-r", "32"];
        let calculate = occupancy(&[&calculate[..], &["--min-occupancy", stated]].concat());
        let budget = format!("[[budget]]\nmin_occupancy = {stated}\n");
        let path = folder.put("budget.toml", toml.clone() + &budget);
        let of_file = check(&library, &path, &[]);
        assert_eq!(code(&of_file), 2, "{stated}");
        for output in [&option, &calculate, &of_file] {
            assert!(
                text(&output.stderr).contains(says),
                "{}",
                text(&output.stderr)
            );
            assert!(!text(&of_file.stderr).contains("is reached"));
        }
    }
    for stated in ["nan", "inf", "-0.5", "1e300", "\"50 %\""] {
        let budget = format!("[[budget]]\nmin_occupancy = {stated}\n");
        let path = folder.put("budget.toml", toml.clone() + &budget);
        assert_eq!(code(&check(&library, &path, &[])), 2, "{stated}");
    }
    // 64 registers leave half of the warps.
    folder.put("lib.cubin", with_registers(cubin(), 10, 64));
    for (stated, breaches) in [("0.5", 0), ("0.501", 1), ("1", 1), ("1.0", 1)] {
        let budget = format!("[[budget]]\nkernels = \"saxpy\"\nmin_occupancy = {stated}\n");
        let path = folder.put("budget.toml", toml.clone() + &budget);
        let of_file = json_of(&check(&library, &path, &["-f", "json"]));
        let option = ["-k", "saxpy", "-f", "json", "--min-occupancy", stated];
        let option = json_of(&check(&library, &baseline, &option));
        for output in [of_file, option] {
            let budgets = output["kernels"][0]["budgets"].as_array().unwrap();
            assert_eq!(budgets.len(), breaches, "{stated}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_is_written_as_a_whole_or_stays() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = Folder::new();
    for name in ["a", "b", "c", "d"] {
        folder.put(&format!("build/{name}.cubin"), cubin());
    }
    let build = folder.path("build");
    let build = build.to_str().unwrap();
    // Files of a kibibyte at most: less than the baseline and the page.
    let limited = |args: &[&str]| {
        let run = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
        let mut command = Command::new("bash");
        command.args(["-c", run, "bash", env!("CARGO_BIN_EXE_occupancy")]);
        command.args(args).output().unwrap()
    };
    let files = || fs::read_dir(folder.path("")).unwrap().count();
    let path = folder.path("written");
    let path = path.to_str().unwrap();
    let check = ["check", build, "--update", "--baseline", path];
    for (args, old) in [
        (&check[..], "version = 1\n# Ours.\n"),
        (&["calculator", "--output", path], "a page"),
    ] {
        let _ = fs::remove_file(path);
        let output = limited(args);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(text(&output.stderr).contains("File too large"), "{args:?}");
        assert_eq!(files(), 1, "{args:?}");
        folder.put("written", old);
        assert_eq!(code(&limited(args)), 2, "{args:?}");
        assert_eq!(folder.read("written"), old, "{args:?}");
        assert_eq!(files(), 2, "{args:?}");
    }
    // Another file takes its place, with what it was allowed, and a link leads to it.
    let mode = |name: &str| {
        fs::metadata(folder.path(name))
            .unwrap()
            .permissions()
            .mode()
            & 0o777
    };
    folder.put("plain", "");
    fs::set_permissions(folder.path("written"), fs::Permissions::from_mode(0o604)).unwrap();
    symlink(path, folder.path("link")).unwrap();
    symlink("nowhere", folder.path("dangling")).unwrap();
    for (name, is_like) in [
        ("link", 0o604),
        ("new", mode("plain")),
        ("dangling", mode("plain")),
        ("/dev/null", mode("/dev/null")),
    ] {
        let path = folder.path(name);
        let output = occupancy(&["calculator", "--output", path.to_str().unwrap()]);
        assert_eq!((code(&output), text(&output.stderr)), (0, ""), "{name}");
        assert_eq!(mode(name), is_like, "{name}");
    }
    assert!(
        folder.read("written").contains("</html>") && folder.read("nowhere") == folder.read("new")
    );
    assert!(
        fs::symlink_metadata(folder.path("link"))
            .unwrap()
            .is_symlink()
    );
}

#[test]
fn json_has_every_figure_under_stable_names() {
    let (folder, library, baseline) = with_baseline();
    folder.put("lib.cubin", with_registers(cubin(), 10, 64));
    let output = check(&library, &baseline, &["--format", "json"]);
    assert_eq!(code(&output), 1);
    let all = json_of(&output);
    let keys: Vec<_> = all.as_object().unwrap().keys().cloned().collect();
    assert_eq!(
        keys,
        [
            "fails",
            "kernels",
            "libraries",
            "notes",
            "stack_reservation",
            "summary",
            "templates",
            "toolkits",
            "version"
        ]
    );
    let kernel = &all["kernels"][0];
    let line = folder.read("occupancy.toml");
    let line = line
        .lines()
        .position(|line| line == "name = \"saxpy\"")
        .unwrap();
    assert_eq!(kernel["status"], "worse");
    assert_eq!(kernel["line"], line, "the line of `[[kernel]]`");
    assert_eq!(
        kernel["changes"],
        json!([
            { "figure": "registers", "old": 10, "new": 64, "verdict": "worse" },
            { "figure": "blocks_per_sm", "old": 8, "new": 4, "verdict": "changed" },
            { "figure": "occupancy_percent", "old": 100.0, "new": 50.0, "verdict": "worse" },
        ])
    );
    let inspected = occupancy(&[
        "inspect", "-t", "256", "-k", "saxpy", "-f", "json", &library,
    ]);
    let inspected = &json_of(&inspected)[0];
    for (key, value) in kernel["new"].as_object().unwrap() {
        if !["library", "name"].contains(&&**key) {
            assert_eq!(*value, inspected[key], "{key}");
        }
    }
    let count = json!({ "kernels": 3, "code_bytes": 1280 });
    assert_eq!(
        all["libraries"],
        json!([{ "name": "lib.cubin", "old": count, "new": count }])
    );
}

/// The documentation names every field, every budget and every status.
#[test]
fn what_is_stable_is_documented() {
    fn names(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    found.push(name.clone());
                    names(value, found);
                }
            }
            Value::Array(values) => values.iter().for_each(|value| names(value, found)),
            _ => {}
        }
    }
    let documentation = include_str!("../README.md");
    let (folder, library, baseline) = with_baseline();
    folder.put("lib.cubin", with_registers(cubin(), 10, 64));
    let checked = check(
        &library,
        &baseline,
        &["--max-registers", "11", "-f", "json"],
    );
    let calculated = occupancy(&[
        "calculate",
        "-a",
        "h100",
        "-t",
        "256",
        "-r",
        "64",
        "-f",
        "json",
    ]);
    let mut found = Vec::new();
    for output in [&checked, &calculated] {
        names(&json_of(output), &mut found);
    }
    assert!(found.len() > 60);
    for name in found {
        let is_named = documentation.contains(&format!("`{name}`"))
            || documentation.contains(&format!("\n{name} = "))
            // Fields of a kernel are those of `inspect`.
            || ["required_block", "cluster"].contains(&&*name);
        assert!(is_named, "{name}");
    }
    for (at, block) in documentation.split("```toml\n").skip(1).enumerate() {
        let (toml, _) = block.split_once("```").unwrap();
        let path = folder.put(&format!("{at}.toml"), format!("version = 1\n{toml}"));
        // Some have no kernels, but all can be read.
        let output = occupancy(&["compare", &path, &path]);
        assert!(code(&output) < 2, "{toml}{}", text(&output.stderr));
    }
}

#[test]
fn annotations_of_github() {
    let (folder, library, baseline) = with_baseline();
    folder.put("lib.cubin", with_registers(cubin(), 10, 64));
    let output = check(&library, &baseline, &["--format", "github"]);
    assert_eq!(code(&output), 1);
    let lines: Vec<_> = text(&output.stdout).lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("::error file="), "{}", lines[0]);
    assert!(
        lines[0].contains(
            ",title=GPU kernel worse::`saxpy` (sm_90, lib.cubin) is worse: registers 10 → 64; \
             blocks per SM 8 → 4; occupancy 100 %25 → 50 %25 with blocks of 256 threads"
        ),
        "{}",
        lines[0]
    );
    let better = occupancy(&["compare", &library, &baseline, "--format", "github"]);
    assert!(text(&better.stdout).starts_with("::notice "));
}

#[test]
fn markdown_for_a_pull_request() {
    let (folder, library, baseline) = with_baseline();
    folder.put("lib.cubin", with_registers(cubin(), 12, 64));
    let output = occupancy(&["compare", &baseline, &library, "--format", "markdown"]);
    assert_eq!(code(&output), 1);
    let expected = "\
### GPU kernels: 1 worse, 2 same

| | kernel | target | what changed |
|---|---|---|---|
| **worse** | <code>blas::dot(int, float const\\*, float\\*)</code><br>lib.cubin | sm\\_90 | registers 12 → 64<br>\
blocks per SM 8 → 4<br>occupancy 100 % → 50 % with blocks of 256 threads |
";
    assert!(
        text(&output.stdout).starts_with(expected),
        "{}",
        text(&output.stdout)
    );
}

#[test]
fn folders_and_packages_are_read_as_what_is_in_them() {
    let folder = Folder::new();
    folder.put("old/a/lib.cubin", cubin());
    folder.put("old/readme.txt", "no code");
    folder.put("new/a/lib.cubin", with_registers(cubin(), 10, 9));
    folder.put(
        "new/b/spills.cubin",
        fs::read(fixture("spills.cubin")).unwrap(),
    );
    let (old, new) = (folder.path("old"), folder.path("new"));
    let [old, new] = [&old, &new].map(|path| path.to_str().unwrap());
    let output = occupancy(&["compare", old, new, "--format", "json"]);
    assert_eq!((code(&output), text(&output.stderr)), (0, ""));
    let all = json_of(&output);
    assert_eq!(all["summary"]["better"], 1);
    let libraries = all["libraries"].as_array().unwrap();
    let names: Vec<_> = libraries.iter().map(|library| &library["name"]).collect();
    assert_eq!(names, ["a/lib.cubin", "b/spills.cubin"]);
    // PTX has no registers yet, and is not read: also where it is cut off.
    folder.put(
        "new/c/kernels.ptx",
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry f() {\n",
    );
    assert_eq!(
        json_of(&occupancy(&["compare", old, new, "--format", "json"])),
        all
    );
    folder.put("empty/readme.txt", "no code");
    let empty = folder.path("empty");
    let empty = occupancy(&["baseline", empty.to_str().unwrap()]);
    assert_eq!((code(&empty), text(&empty.stdout)), (1, ""));
    assert!(text(&empty.stderr).contains("no file with GPU code in this folder"));
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let (folder, library, baseline) = with_baseline();
    let bad = |toml: &str| {
        let path = folder.put("bad.toml", toml);
        let output = check(&library, &path, &[]);
        assert_eq!((code(&output), text(&output.stdout)), (2, ""), "{toml}");
        text(&output.stderr).to_owned()
    };
    assert!(
        bad("version = 2\nnew = 1\n").contains("of version 2, and this program reads version 1")
    );
    assert!(bad("kernel = []\n").contains("missing field `version`"));
    assert!(
        bad("version = 1\n[[kernel]]\nname = \"f\"\naccpet = \"x\"\n")
            .contains("unknown field `accpet`")
    );
    assert!(bad("version = \n").contains("TOML parse error at line 1"));
    fs::write(folder.path("bad.toml"), [0xff, 0xfe]).unwrap();
    let path = folder.path("bad.toml");
    let output = occupancy(&["compare", path.to_str().unwrap(), &library]);
    assert_eq!(code(&output), 2);
    assert!(text(&output.stderr).contains("it is not UTF-8"));

    let missing = check(&library, "/nonexistent/occupancy.toml", &[]);
    assert_eq!(code(&missing), 2);
    assert!(
        text(&missing.stderr)
            .contains("help: `occupancy baseline FILES > occupancy.toml` writes one")
    );

    // A build that is damaged changes no baseline.
    let before = folder.read("occupancy.toml");
    let cut = cubin();
    folder.put("lib.cubin", &cut[..cut.len() / 2]);
    let damaged = check(&library, &baseline, &["--update"]);
    assert_eq!(code(&damaged), 2);
    assert!(text(&damaged.stderr).contains("the baseline was not changed"));
    assert_eq!(folder.read("occupancy.toml"), before);
    assert_eq!(code(&occupancy(&["baseline", &library])), 2);
}

#[test]
fn the_first_update_writes_the_baseline() {
    let folder = Folder::new();
    let library = folder.put("lib.cubin", cubin());
    let path = folder.path("occupancy.toml");
    let path = path.to_str().unwrap();
    let output = check(&library, path, &["--update", "--threads", "256"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let direct = occupancy(&["baseline", "--threads", "256", &library]);
    assert_eq!(folder.read("occupancy.toml"), text(&direct.stdout));
}

#[test]
fn a_baseline_states_the_block_that_its_figures_are_of() {
    let (folder, library, baseline) = with_baseline();
    let output = check(&library, &baseline, &["--update", "--threads", "128"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stdout));
    let direct = occupancy(&["baseline", "--threads", "128", &library]);
    assert_eq!(folder.read("occupancy.toml"), text(&direct.stdout));
}

#[test]
fn outputs_may_be_closed_or_full() {
    let (_folder, library, baseline) = with_baseline();
    for args in [
        &["baseline", &library][..],
        &["compare", &baseline, &library, "--format", "sarif"],
        &["check", &library, "--baseline", &baseline],
        &[
            "calculate",
            "-a",
            "h100",
            "-t",
            "32..=1024",
            "-r",
            "1..=255",
            "-f",
            "csv",
        ],
        &["explain", "h100"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_occupancy"))
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let closed = child.wait_with_output().unwrap();
        assert_eq!((code(&closed), text(&closed.stderr)), (0, ""), "{args:?}");
        if cfg!(target_os = "linux") {
            let full = fs::File::options().write(true).open("/dev/full").unwrap();
            let full = Command::new(env!("CARGO_BIN_EXE_occupancy"))
                .args(args)
                .stdout(full)
                .output()
                .unwrap();
            assert_eq!(code(&full), 2, "{args:?}");
        }
    }
}

/// The verdict is that of what was checked, whoever reads it.
#[test]
fn a_closed_pipe_changes_no_verdict() {
    let (folder, library, baseline) = with_baseline();
    let before = folder.read("occupancy.toml");
    folder.put("lib.cubin", with_registers(cubin(), 10, 64));
    // What a pipe and the program's own buffer hold is less than this.
    let many: Vec<_> = (0..200)
        .map(|number| folder.put(&format!("many/{number:0100}.cubin"), cubin()))
        .collect();
    let many: Vec<_> = many.iter().map(String::as_str).collect();
    let sweep = [
        "calculate",
        "-a",
        "sm_90",
        "-t",
        "2048",
        "-r",
        "1..=255",
        "-f",
        "json",
    ];
    for args in [
        &["check", &library, "-b", &baseline][..],
        &["compare", &baseline, &library],
        &[&["check", "--max-registers", "1", "-f", "sarif"], &many[..]].concat(),
        &sweep,
        &["calculate", "-a", "sm_90", "-t", "2048", "-r", "1"],
        &["check", &library, "-b", &baseline, "-f", "json"],
        &["check", &library, "-b", &baseline, "--update"],
    ] {
        for closes_errors in [false, true] {
            let mut child = Command::new(env!("CARGO_BIN_EXE_occupancy"))
                .args(args)
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            drop(child.stdout.take());
            if closes_errors {
                drop(child.stderr.take());
            }
            assert_eq!(child.wait().unwrap().code(), Some(1), "{args:?}");
        }
    }
    assert_eq!(folder.read("occupancy.toml"), before);
    // What is asked for is done all the same.
    folder.put("lib.cubin", with_registers(cubin(), 10, 9));
    let mut child = Command::new(env!("CARGO_BIN_EXE_occupancy"))
        .args(["check", &library, "-b", &baseline, "--update"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(
        folder.read("occupancy.toml"),
        before.replace("registers = 10", "registers = 9")
    );
    // Wrong arguments are wrong.
    let mut child = Command::new(env!("CARGO_BIN_EXE_occupancy"))
        .args(["check", "--nothing"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

/// Names of files are bytes, and need be no text.
#[cfg(target_os = "linux")]
#[test]
fn paths_have_any_bytes() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new();
    let root = folder.path("");
    let path = root.join(OsStr::from_bytes(b"lib \xff\"\n.cubin"));
    fs::write(&path, cubin()).unwrap();
    let run = |args: &[&OsStr]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_occupancy"));
        command.args(args).output().unwrap()
    };
    let baseline = run(&["baseline".as_ref(), path.as_ref()]);
    assert_eq!(code(&baseline), 0);
    let toml = folder.put("occupancy.toml", &baseline.stdout);
    for format in ["text", "json", "github", "sarif", "markdown"] {
        let check = [
            "check".as_ref(),
            root.as_os_str(),
            "--baseline".as_ref(),
            toml.as_ref(),
        ];
        let output = run(&[&check[..], &["--format".as_ref(), format.as_ref()]].concat());
        assert_eq!(code(&output), 0, "{format}: {}", text(&output.stdout));
        assert!(!text(&output.stdout).contains('\u{1b}'));
    }
}

/// Nothing is coloured, whatever the environment says.
#[test]
fn there_are_no_colours() {
    let (_folder, library, baseline) = with_baseline();
    for args in [
        &["check", &library, "--baseline", &baseline][..],
        &["calculate", "-a", "h100", "-t", "2048", "-r", "64"],
        &["explain", "12"],
        &["inspect", &library],
        &["--help"],
    ] {
        for (name, value) in [
            ("NO_COLOR", "1"),
            ("CLICOLOR_FORCE", "1"),
            ("TERM", "xterm"),
        ] {
            let output = Command::new(env!("CARGO_BIN_EXE_occupancy"))
                .args(args)
                .env(name, value)
                .output()
                .unwrap();
            for bytes in [&output.stdout, &output.stderr] {
                assert!(!bytes.contains(&0x1b), "{args:?} with {name}");
            }
        }
    }
}

#[test]
fn every_command_has_examples() {
    for command in [
        "inspect",
        "calculate",
        "baseline",
        "compare",
        "check",
        "explain",
    ] {
        let output = occupancy(&[command, "--help"]);
        assert_eq!(code(&output), 0);
        let help = text(&output.stdout);
        assert!(help.contains("Examples:\n  occupancy "), "{command}");
    }
}
