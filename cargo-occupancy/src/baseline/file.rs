//! Reads a baseline.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use occupancy_report::calculator::{Cell, Dims, Row};
use serde::Deserialize;
use toml::Spanned;

use super::kernel::{Entry, KEYS, Reason};
use super::{Budget, Kernel};
use crate::content::read_file;
use crate::exit_code::fatal;

/// The version of the file that is written and read.
pub(super) const VERSION: u32 = 1;

/// The contents of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Baseline {
    pub(crate) path: PathBuf,
    /// The text as it is, for its comments.
    pub(super) text: String,
    pub(crate) toolkits: Vec<String>,
    /// The block for the occupancy of kernels without launch bounds.
    pub(crate) threads: Option<Dims>,
    pub(crate) smem: u32,
    pub(crate) budgets: Vec<Budget>,
    /// In the order of the file.
    pub(crate) kernels: Vec<Kernel>,
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) path: PathBuf,
    pub(crate) line: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    #[serde(default)]
    toolkits: Vec<String>,
    threads: Option<Dims>,
    #[serde(default)]
    smem: u32,
    #[serde(default)]
    budget: Vec<Budget>,
    #[serde(default)]
    kernel: Vec<Spanned<Stated>>,
}

/// A kernel, with what people write beside its figures.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stated {
    name: String,
    target: String,
    library: String,
    registers: Option<u32>,
    spill_instructions: Option<u32>,
    stack: Option<u32>,
    static_shared_memory: Option<u32>,
    barriers: Option<u32>,
    code_bytes: Option<u64>,
    max_block: Option<Dims>,
    required_block: Option<Dims>,
    cluster: Option<Dims>,
    block: Option<Dims>,
    blocks_per_sm: Option<u32>,
    occupancy_percent: Option<f64>,
    accept: Option<String>,
    before: Option<BTreeMap<String, f64>>,
}

/// Only what states the version.
#[derive(Deserialize)]
struct Head {
    version: u32,
}

impl Baseline {
    /// A file that is not there yet.
    pub(crate) fn new(path: PathBuf, threads: Option<Dims>, smem: u32) -> Self {
        Self {
            path,
            threads,
            smem,
            ..Self::default()
        }
    }

    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        let text = read_file(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                "there is no such baseline\nhelp: `occupancy baseline FILES > occupancy.toml` writes one"
                    .to_owned()
            }
            _ => error.to_string(),
        });
        let not_utf8 = |_| "it is not a baseline: it is not UTF-8".to_owned();
        text.and_then(|text| String::from_utf8(text).map_err(not_utf8))
            .and_then(|text| Self::parse(path, text))
            .map_err(|error| fatal(format_args!("{}: {error}", path.display())))
    }

    fn parse(path: &Path, text: String) -> Result<Self, String> {
        let other_version = |version: u32| {
            format!(
                "it is of version {version}, and this program reads version {VERSION}\n\
                 help: install the program that wrote it, or write it anew with `occupancy baseline`"
            )
        };
        let file: File = match toml::from_str(&text) {
            Ok(file) => file,
            // A later version may have keys that this one does not know.
            Err(error) => {
                return Err(match toml::from_str(&text) {
                    Ok(Head { version }) if version != VERSION => other_version(version),
                    _ => error.to_string(),
                });
            }
        };
        if file.version != VERSION {
            return Err(other_version(file.version));
        }
        let ends: Vec<_> = text.match_indices('\n').map(|(end, _)| end).collect();
        let stated = file.kernel.into_iter().enumerate();
        let kernels = stated.map(|(number, stated)| {
            let start = stated.span().start;
            let line = 1 + ends.partition_point(|&end| end < start);
            stated.into_inner().kernel(Entry { number, line })
        });
        Ok(Self {
            path: path.to_owned(),
            toolkits: file.toolkits,
            threads: file.threads,
            smem: file.smem,
            budgets: file.budget,
            kernels: kernels.collect(),
            text,
        })
    }
}

impl Stated {
    fn kernel(self, entry: Entry) -> Kernel {
        let occupancy = self.occupancy_percent.map(tenths).map(Cell::Percent);
        let figures = Row::default()
            .with_number("registers", self.registers)
            .with_number("spill_instructions", self.spill_instructions)
            .with_number("stack", self.stack)
            .with_number("static_shared_memory", self.static_shared_memory)
            .with_number("barriers", self.barriers)
            .with_number("code_bytes", self.code_bytes)
            .with_dims("max_block", self.max_block)
            .with_dims("required_block", self.required_block)
            .with_dims("cluster", self.cluster)
            .with_dims("block", self.block)
            .with_number("blocks_per_sm", self.blocks_per_sm)
            .with("occupancy_percent", occupancy.unwrap_or(Cell::Unknown));
        Kernel {
            name: self.name,
            target: self.target,
            library: self.library,
            figures: figures.only(&KEYS),
            reason: Reason {
                accept: self.accept,
                before: self.before,
            },
            entry: Some(entry),
            ..Kernel::default()
        }
    }
}

/// Tenths of a percent; what is no percentage is none.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 0 and 1000"
)]
fn tenths(percent: f64) -> u64 {
    (percent * 10.0).round().clamp(0.0, 1000.0) as u64
}
