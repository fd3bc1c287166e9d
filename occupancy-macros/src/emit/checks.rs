//! Writes the checks and the warnings of the compiler: a constant with the span of each value, so that `cargo check` and
//! editors report a fault there. A warning is the use of a deprecated constant, since stable Rust has no other.

use occupancy_core::{Lint, kernel::Argument};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Attribute;

use super::Emission;
use crate::errors::Errors;
use crate::host;
use crate::item::{Item, arguments_of, has_name, split_attributes};
use crate::model::Model;
use crate::number;
use crate::syntax::{Args, Gpu};
use crate::tokens::{Trees, between_commas, first_span, is_word};

/// `#[cluster_launch(x, y, z)]` of cuda-oxide.
const CLUSTER_LAUNCH: &str = "cluster_launch";

/// The attributes of other tools that state a part of the configuration, too, `#[launch_bounds(max_threads, min_blocks)]`
/// and `#[cluster_launch(…)]`, with their names and their leading integers. They check anything else themselves.
fn bounds(item: &Item) -> impl Iterator<Item = (&Attribute, &'static str, Vec<i128>)> {
    item.attributes.iter().filter_map(|attribute| {
        let mut names = ["launch_bounds", CLUSTER_LAUNCH].into_iter();
        let name = names.find(|name| has_name(attribute, name))?;
        let stated = between_commas(arguments_of(attribute));
        let integers = stated.iter().map_while(|one| number::integer(one).ok());
        Some((attribute, name, integers.collect()))
    })
}

/// Reports other attributes that contradict the configuration, if the macro knows it.
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
/// Levels of the lint `deprecated` on the item apply to the warnings too. An `expect` moves to them: nothing on the item
/// would fulfill it.
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
    let setting = attributes.iter().filter(|one| sets_level(one));
    let levels = quote!(#(#setting)*);
    let warnings = quote!(#(#levels #all)*);
    attributes.retain(|one| !has_name(one, "expect") || !sets_level(one));
    (quote!(#(#attributes)* #rest), warnings)
}

/// Returns `true` if the attribute sets the level of `deprecated`.
fn sets_level(attribute: &Attribute) -> bool {
    let mut levels = ["allow", "expect", "warn", "deny", "forbid"].into_iter();
    let mut names = arguments_of(attribute).into_iter();
    levels.any(|level| has_name(attribute, level))
        && names.any(|token| is_word(&token, "deprecated"))
}

fn warning((lint, message, value): &(Lint, String, TokenStream)) -> TokenStream {
    let span = first_span(value);
    let name = Ident::new(lint.name(), span);
    quote! {
        const _: () = {
            #[deprecated(note = #message)]
            #[allow(non_upper_case_globals, reason = "the name of the warning is shown")]
            const #name: () = ();
            #name
        };
    }
}

impl Emission<'_> {
    /// Uses a constant for each lint. It is deprecated if the lint fires, which the compiler evaluates. One list has all
    /// uses, so that an `expect` is about all of them.
    fn warnings(&self) -> Option<TokenStream> {
        if self.is_refused || !host::evaluates() {
            return None;
        }
        let (library, private) = (&self.library, &self.private);
        let mut all = Shared::new();
        for (at, model) in self.deferred() {
            for (lint, value) in model.args.lints(&[Argument::Warn]) {
                let (kernel, bit) = (self.type_argument(at), lint.bit());
                let fires = quote!(#private::fires #kernel(#bit));
                let constant = Ident::new(lint.name(), first_span(value));
                let key = key(at, &model.args, lint.name(), value);
                share(&mut all, key, (fires, constant));
            }
        }
        let uses = all.iter().map(|(_, sizes)| {
            let constant = &sizes[0].1;
            let fires = sizes.iter().map(|(fires, _)| fires);
            quote_spanned!(constant.span()=> #library::__private::Warn::<{ #(#fires)||* }>::#constant)
        });
        let uses: Vec<_> = uses.collect();
        let count = uses.len();
        (!uses.is_empty()).then(|| quote!(const _: [(); #count] = [#(#uses),*];))
    }

    /// The type argument of a function of the library, for one of the configurations.
    pub(super) fn type_argument(&self, at: usize) -> Trees {
        let (private, kernel) = (&self.private, &self.kernel);
        if let Some(at) = at.checked_sub(1) {
            return quote!(::<#private::On<#kernel, #at>>).into();
        }
        let site = Span::call_site();
        let mut argument = Trees::default().marks("::<", site);
        argument.0.push(kernel.clone().into());
        argument.marks(">", site)
    }

    /// The configurations with a value that only the compiler can evaluate; of several sizes, the largest first.
    fn deferred(&self) -> impl Iterator<Item = (usize, &Model)> {
        let places = Args::largest_first(self.models.iter().map(|model| &model.args));
        let models = places.into_iter().map(|at| (at, &self.models[at]));
        models.filter(|(_, model)| model.is_deferred())
    }

    pub(super) fn checks(&self) -> TokenStream {
        let mut calls = Shared::new();
        for (at, model) in self.deferred() {
            let mut check = |kernel: &Trees, function: &str, value: &TokenStream, arguments| {
                let of = format!("{function} {arguments}");
                let mut call = self.call(function, value, arguments);
                let parentheses = call.0.pop();
                call.0.extend(kernel.at(first_span(value)).0);
                call.0.extend(parentheses);
                share(&mut calls, key(at, &model.args, &of, value), call);
            };
            let (args, kernel) = (&model.args, &self.type_argument(at));
            // If the GPU is one expression, the check of its name is that of its limits, too.
            let is_one_gpu = matches!(args.gpus(), [Gpu::Deferred(_)]);
            if at == 0 {
                let bit = u64::from(is_one_gpu) << Argument::Arch as u32;
                let deferred = args.gpus().iter().filter_map(|gpu| match gpu {
                    Gpu::Deferred(expression) => Some(expression),
                    Gpu::Named(_) => None,
                });
                // By number, since a second evaluation of the expression would be a second error.
                for (nth, value) in deferred.enumerate() {
                    check(kernel, "require_arch", value, quote!(#nth, #bit));
                }
                for (attribute, name, integers) in bounds(self.item) {
                    let integers = integers.into_iter().map(Literal::i128_unsuffixed);
                    let is_cluster = name == CLUSTER_LAUNCH;
                    let stated = quote!(#is_cluster, &[#(#integers),*]);
                    check(kernel, "check_attribute", &quote!(#attribute), stated);
                }
            }
            // The file has no fault for a GPU that is a constant.
            let path = args.file().map(|(_, path)| path);
            let faults = args.code.faults.iter();
            for (target, argument, message) in faults.filter(|_| !args.is_further_size()) {
                if let Some(value) = args.tokens(*argument).or(path) {
                    let fault = quote!(#target, #message);
                    check(kernel, "require_code", value, fault);
                }
            }
            // No value breaks a rule. The argument is a number, which costs the compiler less than a path.
            let can_be_at_fault = model.stated().can_be_at_fault();
            // Another size, which the macro knows, has shown a fault of the value.
            let shown = |argument| {
                let mut sizes = self.sizes(at).iter();
                args.size.is_some()
                    && argument != Argument::Threads
                    && sizes.any(|other| other.verdict.faults.contains(argument))
            };
            for one in &args.entries {
                if one.argument.row().has_value
                    && !shown(one.argument)
                    && can_be_at_fault.contains(one.argument)
                    && !(one.argument == Argument::Arch && is_one_gpu)
                    && let Some(value) = args.tokens(one.argument)
                {
                    let bit = 1_u64 << one.argument as u32;
                    check(kernel, "check", value, quote!(#bit));
                }
            }
            // No lint fires that the author denies.
            for (lint, value) in args.lints(&[Argument::Deny]) {
                let number = lint as usize;
                check(kernel, "refuse", value, quote!(#number));
            }
        }
        // The first of the sizes that has the fault ends the constant.
        let constants = calls.iter().map(|(_, sizes)| match sizes.as_slice() {
            [call] => quote!(const _: () = #call;),
            sizes => quote!(const _: () = { #(#sizes;)* };),
        });
        constants.collect()
    }
}

/// What is written for each value, and for several sizes together if they share it.
type Shared<T> = Vec<(String, Vec<T>)>;

fn share<T>(all: &mut Shared<T>, key: String, one: T) {
    match all.iter_mut().find(|(other, _)| *other == key) {
        Some((_, sizes)) => sizes.push(one),
        None => all.push((key, vec![one])),
    }
}

/// The key of these words about a value: that of all sizes, unless the value is the size itself.
fn key(at: usize, args: &Args, words: &str, value: &TokenStream) -> String {
    let size = args.tokens(Argument::Threads);
    let is_size = size.is_some_and(|size| std::ptr::eq(size, value));
    let others = args.size.filter(|_| !is_size).unwrap_or_default();
    format!("{} {is_size} {words}", at - others)
}
