//! What documentation shows; `occupancy-report` draws it. What the attribute does not know is asked of the compiler.

mod documented;
mod records;
mod report;

use occupancy_report::index;

pub(crate) use self::documented::documented;
use crate::resolved::Resolved;

/// One sentence about the kernel of this name, with its name as Markdown.
pub(crate) fn sentence(resolved: &Resolved, kernel: &str, link: &str) -> String {
    report::report(resolved, kernel, None).sentence(link)
}

/// The page of every launch configuration of the crate.
pub(crate) fn index() -> String {
    match records::said() {
        Ok(said) => {
            let has_private_pages = records::documents_private_items();
            index::page(&said.records, said.has_failed, has_private_pages)
        }
        Err(reason) => index::without_records(reason),
    }
}
