//! The program over the fixtures of `occupancy-binary`: output and exit codes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs, process};

use occupancy_binary::compiled;
use occupancy_binary::cubin::Image;
use occupancy_core::{Arch, Configuration, Kernel};
use serde_json::Value;

fn fixture(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("../occupancy-binary/fixtures").join(name)
}

fn occupancy(args: &[&str], files: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_occupancy"))
        .arg("inspect")
        .args(args)
        .args(files.iter().map(|file| fixture(file)))
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap()
}

/// The rows as JSON; the exit code is 0.
fn rows(args: &[&str], files: &[&str]) -> Vec<Value> {
    let output = occupancy(&[args, &["--format", "json"]].concat(), files);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_table() {
    let output = occupancy(&["--threads", "128"], &["zstd.fatbin"]);
    assert_eq!(output.status.code(), Some(0));
    let expected = "\
 target  regs  smem  stack  spills  barriers  code  block  blocks/SM  occupancy  bound by  CUDA  kernel
 sm_80     12  1024      0       0         1   384    256          8      100 %  warps     13.5  blas::dot(int, float const*, float*)
 sm_80      8     0      0       0         0   384    128         16      100 %  warps     13.5  scaled<float>(float*, float)
 sm_80     10     0      0       0         0   384    128         16      100 %  warps     13.5  saxpy
 sm_90     12  1024      0       0         1   512    256          8      100 %  warps     13.5  blas::dot(int, float const*, float*)
 sm_90      8     0      0       0         0   384    128         16      100 %  warps     13.5  scaled<float>(float*, float)
 sm_90     10     0      0       0         0   384    128         16      100 %  warps     13.5  saxpy

occupancy: sm_80 as on A100-SXM4-40GB, sm_90 as on H100 SXM5 80GB; with 0 bytes of dynamic shared memory (--smem)
block: launch bounds state the largest; smaller ones can be launched
";
    // The widths of the columns are those of what is in them.
    let words = |text: &str| -> Vec<Vec<String>> {
        let lines = text.lines();
        lines
            .map(|line| line.split_whitespace().map(str::to_owned).collect())
            .collect()
    };
    assert_eq!(words(text(&output.stdout)), words(expected));
}

#[test]
fn the_readme_shows_what_is_printed() {
    let output = occupancy(&["--arch", "h100", "--threads", "128"], &["libkernels.so"]);
    let readme = include_str!("../README.md");
    assert!(readme.contains(text(&output.stdout).trim_end()));
}

#[test]
fn every_form_of_file_is_listed() {
    for (file, kernels) in [
        ("sm_80-abi7.cubin", 3),
        ("sm_90.cubin", 3),
        ("raw.fatbin", 2),
        ("lz4.fatbin", 6),
        ("zstd.fatbin", 6),
        ("concat.fatbin", 6),
        ("kernels.o", 6),
        ("relocatable.o", 1),
        ("libkernels.a", 1),
        ("libkernels.so", 6),
        ("kernels.ptx", 3),
    ] {
        let rows = rows(&[], &[file]);
        assert_eq!(rows.len(), kernels, "{file}");
        let saxpy = rows.iter().filter(|row| row["symbol"] == "saxpy");
        for row in saxpy {
            let registers = &row["registers"];
            if file == "kernels.ptx" {
                assert!(registers.is_null());
            } else {
                assert_eq!(registers, 10, "{file}");
            }
        }
    }
}

#[test]
fn ptx_has_shared_memory_and_barriers_but_no_registers() {
    let rows = rows(&[], &["kernels.ptx"]);
    let of = |symbol: &str| {
        let row = rows.iter().find(|row| row["symbol"] == symbol).unwrap();
        ["registers", "static_shared_memory", "barriers"].map(|figure| row[figure].to_string())
    };
    assert_eq!(of("_ZN4blas3dotEiPKfPf"), ["null", "1024", "1"]);
    assert_eq!(of("saxpy"), ["null", "0", "0"]);
}

#[test]
fn a_block_is_stated_asked_for_or_unknown() {
    let block_of = |args: &[&str], file: &str, symbol: &str| {
        let rows = rows(args, &[file]);
        let row = rows.iter().find(|row| row["symbol"] == symbol).unwrap();
        [&row["block"], &row["block_from"], &row["blocks_per_sm"]].map(Value::to_string)
    };
    assert_eq!(
        block_of(&["-t", "64"], "spills.cubin", "exact"),
        ["[16,8,1]", "\"required\"", "16"]
    );
    assert_eq!(
        block_of(&["-t", "64"], "sm_90.cubin", "_ZN4blas3dotEiPKfPf"),
        ["[256,1,1]", "\"launch bounds\"", "8"]
    );
    assert_eq!(
        block_of(&["-t", "16,4"], "sm_90.cubin", "saxpy"),
        ["[16,4,1]", "\"--threads\"", "32"]
    );
    assert_eq!(
        block_of(&[], "sm_90.cubin", "saxpy"),
        ["null", "null", "null"]
    );
    let without = occupancy(&[], &["sm_90.cubin"]);
    assert!(text(&without.stdout).contains("block -: no launch bounds"));
}

#[test]
fn shared_memory_limits_the_blocks() {
    let rows = rows(
        &["--smem", "100000", "--kernel", "dot", "--arch", "h100"],
        &["libkernels.so"],
    );
    assert_eq!(rows.len(), 1);
    // 1,024 and 100,000 bytes, and 1,024 of the system, of 233,472.
    assert_eq!(rows[0]["blocks_per_sm"], 2);
    assert_eq!(rows[0]["occupancy_percent"], 25.0);
    assert_eq!(rows[0]["binding_limits"], "shared memory");
    assert_eq!(rows[0]["device"], "H100 SXM5 80GB");
}

#[test]
fn filters() {
    let symbols = |args: &[&str]| -> Vec<String> {
        let rows = rows(args, &["zstd.fatbin"]);
        let key = |row: &Value| format!("{} {}", row["target"], row["symbol"]).replace('"', "");
        rows.iter().map(key).collect()
    };
    assert_eq!(
        symbols(&["--arch", "8.0", "--kernel", "saxpy"]),
        ["sm_80 saxpy"]
    );
    // By the name in the source, and by the symbol.
    assert_eq!(
        symbols(&["-a", "sm_90", "-k", "scaled<float>", "-k", "3dot"]),
        ["sm_90 _ZN4blas3dotEiPKfPf", "sm_90 _Z6scaledIfEvPT_S0_"]
    );
    assert_eq!(
        symbols(&["--ptx", "-k", "saxpy"]),
        ["sm_80 saxpy", "compute_80 saxpy", "sm_90 saxpy"]
    );
}

#[test]
fn only_what_is_asked_for_is_decompressed() {
    // The machine code for 8.0 comes first, and is broken here.
    let mut bytes = fs::read(fixture("zstd.fatbin")).unwrap();
    bytes[16 + 64] ^= 0x55;
    let file = env::temp_dir().join(format!("occupancy-broken-{}.fatbin", process::id()));
    fs::write(&file, bytes).unwrap();
    let path = file.to_str().unwrap();
    let of_90 = occupancy(&["-a", "9.0", "-f", "csv", path], &[]);
    let all = occupancy(&["-f", "csv", path], &[]);
    fs::remove_file(&file).unwrap();

    assert_eq!(of_90.status.code(), Some(0));
    assert_eq!(text(&of_90.stdout).lines().count(), 4);
    assert_eq!(all.status.code(), Some(2));
    assert_eq!(all.stdout, of_90.stdout);
    let error = text(&all.stderr);
    assert!(error.starts_with("error: ") && error.contains("cannot be decompressed"));
}

#[test]
fn csv_is_one_record_for_each_kernel() {
    let output = occupancy(&["-f", "csv"], &["spills.cubin"]);
    let mut lines = text(&output.stdout).lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    let records: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(records.len(), 2);
    let column = |record: usize, name: &str| {
        let at = header.iter().position(|column| *column == name).unwrap();
        records[record][at]
    };
    assert_eq!(column(0, "symbol"), "exact");
    assert_eq!(column(0, "required_block"), "16x8");
    assert_eq!(column(0, "spill_instructions"), "0");
    assert_eq!(column(1, "symbol"), "spills");
    assert_eq!(column(1, "registers"), "24");
    assert_eq!(column(1, "stack"), "88");
    assert_eq!(column(1, "block"), "");
    assert_eq!(column(1, "blocks_per_sm"), "");

    // The same columns as the fields of JSON.
    let rows = rows(&[], &["spills.cubin"]);
    let mut fields: Vec<&String> = rows[0].as_object().unwrap().keys().collect();
    let mut header = header.clone();
    fields.sort();
    header.sort_unstable();
    assert_eq!(fields, header);
}

#[test]
fn exit_codes() {
    let nothing = occupancy(&["--kernel", "gemm"], &["sm_90.cubin"]);
    assert_eq!(nothing.status.code(), Some(1));
    assert_eq!(
        text(&nothing.stderr),
        "no matching kernels: none has `gemm` in its name\n"
    );

    let ptx_is_left_out = occupancy(&["-a", "sm_80", "-k", "gemm"], &["zstd.fatbin"]);
    assert_eq!(ptx_is_left_out.status.code(), Some(1));
    assert!(text(&ptx_is_left_out.stderr).contains("`--ptx`"));

    // The rest is listed.
    let troubled = occupancy(&[], &["none.cubin", "make.sh", "sm_90.cubin"]);
    assert_eq!(troubled.status.code(), Some(2));
    let errors = text(&troubled.stderr);
    assert_eq!(errors.matches("error: ").count(), 2, "{errors}");
    assert!(errors.contains("not a file with GPU kernels"));
    assert!(text(&troubled.stdout).contains("saxpy"));

    for args in [&["--arch", "h1000"][..], &["--threads", "0"], &["--wrong"]] {
        let output = occupancy(args, &["sm_90.cubin"]);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(text(&output.stdout), "");
    }
    let unknown = occupancy(&["--arch", "h1000"], &["sm_90.cubin"]);
    assert!(text(&unknown.stderr).contains("the nearest names are `h100`, "));
}

#[test]
fn help_says_what_it_replaces() {
    let help = occupancy(&["--help"], &[]);
    assert_eq!(help.status.code(), Some(0));
    // Its lines are broken anywhere.
    let words: Vec<_> = text(&help.stdout).split_whitespace().collect();
    let help = words.join(" ");
    assert!(help.contains("cuobjdump --dump-resource-usage"));
    assert!(help.contains("Exit codes: 0"));
    assert!(help.contains("regs: Registers per thread, the most first"));
}

#[test]
fn cargo_runs_it_as_a_subcommand() {
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-occupancy"))
        .args(["occupancy", "inspect", "-f", "csv"])
        .arg(fixture("sm_90.cubin"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        output.stdout,
        occupancy(&["-f", "csv"], &["sm_90.cubin"]).stdout
    );
}

#[test]
fn a_closed_pipe_is_no_fault() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_occupancy"))
        .args(["inspect", "-f", "json"])
        .args((0..200).map(|_| fixture("zstd.fatbin")))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Nobody reads, and the output is larger than what a pipe holds.
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn names_do_not_steer_the_terminal() {
    let mut bytes = fs::read(fixture("sm_90.cubin")).unwrap();
    while let Some(at) = bytes.windows(5).position(|name| name == b"saxpy") {
        bytes[at + 1] = 0x1b;
    }
    let file = env::temp_dir().join(format!("occupancy-escape-{}.cubin", process::id()));
    fs::write(&file, bytes).unwrap();
    let output = occupancy(&[file.to_str().unwrap()], &[]);
    fs::remove_file(&file).unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(!output.stdout.contains(&0x1b));
    assert!(text(&output.stdout).contains("s\\u{1b}xpy"));
}

/// What the attribute takes of a cubin, the check at run time and the table: one number of blocks, which
/// tensor memory does not limit.
#[test]
fn tensor_memory_limits_no_blocks_anywhere() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/cubins");
    let mut compared = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_none_or(|extension| extension != "cubin")
        {
            continue;
        }
        let file = fs::read(&path).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_occupancy"))
            .args([
                "inspect",
                "--threads",
                "128",
                "--mangled",
                "--format",
                "json",
            ])
            .arg(&path)
            .output()
            .unwrap();
        let rows: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
        for kernel in Image::new(&file).unwrap().kernels() {
            let usage = kernel.unwrap();
            if usage.virtual_resources.unwrap() == 0 {
                continue;
            }
            compared += 1;
            let archs = [Arch::ComputeCapability(
                usage.known_compute_capability().unwrap(),
            )];
            let declared = Kernel::new((128, 1, 1), usage.registers.unwrap())
                .with_static_shared_memory(usage.static_shared_memory.unwrap())
                .with_barriers(usage.barriers.unwrap());
            let code = [usage];
            let attribute = Configuration::new(&archs, declared).with_compiled(&code);
            let blocks = attribute.least_occupancy().unwrap().blocks_per_sm;
            assert!(blocks > 1);
            let attribute = attribute.with_min_blocks(blocks);
            assert!(attribute.check().is_empty());
            assert_eq!(compiled::check(&attribute, &file, usage.name), Ok(()));
            let row = rows.iter().find(|row| row["symbol"] == usage.name).unwrap();
            assert_eq!(row["blocks_per_sm"], blocks);
            assert_eq!(row["virtual_resources"], usage.virtual_resources.unwrap());
        }
        // What is not known of it, the table says.
        let has_tensor_memory = rows.iter().any(|row| row["virtual_resources"] != 0);
        let output = Command::new(env!("CARGO_BIN_EXE_occupancy"))
            .args(["inspect", "--threads", "128"])
            .arg(&path)
            .output()
            .unwrap();
        let note = "\ntcgen05: blocks/SM without tensor memory, whose columns no file states";
        assert_eq!(text(&output.stdout).contains(note), has_tensor_memory);
    }
    assert!(compared > 0);
}
