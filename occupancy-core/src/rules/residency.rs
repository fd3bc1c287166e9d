//! Demands on one SM: resident blocks, and occupancy.

use super::Rule;
use super::about::{About, RESIDENCY};
use super::advice::{Advice, LEAST_ADVISED_REGISTERS, LargerBlocks, Nearest, greatest, least};

use super::check::{bit, is_over_one};
use super::{limits, tile};
use crate::gpu::Arch;
use crate::kernel::{Argument, Change, Configuration};
use crate::model::{Facts, Occupancy};
use crate::search::between;
use crate::text::{Message, Ratio, lower};

pub(super) const fn about(rule: Rule) -> About {
    match rule {
        Rule::ZeroMinBlocks => About::new("OCC017", Argument::MinBlocks),
        Rule::MinBlocks => About::new("OCC012", Argument::MinBlocks)
            .reading(RESIDENCY.with(Argument::MinBlocks))
            .by_gpu(),
        Rule::ZeroMaxBlocks => About::new("OCC050", Argument::MaxBlocks),
        Rule::MaxBlocks => About::new("OCC051", Argument::MaxBlocks)
            .reading(RESIDENCY.with(Argument::MaxBlocks))
            .by_gpu(),
        Rule::ZeroMinOccupancy => About::new("OCC041", Argument::MinOccupancy),
        Rule::MinOccupancyOverOne => About::new("OCC018", Argument::MinOccupancy),
        _ => About::new("OCC013", Argument::MinOccupancy)
            .reading(RESIDENCY.with(Argument::MinOccupancy))
            .by_gpu(),
    }
}

pub(super) const fn broken(configuration: &Configuration<'_>, facts: &Facts<'_>) -> u64 {
    let mut broken = 0;
    if let Some(asked) = configuration.min_blocks {
        if asked == 0 {
            broken |= bit(Rule::ZeroMinBlocks);
        }
        if let Some(occupancy) = &facts.launched
            && occupancy.blocks_per_sm < asked
        {
            broken |= bit(Rule::MinBlocks);
        }
    }
    if let Some(most) = configuration.max_blocks {
        if most == 0 {
            broken |= bit(Rule::ZeroMaxBlocks);
        } else if let Some(occupancy) = &facts.launched
            && occupancy.blocks_per_sm > most
        {
            broken |= bit(Rule::MaxBlocks);
        }
    }
    if let Some(asked) = configuration.min_occupancy {
        if asked.numerator() == 0 {
            broken |= bit(Rule::ZeroMinOccupancy);
        } else if is_over_one(asked) {
            broken |= bit(Rule::MinOccupancyOverOne);
        } else if let Some(occupancy) = &facts.launched
            && !occupancy.ratio().at_least(asked)
        {
            broken |= bit(Rule::MinOccupancy);
        }
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
        Rule::ZeroMinBlocks => out.text("`min_blocks` is at least 1: 0 demands nothing"),
        Rule::MinBlocks => min_blocks(out, configuration, arch),
        Rule::ZeroMaxBlocks => out.text("`max_blocks` is at least 1: with 0 nothing could launch"),
        Rule::MaxBlocks => max_blocks(out, configuration, arch),
        Rule::ZeroMinOccupancy => out.text("`min_occupancy` is over 0: 0 demands nothing"),
        Rule::MinOccupancyOverOne => {
            out.text("`min_occupancy` is at most 1.0, or 100 %: all warp slots")
        }
        _ => min_occupancy(out, configuration, arch),
    }
}

const fn min_blocks<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    arch: &Arch,
) -> &'m mut Message {
    let (Some(asked), Some(occupancy)) = (
        configuration.min_blocks,
        configuration.launchable_occupancy(arch),
    ) else {
        return out;
    };
    out.counted(asked as u64, "block")
        .text(" of ")
        .counted(configuration.kernel.threads_per_block(), "thread")
        // One block fits, or another rule is broken: the demand is for several.
        .text(" do not fit on one SM of ")
        .text(arch.name())
        .text(": ")
        .binding_limits_allow(&occupancy)
        .grouped(occupancy.blocks_per_sm as u64)
}

const fn max_blocks<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    arch: &Arch,
) -> &'m mut Message {
    let (Some(most), Some(occupancy)) = (
        configuration.max_blocks,
        configuration.launchable_occupancy(arch),
    ) else {
        return out;
    };
    out.counted(occupancy.blocks_per_sm as u64, "block")
        .text(" of ")
        .counted(configuration.kernel.threads_per_block(), "thread")
        .text(" fit on one SM of ")
        .text(arch.name())
        .text(", but at most ")
        .grouped(most as u64)
        .text(if most == 1 { " is" } else { " are" })
        .text(" accepted")
}

const fn min_occupancy<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    arch: &Arch,
) -> &'m mut Message {
    let (Some(asked), Some(occupancy)) = (
        configuration.min_occupancy,
        configuration.launchable_occupancy(arch),
    ) else {
        return out;
    };
    out.text("occupancy on ")
        .text(arch.name())
        .text(" is ")
        .percent_beside(occupancy.ratio(), asked)
        .text(", below the ")
        .percent_beside(asked, occupancy.ratio())
        .text(" asked for: ")
        .binding_limits_allow(&occupancy)
        .counted(occupancy.blocks_per_sm as u64, "block")
}

pub(super) const fn detail<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    match rule {
        Rule::MinBlocks | Rule::MaxBlocks | Rule::MinOccupancy => {
            limits::table(out, configuration, arch)
        }
        _ => out,
    }
}

pub(super) const fn figure<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    let Some(occupancy) = configuration.launchable_occupancy(arch) else {
        return out;
    };
    let out = match rule {
        Rule::MinBlocks | Rule::MaxBlocks => out,
        Rule::MinOccupancy => out.percent(occupancy.ratio()).text(", "),
        _ => return out,
    };
    out.binding_limits_allow(&occupancy)
        .counted(occupancy.blocks_per_sm as u64, "block")
}

pub(super) const fn passing(nearest: &Nearest<'_>) -> Advice {
    let none = Advice::NONE;
    match nearest.rule {
        Rule::ZeroMinBlocks => none.with(nearest.accept(Change::Integer(Argument::MinBlocks, 1))),
        Rule::MinBlocks => nearest.resident().with(nearest.min_blocks_that_fit()),
        Rule::ZeroMaxBlocks => none.with(nearest.max_blocks_that_fit()),
        Rule::MaxBlocks => none
            .with(nearest.padding())
            .with(nearest.max_blocks_that_fit()),
        Rule::ZeroMinOccupancy => none
            .with(nearest.occupancy_reached())
            .with(nearest.accept(Change::NoMinOccupancy)),
        Rule::MinOccupancyOverOne => {
            let asked = nearest.configuration.min_occupancy;
            match nearest.accept(Change::MinOccupancy(percent_of(asked))) {
                Some(meant) => none.with(Some(meant)),
                None => none.with(nearest.occupancy_reached()),
            }
        }
        _ => nearest
            .resident()
            .with(nearest.occupancy_reached())
            .or(nearest.accept(Change::NoMinOccupancy)),
    }
}

pub(super) const fn effect<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    change: Change,
    is_first: bool,
) -> &'m mut Message {
    match (rule, change) {
        (Rule::MinBlocks, Change::Integer(Argument::MinBlocks, _))
        | (Rule::MaxBlocks, Change::Integer(Argument::MaxBlocks, _)) => out.text(" is what fits"),
        (Rule::MaxBlocks, _) => match configuration.max_blocks {
            Some(most) => out.text(" leaves room for ").counted(most as u64, "block"),
            None => out,
        },
        (Rule::MinOccupancyOverOne, Change::MinOccupancy(ratio)) => out.text(" is ").percent(ratio),
        (_, Change::MinOccupancy(_)) => out.text(" is reached"),
        (_, Change::NoMinOccupancy) => out.text(" can be left out"),
        (Rule::MinBlocks, _) => match configuration.min_blocks {
            Some(asked) if is_first => out.text(" keeps ").counted(asked as u64, "block"),
            Some(asked) => out.text(" keeps ").grouped(asked as u64),
            None => out,
        },
        (Rule::MinOccupancy, _) => match reached(configuration, change) {
            Some(ratio) => out.text(" reaches ").percent(ratio),
            None => out,
        },
        _ => out.text(" passes"),
    }
}

/// The lowest occupancy over all archs after the change.
const fn reached(configuration: &Configuration<'_>, change: Change) -> Option<Ratio> {
    let changed = change.apply(configuration);
    let mut lowest: Option<Ratio> = None;
    let mut left = changed.archs;
    while let [arch, others @ ..] = left {
        if let Some(occupancy) = changed.launchable_occupancy(arch) {
            lowest = Some(lower(lowest, occupancy.ratio()));
        }
        left = others;
    }
    lowest
}

/// What a demand over 100 % means: 50 is 50 %, but 1.5 has no other meaning.
pub(super) const fn percent_of(asked: Option<Ratio>) -> Ratio {
    match asked {
        Some(asked) if asked.denominator() == 1 => Ratio::of(asked.numerator(), 100),
        _ => Ratio::ONE,
    }
}

impl Nearest<'_> {
    /// The changes that keep more blocks or warps resident.
    pub(super) const fn resident(&self) -> Advice {
        let single = Advice::NONE
            .with(self.registers())
            .with(self.dynamic_shared_memory())
            .with(self.static_shared_memory())
            .with(self.threads_below())
            .with(self.threads_above_for_occupancy())
            .with(self.barriers())
            .with(self.carveout());
        // The last place is left for the demand itself.
        let mut advice = Advice::NONE;
        let mut left = single.as_slice();
        while let [change, others @ ..] = left
            && advice.as_slice().len() < 3
        {
            advice = advice.with(Some(*change));
            left = others;
        }
        if advice.as_slice().is_empty() {
            advice.with(self.registers_and_shared_memory())
        } else {
            advice
        }
    }

    const fn registers_and_shared_memory(&self) -> Option<Change> {
        let kernel = &self.configuration.kernel;
        let least_bytes = greatest(16, tile::least_dynamic_shared_memory(self.configuration));
        if kernel.dynamic_shared_memory <= least_bytes {
            return None;
        }
        let mut registers = least(kernel.registers_per_thread, 256);
        while registers > LEAST_ADVISED_REGISTERS {
            registers = registers.saturating_sub(1);
            let change = Change::RegistersAndDynamicSharedMemory(registers, least_bytes);
            if self.keeps(change) {
                let most = self.most(change, least_bytes, kernel.dynamic_shared_memory);
                return self.accept(change.with_number(most & !15));
            }
        }
        None
    }

    /// A larger block can hold more warps, but never more blocks.
    const fn threads_above_for_occupancy(&self) -> Option<Change> {
        if matches!(
            self.rule,
            Rule::MinOccupancy | Rule::HiddenLatency | Rule::BytesInFlight
        ) {
            self.threads_above()
        } else {
            None
        }
    }

    /// The nearest larger block, along the same axis.
    const fn threads_above(&self) -> Option<Change> {
        let mut larger = LargerBlocks::than(self.configuration.kernel.block_dim);
        while let Some(change) = larger.next() {
            if self.accepts(change) {
                return Some(change);
            }
        }
        None
    }

    /// The fewest resident blocks over all archs.
    const fn min_blocks_that_fit(&self) -> Option<Change> {
        match self.least_occupancy() {
            Some((occupancy, _)) => self.accept(Change::Integer(
                Argument::MinBlocks,
                occupancy.blocks_per_sm as u64,
            )),
            None => None,
        }
    }

    /// The most resident blocks over all archs.
    const fn max_blocks_that_fit(&self) -> Option<Change> {
        let mut most = 0;
        let mut left = self.configuration.archs;
        while let [arch, others @ ..] = left {
            if let Some(occupancy) = self.configuration.launchable_occupancy(arch)
                && occupancy.blocks_per_sm > most
            {
                most = occupancy.blocks_per_sm;
            }
            left = others;
        }
        self.accept(Change::Integer(Argument::MaxBlocks, most as u64))
    }

    /// The least dynamic shared memory that leaves room for no more blocks than are accepted.
    const fn padding(&self) -> Option<Change> {
        let kernel = &self.configuration.kernel;
        let mut kept = u32::MAX;
        let mut left = self.configuration.archs;
        while let [arch, others @ ..] = left {
            let allowed = self.configuration.shared_memory_allowed(arch);
            kept = least(kept, allowed.saturating_sub(kernel.static_shared_memory));
            left = others;
        }
        let padded = Change::Integer(Argument::DynamicSharedMemory, kept as u64);
        if !self.accepts(padded) {
            return None;
        }
        // More shared memory never leaves room for more blocks, so the edge is bisected.
        let mut refused = kernel.dynamic_shared_memory;
        while let Some(middle) = between(refused, kept) {
            if self.accepts(padded.with_number(middle)) {
                kept = middle;
            } else {
                refused = middle;
            }
        }
        // Whole 16-byte units are what code declares.
        match self.accept(padded.with_number(kept.saturating_add(15) & !15)) {
            None => Some(padded.with_number(kept)),
            whole => whole,
        }
    }

    const fn occupancy_reached(&self) -> Option<Change> {
        match self.least_occupancy() {
            Some((_, ratio)) => self.accept(Change::MinOccupancy(ratio.floor_to_four_digits())),
            None => None,
        }
    }

    const fn least_occupancy(&self) -> Option<(Occupancy, Ratio)> {
        let archs = self.configuration.archs;
        let mut least: Option<(Occupancy, Ratio)> = None;
        let mut left = archs;
        while let [arch, others @ ..] = left {
            if let Some(occupancy) = self.configuration.launchable_occupancy(arch) {
                least = Some(match least {
                    None => (occupancy, occupancy.ratio()),
                    Some((fewest, lowest)) => (
                        if occupancy.blocks_per_sm < fewest.blocks_per_sm {
                            occupancy
                        } else {
                            fewest
                        },
                        if occupancy.ratio().at_least(lowest) {
                            lowest
                        } else {
                            occupancy.ratio()
                        },
                    ),
                });
            }
            left = others;
        }
        least
    }
}
