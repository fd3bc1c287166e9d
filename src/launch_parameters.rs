//! The trait of every launch.

use occupancy_core::{Configuration, GridDim, Kernel};

/// Makes a type a plain value, compared by its fields. `derive` would ask the same of the kernel's type, which has no
/// values.
macro_rules! value_traits {
    ($type:ident $($count:ident)?: $($field:ident),+) => {
        impl<T $(, const $count: usize)?> Clone for $type<T $(, $count)?> {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T $(, const $count: usize)?> Copy for $type<T $(, $count)?> {}

        impl<T $(, const $count: usize)?> PartialEq for $type<T $(, $count)?> {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                $(self.$field == other.$field)&&+
            }
        }

        impl<T $(, const $count: usize)?> Eq for $type<T $(, $count)?> {}
    };
}

/// Writes the functions that return the numbers of a launch, whose grid is in a field.
macro_rules! launch_numbers {
    ($self:ident: $block_dim:expr, $shared_mem_bytes:expr) => {
        /// Returns the blocks of the grid in x, y and z.
        #[inline]
        pub const fn grid_dim(&$self) -> (u32, u32, u32) {
            $self.grid.dims()
        }

        /// Returns the threads of a block in x, y and z.
        #[inline]
        pub const fn block_dim(&$self) -> (u32, u32, u32) {
            $block_dim
        }

        /// Returns the dynamic shared memory of the launch, bytes per block.
        #[inline]
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
        #[inline]
        pub const fn opted_in(&$self) -> ((u32, u32, u32), (u32, u32, u32), u32) {
            ($self.grid_dim(), $self.block_dim(), $self.shared_mem_bytes())
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
