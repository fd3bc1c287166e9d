//! The trait of every launch.

use occupancy_core::{Configuration, GridDim, Kernel};

/// Makes a type a plain value, compared and hashed by its fields. `derive` would ask the same of the kernel's type, which has no
/// values.
macro_rules! value_traits {
    ($type:ident $($count:ident)?: $($field:ident),+) => {
        impl<T $(, const $count: usize)?> Clone for $type<T $(, $count)?> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T $(, const $count: usize)?> Copy for $type<T $(, $count)?> {}

        impl<T $(, const $count: usize)?> PartialEq for $type<T $(, $count)?> {
            fn eq(&self, other: &Self) -> bool {
                $(self.$field == other.$field)&&+
            }
        }

        impl<T $(, const $count: usize)?> Eq for $type<T $(, $count)?> {}

        impl<T $(, const $count: usize)?> core::hash::Hash for $type<T $(, $count)?> {
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                $(self.$field.hash(state);)+
            }
        }
    };
}

/// Writes the functions that return the numbers of a launch, whose grid is in a field.
macro_rules! launch_numbers {
    ($self:ident: $block_dim:expr, $shared_mem_bytes:expr) => {
        /// Returns the blocks of the grid in x, y and z.
        pub const fn grid_dim(&$self) -> (u32, u32, u32) {
            $self.grid.dims()
        }

        /// Returns the threads of a block in x, y and z.
        pub const fn block_dim(&$self) -> (u32, u32, u32) {
            $block_dim
        }

        /// Returns the dynamic shared memory of the launch, bytes per block.
        pub const fn shared_mem_bytes(&$self) -> u32 {
            $shared_mem_bytes
        }

        /// Returns grid, block and dynamic shared memory, for code that itself opts in to more than 48 KiB of shared memory
        /// or to large clusters. An adapter's `prepare` opts in for you.
        ///
        /// ```
        /// use occupancy::launch_config;
        ///
        /// #[launch_config(arch = "h100", threads = 256, regs = 64, smem = 96 * 1024)]
        /// fn gemm() {}
        ///
        /// // `cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 98_304)` before.
        /// let (grid_dim, block_dim, shared_mem_bytes) = GemmLaunch::for_elements(1 << 20)?.opted_in();
        /// assert_eq!((grid_dim, block_dim, shared_mem_bytes), ((4096, 1, 1), (256, 1, 1), 98_304));
        /// # Ok::<(), occupancy::GridError>(())
        /// ```
        pub const fn opted_in(&$self) -> ((u32, u32, u32), (u32, u32, u32), u32) {
            ($self.grid_dim(), $self.block_dim(), $self.shared_mem_bytes())
        }
    };
}

/// Writes the functions that make a launch with a grid: those of a launch type or, with `self`, of its variants.
macro_rules! launch_grids {
    ($launch:ty: $configuration:expr, $resident:expr $(, $self:ident)?) => {
        /// Creates a one-dimensional grid for `elements` elements, in whole clusters.
        ///
        /// # Errors
        ///
        /// [`GridError`] if there are no elements, or more blocks than a grid can have; [`GridError::Cluster`] if the
        /// clusters have more than one block in y or z, where the kernel would do its work once more;
        /// [`GridError::Cooperative`] if the attribute states `cooperative`, and a GPU does not hold all blocks at once.
        pub const fn for_elements($(&$self,)? elements: u64) -> Result<$launch, GridError> {
            Self::with_grid($($self,)? $configuration.grid_for_elements(elements))
        }

        /// Creates a grid of so many blocks in x, y and z.
        ///
        /// # Errors
        ///
        /// [`GridError`] if a dimension is zero, over its limit, or not a multiple of the cluster's, or as for
        /// [`for_elements`](Self::for_elements) of a cooperative grid.
        pub const fn for_grid($(&$self,)? grid: (u32, u32, u32)) -> Result<$launch, GridError> {
            Self::with_grid($($self,)? $configuration.grid_of(grid))
        }

        /// Creates a grid that covers so many elements in x, y and z, one per thread, in whole clusters.
        ///
        /// # Errors
        ///
        /// [`GridError`] if there are no elements, or more blocks along an axis than a grid can have;
        /// [`GridError::Cluster`] if the clusters have more than one block along an axis of one element and blocks of
        /// one thread, where the kernel would do its work once more; as for [`for_elements`](Self::for_elements) of a
        /// cooperative grid.
        pub const fn for_extent($(&$self,)? extent: (u32, u32, u32)) -> Result<$launch, GridError> {
            Self::with_grid($($self,)? $configuration.grid_for_extent(extent))
        }

        /// Creates a grid with a block for each [tile](crate::Configuration::tile) of a product of `m` × `n` elements, in whole
        /// clusters: ⌈n / columns⌉ blocks along x, ⌈m / rows⌉ along y.
        ///
        /// ```
        /// use occupancy::launch_config;
        ///
        /// #[launch_config(arch = "h100", threads = 256, regs = 128, tile(m = 128, n = 64, k = 32))]
        /// fn gemm() {}
        ///
        /// assert_eq!(GemmLaunch::for_problem(2176, 1024)?.grid_dim(), (16, 17, 1));
        /// # Ok::<(), occupancy::GridError>(())
        /// ```
        ///
        /// # Errors
        ///
        /// [`GridError::NoTile`] if the attribute states no tile, or none for the GPU; otherwise [`GridError`] as for
        /// [`for_extent`](Self::for_extent).
        pub const fn for_problem($(&$self,)? m: u32, n: u32) -> Result<$launch, GridError> {
            Self::with_grid($($self,)? $configuration.grid_for_problem(m, n))
        }

        /// Creates a grid that fills a GPU with `sm_count` SMs once.
        ///
        /// Fewer clusters may be resident at once than the grid has, unless it is cooperative: see
        /// [`persistent`](crate::Launch::persistent).
        ///
        /// # Errors
        ///
        /// [`GridError`] if there are no SMs, not one whole cluster fits, or more blocks than a grid can have.
        pub const fn persistent_on($(&$self,)? sm_count: u32) -> Result<$launch, GridError> {
            Self::persistent_on_with($($self,)? sm_count, $resident)
        }

        /// Creates a grid with `blocks_per_sm` blocks on each SM of a GPU with `sm_count` SMs: fewer than can be resident,
        /// if one block keeps an SM busy or another kernel needs room.
        ///
        /// # Errors
        ///
        /// [`GridError::Residency`] if `blocks_per_sm` is more than can be resident; [`GridError`] if there are
        /// no SMs or no blocks, not one whole cluster fits, or more blocks than a grid can have.
        pub const fn persistent_on_with(
            $(&$self,)?
            sm_count: u32,
            blocks_per_sm: u32,
        ) -> Result<$launch, GridError> {
            let grid = $configuration.persistent_grid(sm_count, blocks_per_sm, $resident);
            Self::with_grid($($self,)? grid)
        }
    };
}

/// A launch of a kernel, or of the variant for a GPU, for prepared functions and for generic code.
///
/// Only these two types implement it, so that every launch that reaches the driver was checked.
///
/// ```
/// use occupancy::{LaunchParameters, launch_config};
///
/// #[launch_config(arch = "h100", threads = 256, regs = 64)]
/// fn saxpy() {}
///
/// fn threads<L: LaunchParameters>(launch: L) -> u64 {
///     launch.grid().blocks() * launch.kernel().threads_per_block()
/// }
///
/// assert_eq!(threads(SaxpyLaunch::for_elements(1_000).unwrap()), 1_024);
/// ```
pub trait LaunchParameters: Copy + Sealed {
    /// The [`Launch`](crate::Launch) type of the kernel, also for a variant; [`AtRunTime`](crate::AtRunTime) if no
    /// attribute declares it.
    type LaunchType: LaunchType;

    /// The name of the launch type: `"SaxpyLaunch"`; empty if there is none.
    const NAME: &'static str = <Self::LaunchType as LaunchType>::NAME;

    /// Returns the grid.
    fn grid(&self) -> GridDim;

    /// Returns the resources of one block.
    fn kernel(&self) -> &Kernel;

    /// Returns the configuration that was checked.
    fn configuration(&self) -> Configuration<'_>;
}

/// Seals [`LaunchParameters`]: no other crate can name this trait.
pub trait Sealed {}

/// A launch type, or the type of launches that no attribute declares.
pub trait LaunchType {
    /// The name of the launch type; empty if there is none.
    const NAME: &'static str;
}
