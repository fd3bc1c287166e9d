//! Asks the compiler: cargo checks the packages, and what it says has the records.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufReader, Read, Seek, Write};
use std::process::{ChildStdout, Command, Stdio};

use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use cargo_metadata::{CompilerMessage, Message, Metadata, MetadataCommand};
use occupancy_report::record::find;
use wildmatch::WildMatch;

use super::record::{self, Declaration};
use super::{Kind, Target, cargo, wrapper};
use crate::progress::Progress;
use crate::selection::{Packages, Targets};
use crate::terminal::Terminal;

/// The kernels of packages.
#[derive(Debug, Default)]
pub(crate) struct Declarations {
    /// Each on each of its GPUs, in the order of the source.
    pub(crate) all: Vec<Declaration>,
    /// Something does not compile, or could not be read, and it was said what.
    pub(crate) is_troubled: bool,
    /// Errors that were said: those of a library are there again for each binary that uses it.
    said: HashSet<String>,
    /// The packages that are asked for.
    roots: HashSet<String>,
}

/// Every kernel of the packages. What does not compile is said as cargo says it.
pub(crate) fn declarations(
    packages: &Packages,
    terminal: Terminal,
    err: &mut dyn Write,
) -> io::Result<Declarations> {
    let mut found = Declarations::default();
    let mut progress = Progress::new(terminal.shows_progress);
    if let Some(refused) = found.ask(packages, &mut progress, err)? {
        found.is_troubled = true;
        progress.clear(err)?;
        writeln!(err, "{refused}")?;
    }
    progress.clear(err)?;
    found.all.sort_by_cached_key(Declaration::order);
    // Of unit tests, what they have beside everything else.
    let mut builds = HashMap::new();
    found.all.retain(|declaration| {
        let is_unit_test = declaration.target.is_unit_test;
        *builds.entry(declaration.key()).or_insert(is_unit_test) == is_unit_test
    });
    Ok(found)
}

impl Declarations {
    /// Has cargo check the packages. What is said if it compiles nothing.
    fn ask(
        &mut self,
        packages: &Packages,
        progress: &mut Progress,
        err: &mut dyn Write,
    ) -> io::Result<Option<String>> {
        match roots(packages) {
            Ok(roots) => self.roots = roots,
            Err(refused) => return Ok(Some(refused)),
        }
        for targets in packages.targets.runs() {
            if let Some(refused) = self.check(packages, &targets, progress, err)? {
                return Ok(Some(refused));
            }
        }
        Ok(None)
    }

    fn check(
        &mut self,
        packages: &Packages,
        targets: &Targets,
        progress: &mut Progress,
        err: &mut dyn Write,
    ) -> io::Result<Option<String>> {
        // No pipe, which could be full while the other one is read.
        let mut aside = tempfile::tempfile()?;
        let stderr = aside.try_clone()?;
        let command = wrapper::check().and_then(|mut check| {
            check
                .stderr(stderr)
                .args(packages.of_check())
                .args(targets.of_cargo())
                .spawn()
        });
        let mut child = match command {
            Ok(child) => child,
            Err(error) => return Ok(Some(format!("error: cargo cannot be run: {error}"))),
        };
        let read = match child.stdout.take() {
            Some(stdout) => self.read(stdout, targets, progress, err),
            None => Ok(false),
        };
        if read.is_err() {
            // Nobody reads what it says any more.
            let _ = child.kill();
        }
        let status = child.wait()?;
        if read? || status.success() {
            return Ok(None);
        }
        // Not the compiler: cargo itself, or a build script.
        let mut said = Vec::new();
        aside.rewind()?;
        aside.read_to_end(&mut said)?;
        Ok(Some(refused(packages, &said)))
    }

    /// Reads all messages; whether one was an error.
    fn read(
        &mut self,
        stdout: ChildStdout,
        targets: &Targets,
        progress: &mut Progress,
        err: &mut dyn Write,
    ) -> io::Result<bool> {
        let mut has_said = false;
        for message in Message::parse_stream(BufReader::new(stdout)) {
            progress.tell(format_args!("reading: {} kernels", self.all.len()), err)?;
            // A build script or a macro may write anything.
            let Message::CompilerMessage(message) = message? else {
                continue;
            };
            let error = match find(&message.message.message) {
                Some(Ok(record)) => {
                    let target = target(&message).filter(|target| {
                        self.roots.contains(&target.package) && targets.has(target)
                    });
                    let all = target.map(|target| record::declarations(record, &target));
                    self.all.extend(all.into_iter().flatten());
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
            self.is_troubled = true;
            if self.said.insert(error.clone()) {
                progress.clear(err)?;
                writeln!(err, "{error}")?;
            }
        }
        Ok(has_said)
    }
}

/// Whether it is an error of the package, and not the count of them.
fn is_error(message: &Diagnostic) -> bool {
    let is_error = matches!(message.level, DiagnosticLevel::Error | DiagnosticLevel::Ice);
    is_error && !message.message.starts_with("aborting due to")
}

/// What a record is compiled into.
fn target(message: &CompilerMessage) -> Option<Target> {
    let mut before = message.message.message.splitn(3, ' ');
    Some(Target {
        package: before.next()?.to_owned(),
        kind: Kind::of(&message.target)?,
        name: message.target.name.clone(),
        is_unit_test: before.next()? == "true",
    })
}

/// The packages that are asked for, and not only needed by those.
fn roots(packages: &Packages) -> Result<HashSet<String>, String> {
    let output = Command::new(cargo())
        .args(["tree", "--quiet", "--edges", "normal", "--depth", "0"])
        .args(["--prefix", "none"])
        .args(packages.of_tree())
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("error: cargo cannot be run: {error}"))?;
    if !output.status.success() {
        return Err(refused(packages, &output.stderr));
    }
    let roots = String::from_utf8_lossy(&output.stdout);
    let names = roots.lines().filter_map(|line| line.split(' ').next());
    Ok(names.map(str::to_owned).collect())
}

/// Why cargo does not compile: a name that does not exist, or what it said.
fn refused(packages: &Packages, said: &[u8]) -> String {
    unknown(packages).unwrap_or_else(|| String::from_utf8_lossy(said).trim_end().to_owned())
}

/// The package or target that does not exist.
fn unknown(packages: &Packages) -> Option<String> {
    let mut metadata = MetadataCommand::new();
    metadata.no_deps();
    if let Some(path) = &packages.manifest_path {
        metadata.manifest_path(path);
    }
    let Metadata { packages: all, .. } = metadata.exec().ok()?;
    let is_name = |name: &&String| {
        name.chars()
            .all(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_'))
    };
    let mut asked = packages.package.iter().filter(is_name);
    if let Some(name) = asked.find(|name| all.iter().all(|package| package.name != **name)) {
        let there: Vec<_> = all.iter().map(|package| package.name.as_str()).collect();
        return Some(format!(
            "error: no package `{name}` in this workspace\nhelp: there is {}",
            there.join(", ")
        ));
    }
    let targets = || all.iter().flat_map(|package| &package.targets);
    let mut named = packages.targets.named();
    let (kind, name) = named.find(|(kind, name)| {
        let pattern = WildMatch::new(name);
        !targets().any(|target| Kind::of(target) == Some(*kind) && pattern.matches(&target.name))
    })?;
    Some(format!(
        "error: no {} `{name}` in the packages that depend on occupancy",
        kind.name()
    ))
}
