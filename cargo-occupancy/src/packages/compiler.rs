//! Asks the compiler: cargo checks each target, and what it says has the records.

use std::collections::HashSet;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;

use serde::Deserialize;

use super::metadata::{Target, targets};
use super::record::{self, Declaration};
use super::{Kind, cargo};
use crate::progress::Progress;
use crate::selection::Packages;
use crate::terminal::Terminal;
use occupancy_report::record::{Record, find};

/// The kernels of packages.
#[derive(Debug, Default)]
pub(crate) struct Declarations {
    /// Each on each of its GPUs, in the order of the source.
    pub(crate) all: Vec<Declaration>,
    /// Something does not compile, or could not be read, and it was said what.
    pub(crate) is_troubled: bool,
    /// Errors that were said: those of a library are there again for each binary that uses it.
    said: HashSet<String>,
}

/// A line of `--message-format=json`, as far as it is a message.
#[derive(Deserialize)]
struct Line {
    reason: String,
    message: Option<Diagnostic>,
}

#[derive(Deserialize)]
struct Diagnostic {
    message: String,
    level: String,
    rendered: Option<String>,
    #[serde(default)]
    spans: Vec<Span>,
    #[serde(default)]
    children: Vec<Diagnostic>,
}

#[derive(Deserialize)]
struct Span {
    label: Option<String>,
}

/// Every kernel of the packages. What does not compile is said as cargo says it.
pub(crate) fn declarations(
    packages: &Packages,
    terminal: Terminal,
    err: &mut dyn Write,
) -> io::Result<Declarations> {
    let mut found = Declarations::default();
    let targets = match targets(packages) {
        Ok(targets) => targets,
        Err(error) => {
            found.is_troubled = true;
            writeln!(err, "{error}")?;
            return Ok(found);
        }
    };
    let mut progress = Progress::new(terminal.shows_progress);
    for target in &targets {
        found.ask(target, packages, &mut progress, err)?;
    }
    progress.clear(err)?;
    // What unit tests have beside everything else.
    let key = |declaration: &Declaration| {
        let target = &declaration.target;
        let target = (target.package.clone(), target.kind, target.name.clone());
        let origin = &declaration.origin;
        let place = (origin.file.clone(), origin.line);
        (
            target,
            place,
            declaration.path(),
            origin.launch_type.clone(),
        )
    };
    let all = found.all.iter();
    let all = all.filter(|declaration| !declaration.target.is_unit_test);
    let of_builds: HashSet<_> = all.map(key).collect();
    let is_new = |declaration: &Declaration| {
        !declaration.target.is_unit_test || !of_builds.contains(&key(declaration))
    };
    found.all.retain(is_new);
    found.all.sort_by(|a, b| {
        let key = |declaration: &Declaration| {
            let (target, origin) = (&declaration.target, &declaration.origin);
            (
                target.package.clone(),
                target.kind,
                target.name.clone(),
                origin.file.clone(),
                origin.line,
                origin.kernel.clone(),
            )
        };
        key(a).cmp(&key(b))
    });
    Ok(found)
}

impl Declarations {
    fn ask(
        &mut self,
        target: &Target,
        packages: &Packages,
        progress: &mut Progress,
        err: &mut dyn Write,
    ) -> io::Result<()> {
        let mut child = match command(target, packages).spawn() {
            Ok(child) => child,
            Err(error) => {
                self.is_troubled = true;
                progress.clear(err)?;
                return writeln!(err, "error: cargo cannot be run: {error}");
            }
        };
        // Beside the messages: one of the two pipes could be full.
        let aside = child.stderr.take().map(|mut stderr| {
            thread::spawn(move || {
                let mut text = Vec::new();
                // What was read until an error is said.
                let _ = stderr.read_to_end(&mut text);
                text
            })
        });
        let read = self.read(&mut child, target, progress, err);
        if read.is_err() {
            // Nobody reads what it says any more.
            let _ = child.kill();
        }
        let status = child.wait()?;
        let aside = aside
            .and_then(|aside| aside.join().ok())
            .unwrap_or_default();
        let has_said = read?;
        if !status.success() && !has_said {
            // Not the compiler: cargo itself, or a build script.
            self.is_troubled = true;
            progress.clear(err)?;
            err.write_all(&aside)?;
        }
        Ok(())
    }

    /// Reads all messages; whether one was a record or an error.
    fn read(
        &mut self,
        child: &mut Child,
        target: &Target,
        progress: &mut Progress,
        err: &mut dyn Write,
    ) -> io::Result<bool> {
        let Some(stdout) = child.stdout.take() else {
            return Ok(false);
        };
        let mut has_said = false;
        for line in BufReader::new(stdout).split(b'\n') {
            progress.tell(format_args!("reading: {} kernels", self.all.len()), err)?;
            // A build script or a macro may write anything.
            let Ok(Line {
                reason,
                message: Some(message),
            }) = serde_json::from_slice(&line?)
            else {
                continue;
            };
            if reason != "compiler-message" {
                continue;
            }
            if let Some(record) = message.record() {
                has_said = true;
                match record {
                    Ok(record) => self.all.extend(record::declarations(record, target)),
                    Err(error) => {
                        self.is_troubled = true;
                        progress.clear(err)?;
                        writeln!(err, "error: {error}")?;
                    }
                }
            } else if message.is_error() {
                has_said = true;
                self.is_troubled = true;
                let rendered = message.rendered.unwrap_or(message.message);
                if self.said.insert(rendered.clone()) {
                    progress.clear(err)?;
                    writeln!(err, "{}\n", rendered.trim_end())?;
                }
            }
        }
        Ok(has_said)
    }
}

impl Diagnostic {
    /// The record in it, wherever the compiler has put the text of a panic.
    fn record(&self) -> Option<Result<Record, String>> {
        let labels = self.spans.iter().filter_map(|span| span.label.as_deref());
        let mut texts = [&*self.message].into_iter().chain(labels);
        texts
            .find_map(find)
            .or_else(|| self.children.iter().find_map(Self::record))
    }

    /// Whether it is an error of the package, and not the count of them.
    fn is_error(&self) -> bool {
        self.level.starts_with("error") && !self.message.starts_with("aborting due to")
    }
}

/// The check of one target.
fn command(target: &Target, packages: &Packages) -> Command {
    let mut command = Command::new(cargo());
    // Only with this profile, a library or a binary has its unit tests.
    let profile = if target.is_unit_test { "test" } else { "check" };
    command
        .args(["rustc", "--profile", profile, "--message-format", "json"])
        .arg("--manifest-path")
        .arg(&target.manifest_path);
    match target.kind {
        Kind::Library => command.arg("--lib"),
        kind => command.arg(format!("--{}", kind.name())).arg(&target.name),
    };
    command.arg("--no-default-features");
    if !target.features.is_empty() {
        command.args(["--features", &target.features]);
    }
    command.args(packages.build.of_compilation());
    // Only this target has the argument: what it depends on is shared with every other check.
    command.args(["--", "--cfg", "occupancy_report"]);
    command
        .env("OCCUPANCY_REPORT", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}
