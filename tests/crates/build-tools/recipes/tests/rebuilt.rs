//! Cargo watches the sources of kernels, and nothing that the build scripts make themselves. The test builds copies of
//! the crates with a kernel that changes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

const CRATES: [&str; 3] = ["bindgen-cuda", "cc", "cudaforge"];

/// Copies of the crates of the tools, in a workspace of their own.
struct Copy {
    folder: PathBuf,
}

/// The outcome of one build.
struct Built {
    is_success: bool,
    /// The output of cargo and the compiler.
    said: String,
    /// The constants of each crate, and when they were written.
    constants: BTreeMap<String, (String, SystemTime)>,
}

impl Copy {
    fn new() -> Self {
        let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rebuilt");
        if folder.exists() {
            fs::remove_dir_all(&folder).unwrap();
        }
        for name in CRATES.iter().chain(&["kernels", ".cargo"]) {
            copy(&original.join(name), &folder.join(name));
        }
        for name in ["build.rs", "lib.rs", "Cargo.lock"] {
            fs::copy(original.join(name), folder.join(name)).unwrap();
        }
        let repository = original
            .join("../../..")
            .canonicalize()
            .unwrap()
            .to_str()
            .unwrap()
            .replace('\\', "/");
        let workspace = fs::read_to_string(original.join("Cargo.toml"))
            .unwrap()
            .replace("\"../../..", &format!("\"{repository}"))
            .replace(", \"recipes\"", "");
        fs::write(folder.join("Cargo.toml"), workspace).unwrap();
        Self { folder }
    }

    fn build(&self) -> Built {
        let output = Command::new(env!("CARGO"))
            .args(["check", "--keep-going", "--message-format=json"])
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .current_dir(&self.folder)
            .output()
            .unwrap();
        let mut said = String::from_utf8_lossy(&output.stderr).into_owned();
        let mut constants = BTreeMap::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let message: serde_json::Value = serde_json::from_str(line).unwrap();
            said += message["message"]["rendered"].as_str().unwrap_or_default();
            let id = message["package_id"].as_str().unwrap_or_default();
            let of_tool = CRATES.iter().find(|name| id.contains(&format!("/{name}#")));
            if message["reason"] == "build-script-executed"
                && let Some(name) = of_tool
            {
                let path = Path::new(message["out_dir"].as_str().unwrap()).join("kernels.rs");
                let written = fs::metadata(&path).unwrap().modified().unwrap();
                let text = fs::read_to_string(path).unwrap();
                constants.insert((*name).to_owned(), (text, written));
            }
        }
        assert_eq!(constants.len(), CRATES.len(), "{said}");
        Built {
            is_success: output.status.success(),
            said,
            constants,
        }
    }

    /// Changes a file of the kernels, as an editor does some time later.
    fn replace(&self, file: &str, from: &str, to: &str) {
        let path = self.folder.join("kernels").join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from));
        // File systems and tools that count whole seconds.
        std::thread::sleep(Duration::from_millis(1100));
        fs::write(path, text.replace(from, to)).unwrap();
    }
}

impl Built {
    /// Each crate has a constant with this line.
    fn has(&self, line: &str) {
        for (name, (text, _)) in &self.constants {
            assert!(text.contains(line), "{name}: {text}");
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (entry, name) = entry
            .map(|entry| (entry.path(), entry.file_name()))
            .unwrap();
        if entry.is_dir() {
            copy(&entry, &to.join(name));
        } else {
            fs::copy(entry, to.join(name)).unwrap();
        }
    }
}

#[path = "../../../compiler/src/skip.rs"]
mod skip;

#[test]
fn cargo_runs_the_build_scripts_for_what_kernels_are_made_from() {
    let version = Command::new("nvcc").arg("--version").output();
    let nvcc = version.map_err(|error| format!("there is no nvcc on PATH: {error}"));
    if skip::found_or_skip(nvcc).is_none() {
        return;
    }
    let copy = Copy::new();
    let first = copy.build();
    assert!(first.is_success, "{}", first.said);
    first.has("compiled.static_shared_memory = Some(1024);");

    // Nothing has changed, and no script runs.
    assert_eq!(copy.build().constants, first.constants);

    // A kernel: every script runs, and what the crates count on holds no longer.
    copy.replace("block_sum.cu", "partial[BLOCK]", "partial[2 * BLOCK]");
    let third = copy.build();
    third.has("compiled.static_shared_memory = Some(2048);");
    assert!(!third.is_success);
    let panicked = "evaluation panicked: the block's shared memory";
    let failed = third.said.matches(panicked).count();
    assert_eq!(failed, CRATES.len(), "{}", third.said);

    // A header.
    copy.replace("block.cuh", "256", "128");
    let fourth = copy.build();
    assert!(fourth.is_success, "{}", fourth.said);
    fourth.has("compiled.max_block = Some((128, 1, 1));");
}
