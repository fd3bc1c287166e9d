//! The forms of output.

mod calculated;
mod column;
mod comparison;
mod kernels;
mod lines;
mod list;
mod markup;
mod notes;
mod report;
mod table;

pub(crate) use self::calculated::CALCULATIONS;
pub(crate) use self::column::{Column, by_column};
pub(crate) use self::comparison::{Form, write_comparison};
pub(crate) use self::kernels::KERNELS;
pub(crate) use self::lines::write_lines;
pub(crate) use self::list::{Format, List};
pub(crate) use self::markup::html;
pub(crate) use self::notes::write_notes;
pub(crate) use self::report::{REPORTED, report_html, report_markdown};

/// Text of a file without what would steer a terminal.
pub(crate) fn printable(text: &str) -> String {
    if text.contains(char::is_control) {
        text.escape_debug().to_string()
    } else {
        text.to_owned()
    }
}
