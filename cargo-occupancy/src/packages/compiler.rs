//! Asks the compiler: cargo checks the packages, and what it says has the records.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufReader, Read, Seek, Write};
use std::process::{Command, Stdio};

use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use cargo_metadata::{CompilerMessage, Message, MetadataCommand, TargetKind};
use occupancy_report::record::find;
use wildmatch::WildMatch;

use super::declaration::{Declaration, declared};
use super::target::{Target, kind, of_cargo};
use super::{cargo, wrapper};
use crate::console::{Messages, fatal};
use crate::selection::{Packages, Targets};

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
    asking.err.clear()?;
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
            .args(of_cargo(self.packages)?)
            .stdin(Stdio::null())
            .output();
        let tree = tree.map_err(|error| fatal(format_args!("cargo cannot be run: {error}")))?;
        if !tree.status.success() {
            return self.say(&refused(self.packages, &tree.stderr));
        }
        let tree = String::from_utf8_lossy(&tree.stdout);
        // The packages that are asked for, and not only needed by those.
        let roots = tree.lines().filter_map(|line| line.split(' ').next());
        let roots = roots.collect();
        let runs = self.packages.targets.runs();
        runs.iter()
            .try_for_each(|targets| self.check(targets, &roots))
    }

    /// Has cargo check the targets, and reads its messages.
    fn check(&mut self, targets: &Targets, roots: &HashSet<&str>) -> io::Result<()> {
        // No pipe, which could be full while the other one is read.
        let mut aside = tempfile::tempfile()?;
        let mut check = wrapper::check()?;
        check
            .args(of_cargo(self.packages)?)
            .args(of_cargo(targets)?)
            .stderr(aside.try_clone()?);
        if let Some(folder) = &self.packages.build.target_dir {
            check.env("CARGO_TARGET_DIR", folder);
        }
        let mut child = check.spawn()?;
        let mut has_said = false;
        let stdout = child.stdout.take().map(BufReader::new);
        for message in stdout.into_iter().flat_map(Message::parse_stream) {
            let count = self.all.len();
            self.err.tell(format_args!("reading: {count} kernels"))?;
            // A build script or a macro may write anything.
            let Message::CompilerMessage(message) = message? else {
                continue;
            };
            let error = match find(&message.message.message) {
                Some(Ok(record)) => {
                    if let Some(target) = target(&message)
                        && roots.contains(&*target.package)
                        && targets.has(&target)
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
        self.say(&refused(self.packages, &said))
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

/// What a record is compiled into.
fn target(message: &CompilerMessage) -> Option<Target> {
    let mut before = message.message.message.splitn(3, ' ');
    Some(Target {
        package: before.next()?.to_owned(),
        kind: kind(&message.target)?,
        name: message.target.name.clone(),
        is_unit_test: before.next()? == "true",
    })
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
    let all = metadata.exec().ok()?.packages;
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
    let is_there = |(asked, name): &(TargetKind, &String)| {
        let mut targets = all.iter().flat_map(|package| &package.targets);
        let pattern = WildMatch::new(name);
        targets.any(|target| target.is_kind(asked.clone()) && pattern.matches(&target.name))
    };
    let mut named = packages.targets.named();
    let (kind, name) = named.find(|named| !is_there(named))?;
    Some(format!(
        "error: no {kind} `{name}` in the packages that depend on occupancy"
    ))
}
