//! The tile of a matrix product, as an author states it.

use super::{Argument, Arguments, wide};
use crate::numbers::max;

/// The place where a block keeps its accumulators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Accumulator {
    /// In the registers of its threads, in equal parts.
    #[default]
    Registers,
    /// In tensor memory, which compute capability 10.x has.
    ///
    /// A kernel allocates its columns while it runs, by `tcgen05.alloc`. A block that finds too few free columns waits
    /// until another block gives its own back. So the columns do not limit the launch, but they limit how many blocks
    /// of one SM work at once: at most ⌊[columns of the SM](crate::Multiprocessor::tensor_memory_columns_per_sm) /
    /// columns of a block⌋.
    ///
    /// Documented, in the PTX ISA 9.0 (9.7.16.1, and `tcgen05.alloc`): there are 512 columns. An allocation is a power
    /// of two of them, 32 to 512, and never larger than the one before in the same block. It waits while its columns
    /// are not free. CUTLASS calls the 512 the capacity (`include/cute/arch/tmem_allocator_sm100.hpp`). With
    /// `cta_group::2`, each block of the pair holds as many columns on its own SM. The places of the columns are not
    /// documented, so free columns can be in the wrong places.
    ///
    /// Measured, on a B200 (github.com/feitreim/ferro-kittens at `c437b897`, `experiments/README.md`; every block noted
    /// its SM and the times at which it held columns): the blocks of one SM share those 512. With 32, 64, 128, 256 and
    /// 512 columns, 16, 8, 4, 2 and 1 blocks held theirs at once, with `cta_group::2` as with `cta_group::1`, and one
    /// more block was resident and waited. If shared memory allowed fewer blocks, that many held columns.
    ///
    /// `cuOccupancyMaxActiveBlocksPerMultiprocessor` answered 1 for each of these kernels, so it does not tell how many
    /// are resident. It agrees with the [virtual resources](crate::Kernel::virtual_resources) of NVIDIA's
    /// `cuda_occupancy.h`: ptxas 13.5 writes 128, all that an SM has, into the cubin of every kernel that uses
    /// `tcgen05`, for any number of columns. According to its documentation, a cooperative launch still goes by that
    /// answer: one block per SM.
    TensorMemory,
}

impl Accumulator {
    /// The place with this number among the words of the argument.
    pub(super) const fn at(number: i128) -> Self {
        match number {
            1 => Self::TensorMemory,
            _ => Self::Registers,
        }
    }

    /// The name in `tile(accumulator = …)`.
    ///
    /// ```
    /// use occupancy_core::kernel::Accumulator;
    ///
    /// assert_eq!(Accumulator::TensorMemory.name(), "tensor_memory");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Registers => "registers",
            Self::TensorMemory => "tensor_memory",
        }
    }
}

defaults! {
    /// The tile of a matrix product `C ← A·B` that one block computes, as `tile(…)` states it. The rules check it.
    ///
    /// # Model
    ///
    /// A block computes `m × n` elements of C. In each step, it takes `m × k` elements of A and `k × n` of B through
    /// shared memory, which holds `stages` steps at once, so that copies run ahead. It keeps an accumulator of 32 bits
    /// for each element of C, in registers or in tensor memory.
    ///
    /// This is the blocking of CUTLASS, *Efficient GEMM in CUDA*. It leaves out the barriers of a pipeline, the buffer
    /// of an epilogue, and padding: give
    /// [`Kernel::with_dynamic_shared_memory`](crate::Kernel::with_dynamic_shared_memory) all that the kernel needs. The
    /// rules refuse an extent of zero or over 65,536; the figures of such a tile are `None`.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, Rule, kernel::Tile};
    ///
    /// // 256 × 128 × 64 of bf16, four stages.
    /// const TILE: Tile = Tile { stages: 4, a_bytes: 2, b_bytes: 2, ..Tile::new(256, 128, 64) };
    /// assert_eq!(TILE.shared_memory(), 196_608);
    /// assert_eq!(TILE.accumulator_registers(256), Some(128));
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let kernel = Kernel::new((256, 1, 1), 168).with_dynamic_shared_memory(196_608);
    /// let configuration = Configuration::new(&archs, kernel).with_tile(Some(TILE));
    /// assert!(configuration.passes());
    ///
    /// // 128 registers per thread are accumulators.
    /// let few = configuration.with_kernel(kernel.with_registers(96));
    /// assert!(few.check().contains(Rule::TileRegisters));
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
    #[must_use]
    pub struct Tile {
        /// `m`: rows of the tile, elements.
        pub m: u32 = 1,
        /// `n`: columns of the tile, elements.
        pub n: u32 = 1,
        /// `k`: elements of the inner dimension that one stage takes.
        pub k: u32 = 1,
        /// `stages`: steps along the inner dimension that are in shared memory at once; with 0, the operands do not go
        /// through it.
        pub stages: u32 = 1,
        /// `a`: bytes of an element of A.
        pub a_bytes: u32 = 4,
        /// `b`: bytes of an element of B.
        pub b_bytes: u32 = 4,
        /// `packed`: elements that share `a_bytes`, and that share `b_bytes`: 2 of 4 bits in a byte.
        pub packed: u32 = 1,
        /// `accumulator`: the place of the accumulators.
        pub accumulator: Accumulator = Accumulator::Registers,
        /// `extra_regs`: registers per thread beside those of the accumulators.
        pub extra_registers: u32 = 0,
        /// `problem`: rows and columns of the product, elements.
        pub problem: Option<(u32, u32)> = None,
        /// Set if the tile gives the kernel's dynamic shared memory, because the author states none.
        pub gives_shared_memory: bool = false,
    }

    /// A tile of one element.
    pub(super) const ONE;
}

impl Tile {
    /// The largest extent of a tile, elements. It is far more than a block can hold.
    pub(crate) const MOST: u32 = 1 << 16;

    /// The arguments that decide the shared memory of the operands.
    pub(crate) const OPERANDS: Arguments = Arguments::of(&Argument::TILE_EXTENTS)
        .with(Argument::Stages)
        .with(Argument::ElementOfA)
        .with(Argument::ElementOfB)
        .with(Argument::Packed);

    /// Makes a tile of `m × n` elements that takes `k` of the inner dimension at a time. It has one stage, operands of
    /// 4 bytes, accumulators in registers and no extra registers.
    pub const fn new(m: u32, n: u32, k: u32) -> Self {
        Self {
            m,
            n,
            k,
            ..Self::ONE
        }
    }

    /// Returns `true` if a tile [gives](Self::gives_shared_memory) the kernel's dynamic shared memory beside these
    /// arguments. It does if neither shared memory nor a file with the kernel's code is among them: then nothing else
    /// says where the operands are.
    ///
    /// ```
    /// use occupancy_core::kernel::{Argument, Arguments, Tile};
    ///
    /// assert!(Tile::gives_beside(Arguments::of(&[Argument::Registers])));
    /// assert!(!Tile::gives_beside(Arguments::of(&[Argument::Cubin])));
    /// ```
    pub const fn gives_beside(stated: Arguments) -> bool {
        const OTHERS: Arguments = Argument::FILES
            .with(Argument::DynamicSharedMemory)
            .with(Argument::StaticSharedMemory);
        !stated.meets(OTHERS)
    }

    /// Shared memory for the operands, bytes per block: stages × (m·k elements of A and k·n of B), at most `u64::MAX`.
    ///
    /// ```
    /// use occupancy_core::kernel::Tile;
    ///
    /// assert_eq!(Tile::new(128, 64, 32).shared_memory(), (128 + 64) * 32 * 4);
    /// // Two elements of 4 bits in a byte.
    /// let tile = Tile { a_bytes: 1, b_bytes: 1, packed: 2, ..Tile::new(128, 64, 256) };
    /// assert_eq!(tile.shared_memory(), (128 + 64) * 256 / 2);
    /// ```
    pub const fn shared_memory(&self) -> u64 {
        (self.stages as u64).saturating_mul(self.stage_bytes())
    }

    /// Bytes of A and B that one stage takes.
    pub(crate) const fn stage_bytes(&self) -> u64 {
        let a = wide(self.m, self.k).saturating_mul(self.a_bytes as u64);
        let b = wide(self.k, self.n).saturating_mul(self.b_bytes as u64);
        a.saturating_add(b).div_ceil(max(self.packed, 1) as u64)
    }

    /// The first extent that is zero or too large; `None` if all are right.
    pub(crate) const fn wrong_extent(&self) -> Option<Argument> {
        match [self.m, self.n, self.k] {
            [1..=Self::MOST, 1..=Self::MOST, 1..=Self::MOST] => None,
            [1..=Self::MOST, 1..=Self::MOST, _] => Some(Argument::TileDepth),
            [1..=Self::MOST, ..] => Some(Argument::TileColumns),
            _ => Some(Argument::TileRows),
        }
    }
}
