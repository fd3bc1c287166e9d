//! The page of a launch type: the configuration, the limits of each GPU, what would change them, and what
//! keeps the promise.

mod changes;
mod gpu;
mod grid;
mod keywords;
mod parameters;
mod promise;
mod resources;
mod summary;
mod trade;

use std::fmt::Write;

use self::gpu::Fold;
use crate::{Report, Variant, markdown};

/// What a page has of the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contents {
    /// Tables and drawings.
    Charts,
    /// Tables alone.
    Tables,
}

impl Report<'_> {
    /// The page below the [sentence](Report::sentence), in Markdown.
    pub fn page(&self, contents: Contents) -> String {
        // A paragraph of its own below the sentence.
        let mut out = "\n".to_owned();
        let Some(first) = self.variants.first() else {
            return out;
        };
        if !self.is_known() {
            deferred(&mut out, first);
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

/// What a configuration is made of that only the compiler can calculate.
fn deferred(out: &mut String, variant: &Variant<'_>) {
    out.push_str(
        "Some values are constants that only the compiler evaluates. The declaration above has its results: \
         blocks and warps per SM, and the blocks that each resource allows. The resources that allow the \
         fewest bind.\n\n| argument | value |\n|---|---|\n",
    );
    for written in &variant.written {
        let value = markdown::code(&written.code);
        let _ = writeln!(out, "| {} | {value} |", written.name);
    }
    out.push('\n');
}

/// What `threads = auto` chose, and what else it could have.
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
