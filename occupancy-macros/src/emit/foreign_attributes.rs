//! Other attributes of the item, which the compiler checks where a value is no literal.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use super::{Emission, call};
use crate::foreign_attributes::{Bounds, bounds};
use crate::tokens::Trees;

/// Compares them with the configuration, which the macro does not know.
pub(super) fn checks(emission: &Emission<'_>) -> Vec<Trees> {
    let (kernel, library) = (&emission.kernel, &emission.library);
    let parameters = quote!(::<#kernel>).into();
    let mut checks = Vec::new();
    for (attribute, bounds) in bounds(emission.item) {
        let (function, arguments) = match bounds {
            Bounds::Launch(max_threads, min_blocks) => {
                let max_threads = Literal::i128_unsuffixed(max_threads);
                let min_blocks = option(min_blocks.map(Literal::i128_unsuffixed));
                ("check_launch_bounds", quote!(#max_threads, #min_blocks))
            }
            Bounds::Cluster(cluster) => {
                let [x, y, z] = cluster.map(Literal::i128_unsuffixed);
                ("check_cluster_launch", quote!([#x, #y, #z]))
            }
        };
        let attribute = attribute.to_token_stream();
        let parameters = Some(&parameters);
        checks.push(call(library, function, parameters, &attribute, arguments));
    }
    checks
}

/// `Some(…)` or `None`.
fn option(value: Option<impl ToTokens>) -> TokenStream {
    value.map_or_else(
        || quote!(::core::option::Option::None),
        |value| quote!(::core::option::Option::Some(#value)),
    )
}
