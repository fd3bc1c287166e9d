//! The packages of a workspace and their targets, as cargo describes them.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde::Deserialize;
use wildmatch::WildMatch;

use super::cargo;
use crate::selection::{Build, Packages, Targets};

/// One target that the compiler is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) package: String,
    pub(crate) manifest_path: PathBuf,
    pub(crate) kind: Kind,
    pub(crate) name: String,
    /// Whether it is compiled with its unit tests.
    pub(crate) is_unit_test: bool,
    /// What `--features` states.
    pub(crate) features: String,
}

/// What a target is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// The members of the workspace.
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
    targets: Vec<Described>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Described {
    name: String,
    kind: Vec<String>,
    #[serde(default, rename = "required-features")]
    required_features: Vec<String>,
    /// Whether `cargo test` runs its tests.
    test: bool,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    rename: Option<String>,
    optional: bool,
    kind: Option<String>,
}

/// The targets that can have kernels: those of packages that depend on the attribute. An error is what cargo
/// says, or what helps.
pub(super) fn targets(packages: &Packages) -> Result<Vec<Target>, String> {
    let metadata = said_by_cargo(
        &["metadata", "--no-deps", "--format-version", "1"],
        packages,
        &[],
    )?;
    let metadata: Metadata = serde_json::from_str(&metadata).map_err(|error| {
        format!("error: what cargo says of the workspace is not known: {error}")
    })?;
    // It resolves the features as a build does, and needs no package that the build does not need.
    let edges = if packages.targets.use_dev_dependencies() {
        "normal,dev"
    } else {
        "normal"
    };
    let mut selection = packages.build.of_resolution();
    if packages.workspace {
        selection.push("--workspace".to_owned());
    }
    for package in &packages.package {
        selection.extend(["--package".to_owned(), package.clone()]);
    }
    let tree = [
        "tree", "--prefix", "depth", "--format", " {f} {p}", "--edges", edges,
    ];
    let tree = said_by_cargo(&tree, packages, &selection).map_err(|error| {
        let mut names = packages.package.iter();
        match names.find(|name| is_name(name) && metadata.member(name).is_none()) {
            Some(name) => metadata.no_package(name),
            None => error,
        }
    })?;
    metadata.chosen(packages, &Tree::new(&tree))
}

/// Whether it is a name, and not another form of what cargo takes.
fn is_name(package: &str) -> bool {
    package
        .chars()
        .all(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_'))
}

/// What cargo prints, or its errors.
fn said_by_cargo(
    command: &[&str],
    packages: &Packages,
    arguments: &[String],
) -> Result<String, String> {
    let mut cargo = Command::new(cargo());
    cargo.args(command).arg("--quiet").args(arguments);
    if let Some(path) = &packages.manifest_path {
        cargo.arg("--manifest-path").arg(path);
    }
    let output = cargo
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("error: cargo cannot be run: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr)
            .trim_end()
            .to_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Packages and what they depend on, as `cargo tree` prints them.
#[derive(Default)]
struct Tree<'t> {
    /// The packages that are asked for.
    roots: Vec<&'t str>,
    features: HashMap<&'t str, Vec<&'t str>>,
    dependencies: HashMap<&'t str, Vec<&'t str>>,
}

impl<'t> Tree<'t> {
    /// Of lines such as `1 default,std gemm v0.1.0 (/home/gemm)`, whose number is the depth.
    fn new(text: &'t str) -> Self {
        let mut tree = Self::default();
        let mut path: Vec<&str> = Vec::new();
        for line in text.lines() {
            let mut parts = line.splitn(3, ' ');
            let depth = parts.next().and_then(|depth| depth.parse().ok());
            let (Some(depth), Some(features), Some(package)) = (depth, parts.next(), parts.next())
            else {
                continue;
            };
            // Marked where it is not there for the first time.
            let package = package.strip_suffix(" (*)").unwrap_or(package);
            path.truncate(depth);
            match path.last() {
                Some(parent) => tree.dependencies.entry(parent).or_default().push(package),
                None => tree.roots.push(package),
            }
            let features = features.split(',').filter(|name| !name.is_empty());
            let of_package = tree.features.entry(package);
            of_package.or_insert_with(|| features.collect());
            path.push(package);
        }
        tree
    }

    /// The features of a package.
    fn features(&self, package: &str) -> &[&'t str] {
        self.features.get(package).map_or(&[], Vec::as_slice)
    }

    /// Whether the package can use the attribute, however it is called there.
    fn has_attribute(&self, package: &str) -> bool {
        let mut seen = HashSet::new();
        let mut left = vec![package];
        while let Some(package) = left.pop() {
            if name(package) == "occupancy-macros" {
                return true;
            }
            if seen.insert(package) {
                left.extend(self.dependencies.get(package).into_iter().flatten());
            }
        }
        false
    }
}

/// The name in `gemm v0.1.0 (/home/gemm)`.
fn name(package: &str) -> &str {
    package.split(' ').next().unwrap_or(package)
}

impl Metadata {
    fn chosen(&self, packages: &Packages, tree: &Tree<'_>) -> Result<Vec<Target>, String> {
        let mut found = Vec::new();
        for root in &tree.roots {
            let Some(package) = self.member(name(root)) else {
                return Err(self.no_package(name(root)));
            };
            if !tree.has_attribute(root) {
                continue;
            }
            let features = tree.features(root);
            let of_cargo = self.features(package, root, tree, &packages.build);
            for target in &package.targets {
                let Some(kind) = Kind::find(&target.kind) else {
                    continue;
                };
                let is_buildable = target
                    .required_features
                    .iter()
                    .all(|feature| features.contains(&feature.as_str()));
                let is_tested = packages.targets.tests && target.test && is_buildable;
                let is_asked = packages.targets.names(kind, &target.name)
                    || is_buildable && packages.targets.includes(kind)
                    || is_tested && kind == Kind::Test;
                let as_unit_test = is_tested && kind != Kind::Test;
                let builds = [(is_asked, false), (as_unit_test, true)].into_iter();
                for (_, is_unit_test) in builds.filter(|(is_asked, _)| *is_asked) {
                    found.push(Target {
                        package: package.name.clone(),
                        manifest_path: package.manifest_path.clone(),
                        kind,
                        name: target.name.clone(),
                        is_unit_test,
                        features: of_cargo.clone(),
                    });
                }
            }
        }
        for (kind, name) in packages.targets.named() {
            let is_found =
                |target: &Target| target.kind == kind && WildMatch::new(name).matches(&target.name);
            if !found.iter().any(is_found) {
                return Err(format!(
                    "error: no {} `{name}` in the packages that depend on occupancy",
                    kind.name()
                ));
            }
        }
        let key = |target: &Target| {
            (
                target.package.clone(),
                target.kind,
                target.name.clone(),
                target.is_unit_test,
            )
        };
        found.sort_by_key(key);
        // A package is there twice if a build script or a macro uses it as well.
        found.dedup_by_key(|target| key(target));
        Ok(found)
    }

    /// The features with which cargo builds the package alone as it builds it beside the others: its own, and
    /// those of what it depends on.
    fn features(&self, package: &Package, root: &str, tree: &Tree<'_>, build: &Build) -> String {
        let own = tree.features(root).iter();
        let mut features: Vec<String> = own.map(|feature| (*feature).to_owned()).collect();
        let dependencies = package.dependencies.iter();
        for dependency in dependencies.filter(|one| one.kind.as_deref() != Some("build")) {
            let key = dependency.rename.as_ref().unwrap_or(&dependency.name);
            let is_of_key = |feature: &&str| {
                let of = feature.split_once('/');
                of.is_some_and(|(of, _)| of.trim_end_matches('?') == key)
            };
            features.extend(build.features().filter(is_of_key).map(str::to_owned));
            if self.member(&dependency.name).is_none() {
                continue;
            }
            let mark = if dependency.optional { "?" } else { "" };
            let below = tree.dependencies.get(root).into_iter().flatten();
            for of in below.filter(|below| name(below) == dependency.name) {
                let of = tree.features(of).iter();
                features.extend(of.map(|feature| format!("{key}{mark}/{feature}")));
            }
        }
        features.join(",")
    }

    fn member(&self, name: &str) -> Option<&Package> {
        self.packages.iter().find(|package| package.name == name)
    }

    fn no_package(&self, name: &str) -> String {
        let names: Vec<_> = self.packages.iter().map(|package| &*package.name).collect();
        format!(
            "error: no package `{name}` in this workspace\nhelp: there is {}",
            names.join(", ")
        )
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
        self.named()
            .any(|(of, named)| of == kind && WildMatch::new(named).matches(name))
    }

    /// Whether a target is among them that is compiled with the dependencies of tests.
    fn use_dev_dependencies(&self) -> bool {
        self.is_empty()
            || self.examples
            || self.tests
            || !self.example.is_empty()
            || !self.test.is_empty()
    }

    /// Whether all targets of a kind are asked for.
    fn includes(&self, kind: Kind) -> bool {
        match kind {
            // It says itself whether it is among them.
            Kind::Test => false,
            _ if self.is_empty() => true,
            Kind::Library => self.lib,
            Kind::Binary => self.bins,
            Kind::Example => self.examples,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tree;

    #[test]
    fn what_is_there_twice_depends_on_the_same() {
        // They depend on each other in tests.
        let text = "0 extra,usual a v0.1.0 (/w/a)\n1  b v0.1.0 (/w/b)\n2 extra,usual a v0.1.0 (/w/a) (*)\n\
                    1 default m v1.0.0\n2  occupancy-macros v0.1.0 (proc-macro)\n\n0  b v0.1.0 (/w/b) (*)\n\n\
                    0  c v0.1.0 (/w/c)\n";
        let tree = Tree::new(text);
        assert_eq!(
            tree.roots,
            ["a v0.1.0 (/w/a)", "b v0.1.0 (/w/b)", "c v0.1.0 (/w/c)"]
        );
        assert_eq!(tree.features("a v0.1.0 (/w/a)"), ["extra", "usual"]);
        assert!(tree.features("c v0.1.0 (/w/c)").is_empty());
        let have = tree.roots.iter().map(|root| tree.has_attribute(root));
        assert_eq!(have.collect::<Vec<_>>(), [true, true, false]);
    }
}
