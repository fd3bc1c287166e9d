//! What is read: wheels, the standard input, files that were cut off, and files without GPU code.

mod common;

use std::fs;
use std::io::{Cursor, Write};

use common::{Scratch, fixture, occupancy, text, with_input};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// A zip file of these members, each compressed or not.
fn zip(members: &[(&str, &[u8], bool)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content, is_compressed) in members {
        let method = if *is_compressed {
            CompressionMethod::Deflated
        } else {
            CompressionMethod::Stored
        };
        let options = SimpleFileOptions::default().compression_method(method);
        writer.start_file(*name, options).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn read(name: &str) -> Vec<u8> {
    fs::read(fixture(name)).unwrap()
}

/// The kernels without their files.
fn without_files(csv: &[u8]) -> Vec<String> {
    let lines = text(csv).lines().skip(1);
    lines
        .map(|line| line.split_once(',').unwrap().1.to_owned())
        .collect()
}

#[test]
fn a_wheel_is_read_as_what_is_in_it() {
    // Large enough to be unpacked to a file.
    let mut large = read("zstd.fatbin");
    large.resize(17 << 20, 0);
    let wheel = zip(&[
        ("kernels/__init__.py", b"import torch", true),
        ("kernels/libkernels.so", &read("libkernels.so"), true),
        ("kernels/data/", b"", false),
        ("kernels/saxpy.cubin", &read("sm_90.cubin"), false),
        ("kernels/dot.ptx", &read("kernels.ptx"), true),
        ("kernels/large.fatbin", &large, true),
        ("kernels/libkernels.a", &read("libkernels.a"), true),
        ("MZ.txt", b"MZ is no program here", true),
    ]);
    let scratch = Scratch::new("a.whl", &wheel);
    let output = occupancy(&["inspect", "-f", "csv", scratch.path()]);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    let alone: Vec<_> = [
        "libkernels.so",
        "sm_90.cubin",
        "kernels.ptx",
        "zstd.fatbin",
        "libkernels.a",
    ]
    .iter()
    .flat_map(|name| {
        let path = fixture(name);
        without_files(&occupancy(&["inspect", "-f", "csv", path.to_str().unwrap()]).stdout)
    })
    .collect();
    assert_eq!(without_files(&output.stdout), alone);

    let table = occupancy(&["inspect", scratch.path()]);
    let titles: Vec<_> = text(&table.stdout)
        .lines()
        .filter_map(|line| line.strip_prefix(scratch.path()))
        .collect();
    assert_eq!(
        titles,
        [
            ":kernels/libkernels.so",
            ":kernels/saxpy.cubin",
            ":kernels/dot.ptx",
            ":kernels/large.fatbin",
            ":kernels/libkernels.a(saxpy.o)",
        ]
    );
}

#[test]
fn damaged_wheels() {
    let wheel = zip(&[
        ("a.cubin", &read("sm_90.cubin"), true),
        ("b.cubin", &read("sm_80-abi7.cubin"), true),
    ]);
    let output = with_input(&["inspect", "-"], &wheel[..wheel.len() - 1]);
    assert_eq!(output.status.code(), Some(2));
    let errors = text(&output.stderr);
    assert!(
        errors.starts_with("error: <stdin>: the zip file is "),
        "{errors}"
    );
    // At every length up to the list of members: a cut never panics, and is named.
    for len in (4..wheel.len() - 300).step_by(97) {
        let output = with_input(&["inspect", "-"], &wheel[..len]);
        assert_eq!(output.status.code(), Some(2), "{len}");
        assert!(
            text(&output.stderr).contains("the zip file is truncated"),
            "{len}"
        );
    }
    // One member is damaged, and the other is read.
    let mut broken = wheel.clone();
    let second = wheel
        .windows(7)
        .position(|name| name == b"b.cubin")
        .unwrap();
    broken[second + 700] ^= 0x55;
    let output = with_input(&["inspect", "-f", "csv", "-"], &broken);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(without_files(&output.stdout).len(), 3);
    let errors = text(&output.stderr);
    assert!(
        errors.starts_with("error: <stdin>:b.cubin: it cannot be unpacked: "),
        "{errors}"
    );
}

#[test]
fn the_standard_input_is_read_once() {
    let from_file = occupancy(&[
        "inspect",
        "-f",
        "csv",
        fixture("sm_90.cubin").to_str().unwrap(),
    ]);
    let output = with_input(&["inspect", "-f", "csv", "-"], &read("sm_90.cubin"));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        without_files(&output.stdout),
        without_files(&from_file.stdout)
    );
    assert!(text(&output.stdout).contains("\n<stdin>,"));

    let twice = with_input(&["inspect", "-", "-"], &read("sm_90.cubin"));
    assert_eq!(twice.status.code(), Some(2));
    assert!(text(&twice.stderr).starts_with("error: `-` is given twice"));
}

#[test]
fn a_file_that_was_cut_off_is_called_truncated() {
    for name in [
        "sm_90.cubin",
        "raw.fatbin",
        "lz4.fatbin",
        "zstd.fatbin",
        "libkernels.so",
        "libkernels.a",
        "kernels.o",
    ] {
        let bytes = read(name);
        let output = with_input(&["inspect", "-"], &bytes[..bytes.len() / 2]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        let errors = text(&output.stderr);
        assert!(
            errors.starts_with("error: <stdin>: truncated: its headers state"),
            "{errors}"
        );
        assert_eq!(errors.matches("error: ").count(), 1, "{errors}");
    }
    let empty = with_input(&["inspect", "-"], b"");
    assert_eq!(empty.status.code(), Some(2));
    assert!(text(&empty.stderr).starts_with("error: <stdin>: the file is empty"));
}

#[test]
fn a_file_without_gpu_code_says_so() {
    // The program itself has none.
    let program = env!("CARGO_BIN_EXE_occupancy");
    let output = occupancy(&["inspect", program]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr), format!("{program}: no GPU code\n"));
    assert_eq!(text(&output.stdout), "");

    // Beside one that has some, it is no fault.
    let cubin = fixture("sm_90.cubin");
    let output = occupancy(&["inspect", program, cubin.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stderr), format!("{program}: no GPU code\n"));

    for (bytes, says) in [
        (zip(&[("a.py", b"pass", true)]), "no GPU code"),
        (zip(&[]), "no GPU code"),
        (b"!<arch>\n".to_vec(), "no GPU code"),
        (
            b".version 9.0\n.target sm_90\n".to_vec(),
            "no kernels in the PTX",
        ),
    ] {
        let output = with_input(&["inspect", "-"], &bytes);
        assert_eq!(text(&output.stderr), format!("<stdin>: {says}\n"));
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn other_files_are_named() {
    let mut tar = vec![0; 512];
    tar[257..262].copy_from_slice(b"ustar");
    for (bytes, format) in [
        (&b"\x1f\x8b\x08\0"[..], "gzip"),
        (&tar, "tar"),
        (b"BZh91AY", "bzip2"),
    ] {
        let output = with_input(&["inspect", "-"], bytes);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(
            text(&output.stderr),
            format!("error: <stdin>: a {format} file, which is not read\nhelp: unpack it\n")
        );
    }
}

#[test]
fn a_folder_is_the_files_below_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let files = ["a.cubin", "below/b.fatbin", "below/c.cubin"].map(path);
    fs::create_dir(path("below")).unwrap();
    for (file, name) in files
        .iter()
        .zip(["sm_90.cubin", "zstd.fatbin", "spills.cubin"])
    {
        fs::write(file, read(name)).unwrap();
    }
    fs::write(path("below/notes.txt"), "no code").unwrap();
    for more in [&[][..], &["--sort", "kernel"], &["--format", "json"]] {
        let command = [&["inspect"], more].concat();
        let of_folder = occupancy(&[&command[..], &[path("").as_str()]].concat());
        let of_files = occupancy(&[&command[..], &files.each_ref().map(|file| &**file)].concat());
        assert_eq!(text(&of_folder.stdout), text(&of_files.stdout));
        assert_eq!(
            (of_folder.status.code(), text(&of_folder.stderr)),
            (Some(0), "")
        );
    }
    // Its one file is named, because nobody has named it.
    fs::remove_dir_all(path("below")).unwrap();
    let one = occupancy(&["inspect", &path("")]);
    assert!(text(&one.stdout).starts_with(&files[0]));

    fs::remove_file(&files[0]).unwrap();
    let empty = occupancy(&["inspect", &path("")]);
    assert_eq!(empty.status.code(), Some(1));
    let says = format!("{}: no file with GPU code in this folder\n", path(""));
    assert_eq!(text(&empty.stderr), says);
}

#[test]
fn the_first_kernels_of_a_list() {
    let fixtures = fixture("");
    let list = |more: &[&str]| {
        let args = [&["inspect", "-f", "csv", fixtures.to_str().unwrap()], more].concat();
        let output = occupancy(&args);
        assert_eq!(output.status.code(), occupancy(&args[..4]).status.code());
        without_files(&output.stdout)
    };
    for order in [
        &[][..],
        &["--sort", "regs"],
        &["--sort", "regs", "--reverse"],
    ] {
        let all = list(order);
        for most in [0, 1, 5, all.len() + 1] {
            let top = list(&[order, &["--top", &most.to_string()]].concat());
            assert_eq!(top, all[..most.min(all.len())]);
        }
    }
}

/// A device has no end; of a baseline and of a kernel's machine code as well.
#[cfg(unix)]
#[test]
fn what_does_not_end_is_refused() {
    let cubin = fixture("sm_90.cubin");
    let cubin = cubin.to_str().unwrap();
    for args in [
        &["inspect", "/dev/zero"][..],
        &["check", cubin, "--baseline", "/dev/zero"],
    ] {
        let output = occupancy(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(
            text(&output.stderr),
            "error: /dev/zero: more than 1 GiB, the most that is read from a pipe or a device\n\
             help: write it to a file, which can have any size\n"
        );
    }
}

#[test]
fn code_for_other_gpus_is_named() {
    let cubin = fixture("zstd.fatbin");
    let output = occupancy(&["inspect", "-a", "7.0", cubin.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        "no code for sm_70: there is for compute_80, sm_80, sm_90\n"
    );
}

/// An archive of these files.
fn archive(members: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut out = b"!<arch>\n".to_vec();
    for (name, content) in members {
        let name = format!("{name}/");
        out.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}", 0, 0, 0, "100644").as_bytes());
        out.extend(format!("{:<10}`\n", content.len()).as_bytes());
        out.extend(content);
        out.resize(out.len().next_multiple_of(2), b'\n');
    }
    out
}

#[test]
fn a_kernel_is_listed_once() {
    let listed = |bytes: &[u8], args: &[&str]| -> Vec<String> {
        let args = [&["inspect", "-f", "json"], args, &["-"]].concat();
        let output = with_input(&args, bytes);
        let rows: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).unwrap();
        rows.iter()
            .map(|row| {
                let mark = if row["is_relocatable"] == true {
                    "*"
                } else {
                    ""
                };
                format!("{}{mark} {}", row["target"], row["symbol"]).replace('"', "")
            })
            .collect()
    };
    let linked = [
        "sm_80 _ZN4blas3dotEiPKfPf",
        "sm_80 _Z6scaledIfEvPT_S0_",
        "sm_80 saxpy",
        "sm_90 _ZN4blas3dotEiPKfPf",
        "sm_90 _Z6scaledIfEvPT_S0_",
        "sm_90 saxpy",
    ];
    // Before the linked one, and after it.
    for members in [
        ["relocatable.o", "libkernels.so"],
        ["libkernels.so", "relocatable.o"],
    ] {
        let both = archive(&members.map(|name| (name, read(name))));
        assert_eq!(listed(&both, &[]), linked);
        let all = listed(&both, &["--all"]);
        assert_eq!(all.len(), 7);
        assert!(all.contains(&"sm_90* saxpy".to_owned()));
    }
    // Where there is no other, and where the other is for another GPU.
    assert_eq!(listed(&read("relocatable.o"), &[]), ["sm_90* saxpy"]);
    let others = archive(&[
        ("a.o", read("relocatable.o")),
        ("b.o", read("sm_80-abi7.cubin")),
    ]);
    let listed = listed(&others, &[]);
    assert_eq!(listed.len(), 4);
    assert_eq!(listed[3], "sm_90* saxpy");
}
