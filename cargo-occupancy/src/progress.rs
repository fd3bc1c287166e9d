//! What is said on a terminal while files are read that take a while.

use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Nothing is said before.
const SILENT: Duration = Duration::from_secs(1);
/// Between two lines.
const PAUSE: Duration = Duration::from_millis(200);

/// One line of standard error that is written again and again.
pub(crate) struct Progress {
    is_shown: bool,
    started: Instant,
    written: Option<Instant>,
}

impl Progress {
    /// `is_terminal` is whether standard error is one: nothing is written elsewhere.
    pub(crate) fn new(is_terminal: bool) -> Self {
        Self {
            is_shown: is_terminal,
            started: Instant::now(),
            written: None,
        }
    }

    /// Says how many kernels were read, and of what the last are.
    pub(crate) fn tell(&mut self, kernels: usize, err: &mut dyn Write) -> io::Result<()> {
        let is_due = match self.written {
            None => self.started.elapsed() >= SILENT,
            Some(written) => written.elapsed() >= PAUSE,
        };
        if !self.is_shown || !is_due {
            return Ok(());
        }
        self.written = Some(Instant::now());
        write!(err, "\rreading: {kernels} kernels")?;
        err.flush()
    }

    /// Makes room for something else.
    pub(crate) fn clear(&mut self, err: &mut dyn Write) -> io::Result<()> {
        if self.written.take().is_some() {
            // Longer than any number of kernels.
            write!(err, "\r{:40}\r", "")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::{Progress, SILENT};

    fn told(is_terminal: bool, is_late: bool) -> String {
        let mut progress = Progress::new(is_terminal);
        if is_late {
            progress.started = Instant::now().checked_sub(SILENT).unwrap();
        }
        let mut err = Vec::new();
        progress.tell(12, &mut err).unwrap();
        progress.tell(13, &mut err).unwrap();
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
    }
}
