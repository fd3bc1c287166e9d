//! The forms of output.

mod csv;
mod json;
mod table;

use std::io::{self, Write};

use crate::args::{Format, Inspect};
use crate::row::{Dims, Row};

/// Takes the rows one by one.
pub(crate) trait Output {
    /// Takes one.
    fn row(&mut self, row: Row) -> io::Result<()>;

    /// Writes what is left.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// The form that is asked for.
pub(crate) fn of<'a>(args: &Inspect, out: &'a mut dyn Write) -> io::Result<Box<dyn Output + 'a>> {
    Ok(match args.format {
        Format::Table => Box::new(table::Table::new(args, out)),
        Format::Csv => Box::new(csv::Csv::new(out)?),
        Format::Json => Box::new(json::Json::new(out)?),
    })
}

/// `16x16x1` without the ones at its end.
fn dims((x, y, z): Dims) -> String {
    match (y, z) {
        (1, 1) => x.to_string(),
        (y, 1) => format!("{x}x{y}"),
        (y, z) => format!("{x}x{y}x{z}"),
    }
}
