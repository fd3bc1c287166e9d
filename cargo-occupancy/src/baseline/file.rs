//! Reads a baseline.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use occupancy_report::calculator::{Cell, Dims, Row};
use serde::{Deserialize, Deserializer};
use toml_edit::de::{Error, from_document};
use toml_edit::{Document, DocumentMut, Item};

use super::Budget;
use super::kernel::{KEYS, Kernel, Reason, figure_of};
use crate::console::fatal;
use crate::content::read_file;
use crate::summary::Summary;

/// The version of the file that is written and read.
pub(super) const VERSION: i64 = 1;

/// What the kernels of a build use, as a file states it, or as files and packages have it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Baseline {
    #[serde(skip)]
    pub(crate) path: PathBuf,
    /// The file as it is, with its comments.
    #[serde(skip)]
    pub(crate) document: DocumentMut,
    #[serde(rename = "version")]
    pub(crate) _version: u32,
    #[serde(default)]
    pub(crate) toolkits: Vec<String>,
    /// The block for the occupancy of kernels without launch bounds.
    pub(crate) threads: Option<Dims>,
    #[serde(default)]
    pub(crate) smem: u32,
    #[serde(default, rename = "budget")]
    pub(crate) budgets: Vec<Budget>,
    /// In the order of the file.
    #[serde(default, rename = "kernel", deserialize_with = "kernels")]
    pub(crate) kernels: Vec<Kernel>,
    /// What is in the files that were read.
    #[serde(skip)]
    pub(crate) summary: Summary,
}

impl Baseline {
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        Self::parse(path).map_err(|error| fatal(format_args!("{}: {error}", path.display())))
    }

    fn parse(path: &Path) -> Result<Self, String> {
        let bytes = read_file(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                "there is no such baseline\nhelp: `occupancy baseline FILES > occupancy.toml` writes one"
                    .to_owned()
            }
            _ => error.to_string(),
        })?;
        let text = String::from_utf8(bytes).map_err(|_| "it is not a baseline: it is not UTF-8")?;
        let document = Document::parse(text).map_err(|error| error.to_string())?;
        // A later version may have keys that this one does not know.
        if let Some(version) = document.get("version").and_then(Item::as_integer)
            && version != VERSION
        {
            return Err(format!(
                "it is of version {version}, and this program reads version {VERSION}\n\
                 help: install the program that wrote it, or write it anew with `occupancy baseline`"
            ));
        }
        let read = from_document(document.clone());
        let mut baseline: Self = read.map_err(|error: Error| error.to_string())?;
        let ends: Vec<_> = document.raw().match_indices('\n').collect();
        let entries = document.get("kernel");
        for (number, kernel) in baseline.kernels.iter_mut().enumerate() {
            let span = entries.and_then(|entries| entries.get(number)?.span());
            let start = span.map(|span| span.start);
            kernel.line = start.map(|start| 1 + ends.partition_point(|&(end, _)| end < start));
        }
        path.clone_into(&mut baseline.path);
        baseline.document = document.into_mut();
        Ok(baseline)
    }
}

/// The figures of a kernel, and what people write beside them.
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

/// All kernels of a baseline.
fn kernels<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Kernel>, D::Error> {
    let stated = Vec::<Stated>::deserialize(from)?;
    Ok(stated.into_iter().map(Kernel::from).collect())
}

impl From<Stated> for Kernel {
    fn from(stated: Stated) -> Self {
        let percent = |percent| figure_of("occupancy_percent", percent);
        let occupancy = stated.occupancy_percent.map_or(Cell::Unknown, percent);
        let figures = Row::default()
            .with_number("registers", stated.registers)
            .with_number("spill_instructions", stated.spill_instructions)
            .with_number("stack", stated.stack)
            .with_number("static_shared_memory", stated.static_shared_memory)
            .with_number("barriers", stated.barriers)
            .with_number("code_bytes", stated.code_bytes)
            .with_dims("max_block", stated.max_block)
            .with_dims("required_block", stated.required_block)
            .with_dims("cluster", stated.cluster)
            .with_dims("block", stated.block)
            .with_number("blocks_per_sm", stated.blocks_per_sm)
            .with("occupancy_percent", occupancy);
        Self {
            name: stated.name,
            target: stated.target,
            library: stated.library,
            figures: figures.only(&KEYS),
            reason: Reason {
                accept: stated.accept,
                before: stated.before,
            },
            ..Self::default()
        }
    }
}
