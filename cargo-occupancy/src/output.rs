//! The forms of output.

mod calculated;
mod column;
mod comparison;
mod kernels;
mod list;
mod markup;
mod report;
mod table;

pub(crate) use self::calculated::CALCULATIONS;
pub(crate) use self::column::{Column, by_column};
pub(crate) use self::comparison::{Form, write_comparison};
pub(crate) use self::kernels::{KERNELS, write_notes};
pub(crate) use self::list::{Format, List};
pub(crate) use self::markup::html;
pub(crate) use self::report::{REPORTED, report_html, report_markdown};
