//! The one emission: the launch type as an alias, and what the kernel declares as one constant, whose
//! values are numbers or the author's own expressions. What follows from it is written in the library.

mod checks;
mod stated;
mod values;

pub(crate) use self::checks::call;
pub(crate) use self::values::arch;

use occupancy_core::{Arch, FunctionSettings};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use crate::code;
use crate::docs;
use crate::item::Item;
use crate::key::Key;
use crate::resolved::Resolved;
use crate::syntax::ArchValue;

impl<'a> Emission<'a> {
    pub(crate) fn new(
        resolved: &'a Resolved,
        item: &'a Item,
        arguments: &'a TokenStream,
        is_refused: bool,
    ) -> Self {
        let mut name = resolved.args.launch_name(item);
        // Where the author wrote it, and not by the author: what lints say of order is not of it.
        name.set_span(name.span().resolved_at(Span::call_site()));
        Self {
            resolved,
            item,
            arguments,
            library: resolved.args.library(),
            name,
            is_refused,
        }
    }

    /// The launch type, and the checks that the compiler makes.
    pub(crate) fn launch_type(&self) -> TokenStream {
        let alias = self.alias();
        let declared = self.declared();
        let code = code::constants(self);
        let checks = checks::checks(self);
        quote!(#alias #declared #code #checks)
    }
}

/// What is written for one item.
pub(crate) struct Emission<'a> {
    pub(crate) resolved: &'a Resolved,
    pub(crate) item: &'a Item,
    /// What is in the attribute's parentheses.
    pub(crate) arguments: &'a TokenStream,
    /// The path of the library.
    pub(crate) library: TokenStream,
    /// The name of the launch type.
    pub(crate) name: Ident,
    /// Whether something was refused: all that a launch type can have is there then.
    pub(crate) is_refused: bool,
}

impl Emission<'_> {
    /// The type that stands for the kernel.
    pub(crate) fn kernel(&self) -> Ident {
        Ident::new(&format!("__{}", unraw(&self.name)), self.name.span())
    }

    /// The launch type: an alias, with the page that rustdoc draws.
    fn alias(&self) -> TokenStream {
        let (name, kernel, library) = (&self.name, self.kernel(), &self.library);
        let visibility = &self.item.visibility;
        let docs = docs::of_launch_type(self);
        quote! {
            #docs
            #[allow(dead_code, reason = "a checked configuration need not be launched")]
            #visibility type #name = #library::Launch<#kernel>;

            #[doc(hidden)]
            #[allow(
                dead_code,
                missing_copy_implementations,
                missing_debug_implementations,
                clippy::exhaustive_enums,
                reason = "it stands for the kernel, and has no values"
            )]
            #visibility enum #kernel {}
        }
    }

    /// What the kernel declares.
    fn declared(&self) -> TokenStream {
        let (library, kernel) = (&self.library, self.kernel());
        let private = quote!(#library::__private);
        let name = unraw(&self.name);
        let stated = stated::all(self);
        let gpus = self.gpus();
        let grid = self.is_refused
            || self.resolved.args.given(Key::Grid)
            || self.resolved.args.given(Key::Elements);
        let function = self.function();
        let variants = self.variants();
        quote! {
            #[automatically_derived]
            #[allow(unused_braces, unused_parens, reason = "values stand as they were written")]
            impl #private::Declared for #kernel {
                const NAME: &'static ::core::primitive::str = #name;
                const STATED: &'static [#private::Stated] = &[#(#stated),*];
                #variants
                type Gpus = #gpus;
                type Grid = #private::StatesGrid<#grid>;
                type Function = #private::AsLoaded<#function>;
            }
        }
    }

    /// How many GPUs there are, and whether it is a device.
    fn gpus(&self) -> TokenStream {
        let private = self.private();
        if self.is_refused {
            return quote!(#private::OneGpu<true>);
        }
        match (
            self.resolved.base.archs.as_slice(),
            self.resolved.others.as_slice(),
        ) {
            ([ArchValue::Named(named)], []) => {
                let is_device = matches!(named.arch, Arch::Device(_));
                quote!(#private::OneGpu<#is_device>)
            }
            ([ArchValue::Deferred(_)], []) => {
                let kernel = self.kernel();
                quote!(#private::OneGpu<{ #private::is_device::<#kernel>() }>)
            }
            _ => quote!(#private::SeveralGpus),
        }
    }

    /// Whether the driver accepts a launch of the function as it is loaded.
    fn function(&self) -> TokenStream {
        if self.is_refused {
            return quote!(true);
        }
        let mut models = self.resolved.models();
        if models.any(|model| !model.is_known()) {
            let (private, kernel) = (self.private(), self.kernel());
            return quote!({ #private::launches_as_loaded::<#kernel>() });
        }
        let is_accepted = self.resolved.models().all(|model| {
            let archs = model.arch_values();
            FunctionSettings::of(&model.configuration(&archs)).launches_as_loaded()
        });
        quote!(#is_accepted)
    }

    /// The configuration of each GPU, where there are several.
    fn variants(&self) -> Option<TokenStream> {
        let library = &self.library;
        let archs = self.resolved.models().flat_map(|model| &model.archs);
        let archs: Vec<TokenStream> = archs.map(|value| values::arch(value, library)).collect();
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

    pub(crate) fn private(&self) -> TokenStream {
        let library = &self.library;
        quote!(#library::__private)
    }
}

/// A name without `r#`.
fn unraw(name: &Ident) -> String {
    use syn::ext::IdentExt;
    name.unraw().to_string()
}

/// `base` for the GPUs without an `on(…)`, and a number for each that has one.
pub(crate) fn index(at: usize) -> Literal {
    Literal::usize_unsuffixed(at)
}

/// An identifier of the library.
pub(crate) fn identifier(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}
