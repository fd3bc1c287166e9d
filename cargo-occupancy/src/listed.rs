//! What is read of one entry of a file.

use std::fmt::Display;

use occupancy_report::calculator::Row;

use crate::summary::Summary;

/// The kernels of one entry up to where it is damaged, if it is.
#[derive(Default)]
pub(crate) struct Listed {
    pub(crate) rows: Vec<Row>,
    /// The path in the zip file, whose name is the first part of the file's.
    pub(crate) packed: Option<String>,
    /// What is wrong, with the name of the file.
    pub(crate) error: Option<String>,
    /// What is to be said of a file that can be read, with its name.
    pub(crate) note: Option<String>,
    pub(crate) summary: Summary,
}

impl Listed {
    /// What is wrong, after the name of the file.
    pub(crate) fn trouble(file: &str, error: &dyn Display) -> Self {
        Self {
            error: Some(trouble(file, error)),
            ..Self::default()
        }
    }
}

pub(crate) fn trouble(file: &str, error: &dyn Display) -> String {
    format!("{file}: {error}")
}
