//! Warnings that depend on constants of the program.

/// A warning that depends on a constant of the program. The compiler looks up a constant by name, and
/// finds a deprecated one if the lint fires. Its text is the same for every kernel, so look for the
/// numbers in the launch type.
#[derive(Debug)]
pub struct Warn<const IS_WORTH_SAYING: bool>;

macro_rules! warnings {
    (warnings { $($(#[$docs:meta])* $lint:ident $name:ident $code:ident $case:literal = $row:expr => $note:literal,)* }) => {
        #[allow(non_upper_case_globals, reason = "the name of the warning is shown")]
        impl Warn<true> {
            $(
                #[doc = $note]
                #[deprecated(note = $note)]
                pub const $name: () = ();
            )*
        }

        #[allow(non_upper_case_globals, reason = "the name of the warning is shown")]
        impl Warn<false> {
            $(
                /// Nothing to say.
                pub const $name: () = ();
            )*
        }
    };
}

occupancy_core::__warnings! { warnings }
