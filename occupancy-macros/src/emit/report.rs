//! What `occupancy report` asks of a kernel: a constant whose evaluation ends with the kernel's record.

use std::env;
use std::sync::OnceLock;

use occupancy_constants::rustc_arguments;
use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;

use super::{Emission, unraw};
use crate::key::Key;
use crate::warnings::lints;

/// What the command passes to the crate that it asks about. An argument of the compiler, and no environment
/// variable, which would reach the crates that this one depends on, and which cargo does not look at when it
/// decides whether a crate has to be compiled again.
const CFG: &str = "occupancy_report";

/// What the command sets, to be told where a macro cannot see the arguments.
const VARIABLE: &str = "OCCUPANCY_REPORT";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Yes,
    No,
    /// A macro sees no arguments on hosts with musl.
    Unknown,
}

impl Asked {
    fn new(arguments: Option<&[String]>, is_variable_set: bool) -> Self {
        let arguments = arguments.unwrap_or_default();
        let pairs = arguments.iter().zip(arguments.iter().skip(1));
        let mut pairs = pairs.map(|(option, value)| (option.as_str(), value.as_str()));
        let attached = format!("--cfg={CFG}");
        if pairs.any(|pair| pair == ("--cfg", CFG)) || arguments.contains(&attached) {
            Self::Yes
        } else if arguments.is_empty() && is_variable_set {
            Self::Unknown
        } else {
            Self::No
        }
    }

    /// Of the compilation that this process is.
    fn now() -> Self {
        static ASKED: OnceLock<Asked> = OnceLock::new();
        *ASKED.get_or_init(|| {
            let is_variable_set = env::var_os(VARIABLE).is_some();
            Self::new(rustc_arguments().as_deref(), is_variable_set)
        })
    }
}

/// Whether the kernels of this crate are reported.
pub(super) fn is_asked() -> bool {
    Asked::now() == Asked::Yes
}

/// The constant, where it is asked for.
pub(super) fn constant(emission: &Emission<'_>) -> Option<TokenStream> {
    match Asked::now() {
        Asked::No => None,
        Asked::Unknown => Some(quote! {
            ::core::compile_error!(
                "`occupancy report` needs a host where a macro sees the arguments of the compiler: glibc, \
                 macOS or Windows"
            );
        }),
        Asked::Yes => {
            let (library, marker) = (&emission.library, emission.kernel());
            let kernel = emission.item.name.unraw().to_string();
            let launch_type = unraw(&emission.name);
            let lints = lints_of_each(emission);
            Some(quote!(#library::__report!(#marker #kernel #launch_type #lints);))
        }
    }
}

/// The lints that each configuration is to be warned of, as JSON.
fn lints_of_each(emission: &Emission<'_>) -> String {
    let mut each = Vec::new();
    for (args, _) in emission.resolved.each() {
        let mut names = Vec::new();
        for level in [Key::Warn, Key::Deny] {
            for (lint, _) in lints(args, level) {
                names.push(format!("\"{}\"", lint.name()));
            }
        }
        each.push(format!("[{}]", names.join(",")));
    }
    format!("[{}]", each.join(","))
}

#[cfg(test)]
mod tests {
    use super::Asked;

    #[test]
    fn an_argument_asks() {
        let asked = |arguments: &[&str], is_variable_set| {
            let arguments: Vec<String> = arguments.iter().map(|&one| one.to_owned()).collect();
            Asked::new(Some(&arguments), is_variable_set)
        };
        let of_others = [
            "src/lib.rs",
            "--cfg",
            "cuda",
            "--check-cfg",
            "occupancy_report",
        ];
        for is_variable_set in [false, true] {
            for reported in [
                &["src/lib.rs", "--cfg", "occupancy_report"][..],
                &["--cfg=occupancy_report", "src/lib.rs"],
                &["--cfg", "cuda", "--cfg", "occupancy_report"],
            ] {
                assert_eq!(asked(reported, is_variable_set), Asked::Yes);
            }
            assert_eq!(asked(&of_others, is_variable_set), Asked::No);
        }
        assert_eq!(asked(&[], true), Asked::Unknown);
        assert_eq!(asked(&[], false), Asked::No);
        assert_eq!(Asked::new(None, true), Asked::Unknown);
    }
}
