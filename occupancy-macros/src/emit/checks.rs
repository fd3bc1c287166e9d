//! What the compiler checks: an item-level constant at each value, so that `cargo check` and editors see
//! a fault where it is.

use occupancy_core::kernel::Argument;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::warnings::lints;
use super::{Emission, call};
use crate::foreign_attributes::bounds;
use crate::syntax::Gpu;
use crate::tokens::Trees;

pub(super) fn checks(emission: &Emission<'_>) -> TokenStream {
    let (kernel, library) = (&emission.kernel, &emission.library);
    let of_kernel: Trees = quote!(::<#kernel>).into();
    let mut checks = TokenStream::new();
    let mut check = |function: &str, parameters: &Trees, value: &TokenStream, arguments| {
        let call = call(library, function, Some(parameters), value, arguments);
        checks.extend(quote!(const _: () = #call;));
    };
    for (at, model) in emission.resolved.models().enumerate() {
        if !model.is_deferred() {
            continue;
        }
        let args = &model.args;
        if at == 0 {
            let deferred = args.gpus().iter().filter_map(|gpu| match gpu {
                Gpu::Deferred(expression) => Some(expression),
                Gpu::Named(_) => None,
            });
            // What is stated has evaluated the expression: once more would be a second error.
            for (nth, value) in deferred.enumerate() {
                check("require_arch", &of_kernel, value, quote!(#nth));
            }
            for (attribute, stated) in bounds(emission.item) {
                let function = format!("check_{}", attribute.name);
                let stated = stated.into_iter().map(Literal::i128_unsuffixed);
                check(
                    &function,
                    &of_kernel,
                    &attribute.tokens,
                    quote!(&[#(#stated),*]),
                );
            }
        }
        let of_model: Trees = quote!(::<#kernel, #at>).into();
        // That the kernel's file has no fault for a GPU that is a constant.
        let path = args.file().and_then(|file| args.tokens(file));
        for ((major, minor), argument, message) in &args.code.faults {
            if let Some(value) = args.tokens(*argument).or(path) {
                let fault = quote!((#major, #minor), #message);
                check("require_code", &of_model, value, fault);
            }
        }
        // That no value breaks a rule. As a number: a path costs the compiler more.
        let can_be_at_fault = model.stated().can_be_at_fault();
        for one in &args.values {
            if one.argument.has_value()
                && can_be_at_fault.contains(one.argument)
                && let Some(value) = args.tokens(one.argument)
            {
                let number = one.argument as usize;
                check("check", &of_model, value, quote!(#number));
            }
        }
        // That there is nothing to say which the author denies.
        for (lint, value) in lints(args, Argument::Deny) {
            let number = lint as usize;
            check("refuse", &of_model, value, quote!(#number));
        }
    }
    checks
}
