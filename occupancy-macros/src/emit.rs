//! The one emission: the launch type as an alias, and what the kernel declares as one constant, whose
//! values are numbers or the author's own expressions. What follows from it is written in the library.

mod checks;
mod code;
mod emission;
mod stated;
mod values;
pub(crate) mod warnings;

pub(crate) use self::emission::Emission;
use self::emission::{call, hygienic, identifier};

use occupancy_core::{Arch, kernel::Argument};
use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};

use crate::asked;
use crate::item::{Place, link};
use crate::pages;
use crate::syntax::{Documentation, Gpu};
use crate::tokens::{Trees, unraw};

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
        let (library, private, name, kernel) =
            (&self.library, &self.private, &self.name, &self.kernel);
        let text = unraw(name);
        let twice = identifier(&format!(
            "__{text}_twice__write_name_equals_Other{text}_in_one_attribute"
        ));
        let is_asked = asked::for_records();
        let docs = (!is_asked).then(|| self.documentation());
        let visibility = &self.item.visibility;
        let mut stated = self.resolved.models().map(|model| stated::one(self, model));
        let base = stated.next();
        let overrides: Vec<TokenStream> = stated.collect();
        let overrides = (!overrides.is_empty()).then(
            || quote!(const OVERRIDES: &'static [#private::Stated<'static>] = &[#(#overrides),*];),
        );
        let (gpus, function) = (self.gpus(), self.function());
        let base_args = &self.resolved.base.args;
        let grid = self.is_refused
            || base_args.given(Argument::Grid)
            || base_args.given(Argument::Elements);
        let variants = self.variants();
        let code = code::of(self);
        let checks = (!is_asked).then(|| checks::checks(self));
        let record = is_asked.then(|| self.record());
        let launch = quote! {
            #library::__declare! {
                {#docs} {#visibility} #name #kernel #twice #text
                {#base} {#gpus, #grid, #function} {#overrides #variants} {#code #checks #record #warnings}
            }
        };
        if !matches!(place, Place::Free) {
            return launch;
        }
        let hint = hygienic("put_launch_config_on_the_impl_or_trait_too");
        // A few tokens, however much is in the braces: the compiler passes them on as they are.
        quote! {
            #[doc(hidden)]
            macro_rules! #hint {
                ($($launch:tt)*) => { $($launch)* };
            }
            #hint! { #launch }
        }
    }

    /// The documentation of a launch type: a sentence, which editors show, and the page that rustdoc alone
    /// draws.
    fn documentation(&self) -> TokenStream {
        let (name, kind) = (&self.item.name, self.item.kind);
        let resolved = self.resolved;
        let kernel = unraw(name);
        let sentence = pages::sentence(resolved, &kernel, &link(&kernel, kind));
        // Spanned at the item's name, so that rustdoc keeps its lints on for the item.
        if self.is_refused
            || resolved.base.args.docs() == Documentation::None
            || asked::only_compiles()
        {
            return quote_spanned!(name.span()=> #[doc = #sentence]);
        }
        let (library, id, arguments) = (&self.library, self.id, self.arguments);
        let kind = kind.map(identifier);
        quote_spanned! {name.span()=>
            #[doc = #sentence]
            #[cfg_attr(
                all(doc, not(doctest)),
                #library::__private::__documented(#id #name (#kind) (#arguments))
            )]
        }
    }

    /// What documentation and `occupancy report` ask of a kernel: a constant whose evaluation ends with the kernel's
    /// record.
    fn record(&self) -> TokenStream {
        let (library, marker) = (&self.library, &self.kernel);
        let (kernel, launch_type) = (unraw(&self.item.name), unraw(&self.name));
        let id = Literal::u64_unsuffixed(self.id);
        let models = self.resolved.models();
        let lints = models.map(|model| warnings::warned_of(&model.args));
        let place = identifier(&asked::name_of_place(self.id));
        quote! {
            #library::__record!(#marker #kernel #launch_type #id [#(#lints),*]);
            type #place = ();
            const _: self::#place = ();
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
        if self.is_refused || asked::for_records() {
            return quote!(true);
        }
        let (private, kernel) = (&self.private, &self.kernel);
        let mut deferred = Vec::new();
        for (at, model) in self.resolved.models().enumerate() {
            if !model.is_known() {
                deferred.push(quote!(#private::launches_as_loaded::<#kernel, #at>()));
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
        let gpus = self.resolved.models().flat_map(|model| model.args.gpus());
        let archs: Vec<_> = gpus.map(|gpu| values::arch(gpu, library)).collect();
        if archs.len() < 2 {
            return None;
        }
        let count = archs.len();
        let gpus = (!self.resolved.others.is_empty())
            .then(|| quote!(const GPUS: &'static [#library::Arch] = &[#(#archs),*];));
        Some(quote! {
            #gpus
            const VARIANTS: &'static [#library::Variant<#library::Launch<Self>>] =
                #library::__private::variants::<Self, #count>();
        })
    }
}
