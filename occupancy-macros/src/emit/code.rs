//! Writes the code of a kernel whose file the macro has read.

use std::collections::HashSet;

use occupancy_core::Compiled;
use occupancy_core::kernel::{Argument, Figure, FigureValue};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

use super::{Emission, hygienic, identifier};
use crate::model::Model;
use crate::syntax::Gpu;
use crate::tokens::{first_span, single};

impl Emission<'_> {
    /// The files, so that the compiler finds them and cargo watches them, and the code of the GPUs without an `on(…)`.
    pub(super) fn code(&self) -> Option<TokenStream> {
        let all = self.models.iter().filter_map(|model| self.file(model));
        let mut files: Vec<TokenStream> = all.collect();
        let mut seen = HashSet::new();
        files.retain(|file| seen.insert(file.to_string()));
        let (library, kernel, private) = (&self.library, &self.kernel, &self.private);
        // If all GPUs are known, `Stated` has it.
        let code = (!self.base.knows_gpus() && !self.base.code.compiled.is_empty()).then(|| {
            let count = match self.base.gpus() {
                // The expression can be a list.
                [Gpu::Deferred(_)] => quote!({ #private::count::<#kernel>() }),
                gpus => gpus.len().into_token_stream(),
            };
            quote! {
                const COMPILED: &'static [#library::Compiled<'static>] = &#private::compiled::<#kernel, #count>();
            }
        });
        (!files.is_empty()).then(|| {
            quote! {
                #(#files)*
                #[automatically_derived]
                impl #private::CompiledKernel for #kernel {
                    #code
                }
            }
        })
    }

    /// A file that the compiler has to find. It is not in the program: it is in a function that nothing calls.
    fn file(&self, model: &Model) -> Option<TokenStream> {
        let args = &model.args;
        // A file with a reported fault gets no second one from the compiler.
        let is_sound = !self.is_refused || args.code.is_unread;
        let (argument, path) = args.file().filter(|_| is_sound)?;
        // The compiler reports a missing file at its path.
        let span = first_span(path);
        let file = quote_spanned!(span=> ::core::include_bytes!(#path));
        // cargo watches a variable of the environment in the kernel's name, too.
        let name = args.tokens(Argument::Kernel);
        let computed = name.filter(|name| !matches!(single(name), Some(TokenTree::Literal(_))));
        let kernel = computed.map(|name| quote!(const _: &::core::primitive::str = #name;));
        let file = if args.code.is_unread {
            let (private, key) = (&self.private, argument.key());
            let message = format!(
                "[OCC038] `{key}` cannot be read: only the compiler knows where the path starts\n\n    help: start it at \
                 the package: `{key} = concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/…\")`"
            );
            quote_spanned!(span=> #private::unread_file(#message, #file))
        } else {
            quote!({ fn _file() -> &'static [::core::primitive::u8] { #file } })
        };
        Some(quote!(const _: () = #file; #kernel))
    }

    /// Code with the figures that its file states.
    pub(super) fn compiled(&self, code: &Compiled<'_>) -> TokenStream {
        let (library, variable) = (&self.library, hygienic("code"));
        let (name, (major, minor)) = (code.name, code.compute_capability);
        // A number, or the path of a variant, with its number if it has one.
        let path = |written: String| -> TokenStream { written.parse().unwrap_or_default() };
        let [form, suffix] = [format!("{:?}", code.form), format!("{:?}", code.suffix)].map(path);
        let (form, suffix) = (quote!(CodeForm::#form), quote!(Suffix::#suffix));
        let new = quote! {
            #library::Compiled::new(#library::gpu::#form, #name, (#major, #minor), #library::gpu::#suffix)
        };
        let mut figures = TokenStream::new();
        for figure in Figure::ALL {
            let value = code.figure(*figure);
            if !matches!(value, FigureValue::Unknown | FigureValue::Flag(false)) {
                let field = identifier(figure.row().field);
                let value = path(format!("{value:#}"));
                figures.extend(quote!(#variable.#field = #value;));
            }
        }
        if figures.is_empty() {
            return new;
        }
        quote!({ let mut #variable = #new; #figures #variable })
    }
}
