//! Every message of `#[launch_config]`, explained: its meaning, the fix, the source of the rule, and an example.
//!
//! A message starts with its code. In a warning, and for a value that is a constant of the program, rustc's own words
//! come first. OCC001 and following are about the configuration, OCC101 and following about how the attribute is
//! written; OCC201 and following are warnings.
//!
//! `occupancy explain OCC012` prints a page in the terminal. The pages are documentation only: a program
//! cannot name these modules, and no build compiles them.

use occupancy_core::{__refusals, __warnings};

/// The text of a page, with a case of `tests/ui` and the compiler's message about it.
macro_rules! page {
    ($code:ident $case:literal) => {
        concat!(
            include_str!(concat!("../docs/errors/", stringify!($code), ".md")),
            "\n## Example\n\n```compile_fail\n",
            include_str!(concat!("../tests/ui/", $case, ".rs")),
            "```\n\n```text\n",
            include_str!(concat!("../tests/ui/", $case, ".stderr")),
            "```\n",
        )
    };
}

/// Makes a module of each page, which rustdoc lists by its title. Rustdoc tests the fixes, and `tests/ui` the examples.
/// With the feature `__explain`, the texts are in a constant, too.
macro_rules! pages {
    ($($code:ident $case:literal)+) => {
        $(
            #[cfg(all(feature = "macros", any(doc, doctest)))]
            #[cfg_attr(not(doctest), doc = page!($code $case))]
            #[cfg_attr(doctest, doc = include_str!(concat!("../docs/errors/", stringify!($code), ".md")))]
            pub mod $code {}
        )+

        /// The codes, each with its page as Markdown.
        #[cfg(feature = "__explain")]
        #[doc(hidden)]
        pub const PAGES: &[(&str, &str)] = &[$((stringify!($code), page!($code $case))),+];
    };
}

/// Makes pages of the codes of the tables of rules, and of the others.
macro_rules! codes {
    (
        others { $($other:ident $other_case:literal)+ }
        refusals { $(
            $(#[$refusal_docs:meta])*
            $refusal:ident $refusal_code:ident $refusal_case:literal = $refusal_row:expr,
        )+ }
        warnings { $(
            $(#[$warning_docs:meta])*
            $warning:ident $name:ident $warning_code:ident $warning_case:literal = $warning_row:expr => $note:literal,
        )+ }
    ) => {
        pages! {
            $($other $other_case)+
            $($refusal_code $refusal_case)+
            $($warning_code $warning_case)+
        }
    };
}

// The others belong to no rule: they are about GPUs that the program declares, a kernel's file, and the form of the
// attribute.
__refusals! { __warnings codes
    others {
        OCC028 "rustc/check-device-without-sms"
        OCC029 "rustc/check-limits-that-contradict"
        OCC037 "cubin/kernel-nearly-named"
        OCC038 "cubin/no-cubin"
        OCC039 "ptx/barriers-in-a-register"
        OCC101 "grammar/unknown-argument-near-a-name"
        OCC102 "grammar/argument-twice"
        OCC103 "grammar/missing-regs"
        OCC104 "arch/name-without-quotes"
        OCC105 "arch/unknown"
        OCC106 "arch/ambiguous"
        OCC107 "item/enum"
        OCC108 "grammar/division-by-zero"
        OCC109 "grid/grid-and-elements"
        OCC110 "grammar/comma-missing"
        OCC111 "grammar/allow-unknown"
        OCC112 "grammar/parameter-of-the-function"
        OCC113 "auto/range-turned"
        OCC114 "auto/no-size-passes"
        OCC116 "item/two-configurations-of-one-name"
        OCC117 "item/launch-bounds-of-fewer-threads"
        OCC118 "on/gpu-that-is-not-listed"
        OCC119 "cubin/kernel-without-a-file"
    }
}
