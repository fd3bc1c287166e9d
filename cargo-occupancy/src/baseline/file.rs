//! Reads a baseline.

use std::io;
use std::path::{Path, PathBuf};

use occupancy_report::calculator::Dims;
use serde::Deserialize;

use super::{Budget, Kernel};
use crate::content::read_file;
use crate::exit_code::fatal;

/// The version of the file that is written and read.
pub(super) const VERSION: u32 = 1;

/// The file, and what is in it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Baseline {
    #[serde(skip)]
    pub(crate) path: PathBuf,
    /// The text as it is, for its comments.
    #[serde(skip)]
    pub(super) text: String,
    #[serde(rename = "version")]
    _version: u32,
    #[serde(default)]
    pub(crate) toolkits: Vec<String>,
    /// The block for the occupancy of kernels without launch bounds.
    pub(crate) threads: Option<Dims>,
    #[serde(default)]
    pub(crate) smem: u32,
    #[serde(default, rename = "budget")]
    pub(crate) budgets: Vec<Budget>,
    /// In the order of the file.
    #[serde(default, rename = "kernel")]
    pub(crate) kernels: Vec<Kernel>,
}

/// Only what states the version.
#[derive(Deserialize)]
struct Head {
    version: u32,
}

impl Baseline {
    /// A file that is not there yet.
    pub(crate) fn new(path: PathBuf) -> Self {
        Self {
            path,
            ..Self::default()
        }
    }

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
        // A later version may have keys that this one does not know.
        if let Ok(Head { version }) = toml::from_str(&text)
            && version != VERSION
        {
            return Err(format!(
                "it is of version {version}, and this program reads version {VERSION}\n\
                 help: install the program that wrote it, or write it anew with `occupancy baseline`"
            ));
        }
        let mut baseline: Self = toml::from_str(&text).map_err(|error| error.to_string())?;
        let ends: Vec<_> = text.match_indices('\n').map(|(end, _)| end).collect();
        let kernels = baseline.kernels.iter_mut();
        for line in kernels.filter_map(|kernel| kernel.line.as_mut()) {
            *line = 1 + ends.partition_point(|end| end < line);
        }
        baseline.path = path.to_owned();
        baseline.text = text;
        Ok(baseline)
    }
}
