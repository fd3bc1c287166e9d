//! The forms of output.

mod column;
mod columns;
mod comparison;
mod list;
mod markup;
mod report;

pub(crate) use self::column::{Column, by_column};
pub(crate) use self::columns::{CALCULATIONS, KERNELS, REPORTED};
pub(crate) use self::comparison::{Form, compared};
pub(crate) use self::list::{Format, List};
pub(crate) use self::markup::html;
pub(crate) use self::report::{report_html, report_markdown};
