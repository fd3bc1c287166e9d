//! Checks a launch configuration for its GPUs, and returns violations as data.

use super::nearest::Advice;
use super::report::{Report, Words};
use super::rule::Violations;
use super::{Lint, Rule, block, cluster, compiled, grid, latency, residency, resources, tile};
use crate::gpu::Arch;
use crate::kernel::{Argument, Change, Configuration};
use crate::model::OnGpu;

/// Every rule that refuses a configuration, but [`Rule::NoArch`], which is about no GPU; or, if warnings are looked for,
/// every rule that warns of one that keeps the others. It returns what is broken, and words the rule whose words are
/// given.
pub(super) const fn walk<'a>(
    configuration: &'a Configuration<'a>,
    facts: &OnGpu<'a>,
    asked: Violations,
    words: Option<&mut Words<'a>>,
) -> Violations {
    let r = &mut Report {
        configuration,
        facts,
        asked,
        broken: Violations::NONE,
        words,
    };
    if asked.lints() == 0 {
        block::rules(r);
        resources::rules(r);
        residency::rules(r);
        grid::rules(r);
        cluster::rules(r);
        latency::rules(r);
        tile::rules(r);
        compiled::rules(r);
    } else if let Some(occupancy) = &facts.launched {
        grid::warnings(r, occupancy);
        resources::warnings(r, occupancy);
        residency::warnings(r, occupancy);
        cluster::warnings(r);
        compiled::warnings(r, occupancy);
    }
    r.broken
}

/// The words of a rule on one GPU, where it is broken; help takes a search.
pub(super) const fn words<'a>(
    configuration: &'a Configuration<'a>,
    arch: &'a Arch,
    rule: Rule,
    is_searching: bool,
) -> Words<'a> {
    let mut words = Words::of(configuration, arch, rule, is_searching);
    let (facts, asked) = (words.names.facts, Violations::NONE.with(rule));
    walk(configuration, &facts, asked, Some(&mut words));
    if let Some(argument) = rule.row().optional {
        words.or_help_to(Change::Without(argument), "");
    }
    words
}

impl Configuration<'_> {
    /// Checks every rule on every arch.
    ///
    /// Rules about performance are checked only if the block can launch, so consequences of another
    /// fault are not reported beside it. A cluster does not change what one SM holds, so an invalid
    /// cluster does not suppress demands: all faults show at once.
    pub const fn check(&self) -> Violations {
        if self.archs.is_empty() {
            return Violations::NONE.with(Rule::NoArch);
        }
        self.broken_on_any()
    }

    /// Whether [`check`](Self::check) finds nothing.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 96));
    /// assert!(configuration.passes());
    /// assert!(!configuration.with_min_blocks(3).passes());
    /// ```
    pub const fn passes(&self) -> bool {
        // A search asks of many, so each ends at the first GPU that refuses it.
        each!(self.archs, |arch| {
            if !self.broken_on(arch).is_empty() {
                return false;
            }
        });
        !self.archs.is_empty()
    }

    /// Whether the changed configuration breaks no rule that this one keeps: what every advice is asked.
    pub(super) const fn takes(&self, change: Change) -> bool {
        let after = change.apply(self).broken_on_any();
        after.is_within(self.broken_on_any())
    }

    /// The rules that are broken on one of the archs.
    pub(super) const fn broken_on_any(&self) -> Violations {
        self.found(Violations::NONE)
    }

    /// The rules that are broken on one GPU.
    pub(super) const fn broken_on(&self, arch: &Arch) -> Violations {
        walk(self, &OnGpu::of(self, arch), Violations::NONE, None)
    }

    /// The rules that are broken on one of the archs, or the warnings that fire, if some are looked for.
    const fn found(&self, asked: Violations) -> Violations {
        let mut broken = Violations::NONE;
        each!(self.archs, |arch| {
            broken = broken.and(walk(self, &OnGpu::of(self, arch), asked, None));
        });
        broken
    }

    /// Whether the configuration breaks `rule` on `arch`, or is warned of it there.
    pub(super) const fn breaks(&self, rule: Rule, arch: &Arch) -> bool {
        let asked = Violations::NONE.with(rule);
        walk(self, &OnGpu::of(self, arch), asked, None).contains(rule)
    }

    /// The list of GPUs from the first on which a rule is broken.
    #[doc(hidden)]
    pub const fn broken_from(&self, rule: Rule) -> &[Arch] {
        let mut left = self.archs;
        while let [arch, others @ ..] = left
            && !self.breaks(rule, arch)
        {
            left = others;
        }
        left
    }

    /// The words of a rule on the first GPU on which it is broken.
    pub(super) const fn first_words(&self, rule: Rule, is_searching: bool) -> Option<Words<'_>> {
        match self.broken_from(rule) {
            [arch, ..] => Some(words(self, arch, rule, is_searching)),
            [] => None,
        }
    }

    /// The lints that fire, of those that are looked for: a bit each, in the order of [`Lint::ALL`]. A constant gets
    /// all of them for little more than one.
    pub const fn warned_of(&self, asked: u32) -> u32 {
        if asked == 0 {
            return 0;
        }
        self.found(Violations::of_lints(asked)).lints() & asked
    }
}

impl Rule {
    /// The argument whose value breaks the rule.
    pub const fn argument(self, configuration: &Configuration<'_>) -> Argument {
        if let [argument] = self.row().blamed {
            return *argument;
        }
        if let Some(words) = configuration.first_words(self, false)
            && let Some(argument) = words.blamed
        {
            return argument;
        }
        match self.row().blamed {
            [Argument::Cubin, ..] => configuration.compiled_argument(),
            [argument, ..] if !matches!(argument, Argument::Grid) => *argument,
            _ => configuration.grid_argument(),
        }
    }
}

impl Lint {
    /// Whether the lint fires for a configuration. It is [`Configuration::advise`] without the message.
    ///
    /// ```
    /// use occupancy_core::{Lint, Arch, Configuration, Kernel};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 33));
    /// assert!(Lint::RegisterCliff.fires(&configuration));
    /// ```
    pub const fn fires(self, configuration: &Configuration<'_>) -> bool {
        configuration.warned_of(self.bit()) != 0
    }

    /// The argument that it is about.
    pub const fn argument(self, configuration: &Configuration<'_>) -> Argument {
        self.rule().argument(configuration)
    }
}

/// The values that keep `rule`, which `configuration` breaks.
pub const fn advice(configuration: &Configuration<'_>, rule: Rule) -> Advice {
    match configuration.first_words(rule, true) {
        Some(words) => words.advice,
        None => Advice::NONE,
    }
}
