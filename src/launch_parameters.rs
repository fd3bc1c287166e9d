//! What every launch has.

use occupancy_core::{Configuration, GridDim, Kernel};

/// Makes a type a value of its fields, whatever its parameter is: the kernel's type is none, so `derive` would not do.
macro_rules! value_traits {
    ($type:ident: $($field:ident),+) => {
        impl<T> Clone for $type<T> {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T> Copy for $type<T> {}

        impl<T> PartialEq for $type<T> {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                $(self.$field == other.$field)&&+
            }
        }

        impl<T> Eq for $type<T> {}
    };
}

/// A launch of a kernel, or of the variant chosen for a GPU: what a prepared function takes, and generic code.
///
/// Only those two implement it: what reaches the driver was checked.
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
pub trait LaunchParameters: Copy + Checked {
    /// The [`Launch`](crate::Launch) type of the kernel, whichever variant it is.
    type LaunchType;

    /// The name of the launch type: `"SaxpyLaunch"`.
    const NAME: &'static str;

    /// The grid.
    fn grid(&self) -> GridDim;

    /// What one block asks of an SM.
    fn kernel(&self) -> &Kernel;

    /// What was checked.
    fn configuration(&self) -> Configuration<'static>;
}

/// Nothing outside of this crate can name it, and so implement [`LaunchParameters`].
pub trait Checked {}
