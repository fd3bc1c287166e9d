//! What cargo compiles: the targets of packages.

use cargo_metadata::TargetKind;

/// One target, with its unit tests or without.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Target {
    pub(crate) package: String,
    pub(crate) kind: Kind,
    pub(crate) name: String,
    pub(crate) is_unit_test: bool,
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
    /// As JSON has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Library => "lib",
            Self::Binary => "bin",
            Self::Example => "example",
            Self::Test => "test",
        }
    }

    /// `None` for benchmarks and build scripts.
    pub(super) fn of(target: &cargo_metadata::Target) -> Option<Self> {
        Some(match target.kind.first()? {
            TargetKind::Bin => Self::Binary,
            TargetKind::Example => Self::Example,
            TargetKind::Test => Self::Test,
            TargetKind::Bench | TargetKind::CustomBuild => return None,
            // `lib`, `rlib`, `cdylib`, `proc-macro` and others.
            _ => Self::Library,
        })
    }
}
