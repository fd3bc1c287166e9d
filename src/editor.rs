//! What an editor shows of the attribute: each argument and its values, as items with documentation.
//! With `cfg(rust_analyzer)`, the expansion names those that the author wrote, so that hover and
//! completion work.
#![allow(non_upper_case_globals, reason = "they are named as the arguments are")]

macro_rules! names {
    ($($(#[$docs:meta])* $name:ident)*) => {
        $($(#[$docs])* pub const $name: () = ();)*
    };
}

/// The arguments of the attribute.
pub mod arguments {
    macro_rules! keys {
        ($($(#[$docs:meta])* $argument:ident $key:tt $field:tt $row:tt)*) => {
            $(key! { $(#[$docs])* $key })*
        };
    }

    macro_rules! key {
        // No item has the name of a keyword.
        ($(#[$docs:meta])* crate) => {};
        ($($named:tt)*) => {
            names! { $($named)* }
        };
    }

    occupancy_core::__arguments! { keys }
}

/// What `allow(…)`, `warn(…)` and `deny(…)` name.
pub mod allowed {
    names! {
        /// Accepts a block that is not a multiple of 32 threads; only in `allow(…)`.
        partial_warp
        /// A last wave that is less than half full.
        last_wave
        /// A grid of fewer blocks than the GPU has SMs.
        idle_sms
        /// One register fewer per thread would fit another block.
        register_cliff
        /// `min_blocks` demands fewer blocks than fit.
        min_blocks
        /// More than 8 blocks per cluster, which the function needs permission for.
        nonportable_cluster
        /// Machine code that spills registers to local memory.
        spills
        /// Machine code whose stack is not known when it is compiled.
        unknown_stack
        /// Machine code compiled for another number of resident blocks than `min_blocks`.
        register_cap
        /// Machine code that is not linked.
        relocatable
        /// Named barriers that allow fewer blocks than any other resource.
        barrier_limit
        /// Fewer resident warps than an SM has schedulers.
        idle_schedulers
        /// Fewer than half of the warp slots in use.
        low_occupancy
        /// An `intent(low_occupancy, …)` with at least half of the warp slots in use.
        unfulfilled_intent
    }
}

/// What was written, as paths to the items of this module, and as expressions.
///
/// The names are one list, because an editor finds the text before a half-typed name in an expansion
/// without that name.
#[cfg(rust_analyzer)]
#[doc(hidden)]
#[macro_export]
macro_rules! __for_editors {
    ([$($argument:ident)*] [$($allowed:ident)*] [$(($($value:tt)*))*]) => {
        const _: () = {
            use $crate::__private::arguments::{$($argument as _),*};
            use $crate::__private::allowed::{$($allowed as _),*};
            $({
                let _ = $($value)*;
            })*
        };
    };
}

/// Nothing, to the compiler.
#[cfg(not(rust_analyzer))]
#[doc(hidden)]
#[macro_export]
macro_rules! __for_editors {
    ($($written:tt)*) => {};
}
