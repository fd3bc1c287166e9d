//! The terminal that a command writes to.

/// Where the output goes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Terminal {
    /// Columns of the terminal that standard output goes to, if it is one.
    pub(crate) width: Option<usize>,
    /// Whether standard error goes to one.
    pub(crate) shows_progress: bool,
}
