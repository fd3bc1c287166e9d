//! The kernels that `#[launch_config]` declares in packages, asked of the compiler: cargo checks the packages, and what
//! it says has the records.

mod declaration;
mod wrapper;

use std::collections::{HashMap, HashSet};
use std::env;
use std::io::{self, BufReader, Read, Seek, Write};
use std::process::{Command, Stdio};

use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use cargo_metadata::{CompilerMessage, Message, TargetKind};
use occupancy_report::counted;
use occupancy_report::record::find;
use serde::Serialize;
use serde_json::Value;
use wildmatch::WildMatch;

use self::declaration::{Target, declared};
use self::wrapper::{VARIABLE, cargo};
use crate::console::{Messages, fatal};
use crate::selection::{Packages, Targets};

pub(crate) use self::declaration::{Declaration, library, path, place};
pub(crate) use self::wrapper::compile;

/// Every kernel of the packages, each on each of its GPUs, in the order of the source. What does not compile is said as
/// cargo says it; whether something was.
pub(crate) fn declarations(
    packages: &Packages,
    err: &mut Messages<'_>,
) -> io::Result<(Vec<Declaration>, bool)> {
    let mut asking = Asking {
        packages,
        all: Vec::new(),
        said: HashSet::new(),
        err,
    };
    asking.ask()?;
    asking.err.clear();
    let mut all = asking.all;
    all.sort_by_cached_key(|one| (one.place(), one.is_unit_test));
    // Of unit tests, what they have beside everything else.
    let mut builds = HashMap::new();
    all.retain(|one| {
        let first = builds.entry(one.place()).or_insert(one.is_unit_test);
        *first == one.is_unit_test
    });
    Ok((all, !asking.said.is_empty()))
}

struct Asking<'a, 'e> {
    packages: &'a Packages,
    all: Vec<Declaration>,
    /// Errors that were said: those of a library are there again for each binary that uses it.
    said: HashSet<String>,
    err: &'a mut Messages<'e>,
}

impl Asking<'_, '_> {
    fn ask(&mut self) -> io::Result<()> {
        let tree = Command::new(cargo())
            .args(["tree", "--quiet", "--edges", "normal", "--depth", "0"])
            .args(["--prefix", "none"])
            .args(cargo_options(self.packages)?)
            .stdin(Stdio::null())
            .output();
        let tree = tree.map_err(|error| fatal(format_args!("cargo cannot be run: {error}")))?;
        if !tree.status.success() {
            return self.say(String::from_utf8_lossy(&tree.stderr).trim_end());
        }
        let tree = String::from_utf8_lossy(&tree.stdout);
        // The packages that are asked for, and not only needed by those.
        let roots = tree.lines().filter_map(|line| line.split(' ').next());
        let roots = roots.collect();
        let targets = &self.packages.targets;
        self.check(targets, &roots)?;
        if *targets != Targets::default() {
            return Ok(());
        }
        // With examples named as well, cargo would refuse packages without a library.
        let examples = Targets {
            examples: true,
            ..Targets::default()
        };
        self.check(&examples, &roots)
    }

    /// Has cargo check the targets, and reads its messages. Those of the packages of the workspace, also of those that
    /// others need, have the records. Cargo keeps what such a check has compiled, and its messages, apart from those of
    /// others.
    fn check(&mut self, targets: &Targets, roots: &HashSet<&str>) -> io::Result<()> {
        // No pipe, which could be full while the other one is read.
        let mut aside = tempfile::tempfile()?;
        let mut check = Command::new(cargo());
        check
            .args(["check", "--quiet", "--keep-going"])
            .args(["--message-format", "json"])
            .args(cargo_options(self.packages)?)
            .args(cargo_options(targets)?)
            // Another wrapper would be told to run this program, which it may not know.
            .env("RUSTC_WRAPPER", "")
            .env("RUSTC_WORKSPACE_WRAPPER", env::current_exe()?)
            .env(VARIABLE, "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(aside.try_clone()?);
        if let Some(folder) = &self.packages.build.target_dir {
            check.env("CARGO_TARGET_DIR", folder);
        }
        let mut child = check.spawn()?;
        let mut has_said = false;
        let stdout = child.stdout.take().map(BufReader::new);
        for message in stdout.into_iter().flat_map(Message::parse_stream) {
            let kernels = counted(self.all.len() as u64, "kernel");
            self.err.show_progress(format_args!("reading: {kernels}"))?;
            // A build script or a macro may write anything.
            let Message::CompilerMessage(message) = message? else {
                continue;
            };
            let error = match find(&message.message.message) {
                Some(Ok(record)) => {
                    let target = target(&message)
                        .filter(|target| roots.contains(&*target.package) && has(targets, target));
                    let declared = target.map(|target| declared(&record, &target));
                    self.all.extend(declared.into_iter().flatten());
                    continue;
                }
                Some(Err(error)) => format!("error: {error}"),
                None if is_error(&message.message) => {
                    let rendered = message.message.rendered.unwrap_or(message.message.message);
                    format!("{}\n", rendered.trim_end())
                }
                None => continue,
            };
            has_said = true;
            self.say(&error)?;
        }
        if child.wait()?.success() || has_said {
            return Ok(());
        }
        // Not the compiler: cargo itself, or a build script.
        let mut said = Vec::new();
        aside.rewind()?;
        aside.read_to_end(&mut said)?;
        self.say(String::from_utf8_lossy(&said).trim_end())
    }

    /// Says an error, once.
    fn say(&mut self, error: &str) -> io::Result<()> {
        if self.said.insert(error.to_owned()) {
            writeln!(self.err, "{error}")?;
        }
        Ok(())
    }
}

/// Whether it is an error of the package, and not the count of them.
fn is_error(message: &Diagnostic) -> bool {
    let is_error = matches!(message.level, DiagnosticLevel::Error | DiagnosticLevel::Ice);
    is_error && !message.message.starts_with("aborting due to")
}

/// What a record is compiled into: `lib`, `bin`, `example` or `test`; `None` for benchmarks and build scripts.
fn target(message: &CompilerMessage) -> Option<Target> {
    let mut before = message.message.message.splitn(3, ' ');
    Some(Target {
        package: before.next()?.to_owned(),
        kind: match message.target.kind.first()? {
            TargetKind::Bench | TargetKind::CustomBuild => return None,
            kind @ (TargetKind::Bin | TargetKind::Example | TargetKind::Test) => kind.clone(),
            // `rlib`, `cdylib`, `proc-macro` and others as well.
            _ => TargetKind::Lib,
        },
        name: message.target.name.clone(),
        is_unit_test: before.next()? == "true",
    })
}

/// The options that are given: cargo's have the same names.
fn cargo_options(options: &impl Serialize) -> io::Result<Vec<String>> {
    let mut given = Vec::new();
    let all = serde_json::to_value(options)?;
    for (name, value) in all.as_object().into_iter().flatten() {
        let option = format!("--{}", name.replace('_', "-"));
        match value {
            Value::Bool(true) => given.push(option),
            Value::String(value) => given.extend([option, value.clone()]),
            Value::Array(values) => {
                let values = values.iter().filter_map(Value::as_str);
                given.extend(values.flat_map(|value| [option.clone(), value.to_owned()]));
            }
            _ => {}
        }
    }
    Ok(given)
}

/// Whether the target itself is asked for, and not only because others need it, as libraries and binaries are.
fn has(targets: &Targets, target: &Target) -> bool {
    let is_any = target.is_unit_test || *targets == Targets::default();
    let is_it = |name: &String| WildMatch::new(name).matches(&target.name);
    match target.kind {
        TargetKind::Lib => is_any || targets.lib,
        TargetKind::Bin => is_any || targets.bins || targets.bin.iter().any(is_it),
        _ => true,
    }
}
