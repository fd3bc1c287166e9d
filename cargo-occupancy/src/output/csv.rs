//! Comma-separated values.

use std::fmt::Write as _;
use std::io::{self, Write};

use csv::{Writer, WriterBuilder};
use occupancy_report::calculator::Row;

use super::{BUFFER, Output};

pub(super) struct Csv<'a> {
    writer: Writer<&'a mut dyn Write>,
    field: String,
}

impl<'a> Csv<'a> {
    /// Writes the header.
    pub(super) fn new(out: &'a mut dyn Write, names: &[&str]) -> io::Result<Self> {
        let mut writer = WriterBuilder::new()
            .buffer_capacity(BUFFER)
            .from_writer(out);
        writer.write_record(names).map_err(io_error)?;
        let field = String::new();
        Ok(Self { writer, field })
    }
}

impl Output for Csv<'_> {
    fn row(&mut self, row: Row) -> io::Result<()> {
        for cell in row.cells() {
            self.field.clear();
            let written = write!(self.field, "{cell}");
            written.expect("a `String` takes every text");
            self.writer.write_field(&self.field).map_err(io_error)?;
        }
        let end = self.writer.write_record(None::<&[u8]>);
        end.map_err(io_error)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.writer.flush()
    }
}

/// The error of the output, so that a closed pipe is known as one.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
    }
}
