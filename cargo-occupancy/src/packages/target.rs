//! What cargo compiles: the targets of packages, and which of them are asked for.

use std::io;

use cargo_metadata::TargetKind;
use serde::Serialize;
use serde_json::Value;
use wildmatch::WildMatch;

use crate::selection::Targets;

/// One target, with its unit tests or without.
pub(crate) struct Target {
    pub(crate) package: String,
    pub(crate) kind: TargetKind,
    pub(crate) name: String,
    pub(crate) is_unit_test: bool,
}

/// What cargo calls a target: `lib`, `bin`, `example` or `test`; `None` for benchmarks and build scripts.
pub(super) fn kind(target: &cargo_metadata::Target) -> Option<TargetKind> {
    match target.kind.first()? {
        TargetKind::Bench | TargetKind::CustomBuild => None,
        kind @ (TargetKind::Bin | TargetKind::Example | TargetKind::Test) => Some(kind.clone()),
        // `rlib`, `cdylib`, `proc-macro` and others as well.
        _ => Some(TargetKind::Lib),
    }
}

/// The options that are given: cargo's have the same names.
pub(super) fn of_cargo(options: &impl Serialize) -> io::Result<Vec<String>> {
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

impl Targets {
    /// The targets for each run of cargo. By default, it checks libraries and binaries; with examples named as well,
    /// it would refuse packages without a library.
    pub(super) fn runs(&self) -> Vec<Self> {
        let mut runs = vec![self.clone()];
        if *self == Self::default() {
            runs.push(Self {
                examples: true,
                ..Self::default()
            });
        }
        runs
    }

    /// Whether the target itself is asked for, and not only because others need it, as libraries and binaries are.
    pub(super) fn has(&self, target: &Target) -> bool {
        let is_any = target.is_unit_test || *self == Self::default();
        let is_it = |name: &String| WildMatch::new(name).matches(&target.name);
        match target.kind {
            TargetKind::Lib => is_any || self.lib,
            TargetKind::Bin => is_any || self.bins || self.bin.iter().any(is_it),
            _ => true,
        }
    }

    /// Those that are asked for by name.
    pub(super) fn named(&self) -> impl Iterator<Item = (TargetKind, &String)> {
        let binaries = self.bin.iter().map(|name| (TargetKind::Bin, name));
        let examples = self.example.iter().map(|name| (TargetKind::Example, name));
        let tests = self.test.iter().map(|name| (TargetKind::Test, name));
        binaries.chain(examples).chain(tests)
    }
}
