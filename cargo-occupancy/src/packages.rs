//! Asks the compiler for the kernels that `#[launch_config]` declares in packages: cargo checks the packages, and its
//! messages have the records.

mod declaration;
mod wrapper;

use std::collections::{HashMap, HashSet};
use std::env;
use std::io::{self, BufReader, Read, Seek};
use std::process::{Command, Stdio};

use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use cargo_metadata::{CompilerMessage, Message, TargetKind};
use occupancy_report::record::find;
use serde::Serialize;
use serde_json::Value;
use wildmatch::WildMatch;

use self::declaration::{Target, declared};
use self::wrapper::{VARIABLE, cargo};
use crate::console::{Messages, fatal};
use crate::selection::{Packages, Targets};

#[cfg(test)]
pub(crate) use self::declaration::recorded;
pub(crate) use self::declaration::{Declaration, library, path, place};
pub(crate) use self::wrapper::compile;

/// Every kernel of the packages on each of its GPUs, in the order of the source, and the errors, which are reported as
/// cargo reports them.
pub(crate) fn declarations(
    packages: &Packages,
    err: &mut Messages<'_>,
) -> io::Result<(Vec<Declaration>, Vec<String>)> {
    let mut query = Query {
        packages,
        all: Vec::new(),
        reported: HashSet::new(),
        err,
    };
    query.run()?;
    let errors = std::mem::take(&mut query.err.errors);
    let mut all = query.all;
    all.sort_by_cached_key(|it| (it.sort_key(), it.is_unit_test));
    // The build of the unit tests has the kernels of the crate once more.
    let mut builds = HashMap::new();
    all.retain(|it| {
        let first = builds.entry(it.sort_key()).or_insert(it.is_unit_test);
        *first == it.is_unit_test
    });
    Ok((all, errors))
}

/// Runs cargo, and collects the kernels.
struct Query<'a, 'e> {
    packages: &'a Packages,
    all: Vec<Declaration>,
    /// The errors that were reported. Cargo repeats those of a library for each binary that uses it.
    reported: HashSet<String>,
    err: &'a mut Messages<'e>,
}

impl Query<'_, '_> {
    fn run(&mut self) -> io::Result<()> {
        let output = Command::new(cargo())
            .args(["tree", "--quiet", "--edges", "normal", "--depth", "0"])
            .args(["--prefix", "none"])
            .args(cargo_options(self.packages)?)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| fatal(format_args!("cargo cannot be run: {error}")))?;
        if !output.status.success() {
            return self.report(String::from_utf8_lossy(&output.stderr).trim_end());
        }
        let tree = String::from_utf8_lossy(&output.stdout);
        // The selected packages, without those that they need.
        let names = tree.lines().filter_map(|line| line.split(' ').next());
        let roots = names.collect();
        let targets = &self.packages.targets;
        self.check(targets, &roots)?;
        if *targets != Targets::default() {
            return Ok(());
        }
        // In one command with the examples, cargo would refuse packages without a library.
        let examples = Targets {
            examples: true,
            ..Targets::default()
        };
        self.check(&examples, &roots)
    }

    /// Has cargo check the targets, and reads the records from its messages about packages of the workspace, whether
    /// selected or only needed. Cargo keeps the result of this check, and its messages, apart from those of others.
    fn check(&mut self, targets: &Targets, roots: &HashSet<&str>) -> io::Result<()> {
        // A second pipe could be full while the first one is read.
        let mut aside = tempfile::tempfile()?;
        let mut check = Command::new(cargo());
        check
            .args(["check", "--quiet", "--keep-going"])
            .args(["--message-format", "json"])
            .args(cargo_options(self.packages)?)
            .args(cargo_options(targets)?)
            // A wrapper such as sccache may not know this program as a compiler.
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
        let mut has_errors = false;
        let stdout = child.stdout.take().map(BufReader::new);
        for message in stdout.into_iter().flat_map(Message::parse_stream) {
            // A build script or a macro may write anything.
            let Message::CompilerMessage(message) = message? else {
                continue;
            };
            let error = match find(&message.message.message) {
                Some(Ok(record)) => {
                    if let Some(target) = target(&message)
                        && roots.contains(&*target.package)
                        && selects(targets, &target)
                    {
                        self.all.extend(declared(&record, &target));
                    }
                    continue;
                }
                Some(Err(error)) => format!("error: {error}"),
                None if is_error(&message.message) => {
                    let rendered = message.message.rendered.unwrap_or(message.message.message);
                    format!("{}\n", rendered.trim_end())
                }
                None => continue,
            };
            has_errors = true;
            self.report(&error)?;
        }
        if child.wait()?.success() || has_errors {
            return Ok(());
        }
        // The error is one of cargo itself or of a build script.
        let mut message = Vec::new();
        aside.rewind()?;
        aside.read_to_end(&mut message)?;
        self.report(String::from_utf8_lossy(&message).trim_end())
    }

    /// Reports an error, once.
    fn report(&mut self, error: &str) -> io::Result<()> {
        if self.reported.insert(error.to_owned()) {
            self.err.report(error)?;
        }
        Ok(())
    }
}

/// Returns `true` for an error of the package, and not for the last message, which counts them.
fn is_error(message: &Diagnostic) -> bool {
    let is_error = matches!(message.level, DiagnosticLevel::Error | DiagnosticLevel::Ice);
    is_error && !message.message.starts_with("aborting due to")
}

/// The target that a record is compiled into: `lib`, `bin`, `example` or `test`; `None` for benchmarks and build scripts.
fn target(message: &CompilerMessage) -> Option<Target> {
    let mut before = message.message.message.splitn(3, ' ');
    Some(Target {
        package: before.next()?.to_owned(),
        kind: match message.target.kind.first()? {
            TargetKind::Bench | TargetKind::CustomBuild => return None,
            kind @ (TargetKind::Bin | TargetKind::Example | TargetKind::Test) => kind.clone(),
            // Also `rlib`, `cdylib`, `proc-macro` and others.
            _ => TargetKind::Lib,
        },
        name: message.target.name.clone(),
        source: message.target.src_path.clone().into(),
        is_unit_test: before.next()? == "true",
    })
}

/// The options for cargo, which have the names of the fields.
pub(crate) fn cargo_options(options: &impl Serialize) -> io::Result<Vec<String>> {
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

/// Returns `true` if the target is selected, and not only compiled because another one needs it.
fn selects(targets: &Targets, target: &Target) -> bool {
    let is_any = target.is_unit_test || *targets == Targets::default();
    let is_it = |name: &String| WildMatch::new(name).matches(&target.name);
    match target.kind {
        TargetKind::Lib => is_any || targets.lib,
        TargetKind::Bin => is_any || targets.bins || targets.bin.iter().any(is_it),
        _ => true,
    }
}
