//! Writes lists, reports and comparisons in their formats.

mod column;
mod columns;
mod comparison;
mod list;
mod pages;

use occupancy_report::escape::markdown;

pub(crate) use self::column::{Column, by_column};
pub(crate) use self::columns::{CALCULATIONS, DECLARATIONS, KERNELS};
pub(crate) use self::comparison::Reports;
pub(crate) use self::list::{Format, List, words};
pub(crate) use self::pages::markdown_page;

/// A name as code in Markdown. It is HTML, which backticks in the name cannot end.
fn code(name: &str) -> String {
    format!("<code>{}</code>", markdown(name))
}
