//! The forms of output.

mod calculated;
mod column;
mod comparison;
mod csv;
mod json;
mod kernels;
mod layout;
mod lines;
mod list;
mod markup;
mod report;
mod table;

use std::io;

use occupancy_report::calculator::Row;

pub(crate) use self::calculated::{CALCULATIONS, calculations};
pub(crate) use self::column::{Column, by_column};
pub(crate) use self::comparison::{Form, write_comparison};
pub(crate) use self::json::write_json;
pub(crate) use self::kernels::KERNELS;
pub(crate) use self::lines::write_lines;
pub(crate) use self::list::{Format, List};
pub(crate) use self::markup::html;
pub(crate) use self::report::{write_report_html, write_report_markdown, write_report_table};
pub(crate) use self::table::{KernelList, kernels};

/// Bytes of output that are written at once.
pub(crate) const BUFFER: usize = 1 << 16;

/// Takes rows one by one.
pub(crate) trait Output {
    /// Takes one.
    fn row(&mut self, row: Row) -> io::Result<()>;

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
