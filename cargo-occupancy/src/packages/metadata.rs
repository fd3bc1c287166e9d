//! The packages of a workspace and their targets, as cargo describes them.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::cargo;
use crate::selection::{Packages, Targets};

/// One target that the compiler is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) package: String,
    pub(crate) manifest_path: PathBuf,
    pub(crate) kind: Kind,
    pub(crate) name: String,
}

/// What a target is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Library,
    Binary,
    Example,
    Test,
}

impl Kind {
    /// As JSON has it, and with `--` cargo.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Library => "lib",
            Self::Binary => "bin",
            Self::Example => "example",
            Self::Test => "test",
        }
    }

    /// `None` for benchmarks and build scripts.
    fn find(kinds: &[String]) -> Option<Self> {
        let is = |kind: &str| kinds.iter().any(|one| one == kind);
        match () {
            () if is("bin") => Some(Self::Binary),
            () if is("example") => Some(Self::Example),
            () if is("test") => Some(Self::Test),
            () if is("bench") || is("custom-build") => None,
            // `lib`, `rlib`, `cdylib`, `proc-macro` and others.
            () => Some(Self::Library),
        }
    }
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    workspace_members: HashSet<String>,
    workspace_default_members: HashSet<String>,
    workspace_root: PathBuf,
    resolve: Option<Resolve>,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    manifest_path: PathBuf,
    targets: Vec<Described>,
}

#[derive(Deserialize)]
struct Described {
    name: String,
    kind: Vec<String>,
    #[serde(default, rename = "required-features")]
    required_features: Vec<String>,
}

#[derive(Deserialize)]
struct Resolve {
    root: Option<String>,
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    dependencies: Vec<String>,
    features: Vec<String>,
}

/// The targets that can have kernels: those of packages that depend on the attribute. An error is what cargo
/// says, or what helps.
pub(super) fn targets(packages: &Packages) -> Result<Vec<Target>, String> {
    let mut command = Command::new(cargo());
    command.args(["metadata", "--format-version", "1", "--quiet"]);
    command.args(packages.build.of_resolution());
    if let Some(path) = &packages.manifest_path {
        command.arg("--manifest-path").arg(path);
    }
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("error: cargo cannot be run: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr)
            .trim_end()
            .to_owned());
    }
    let metadata: Metadata = serde_json::from_slice(&output.stdout).map_err(|error| {
        format!("error: what cargo says of the workspace is not known: {error}")
    })?;
    metadata.chosen(packages)
}

impl Metadata {
    fn chosen(&self, packages: &Packages) -> Result<Vec<Target>, String> {
        let nodes: HashMap<&str, &Node> = self
            .resolve
            .iter()
            .flat_map(|resolve| &resolve.nodes)
            .map(|node| (&*node.id, node))
            .collect();
        let mut found = Vec::new();
        for package in self.asked(packages)? {
            if !self.has_attribute(&nodes, &package.id) {
                continue;
            }
            let features = nodes
                .get(&*package.id)
                .map_or(&[][..], |node| &node.features);
            for target in &package.targets {
                let Some(kind) = Kind::find(&target.kind) else {
                    continue;
                };
                let is_buildable = target
                    .required_features
                    .iter()
                    .all(|feature| features.contains(feature));
                if packages.targets.names(kind, &target.name)
                    || is_buildable && packages.targets.includes(kind)
                {
                    found.push(Target {
                        package: package.name.clone(),
                        manifest_path: package.manifest_path.clone(),
                        kind,
                        name: target.name.clone(),
                    });
                }
            }
        }
        for (kind, name) in packages.targets.named() {
            let is_found = |target: &Target| target.kind == kind && target.name == *name;
            if !found.iter().any(is_found) {
                return Err(format!(
                    "error: no {} `{name}` in the packages that depend on occupancy",
                    kind.name()
                ));
            }
        }
        found.sort_by(|a, b| {
            let key = |target: &Target| (target.package.clone(), target.kind, target.name.clone());
            key(a).cmp(&key(b))
        });
        Ok(found)
    }

    /// The packages that are asked for; without any, those that cargo would build here.
    fn asked(&self, packages: &Packages) -> Result<Vec<&Package>, String> {
        let members = || {
            let members = self.packages.iter();
            members.filter(|package| self.workspace_members.contains(&package.id))
        };
        if packages.workspace {
            return Ok(members().collect());
        }
        if packages.package.is_empty() {
            let here = self
                .resolve
                .as_ref()
                .and_then(|resolve| resolve.root.as_ref());
            let root = self.workspace_root.join("Cargo.toml");
            let is_here = |package: &&Package| match here {
                // At the root, what the workspace says; below, the package of the folder.
                Some(here) if package.manifest_path != root && package.id == *here => true,
                _ => false,
            };
            if let Some(package) = members().find(is_here) {
                return Ok(vec![package]);
            }
            let is_default =
                |package: &&Package| self.workspace_default_members.contains(&package.id);
            return Ok(members().filter(is_default).collect());
        }
        let find = |name: &String| {
            members()
                .find(|package| package.name == *name)
                .ok_or_else(|| {
                    let names: Vec<_> = members().map(|package| &*package.name).collect();
                    format!(
                        "error: no package `{name}` in this workspace\nhelp: there is {}",
                        names.join(", ")
                    )
                })
        };
        packages.package.iter().map(find).collect()
    }

    /// Whether the package can use the attribute, however it is called there.
    fn has_attribute(&self, nodes: &HashMap<&str, &Node>, package: &str) -> bool {
        let attribute = |id: &str| {
            let mut packages = self.packages.iter();
            packages.any(|package| package.id == id && package.name == "occupancy-macros")
        };
        let mut seen = HashSet::new();
        let mut left = vec![package];
        while let Some(id) = left.pop() {
            if !seen.insert(id) {
                continue;
            }
            if attribute(id) {
                return true;
            }
            if let Some(node) = nodes.get(id) {
                left.extend(node.dependencies.iter().map(String::as_str));
            }
        }
        false
    }
}

impl Targets {
    /// Those that are asked for by name.
    fn named(&self) -> impl Iterator<Item = (Kind, &String)> {
        [
            (Kind::Binary, &self.bin),
            (Kind::Example, &self.example),
            (Kind::Test, &self.test),
        ]
        .into_iter()
        .flat_map(|(kind, names)| names.iter().map(move |name| (kind, name)))
    }

    fn names(&self, kind: Kind, name: &str) -> bool {
        self.named().any(|(of, named)| of == kind && named == name)
    }

    /// Whether all targets of a kind are asked for.
    fn includes(&self, kind: Kind) -> bool {
        match kind {
            Kind::Test => self.tests,
            _ if self.is_empty() => true,
            Kind::Library => self.lib,
            Kind::Binary => self.bins,
            Kind::Example => self.examples,
        }
    }
}
