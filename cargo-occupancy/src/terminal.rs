//! The terminal that a command writes to.

/// Where the output goes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Terminal {
    /// Columns of the terminal that standard output goes to, if it is one.
    pub(crate) width: Option<usize>,
    /// Whether standard error goes to one.
    pub(crate) shows_progress: bool,
}

impl Terminal {
    /// Whether to show progress. Other output to the same terminal would mix with it, unless it `waits` for
    /// the end.
    pub(crate) fn shows_progress_of(self, waits: bool) -> bool {
        self.shows_progress && (waits || self.width.is_none())
    }
}
