//! The page of a launch type: the configuration, the limits of each GPU, what would change them, and what
//! keeps the promise.

mod changes;
mod gpu;
mod grid;
mod keywords;
mod latency;
mod parameters;
mod partial;
mod profile;
mod promise;
mod resources;
mod summary;
mod tile;
mod trade;

use std::fmt::Write;

pub use self::gpu::Contents;
use self::gpu::Fold;
use crate::report::{Report, Variant};

impl Report<'_> {
    /// The rest of the page, below the [sentence](Report::sentence), in Markdown.
    pub fn page(&self, contents: Contents) -> String {
        // A paragraph of its own below the sentence.
        let mut out = "\n".to_owned();
        let Some(first) = self.variants.first() else {
            return out;
        };
        if !self.is_known() {
            partial::write(&mut out, self);
            return out;
        }
        for source in &self.sources {
            let _ = writeln!(out, "{source}\n");
        }
        summary::table(&mut out, self);
        parameters::shared(&mut out, self);
        chosen(&mut out, first);
        let verdicts = self.verdicts();
        for (at, verdict) in verdicts.iter().enumerate() {
            let fold = match at {
                _ if verdicts.len() == 1 => Fold::Never,
                0 => Fold::Open,
                _ => Fold::Closed,
            };
            gpu::section(&mut out, self, verdict, contents, fold);
        }
        out.push_str("# Keeping the promise\n\n");
        promise::write(&mut out, self);
        out
    }
}

/// What `threads = auto` chose, and the runners-up.
fn chosen(out: &mut String, variant: &Variant<'_>) {
    let [best, others @ ..] = variant.block_sizes else {
        return;
    };
    let _ = write!(
        out,
        "`threads = auto` chose {} ({} occupancy)",
        best.threads, best.occupancy
    );
    for (i, other) in others.iter().enumerate() {
        let before = if i == 0 { "; next best are" } else { " and" };
        let _ = write!(out, "{before} {} ({})", other.threads, other.occupancy);
    }
    out.push_str(".\n\n");
}
