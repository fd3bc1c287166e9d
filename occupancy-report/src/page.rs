//! The page of a launch type: the configuration, the limits of each GPU, what would change them, and what
//! keeps the promise.

mod gpu;
mod keywords;
mod parameters;
mod partial;
mod promise;
mod tile;
mod trade;

use occupancy_core::rules::BlockSize;

use crate::escape::markdown;
use crate::report::{Report, Variant};
use crate::verdict::Verdict;
use crate::words::{block, counted, joined, only_if, table, warps_per_scheduler};

impl Report<'_> {
    /// "Launch parameters of `saxpy`: H100, 4 blocks of 256 threads per SM, 50 % occupancy; registers
    /// bind." `link` is the kernel in Markdown.
    pub fn sentence(&self, link: &str) -> String {
        let known = self.figures().filter(|_| self.is_known());
        let known = known.unwrap_or_else(|| ", checked when it compiles".to_owned());
        format!("Launch parameters of {link}{known}.")
    }

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

    /// `None` if no block has an occupancy.
    fn figures(&self) -> Option<String> {
        let verdicts = self.verdicts();
        let (_, first) = verdicts.first()?;
        let (mut least, mut fewest) = (first.occupancy, (u32::MAX, u64::MAX));
        for (_, one) in &verdicts {
            least = least.lower(one.occupancy);
            fewest = fewest.min((one.occupancy.blocks_per_sm, one.kernel.threads_per_block()));
        }
        let gpus = match verdicts.len() {
            1 => format!("{},", markdown(first.arch.name())),
            count => format!("{count} GPUs, at least"),
        };
        let (blocks, threads) = fewest;
        let (blocks, threads) = (counted(blocks.into(), "block"), counted(threads, "thread"));
        let (ratio, binding) = (least.ratio(), least.binding());
        let s = only_if(least.binding_is_singular(), "s");
        let resident = format!("{blocks} of {threads} per SM, {ratio} occupancy");
        Some(format!(": {gpus} {resident}; {binding} bind{s}"))
    }

    /// One for each GPU, in the order of the variants.
    fn verdicts(&self) -> Vec<(&Variant<'_>, Verdict<'_>)> {
        let mut all = Vec::new();
        for variant in &self.variants {
            for arch in variant.configuration.archs {
                if let Some(verdict) = Verdict::new(&variant.configuration, arch) {
                    all.push((variant, verdict));
                }
            }
        }
        all
    }
}

/// The result on each GPU, a line each: the first thing that a page shows.
fn summary(verdicts: &[(&Variant<'_>, Verdict<'_>)]) -> String {
    // Six columns fit on a phone where long words may be broken.
    let head = "| GPU | block | blocks per SM | warps per sched\u{ad}uler | occu\u{ad}pancy | binding limit |\n\
                |---|--:|--:|--:|--:|---|";
    table(head, verdicts, |(_, verdict)| {
        let occupancy = &verdict.occupancy;
        format!(
            "| {} | {} | {} | {} | {} | {} |",
            markdown(verdict.arch.name()),
            block(verdict.kernel.block_dim),
            occupancy.blocks_per_sm,
            warps_per_scheduler(verdict.sm, occupancy),
            occupancy.ratio(),
            occupancy.binding(),
        )
    })
}

/// What `threads = auto` chose, and the runners-up.
fn chosen(variant: &Variant<'_>) -> String {
    let [best, others @ ..] = &*variant.block_sizes else {
        return String::new();
    };
    let (threads, occupancy) = (best.threads, best.occupancy);
    let next = only_if(!others.is_empty(), "; next best are ");
    let reached = |other: &BlockSize| format!("{} ({})", other.threads, other.occupancy);
    let others = joined(" and ", others, reached);
    format!("`threads = auto` chose {threads} ({occupancy} occupancy){next}{others}.\n\n")
}
