//! What cargo is asked about: the arguments of the commands that look at packages.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Packages, and how cargo builds them.
#[derive(Args, Clone, Debug, Default, PartialEq)]
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
    pub(crate) targets: Targets,

    #[command(flatten)]
    pub(crate) build: Build,
}

/// Which targets of the packages; without any, libraries, binaries and examples.
#[derive(Args, Clone, Debug, Default, PartialEq)]
#[command(next_help_heading = "Targets of packages")]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
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

/// What is passed on to cargo as it is.
#[derive(Args, Clone, Debug, Default, PartialEq)]
#[command(next_help_heading = "Compilation of packages")]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub(crate) struct Build {
    /// Features to turn on.
    #[arg(short = 'F', long, value_name = "FEATURES")]
    features: Vec<String>,

    /// Turn on all features.
    #[arg(long)]
    all_features: bool,

    /// Leave the default features off.
    #[arg(long)]
    no_default_features: bool,

    /// Build for this target triple.
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,

    /// The folder that cargo builds in.
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    target_dir: Option<PathBuf>,

    /// Use Cargo.lock as it is.
    #[arg(long)]
    locked: bool,

    /// Use no network.
    #[arg(long)]
    offline: bool,

    /// `--locked` and `--offline`.
    #[arg(long)]
    frozen: bool,
}

impl Packages {
    /// Whether packages are asked for, or anything about them.
    pub(crate) fn are_given(&self) -> bool {
        *self != Self::default()
    }
}

impl Targets {
    /// Whether no target is named.
    pub(crate) fn is_empty(&self) -> bool {
        let of_one = [self.lib, self.bins, self.examples, self.tests];
        !of_one.contains(&true)
            && self.bin.is_empty()
            && self.example.is_empty()
            && self.test.is_empty()
    }
}

impl Build {
    /// The features that are asked for.
    pub(crate) fn features(&self) -> impl Iterator<Item = &str> {
        let all = self.features.iter();
        all.flat_map(|features| features.split([',', ' ']))
    }

    /// What decides which packages and features there are.
    pub(crate) fn of_resolution(&self) -> Vec<String> {
        let mut arguments = Vec::new();
        for features in &self.features {
            arguments.extend(["--features".to_owned(), features.clone()]);
        }
        for (option, is_given) in [
            ("--all-features", self.all_features),
            ("--no-default-features", self.no_default_features),
        ] {
            if is_given {
                arguments.push(option.to_owned());
            }
        }
        arguments.extend(self.shared());
        arguments
    }

    /// For a command that compiles, all but the features.
    pub(crate) fn of_compilation(&self) -> Vec<OsString> {
        let mut arguments: Vec<_> = self.shared().into_iter().map(Into::into).collect();
        if let Some(folder) = &self.target_dir {
            arguments.extend(["--target-dir".into(), folder.into()]);
        }
        arguments
    }

    /// What each command takes.
    fn shared(&self) -> Vec<String> {
        let mut arguments = Vec::new();
        if let Some(target) = &self.target {
            arguments.extend(["--target".to_owned(), target.clone()]);
        }
        for (option, is_given) in [
            ("--locked", self.locked),
            ("--offline", self.offline),
            ("--frozen", self.frozen),
        ] {
            if is_given {
                arguments.push(option.to_owned());
            }
        }
        arguments
    }
}
