//! What the compiler checks: an item-level constant at each value, so that `cargo check` and editors see
//! a fault where it is.

use occupancy_core::kernel::Argument;
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use super::warnings::lints;
use super::{Emission, call, code, index};
use crate::foreign_attributes::{Bounds, bounds};
use crate::syntax::Gpu;
use crate::tokens::Trees;

pub(super) fn checks(emission: &Emission<'_>) -> TokenStream {
    let (kernel, library) = (&emission.kernel, &emission.library);
    let mut checks = Vec::new();
    for (at, model) in emission.resolved.models().enumerate() {
        if model.deferred.is_empty() {
            continue;
        }
        let args = &model.args;
        if at == 0 {
            let of_kernel = Some(quote!(::<#kernel>).into());
            let deferred = args.gpus().iter().filter_map(|gpu| match gpu {
                Gpu::Deferred(expression) => Some(expression),
                Gpu::Named(_) => None,
            });
            // What is stated has evaluated the expression: once more would be a second error.
            let gpus = deferred.enumerate().map(|(nth, value)| {
                let nth = index(nth).into_token_stream();
                call(library, "require_arch", of_kernel.as_ref(), value, nth)
            });
            checks.extend(gpus);
            let parameters = of_kernel.as_ref();
            checks.extend(
                bounds(emission.item)
                    .into_iter()
                    .map(|(attribute, bounds)| {
                        let (function, arguments) = of_bounds(bounds);
                        let attribute = attribute.to_token_stream();
                        call(library, function, parameters, &attribute, arguments)
                    }),
            );
        }
        let number = index(at);
        let of_kernel: Trees = quote!(::<#kernel, #number>).into();
        let mut check = |function: &str, value: &TokenStream, arguments: TokenStream| {
            checks.push(call(library, function, Some(&of_kernel), value, arguments));
        };
        // That the kernel's file has no fault for a GPU that is a constant.
        let path = args.file().and_then(|file| args.tokens(file));
        for (on, argument, message) in &args.code.faults {
            if let Some(value) = args.tokens(*argument).or(path) {
                let on = code::pair(*on);
                check("require_code", value, quote!(#on, #message));
            }
        }
        // That no value breaks a rule. As a number: a path costs the compiler more.
        let can_be_at_fault = model.stated().can_be_at_fault();
        for one in args.values() {
            if one.argument.has_value()
                && can_be_at_fault.contains(one.argument)
                && let Some(value) = args.tokens(one.argument)
            {
                let number = index(one.argument as usize);
                check("check", value, number.into_token_stream());
            }
        }
        // That there is nothing to say which the author denies.
        for (lint, value) in lints(args, Argument::Deny) {
            check("refuse", value, index(lint as usize).into_token_stream());
        }
    }
    quote!(#(const _: () = #checks;)*)
}

/// The function that compares another attribute with the configuration, and its arguments.
fn of_bounds(bounds: Bounds) -> (&'static str, TokenStream) {
    match bounds {
        Bounds::Launch(max_threads, min_blocks) => {
            let max_threads = Literal::i128_unsuffixed(max_threads);
            let min_blocks = min_blocks.map(Literal::i128_unsuffixed).map_or_else(
                || quote!(::core::option::Option::None),
                |min_blocks| quote!(::core::option::Option::Some(#min_blocks)),
            );
            ("check_launch_bounds", quote!(#max_threads, #min_blocks))
        }
        Bounds::Cluster(cluster) => {
            let cluster = cluster.map(Literal::i128_unsuffixed);
            ("check_cluster_launch", quote!([#(#cluster),*]))
        }
    }
}
