//! The page of a launch type: the configuration, the limits of each GPU, what would change them, and what
//! keeps the promise.

mod gpu;
mod paragraphs;
mod parameters;
mod partial;
mod profile;
mod promise;
mod tile;
mod trade;

use crate::markdown::{small, table};
use crate::report::{Report, Variant};
use crate::verdict::Verdict;
use crate::words::{block, joined, only_if, warps_per_scheduler};

impl Report<'_> {
    /// The rest of the page, below the [sentence](Report::sentence), in Markdown: tables, and drawings if it has charts.
    pub fn page(&self, has_charts: bool) -> String {
        // A paragraph of its own below the sentence.
        let mut out = "\n".to_owned();
        let Some(first) = self.variants.first() else {
            return out;
        };
        if !self.is_known() {
            return out + &partial::page(self);
        }
        for source in &self.sources {
            out.extend([source, "\n\n"]);
        }
        let verdicts = self.verdicts();
        out += &summary(&verdicts);
        out += &parameters::some(self, first, true);
        out += &chosen(first);
        for (at, (variant, verdict)) in verdicts.iter().enumerate() {
            let open = if at == 0 { " open" } else { "" };
            let fold = (verdicts.len() > 1).then_some(open);
            let own = parameters::some(self, variant, false);
            out += &gpu::section(verdict, &own, has_charts, fold);
        }
        out + "# Keeping the promise\n\n" + &promise::text(self)
    }
}

/// The result on each GPU, a line each: the first thing that a page shows.
fn summary(verdicts: &[(&Variant<'_>, Verdict<'_>)]) -> String {
    // Six columns fit on a phone where long words may be broken.
    let head = "| GPU | block | blocks per SM | warps per sched\u{ad}uler | occu\u{ad}pancy | binding limit |\n\
                |---|--:|--:|--:|--:|---|";
    small(&table(head, verdicts, |(_, verdict)| {
        let occupancy = &verdict.occupancy;
        format!(
            "| {} | {} | {} | {} | {} | {} |",
            verdict.arch.name(),
            block(verdict.kernel.block_dim),
            occupancy.blocks_per_sm,
            warps_per_scheduler(verdict.cc, occupancy),
            occupancy.ratio(),
            occupancy.binding(),
        )
    }))
}

/// What `threads = auto` chose, and the runners-up.
fn chosen(variant: &Variant<'_>) -> String {
    let [best, others @ ..] = &*variant.block_sizes else {
        return String::new();
    };
    let (threads, occupancy) = (best.threads, best.occupancy);
    let next = only_if(!others.is_empty(), "; next best are ");
    let others = joined(" and ", others, |other| {
        format!("{} ({})", other.threads, other.occupancy)
    });
    format!("`threads = auto` chose {threads} ({occupancy} occupancy){next}{others}.\n\n")
}
