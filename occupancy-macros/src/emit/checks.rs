//! What the compiler checks: an item-level constant at each value, so that `cargo check` and editors see
//! a fault where it is.

use occupancy_core::kernel::Argument;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::{Emission, call, code, foreign_attributes, index};
use crate::model::Model;
use crate::syntax::Gpu;
use crate::tokens::Trees;
use crate::warnings::lints;

pub(super) fn checks(emission: &Emission<'_>) -> TokenStream {
    let mut calls = Vec::new();
    for (at, model) in emission.resolved.models().enumerate() {
        if model.deferred.is_empty() {
            continue;
        }
        let (kernel, number) = (emission.kernel(), index(at));
        let mut configuration = Checked {
            emission,
            model,
            of_kernel: quote!(::<#kernel, #number>).into(),
            calls: Vec::new(),
        };
        if at == 0 {
            configuration.gpus();
            let attributes = foreign_attributes::checks(emission);
            configuration.calls.extend(attributes);
        }
        configuration.file();
        configuration.values();
        configuration.denied();
        calls.extend(configuration.calls);
    }
    quote!(#(const _: () = #calls;)*)
}

struct Checked<'a> {
    emission: &'a Emission<'a>,
    model: &'a Model,
    /// `::<Kernel, 0>`
    of_kernel: Trees,
    calls: Vec<Trees>,
}

impl Checked<'_> {
    /// That a constant which names a GPU names one.
    fn gpus(&mut self) {
        let (kernel, library) = (self.emission.kernel(), &self.emission.library);
        let parameters = quote!(::<#kernel>).into();
        let deferred = self.model.args.gpus().iter().filter_map(|arch| match arch {
            Gpu::Deferred(expression) => Some(expression.to_token_stream()),
            Gpu::Named(_) => None,
        });
        for (nth, value) in deferred.enumerate() {
            // What is stated has evaluated the expression: once more would be a second error.
            let nth = index(nth).into_token_stream();
            let call = call(library, "require_arch", Some(&parameters), &value, nth);
            self.calls.push(call);
        }
    }

    /// That the kernel's file has no fault for a GPU that is a constant.
    fn file(&mut self) {
        let args = &self.model.args;
        let path = args.file().and_then(|file| args.tokens(file));
        for (on, argument, message) in &args.code.faults {
            if let Some(value) = args.tokens(*argument).or(path) {
                let on = code::pair(*on);
                self.call("require_code", value, quote!(#on, #message));
            }
        }
    }

    /// That no value breaks a rule.
    fn values(&mut self) {
        let can_be_at_fault = self.model.stated().can_be_at_fault();
        let args = &self.model.args;
        for one in args.values() {
            if one.argument.has_value()
                && can_be_at_fault.contains(one.argument)
                && let Some(value) = args.tokens(one.argument)
            {
                // As a number: a path costs the compiler more.
                let number = index(one.argument as usize);
                self.call("check", value, number.into_token_stream());
            }
        }
    }

    /// That there is nothing to say which the author denies.
    fn denied(&mut self) {
        for (lint, value) in lints(&self.model.args, Argument::Deny) {
            self.call("refuse", value, index(lint as usize).into_token_stream());
        }
    }

    /// See [`call`].
    fn call(&mut self, function: &str, value: &TokenStream, arguments: TokenStream) {
        let (library, parameters) = (&self.emission.library, Some(&self.of_kernel));
        let call = call(library, function, parameters, value, arguments);
        self.calls.push(call);
    }
}
