//! Calls the compiler on files that use the library. All suites share one build of the library.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::{env, fs};

use serde_json::Value;

pub(crate) const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The version of the compiler that cargo uses.
pub(crate) fn version() -> String {
    match rustc().arg("--version").output() {
        Ok(output) => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        Err(error) => error.to_string(),
    }
}

fn rustc() -> Command {
    Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// One message of the compiler.
pub(crate) struct Message {
    /// `error` or `warning`.
    pub(crate) level: String,
    /// The message without its place in the source.
    pub(crate) text: String,
    /// The message as the compiler prints it.
    pub(crate) rendered: String,
    /// The places of the fault: the number of the line, from 1, and the text that is underlined.
    pub(crate) places: Vec<(usize, String)>,
}

impl Message {
    /// The messages of a compiler that prints JSON, without those that only count the others.
    fn all(output: &Output) -> Vec<Self> {
        let said = String::from_utf8_lossy(&output.stderr);
        let messages: Vec<Self> = said.lines().filter_map(Self::parse).collect();
        let has_stopped = !output.status.success() && messages.is_empty();
        assert!(!has_stopped, "the compiler stops without a message: {said}");
        messages
    }

    fn parse(line: &str) -> Option<Self> {
        let message: Value = serde_json::from_str(line).ok()?;
        let text = |key: &str| message[key].as_str().map(str::to_owned);
        let spans = message["spans"].as_array()?;
        if spans.is_empty() {
            return None;
        }
        let primary = spans.iter().filter(|span| span["is_primary"] == true);
        let mut labels = spans.iter().filter_map(|span| span["label"].as_str());
        let label = labels.find(|label| label.starts_with("evaluation panicked: "));
        let place = |span: &Value| {
            let number = |value: &Value| value.as_u64().and_then(|it| usize::try_from(it).ok());
            let line = &span["text"][0];
            let start = number(&line["highlight_start"])?;
            let end = number(&line["highlight_end"])?;
            let letters = line["text"].as_str()?.chars();
            let text = letters.skip(start - 1).take(end - start).collect();
            Some((number(&span["line_start"])?, text))
        };
        let places = primary.filter_map(place).collect();
        Some(Self {
            level: text("level")?,
            // Up to Rust 1.88, a label has the words of a constant that panics.
            text: label.map_or_else(|| text("message"), |label| Some(label.to_owned()))?,
            rendered: text("rendered")?.trim_end().to_owned() + "\n",
            places,
        })
    }
}

/// The result of compiling a file.
pub(crate) struct Compiled {
    pub(crate) succeeded: bool,
    pub(crate) messages: Vec<Message>,
}

impl Compiled {
    /// All messages, as the compiler prints them.
    pub(crate) fn said(&self) -> String {
        let rendered: Vec<_> = self.messages.iter().map(|one| &*one.rendered).collect();
        rendered.join("\n")
    }

    /// Returns the texts of the errors.
    pub(crate) fn errors(&self) -> Vec<&str> {
        let errors = self.messages.iter().filter(|one| one.level == "error");
        errors.map(|error| error.text.as_str()).collect()
    }
}

/// A file to compile. Functions in it that nothing calls are no fault.
pub(crate) struct Source {
    command: Command,
}

impl Source {
    /// A file, as a library of its name.
    pub(crate) fn file(path: &Path) -> Self {
        let (library, folders) = library();
        let mut command = rustc();
        command
            .args(["--edition=2024", "--error-format=json"])
            .args(["--diagnostic-width=1000", "--allow=dead_code", "--extern"])
            .arg(format!("occupancy={}", library.display()))
            .args(
                folders
                    .iter()
                    .map(|it| format!("-Ldependency={}", it.display())),
            )
            .current_dir(ROOT)
            .arg(path.strip_prefix(ROOT).unwrap_or(path));
        Self { command }
    }

    /// Writes a file of this name and text.
    pub(crate) fn text(name: &str, text: &str) -> Self {
        Self::file(&write(&format!("{name}.rs"), text))
    }

    pub(crate) fn env(mut self, key: &str, value: impl AsRef<Path>) -> Self {
        self.command.env(key, value.as_ref());
        self
    }

    /// Checks the file, without code.
    pub(crate) fn check(mut self) -> Compiled {
        let folder = env!("CARGO_TARGET_TMPDIR");
        let library = ["--crate-type=lib", "--emit=metadata", "--out-dir", folder];
        self.command.args(library);
        self.run()
    }

    /// Compiles the file to a library.
    pub(crate) fn compile(mut self) -> Compiled {
        let folder = env!("CARGO_TARGET_TMPDIR");
        self.command.args(["--crate-type=lib", "--out-dir", folder]);
        self.run()
    }

    fn run(mut self) -> Compiled {
        let output = self.command.output().unwrap();
        Compiled {
            succeeded: output.status.success(),
            messages: Message::all(&output),
        }
    }
}

/// Writes a file in the folder of the suites.
pub(crate) fn write(file: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, bytes).unwrap();
    path
}

/// The library with its readers, and the folders of all that was built with it. All suites share them.
fn library() -> &'static (PathBuf, BTreeSet<PathBuf>) {
    static LIBRARY: OnceLock<(PathBuf, BTreeSet<PathBuf>)> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let package = Package::library("users", "");
        let output = package.cargo(&["build", "--message-format=json"]);
        let said = String::from_utf8_lossy(&output.stderr);
        let is_built = output.status.success();
        assert!(is_built, "the library does not build: {said}");
        let mut library = None;
        let mut folders = BTreeSet::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let message: Value = serde_json::from_str(line).unwrap();
            let files = message["filenames"].as_array().into_iter().flatten();
            for file in files.filter_map(Value::as_str).map(PathBuf::from) {
                folders.extend(file.parent().map(Path::to_owned));
                if message["target"]["name"] == "occupancy"
                    && file.extension().is_some_and(|it| it == "rlib")
                {
                    library = Some(file);
                }
            }
        }
        // Cargo keeps what a workspace shares elsewhere than what it was asked for.
        folders.extend(folders.clone().iter().map(|folder| folder.join("deps")));
        (library.unwrap(), folders)
    })
}

/// A package outside the workspace with the versions of its lock file, for tests that need cargo.
pub(crate) struct Package {
    folder: PathBuf,
}

impl Package {
    /// A package with `manifest` after the first tables of its manifest.
    pub(crate) fn new(name: &str, manifest: &str) -> Self {
        let manifest = format!(
            "[package]\nname = \"{name}\"\nedition = \"2024\"\n\n[workspace]\n\n{manifest}\n"
        );
        let file = write(&format!("{name}/Cargo.toml"), manifest);
        let folder = file.parent().unwrap().to_owned();
        let lock = Path::new(ROOT).join("Cargo.lock");
        fs::copy(lock, folder.join("Cargo.lock")).unwrap();
        Self { folder }
    }

    /// Writes a library of this source, which depends on `occupancy`.
    pub(crate) fn library(name: &str, source: &str) -> Self {
        let features = "features = [\"readers\"]";
        let package = Self::new(
            name,
            &format!("[dependencies]\noccupancy = {{ path = '{ROOT}', {features} }}"),
        );
        write(&format!("{name}/src/lib.rs"), source);
        package
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Runs cargo in the package.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Output {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(arguments).current_dir(&self.folder);
        shared(&mut cargo).output().unwrap()
    }
}

/// Makes a program that runs cargo share the builds of others.
pub(crate) fn shared(command: &mut Command) -> &mut Command {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("tests/shared");
    command
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("RUSTFLAGS")
}
