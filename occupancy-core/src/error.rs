//! The error of the calculation, and the macro for enums of reasons.

use crate::text::Message;

/// An enum of reasons. A row is a variant with its figures, and the text that they make.
macro_rules! reasons {
    (
        $(#[$of_all:meta])*
        $visibility:vis enum $reason:ident: $message:ty;
        $(
            $(#[$documentation:meta])*
            $kind:ident
                $(($($figure:ident: $type:ty),+))?
                $({ $($(#[$of_field:meta])* $field:ident: $of:ty,)+ })?
                => $($part:ident($value:expr))+;
        )+
    ) => {
        $(#[$of_all])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $visibility enum $reason {
            $(
                $(#[$documentation])*
                $kind $(($($type),+))? $({ $($(#[$of_field])* $field: $of,)+ })?,
            )+
        }

        impl $reason {
            const fn message(self) -> $message {
                let mut out = <$message>::new();
                *match self {
                    $(Self::$kind $(($($figure),+))? $({ $($field),+ })? => out$(.$part($value))+,)+
                }
            }
        }

        impl core::fmt::Display for $reason {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(self.message().as_str())
            }
        }
    };
}

pub(crate) use reasons;

reasons! {
    /// A mistake in a figure or a name that somebody wrote. Its text says what is wrong, and what passes.
    ///
    /// # One enum, and two errors beside it
    ///
    /// Most programs print an `Error` and end: one type serves the whole crate, and `?` takes it. A program that has
    /// the figures from its users matches on the variant, and points at the field.
    ///
    /// [`GridError`](crate::GridError) and [`UnknownArch`](crate::UnknownArch) are types of their own, because programs
    /// go on after them: they skip a launch without work, or declare a GPU that no table has. A `match` on one of them
    /// has no other mistakes to consider. And an `Error` stays small and `Copy`: it has no room for the names that an
    /// [`UnknownArch`](crate::UnknownArch) suggests.
    ///
    /// ```
    /// use occupancy_core::{Error, Kernel, Occupancy, compute_capabilities::SM_90};
    ///
    /// let error = Occupancy::new(&SM_90, &Kernel::new((0, 1, 1), 64)).unwrap_err();
    /// assert_eq!(error, Error::NoThreads);
    /// assert_eq!(error.to_string(), "the block has no threads: every dimension is at least 1");
    /// ```
    #[non_exhaustive]
    pub enum Error: Message;

    /// A dimension of the block is 0.
    NoThreads => text("the block has no threads: every dimension is at least 1");
    /// The carve-out is over 100 percent; with the carve-out.
    Carveout(percent: u32) =>
        text("a carve-out of ") number(percent as u64) text(" percent: it is 0 to 100 percent");
    /// A device that the program declares has no SMs; with its name.
    NoSms(device: &'static str) =>
        text("[OCC028] ") text(device) text(" has no SMs: give the number that the driver reports");
    /// The limits that the program declares contradict each other; with the name of the multiprocessor, and the first
    /// contradiction, which names the fields.
    Limits(name: &'static str, contradiction: &'static str) =>
        text("[OCC029] the limits of ") text(name) text(" contradict each other: ") text(contradiction);
    /// The prefix of macros is empty.
    EmptyPrefix => text(IDENTIFIER) text("this one is empty");
    /// The prefix of macros begins with a digit.
    DigitFirst => text(IDENTIFIER) text("a digit cannot be its first character");
    /// The prefix of macros has a character that is not an ASCII letter, a digit or `_`; with the byte at which that
    /// begins, counted from 0.
    NotInPrefix(at: usize) =>
        text(IDENTIFIER) text("the character at byte ") number(at as u64)
        text(" is not an ASCII letter, a digit or `_`");
}

const IDENTIFIER: &str = "the prefix of a macro has to be a C identifier: ";

impl Error {
    /// Panics with the error, which ends the build if a constant declares a GPU that cannot exist.
    #[track_caller]
    #[allow(
        clippy::panic,
        reason = "for constants; each caller has a twin that returns the error"
    )]
    pub(crate) const fn panic(self) -> ! {
        panic!("{}", self.message().as_str())
    }
}

impl core::error::Error for Error {}
