//! What a command says on standard error: messages, and progress for work that takes a while.

use std::fmt::Arguments;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::pipe::Pipe;

/// Nothing is shown before.
const SILENT: Duration = Duration::from_secs(1);
/// Between two lines.
const PAUSE: Duration = Duration::from_millis(200);

/// Standard error. The progress is a line that is written again and again, and that makes room for messages.
pub(crate) struct Messages<'a> {
    to: Pipe<'a>,
    /// No progress is shown before, or none at all.
    next: Option<Instant>,
    /// Bytes of the line, each of one column.
    length: usize,
}

impl<'a> Messages<'a> {
    /// `is_terminal` is whether standard error is one: progress is shown nowhere else.
    pub(crate) fn new(to: &'a mut dyn Write, is_terminal: bool) -> Self {
        Self {
            to: Pipe::new(to),
            next: is_terminal.then(|| Instant::now() + SILENT),
            length: 0,
        }
    }

    /// Shows no progress from here on.
    pub(crate) fn hide_progress(&mut self) {
        self.next = None;
    }

    #[cfg(test)]
    pub(crate) fn shows_progress(&self) -> bool {
        self.next.is_some()
    }

    /// Shows the progress: `reading: 12 kernels`.
    pub(crate) fn tell(&mut self, said: Arguments<'_>) -> io::Result<()> {
        if self.next.is_none_or(|next| Instant::now() < next) {
            return Ok(());
        }
        self.next = Some(Instant::now() + PAUSE);
        let said = said.to_string();
        // What is said grows.
        self.length = said.len();
        write!(self.to, "\r{said}")?;
        self.to.flush()
    }

    /// Clears the line of the progress for what else goes to the terminal.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        match std::mem::take(&mut self.length) {
            0 => Ok(()),
            length => write!(self.to, "\r{:length$}\r", ""),
        }
    }
}

impl Write for Messages<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.clear()?;
        self.to.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::Messages;

    fn told(is_terminal: bool, is_late: bool) -> String {
        let mut err = Vec::new();
        let mut messages = Messages::new(&mut err, is_terminal);
        if is_late {
            messages.next = messages.next.map(|_| Instant::now());
        }
        messages.tell(format_args!("reading: 12 kernels")).unwrap();
        messages.tell(format_args!("reading: 13 kernels")).unwrap();
        messages.clear().unwrap();
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
