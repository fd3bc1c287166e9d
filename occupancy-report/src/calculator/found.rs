//! What the compiler would say about a configuration, and its figures.

use occupancy_core::kernel::{Argument, Rare, Stated};
use occupancy_core::rules::BlockSize;
use occupancy_core::{Arch, Compiled, Configuration, Lint};

use super::calculated::{CALCULATED, calculated, codes};
use super::levels::Levels;
use super::message::Message;
use super::on::Part;
use super::row::Row;
use super::setting::Values;
use super::values::NamedArch;

/// What is found of a configuration on GPUs that share it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Found<'a> {
    /// What is stated, without what few configurations have,
    stated: Stated<'a>,
    /// which is this.
    rare: Rare,
    /// The errors: it would not compile.
    pub errors: Vec<Message>,
    /// The warnings: it would compile with them.
    pub warnings: Vec<Message>,
    /// The block sizes that `threads = auto` chose from, the best first.
    pub chosen: Vec<BlockSize>,
    /// A row for each GPU; none where there is no block.
    pub rows: Vec<Row>,
}

impl<'a> Found<'a> {
    /// Checks and calculates the arguments of a part of the GPUs, if those of all are `values` and `levels`; with the
    /// code of each GPU, if it is known.
    pub fn new(
        part: &'a Part<'_>,
        values: &Values,
        levels: &Levels,
        compiled: &'a [Compiled<'a>],
    ) -> Self {
        let (values, lints) = (part.values(values), part.lints(levels));
        let rare = values.rare(levels.partial_warp_allowed);
        let stated = values.stated(&part.archs, compiled, lints);
        let mut whole = stated;
        whole.rare = &rare;
        let judge = whole.judge();
        let verdict = judge.verdict();
        let message = |text: &str, argument| Message {
            text: text.to_owned(),
            argument,
            gpu: part.own.map(|own| own.gpu.name.clone()),
        };
        let found = judge.violations();
        let mut errors: Vec<_> = found
            .iter()
            .map(|one| message(judge.configuration.message(one).as_str(), judge.blamed(one)))
            .collect();
        if errors.is_empty() && !verdict.faults.is_empty() {
            let text = judge.faults_of(Argument::Threads);
            errors.push(message(text.as_str(), Argument::Threads));
        }
        let mut warnings = Vec::new();
        for (lint, text, argument) in judge.warnings(&verdict) {
            let is_denied = levels.deny.contains(&lint);
            let level = if is_denied {
                &mut errors
            } else {
                &mut warnings
            };
            level.push(message(text.as_str(), argument));
        }
        let mut found = Self {
            stated,
            rare,
            errors,
            warnings,
            chosen: judge.chosen_from(&verdict).into_iter().flatten().collect(),
            rows: Vec::new(),
        };
        let rows = found.configuration().map(|configuration| {
            let intent = values.text(Argument::Intent);
            let row = |NamedArch { name, arch }: &NamedArch| {
                let said = said(&configuration, *arch, lints, &levels.deny);
                calculated(&configuration, intent, name, arch, said).only(&CALCULATED)
            };
            part.named.iter().map(row).collect()
        });
        found.rows = rows.unwrap_or_default();
        found
    }

    /// The configuration, with the block that was chosen; `None` if no block size passes.
    pub fn configuration(&self) -> Option<Configuration<'_>> {
        let mut stated = self.stated;
        stated.rare = &self.rare;
        let (configuration, _) = stated.merged();
        match (self.rare.auto, self.chosen.first()) {
            (None, _) => Some(configuration),
            (Some(_), best) => Some(configuration.with_block_dim((best?.threads, 1, 1))),
        }
    }

    /// Whether it compiles.
    pub fn passes(&self) -> bool {
        self.errors.is_empty()
    }
}

/// The codes of the errors and the warnings on one GPU.
fn said(
    configuration: &Configuration<'_>,
    arch: Arch,
    lints: u32,
    deny: &[Lint],
) -> [Vec<&'static str>; 2] {
    let archs = [arch];
    let alone = configuration.with_archs(&archs);
    let errors = codes(&alone);
    if !errors.is_empty() {
        return [errors, Vec::new()];
    }
    let lints = Lint::of_bits(alone.warned_of(lints));
    let (denied, others): (Vec<_>, Vec<_>) = lints.partition(|lint| deny.contains(lint));
    [denied, others].map(|lints| lints.into_iter().map(Lint::code).collect())
}
