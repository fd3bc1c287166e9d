//! What Rust does not have yet: in constants `for` and `?`, and defaults of fields.

/// `each!(all, |one| { … })` runs the block for each of a slice or of a set, which has `split_first`. It is the block
/// of a loop: it can `return`, `break` and `continue`.
macro_rules! each {
    ($all:expr, |$one:pat_param| $block:block) => {{
        let mut left = $all;
        while let Some(($one, others)) = left.split_first() {
            left = others;
            $block
        }
    }};
}

/// `known!(option)` is the value of an option; without one, the function returns `None`.
macro_rules! known {
    ($option:expr) => {
        match $option {
            Some(value) => value,
            None => return None,
        }
    };
}

/// A struct of fields with defaults, and the constant that has them all.
macro_rules! defaults {
    (
        $(#[$of_struct:meta])*
        $visibility:vis struct $name:ident $(<$lifetime:lifetime>)? {
            $($(#[$documentation:meta])* $of_field:vis $field:ident: $type:ty = $default:expr,)+
        }

        $(#[$of_defaults:meta])*
        $of_all:vis const $defaults:ident;
    ) => {
        $(#[$of_struct])*
        $visibility struct $name $(<$lifetime>)? {
            $($(#[$documentation])* $of_field $field: $type,)+
        }

        impl $(<$lifetime>)? $name $(<$lifetime>)? {
            $(#[$of_defaults])*
            $of_all const $defaults: Self = Self {
                $($field: $default,)+
            };
        }
    };
}
