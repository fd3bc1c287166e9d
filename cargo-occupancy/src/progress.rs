//! Progress on a terminal, for work that takes a while.

use std::fmt::Arguments;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Nothing is shown before.
const SILENT: Duration = Duration::from_secs(1);
/// Between two lines.
const PAUSE: Duration = Duration::from_millis(200);

/// One line of standard error that is written again and again.
pub(crate) struct Progress {
    is_shown: bool,
    /// Nothing is written before.
    next: Instant,
    /// Bytes of the line, each of one column.
    length: usize,
}

impl Progress {
    /// `is_terminal` is whether standard error is one: nothing is written elsewhere.
    pub(crate) fn new(is_terminal: bool) -> Self {
        Self {
            is_shown: is_terminal,
            next: Instant::now() + SILENT,
            length: 0,
        }
    }

    /// Shows the progress: `reading: 12 kernels`.
    pub(crate) fn tell(&mut self, said: Arguments<'_>, err: &mut dyn Write) -> io::Result<()> {
        if !self.is_shown || Instant::now() < self.next {
            return Ok(());
        }
        self.next = Instant::now() + PAUSE;
        let said = said.to_string();
        // What is said grows.
        self.length = said.len();
        write!(err, "\r{said}")?;
        err.flush()
    }

    /// Clears the line for other output.
    pub(crate) fn clear(&mut self, err: &mut dyn Write) -> io::Result<()> {
        match std::mem::take(&mut self.length) {
            0 => Ok(()),
            length => write!(err, "\r{:length$}\r", ""),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::Progress;

    fn told(is_terminal: bool, is_late: bool) -> String {
        let mut progress = Progress::new(is_terminal);
        if is_late {
            progress.next = Instant::now();
        }
        let mut err = Vec::new();
        progress
            .tell(format_args!("reading: 12 kernels"), &mut err)
            .unwrap();
        progress
            .tell(format_args!("reading: 13 kernels"), &mut err)
            .unwrap();
        progress.clear(&mut err).unwrap();
        String::from_utf8(err).unwrap()
    }

    #[test]
    fn it_is_said_late_and_on_terminals_alone() {
        assert_eq!(told(true, false), "");
        assert_eq!(told(false, true), "");
        let late = told(true, true);
        assert!(
            late.starts_with("\rreading: 12 kernels\r") && late.ends_with('\r'),
            "{late:?}"
        );
        assert!(!late.contains("13"));
        // All of it is cleared.
        assert_eq!(late.split('\r').nth(2), Some(" ".repeat(19).as_str()));
    }
}
