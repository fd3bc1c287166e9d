//! Every message of `#[launch_config]`, explained: what it means, an example, the fix, and where
//! the rule comes from.
//!
//! A message starts with its code. In a warning, and for a value that is a constant of the program,
//! rustc's own words come first. OCC001 and following are about the configuration, OCC101 and following
//! about how the attribute is written; OCC201 and following are warnings.
//!
//! `occupancy explain OCC012` prints a page in the terminal. The pages are documentation only: a program
//! cannot name these modules, and no build compiles them.

/// One module per page; rustdoc lists them by title. The feature `explain` also has their texts.
/// `tests/it/errors.rs` tests the examples of the pages; rustdoc would run the compiler for each.
macro_rules! pages {
    ($($module:ident $code:literal)*) => {
        $(
            #[cfg(all(feature = "macros", doc, not(doctest)))]
            #[doc = include_str!(concat!("../docs/errors/", $code, ".md"))]
            pub mod $module {}
        )*

        /// Each code and its page, as Markdown.
        #[cfg(feature = "explain")]
        #[doc(hidden)]
        pub const PAGES: &[(&str, &str)] =
            &[$(($code, include_str!(concat!("../docs/errors/", $code, ".md")))),*];
    };
}

pages! {
    occ001 "OCC001"
    occ002 "OCC002"
    occ003 "OCC003"
    occ004 "OCC004"
    occ005 "OCC005"
    occ006 "OCC006"
    occ007 "OCC007"
    occ008 "OCC008"
    occ009 "OCC009"
    occ010 "OCC010"
    occ011 "OCC011"
    occ012 "OCC012"
    occ013 "OCC013"
    occ014 "OCC014"
    occ015 "OCC015"
    occ016 "OCC016"
    occ017 "OCC017"
    occ018 "OCC018"
    occ019 "OCC019"
    occ020 "OCC020"
    occ021 "OCC021"
    occ022 "OCC022"
    occ023 "OCC023"
    occ024 "OCC024"
    occ025 "OCC025"
    occ026 "OCC026"
    occ027 "OCC027"
    occ028 "OCC028"
    occ029 "OCC029"
    occ030 "OCC030"
    occ031 "OCC031"
    occ032 "OCC032"
    occ033 "OCC033"
    occ034 "OCC034"
    occ035 "OCC035"
    occ036 "OCC036"
    occ037 "OCC037"
    occ038 "OCC038"
    occ039 "OCC039"
    occ040 "OCC040"
    occ041 "OCC041"
    occ042 "OCC042"
    occ043 "OCC043"
    occ044 "OCC044"
    occ045 "OCC045"
    occ046 "OCC046"
    occ047 "OCC047"
    occ048 "OCC048"
    occ049 "OCC049"
    occ050 "OCC050"
    occ051 "OCC051"
    occ052 "OCC052"
    occ053 "OCC053"
    occ054 "OCC054"
    occ055 "OCC055"
    occ056 "OCC056"
    occ057 "OCC057"
    occ058 "OCC058"
    occ059 "OCC059"
    occ060 "OCC060"
    occ061 "OCC061"
    occ062 "OCC062"
    occ063 "OCC063"
    occ101 "OCC101"
    occ102 "OCC102"
    occ103 "OCC103"
    occ104 "OCC104"
    occ105 "OCC105"
    occ106 "OCC106"
    occ107 "OCC107"
    occ108 "OCC108"
    occ109 "OCC109"
    occ110 "OCC110"
    occ111 "OCC111"
    occ112 "OCC112"
    occ113 "OCC113"
    occ114 "OCC114"
    occ116 "OCC116"
    occ117 "OCC117"
    occ118 "OCC118"
    occ119 "OCC119"
    occ201 "OCC201"
    occ202 "OCC202"
    occ203 "OCC203"
    occ204 "OCC204"
    occ205 "OCC205"
    occ206 "OCC206"
    occ207 "OCC207"
    occ208 "OCC208"
    occ209 "OCC209"
    occ210 "OCC210"
    occ211 "OCC211"
    occ212 "OCC212"
    occ213 "OCC213"
}
