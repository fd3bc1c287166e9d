//! The table of what would change how many blocks one SM holds.

use std::fmt::Write;

use crate::changes::of_verdict as changes;
use crate::verdict::Verdict;

pub(super) fn table(out: &mut String, verdict: &Verdict<'_>) {
    out.push_str("| what would change it | more blocks per SM | fewer |\n|---|---|---|\n");
    for change in changes(verdict) {
        let _ = writeln!(
            out,
            "| `{}`, {} | {} | {} |",
            change.name,
            change.stated,
            change.more.as_deref().unwrap_or("–"),
            change.fewer.as_deref().unwrap_or("–"),
        );
    }
    out.push('\n');
}
