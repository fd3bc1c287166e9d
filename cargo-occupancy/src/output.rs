//! The forms of output.

mod calculated;
mod column;
mod comparison;
mod csv;
mod form;
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
pub(crate) use self::form::{Form, Format, KernelList};
pub(crate) use self::json::Json;
pub(crate) use self::kernels::kernels;
pub(crate) use self::lines::write_lines;
pub(crate) use self::markup::html;
pub(crate) use self::report::{ReportTable, write_report_html, write_report_markdown};
pub(crate) use self::sorted::{Sorted, Top};

/// Bytes of output that are written at once.
pub(crate) const BUFFER: usize = 1 << 16;

/// Takes rows one by one.
pub(crate) trait Output<R> {
    /// Takes one.
    fn row(&mut self, row: R) -> io::Result<()>;

    /// Writes what is left.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// Text of a file without what would steer a terminal.
pub(crate) fn printable(text: &str) -> String {
    if text.contains(char::is_control) {
        text.escape_debug().to_string()
    } else {
        text.to_owned()
    }
}
