//! The one emission: the launch type as an alias, and what the kernel declares as one constant, whose
//! values are numbers or the author's own expressions. What follows from it is written in the library.

mod checks;
mod code;
mod emission;
mod record;
mod stated;
mod values;
pub(crate) mod warnings;

pub(crate) use self::emission::Emission;
use self::emission::{call, identifier, index, unraw};

use occupancy_core::{Arch, kernel::Argument};
use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;

use crate::asked::{self, Asked};
use crate::item::Place;
use crate::pages;
use crate::syntax::{Documentation, Gpu};
use crate::tokens::Trees;

// The library's constants of these names, as numbers: a path costs the compiler a constant of its own.
const SEVERAL: u8 = 0;
const COMPUTE_CAPABILITY: u8 = 1;
const DEVICE: u8 = 2;

impl Emission<'_> {
    /// The launch type, the checks that the compiler makes, and the warnings beside both.
    ///
    /// If `place` is not known, they go through a macro that is declared here: Rust allows neither in an `impl` or a
    /// `trait`, which the attribute cannot see, and says that it does not find the macro.
    pub(crate) fn launch_type(&self, place: &Place, warnings: &TokenStream) -> TokenStream {
        let mut declared = self.declared();
        let code = code::of(self);
        let checks = (Asked::now() != Asked::ByPage).then(|| checks::checks(self));
        let record = record::constant(self);
        let library = &self.library;
        let beside = [Some(code), checks, record, Some(warnings.clone())];
        declared.push(braced(beside.into_iter().flatten().collect()));
        let declared = braced(declared.into_iter().collect());
        let launch = quote!(#library::__declare! #declared);
        if !matches!(place, Place::Free) {
            return launch;
        }
        let hint = Ident::new(
            "put_launch_config_on_the_impl_or_trait_too",
            Span::mixed_site(),
        );
        // A few tokens, however much is in the braces: the compiler passes them on as they are.
        quote! {
            #[doc(hidden)]
            macro_rules! #hint {
                ($($launch:tt)*) => { $($launch)* };
            }
            #hint! { #launch }
        }
    }

    /// The uses of deprecated constants with which the compiler warns.
    pub(crate) fn deferred_warnings(&self) -> Option<TokenStream> {
        match Asked::now() {
            Asked::ByPage => None,
            _ => warnings::deferred(self),
        }
    }

    /// The launch type, an alias with the page that rustdoc draws, and what the kernel declares: what the library's
    /// macro writes them of.
    fn declared(&self) -> Vec<TokenTree> {
        let visibility = &self.item.visibility;
        let (name, kernel, text) = (&self.name, &self.kernel, unraw(&self.name));
        let twice = identifier(&format!(
            "__{text}_twice__write_name_equals_Other{text}_in_one_attribute"
        ));
        let docs = (Asked::now() != Asked::ByPage).then(|| self.documentation());
        let models = self.resolved.models();
        let mut stated = models.map(|model| stated::one(self, model));
        let base = stated.next();
        let overrides: Vec<TokenStream> = stated.collect();
        let overrides = (!overrides.is_empty()).then(|| {
            let private = &self.private;
            quote!(const OVERRIDES: &'static [#private::Stated<'static>] = &[#(#overrides),*];)
        });
        let (gpus, function) = (self.gpus(), self.function());
        let grid = self.is_refused
            || self.resolved.base.args.given(Argument::Grid)
            || self.resolved.base.args.given(Argument::Elements);
        let variants = self.variants();
        vec![
            braced(docs.unwrap_or_default()),
            braced(visibility.to_token_stream()),
            name.clone().into(),
            kernel.clone().into(),
            twice.into(),
            Literal::string(&text).into(),
            braced(base.unwrap_or_default()),
            braced(quote!(#gpus, #grid, #function)),
            braced(overrides.into_iter().chain(variants).collect()),
        ]
    }

    /// The documentation of a launch type: a sentence, which editors show, and the page that rustdoc alone
    /// draws.
    fn documentation(&self) -> TokenStream {
        let (item, library) = (self.item, &self.library);
        let name = item.name.unraw();
        let link = item.kind.map(|kind| format!("[`{name}`]({kind}@{name})"));
        let link = link.unwrap_or_else(|| format!("`{name}`"));
        let resolved = self.resolved;
        let kernel = name.to_string();
        let sentence = pages::sentence(resolved, &kernel, &link);
        // Spanned at the item's name, so that rustdoc keeps its lints on for the item.
        if self.is_refused
            || resolved.base.args.docs() == Documentation::None
            || asked::only_compiles()
        {
            return quote_spanned!(name.span()=> #[doc = #sentence]);
        }
        let (id, arguments) = (self.id, self.arguments);
        quote_spanned! {name.span()=>
            #[doc = #sentence]
            #[cfg_attr(
                all(doc, not(doctest)),
                #library::__private::__documented(#id #kernel #link, #arguments)
            )]
        }
    }

    /// How many GPUs there are, and whether it is a device.
    fn gpus(&self) -> Trees {
        let (base, others) = (&self.resolved.base.args, &self.resolved.others);
        let kind = match (base.gpus(), others.as_slice()) {
            _ if self.is_refused => DEVICE,
            ([Gpu::Named(named)], []) => match named.arch {
                Arch::ComputeCapability(_) if !base.has(Argument::Sms) => COMPUTE_CAPABILITY,
                _ => DEVICE,
            },
            ([Gpu::Deferred(_)], []) => {
                let (private, kernel) = (&self.private, &self.kernel);
                return quote!({ #private::gpu_kind::<#kernel>() }).into();
            }
            _ => SEVERAL,
        };
        Literal::u8_unsuffixed(kind).into()
    }

    /// Whether the driver accepts a launch of the function as it is loaded.
    fn function(&self) -> TokenStream {
        // A page does not show it, and it takes the whole verdict.
        if self.is_refused || Asked::now() == Asked::ByPage {
            return quote!(true);
        }
        let (private, kernel) = (&self.private, &self.kernel);
        let models = || self.resolved.models().enumerate();
        if models().any(|(_, model)| model.is_known() && !model.verdict.launches_as_loaded) {
            return quote!(false);
        }
        let deferred = models().filter(|(_, model)| !model.is_known());
        let deferred = deferred.map(|(at, _)| {
            let at = index(at);
            quote!(#private::launches_as_loaded::<#kernel, #at>())
        });
        let deferred: Vec<_> = deferred.collect();
        if deferred.is_empty() {
            return quote!(true);
        }
        let is_page = (!asked::only_compiles()).then(|| quote!(::core::cfg!(doc) ||));
        quote!({ #is_page #(#deferred)&&* })
    }

    /// The configuration of each GPU, where there are several.
    fn variants(&self) -> Option<TokenStream> {
        let library = &self.library;
        let gpus = self.resolved.models().flat_map(|model| model.args.gpus());
        let archs: Vec<_> = gpus.map(|gpu| values::arch(gpu, library)).collect();
        if archs.len() < 2 {
            return None;
        }
        let count = Literal::usize_unsuffixed(archs.len());
        let gpus = (!self.resolved.others.is_empty())
            .then(|| quote!(const GPUS: &'static [#library::Arch] = &[#(#archs),*];));
        Some(quote! {
            #gpus
            const VARIANTS: &'static [#library::Variant<#library::Launch<Self>>] =
                #library::__private::variants::<Self, #count>();
        })
    }
}

/// Tokens in braces.
fn braced(tokens: TokenStream) -> TokenTree {
    Group::new(Delimiter::Brace, tokens).into()
}
