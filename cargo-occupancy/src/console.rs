//! What a command writes to.

use std::io::Write;

use crate::messages::Messages;

/// Standard output and standard error.
pub(crate) struct Console<'a> {
    pub(crate) out: &'a mut dyn Write,
    pub(crate) err: Messages<'a>,
    /// Columns of the terminal that standard output goes to, if it is one.
    pub(crate) width: Option<usize>,
}

impl Console<'_> {
    /// Other output to the same terminal would mix with the progress, unless it `waits` for the end.
    pub(crate) fn hide_progress_unless(&mut self, waits: bool) {
        if !waits && self.width.is_some() {
            self.err.hide_progress();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Console;
    use crate::messages::Messages;

    #[test]
    fn progress_is_not_between_the_lines_of_the_output() {
        let shows = |width, is_terminal, waits| {
            let (mut out, mut err) = (Vec::new(), Vec::new());
            let mut console = Console {
                out: &mut out,
                err: Messages::new(&mut err, is_terminal),
                width,
            };
            console.hide_progress_unless(waits);
            console.err.shows_progress()
        };
        assert!(shows(None, true, false));
        assert!(shows(Some(80), true, true));
        assert!(!shows(Some(80), true, false));
        assert!(!shows(None, false, true));
    }
}
