//! What cargo is asked about: the arguments of the commands that look at packages.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde::Serialize;

/// Packages, and how cargo builds them.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
#[command(next_help_heading = "Packages")]
pub(crate) struct Packages {
    /// Kernels that `#[launch_config]` declares in this package, by its name; may be repeated.
    #[arg(short, long, value_name = "PACKAGE", value_delimiter = ',')]
    pub(crate) package: Vec<String>,

    /// Those of all packages of the workspace.
    #[arg(long, conflicts_with = "package")]
    pub(crate) workspace: bool,

    /// The package or workspace of this Cargo.toml, and not that of the current folder.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) manifest_path: Option<PathBuf>,

    #[command(flatten)]
    #[serde(skip)]
    pub(crate) targets: Targets,

    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) build: Build,
}

/// Which targets of the packages; without any, libraries, binaries and examples.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
#[command(next_help_heading = "Targets of packages")]
pub(crate) struct Targets {
    /// Only the library, and other targets that are asked for. Without any of these options: the library, all
    /// binaries and all examples.
    #[arg(long)]
    pub(crate) lib: bool,

    /// Only this binary, and other targets that are asked for; may be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) bin: Vec<String>,

    /// All binaries.
    #[arg(long)]
    pub(crate) bins: bool,

    /// This example; may be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) example: Vec<String>,

    /// All examples.
    #[arg(long)]
    pub(crate) examples: bool,

    /// This integration test; may be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) test: Vec<String>,

    /// All integration tests, and the unit tests of the library and of binaries, as `cargo check` has them.
    #[arg(long)]
    pub(crate) tests: bool,
}

/// What is passed on to cargo as it is: the fields have the names of its options.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
#[command(next_help_heading = "Compilation of packages")]
pub(crate) struct Build {
    /// Features to turn on.
    #[arg(short = 'F', long, value_name = "FEATURES")]
    pub(crate) features: Vec<String>,

    /// Turn on all features.
    #[arg(long)]
    pub(crate) all_features: bool,

    /// Leave the default features off.
    #[arg(long)]
    pub(crate) no_default_features: bool,

    /// Build for this target triple.
    #[arg(long, value_name = "TRIPLE")]
    pub(crate) target: Option<String>,

    /// The folder that cargo builds in.
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    #[serde(skip)]
    pub(crate) target_dir: Option<PathBuf>,

    /// Use Cargo.lock as it is.
    #[arg(long)]
    pub(crate) locked: bool,

    /// Use no network.
    #[arg(long)]
    pub(crate) offline: bool,

    /// `--locked` and `--offline`.
    #[arg(long)]
    pub(crate) frozen: bool,
}

impl Packages {
    /// Whether packages are asked for, or anything about them.
    pub(crate) fn are_given(&self) -> bool {
        *self != Self::default()
    }
}
