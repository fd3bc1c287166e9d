//! The forms of output.

mod calculated;
mod column;
mod comparison;
mod csv;
mod json;
mod kernels;
mod layout;
mod lines;
mod markup;
mod report;
mod sorted;
mod table;

use std::io;

pub(crate) use self::calculated::{CalculatedColumn, CalculatedTable};
pub(crate) use self::column::Column;
pub(crate) use self::comparison::write_comparison;
pub(crate) use self::csv::Csv;
use self::csv::csv_columns;
pub(crate) use self::json::Json;
pub(crate) use self::kernels::of;
pub(crate) use self::lines::write_lines;
pub(crate) use self::report::{ReportTable, write_report_html, write_report_markdown};
pub(crate) use self::sorted::Sorted;
use crate::row::Dims;

/// Takes rows one by one.
pub(crate) trait Output<R> {
    /// Takes one.
    fn row(&mut self, row: R) -> io::Result<()>;

    /// Writes what is left.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// `16x16x1` without the ones at its end.
pub(crate) fn dims((x, y, z): Dims) -> String {
    match (y, z) {
        (1, 1) => x.to_string(),
        (y, 1) => format!("{x}x{y}"),
        (y, z) => format!("{x}x{y}x{z}"),
    }
}

/// Text of a file without what would steer a terminal.
pub(crate) fn printable(text: &str) -> String {
    if text.contains(char::is_control) {
        text.escape_debug().to_string()
    } else {
        text.to_owned()
    }
}
