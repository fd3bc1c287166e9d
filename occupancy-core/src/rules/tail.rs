//! Tail efficiency: the demand on the last wave of a grid.

use super::Rule;
use super::about::{About, RESIDENCY};
use super::advice::{Advice, Nearest, REACH, saturate, whole};
use super::check::{bit, is_over_one};
use super::message::INDENT;
use super::{grid, residency};
use crate::gpu::{Arch, MAX_GRID_DIM};
use crate::kernel::{Argument, Arguments, Change, Configuration, Grid, wide};
use crate::model::Facts;
use crate::text::{Message, Ratio, lower};

pub(super) const fn about(rule: Rule, configuration: &Configuration<'_>) -> About {
    let demand = Argument::TailEfficiency;
    match rule {
        Rule::ZeroTailEfficiency => About::new("OCC042", demand),
        Rule::TailEfficiencyOverOne => About::new("OCC019", demand),
        Rule::TailWithoutGrid => About::new("OCC016", demand).reading(Arguments::of(&[
            demand,
            Argument::Grid,
            Argument::Elements,
        ])),
        Rule::TailWithoutDevice => About::new("OCC015", Argument::Arch)
            .reading(Arguments::of(&[demand, Argument::Arch, Argument::Sms]))
            .by_gpu(),
        _ => About::new("OCC014", demand)
            .reading(
                RESIDENCY
                    .and(grid::reads(configuration))
                    .with(demand)
                    .with(Argument::Sms),
            )
            .by_gpu(),
    }
}

/// [`Rule::TailWithoutDevice`] is broken whatever the block needs.
pub(super) const fn broken_by_gpu(configuration: &Configuration<'_>, arch: &Arch) -> u64 {
    if configuration.tail_efficiency.is_some() && configuration.sm_count(arch).is_none() {
        bit(Rule::TailWithoutDevice)
    } else {
        0
    }
}

pub(super) const fn broken(configuration: &Configuration<'_>, facts: &Facts<'_>) -> u64 {
    let Some(asked) = configuration.tail_efficiency else {
        return 0;
    };
    let mut broken = 0;
    if configuration.grid.is_none() {
        broken |= bit(Rule::TailWithoutGrid);
    }
    if asked.numerator() == 0 {
        broken |= bit(Rule::ZeroTailEfficiency);
    } else if is_over_one(asked) {
        broken |= bit(Rule::TailEfficiencyOverOne);
    } else if let Some(occupancy) = &facts.launched
        && let Some(waves) = configuration.waves_with(facts.arch, occupancy)
        && !waves.tail_efficiency().at_least(asked)
    {
        broken |= bit(Rule::TailEfficiency);
    }
    broken
}

pub(super) const fn headline<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    match rule {
        Rule::ZeroTailEfficiency => out.text("`tail_efficiency` is over 0: 0 demands nothing"),
        Rule::TailEfficiencyOverOne => {
            out.text("`tail_efficiency` is at most 1.0, or 100 %: full waves only")
        }
        Rule::TailWithoutGrid => {
            out.text("`tail_efficiency` needs a grid: state `grid` or `elements` too")
        }
        Rule::TailWithoutDevice => out
            .text("`tail_efficiency` needs a GPU with a known number of SMs, which ")
            .text(arch.name())
            .text(" does not have"),
        _ => tail_efficiency(out, configuration, arch),
    }
}

const fn tail_efficiency<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    arch: &Arch,
) -> &'m mut Message {
    let (Some(asked), Some(waves)) = (configuration.tail_efficiency, configuration.waves(arch))
    else {
        return out;
    };
    out.text("tail efficiency on ")
        .text(arch.name())
        .text(" is ")
        .percent_beside(waves.tail_efficiency(), asked)
        .text(", below the ")
        .percent_beside(asked, waves.tail_efficiency())
        .text(" asked for: the last wave holds ")
        .grouped(waves.last_wave_blocks())
        .text(" of ")
        .counted(waves.blocks_per_wave(), "block")
}

pub(super) const fn detail<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    match rule {
        Rule::TailEfficiency => waves(out, configuration, arch),
        _ => out,
    }
}

const fn waves<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    arch: &Arch,
) -> &'m mut Message {
    let (Some(waves), Some(sm_count)) = (configuration.waves(arch), configuration.sm_count(arch))
    else {
        return out;
    };
    let out = out
        .text("\n")
        .text(INDENT)
        .padded("grid", 11)
        .counted(waves.grid_blocks(), "block");
    let out = match configuration.grid {
        Some(Grid::Elements(elements)) => out
            .text(" for ")
            .counted(elements, "element")
            .text(", ")
            .grouped(configuration.elements_per_block())
            .text(" per block"),
        _ => out,
    };
    let Some(blocks_per_sm) = waves.blocks_per_wave().checked_div(sm_count as u64) else {
        return out;
    };
    out.text(INDENT)
        .padded("wave", 11)
        .counted(waves.blocks_per_wave(), "block")
        .text(": ")
        .grouped(blocks_per_sm)
        .text(" on each of ")
        .counted(sm_count as u64, "SM")
        .text(INDENT)
        .padded("waves", 11)
        .grouped(waves.count())
        .text(INDENT)
        .padded("last wave", 11)
        .counted(waves.last_wave_blocks(), "block")
        .text(", ")
        .percent(waves.last_wave_utilization())
        .text(" of a wave")
}

pub(super) const fn figure<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    if !matches!(rule, Rule::TailEfficiency) {
        return out;
    }
    let Some(occupancy) = configuration.launchable_occupancy(arch) else {
        return out;
    };
    match configuration.waves_with(arch, &occupancy) {
        Some(waves) => out
            .percent(waves.tail_efficiency())
            .text(", the last wave holds ")
            .grouped(waves.last_wave_blocks())
            .text(" of ")
            .counted(waves.blocks_per_wave(), "block"),
        None => out,
    }
}

pub(super) const fn passing(nearest: &Nearest<'_>) -> Advice {
    let none = Advice::NONE;
    let without = nearest.accept(Change::NoTailEfficiency);
    match nearest.rule {
        Rule::ZeroTailEfficiency => none.with(nearest.efficiency_reached()).with(without),
        Rule::TailEfficiencyOverOne => {
            let asked = nearest.configuration.tail_efficiency;
            match nearest.accept(Change::TailEfficiency(residency::percent_of(asked))) {
                Some(meant) => none.with(Some(meant)),
                None => none.with(nearest.efficiency_reached()),
            }
        }
        Rule::TailWithoutGrid => none.with(nearest.one_wave()).with(without),
        Rule::TailWithoutDevice => none.with(nearest.device()).with(without),
        _ => match nearest.configuration.grid {
            Some(Grid::Blocks(_)) => none.with(nearest.grid_below()).with(nearest.grid_above()),
            _ => none
                .with(nearest.items_per_thread())
                .with(nearest.threads_below()),
        }
        .with(nearest.efficiency_reached())
        .or(without),
    }
}

pub(super) const fn effect<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    change: Change,
) -> &'m mut Message {
    match (rule, change) {
        (Rule::TailEfficiencyOverOne, Change::TailEfficiency(ratio)) => {
            out.text(" is ").percent(ratio)
        }
        (_, Change::TailEfficiency(_)) => out.text(" is reached"),
        (_, Change::NoTailEfficiency) => out.text(" can be left out"),
        (Rule::TailWithoutGrid, Change::Grid(_)) => out.text(" is one full wave"),
        (_, Change::Device(device)) => out.text(" has ").counted(device.sm_count as u64, "SM"),
        (Rule::TailEfficiency, _) => match efficiency(configuration, change) {
            Some(ratio) => out.text(" reaches ").percent(ratio),
            None => out,
        },
        _ => out.text(" passes"),
    }
}

/// The lowest tail efficiency over all archs after the change.
const fn efficiency(configuration: &Configuration<'_>, change: Change) -> Option<Ratio> {
    let changed = change.apply(configuration);
    let mut lowest: Option<Ratio> = None;
    let mut left = changed.archs;
    while let [arch, others @ ..] = left {
        if let Some(waves) = changed.waves(arch) {
            lowest = Some(lower(lowest, waves.tail_efficiency()));
        }
        left = others;
    }
    lowest
}

impl Nearest<'_> {
    const fn efficiency_reached(&self) -> Option<Change> {
        let archs = self.configuration.archs;
        let mut lowest = None;
        let mut left = archs;
        while let [arch, others @ ..] = left {
            if let Some(waves) = self.configuration.waves(arch) {
                lowest = Some(lower(lowest, waves.tail_efficiency()));
            }
            left = others;
        }
        match lowest {
            Some(lowest) => self.accept(Change::TailEfficiency(lowest.floor_to_four_digits())),
            None => None,
        }
    }

    /// The most blocks in x below the stated ones: the full waves below them on one of the archs,
    /// or what a few steps find.
    const fn grid_below(&self) -> Option<Change> {
        let Some(Grid::Blocks((x, y, z))) = self.configuration.grid else {
            return None;
        };
        let mut most = 0;
        let mut left = self.configuration.archs;
        while let [arch, others @ ..] = left {
            // A grid that has waves has blocks along y and z.
            if let Some(waves) = self.configuration.waves(arch)
                && let Some(in_x) = waves
                    .grid_blocks()
                    .saturating_sub(waves.last_wave_blocks())
                    .checked_div(wide(y, z))
            {
                let blocks = whole(saturate(in_x), self.cluster().0);
                if blocks > most && blocks < x && self.accepts(Change::Grid((blocks, y, z))) {
                    most = blocks;
                }
            }
            left = others;
        }
        if most > 0 {
            return Some(Change::Grid((most, y, z)));
        }
        let mut blocks = x;
        while blocks > 1 && x.saturating_sub(blocks) < REACH {
            blocks = blocks.saturating_sub(1);
            if self.accepts(Change::Grid((blocks, y, z))) {
                return Some(Change::Grid((blocks, y, z)));
            }
        }
        None
    }

    /// The fewest blocks in x above the stated ones that fill the last wave of every arch far
    /// enough: each arch in turn asks for what its last wave then lacks.
    const fn grid_above(&self) -> Option<Change> {
        let (Some(Grid::Blocks((x, y, z))), Some(asked)) =
            (self.configuration.grid, self.configuration.tail_efficiency)
        else {
            return None;
        };
        let mut blocks = x.saturating_add(1);
        let mut step = 0_u32;
        while step < REACH {
            let change = Change::Grid((blocks, y, z));
            if self.accepts(change) {
                return Some(change);
            }
            let changed = change.apply(self.configuration);
            // If no arch lacks blocks, another rule needs more: a cluster, for example.
            let mut next = blocks.saturating_add(1);
            let mut left = changed.archs;
            while let [arch, others @ ..] = left {
                if let Some(waves) = changed.waves(arch) {
                    // asked × waves × wave blocks, over what one block in x stands for.
                    let full = (waves.full_waves_above() as u128)
                        .saturating_mul(asked.numerator() as u128);
                    let each = (asked.denominator() as u128).saturating_mul(wide(y, z) as u128);
                    // A grid that has waves has blocks along y and z.
                    let lacking = if each == 0 { 0 } else { full.div_ceil(each) };
                    if lacking > next as u128 && lacking <= MAX_GRID_DIM.0 as u128 {
                        #[allow(clippy::cast_possible_truncation, reason = "checked just before")]
                        {
                            next = lacking as u32;
                        }
                    }
                }
                left = others;
            }
            blocks = next;
            step = step.saturating_add(1);
        }
        None
    }

    /// A grid that fills the first device once.
    const fn one_wave(&self) -> Option<Change> {
        let mut left = self.configuration.archs;
        while let [arch, others @ ..] = left {
            if let (Some(sm_count), Some(occupancy)) = (
                self.configuration.sm_count(arch),
                self.configuration.launchable_occupancy(arch),
            ) {
                let blocks = wide(sm_count, occupancy.blocks_per_sm);
                return self.accept(Change::Grid((saturate(blocks), 1, 1)));
            }
            left = others;
        }
        None
    }
}
