//! Sets of arguments, and which of them a rule reads: where all of those are known, the rule can be
//! checked.

use crate::{Argument, Configuration, Rule};

/// A set of arguments.
///
/// ```
/// use occupancy_core::{Argument, Arguments};
///
/// let arguments = Arguments::of(&[Argument::Threads, Argument::Registers]);
/// assert!(arguments.contains(Argument::Registers));
/// assert!(!arguments.meets(Arguments::of(&[Argument::Arch])));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Arguments(u32);

impl Arguments {
    /// No argument.
    pub const NONE: Self = Self(0);

    /// The arguments of a list.
    pub const fn of(arguments: &[Argument]) -> Self {
        let (mut set, mut left) = (Self::NONE, arguments);
        while let [argument, others @ ..] = left {
            set = set.with(*argument);
            left = others;
        }
        set
    }

    /// The set as a number, which costs the compiler less than a list: [`Arguments::from_bits`].
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The set of [`Arguments::bits`].
    #[doc(hidden)]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Adds an argument.
    #[must_use = "returns the larger set"]
    pub const fn with(self, argument: Argument) -> Self {
        Self(self.0 | 1 << argument as u32)
    }

    /// The arguments of either set.
    #[must_use = "returns the larger set"]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Whether the argument is in the set.
    pub const fn contains(self, argument: Argument) -> bool {
        self.0 & (1 << argument as u32) != 0
    }

    /// Whether an argument is in both sets.
    pub const fn meets(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// Whether the set has no argument.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

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
