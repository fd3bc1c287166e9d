//! The arguments that each rule reads: where all of those are known, the rule can be checked.

use crate::kernel::{Argument, Arguments, Configuration};
use crate::rules::Rule;

/// What the resident blocks of one SM depend on.
const RESIDENCY: &[Argument] = &[
    Argument::Arch,
    Argument::Threads,
    Argument::Registers,
    Argument::StaticSharedMemory,
    Argument::DynamicSharedMemory,
    Argument::Barriers,
    Argument::Carveout,
];

impl Rule {
    /// The arguments that decide whether `configuration` breaks the rule.
    pub const fn reads(self, configuration: &Configuration<'_>) -> Arguments {
        // One of the two is stated.
        let of_code = Arguments::of(&[Argument::Arch, Argument::Cubin, Argument::Ptx]);
        match self {
            Self::EmptyBlock | Self::BlockDimension | Self::ThreadsPerBlock | Self::PartialWarp => {
                Arguments::of(&[Argument::Threads])
            }
            Self::RegistersPerThread => Arguments::of(&[Argument::Registers]),
            Self::RegisterFile => {
                Arguments::of(&[Argument::Arch, Argument::Threads, Argument::Registers])
            }
            Self::StaticSharedMemory => Arguments::of(&[Argument::StaticSharedMemory]),
            Self::SharedMemory => Arguments::of(&[
                Argument::Arch,
                Argument::StaticSharedMemory,
                Argument::DynamicSharedMemory,
            ]),
            Self::Barriers => Arguments::of(&[Argument::Barriers]),
            Self::Carveout => Arguments::of(&[Argument::Carveout]),
            Self::ZeroMinBlocks => Arguments::of(&[Argument::MinBlocks]),
            Self::MinBlocks => Arguments::of(RESIDENCY).with(Argument::MinBlocks),
            Self::ZeroMinOccupancy | Self::MinOccupancyOverOne => {
                Arguments::of(&[Argument::MinOccupancy])
            }
            Self::MinOccupancy => Arguments::of(RESIDENCY).with(Argument::MinOccupancy),
            Self::EmptyGrid => Arguments::of(&[configuration.grid_argument()]),
            Self::ZeroItemsPerThread => Arguments::of(&[Argument::ItemsPerThread]),
            Self::GridDimension => configuration.grid_reads(),
            Self::ClusterUnsupported | Self::ClusterSize => {
                Arguments::of(&[Argument::Arch, Argument::Cluster])
            }
            Self::ResidentCluster => Arguments::of(RESIDENCY).with(Argument::Cluster),
            Self::EmptyCluster => Arguments::of(&[Argument::Cluster]),
            Self::ClusterGrid => configuration.grid_reads().with(Argument::Cluster),
            Self::ZeroTailEfficiency | Self::TailEfficiencyOverOne => {
                Arguments::of(&[Argument::TailEfficiency])
            }
            Self::TailWithoutGrid => {
                Arguments::of(&[Argument::TailEfficiency, Argument::Grid, Argument::Elements])
            }
            Self::TailWithoutDevice => Arguments::of(&[Argument::TailEfficiency, Argument::Arch]),
            Self::TailEfficiency => Arguments::of(RESIDENCY)
                .and(configuration.grid_reads())
                .with(Argument::TailEfficiency),
            Self::NoArch
            | Self::DeviceWithoutSms
            | Self::ContradictoryLimits
            | Self::VirtualResources => Arguments::of(&[Argument::Arch]),
            Self::CompiledArchitecture => of_code,
            Self::CompiledRegisters => of_code.with(Argument::Registers),
            Self::CompiledStaticSharedMemory => of_code.with(Argument::StaticSharedMemory),
            Self::CompiledBarriers => of_code.with(Argument::Barriers),
            Self::CompiledMaxBlock | Self::CompiledRequiredBlock => of_code.with(Argument::Threads),
            Self::CompiledCluster => of_code.with(Argument::Cluster),
        }
    }
}

impl Configuration<'_> {
    /// What the grid depends on.
    const fn grid_reads(&self) -> Arguments {
        match self.grid_argument() {
            Argument::Elements => Arguments::of(&[
                Argument::Elements,
                Argument::Threads,
                Argument::ItemsPerThread,
            ]),
            argument => Arguments::of(&[argument]),
        }
    }
}
