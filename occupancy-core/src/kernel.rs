//! The resources that one block of a kernel needs of an SM, and the figures of the compiled kernel.

/// Functions that return a copy with one field set, with `=>` to a variant of their argument.
macro_rules! setters {
    ($($(#[$documentation:meta])* $setter:ident($field:ident: $type:ty $(=> $variant:ident)?);)+) => {
        $($(#[$documentation])* pub const fn $setter(mut self, $field: $type) -> Self {
            self.$field = $($variant)?($field);
            self
        })+
    };
}

#[macro_use]
mod argument;
mod arithmetic;
mod change;
mod code;
mod compiled;
mod configuration;
mod grid;
mod integer;
mod name;
mod of_gpus;
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "`NUMBERS` counts the numbers of every argument, and each bit is that of an argument"
)]
mod stated;
mod tile;
mod warp_groups;

pub use self::argument::Argument;
#[doc(hidden)]
pub use self::argument::{Arguments, Form};
#[doc(hidden)]
pub use self::arithmetic::arithmetic;
#[doc(hidden)]
pub use self::change::Change;
#[doc(hidden)]
pub use self::compiled::Better;
pub use self::compiled::{Compiled, Figure, FigureValue};
pub use self::configuration::{Configuration, Grid, LatencyDemand, Wait};
pub use self::grid::{Axis, GridDim, GridError};
pub use self::name::name_in_source;
pub(crate) use self::of_gpus::of_gpus;
#[doc(hidden)]
pub use self::stated::{Rare, Stated, dims, saturated};
pub use self::tile::{Accumulator, Tile};
pub use self::warp_groups::WarpGroups;
use crate::gpu::{DEFAULT_SHARED_MEMORY_PER_BLOCK, Multiprocessor, Vendor};

defaults! {
    /// The resources that one block of a kernel asks for.
    ///
    /// ```
    /// use occupancy_core::{Kernel, compute_capabilities::SM_90};
    ///
    /// let kernel = Kernel::new((32, 8, 1), 64)
    ///     .with_dynamic_shared_memory(32 * 1024)
    ///     .with_carveout(Some(50));
    /// assert_eq!(kernel.threads_per_block(), 256);
    /// assert_eq!(kernel.warps_per_block(&SM_90), 8);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
    #[must_use]
    #[non_exhaustive]
    pub struct Kernel {
        /// Threads of the block in x, y and z.
        pub block_dim: (u32, u32, u32) = (1, 1, 1),
        /// 32-bit registers that each thread may use on a GPU of NVIDIA, 1 to what it
        /// [allows](Multiprocessor::max_registers_per_thread); 0 states none.
        pub registers_per_thread: u32 = 0,
        /// 32-bit vector registers that each lane may use on a GPU of AMD, 1 to what it
        /// [allows](Multiprocessor::max_registers_per_thread); 0 states none.
        ///
        /// They are all that a lane takes, as `.vgpr_count` of a code object counts them: with accumulation registers
        /// from CDNA 2 on, and on CDNA 1 the larger of both numbers.
        pub vgprs: u32 = 0,
        /// Scalar registers of a wavefront on a GPU of AMD, as `.sgpr_count` of a code object counts them: with VCC,
        /// FLAT_SCRATCH and XNACK. Zero limits nothing, and stands for an unknown number. They limit the wavefronts of
        /// [CDNA](Multiprocessor::scalar_registers_per_partition) alone.
        pub sgprs: u32 = 0,
        /// Shared memory that the kernel itself declares, bytes per block.
        pub static_shared_memory: u32 = 0,
        /// Shared memory that the launch asks for, bytes per block.
        pub dynamic_shared_memory: u32 = 0,
        /// `true` if the launch side sets `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`. Without it, static and
        /// dynamic shared memory together are at most 48 KiB.
        pub shared_memory_optin: bool = true,
        /// The preferred share of the unified cache that becomes shared memory, in percent of the SM's largest shared
        /// memory, 0 to 100. With `None`, the driver may use the largest. Compute capability 5.x and 6.x have dedicated
        /// shared memory and ignore it, and so do GPUs of AMD.
        ///
        /// It is `CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT`: a hint that the driver rounds up to the next
        /// size that the SM supports, and ignores if not even one block would fit.
        pub carveout: Option<u32> = None,
        /// Named barriers (`bar.sync 0` to `15`) that the kernel uses, as `ptxas -v` reports them. Zero limits nothing,
        /// and stands for an unknown number.
        ///
        /// It is one more than the highest number that the code names, and 16 if a barrier's number is in a register.
        /// Machine code states it; `cudaFuncGetAttributes` does not report it.
        ///
        /// Source: PTX ISA 9.0, `barrier.cta`: 16 per block, 0 to 15. `cuda_occupancy.h` of CUDA 13.5 has the number of
        /// an SM, and limits its blocks by them from 9.0 on.
        pub barriers: u32 = 0,
        /// Virtual resources of compute capability 10.0 and later, as `cuda_occupancy.h` counts them; zero
        /// limits nothing.
        ///
        /// NVIDIA does not document what uses one. Kernels with `tcgen05` have 128, so the header and the driver allow
        /// one block per SM, but more were measured: see [`Accumulator::TensorMemory`]. Leave it at zero to count the
        /// blocks that the SM really holds.
        pub virtual_resources: u32 = 0,
        /// Blocks of a thread block cluster in x, y and z; `None` if the kernel uses no clusters.
        ///
        /// It is `.reqnctapercluster` of PTX, and `cudaLaunchAttributeClusterDimension`. Clusters exist from compute
        /// capability 9.0 on. They have up to 8 blocks everywhere, and up to 16 where NVIDIA documents it and the
        /// function allows it. Every dimension of the grid is a multiple of the cluster's.
        ///
        /// A cluster does not change how many blocks fit on one SM: each of its blocks needs the same as before. It can
        /// leave SMs of the GPU idle: the blocks of a cluster run at the same time within one GPC, and NVIDIA does not
        /// document how many SMs each GPC of a board has. `cudaOccupancyMaxActiveClusters` answers how many clusters
        /// are resident; [`Configuration::resident_clusters_at_most`] is an upper bound.
        ///
        /// Source: CUDA C++ Programming Guide 13.0, Thread Block Clusters.
        ///
        /// [`Configuration::resident_clusters_at_most`]: crate::Configuration::resident_clusters_at_most
        pub cluster_dim: Option<(u32, u32, u32)> = None,
    }

    const NOTHING;
}

impl Kernel {
    /// Makes a kernel with blocks of `block_dim` threads and `registers_per_thread`. It has no shared memory, the
    /// default carve-out, the opt-in to all the shared memory that a block may have, and no cluster.
    pub const fn new(block_dim: (u32, u32, u32), registers_per_thread: u32) -> Self {
        Self {
            block_dim,
            registers_per_thread,
            ..Self::NOTHING
        }
    }

    setters! {
        /// Sets the block dimensions, in threads.
        with_block_dim(block_dim: (u32, u32, u32));

        /// Sets the register budget, in 32-bit registers per thread.
        with_registers(registers_per_thread: u32);

        /// Sets the budget of vector registers on AMD, in 32-bit registers per lane.
        with_vgprs(vgprs: u32);

        /// Sets the scalar registers on AMD, per wavefront.
        with_sgprs(sgprs: u32);

        /// Sets the static shared memory, in bytes per block.
        with_static_shared_memory(static_shared_memory: u32);

        /// Sets the dynamic shared memory, in bytes per block.
        with_dynamic_shared_memory(dynamic_shared_memory: u32);

        /// Sets whether the launch side opts in to more than 48 KiB of shared memory.
        with_shared_memory_optin(shared_memory_optin: bool);

        /// Sets the preferred carve-out, in percent.
        with_carveout(carveout: Option<u32>);

        /// Sets the number of named barriers.
        with_barriers(barriers: u32);

        /// Sets the number of virtual resources.
        with_virtual_resources(virtual_resources: u32);

        /// Sets the blocks of a cluster; `None` for no clusters.
        ///
        /// ```
        /// use occupancy_core::{Kernel, Occupancy, compute_capabilities::SM_90};
        ///
        /// let alone = Kernel::new((256, 1, 1), 64);
        /// let kernel = alone.with_cluster_dim(Some((4, 2, 1)));
        /// assert_eq!(kernel.blocks_per_cluster(), 8);
        /// // One SM holds as many blocks as without clusters.
        /// assert_eq!(Occupancy::new(&SM_90, &kernel), Occupancy::new(&SM_90, &alone));
        /// ```
        with_cluster_dim(cluster_dim: Option<(u32, u32, u32)>);
    }

    /// The register budget on a GPU: that of its vendor, in 32-bit registers per thread. Zero if none is stated.
    ///
    /// ```
    /// use occupancy_core::{Kernel, compute_capabilities::SM_90, targets::GFX942};
    ///
    /// let kernel = Kernel::new((256, 1, 1), 64).with_vgprs(96);
    /// assert_eq!(kernel.registers_on(&SM_90), 64);
    /// assert_eq!(kernel.registers_on(&GFX942), 96);
    /// ```
    pub const fn registers_on(&self, sm: &Multiprocessor) -> u32 {
        match sm.vendor {
            Vendor::Nvidia => self.registers_per_thread,
            Vendor::Amd => self.vgprs,
        }
    }

    /// Threads in the block; `u64::MAX` if the product of the dimensions is larger.
    pub const fn threads_per_block(&self) -> u64 {
        product(self.block_dim)
    }

    /// The registers that the block enters with on a GPU of NVIDIA, which [`WarpGroups`] split: threads × registers.
    ///
    /// The hardware gives every warp a multiple of 8 per thread. NVIDIA does not document whether the pool of the block
    /// has the rest, so it is not counted.
    pub const fn registers_of_block(&self) -> u64 {
        self.threads_per_block()
            .saturating_mul(self.registers_per_thread as u64)
    }

    /// Warps in the block, of as many threads as a warp of `sm` has; the last one may be partial.
    pub const fn warps_per_block(&self, sm: &Multiprocessor) -> u64 {
        sm.warps(self.threads_per_block())
    }

    /// Static and dynamic shared memory together, bytes per block, without the share that the driver reserves.
    #[allow(clippy::arithmetic_side_effects, reason = "two 32-bit figures")]
    pub const fn shared_memory(&self) -> u64 {
        self.static_shared_memory as u64 + self.dynamic_shared_memory as u64
    }

    /// Returns `true` if the launch needs the shared-memory opt-in: static and dynamic shared memory together exceed
    /// the 48 KiB that every kernel may use.
    ///
    /// Source: CUDA C++ Programming Guide 13.0, Table 27, notes on shared memory per block.
    pub const fn needs_shared_memory_optin(&self) -> bool {
        self.shared_memory() > DEFAULT_SHARED_MEMORY_PER_BLOCK as u64
    }

    /// Blocks per cluster; 1 without clusters, and `u64::MAX` if the product of the dimensions is
    /// larger.
    pub const fn blocks_per_cluster(&self) -> u64 {
        product(self.cluster())
    }

    /// Blocks of a cluster in x, y and z; `(1, 1, 1)` without clusters.
    pub const fn cluster(&self) -> (u32, u32, u32) {
        // Plain, because a call costs the compiler more.
        match self.cluster_dim {
            Some(cluster_dim) => cluster_dim,
            None => (1, 1, 1),
        }
    }
}

/// Returns `true` if two extents are the same in x, y and z.
#[doc(hidden)]
pub const fn same_dims(one: (u32, u32, u32), other: (u32, u32, u32)) -> bool {
    one.0 == other.0 && one.1 == other.1 && one.2 == other.2
}

/// The product of an extent in x, y and z, at most `u64::MAX`.
#[doc(hidden)]
#[allow(
    clippy::arithmetic_side_effects,
    reason = "(2^32 - 1)^2 is below 2^64, and a larger product saturates; a call for each would cost a constant \
              more than the rest"
)]
pub const fn product((x, y, z): (u32, u32, u32)) -> u64 {
    let plane = x as u64 * y as u64;
    if z == 1 {
        plane
    } else if plane <= u32::MAX as u64 {
        plane * z as u64
    } else {
        plane.saturating_mul(z as u64)
    }
}

/// The number, at most `u32::MAX`.
#[allow(clippy::cast_possible_truncation, reason = "compared just before")]
pub(crate) const fn saturate(number: u64) -> u32 {
    if number > u32::MAX as u64 {
        u32::MAX
    } else {
        number as u32
    }
}

/// The product of two 32-bit figures, which fits 64 bits.
#[allow(clippy::arithmetic_side_effects, reason = "(2^32 - 1)^2 is below 2^64")]
pub(crate) const fn wide(a: u32, b: u32) -> u64 {
    a as u64 * b as u64
}
