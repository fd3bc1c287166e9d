//! The tile of a matrix product, as an author states it.

use super::{Argument, Arguments, wide};

/// Where a block keeps its accumulators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Accumulator {
    /// In the registers of its threads, in equal parts.
    #[default]
    Registers,
    /// In tensor memory.
    TensorMemory,
}

impl Accumulator {
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

/// The tile of a matrix product that one block computes, as `tile(…)` states it. The rules check it, and
/// [`tile`](Self::tile) converts it.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel, Rule, kernel::StatedTile};
///
/// let archs = [Arch::find("h100").unwrap()];
/// // 256 × 128 × 64 of bf16, four stages.
/// let mut tile = StatedTile::new(256, 128, 64);
/// (tile.stages, tile.a_bytes, tile.b_bytes) = (4, 2, 2);
/// tile.gives_shared_memory = true;
/// let configuration =
///     Configuration::new(&archs, Kernel::new((256, 1, 1), 168)).with_tile(Some(tile));
/// assert_eq!(configuration.kernel.dynamic_shared_memory, 196_608);
/// assert!(configuration.passes());
///
/// // 128 registers per thread are accumulators.
/// let few = configuration.with_kernel(configuration.kernel.with_registers(96));
/// assert!(few.check().contains(Rule::TileRegisters));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct StatedTile {
    /// `m`: rows of the tile, elements.
    pub m: u32,
    /// `n`: columns of the tile, elements.
    pub n: u32,
    /// `k`: elements of the inner dimension that one stage takes.
    pub k: u32,
    /// `stages`: steps along the inner dimension that are in shared memory at once; with 0, operands do
    /// not go through it.
    pub stages: u32,
    /// `a`: bytes of an element of A.
    pub a_bytes: u32,
    /// `b`: bytes of an element of B.
    pub b_bytes: u32,
    /// `accumulator`: where accumulators are.
    pub accumulator: Accumulator,
    /// `extra_regs`: registers per thread beside accumulators.
    pub extra_registers: u32,
    /// `problem`: rows and columns of the product, elements.
    pub problem: Option<(u32, u32)>,
    /// Whether the tile gives the kernel's dynamic shared memory, because the author states none.
    pub gives_shared_memory: bool,
}

impl StatedTile {
    /// What the shared memory of the operands depends on.
    pub(crate) const OPERANDS: Arguments =
        Arguments::of(&Argument::TILE_EXTENTS).and(Arguments::of(&[
            Argument::Stages,
            Argument::ElementOfA,
            Argument::ElementOfB,
        ]));

    /// A tile of `m × n` elements that takes `k` of the inner dimension at a time. It has one stage,
    /// operands of 4 bytes, accumulators in registers and no extra registers.
    pub const fn new(m: u32, n: u32, k: u32) -> Self {
        Self {
            m,
            n,
            k,
            stages: 1,
            a_bytes: 4,
            b_bytes: 4,
            accumulator: Accumulator::Registers,
            extra_registers: 0,
            problem: None,
            gives_shared_memory: false,
        }
    }

    /// Sets whether the tile gives the kernel's dynamic shared memory, by the arguments that are stated beside it:
    /// it does where neither shared memory nor a file with the kernel's code is among them, because then nothing
    /// else says where the operands are.
    ///
    /// ```
    /// use occupancy_core::kernel::{Argument, Arguments, StatedTile};
    ///
    /// let tile = StatedTile::new(128, 128, 64);
    /// assert!(tile.beside(Arguments::of(&[Argument::Registers])).gives_shared_memory);
    /// assert!(!tile.beside(Arguments::of(&[Argument::Cubin])).gives_shared_memory);
    /// ```
    #[must_use = "returns the changed tile"]
    pub const fn beside(mut self, stated: Arguments) -> Self {
        const OTHERS: Arguments = Arguments::of(&[
            Argument::DynamicSharedMemory,
            Argument::StaticSharedMemory,
            Argument::Cubin,
            Argument::Ptx,
        ]);
        self.gives_shared_memory = !stated.meets(OTHERS);
        self
    }

    /// Shared memory for the operands, bytes per block: stages × (m·k elements of A and k·n of B). `u64::MAX`
    /// if 64 bits do not hold it.
    ///
    /// ```
    /// use occupancy_core::kernel::StatedTile;
    ///
    /// assert_eq!(StatedTile::new(128, 64, 32).shared_memory(), (128 + 64) * 32 * 4);
    /// ```
    pub const fn shared_memory(&self) -> u64 {
        (self.stages as u64).saturating_mul(self.stage_bytes())
    }

    /// Bytes of A and B that one stage takes.
    pub(crate) const fn stage_bytes(&self) -> u64 {
        let a = wide(self.m, self.k).saturating_mul(self.a_bytes as u64);
        let b = wide(self.k, self.n).saturating_mul(self.b_bytes as u64);
        a.saturating_add(b)
    }
}
