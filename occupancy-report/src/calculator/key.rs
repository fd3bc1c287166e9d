//! The keys of the columns of rows, with their names in JSON, CSV and TOML.

use occupancy_core::kernel::{Argument, Figure};
use serde::{Serialize, Serializer};

macro_rules! keys {
    ($($(#[$docs:meta])* $key:ident $name:ident)*) => {
        /// A column of a row.
        ///
        /// ```
        /// use occupancy_core::kernel::{Argument, Figure};
        /// use occupancy_report::calculator::Key;
        ///
        /// assert_eq!(Key::from(Argument::Registers).name(), "regs");
        /// assert_eq!(Key::from(Figure::Registers).name(), "registers");
        /// assert_eq!(Key::OccupancyPercent.name(), "occupancy_percent");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Key {
            /// An argument of a configuration.
            Argument(Argument),
            /// A figure of compiled code; for a configuration, the same figure, calculated.
            Figure(Figure),
            $($(#[$docs])* $key,)*
        }

        impl Key {
            /// Returns the name in JSON, CSV and TOML.
            pub const fn name(self) -> &'static str {
                match self {
                    Self::Argument(Argument::Cycles) => "hides_cycles",
                    Self::Argument(Argument::Instructions) => "hides_instructions",
                    Self::Argument(Argument::Wait) => "hides_wait",
                    Self::Argument(Argument::BytesInFlight) => "hides_bytes",
                    Self::Argument(argument) => argument.key(),
                    Self::Figure(figure) => figure.key(),
                    $(Self::$key => stringify!($name),)*
                }
            }
        }
    };
}

keys! {
    /// The path of a file: of compiled code, or of the source.
    File file
    /// The member of an archive.
    Member member
    /// The symbol of a kernel in its file.
    Symbol symbol
    /// The name of a kernel in the source.
    Name name
    /// The target of compiled code, `sm_90`, or `compute_90` for PTX; or the target that an attribute names.
    Target target
    /// Dynamic shared memory, bytes per block.
    DynamicSharedMemory dynamic_shared_memory
    /// The block for which occupancy is calculated.
    Block block
    /// The source of the block: `required`, `launch bounds` or `--threads`.
    BlockFrom block_from
    /// The name of a device.
    Device device
    /// A compute capability, `9.0`, or a target of AMD with its mode, `gfx1100:wave64`.
    ComputeCapability compute_capability
    /// Resident warps per SM.
    WarpsPerSm warps_per_sm
    /// Warp slots of an SM.
    MaxWarpsPerSm max_warps_per_sm
    /// Occupancy, percent.
    OccupancyPercent occupancy_percent
    /// The limits that bind: `registers, warps`.
    BindingLimits binding_limits
    /// Blocks per SM that registers allow.
    RegisterLimit register_limit
    /// Blocks per CU that the scalar registers of AMD's CDNA allow.
    ScalarRegisterLimit scalar_register_limit
    /// Blocks per SM that shared memory allows.
    SharedMemoryLimit shared_memory_limit
    /// Blocks per SM that warps allow.
    WarpLimit warp_limit
    /// Blocks per SM that block slots allow.
    BlockSlotLimit block_slot_limit
    /// Blocks per SM that named barriers allow.
    BarrierLimit barrier_limit
    /// `true` if the registers are those that launch bounds leave, as `regs = auto` states.
    RegistersAreAuto regs_auto
    /// Likewise of `vgprs = auto`.
    VgprsAreAuto vgprs_auto
    /// Registers that a block takes.
    RegistersPerBlock registers_per_block
    /// Shared memory that a block takes, bytes.
    SharedMemoryPerBlock shared_memory_per_block
    /// Shared memory of an SM that its blocks divide among them, bytes.
    SharedMemoryPerSm shared_memory_per_sm
    /// The most clusters that can be resident at once.
    MaxClusters max_clusters
    /// Warps per SM that hide the stated latency.
    WarpsNeeded warps_needed
    /// Floating-point operations for each byte of a tile.
    FlopPerByte flop_per_byte
    /// FLOP per byte of device memory from which on tensor cores with 16-bit operands limit, not memory.
    RidgeFlopPerByte ridge_flop_per_byte
    /// Registers of each thread that hold accumulators of the tile.
    AccumulatorRegisters accumulator_registers
    /// Columns of tensor memory that hold them.
    TensorMemoryColumns tensor_memory_columns
    /// The most bytes of operands that are on their way to an SM: those of all stages of its blocks.
    OperandBytesPerSm operand_bytes_per_sm
    /// Bytes on their way to an SM that keep the memory busy.
    BytesInFlightNeeded bytes_in_flight_needed
    /// Tiles of the product.
    Tiles tiles
    /// Elements of the product over those of its tiles, percent.
    TileEfficiencyPercent tile_efficiency_percent
    /// Blocks of the grid.
    GridBlocks grid_blocks
    /// Waves of the grid.
    Waves waves
    /// Blocks of a full wave.
    BlocksPerWave blocks_per_wave
    /// Blocks of the last wave.
    LastWaveBlocks last_wave_blocks
    /// Tail efficiency of the grid, percent.
    TailEfficiencyPercent tail_efficiency_percent
    /// Codes of errors.
    Errors errors
    /// Codes of warnings.
    Warnings warnings
    /// The package that declares a kernel.
    Package package
    /// The kind of the package's target that has the kernel: `lib`, `bin`, `example` or `test`.
    CrateKind crate_kind
    /// The name of that target of the package.
    CrateName crate_name
    /// The path of the module.
    Module module
    /// The name of the launch type.
    LaunchType launch_type
    /// The line of the attribute.
    Line line
    /// The figures of the compiled kernel, a row.
    Compiled compiled
}

conversions! { Key:
    Argument: argument => Self::Argument(argument);
    Figure: figure => Self::Figure(figure);
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
