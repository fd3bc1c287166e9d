//! The arguments of the attribute and their values, as items with documentation for editors. With `cfg(rust_analyzer)`,
//! the expansion names those that the author wrote, so that hover and completion work.
#![allow(non_upper_case_globals, reason = "they are named as the arguments are")]

macro_rules! names {
    ($($(#[$docs:meta])* $name:ident)*) => {
        $($(#[$docs])* pub const $name: () = ();)*
    };
}

/// The arguments of the attribute.
pub mod arguments {
    macro_rules! keys {
        ($($(#[$docs:meta])* $argument:ident $key:tt $row:tt)*) => {
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

/// The names that `allow(…)`, `warn(…)` and `deny(…)` take.
pub mod allowed {
    names! {
        /// Accepts a block that is not a multiple of 32 threads; only in `allow(…)`.
        partial_warp
    }

    macro_rules! lints {
        (warnings { $($(#[$docs:meta])* $lint:ident $name:ident $code:ident $case:literal = $row:expr => $note:literal,)* }) => {
            names! { $($(#[$docs])* $name)* }
        };
    }

    occupancy_core::__warnings! { lints }
}

/// Repeats the author's arguments as paths to the items of this module, and their values as expressions.
///
/// The names are one list: an editor also expands the attribute without a half-typed name, and looks for the same text
/// before it.
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

/// Expands to nothing for the compiler.
#[cfg(not(rust_analyzer))]
#[doc(hidden)]
#[macro_export]
macro_rules! __for_editors {
    ($($written:tt)*) => {};
}
