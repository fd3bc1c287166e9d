//! What documentation and `occupancy report` ask of a kernel: a constant whose evaluation ends with the kernel's
//! record.

use occupancy_core::kernel::Argument;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::warnings::lints;
use super::{Emission, identifier};
use crate::asked;
use crate::syntax::Args;
use crate::tokens::unraw;

/// The constant.
pub(super) fn constant(emission: &Emission<'_>) -> TokenStream {
    let (library, marker) = (&emission.library, &emission.kernel);
    let kernel = unraw(&emission.item.name);
    let launch_type = unraw(&emission.name);
    let id = Literal::u64_unsuffixed(emission.id);
    let models = emission.resolved.models();
    let lints = models.map(|model| Literal::u32_unsuffixed(warned_of(&model.args)));
    let place = identifier(&asked::name_of_place(emission.id));
    quote! {
        #library::__record!(#marker #kernel #launch_type #id [#(#lints),*]);
        type #place = ();
        const _: self::#place = ();
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
