//! Writes the launch type, as an alias, and the declaration of the kernel, a constant whose values are numbers or the
//! author's own expressions. All that follows from it is in the library.

pub(crate) mod checks;
mod code;
mod stated;
mod values;

use occupancy_core::judge::{AS_LOADED, COMPUTE_CAPABILITY, COVERING, DEVICE, SEVERAL};
use occupancy_core::{Arch, kernel::Argument};
use proc_macro2::{Ident, Literal, Punct, Spacing, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::host;
use crate::item::{Item, link};
use crate::model::Model;
use crate::pages;
use crate::syntax::{Args, Documentation, Gpu};
use crate::tokens::{Trees, edges, is_path, unraw};

/// Writes the tokens for one item.
pub(crate) struct Emission<'a> {
    /// The configuration of the GPUs without an `on(…)`, and after it those of the others.
    models: &'a [Model],
    /// The arguments of the first configuration.
    base: &'a Args,
    item: &'a Item,
    /// The span of the attribute, whose line the record has.
    at: Span,
    /// The path of the library.
    library: Trees,
    /// The path of the library's module for its macros.
    private: Trees,
    /// The name of the launch type.
    name: Ident,
    /// The type that stands for the kernel.
    kernel: Ident,
    /// The number by which a page finds the kernel's record.
    id: u64,
    /// Set if a fault was reported. The launch type then has all that any can have, so that its uses are no faults.
    is_refused: bool,
}

impl<'a> Emission<'a> {
    pub(crate) fn new(models: &'a [Model], item: &'a Item, at: Span, is_refused: bool) -> Self {
        let base = &models[0].args;
        let mut name = base.launch_name(item);
        // It keeps its place, but lints do not treat it as written by the author.
        name.set_span(name.span().resolved_at(Span::call_site()));
        let library = base.library();
        // Two launch types with one name have different kernels, so that rustc reports one error.
        let kernel = format!("__{}_{}", item.qualified, unraw(&name));
        Self {
            models,
            base,
            item,
            at,
            private: library.clone().then("::", "__private", Span::call_site()),
            library,
            id: host::kernel_id(&item.name, &name),
            kernel: Ident::new(&kernel, name.span()),
            name,
            is_refused,
        }
    }

    /// The launch type, the checks that the compiler makes, and the warnings.
    ///
    /// A page shows the arguments of the attribute as `written`. If the item is in no block that is annotated, all goes
    /// through a macro that is declared here. Rust allows no type in an `impl` or a `trait`, which the attribute cannot
    /// see. There, rustc does not find the macro, whose name says what to do.
    pub(crate) fn launch_type(&self, written: &TokenStream, warnings: &TokenStream) -> TokenStream {
        let (library, private, kernel) = (&self.library, &self.private, &self.kernel);
        let (name, text) = (&self.name, unraw(&self.name));
        let records = host::wants_records();
        let docs = (!records).then(|| self.documentation(written));
        let allowed = self.allowed();
        let visibility = &self.item.visibility;
        // If another launch type has the name, the compiler points at the span of the name.
        let span = name.span();
        let [visible, of_library] =
            [&visibility.clone().into(), library].map(|one: &Trees| one.at(span));
        let sizes = self.sizes(0).len();
        let launch = if self.base.size.is_some() {
            quote_spanned!(span=> Sizes<#kernel, #sizes>)
        } else {
            quote_spanned!(span=> Launch<#kernel>)
        };
        let alias = quote_spanned!(span=> #visible type #name = #of_library::#launch;);
        let mut models = self.models.iter().map(|model| self.stated(model));
        let base = models.next();
        let others: Vec<TokenStream> = models.collect();
        let overrides = (!others.is_empty()).then(
            || quote!(const OVERRIDES: &'static [#private::Stated<'static>] = &[#(#others),*];),
        );
        let (gpus, function) = (self.gpu_kind(), self.launches());
        let mut states_grid = Argument::OF_GRID.iter();
        let grid = self.is_refused || states_grid.any(|one| self.base.given(one));
        let all_gpus = self.gpus();
        let code = self.code();
        let checks = host::evaluates().then(|| self.checks());
        let record = records.then(|| self.record());
        let launch = quote! {
            #library::__declare! {
                unsafe {#docs #alias} {#allowed} #visibility #kernel #text
                {#base} #gpus #grid #function {#overrides #all_gpus} {#code #checks #record #warnings}
            }
        };
        if self.item.kind.is_none() {
            return launch;
        }
        let hint = quote_spanned!(Span::mixed_site()=> put_launch_config_on_the_impl_or_trait_too);
        let dollar = Punct::new('$', Spacing::Alone);
        // The compiler passes `$launch` on as it is, so that the size of the expansion hardly matters.
        quote! {
            #[doc(hidden)]
            macro_rules! #hint {
                (#dollar(#dollar launch:tt)*) => { #dollar(#dollar launch)* };
            }
            #hint! { #launch }
        }
    }

    /// The documentation of a launch type: a sentence, which editors show, and the page, which only rustdoc draws.
    fn documentation(&self, written: &TokenStream) -> TokenStream {
        let (name, kind) = (&self.item.name, self.item.kind);
        let kernel = unraw(name);
        let text = pages::sentence(self.models, &kernel, &link(&kernel, kind));
        // With the span of the item's name, rustdoc applies the lint levels of the item.
        let sentence = quote_spanned!(name.span()=> doc = #text);
        let is_bare = self.is_refused || self.base.docs() == Documentation::None;
        if is_bare || cfg!(not(feature = "pages")) || host::only_compiles() {
            return quote_spanned!(name.span()=> #[#sentence]);
        }
        let library = &self.library;
        let id = Literal::u64_unsuffixed(self.id);
        let kind = kind.map(identifier);
        quote_spanned! {name.span()=>
            #[cfg_attr(
                all(doc, not(doctest)),
                #library::__private::__documented(#id #name (#kind) (#written))
            )]
            #[cfg_attr(not(all(doc, not(doctest))), #sentence)]
        }
    }

    /// The record of a kernel, for documentation and `occupancy report`: a constant whose evaluation fails with it.
    fn record(&self) -> TokenStream {
        let (library, marker) = (self.library.at(self.at), &self.kernel);
        let (kernel, launch_type) = (unraw(&self.item.name), unraw(&self.name));
        let id = Literal::u64_unsuffixed(self.id);
        let lints = self.models.iter().map(|model| model.args.lint_bits());
        let place = identifier(&format!("{}{}", host::PLACE_PREFIX, self.id));
        quote_spanned! {self.at=>
            #library::__record!(#marker #kernel #launch_type #id [#(#lints),*]);
            type #place = ();
            const _: self::#place = ();
        }
    }

    /// Allows lints that values would raise where the author did not write them. A path raises none.
    fn allowed(&self) -> Option<TokenStream> {
        let mut entries = self.models.iter().flat_map(|model| &model.args.entries);
        let raises = entries.any(|one| one.value.is_deferred() && !is_path(&one.tokens));
        raises.then(|| {
            quote! {
                #[allow(unused_braces, unused_parens, reason = "values stand as they were written")]
                #[allow(arithmetic_overflow, unconditional_panic, reason = "the value is an error by itself")]
            }
        })
    }

    /// One of the constants for a device, a compute capability, or several GPUs, as a number: a path costs the compiler
    /// more.
    fn gpu_kind(&self) -> Trees {
        let kind = match self.base.gpus() {
            _ if self.is_refused => DEVICE,
            _ if self.of_gpus().nth(1).is_some() => SEVERAL,
            [Gpu::Deferred(_)] => {
                let (private, kernel) = (&self.private, &self.kernel);
                return quote!({ #private::gpu_kind::<#kernel>() }).into();
            }
            [Gpu::Named(named)] => match named.arch {
                Arch::Multiprocessor(_) if !self.base.has(Argument::Sms) => COMPUTE_CAPABILITY,
                _ => DEVICE,
            },
            _ => SEVERAL,
        };
        Trees(vec![Literal::u8_unsuffixed(kind).into()])
    }

    /// An expression for the ways to launch all of the configurations: `launches` of a verdict.
    fn launches(&self) -> TokenStream {
        let (private, all) = (&self.private, AS_LOADED | COVERING);
        let (mut known, mut deferred) = (all, Vec::new());
        for (at, model) in self.models.iter().enumerate() {
            if model.is_known() {
                known &= model.verdict.launches;
            } else {
                let kernel = self.type_argument(at);
                deferred.push(quote!(#private::launches #kernel ()));
            }
        }
        let [known, all] = [known, all].map(Literal::u8_unsuffixed);
        // Records and pages do not have it, and it takes the whole verdict.
        if self.is_refused || !host::evaluates() {
            return quote!(#all);
        }
        if deferred.is_empty() {
            return quote!(#known);
        }
        let ways = quote!({ #known #(& #deferred)* });
        if host::only_compiles() {
            return ways;
        }
        quote!({ if ::core::cfg!(doc) { #all } else #ways })
    }

    /// Every GPU, if some have values of their own.
    fn gpus(&self) -> Option<TokenStream> {
        let library = &self.library;
        let gpus = self.of_gpus().flat_map(|model| model.args.gpus());
        let archs = gpus.map(|gpu| self.arch(gpu));
        (self.of_gpus().nth(1).is_some())
            .then(|| quote!(const GPUS: &'static [#library::Arch] = &[#(#archs),*];))
    }

    /// The configurations of all sizes of the block of one.
    fn sizes(&self, at: usize) -> &[Model] {
        let first = at - self.models[at].args.size.unwrap_or_default();
        let further = self.models[first + 1..].iter();
        let further = further.take_while(|model| model.args.is_further_size());
        &self.models[first..=first + further.count()]
    }

    /// The configurations of the first size alone: one for each group of GPUs.
    fn of_gpus(&self) -> impl Iterator<Item = &Model> {
        let models = self.models.iter();
        models.filter(|model| !model.args.is_further_size())
    }

    /// A call of a function of the library. An error in it underlines the value.
    fn call(&self, function: &str, value: &TokenStream, arguments: TokenStream) -> Trees {
        let (first, last) = edges(value);
        let path = self.private.at(first).then("::", function, first);
        path.parenthesized(arguments, last)
    }
}

/// A variable that collides with nothing of the author's: hygiene tells it from variables, and the prefix from items,
/// which a pattern could name.
fn hygienic(name: &str) -> Ident {
    Ident::new(&format!("__occupancy_{name}"), Span::mixed_site())
}

fn identifier(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}
