//! Reads a baseline.

use std::io;
use std::path::{Path, PathBuf};

use occupancy_report::calculator::Dims;
use serde::Deserialize;
use toml_edit::de::{Error, from_document};
use toml_edit::{Document, DocumentMut, Item};

use super::stated::kernels;
use super::{Budget, Kernel};
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
    /// Something could not be read, and was reported.
    #[serde(skip)]
    pub(crate) is_troubled: bool,
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
