//! The macros that make the tables of boards.

/// The list of boards. It makes the constants and all lists of them, so no list can miss a row. `$before` is the number
/// of the boards in the tables before it.
macro_rules! devices {
    ($count:literal, from $before:expr; $($(#[$source:meta])+ $constant:ident $row:tt;)+) => {
        $(device! { $count $before, $constant $(#[$source])+ $row })+

        /// Every whole board, oldest architecture first.
        ///
        /// A board that is announced but not yet sold, such as Rubin's VR200, has no row.
        pub(in crate::gpu) const ALL: &[Device] = &[$($constant),+];

        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "the names of the constants")]
        enum Board {
            $($constant,)+
        }

        /// The parts of each board; `None` if the MIG User Guide does not list it.
        pub(in crate::gpu) const PARTS: &[Option<&[Device]>] = &[$(parts! { $constant $row }),+];

        /// Each board as a list of one. The attribute refers to these, because a reference to a static costs the
        /// compiler less than a constant.
        #[doc(hidden)]
        pub mod alone {
            use crate::gpu::Arch;

            $(
                #[doc = concat!("`", stringify!($constant), "`.")]
                pub static $constant: [Arch; 1] = [Arch::Device(super::$constant)];
            )+
        }
    };
}

/// Makes the constant of one row. A macro that matched all rows together would take time that grows with their square.
macro_rules! device {
    ($count:literal $before:expr, $constant:ident $(#[$source:meta])+ (
        $name:literal, [$alias:literal $(, $other:literal)*], $multiprocessor:ident, $sm_count:literal
        $(, $figure:ident $value:expr)*
        $(; $kind:ident $(like $instances:ident)? $($part:literal $of_part:literal $(($($figures:tt)+))?),*)?
        $(; not known $($not_known:literal),+)?
    )) => {
        #[doc = concat!($name, ": ", $count, " ", $sm_count, ", [`", stringify!($multiprocessor), "`].")]
        #[doc = ""]
        $(#[$source])+
        pub const $constant: Device = Device {
            name: $name,
            aliases: &[$alias $(, $other)*],
            constant: stringify!($constant),
            multiprocessor: &$multiprocessor,
            sm_count: $sm_count,
            published: &Published {
                $($figure: Some($value),)*
                $(mig_not_known: &[$($not_known),+],)?
                board: $before + Board::$constant as usize,
                ..Published::NOTHING
            },
        };
    };
}

/// The parts of one row.
macro_rules! parts {
    ($board:ident (
        $name:literal, [$alias:literal $($others:tt)*], $multiprocessor:ident, $sm_count:literal
        $(, $figure:ident $value:expr)*
        ; $($parts:tt)+
    )) => {
        parts!($board $name $alias $multiprocessor $sm_count $($parts)+)
    };
    ($board:ident $name:literal $alias:literal $multiprocessor:ident $sm_count:literal
        mig $($profile:literal $of_profile:literal $(($($figure:ident $value:expr),+))?),*
        $(; not known $($not_known:literal),+)?
    ) => {
        listed!($($name " MIG " $profile, $alias, &$multiprocessor, $of_profile, $board Published {
            $($($figure: Some($value),)+)?
            ..Published::NOTHING
        };)*)
    };
    // `$instances` is the macro of a list that several boards have.
    ($board:ident $name:literal $alias:literal $multiprocessor:ident $sm_count:literal mig like $instances:ident) => {
        $instances!($board $name $alias $multiprocessor $sm_count)
    };
    ($board:ident $name:literal $alias:literal $multiprocessor:ident $sm_count:literal
        partitions $($partition:literal $of_partition:literal),+
    ) => {
        listed!($($name ":" $partition, $alias, &$multiprocessor, $of_partition, $board Published::NOTHING;)+)
    };
    ($board:ident $name:literal $alias:literal $multiprocessor:ident $sm_count:literal modes) => {
        listed! {
            $name ":" "wave64", $alias, in_mode(&$multiprocessor, 1), $sm_count, $board *$board.published;
            $name ":" "cu", $alias, in_mode(&$multiprocessor, 2), 2 * $sm_count, $board *$board.published;
            $name ":" "wave64:cu", $alias, in_mode(&$multiprocessor, 3), 2 * $sm_count, $board *$board.published;
        }
    };
    ($board:ident $row:tt) => {
        None
    };
}

/// The list of the parts of a board, each with its clock and other published figures.
macro_rules! listed {
    ($($name:literal $between:literal $part:literal, $alias:literal, $multiprocessor:expr, $count:expr,
        $board:ident $others:expr;)*) => {
        Some({
            // Rust 1.88 promotes the list in `Some(&[…])` to a static only if it is a constant.
            const PARTS: &[Device] = &[$(Device {
                name: concat!($name, $between, $part),
                aliases: &[concat!($alias, ":", $part)],
                constant: "",
                multiprocessor: $multiprocessor,
                sm_count: $count,
                published: &Published { clock: $board.published.clock, board: usize::MAX, ..$others },
            }),*];
            PARTS
        })
    };
}
