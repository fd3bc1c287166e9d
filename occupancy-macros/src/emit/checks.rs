//! What the compiler checks and warns of: an item-level constant at each value, so that `cargo check` and editors see
//! a fault where it is. A warning on stable is the use of a deprecated constant.

use occupancy_core::{Lint, kernel::Argument};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Attribute;

use super::Emission;
use crate::asked;
use crate::errors::Errors;
use crate::item::{Item, inside, is_of, is_word, split_attributes};
use crate::model::Model;
use crate::number;
use crate::syntax::{Args, Gpu};
use crate::tokens::{Trees, between_commas, first_span};

/// `#[cluster_launch(x, y, z)]` of cuda-oxide.
const CLUSTER_LAUNCH: &str = "cluster_launch";

/// Other attributes of the item that state the same facts, this one and `#[launch_bounds(max_threads, min_blocks)]`,
/// with their names and their leading integers: they judge everything else themselves.
fn bounds(item: &Item) -> impl Iterator<Item = (&Attribute, &'static str, Vec<i128>)> {
    item.attributes.iter().filter_map(|attribute| {
        let of_bounds = ["launch_bounds", CLUSTER_LAUNCH];
        let name = of_bounds.into_iter().find(|name| is_of(attribute, name))?;
        let stated = between_commas(inside(attribute));
        let integers = stated.iter().map_while(|one| number::integer(one).ok());
        Some((attribute, name, integers.collect()))
    })
}

/// Reports bounds of other attributes that contradict the configuration, if the macro knows it.
pub(crate) fn contradictions(item: &Item, model: &Model, errors: &mut Errors) {
    if !model.is_known() {
        return;
    }
    let configuration = model.configuration();
    for (attribute, name, stated) in bounds(item) {
        let contradiction = match name {
            CLUSTER_LAUNCH => configuration.cluster_launch_contradiction(&stated),
            _ => configuration.launch_bounds_contradiction(&stated),
        };
        if let Some(contradiction) = contradiction {
            errors.at(attribute, contradiction.as_str());
        }
    }
}

/// The item, and the warnings beside it.
///
/// Lint levels of `deprecated` on the item apply to the warnings too. An `expect` moves to the warnings:
/// on the item, which does not warn, it would be reported as unfulfilled.
pub(crate) fn warnings(
    item: &TokenStream,
    models: &[Model],
    emission: Option<&Emission<'_>>,
) -> (TokenStream, TokenStream) {
    let known = models.iter().flat_map(|model| &model.warnings).map(warning);
    let all: Vec<_> = known.chain(emission.and_then(Emission::warnings)).collect();
    if all.is_empty() {
        return (item.clone(), TokenStream::new());
    }
    let (mut attributes, rest) = split_attributes(item.clone());
    let levels = attributes.iter().filter(|one| sets_level(one));
    let levels = quote!(#(#levels)*);
    let warnings = quote!(#(#levels #all)*);
    attributes.retain(|one| !is_of(one, "expect") || !sets_level(one));
    (quote!(#(#attributes)* #rest), warnings)
}

/// Whether the attribute sets the level of `deprecated`.
fn sets_level(attribute: &Attribute) -> bool {
    let mut levels = ["allow", "expect", "warn", "deny", "forbid"].into_iter();
    let mut names = inside(attribute).into_iter();
    levels.any(|level| is_of(attribute, level)) && names.any(|token| is_word(&token, "deprecated"))
}

fn warning((lint, message, value): &(Lint, String, TokenStream)) -> TokenStream {
    let span = first_span(value);
    let name = Ident::new(lint.name(), span);
    let used = quote_spanned!(span=> #name);
    quote! {
        const _: () = {
            #[deprecated(note = #message)]
            #[allow(non_upper_case_globals, reason = "the name of the warning is shown")]
            const #name: () = ();
            #used
        };
    }
}

/// The GPUs that are expressions.
pub(super) fn deferred_gpus(args: &Args) -> impl Iterator<Item = &TokenStream> {
    args.gpus().iter().filter_map(|gpu| match gpu {
        Gpu::Deferred(expression) => Some(expression),
        Gpu::Named(_) => None,
    })
}

impl Emission<'_> {
    /// One use of a constant for each lint; the compiler decides which of the constants are deprecated, and so
    /// which lints warn. They are in one list, since an `expect` is about all of them.
    fn warnings(&self) -> Option<TokenStream> {
        if self.is_refused || asked::for_records() {
            return None;
        }
        let (library, private) = (&self.library, &self.private);
        let mut uses = Vec::new();
        for (at, model) in self.deferred() {
            for (lint, value) in model.lints(Argument::Warn) {
                let span = first_span(value);
                let (bit, constant) = (lint.bit(), Ident::new(lint.name(), span));
                let of_model = self.of_model(at);
                let fires = quote!(#private::fires #of_model(#bit));
                let warn =
                    quote_spanned!(span=> #library::__private::Warn::<{ #fires }>::#constant);
                uses.push(warn);
            }
        }
        let count = uses.len();
        (!uses.is_empty()).then(|| quote!(const _: [(); #count] = [#(#uses),*];))
    }

    /// The parameter of a function about one of the configurations.
    pub(super) fn of_model(&self, at: usize) -> Trees {
        let (private, kernel) = (&self.private, &self.kernel);
        if let Some(at) = at.checked_sub(1) {
            return quote!(::<#private::On<#kernel, #at>>).into();
        }
        let site = Span::call_site();
        let mut parameters = Trees::default().marks("::<", site);
        parameters.0.push(kernel.clone().into());
        parameters.marks(">", site)
    }

    /// The configurations of which only the compiler knows a value.
    fn deferred(&self) -> impl Iterator<Item = (usize, &Model)> {
        let models = self.models.iter().enumerate();
        models.filter(|(_, model)| model.is_deferred())
    }

    pub(super) fn checks(&self) -> TokenStream {
        let of_kernel = self.of_model(0);
        let mut calls = Vec::new();
        let mut check = |function: &str, parameters: &Trees, value: &TokenStream, arguments| {
            calls.push(self.call_of(parameters, function, value, arguments));
        };
        for (at, model) in self.deferred() {
            let args = &model.args;
            // What looks at the name of a GPU that is alone looks at its limits too.
            let is_one_gpu = matches!(args.gpus(), [Gpu::Deferred(_)]);
            if at == 0 {
                // What is stated has evaluated the expression: once more would be a second error.
                let bit = u64::from(is_one_gpu) << Argument::Arch as u32;
                for (nth, value) in deferred_gpus(args).enumerate() {
                    check("require_arch", &of_kernel, value, quote!(#nth, #bit));
                }
                for (attribute, name, stated) in bounds(self.item) {
                    let function = format!("check_{name}");
                    let stated = stated.into_iter().map(Literal::i128_unsuffixed);
                    let stated = quote!(&[#(#stated),*]);
                    check(&function, &of_kernel, &attribute.to_token_stream(), stated);
                }
            }
            let of_model = self.of_model(at);
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
                if one.argument.row().has_value
                    && can_be_at_fault.contains(one.argument)
                    && !(one.argument == Argument::Arch && is_one_gpu)
                    && let Some(value) = args.tokens(one.argument)
                {
                    let bit = 1_u64 << one.argument as u32;
                    check("check", &of_model, value, quote!(#bit));
                }
            }
            // That there is nothing to say which the author denies.
            for (lint, value) in model.lints(Argument::Deny) {
                let number = lint as usize;
                check("refuse", &of_model, value, quote!(#number));
            }
        }
        quote!(#(const _: () = #calls;)*)
    }
}
