//! Tensor memory of compute capability 10.x: the columns that a block allocates, and how many blocks of
//! one SM hold their columns at once.

use core::fmt;

use crate::gpu::ComputeCapability;

/// The most columns of one allocation.
///
/// Source: PTX ISA 9.0, `tcgen05.alloc`.
pub(crate) const MOST_COLUMNS: u32 = 512;

/// The columns of tensor memory that one block holds at the same time.
///
/// Tensor memory is allocated while the kernel runs, by `tcgen05.alloc`: a block that finds too few free
/// columns waits until another block gives its own back. It does not limit the launch, but limits how
/// many blocks of one SM work at once.
///
/// Documented, in the PTX ISA 9.0 (9.7.16.1, and `tcgen05.alloc`): there are 512 columns; an allocation
/// is a power of two of them, 32 to 512; it is never larger than the one before in the same block; it
/// waits while its columns are not free. CUTLASS calls the 512 the capacity
/// (`include/cute/arch/tmem_allocator_sm100.hpp`).
///
/// Measured, on a B200 (github.com/feitreim/ferro-kittens at `c437b897`, `experiments/README.md`: every
/// block noted its SM and when it held columns): the blocks of one SM share those 512. With 32, 64, 128,
/// 256 and 512 columns, 16, 8, 4, 2 and 1 blocks held theirs at once, with `cta_group::2` as with
/// `cta_group::1`, and one more block was resident and waited. If shared memory allowed fewer, that many
/// held theirs.
///
/// `cuOccupancyMaxActiveBlocksPerMultiprocessor` answered 1 for each of these kernels, so do not take it
/// for their residency. It agrees with the [virtual resources](crate::Kernel::virtual_resources) of
/// NVIDIA's `cuda_occupancy.h`: ptxas 13.5 writes 128, all that an SM has, into the cubin of every kernel
/// that uses `tcgen05`, for any number of columns. By its documentation, a cooperative launch still keeps
/// to that answer: one block per SM.
///
/// ```
/// use occupancy_core::{Kernel, Occupancy, compute_capabilities::SM_100, model::TensorMemory};
///
/// // A 128 × 128 tile of f32 accumulators, twice: 256 of 512 columns.
/// const ACCUMULATORS: TensorMemory = match TensorMemory::allocation(256) {
///     Ok(accumulators) => accumulators,
///     Err(_) => panic!("not a size of tcgen05.alloc"),
/// };
/// assert_eq!(ACCUMULATORS.blocks_per_sm_at_most(&SM_100), Ok(2));
///
/// // Registers allow 5 blocks, and the columns 2 at once.
/// let occupancy = Occupancy::new(&SM_100, &Kernel::new((128, 1, 1), 96))?;
/// let working = ACCUMULATORS.blocks_per_sm_at_most(&SM_100)?.min(occupancy.blocks_per_sm);
/// assert_eq!((occupancy.blocks_per_sm, working), (5, 2));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TensorMemory {
    columns: u32,
    last: u32,
}

impl TensorMemory {
    /// The columns of one `tcgen05.alloc` of `columns`.
    ///
    /// Source: PTX ISA 9.0, `tcgen05.alloc`; ptxas 13.5 accepts 32, 64, 128, 256 and 512 and refuses
    /// 16, 48, 96 and 1,024.
    ///
    /// # Errors
    ///
    /// [`TensorMemoryError::Columns`] for any other number of columns.
    ///
    /// ```
    /// use occupancy_core::{model::{TensorMemory, TensorMemoryError}};
    ///
    /// assert_eq!(TensorMemory::allocation(64)?.columns(), 64);
    /// assert_eq!(TensorMemory::allocation(96), Err(TensorMemoryError::Columns(96)));
    /// # Ok::<(), TensorMemoryError>(())
    /// ```
    pub const fn allocation(columns: u32) -> Result<Self, TensorMemoryError> {
        if columns.is_power_of_two() && columns >= 32 && columns <= MOST_COLUMNS {
            Ok(Self {
                columns,
                last: columns,
            })
        } else {
            Err(TensorMemoryError::Columns(columns))
        }
    }

    /// Adds an allocation that the block makes after the others and holds beside them.
    ///
    /// Source: PTX ISA 9.0, `tcgen05.alloc`: from one allocation to the next of a block, the number of
    /// columns does not increase.
    ///
    /// # Errors
    ///
    /// [`TensorMemoryError::Columns`] for a number of columns that is no allocation,
    /// [`TensorMemoryError::Increase`] for more than the allocation before.
    ///
    /// ```
    /// use occupancy_core::{model::{TensorMemory, TensorMemoryError}};
    ///
    /// // Accumulators, then scale factors.
    /// let both = TensorMemory::allocation(256)?.then(32)?;
    /// assert_eq!(both.columns(), 288);
    /// assert_eq!(
    ///     both.then(64),
    ///     Err(TensorMemoryError::Increase { before: 32, columns: 64 })
    /// );
    /// # Ok::<(), TensorMemoryError>(())
    /// ```
    pub const fn then(self, columns: u32) -> Result<Self, TensorMemoryError> {
        match Self::allocation(columns) {
            Ok(_) if columns > self.last => Err(TensorMemoryError::Increase {
                before: self.last,
                columns,
            }),
            Ok(_) => Ok(Self {
                columns: self.columns.saturating_add(columns),
                last: columns,
            }),
            Err(error) => Err(error),
        }
    }

    /// Columns of all allocations together.
    pub const fn columns(self) -> u32 {
        self.columns
    }

    /// An upper bound of the blocks of one SM that hold their columns at the same time: ⌊columns of the
    /// SM / columns of a block⌋, at least 1.
    ///
    /// It is only a bound: NVIDIA does not document where the columns of an allocation are, so free
    /// columns can be in the wrong places. With `cta_group::2`, each block of the pair holds as many
    /// columns on its own SM.
    ///
    /// # Errors
    ///
    /// [`TensorMemoryError::Unsupported`] if the compute capability has no tensor memory,
    /// [`TensorMemoryError::Unknown`] if it has some and NVIDIA does not say how much,
    /// [`TensorMemoryError::Capacity`] if a block asks for more than the SM has.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::{SM_90, SM_103, SM_110};
    /// use occupancy_core::{model::{TensorMemory, TensorMemoryError}};
    ///
    /// let all = TensorMemory::allocation(512)?;
    /// assert_eq!(all.blocks_per_sm_at_most(&SM_103), Ok(1));
    /// assert_eq!(
    ///     all.blocks_per_sm_at_most(&SM_90),
    ///     Err(TensorMemoryError::Unsupported { compute_capability: (9, 0) })
    /// );
    /// assert_eq!(
    ///     all.blocks_per_sm_at_most(&SM_110),
    ///     Err(TensorMemoryError::Unknown { compute_capability: (11, 0) })
    /// );
    /// # Ok::<(), TensorMemoryError>(())
    /// ```
    pub const fn blocks_per_sm_at_most(
        self,
        compute_capability: &ComputeCapability,
    ) -> Result<u32, TensorMemoryError> {
        let number = (compute_capability.major, compute_capability.minor);
        match compute_capability.tensor_memory_columns_per_sm {
            None => Err(TensorMemoryError::Unknown {
                compute_capability: number,
            }),
            Some(0) => Err(TensorMemoryError::Unsupported {
                compute_capability: number,
            }),
            Some(available) => match available.checked_div(self.columns) {
                Some(blocks) if blocks > 0 => Ok(blocks),
                _ => Err(TensorMemoryError::Capacity {
                    columns: self.columns,
                    available,
                }),
            },
        }
    }
}

/// Why a block cannot have the tensor memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TensorMemoryError {
    /// The number of columns is not a size of one allocation.
    Columns(u32),
    /// The allocation has more columns than the one before.
    Increase {
        /// Columns of the allocation before.
        before: u32,
        /// Columns of this one.
        columns: u32,
    },
    /// The block has more columns than the SM: it would wait for itself.
    Capacity {
        /// Columns of all allocations of a block together.
        columns: u32,
        /// Columns of the SM.
        available: u32,
    },
    /// The compute capability has no tensor memory.
    Unsupported {
        /// Major and minor.
        compute_capability: (u32, u32),
    },
    /// The compute capability has tensor memory, and NVIDIA does not document how much.
    Unknown {
        /// Major and minor.
        compute_capability: (u32, u32),
    },
}

impl fmt::Display for TensorMemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Columns(columns) => write!(
                f,
                "an allocation of {columns} columns of tensor memory: `tcgen05.alloc` takes 32, 64, 128, \
                 256 or 512"
            ),
            Self::Increase { before, columns } => write!(
                f,
                "an allocation of {columns} columns of tensor memory after one of {before}: make the \
                 larger one first"
            ),
            Self::Capacity { columns, available } => write!(
                f,
                "{columns} columns of tensor memory a block, of {available} on an SM: the block would \
                 wait for itself; free some before it allocates the rest"
            ),
            Self::Unsupported {
                compute_capability: (major, minor),
            } => write!(
                f,
                "compute capability {major}.{minor} has no tensor memory: `tcgen05` is compiled for \
                 `sm_100f` and `sm_110f`"
            ),
            Self::Unknown {
                compute_capability: (major, minor),
            } => write!(
                f,
                "the tensor memory of compute capability {major}.{minor} is not documented: state \
                 `tensor_memory_columns_per_sm` in a copy of its limits where it is known"
            ),
        }
    }
}

impl core::error::Error for TensorMemoryError {}
