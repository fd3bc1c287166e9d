//! The forms of output.

mod column;
mod csv;
mod json;
mod layout;
mod sorted;
mod table;

use std::io::{self, Write};

pub(crate) use self::column::Column;
use crate::args::{Format, Inspect};
use crate::row::{Dims, Row};

/// Takes the rows one by one.
pub(crate) trait Output {
    /// Takes one.
    fn row(&mut self, row: Row) -> io::Result<()>;

    /// Writes what is left.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// The form that is asked for, within the columns of the terminal, if it is one.
pub(crate) fn of<'a>(
    args: &Inspect,
    out: &'a mut dyn Write,
    width: Option<usize>,
) -> io::Result<Box<dyn Output + 'a>> {
    let output: Box<dyn Output + 'a> = match args.format {
        Format::Table => Box::new(table::Table::new(args, out, width)),
        Format::Csv => Box::new(csv::Csv::new(out)?),
        Format::Json => Box::new(json::Json::new(out)?),
    };
    Ok(match args.sort {
        Some(column) => Box::new(sorted::Sorted::new(output, column, args.reverse)),
        None => output,
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
