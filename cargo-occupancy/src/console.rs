//! Standard output, standard error and exit codes of a command.

use std::fmt::{Arguments, Display};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use occupancy_core::text::Visible;
use occupancy_report::escape::visible;

/// Exit code: at least one kernel was listed, and every file was read.
pub(crate) const FOUND: u8 = 0;
/// Exit code: every file was read, and none has a matching kernel.
pub(crate) const NOTHING: u8 = 1;
/// Exit code: the arguments are wrong, or something could not be read; the rest was listed.
pub(crate) const TROUBLE: u8 = 2;

/// The exit code of a command that ran to its end.
pub(crate) fn exit_code(is_troubled: bool, has_nothing: bool) -> u8 {
    match (is_troubled, has_nothing) {
        (true, _) => TROUBLE,
        (false, true) => NOTHING,
        (false, false) => FOUND,
    }
}

/// The error that ends a command; its message is written after `error: `.
pub(crate) fn fatal(message: impl Display) -> io::Error {
    io::Error::other(message.to_string())
}

/// The path for a message, with harmless characters.
pub(crate) fn display_path(path: &Path) -> String {
    visible(&path.to_string_lossy())
}

/// The time before the first line of progress.
const SILENT: Duration = Duration::from_secs(1);
/// The time between two lines of progress.
const PAUSE: Duration = Duration::from_millis(200);

/// Standard output and standard error.
pub(crate) struct Console<'a> {
    pub(crate) out: &'a mut dyn Write,
    pub(crate) err: Messages<'a>,
    /// Columns of the terminal behind standard output, if it is one.
    pub(crate) width: Option<usize>,
}

impl Console<'_> {
    /// Hides the progress unless the output `waits` for the end: on one terminal, the two would mix.
    pub(crate) fn hide_progress_unless(&mut self, waits: bool) {
        if !waits && self.width.is_some() {
            self.err.hide_progress();
        }
    }
}

/// Standard error. Only the progress steers the terminal: a line that is written again and again, and that makes room
/// for messages. A closed standard error is no error.
pub(crate) struct Messages<'a> {
    to: &'a mut dyn Write,
    /// The earliest time of the next line of progress; `None` if progress is hidden.
    next: Option<Instant>,
    /// Bytes of the line of progress, each of one column.
    length: usize,
    /// The errors that were [reported](Self::report), without their label.
    pub(crate) errors: Vec<String>,
}

impl<'a> Messages<'a> {
    /// Writes messages to `to`; shows progress only if that is a terminal.
    pub(crate) fn new(to: &'a mut dyn Write, is_terminal: bool) -> Self {
        Self {
            to,
            next: is_terminal.then(|| Instant::now() + SILENT),
            length: 0,
            errors: Vec::new(),
        }
    }

    /// Reports an error after which a command goes on.
    pub(crate) fn report(&mut self, error: impl Display) -> io::Result<()> {
        let error = error.to_string();
        writeln!(self, "{error}")?;
        let text = error.strip_prefix("error: ").unwrap_or(&error);
        self.errors.push(text.to_owned());
        Ok(())
    }

    /// Shows no more progress.
    pub(crate) fn hide_progress(&mut self) {
        self.next = None;
    }

    /// Shows a line of progress: `reading: 12 kernels`.
    pub(crate) fn show_progress(&mut self, line: Arguments<'_>) -> io::Result<()> {
        if self.next.is_none_or(|next| Instant::now() < next) {
            return Ok(());
        }
        self.next = Some(Instant::now() + PAUSE);
        let line = line.to_string();
        // Each line is at least as long as the one that it covers.
        self.length = line.len();
        let _ = write!(self.to, "\r{line}");
        self.flush()
    }

    /// Clears the line of progress, so that something else can be written.
    pub(crate) fn clear(&mut self) {
        let length = std::mem::take(&mut self.length);
        if length > 0 {
            let _ = write!(self.to, "\r{:length$}\r", "");
        }
    }
}

impl Write for Messages<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.clear();
        for line in String::from_utf8_lossy(bytes).lines() {
            let _ = writeln!(self.to, "{}", Visible(line));
        }
        Ok(bytes.len())
    }

    /// Writes a message at once: each call of `write` begins a new line.
    fn write_fmt(&mut self, message: Arguments<'_>) -> io::Result<()> {
        self.write_all(message.to_string().as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        let _ = self.to.flush();
        Ok(())
    }
}

/// Standard output. A closed pipe (`… | head`) ends a command only if it `ends_early`.
pub(crate) struct Output<'a> {
    pub(crate) to: &'a mut dyn Write,
    pub(crate) ends_early: bool,
}

impl Output<'_> {
    /// Returns the result of writing; for a closed pipe, `all`, as if everything had been written.
    fn unless_closed<T>(&self, result: io::Result<T>, all: T) -> io::Result<T> {
        result.or_else(|error| match error.kind() {
            ErrorKind::BrokenPipe if !self.ends_early => Ok(all),
            ErrorKind::BrokenPipe | ErrorKind::Interrupted => Err(error),
            _ => Err(fatal(format_args!("the output cannot be written: {error}"))),
        })
    }
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes);
        self.unless_closed(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.to.flush();
        self.unless_closed(flushed, ())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::{Console, Messages};

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
            console.err.next.is_some()
        };
        assert!(shows(None, true, false));
        assert!(shows(Some(80), true, true));
        assert!(!shows(Some(80), true, false));
        assert!(!shows(None, false, true));
    }

    fn told(is_terminal: bool, is_late: bool) -> String {
        let mut err = Vec::new();
        let mut messages = Messages::new(&mut err, is_terminal);
        if is_late {
            messages.next = messages.next.map(|_| Instant::now());
        }
        messages
            .show_progress(format_args!("reading: 12 kernels"))
            .unwrap();
        messages
            .show_progress(format_args!("reading: 13 kernels"))
            .unwrap();
        messages.clear();
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
