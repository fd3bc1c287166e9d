//! `occupancy explain`, `occupancy calculator`, `occupancy completions`, and the order of `occupancy inspect`.

mod common;

use std::fs;

use common::{fixture, occupancy, text};
use serde_json::Value;

#[test]
fn explain_prints_the_page_of_the_documentation() {
    let output = occupancy(&["explain", "occ012"]);
    assert_eq!(output.status.code(), Some(0));
    let page = text(&output.stdout);
    assert!(page.starts_with("OCC012: the demanded blocks are not resident\n====="));
    assert!(page.contains("\n    error: [OCC012] 3 blocks of 256 threads do not fit"));
    assert!(page.contains("\nFix\n---\n\nApply one of the values of the help"));
    assert!(!page.contains("```"));
    // The same text, not another one.
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/errors/OCC012.md");
    let source = fs::read_to_string(source).unwrap();
    let mut blocks = source.split("```").skip(1).step_by(2);
    assert!(blocks.all(|block| {
        let mut lines = block.lines().skip(1);
        lines.all(|line| page.contains(line))
    }));
    for code in ["OCC012", "012", "12"] {
        assert_eq!(occupancy(&["explain", code]).stdout, output.stdout);
    }
}

#[test]
fn explain_lists_every_page() {
    let output = occupancy(&["explain"]);
    assert_eq!(output.status.code(), Some(0));
    let list = text(&output.stdout);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/errors");
    let mut pages = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let code = path.file_stem().unwrap().to_str().unwrap();
        if code == "README" {
            continue;
        }
        let page = fs::read_to_string(&path).unwrap();
        let title = page.lines().next().unwrap();
        let headline = title.strip_prefix(&format!("# {code}: ")).unwrap();
        let begins = format!("{code}  {}", headline.split(' ').next().unwrap());
        assert_eq!(list.matches(&begins).count(), 1, "{begins}");
        pages += 1;
    }
    let listed = list.lines().filter(|line| line.starts_with("OCC")).count();
    assert_eq!(listed, pages);
}

#[test]
fn explain_prints_the_arguments_and_the_limits_of_a_gpu() {
    let output = occupancy(&["explain", "launch_config"]);
    assert_eq!(output.status.code(), Some(0));
    let page = text(&output.stdout);
    assert!(page.starts_with("Arguments\n=========\n"));
    assert!(page.contains("\n`regs`   1 to 255\n    32-bit registers"));
    assert!(page.contains("\nWarnings\n========\n"));
    assert!(!page.contains("Several GPUs\n==="));
    let argument = occupancy(&["explain", "min_blocks"]);
    assert!(text(&argument.stdout).starts_with("`min_blocks`   at least 1\n    "));
    let warning = occupancy(&["explain", "register_cliff"]);
    assert!(text(&warning.stdout).starts_with("OCC203: "));

    let h100 = occupancy(&["explain", "h100"]);
    assert_eq!(h100.status.code(), Some(0));
    let page = text(&h100.stdout);
    assert!(page.starts_with("H100 SXM5 80GB\n\nSMs "));
    let line = |label: &str| {
        let line = page.lines().find(|line| line.starts_with(label)).unwrap();
        line[label.len()..].trim().to_owned()
    };
    assert_eq!(line("blocks per SM"), "32");
    assert!(line("registers per SM").starts_with("65,536 in 4 sub-partitions"));
    let named = occupancy(&["explain", "NVIDIA H100 80GB HBM3"]);
    assert_eq!(named.stdout, h100.stdout);
    let capability = occupancy(&["explain", "sm_90"]);
    assert!(text(&capability.stdout).starts_with("compute capability 9.0\n"));
}

#[test]
fn an_unknown_code_is_an_error_with_the_nearest() {
    let output = occupancy(&["explain", "OCC098"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "");
    assert!(text(&output.stderr).contains("the nearest are OCC101, OCC102, OCC103"));
    let output = occupancy(&["explain", "rtx409"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("the nearest GPUs are `rtx4090`"));
    let output = occupancy(&["explain", "saxpy"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("`occupancy explain` lists them"));
}

#[test]
fn a_baseline_is_written_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("occupancy.toml");
    let file = file.to_str().unwrap();
    let cubin = fixture("sm_90.cubin");
    let cubin = cubin.to_str().unwrap();
    let printed = occupancy(&["baseline", cubin]);
    let written = occupancy(&["baseline", cubin, "--output", file]);
    assert_eq!(written.status.code(), Some(0));
    assert_eq!((text(&written.stdout), text(&written.stderr)), ("", ""));
    assert_eq!(fs::read(file).unwrap(), printed.stdout);
    // What cannot be written leaves it as it was.
    for (args, code) in [
        (&["--kernel", "none"][..], 1),
        (&["none.cubin"], 2),
        (&["--arch", "sm_80"], 1),
    ] {
        let output = occupancy(&[&["baseline", cubin, "--output", file], args].concat());
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        assert_eq!(fs::read(file).unwrap(), printed.stdout);
    }
    let nowhere = folder.path().join("none/occupancy.toml");
    let nowhere = nowhere.to_str().unwrap();
    for command in [&["baseline", cubin][..], &["calculator"]] {
        let output = occupancy(&[command, &["--output", nowhere]].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).starts_with(&format!("error: {nowhere}: ")));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// What it calculates is tested in a browser.
#[test]
fn the_calculator_is_one_file_that_loads_nothing() {
    let output = occupancy(&["calculator"]);
    assert_eq!(output.status.code(), Some(0));
    let page = text(&output.stdout);
    assert!(page.starts_with("<!doctype html>\n<html lang=\"en\">"));
    assert!(page.contains("default-src 'none'"));
    for other in [
        "http://",
        "https://",
        " src=",
        "@import",
        "url(",
        "/*WASM*/",
        "/*STYLE*/",
        "/*SCRIPT*/",
    ] {
        assert!(!page.contains(other), "{other}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("calculator.html");
    let written = occupancy(&["calculator", "--output", file.to_str().unwrap()]);
    assert_eq!((written.status.code(), written.stdout.len()), (Some(0), 0));
    assert_eq!(fs::read(file).unwrap(), output.stdout);
    let nowhere = folder.path().join("nowhere/calculator.html");
    let refused = occupancy(&["calculator", "--output", nowhere.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).starts_with("error: "));
}

#[test]
fn completions_have_every_command_and_option() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = occupancy(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0), "{shell}");
        let script = text(&output.stdout);
        for word in [
            "inspect",
            "calculate",
            "calculator",
            "baseline",
            "compare",
            "check",
            "explain",
            "sort",
        ] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        // The others complete no values, and fish those of options alone.
        let has_values = ["bash", "zsh", "fish"].contains(&shell);
        assert_eq!(script.contains("blocks/SM"), has_values, "{shell}");
        let has_codes = ["bash", "zsh"].contains(&shell);
        assert_eq!(script.contains("OCC012"), has_codes, "{shell}");
    }
    let output = occupancy(&["completions", "tcsh"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("[possible values: bash, elvish, fish, powershell, zsh]")
    );
}

/// What is in a field of each row, in the order of the output.
fn sorted(args: &[&str], field: &str) -> Vec<Value> {
    let files = ["zstd.fatbin", "spills.cubin", "kernels.ptx"].map(fixture);
    let files = files.iter().map(|path| path.to_str().unwrap());
    let mut all = vec![
        "inspect", "-f", "json", "--ptx", "-t", "64", "--smem", "20000",
    ];
    all.extend(args);
    all.extend(files);
    let output = occupancy(&all);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let rows: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    rows.iter().map(|row| row[field].clone()).collect()
}

#[test]
fn every_column_sorts() {
    for (column, field, is_descending) in [
        ("regs", "registers", true),
        ("registers", "registers", true),
        ("smem", "static_shared_memory", true),
        ("stack", "stack", true),
        ("spills", "spill_instructions", true),
        ("barriers", "barriers", true),
        ("code", "code_bytes", true),
        ("blocks/SM", "blocks_per_sm", false),
        ("blocks", "blocks_per_sm", false),
        ("occupancy", "occupancy_percent", false),
    ] {
        for is_reversed in [false, true] {
            let mut args = vec!["--sort", column];
            if is_reversed {
                args.push("--reverse");
            }
            let values = sorted(&args, field);
            assert_eq!(values.len(), 14);
            let known: Vec<_> = values.iter().map_while(Value::as_f64).collect();
            assert!(
                values[known.len()..].iter().all(Value::is_null),
                "{column}: {values:?}"
            );
            let is_ordered = if is_descending == is_reversed {
                known.is_sorted()
            } else {
                known.is_sorted_by(|a, b| a >= b)
            };
            assert!(is_ordered, "{column}: {known:?}");
            assert!(values.iter().any(|value| *value != values[0]), "{column}");
        }
    }
    for (column, field) in [
        ("bound-by", "binding_limits"),
        ("kernel", "name"),
        ("file", "file"),
        ("cuda", "toolkit"),
        ("CUDA", "toolkit"),
    ] {
        let values = sorted(&["--sort", column], field);
        let known: Vec<_> = values.iter().map_while(Value::as_str).collect();
        assert!(known.is_sorted(), "{column}: {known:?}");
        assert!(values[known.len()..].iter().all(Value::is_null), "{column}");
    }
    let targets = sorted(&["--sort", "target"], "target");
    assert_eq!(targets[0], "compute_80");
    assert_eq!(targets[13], "sm_90");
    let blocks = sorted(&["--sort", "block"], "block");
    assert_eq!(blocks[0], serde_json::json!([256, 1, 1]));
    assert_eq!(blocks[13], serde_json::json!([64, 1, 1]));
}

#[test]
fn a_sorted_table_names_the_files() {
    let files = ["zstd.fatbin", "spills.cubin"].map(fixture);
    let [first, second] = files.each_ref().map(|path| path.to_str().unwrap());
    let output = occupancy(&["inspect", "--sort", "regs", first, second]);
    let lines: Vec<_> = text(&output.stdout).lines().collect();
    assert!(lines[0].contains("CUDA  file ") && lines[0].ends_with("kernel"));
    assert!(lines[1].contains("spills.cubin") && lines[1].ends_with("spills"));
    assert!(lines[2].contains("zstd.fatbin"));
    assert_eq!(
        lines.iter().filter(|line| line.contains("kernel")).count(),
        1
    );
    let alone = occupancy(&["inspect", "--sort", "regs", first]);
    assert!(!text(&alone.stdout).contains("file"));
}

#[test]
fn bad_values_are_errors() {
    let cubin = fixture("sm_90.cubin");
    let cubin = cubin.to_str().unwrap();
    for (args, says) in [
        (
            &["--sort", "speed"][..],
            "[possible values: target, regs, smem",
        ),
        (&["--reverse"], "--sort <COLUMN>"),
        (&["-t", "1025"], "1025 threads are more than the 1024"),
        (&["-t", "1,1,65"], "z is 65, and at most 64"),
        (
            &["--smem", "300000"],
            "no GPU gives a block more than 232448 bytes",
        ),
        (&["--smem", "48k"], "it is a number of bytes"),
        (&["--kernel", ""], "every name has an empty text in it"),
        (
            &["--arch", "h1000"],
            "the nearest names are `h100`, `t1000`",
        ),
        (&["--format", "xml"], "[possible values: table, csv, json]"),
    ] {
        let output = occupancy(&[&["inspect"], args, &[cubin]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(text(&output.stdout), "");
        let errors = text(&output.stderr);
        assert!(errors.contains(says), "{args:?}: {errors}");
    }
}

#[test]
fn a_block_that_cannot_be_launched_is_said() {
    let cubin = fixture("sm_80-abi7.cubin");
    // 8.0 has 163 KiB for a block; 9.0 has 227.
    let args = ["inspect", "-t", "64", "--smem", "200000"];
    let output = occupancy(&[&args[..], &[cubin.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("blocks/SM 0: the block needs more than an SM has"));
}
