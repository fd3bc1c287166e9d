//! Comma-separated values.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};

use csv::{Writer, WriterBuilder};

use super::{BUFFER, Output};

/// What has columns: see [`csv_columns`].
pub(crate) trait Record {
    fn header() -> Vec<String>;

    fn write(&self, fields: &mut Fields<'_>) -> csv::Result<()>;
}

/// The fields of one row.
pub(crate) struct Fields<'a> {
    writer: Writer<&'a mut dyn Write>,
    scratch: String,
}

impl Fields<'_> {
    pub(crate) fn text(&mut self, text: &str) -> csv::Result<()> {
        self.writer.write_field(text)
    }

    /// What is not known is empty.
    pub(crate) fn value(&mut self, value: Option<&impl Display>) -> csv::Result<()> {
        self.scratch.clear();
        if let Some(value) = value {
            let written = write!(self.scratch, "{value}");
            written.expect("a `String` takes every text");
        }
        self.writer.write_field(&self.scratch)
    }
}

/// The names of the columns of a type, which are its fields, and what is in them; `asked` is a column for each argument.
macro_rules! csv_columns {
    ($type:ty { $($column:ident: $kind:ident),* $(,)? }) => {
        impl $crate::output::csv::Record for $type {
            fn header() -> ::std::vec::Vec<::std::string::String> {
                [$($crate::output::csv::csv_columns!(@@ $kind $column)),*].concat()
            }

            fn write(&self, fields: &mut $crate::output::csv::Fields<'_>) -> ::csv::Result<()> {
                $($crate::output::csv::csv_columns!(@ $kind fields, &self.$column);)*
                Ok(())
            }
        }
    };
    (@ text $fields:ident, $value:expr) => { $fields.text($value)? };
    (@ number $fields:ident, $value:expr) => { $fields.value(Some($value))? };
    (@ maybe $fields:ident, $value:expr) => { $fields.value($value.as_ref())? };
    (@ dims $fields:ident, $value:expr) => {
        $fields.value($value.map($crate::dims::dims).as_ref())?
    };
    (@ asked $fields:ident, $value:expr) => {
        for figure in $value.columns() {
            $fields.value(figure)?;
        }
    };
    (@ list $fields:ident, $value:expr) => { $fields.text(&$value.join(" "))? };
    (@@ asked $column:ident) => { ::occupancy_report::calculator::Asked::names() };
    (@@ $kind:ident $column:ident) => { ::std::vec![stringify!($column).to_owned()] };
}
pub(super) use csv_columns;

pub(crate) struct Csv<'a> {
    fields: Fields<'a>,
}

impl<'a> Csv<'a> {
    pub(crate) fn new<R: Record>(out: &'a mut dyn Write) -> io::Result<Self> {
        let mut writer = WriterBuilder::new()
            .buffer_capacity(BUFFER)
            .from_writer(out);
        writer.write_record(R::header()).map_err(io_error)?;
        let scratch = String::new();
        Ok(Self {
            fields: Fields { writer, scratch },
        })
    }
}

impl<R: Record> Output<R> for Csv<'_> {
    fn row(&mut self, row: R) -> io::Result<()> {
        row.write(&mut self.fields)
            .and_then(|()| self.fields.writer.write_record(None::<&[u8]>))
            .map_err(io_error)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.fields.writer.flush()
    }
}

/// The error of the output, so that a closed pipe is known as one.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
    }
}
