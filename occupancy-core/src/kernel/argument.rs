//! The arguments of a configuration, and sets of them.

/// The argument of the configuration that a violation is about, or that a change sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Argument {
    /// `arch`
    Arch,
    /// `threads`
    Threads,
    /// `regs`
    Registers,
    /// `static_smem`
    StaticSharedMemory,
    /// `smem`
    DynamicSharedMemory,
    /// `barriers`
    Barriers,
    /// `carveout`
    Carveout,
    /// `grid`
    Grid,
    /// `elements`
    Elements,
    /// `items_per_thread`
    ItemsPerThread,
    /// `min_blocks`
    MinBlocks,
    /// `max_blocks`
    MaxBlocks,
    /// `min_occupancy`
    MinOccupancy,
    /// `tail_efficiency`
    TailEfficiency,
    /// `cluster`
    Cluster,
    /// `cubin`
    Cubin,
    /// `ptx`
    Ptx,
    /// `sms`
    Sms,
    /// `cycles` of `hides(…)`
    Cycles,
    /// `instructions` of `hides(…)`
    Instructions,
    /// `bytes` of `hides(…)`
    BytesInFlight,
    /// `intent(…)`
    Intent,
    /// `m` of `tile(…)`
    TileRows,
    /// `n` of `tile(…)`
    TileColumns,
    /// `k` of `tile(…)`
    TileDepth,
    /// `stages` of `tile(…)`
    Stages,
    /// `a` of `tile(…)`
    ElementOfA,
    /// `b` of `tile(…)`
    ElementOfB,
    /// `accumulator` of `tile(…)`
    Accumulator,
    /// `extra_regs` of `tile(…)`
    ExtraRegisters,
    /// `problem` of `tile(…)`
    Problem,
}

impl Argument {
    /// Those in the parentheses of `hides(…)`, in the order in which they are written.
    pub const OF_HIDES: [Self; 3] = [Self::Cycles, Self::Instructions, Self::BytesInFlight];

    /// Those in the parentheses of `tile(…)`, in the order in which they are written.
    pub const OF_TILE: [Self; 9] = [
        Self::TileRows,
        Self::TileColumns,
        Self::TileDepth,
        Self::Stages,
        Self::ElementOfA,
        Self::ElementOfB,
        Self::Accumulator,
        Self::ExtraRegisters,
        Self::Problem,
    ];

    /// Those of [`OF_TILE`](Self::OF_TILE) that every tile states: its extents.
    pub const TILE_EXTENTS: [Self; 3] = [Self::TileRows, Self::TileColumns, Self::TileDepth];

    /// The key of the argument in `#[launch_config(…)]`, or in an argument of it that takes several.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Arch => "arch",
            Self::Threads => "threads",
            Self::Registers => "regs",
            Self::StaticSharedMemory => "static_smem",
            Self::DynamicSharedMemory => "smem",
            Self::Barriers => "barriers",
            Self::Carveout => "carveout",
            Self::Grid => "grid",
            Self::Elements => "elements",
            Self::ItemsPerThread => "items_per_thread",
            Self::MinBlocks => "min_blocks",
            Self::MaxBlocks => "max_blocks",
            Self::MinOccupancy => "min_occupancy",
            Self::TailEfficiency => "tail_efficiency",
            Self::Cluster => "cluster",
            Self::Cubin => "cubin",
            Self::Ptx => "ptx",
            Self::Sms => "sms",
            Self::Cycles => "cycles",
            Self::Instructions => "instructions",
            Self::BytesInFlight => "bytes",
            Self::Intent => "intent",
            Self::TileRows => "m",
            Self::TileColumns => "n",
            Self::TileDepth => "k",
            Self::Stages => "stages",
            Self::ElementOfA => "a",
            Self::ElementOfB => "b",
            Self::Accumulator => "accumulator",
            Self::ExtraRegisters => "extra_regs",
            Self::Problem => "problem",
        }
    }

    /// A use of the argument, as it is written in the attribute.
    ///
    /// ```
    /// use occupancy_core::kernel::Argument;
    ///
    /// assert_eq!(Argument::Registers.example(), "regs = 64");
    /// ```
    pub const fn example(self) -> &'static str {
        match self {
            Self::Arch => "arch = \"h100\"",
            Self::Threads => "threads = 256",
            Self::Registers => "regs = 64",
            Self::StaticSharedMemory => "static_smem = 4 * 1024",
            Self::DynamicSharedMemory => "smem = 48 * 1024",
            Self::Barriers => "barriers = 1",
            Self::Carveout => "carveout = 50",
            Self::Grid => "grid = 1056",
            Self::Elements => "elements = 1 << 20",
            Self::ItemsPerThread => "items_per_thread = 4",
            Self::MinBlocks => "min_blocks = 2",
            Self::MaxBlocks => "max_blocks = 4",
            Self::MinOccupancy => "min_occupancy = 0.5",
            Self::TailEfficiency => "tail_efficiency = 0.9",
            Self::Cluster => "cluster = 2",
            Self::Cubin => "cubin = \"saxpy.cubin\"",
            Self::Ptx => "ptx = \"saxpy.ptx\"",
            Self::Sms => "sms = 66",
            Self::Cycles | Self::Instructions => "hides(cycles = 400, instructions = 60)",
            Self::BytesInFlight => "hides(bytes = 16)",
            Self::Intent => "intent(low_occupancy, \"accumulators in registers\")",
            Self::TileRows => "m = 128",
            Self::TileColumns => "n = 128",
            Self::TileDepth => "k = 64",
            Self::Stages => "stages = 3",
            Self::ElementOfA => "a = 2",
            Self::ElementOfB => "b = 2",
            Self::Accumulator => "accumulator = registers",
            Self::ExtraRegisters => "extra_regs = 40",
            Self::Problem => "problem = (4096, 4096)",
        }
    }

    /// Whether it is in the parentheses of another: `cycles` in those of `hides(…)`.
    ///
    /// ```
    /// use occupancy_core::kernel::Argument;
    ///
    /// assert!(Argument::Cycles.is_nested());
    /// assert!(!Argument::Registers.is_nested());
    /// ```
    pub const fn is_nested(self) -> bool {
        const NESTED: Arguments =
            Arguments::of(&Argument::OF_HIDES).and(Arguments::of(&Argument::OF_TILE));
        NESTED.contains(self)
    }

    /// Whether one GPU of a list can have a value of its own, in `on(…)`.
    ///
    /// ```
    /// use occupancy_core::kernel::Argument;
    ///
    /// assert!(Argument::Threads.is_of_one_gpu());
    /// // A launch has the same grid on each.
    /// assert!(!Argument::Grid.is_of_one_gpu());
    /// ```
    pub const fn is_of_one_gpu(self) -> bool {
        !matches!(
            self,
            Self::Arch | Self::Grid | Self::Elements | Self::TailEfficiency
        )
    }
}

/// A set of arguments.
///
/// ```
/// use occupancy_core::{kernel::{Argument, Arguments}};
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

    /// The set as a number, which costs the compiler less than a list. [`Arguments::from_bits`] converts it
    /// back.
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

    /// Leaves out the arguments of another set.
    #[must_use = "returns the smaller set"]
    pub(crate) const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
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
