//! Packages that the suites write and cargo builds. They share what they depend on with each other and
//! with trybuild, which would otherwise be most of the work.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A package outside the workspace, with the versions of its lock file.
pub(crate) struct Package {
    folder: PathBuf,
}

/// One message of the compiler.
pub(crate) struct Message {
    /// The program or library that it is about.
    pub(crate) target: String,
    /// `error` or `warning`.
    pub(crate) level: String,
    /// The message without its place in the source.
    pub(crate) text: String,
    /// As a reader sees it.
    pub(crate) rendered: String,
    /// The lines that it points at first, from 1.
    pub(crate) lines: Vec<u64>,
}

impl Package {
    /// A package whose manifest goes on with `manifest`.
    pub(crate) fn new(name: &str, manifest: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(folder.join("src")).unwrap();
        fs::copy(
            Path::new(ROOT).join("Cargo.lock"),
            folder.join("Cargo.lock"),
        )
        .unwrap();
        let manifest = format!(
            "[package]\nname = \"{name}\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [profile.dev]\ndebug = false\n\n{manifest}\n"
        );
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        Self { folder }
    }

    /// A library of this source, which depends on `occupancy`.
    pub(crate) fn library(name: &str, source: &str) -> Self {
        let package = Self::new(name, &dependency());
        fs::write(package.folder.join("src/lib.rs"), source).unwrap();
        package
    }

    /// A program of each of these files, which depends on `occupancy`.
    pub(crate) fn programs(name: &str, files: &[PathBuf]) -> Self {
        let mut manifest = dependency();
        for file in files {
            let program = program(file);
            let path = file.display();
            write!(
                manifest,
                "\n[[bin]]\nname = \"{program}\"\npath = '{path}'\n"
            )
            .unwrap();
        }
        Self::new(name, &manifest)
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Runs cargo in the package.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO"))
            .args(arguments)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", target_folder())
            .env("CARGO_INCREMENTAL", "0")
            .env_remove("RUSTFLAGS")
            .output()
            .unwrap()
    }

    /// What the compiler says of the package, after whether it compiles.
    pub(crate) fn messages(&self, command: &str) -> (bool, Vec<Message>) {
        let output = self.cargo(&[command, "--keep-going", "--message-format=json"]);
        let said = String::from_utf8_lossy(&output.stdout);
        let messages: Vec<Message> = said.lines().filter_map(Message::parse).collect();
        let succeeded = output.status.success();
        // What stops cargo itself is no message of the compiler.
        assert!(
            succeeded || messages.iter().any(|message| message.level == "error"),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        (succeeded, messages)
    }
}

impl Message {
    fn parse(line: &str) -> Option<Self> {
        let line: Value = serde_json::from_str(line).ok()?;
        let message = &line["message"];
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let spans = message["spans"].as_array()?;
        Some(Self {
            target: text(&line["target"]["name"])?,
            level: text(&message["level"])?,
            text: text(&message["message"])?,
            rendered: text(&message["rendered"])?,
            lines: spans
                .iter()
                .filter(|span| span["is_primary"] == true)
                .filter_map(|span| span["line_start"].as_u64())
                .collect(),
        })
    }
}

/// The name of the program of a file: topics have cases of one name.
pub(crate) fn program(file: &Path) -> String {
    let topic = file.parent().and_then(Path::file_name).unwrap();
    let stem = file.file_stem().unwrap();
    format!("{}-{}", topic.display(), stem.display())
}

/// The program that `cargo build` makes of a file.
pub(crate) fn executable(file: &Path) -> PathBuf {
    let name = format!("{}{}", program(file), std::env::consts::EXE_SUFFIX);
    target_folder().join("debug").join(name)
}

/// Functions that nothing calls are no fault of a case, not even under `deny(warnings)`.
fn dependency() -> String {
    format!(
        "[lints.rust]\ndead_code = \"allow\"\n\n[dependencies]\noccupancy = {{ path = '{ROOT}', features = [\"readers\"] }}\n"
    )
}

/// Where trybuild builds, too.
fn target_folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("tests/trybuild")
}
