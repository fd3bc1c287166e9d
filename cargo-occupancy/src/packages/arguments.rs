//! What is asked for, as cargo takes it.

use std::ffi::{OsStr, OsString};

use wildmatch::WildMatch;

use super::{Kind, Target};
use crate::selection::{Packages, Targets};

impl Packages {
    /// The options of `cargo check`, all but the targets.
    pub(super) fn of_check(&self) -> Vec<OsString> {
        let mut given = Given(self.of_tree());
        given.each("--target-dir", &self.build.target_dir);
        given.0
    }

    /// The options of `cargo tree`.
    pub(super) fn of_tree(&self) -> Vec<OsString> {
        let build = &self.build;
        let mut given = Given::default();
        given.each("--package", &self.package);
        given.each("--manifest-path", &self.manifest_path);
        given.each("--features", &build.features);
        given.each("--target", &build.target);
        given.flags([
            ("--workspace", self.workspace),
            ("--all-features", build.all_features),
            ("--no-default-features", build.no_default_features),
            ("--locked", build.locked),
            ("--offline", build.offline),
            ("--frozen", build.frozen),
        ]);
        given.0
    }
}

impl Targets {
    /// The targets for each run of cargo. By default, it checks libraries and binaries; with examples named as well,
    /// it would refuse packages without a library.
    pub(super) fn runs(&self) -> Vec<Self> {
        if *self != Self::default() {
            return vec![self.clone()];
        }
        let examples = Self {
            examples: true,
            ..Self::default()
        };
        vec![Self::default(), examples]
    }

    /// The options as cargo takes them.
    pub(super) fn of_cargo(&self) -> Vec<OsString> {
        let mut given = Given::default();
        given.each("--bin", &self.bin);
        given.each("--example", &self.example);
        given.each("--test", &self.test);
        given.flags([
            ("--lib", self.lib),
            ("--bins", self.bins),
            ("--examples", self.examples),
            ("--tests", self.tests),
        ]);
        given.0
    }

    /// Whether the target itself is asked for, and not only because others need it, as libraries and binaries are.
    pub(super) fn has(&self, target: &Target) -> bool {
        let is_any = target.is_unit_test || *self == Self::default();
        match target.kind {
            Kind::Library => is_any || self.lib,
            Kind::Binary => is_any || self.bins || is_named(&self.bin, &target.name),
            Kind::Example | Kind::Test => true,
        }
    }

    /// Those that are asked for by name.
    pub(super) fn named(&self) -> impl Iterator<Item = (Kind, &String)> {
        let all = [
            (Kind::Binary, &self.bin),
            (Kind::Example, &self.example),
            (Kind::Test, &self.test),
        ];
        all.into_iter()
            .flat_map(|(kind, names)| names.iter().map(move |name| (kind, name)))
    }
}

fn is_named(patterns: &[String], name: &str) -> bool {
    patterns
        .iter()
        .any(|pattern| WildMatch::new(pattern).matches(name))
}

/// Options and their values, one after another.
#[derive(Default)]
struct Given(Vec<OsString>);

impl Given {
    fn each(&mut self, option: &str, values: impl IntoIterator<Item = impl AsRef<OsStr>>) {
        for value in values {
            self.0.extend([option.into(), value.as_ref().into()]);
        }
    }

    fn flags<const N: usize>(&mut self, options: [(&str, bool); N]) {
        let given = options.into_iter().filter(|(_, is_given)| *is_given);
        self.0.extend(given.map(|(option, _)| option.into()));
    }
}
