//! Standard output, standard error and exit codes of a command.

use std::fmt::{Arguments, Display};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

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

/// Standard output and standard error.
pub(crate) struct Console<'a> {
    pub(crate) out: &'a mut dyn Write,
    pub(crate) err: Messages<'a>,
    /// Columns of the terminal behind standard output, if it is one.
    pub(crate) width: Option<usize>,
}

/// Standard error. A closed one is no error.
pub(crate) struct Messages<'a> {
    to: &'a mut dyn Write,
    /// The errors that were [reported](Self::report), without their label.
    pub(crate) errors: Vec<String>,
}

impl<'a> Messages<'a> {
    pub(crate) fn new(to: &'a mut dyn Write) -> Self {
        Self {
            to,
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
}

impl Write for Messages<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
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
