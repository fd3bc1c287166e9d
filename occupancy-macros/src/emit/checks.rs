//! What the compiler checks: an item-level constant at each value, so that `cargo check` and editors see
//! a fault where it is.

use occupancy_core::kernel::Argument;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::{Emission, call, code, foreign_attributes, index};
use crate::model::Model;
use crate::syntax::{ArchValue, Args};
use crate::warnings::lints;

pub(super) fn checks(emission: &Emission<'_>) -> TokenStream {
    let mut checks = TokenStream::new();
    for (at, (args, model)) in emission.resolved.each().into_iter().enumerate() {
        if model.deferred.is_empty() {
            continue;
        }
        let configuration = Checked {
            emission,
            args,
            model,
            at,
        };
        if at == 0 {
            checks.extend(configuration.gpus());
            checks.extend(foreign_attributes::checks(emission));
        }
        checks.extend(configuration.file());
        checks.extend(configuration.values());
        checks.extend(configuration.denied());
    }
    checks
}

struct Checked<'a> {
    emission: &'a Emission<'a>,
    args: &'a Args,
    model: &'a Model,
    at: usize,
}

impl Checked<'_> {
    /// That a constant which names a GPU names one.
    fn gpus(&self) -> TokenStream {
        let kernel = self.emission.kernel();
        let (mut checks, mut deferred) = (TokenStream::new(), 0);
        for arch in self.args.archs() {
            let ArchValue::Deferred(expression) = arch else {
                continue;
            };
            // What is stated has evaluated the expression: once more would be a second error.
            let nth = index(deferred);
            let call = self.call(
                "require_arch",
                Some(quote!(::<#kernel>)),
                &expression.to_token_stream(),
                quote!(#nth),
            );
            checks.extend(quote!(const _: () = #call;));
            deferred += 1;
        }
        checks
    }

    /// That the kernel's file has no fault for a GPU that is a constant.
    fn file(&self) -> TokenStream {
        let mut checks = TokenStream::new();
        let path = self.args.file().and_then(|file| self.args.tokens(file));
        for (on, argument, message) in &self.args.code.faults {
            if let Some(value) = self.args.tokens(*argument).or(path) {
                let on = code::pair(*on);
                let arguments = quote!(#on, #message);
                let call = self.call("require_code", Some(self.of_kernel()), value, arguments);
                checks.extend(quote!(const _: () = #call;));
            }
        }
        checks
    }

    /// That no value breaks a rule.
    fn values(&self) -> TokenStream {
        let can_be_at_fault = self.model.stated().can_be_at_fault();
        let mut checks = TokenStream::new();
        for (argument, value) in self.args.stated() {
            if !can_be_at_fault.contains(argument) {
                continue;
            }
            // As a number: a path costs the compiler more.
            let argument = index(argument as usize);
            let parameters = Some(self.of_kernel());
            let call = self.call("check", parameters, value, argument.into_token_stream());
            checks.extend(quote!(const _: () = #call;));
        }
        checks
    }

    /// That there is nothing to say which the author denies.
    fn denied(&self) -> TokenStream {
        let mut checks = TokenStream::new();
        for (lint, value) in lints(self.args, Argument::Deny) {
            let lint = index(lint as usize);
            let call = self.call(
                "refuse",
                Some(self.of_kernel()),
                value,
                lint.into_token_stream(),
            );
            checks.extend(quote!(const _: () = #call;));
        }
        checks
    }

    /// `::<Kernel, 0>`.
    fn of_kernel(&self) -> TokenStream {
        let (kernel, at) = (self.emission.kernel(), index(self.at));
        quote!(::<#kernel, #at>)
    }

    /// See [`call`].
    fn call(
        &self,
        function: &str,
        parameters: Option<TokenStream>,
        value: &TokenStream,
        arguments: TokenStream,
    ) -> TokenStream {
        call(
            &self.emission.library,
            function,
            parameters,
            value,
            arguments,
        )
    }
}
