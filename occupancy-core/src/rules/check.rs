//! Asks the families of rules about a launch configuration and its GPUs, and returns violations as data.

use super::list::List;
use super::names::Names;
use super::nearest::{Advice, NO_ADVICE, Nearest};
use super::review::{Review, Value, Wording};
use super::rule::Violations;
use super::template::Style;
use super::{
    Lint, Rule, block, cluster, compiled, grid, latency, register_split, residency, resources, tile,
};
use crate::gpu::Arch;
use crate::kernel::{Argument, Change, Configuration};
use crate::model::OnGpu;
use crate::text::Message;

/// Reviews every rule that refuses a configuration, except [`Rule::NoArch`], which is about no GPU; or, if `warnings`
/// has some, every rule that warns of a configuration that passes. Returns the broken rules, and fills in `wording` if its
/// rule is one of them.
pub(super) const fn review<'a>(
    configuration: &'a Configuration<'a>,
    on_gpu: &OnGpu<'a>,
    warnings: Violations,
    wording: Option<&mut Wording<'a>>,
) -> Violations {
    let r = &mut Review {
        configuration,
        on_gpu,
        warnings,
        broken: Violations::NONE,
        wording,
    };
    if warnings.lints() == 0 {
        block::rules(r);
        resources::rules(r);
        if let Some(groups) = &configuration.setmaxnreg {
            register_split::rules(r, groups);
        }
        residency::rules(r);
        grid::rules(r);
        cluster::rules(r);
        latency::rules(r);
        tile::rules(r);
        compiled::rules(r);
    } else if let Some(occupancy) = &on_gpu.launched {
        grid::warnings(r, occupancy);
        resources::warnings(r, occupancy);
        residency::warnings(r, occupancy);
        cluster::warnings(r);
        compiled::warnings(r, occupancy);
    }
    r.broken
}

/// The words of a rule on one GPU, where it is broken. Searching for a help takes the most time.
pub(super) const fn wording<'a>(
    configuration: &'a Configuration<'a>,
    arch: &'a Arch,
    rule: Rule,
    is_searching: bool,
    style: Style,
) -> Wording<'a> {
    let (on_gpu, warnings) = (OnGpu::of(configuration, arch), Violations::NONE.with(rule));
    let mut wording = Wording {
        rule,
        names: Names {
            configuration,
            on_gpu,
            style,
            own: List::of(("", Value::Number(0))),
            change: None,
            is_first: true,
        },
        nearest: Nearest::of(configuration, arch, rule, is_searching),
        head: Message::new(),
        detail: Message::new(),
        figure: Message::new(),
        blamed: None,
        advice: NO_ADVICE,
        also: "",
        instead: "",
        for_some: "` leaves the others as they are",
    };
    review(configuration, &on_gpu, warnings, Some(&mut wording));
    if let Some(argument) = rule.row().optional {
        wording.or_help_to(Change::Without(argument), "");
    }
    wording
}

impl Configuration<'_> {
    /// Checks every rule on every arch.
    ///
    /// Rules about performance are checked only if the block can launch, so that a fault is not reported together with
    /// its consequences. A cluster does not change what one SM holds, so an invalid cluster does not suppress demands:
    /// all faults show at once.
    pub const fn check(&self) -> Violations {
        if self.archs.is_empty() {
            return Violations::NONE.with(Rule::NoArch);
        }
        self.broken_on_any()
    }

    /// Returns `true` if [`check`](Self::check) finds nothing.
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
        // A search asks of many configurations, so each ends at the first GPU that refuses it.
        each!(self.archs, |arch| {
            if !self.broken_on(arch).is_empty() {
                return false;
            }
        });
        !self.archs.is_empty()
    }

    /// Returns `true` if the changed configuration breaks no rule that this one keeps. Every advice has to pass this.
    pub(super) const fn takes(&self, change: Change) -> bool {
        let after = change.apply(self).broken_on_any();
        after.is_within(self.broken_on_any())
    }

    /// The rules that are broken on one of the archs.
    pub(super) const fn broken_on_any(&self) -> Violations {
        let mut broken = Violations::NONE;
        each!(self.archs, |arch| {
            broken = broken.union(self.broken_on(arch));
        });
        broken
    }

    /// The rules that are broken on one GPU.
    pub(super) const fn broken_on(&self, arch: &Arch) -> Violations {
        review(self, &OnGpu::of(self, arch), Violations::NONE, None)
    }

    /// Returns `true` if the configuration breaks `rule` on `arch`, or is warned of it there.
    pub(super) const fn breaks(&self, rule: Rule, arch: &Arch) -> bool {
        let warnings = Violations::NONE.with(rule);
        review(self, &OnGpu::of(self, arch), warnings, None).contains(rule)
    }

    /// The GPUs of the list from the first on which a rule is broken.
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
    pub(super) const fn first_wording(
        &self,
        rule: Rule,
        is_searching: bool,
        style: Style,
    ) -> Option<Wording<'_>> {
        let arch = known!(self.broken_from(rule).first());
        Some(wording(self, arch, rule, is_searching, style))
    }

    /// The lints of `lints` that fire, a bit each, in the order of [`Lint::ALL`]. A constant gets all of them for little
    /// more than one.
    pub const fn warned_of(&self, lints: u32) -> u32 {
        if lints == 0 {
            return 0;
        }
        let (warnings, mut fired) = (Violations::of_lints(lints), 0);
        each!(self.archs, |arch| {
            fired |= review(self, &OnGpu::of(self, arch), warnings, None).lints();
        });
        fired & lints
    }
}

impl Rule {
    /// The argument whose value breaks the rule.
    pub const fn argument(self, configuration: &Configuration<'_>) -> Argument {
        if let [argument] = self.row().blamed {
            return *argument;
        }
        if let Some(wording) = configuration.first_wording(self, false, Style::Attribute)
            && let Some(argument) = wording.blamed
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
    /// Returns `true` if the lint fires for a configuration: [`Configuration::advise`] without the message.
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

    /// The argument that the lint is about.
    pub const fn argument(self, configuration: &Configuration<'_>) -> Argument {
        self.rule().argument(configuration)
    }
}

/// The values that keep `rule`, which `configuration` breaks.
pub const fn advice(configuration: &Configuration<'_>, rule: Rule) -> Advice {
    match configuration.first_wording(rule, true, Style::Attribute) {
        Some(wording) => wording.advice,
        None => NO_ADVICE,
    }
}
