//! Stands in for what Rust does not have yet: `for` and `?` in constants, and defaults of fields.

/// `each!(all, |one| { … })` is `for one in all { … }`, of a slice or of a set that has `split_first`. Its block is
/// that of a loop: it can `return`, `break` and `continue`.
#[doc(hidden)]
#[macro_export]
macro_rules! __each {
    ($all:expr, |$one:pat_param| $block:block) => {{
        let mut left = $all;
        while let Some(($one, others)) = left.split_first() {
            left = others;
            $block
        }
    }};
}

// A name without underscores is not for other crates.
macro_rules! each {
    ($($loop:tt)*) => {
        $crate::__each! { $($loop)* }
    };
}

/// `known!(option)` is `option?`: its value, or else the function returns `None`.
macro_rules! known {
    ($option:expr) => {
        match $option {
            Some(value) => value,
            None => return None,
        }
    };
}

/// A struct whose fields have defaults, and a constant with all of the defaults.
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

        impl $(<$lifetime>)? Default for $name $(<$lifetime>)? {
            fn default() -> Self {
                Self::$defaults
            }
        }
    };
}

/// Writes a type to files as another, and reads it back through its own check.
macro_rules! serialized {
    ($type:ident: $write:expr, $read:expr) => {
        #[cfg(feature = "serde")]
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serde::Serialize::serialize(&$write(*self), serializer)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $read(serde::Deserialize::deserialize(deserializer)?)
                    .map_err(serde::de::Error::custom)
            }
        }
    };
}
