//! The constants that values were calculated from, and where each is defined.

use std::fmt::Write;

use crate::markdown::{self, SMALL};
use crate::report::Report;

pub(super) fn table(out: &mut String, report: &Report<'_>) {
    if report.constants.is_empty() {
        return;
    }
    let [before, behind] = SMALL;
    out.push_str(before);
    out.push_str("| constant | value | defined in |\n|---|--:|---|\n");
    for constant in &report.constants {
        let _ = writeln!(
            out,
            "| {} | {} | {} |",
            markdown::code(&constant.path),
            markdown::cell(&constant.value),
            markdown::cell(&constant.definition),
        );
    }
    out.push_str(behind);
}
