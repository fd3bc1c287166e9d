//! The constants of build scripts, and the errors without them. `tests/crates/build-script` shows that the constants
//! compile, and equal the figures that were read.

use std::path::Path;
use std::{env, fs, process};

use occupancy_binary::build::Build;
use occupancy_binary::{Error, ErrorKind, Limits};

use crate::cases::check_cases;
use crate::common::parts;

/// Requests kernels and GPUs of a build: `gpu=9.0 kernel=saxpy=CONSTANT`.
fn requested(mut build: Build, words: &str) -> Build {
    for word in words.split(' ') {
        build = match word.split_once('=').unwrap_or((word, "")) {
            ("gpu", gpu) => {
                let (major, minor) = gpu.split_once('.').unwrap();
                build.compute_capability(major.parse().unwrap(), minor.parse().unwrap())
            }
            ("target", target) => build.target(target),
            ("kernel", kernel) => match kernel.split_once('=') {
                Some((kernel, constant)) => build.kernel_as(kernel, constant),
                None => build.kernel(kernel),
            },
            ("crate", path) => build.crate_path(path),
            ("total", total) => build.limits(Limits {
                total: total.parse().unwrap(),
                ..Limits::default()
            }),
            _ => build,
        };
    }
    build
}

/// The modules of the code, each with its constants.
fn constants(code: &str) -> String {
    let lines = code.lines().filter_map(|line| {
        let module = line
            .strip_prefix("pub mod ")
            .map(|rest| rest.replace(" {", ":"));
        let constant = line
            .trim()
            .strip_prefix("pub const ")
            .and_then(|rest| Some(rest.split_once(':')?.0));
        let linked = line
            .contains("is_relocatable = true")
            .then_some("(to be linked)");
        module.or(constant.or(linked).map(str::to_owned))
    });
    lines.collect::<Vec<_>>().join(" ")
}

#[test]
fn kernels_that_are_requested() {
    let folder = env::temp_dir().join(format!("occupancy-build-{}", process::id()));
    check_cases("build.txt", |case| {
        let (files, words) = case.split_once(" | ").unwrap_or((case, ""));
        fs::create_dir_all(&folder).unwrap();
        let files = parts(files);
        for (name, content) in &files {
            fs::write(folder.join(name), content).unwrap();
        }
        let path = match &files[..] {
            [(name, _)] => &folder.join(name),
            _ => &folder,
        };
        let code = requested(Build::new(path), words).generate();
        fs::remove_dir_all(&folder).unwrap();
        match code {
            Ok(code) if words.contains("code") => {
                let lines = code.lines().map(str::trim).filter(|line| !line.is_empty());
                lines.collect::<Vec<_>>().join("\n")
            }
            Ok(code) => constants(&code),
            Err(error) => {
                let path = folder.display().to_string();
                format!(
                    "{:?}: {}",
                    error.kind(),
                    error.to_string().replace(&path, "folder")
                )
            }
        }
    });
}

#[test]
fn files_that_are_not_there() {
    let missing = Build::new(Path::new("none.a")).generate().unwrap_err();
    // `OUT_DIR` is not set for a test.
    let no_out_dir = Build::library("kernels").unwrap_err();
    assert_eq!(
        Build::new("none.a").write("kernels.rs").unwrap_err(),
        no_out_dir
    );
    assert!(no_out_dir.to_string().starts_with("`OUT_DIR` is not set\n"));
    let is_told =
        |error: &Error| error.kind() == ErrorKind::Io && error.to_string().contains("\nhelp: ");
    assert!(
        is_told(&missing) && is_told(&no_out_dir),
        "{missing}\n{no_out_dir}"
    );
}
