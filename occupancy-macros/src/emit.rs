//! The one emission: the launch type as an alias, and what the kernel declares as one constant, whose
//! values are numbers or the author's own expressions. What follows from it is written in the library.

pub(crate) mod checks;
mod code;
mod stated;
mod values;

use occupancy_core::{Arch, kernel::Argument};
use proc_macro2::{Ident, Literal, Punct, Spacing, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::asked;
use crate::item::{Item, Place, link};
use crate::model::Model;
use crate::pages;
use crate::syntax::{Args, Documentation, Gpu};
use crate::tokens::{Trees, edges, is_path, unraw};

// The library's constants of these names, as numbers: a path costs the compiler a constant of its own.
const SEVERAL: u8 = 0;
const COMPUTE_CAPABILITY: u8 = 1;
const DEVICE: u8 = 2;

/// What is written for one item.
pub(crate) struct Emission<'a> {
    /// The configuration of the GPUs without an `on(…)`, and those of the others.
    models: &'a [Model],
    /// The arguments of the first.
    base: &'a Args,
    item: &'a Item,
    /// What is in the attribute's parentheses, as its author wrote it.
    written: &'a TokenStream,
    /// The attribute, whose line the record has.
    at: Span,
    /// The path of the library.
    library: Trees,
    /// What the library has for its macros.
    private: Trees,
    /// The name of the launch type.
    name: Ident,
    /// The type that stands for the kernel.
    kernel: Ident,
    /// The number by which a page finds the record of its kernel.
    id: u64,
    /// Whether something was refused: all that a launch type can have is there then.
    is_refused: bool,
}

impl<'a> Emission<'a> {
    pub(crate) fn new(
        models: &'a [Model],
        item: &'a Item,
        written: &'a TokenStream,
        at: Span,
        is_refused: bool,
    ) -> Self {
        let base = &models[0].args;
        let mut name = base.launch_name(item);
        // Where the author wrote it, and not by the author: what lints say of order is not of it.
        name.set_span(name.span().resolved_at(Span::call_site()));
        let library = base.library();
        // Where two launch types share a name, these do not: that is one error.
        let kernel = format!("__{}_{}", item.place, unraw(&name));
        Self {
            models,
            base,
            item,
            written,
            at,
            private: library.clone().path(&["__private"], Span::call_site()),
            library,
            id: asked::id(&item.name, &name),
            kernel: Ident::new(&kernel, name.span()),
            name,
            is_refused,
        }
    }

    /// The launch type, the checks that the compiler makes, and the warnings beside both.
    ///
    /// If `place` is not known, they go through a macro that is declared here: Rust allows neither in an `impl` or a
    /// `trait`, which the attribute cannot see, and says that it does not find the macro.
    pub(crate) fn launch_type(&self, place: &Place, warnings: &TokenStream) -> TokenStream {
        let (library, private, kernel) = (&self.library, &self.private, &self.kernel);
        let (name, text) = (&self.name, unraw(&self.name));
        let is_asked = asked::for_records();
        let docs = (!is_asked).then(|| self.documentation());
        let allowed = self.allowed();
        let visibility = &self.item.visibility;
        // All of it is where the name comes from: the compiler points there if another launch type has the name.
        let span = name.span();
        let [visible, of_library] =
            [&visibility.clone().into(), library].map(|one: &Trees| one.at(span));
        let alias = quote_spanned!(span=> #visible type #name = #of_library::Launch<#kernel>;);
        let mut stated = self.models.iter().map(|model| self.stated(model));
        let base = stated.next();
        let others: Vec<TokenStream> = stated.collect();
        let overrides = (!others.is_empty()).then(
            || quote!(const OVERRIDES: &'static [#private::Stated<'static>] = &[#(#others),*];),
        );
        let (gpus, function) = (self.gpus(), self.function());
        let mut states_grid = Argument::OF_GRID.iter();
        let grid = self.is_refused || states_grid.any(|one| self.base.given(one));
        let variants = self.variants();
        let code = self.code();
        let checks = (!is_asked).then(|| self.checks());
        let record = is_asked.then(|| self.record());
        let launch = quote! {
            #library::__declare! {
                unsafe {#docs #alias} {#allowed} #visibility #kernel #text
                {#base} #gpus #grid #function {#overrides #variants} {#code #checks #record #warnings}
            }
        };
        if !matches!(place, Place::Free) {
            return launch;
        }
        let hint = quote_spanned!(Span::mixed_site()=> put_launch_config_on_the_impl_or_trait_too);
        // Each that `quote` does not know would be parsed.
        let dollar = Punct::new('$', Spacing::Alone);
        // A few tokens, however much is in the braces: the compiler passes them on as they are.
        quote! {
            #[doc(hidden)]
            macro_rules! #hint {
                (#dollar(#dollar launch:tt)*) => { #dollar(#dollar launch)* };
            }
            #hint! { #launch }
        }
    }

    /// The documentation of a launch type: a sentence, which editors show, and the page that rustdoc alone
    /// draws.
    fn documentation(&self) -> TokenStream {
        let (name, kind) = (&self.item.name, self.item.kind);
        let kernel = unraw(name);
        let sentence = pages::sentence(self.models, &kernel, &link(&kernel, kind));
        // Spanned at the item's name, so that rustdoc keeps its lints on for the item.
        let sentence = quote_spanned!(name.span()=> #[doc = #sentence]);
        let has_no_page = self.is_refused || self.base.docs() == Documentation::None;
        if has_no_page || asked::only_compiles() {
            return sentence;
        }
        let (library, written) = (&self.library, self.written);
        let id = Literal::u64_unsuffixed(self.id);
        let kind = kind.map(identifier);
        quote_spanned! {name.span()=>
            #sentence
            #[cfg_attr(
                all(doc, not(doctest)),
                #library::__private::__documented(#id #name (#kind) (#written))
            )]
        }
    }

    /// What documentation and `occupancy report` ask of a kernel: a constant whose evaluation ends with the kernel's
    /// record.
    fn record(&self) -> TokenStream {
        let (library, marker) = (self.library.at(self.at), &self.kernel);
        let (kernel, launch_type) = (unraw(&self.item.name), unraw(&self.name));
        let id = Literal::u64_unsuffixed(self.id);
        let lints = self.models.iter().map(Model::warned_of);
        let place = identifier(&format!("{}{}", asked::PLACE, self.id));
        quote_spanned! {self.at=>
            #library::__record!(#marker #kernel #launch_type #id [#(#lints),*]);
            type #place = ();
            const _: self::#place = ();
        }
    }

    /// What values may be that stand as they were written. A path is none of it.
    fn allowed(&self) -> Option<TokenStream> {
        let is_plain = |model: &Model| {
            let mut deferred = model
                .args
                .values
                .iter()
                .map(|one| (&one.tokens, &one.value));
            deferred.all(|(tokens, value)| !value.is_deferred() || is_path(tokens))
        };
        (!self.models.iter().all(is_plain)).then(|| {
            quote! {
                #[allow(unused_braces, unused_parens, reason = "values stand as they were written")]
                #[allow(arithmetic_overflow, unconditional_panic, reason = "the value is an error by itself")]
            }
        })
    }

    /// How many GPUs there are, and whether it is a device.
    fn gpus(&self) -> Trees {
        let kind = match self.base.gpus() {
            _ if self.is_refused => DEVICE,
            _ if self.models.len() > 1 => SEVERAL,
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
        Literal::u8_unsuffixed(kind).into()
    }

    /// Whether the driver accepts a launch of the function as it is loaded.
    fn function(&self) -> TokenStream {
        // A page does not show it, and it takes the whole verdict.
        if self.is_refused || asked::for_records() {
            return quote!(true);
        }
        let private = &self.private;
        let mut deferred = Vec::new();
        for (at, model) in self.models.iter().enumerate() {
            if !model.is_known() {
                let of_model = self.of_model(at);
                deferred.push(quote!(#private::launches_as_loaded #of_model ()));
            } else if !model.verdict.launches_as_loaded {
                return quote!(false);
            }
        }
        if deferred.is_empty() {
            return quote!(true);
        }
        let is_page = (!asked::only_compiles()).then(|| quote!(::core::cfg!(doc) ||));
        quote!({ #is_page #(#deferred)&&* })
    }

    /// The configuration of each GPU, where there are several.
    fn variants(&self) -> Option<TokenStream> {
        let library = &self.library;
        let gpus = self.models.iter().flat_map(|model| model.args.gpus());
        let count = gpus.clone().count();
        let archs = gpus.map(|gpu| self.arch(gpu));
        let gpus = (self.models.len() > 1)
            .then(|| quote!(const GPUS: &'static [#library::Arch] = &[#(#archs),*];));
        (count > 1).then(|| {
            quote! {
                #gpus
                const VARIANTS: &'static [#library::Variant<#library::Launch<Self>>] =
                    #library::__private::variants::<Self, #count>();
            }
        })
    }

    /// A call of the library, spanned from the value's first token to its last, which is what an error then
    /// underlines.
    fn call(&self, function: &str, value: &TokenStream, arguments: TokenStream) -> Trees {
        self.call_of(&Trees::default(), function, value, arguments)
    }

    /// The same, with the function's parameters.
    fn call_of(
        &self,
        parameters: &Trees,
        function: &str,
        value: &TokenStream,
        arguments: TokenStream,
    ) -> Trees {
        let (first, last) = edges(value);
        let mut call = self.library.at(first).path(&["__private", function], first);
        call.0.extend(parameters.at(first).0);
        call.parenthesized(arguments, last)
    }
}

/// A name that nothing of the author's has: no variable by its place, and no item, which a pattern would be, by its
/// prefix.
fn hygienic(name: &str) -> Ident {
    Ident::new(&format!("__occupancy_{name}"), Span::mixed_site())
}

/// An identifier of the library.
fn identifier(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}
