//! Lints: what is worth a warning about a configuration that passes.

mod compiled;
mod warps;

use super::advice::saturate;
use super::cluster::portable_cluster;
use super::help::written;
use crate::gpu::Arch;
use crate::kernel::{Argument, Change, Configuration, Grid, wide};
use crate::model::{Occupancy, Resource, Waves};
use crate::text::{Message, Ratio};

/// A possible problem of a configuration that passes its check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Lint {
    /// The stated grid's last wave is less than half full and its tail efficiency is below 90 %,
    /// and no tail efficiency is demanded.
    LastWave,
    /// The stated grid has fewer blocks than the device has SMs.
    IdleSms,
    /// One register per thread less would fit another block.
    RegisterCliff,
    /// `min_blocks` demands fewer blocks than fit.
    MinBlocks,
    /// A cluster has more than the portable 8 blocks, and the GPU allows it.
    NonportableCluster,
    /// The machine code spills registers to local memory.
    Spills,
    /// The stack of a thread is not known when the code is compiled: it recurses, or calls through a
    /// pointer.
    UnknownStack,
    /// The register cap of the machine code comes from launch bounds with another number of blocks than
    /// `min_blocks`.
    RegisterCap,
    /// The machine code is input for the linker, which may raise what it uses.
    Relocatable,
    /// The barriers of the machine code allow fewer blocks than any other resource.
    BarrierLimit,
    /// Fewer warps are resident than an SM has schedulers, so some schedulers never issue.
    IdleSchedulers,
    /// Fewer than half of the warp slots are in use, and the author states no `intent`.
    LowOccupancy,
    /// The author states `intent(low_occupancy, …)`, but at least half of the warp slots are in use on every
    /// GPU.
    UnfulfilledIntent,
}

impl Lint {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::LastWave,
        Self::IdleSms,
        Self::RegisterCliff,
        Self::MinBlocks,
        Self::NonportableCluster,
        Self::Spills,
        Self::UnknownStack,
        Self::RegisterCap,
        Self::Relocatable,
        Self::BarrierLimit,
        Self::IdleSchedulers,
        Self::LowOccupancy,
        Self::UnfulfilledIntent,
    ];

    /// The name in `allow(…)`, `warn(…)` and `deny(…)`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LastWave => "last_wave",
            Self::IdleSms => "idle_sms",
            Self::RegisterCliff => "register_cliff",
            Self::MinBlocks => "min_blocks",
            Self::NonportableCluster => "nonportable_cluster",
            Self::Spills => "spills",
            Self::UnknownStack => "unknown_stack",
            Self::RegisterCap => "register_cap",
            Self::Relocatable => "relocatable",
            Self::BarrierLimit => "barrier_limit",
            Self::IdleSchedulers => "idle_schedulers",
            Self::LowOccupancy => "low_occupancy",
            Self::UnfulfilledIntent => "unfulfilled_intent",
        }
    }

    /// The stable code that its message starts with.
    pub const fn code(self) -> &'static str {
        match self {
            Self::LastWave => "OCC201",
            Self::IdleSms => "OCC202",
            Self::RegisterCliff => "OCC203",
            Self::MinBlocks => "OCC204",
            Self::NonportableCluster => "OCC205",
            Self::Spills => "OCC206",
            Self::UnknownStack => "OCC207",
            Self::RegisterCap => "OCC208",
            Self::Relocatable => "OCC209",
            Self::BarrierLimit => "OCC210",
            Self::IdleSchedulers => "OCC211",
            Self::LowOccupancy => "OCC212",
            Self::UnfulfilledIntent => "OCC213",
        }
    }

    /// Whether it warns by default; otherwise it is silent unless turned on.
    pub const fn is_default(self) -> bool {
        !matches!(self, Self::MinBlocks | Self::LowOccupancy)
    }

    /// The argument that it is about.
    pub const fn argument(self, configuration: &Configuration<'_>) -> Argument {
        match self {
            Self::LastWave | Self::IdleSms => configuration.grid_argument(),
            Self::RegisterCliff => Argument::Registers,
            Self::MinBlocks => Argument::MinBlocks,
            Self::NonportableCluster => Argument::Cluster,
            Self::Spills
            | Self::UnknownStack
            | Self::RegisterCap
            | Self::Relocatable
            | Self::BarrierLimit => configuration.compiled_argument(),
            Self::IdleSchedulers | Self::LowOccupancy => Argument::Threads,
            Self::UnfulfilledIntent => Argument::Intent,
        }
    }

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
        configuration.first_advised(self).is_some()
    }
}

/// A last wave that is at least this full causes no warning, nor do this many warps.
const HALF: Ratio = Ratio::of(1, 2);

/// Nor does any last wave of a grid with this tail efficiency.
const NINE_TENTHS: Ratio = Ratio::of(9, 10);

impl Configuration<'_> {
    /// The message of `lint`; `None` if it does not fire.
    ///
    /// ```
    /// use occupancy_core::{Lint, Arch, Configuration, Kernel};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 33));
    /// let message = configuration.advise(Lint::RegisterCliff).unwrap();
    /// assert!(message.as_str().contains("`regs = 32` fits 8"));
    /// ```
    pub const fn advise(&self, lint: Lint) -> Option<Message> {
        match self.first_advised(lint) {
            Some((arch, occupancy)) => Some(self.worded(lint, arch, &occupancy)),
            None => None,
        }
    }

    /// Whether the configuration states what the lint is about: most configurations state little of it.
    const fn states_subject_of(&self, lint: Lint) -> bool {
        match lint {
            Lint::LastWave => self.grid.is_some() && self.tail_efficiency.is_none(),
            Lint::IdleSms => self.grid.is_some(),
            Lint::RegisterCliff => self.kernel.registers_per_thread > 1,
            Lint::MinBlocks => self.min_blocks.is_some(),
            Lint::NonportableCluster => self.kernel.cluster_dim.is_some(),
            Lint::Spills
            | Lint::UnknownStack
            | Lint::RegisterCap
            | Lint::Relocatable
            | Lint::BarrierLimit => !self.compiled.is_empty(),
            Lint::IdleSchedulers => true,
            Lint::LowOccupancy => !self.low_occupancy_intended,
            Lint::UnfulfilledIntent => self.low_occupancy_intended && !self.has_low_occupancy(),
        }
    }

    /// The first GPU on which the lint fires, and the occupancy there.
    const fn first_advised(&self, lint: Lint) -> Option<(&Arch, Occupancy)> {
        if !self.states_subject_of(lint) {
            return None;
        }
        let mut left = self.archs;
        while let [arch, others @ ..] = left {
            if self.can_be_advised_on(lint, arch)
                && let Some(occupancy) = self.launchable_occupancy(arch)
                && self.is_advised_on(lint, arch, &occupancy)
            {
                return Some((arch, occupancy));
            }
            left = others;
        }
        None
    }

    /// Whether the lint needs the occupancy.
    #[allow(
        clippy::arithmetic_side_effects,
        reason = "two 32-bit figures, and no divisor is 0"
    )]
    const fn can_be_advised_on(&self, lint: Lint, arch: &Arch) -> bool {
        let cc = arch.compute_capability();
        match lint {
            // A resident block has all of its warps.
            Lint::IdleSchedulers => self.kernel.warps_per_block() < cc.sub_partitions as u64,
            // One register fewer changes something only at the first of an allocation unit.
            Lint::RegisterCliff if cc.register_allocation_unit > 0 => {
                let fewer = self.kernel.registers_per_thread as u64 * cc.warp_size as u64
                    - cc.warp_size as u64;
                fewer.is_multiple_of(cc.register_allocation_unit as u64)
            }
            _ => true,
        }
    }

    const fn is_advised_on(&self, lint: Lint, arch: &Arch, occupancy: &Occupancy) -> bool {
        match lint {
            Lint::LastWave => match self.waves_with(arch, occupancy) {
                Some(waves) => wastes_last_wave(waves),
                None => false,
            },
            Lint::IdleSms => match (self.waves_with(arch, occupancy), self.sm_count(arch)) {
                (Some(waves), Some(sm_count)) => waves.grid_blocks() < sm_count as u64,
                _ => false,
            },
            Lint::RegisterCliff => self.with_a_register_fewer(arch, occupancy).is_some(),
            Lint::MinBlocks => {
                matches!(self.min_blocks, Some(asked) if asked < occupancy.blocks_per_sm)
                    && self.takes(min_blocks(occupancy.blocks_per_sm))
            }
            Lint::NonportableCluster => self.has_nonportable_cluster(arch),
            Lint::Spills
            | Lint::UnknownStack
            | Lint::RegisterCap
            | Lint::Relocatable
            | Lint::BarrierLimit => compiled::is_advised_on(self, lint, arch, occupancy),
            Lint::IdleSchedulers | Lint::LowOccupancy | Lint::UnfulfilledIntent => {
                warps::is_advised_on(lint, arch, occupancy)
            }
        }
    }

    /// Writes the message.
    const fn worded(&self, lint: Lint, arch: &Arch, occupancy: &Occupancy) -> Message {
        let mut message = Message::new();
        let out = message.text("[").text(lint.code()).text("] ");
        *match lint {
            Lint::LastWave => match self.waves_with(arch, occupancy) {
                Some(waves) => self.last_wave(out, waves, arch),
                None => out,
            },
            Lint::IdleSms => match (self.waves_with(arch, occupancy), self.sm_count(arch)) {
                (Some(waves), Some(sm_count)) => out
                    .text("the grid of ")
                    .counted(waves.grid_blocks(), "block")
                    .text(" leaves ")
                    .grouped((sm_count as u64).saturating_sub(waves.grid_blocks()))
                    .text(" of the ")
                    .counted(sm_count as u64, "SM")
                    .text(" of ")
                    .text(arch.name())
                    .text(" without work"),
                _ => out,
            },
            Lint::RegisterCliff => self.register_cliff(out, arch, occupancy),
            Lint::MinBlocks => match self.min_blocks {
                Some(asked) => {
                    let out = out
                        .counted(asked as u64, "block")
                        .text(if asked == 1 { " is" } else { " are" })
                        .text(" demanded, but ")
                        .grouped(occupancy.blocks_per_sm as u64)
                        .text(" fit on one SM of ")
                        .text(arch.name())
                        .text("\n\n    help: `");
                    written(out, min_blocks(occupancy.blocks_per_sm)).text("` demands all of them")
                }
                None => out,
            },
            Lint::NonportableCluster => self.nonportable_cluster(out, arch),
            Lint::Spills
            | Lint::UnknownStack
            | Lint::RegisterCap
            | Lint::Relocatable
            | Lint::BarrierLimit => compiled::worded(self, out, lint, arch, occupancy),
            Lint::IdleSchedulers | Lint::LowOccupancy | Lint::UnfulfilledIntent => {
                warps::worded(self, out, lint, arch, occupancy)
            }
        }
    }

    /// One register per thread less and its occupancy, if that fits another block and nothing else forbids it.
    const fn with_a_register_fewer(
        &self,
        arch: &Arch,
        occupancy: &Occupancy,
    ) -> Option<(Change, Occupancy)> {
        // Another limit binds, whatever the registers are.
        if !occupancy.binds(Resource::Registers) {
            return None;
        }
        let registers = self.kernel.registers_per_thread.saturating_sub(1);
        let fewer = Change::Integer(Argument::Registers, registers as u64);
        match fewer.apply(self).occupancy_on(arch) {
            Ok(more) if more.blocks_per_sm > occupancy.blocks_per_sm && self.takes(fewer) => {
                Some((fewer, more))
            }
            _ => None,
        }
    }

    const fn register_cliff<'m>(
        &self,
        out: &'m mut Message,
        arch: &Arch,
        occupancy: &Occupancy,
    ) -> &'m mut Message {
        let Some((fewer, more)) = self.with_a_register_fewer(arch, occupancy) else {
            return out;
        };
        let out = out
            .grouped(self.kernel.registers_per_thread as u64)
            .text(" registers per thread are one too many for another block on ")
            .text(arch.name())
            .text(": ")
            .counted(occupancy.blocks_per_sm as u64, "block")
            .text(", ")
            .percent(occupancy.ratio())
            .text(" occupancy\n\n    help: `");
        written(out, fewer)
            .text("` fits ")
            .grouped(more.blocks_per_sm as u64)
            .text(", ")
            .percent(more.ratio())
    }

    const fn last_wave<'m>(
        &self,
        out: &'m mut Message,
        waves: Waves,
        arch: &Arch,
    ) -> &'m mut Message {
        let Some(below) = waves.full_waves_below() else {
            return out;
        };
        let above = waves.full_waves_above();
        let out = out
            .text("the last of ")
            .counted(waves.count(), "wave")
            .text(" on ")
            .text(arch.name())
            .text(" holds ")
            .grouped(waves.last_wave_blocks())
            .text(" of ")
            .counted(waves.blocks_per_wave(), "block")
            .text(": tail efficiency ")
            .percent(waves.tail_efficiency());
        let full = "\n\n    help: full waves are ";
        match (self.takes_blocks(below), self.takes_blocks(above)) {
            (true, true) => out
                .text(full)
                .grouped(below)
                .text(" or ")
                .counted(above, "block"),
            (true, false) => out.text(full).counted(below, "block"),
            (false, true) => out.text(full).counted(above, "block"),
            (false, false) => out,
        }
    }

    /// Whether it takes a grid of so many blocks: with those along y and z that are stated, or all along x.
    const fn takes_blocks(&self, blocks: u64) -> bool {
        let (y, z) = match self.grid {
            Some(Grid::Blocks((_, y, z))) => (y, z),
            _ => (1, 1),
        };
        let dims = match (
            blocks.checked_div(wide(y, z)),
            blocks.checked_rem(wide(y, z)),
        ) {
            (Some(x), Some(0)) => (saturate(x), y, z),
            _ => (saturate(blocks), 1, 1),
        };
        self.takes(Change::Grid(dims))
    }

    const fn nonportable_cluster<'m>(&self, out: &'m mut Message, arch: &Arch) -> &'m mut Message {
        let cc = arch.compute_capability();
        let out = out
            .text("a cluster of ")
            .counted(self.kernel.blocks_per_cluster(), "block")
            .text(" is not portable: ")
            .text(arch.name())
            .text(
                " takes it if the function is allowed \
                   CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, other GPUs take ",
            )
            .grouped(cc.max_portable_cluster_size as u64)
            .text("\n\n    help: ");
        let portable = match portable_cluster(self) {
            Some(Change::Cluster(dims)) => out
                .text("`cluster = ")
                .dims(dims)
                .text("` is portable; or "),
            _ => out,
        };
        portable.text("`allow(nonportable_cluster)` accepts it")
    }
}

/// Whether the last of several waves leaves much of the GPU idle.
const fn wastes_last_wave(waves: Waves) -> bool {
    // Without a full wave before it, the last is the only one.
    waves.full_waves_below().is_some()
        && !waves.last_wave_utilization().at_least(HALF)
        && !waves.tail_efficiency().at_least(NINE_TENTHS)
}

/// `min_blocks = …`
const fn min_blocks(blocks: u32) -> Change {
    Change::Integer(Argument::MinBlocks, blocks as u64)
}
