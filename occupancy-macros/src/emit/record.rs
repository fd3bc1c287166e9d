//! What documentation and `occupancy report` ask of a kernel: a constant whose evaluation ends with the kernel's
//! record.

use occupancy_core::kernel::Argument;
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::ext::IdentExt;

use super::warnings::lints;
use super::{Emission, identifier, unraw};
use crate::asked::{self, Asked};
use crate::syntax::Args;

/// The constant, where it is asked for.
pub(super) fn constant(emission: &Emission<'_>) -> Option<TokenStream> {
    match Asked::now() {
        Asked::No => None,
        Asked::ByCommand | Asked::ByPage => {
            let (library, marker) = (&emission.library, &emission.kernel);
            let kernel = emission.item.name.unraw().to_string();
            let launch_type = unraw(&emission.name);
            let id = Literal::u64_unsuffixed(emission.id);
            let models = emission.resolved.models();
            let lints = models.map(|model| Literal::u32_unsuffixed(warned_of(&model.args)));
            let place = (Asked::now() == Asked::ByPage).then(|| {
                let name = asked::name_of_place(emission.id);
                let name = identifier(&name);
                quote! {
                    type #name = ();
                    const _: self::#name = ();
                }
            });
            Some(quote! {
                #library::__record!(#marker #kernel #launch_type #id [#(#lints),*]);
                #place
            })
        }
    }
}

/// The lints that a configuration is to be warned of, a bit each.
pub(super) fn warned_of(args: &Args) -> u32 {
    let mut bits = 0;
    for level in [Argument::Warn, Argument::Deny] {
        for (lint, _) in lints(args, level) {
            bits |= lint.bit();
        }
    }
    bits
}
