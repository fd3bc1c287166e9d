//! The forms that output can have.

use clap::ValueEnum;

use super::Column;

/// The output of a list, by the value of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Table,
    /// Comma-separated values, with a header.
    Csv,
    /// An array of objects.
    Json,
}

/// How kernels are listed.
pub(crate) struct KernelList {
    pub(crate) format: Format,
    pub(crate) sort: Option<Column>,
    /// Sorts the other way round.
    pub(crate) reverse: bool,
    /// Kernels that are listed at most.
    pub(crate) top: Option<usize>,
    /// Whether each file is named.
    pub(crate) has_titles: bool,
    /// The dynamic shared memory that the kernels are launched with, in bytes.
    pub(crate) smem: u32,
}

/// The output of a comparison, by the value of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// For people.
    Text,
    /// One object.
    Json,
    /// Annotations of GitHub Actions.
    Github,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// For a pull request.
    Markdown,
}
