//! The page of a launch type: the configuration, the limits of each GPU, the changes that would change them, and how to
//! keep the promise.

mod contents;
mod gpu;
mod keywords;
mod parameters;
mod partial;
mod promise;
mod tile;
mod trade;

use occupancy_core::{
    Occupancy, gpu::Words, launch::CompileOptions, rules::BlockSize, text::grouped,
};

pub use self::contents::{Page, Variant};
use self::gpu::OnGpu;
use crate::escape::markdown;
use crate::format::{MANY, block, counted, joined, names, only_if, table, worded, worded_tables};
use crate::outcome::Outcome;

/// The heading of the end of a page.
const PROMISE: &str = "# Keeping the promise\n\n";

impl Page<'_> {
    /// Writes the sentence that a page begins with: "Launch parameters of `saxpy`: H100, 4 blocks of 256 threads per
    /// SM, 50 % occupancy; registers bind." `link` is the kernel's name in Markdown.
    pub fn sentence(&self, link: &str) -> String {
        let figures = self.figures().filter(|_| self.is_known());
        let result = figures.unwrap_or_else(|| ", checked when it compiles".to_owned());
        format!("Launch parameters of {link}{result}.")
    }

    /// Writes the rest of the page, below the [sentence](Self::sentence), in Markdown: tables, and drawings if
    /// `has_charts`.
    pub fn markdown(&self, has_charts: bool) -> String {
        // The page begins as a paragraph of its own below the sentence.
        let mut out = "\n".to_owned();
        let Some(first) = self.variants.first() else {
            return out;
        };
        if !self.is_known() {
            return out + &partial::tables(self);
        }
        for source in &self.sources {
            out.extend([source, "\n\n"]);
        }
        let outcomes = self.outcomes();
        if self.sizes() > 1 {
            out += &sizes(self);
            out += &parameters::some(self, first, true);
            return out + PROMISE + &promise::text(self);
        }
        let groups = groups(&outcomes);
        out += &summary(&groups, self.words());
        out += &parameters::some(self, first, true);
        out += &chosen(first);
        for (at, group) in groups.iter().enumerate() {
            let open = if at == 0 { " open" } else { "" };
            let fold = (groups.len() > 1).then_some(open);
            let own = parameters::some(self, group[0].0, false);
            out += &gpu::section(group, &own, has_charts, fold);
        }
        out + PROMISE + &promise::text(self)
    }

    /// Returns the figures of the sentence; `None` if no block has an occupancy.
    fn figures(&self) -> Option<String> {
        let outcomes = self.outcomes();
        let (_, first) = outcomes.first()?;
        let all = || outcomes.iter().map(|(_, one)| one);
        let lower = |least: Occupancy, one: &Outcome<'_>| least.lower(one.occupancy);
        let least = all().fold(first.occupancy, lower);
        let of_least = all().find(|one| one.occupancy == least);
        let sizes = all().map(|one| (one.occupancy.blocks_per_sm, one.kernel.threads_per_block()));
        let (fewest_blocks, fewest_threads) = sizes.min()?;
        let is_bounded = self.has_budget();
        let of_sizes = |sizes: &[Variant<'_>]| sizes[0].configuration.archs.len();
        let (gpus, is_least) = match self.by_gpus().map(of_sizes).sum() {
            1 => (markdown(first.arch.name()), is_bounded),
            count => (format!("{count} GPUs"), true),
        };
        let at_least = only_if(is_least && self.sizes() <= 1, " at least");
        // The constant of the launch type has one text.
        let options = CompileOptions::new(&outcomes.first()?.0.configuration);
        let has_one_text = all().all(|one| options.describes(one.arch));
        let its = ["launch bounds", "`LAUNCH_BOUNDS`"][usize::from(has_one_text)];
        let bounds = only_if(is_bounded, format!(", if it is compiled with its {its}"));
        let blocks = counted(fewest_blocks.into(), "block");
        let threads = counted(fewest_threads, "thread");
        let (ratio, binding) = (least.ratio(), of_least.map(Outcome::binding)?);
        let s = only_if(least.binding_is_singular(), "s");
        let resident = match self.sizes() {
            ..=1 => format!("{blocks} of {threads} per SM,"),
            sizes => {
                let threads = || all().map(|one| one.kernel.threads_per_block());
                let ends = [threads().min(), threads().max()];
                let [least, most] = ends.map(|threads| grouped(threads.unwrap_or(0)));
                format!("{sizes} block sizes of {least} to {most} threads, at least")
            }
        };
        let resident = format!("{resident} {ratio} occupancy{bounds}");
        let resident = worded(&resident, self.words());
        Some(format!(": {gpus},{at_least} {resident}; {binding} bind{s}"))
    }

    /// Evaluates each variant on each of its GPUs.
    fn outcomes(&self) -> Vec<(&Variant<'_>, Outcome<'_>)> {
        let variants = self.variants.iter();
        let all = variants.flat_map(|it| it.outcomes().map(move |one| (it, one)));
        all.collect()
    }
}

/// Puts compute capabilities with the same result together, if the page has many GPUs: they share a row and a section.
fn groups<'a>(outcomes: &'a [OnGpu<'a>]) -> Vec<Vec<&'a OnGpu<'a>>> {
    let mut groups: Vec<Vec<&OnGpu<'_>>> = Vec::new();
    for one in outcomes {
        let (variant, outcome) = one;
        let shares = |group: &&mut Vec<&OnGpu<'_>>| {
            let (of, first) = group[0];
            outcomes.len() > MANY
                && std::ptr::eq(*of, *variant)
                && first.arch.device().or(outcome.arch.device()).is_none()
                && figures(first) == figures(outcome)
        };
        match groups.iter_mut().find(shares) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    groups
}

/// Writes the table that a page begins with: a row with the result on each GPU, or on several.
fn summary(groups: &[Vec<&OnGpu<'_>>], words: Words) -> String {
    // Six columns fit on a phone where long words may be broken.
    let head = "| GPU | block | blocks per SM | warps per sched\u{ad}uler | occu\u{ad}pancy | binding limit |\n\
                |---|--:|--:|--:|--:|---|";
    table(&worded_tables(head, words), groups, |group| {
        let archs: Vec<_> = group.iter().map(|(_, one)| *one.arch).collect();
        let (gpus, figures) = (markdown(&names(&archs)), figures(&group[0].1));
        format!("| {gpus} | {figures} |")
    })
}

/// Writes a row for each size of the block, with the result on the GPU where the occupancy is lowest.
fn sizes(page: &Page<'_>) -> String {
    // Parameters that all sizes share are in the table below.
    let outcomes = page.outcomes();
    let differs = |of: fn(&Outcome<'_>) -> u64| {
        let mut all = outcomes.iter().map(|(_, one)| of(one));
        let first = all.next();
        all.any(|other| Some(other) != first)
    };
    let has_registers = differs(|one| one.registers().into());
    let has_memory = differs(|one| one.kernel.shared_memory());
    let registers = only_if(has_registers, " regis\u{ad}ters |");
    let memory = only_if(has_memory, " shared memory |");
    let numbers = "--:|".repeat(usize::from(has_registers) + usize::from(has_memory));
    let head = format!(
        "| block |{registers}{memory} blocks per SM | occu\u{ad}pancy | binding limit | on |\n\
         |--:|{numbers}--:|--:|---|---|"
    );
    let head = worded_tables(&head, page.words());
    table(&head, &page.variants, |variant| {
        let outcomes: Vec<_> = variant.outcomes().collect();
        let lowest = outcomes.iter().min_by_key(|one| one.occupancy.ratio());
        lowest.map_or(String::new(), |lowest| {
            let alike = outcomes.iter();
            let alike = alike.filter(|one| figures(one) == figures(lowest));
            let alike: Vec<_> = alike.map(|one| *one.arch).collect();
            let gpus = match alike.len() {
                ..=MANY => markdown(&names(&alike)),
                count => format!("{count} GPUs"),
            };
            let block = block(lowest.kernel.block_dim);
            let registers = format!(" {} |", lowest.registers());
            let registers = only_if(has_registers, registers);
            let memory = format!(" {} |", grouped(lowest.kernel.shared_memory()));
            let memory = only_if(has_memory, memory);
            let blocks = variant.configuration.fewest_blocks_per_sm();
            let blocks = blocks.unwrap_or_default();
            let (ratio, binding) = (lowest.occupancy.ratio(), lowest.binding());
            format!("| {block} |{registers}{memory} {blocks} | {ratio} | {binding} | {gpus} |")
        })
    })
}

/// Writes the result on one GPU, as cells of a table.
fn figures(outcome: &Outcome<'_>) -> String {
    let occupancy = &outcome.occupancy;
    format!(
        "{} | {} | {} | {} | {}",
        block(outcome.kernel.block_dim),
        occupancy.blocks_per_sm,
        outcome.warps_per_scheduler(),
        occupancy.ratio(),
        outcome.binding(),
    )
}

/// Writes which block size `threads = auto` chose, and the runners-up.
fn chosen(variant: &Variant<'_>) -> String {
    let [best, others @ ..] = &*variant.block_sizes else {
        return String::new();
    };
    let (threads, occupancy) = (best.threads, best.occupancy);
    let next = only_if(!others.is_empty(), "; next best are ");
    let reached = |other: &BlockSize| format!("{} ({})", other.threads, other.occupancy);
    let rest = joined(" and ", others, reached);
    format!("`threads = auto` chose {threads} ({occupancy} occupancy){next}{rest}.\n\n")
}
