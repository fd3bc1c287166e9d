//! The code of a kernel, of which the macro has read the file.

use occupancy_core::Compiled;
use occupancy_core::gpu::{CodeForm, Suffix};
use occupancy_core::kernel::{Argument, Figure, FigureValue};
use proc_macro2::{TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use super::{Emission, hygienic, identifier};
use crate::syntax::Args;
use crate::tokens::{first_span, single};

impl Emission<'_> {
    /// The files, for the compiler to find and cargo to watch, and the code of the GPUs without an `on(…)`.
    pub(super) fn code(&self) -> Option<TokenStream> {
        let (models, mut files) = (self.models.iter(), Vec::<TokenStream>::new());
        for file in models.filter_map(|model| self.file(&model.args)) {
            let is_same = |other: &TokenStream| other.to_string() == file.to_string();
            if !files.iter().any(is_same) {
                files.push(file);
            }
        }
        let (library, kernel, private) = (&self.library, &self.kernel, &self.private);
        // Of GPUs that are known, it is what is stated.
        let code = (!self.base.knows_gpus() && !self.base.code.compiled.is_empty()).then(|| {
            let count = self.base.gpus().len();
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

    /// What the compiler has to find. The program does not have it: no constant has it as its value, and nothing calls
    /// the function.
    fn file(&self, args: &Args) -> Option<TokenStream> {
        let argument = args.file()?;
        // Of a file whose fault is reported, the compiler finds no other.
        let is_sound = !self.is_refused || args.code.is_unread;
        let path = args.tokens(argument).filter(|_| is_sound)?;
        // A file that is not there is an error at its name.
        let span = first_span(path);
        let file = if argument == Argument::Cubin {
            quote_spanned!(span=> ::core::include_bytes!(#path))
        } else {
            quote_spanned!(span=> ::core::include_str!(#path).as_bytes())
        };
        let kernel = args.tokens(Argument::Kernel);
        // A macro can name a variable of the environment.
        let kernel = kernel.filter(|name| !matches!(single(name), Some(TokenTree::Literal(_))));
        let kernel = kernel.map(|name| quote!(const _: &::core::primitive::str = #name;));
        let file = if args.code.is_unread {
            let (private, key) = (&self.private, argument.key());
            quote_spanned!(span=> #private::unread_file(#key, #file))
        } else {
            quote!({ fn _file() -> &'static [::core::primitive::u8] { #file } })
        };
        Some(quote!(const _: () = #file; #kernel))
    }

    /// Code with the figures that its file states.
    pub(super) fn literal(&self, code: &Compiled<'_>) -> TokenStream {
        let (library, variable) = (&self.library, hygienic("code"));
        let (name, (major, minor)) = (code.name, code.compute_capability);
        let new = if code.form == CodeForm::Ptx {
            quote!(#library::Compiled::ptx(#name, (#major, #minor), #library::gpu::Suffix::None))
        } else {
            quote!(#library::Compiled::machine_code(#name, (#major, #minor)))
        };
        let mut figures = TokenStream::new();
        if code.suffix != Suffix::None {
            let suffix = identifier(&format!("{:?}", code.suffix));
            figures.extend(quote!(#variable.suffix = #library::gpu::Suffix::#suffix;));
        }
        for figure in Figure::ALL {
            let value = code.figure(*figure);
            if !matches!(value, FigureValue::Unknown | FigureValue::Flag(false)) {
                let field = identifier(figure.row().field);
                // A number, or a variant.
                let value: TokenStream = format!("{value:#}").parse().unwrap_or_default();
                figures.extend(quote!(#variable.#field = #value;));
            }
        }
        if figures.is_empty() {
            return new;
        }
        quote!({ let mut #variable = #new; #figures #variable })
    }
}
