//! The warnings that depend on constants of the program.
#![allow(non_upper_case_globals, reason = "the name of the warning is shown")]

/// A warning that depends on a constant of the program. The compiler looks up a constant by its name, and finds a
/// deprecated one if the lint fires. The text is the same for every kernel; the page of the launch type has the
/// numbers.
#[derive(Debug)]
pub struct Warn<const IS_WORTH_SAYING: bool>;

macro_rules! warnings {
    (warnings { $($(#[$docs:meta])* $lint:ident $name:ident $code:ident $case:literal = $row:expr => $note:literal,)* }) => {
        impl Warn<true> {
            $(
                #[doc = $note]
                #[deprecated(note = $note)]
                pub const $name: () = ();
            )*
        }

        impl Warn<false> {
            $(
                /// The lint does not fire.
                pub const $name: () = ();
            )*
        }
    };
}

occupancy_core::__warnings! { warnings }
