//! Writes values: numbers as they are, and expressions through a conversion of the library that refuses a wrong type at the
//! expression.

use occupancy_core::gpu::{Vendor, nvidia::WARP_SIZE};
use occupancy_core::{Device, kernel::Argument};
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, UnOp};

use super::{Emission, hygienic, identifier};
use crate::expression::{arithmetic_operator, bare, expression, is_opaque};
use crate::number::{self, Number};
use crate::syntax::{Args, ByWarps, Gpu, Value, in_order_of_names, names_block, with_names};
use crate::tokens::{Trees, first_span, is_path};

impl Emission<'_> {
    /// A number of an argument as the widest integer. If it names a block that only the compiler can evaluate, the
    /// `args` have it.
    pub(super) fn number(&self, value: &Number, of: Argument, args: &Args) -> Trees {
        let tokens = match value {
            Number::Known(value) => return Trees(vec![Literal::i128_unsuffixed(*value).into()]),
            Number::Deferred(tokens) => tokens,
        };
        let is_of_block = of.is_integer() && names_block(tokens);
        let block = args.value(Argument::Threads);
        match block.filter(|threads| is_of_block && threads.is_deferred()) {
            Some(threads) => {
                let (private, block) = (&self.private, hygienic("block"));
                let axes = self.dims(threads, Argument::Threads);
                // Behind the warps of 32 threads are those of 64.
                let has_wide = args.lanes().0 > WARP_SIZE;
                let part = |part: usize| {
                    let part = part + usize::from(has_wide && part == 4);
                    in_parentheses(quote!(#private::of_block(#block, #part)))
                };
                let value = self.exact(tokens, of, Some(&part));
                quote!({ let #block = #axes; #value }).into()
            }
            None if is_path(tokens) => self.whole(tokens, tokens.clone()),
            None => self.exact(tokens, of, None).into(),
        }
    }

    /// A value as the widest integer. Arithmetic without a result ends the build.
    fn exact(&self, tokens: &TokenStream, argument: Argument, of: OfBlock<'_>) -> TokenStream {
        expression(tokens)
            .and_then(|value| self.arithmetic(&value, argument, of, None))
            .unwrap_or_else(|| self.widest(tokens, of))
    }

    /// Shared memory by the size of the block.
    pub(super) fn by_warps(&self, by_warps: &ByWarps, args: &Args) -> TokenStream {
        let (tokens, first, last) = match by_warps {
            ByWarps::Known(bytes) => return quote!(&[#(#bytes),*]),
            ByWarps::Deferred(tokens, first, last) => (tokens, *first, *last),
        };
        let (library, count) = (&self.library, hygienic("count"));
        let (threads, one) = (quote!(#count * 32), quote!(1_usize));
        let axes = [threads.clone(), one.clone(), one];
        let warps = if args.lanes().0 == WARP_SIZE {
            quote!(#count)
        } else {
            quote!(#count.div_ceil(2))
        };
        let parts = in_order_of_names(threads, axes, warps).map(in_parentheses);
        let of = |part: usize| parts[part].clone();
        // The label of a block: a size for which arithmetic has no result leaves it, and does not end the build.
        let (mark, name) = (Punct::new('\'', Spacing::Joint), hygienic("bytes"));
        let none = quote!(break #mark #name ::core::primitive::i128::MAX);
        let smem = Argument::DynamicSharedMemory;
        let exact = expression(tokens)
            .and_then(|value| self.arithmetic(&value, smem, Some(&of), Some(&none)));
        let value = match exact {
            Some(value) => quote!(#mark #name: { #value }),
            None if args.auto().is_some() => self.widest(tokens, Some(&of)),
            // A function or a table may have no value for a size that nobody asked for: `UNKNOWN_BYTES`.
            None => return quote!(&[::core::primitive::u32::MAX; 32]),
        };
        let [first, last] = [first, last].map(Literal::u32_unsuffixed);
        quote!(&#library::__by_warps!(#count from #first to #last: { #value }))
    }

    /// Arithmetic that is as exact as that on literals, whatever the types of its operands are. Without a result, it is
    /// `none`, or ends the build. Returns `None` if the value is no arithmetic on integers or, if a result can be `none`,
    /// if an operand is more than a name of the block.
    fn arithmetic(
        &self,
        value: &Expr,
        argument: Argument,
        of: OfBlock<'_>,
        none: Option<&TokenStream>,
    ) -> Option<TokenStream> {
        if let Ok(number) = number::integer_of(value) {
            return Some(Literal::i128_unsuffixed(number).into_token_stream());
        }
        let tokens = value.to_token_stream();
        let is_of_block = names_block(&tokens);
        let written = |inner: &Expr| self.arithmetic(inner, argument, of, none);
        let (left, operator, right) = match bare(value) {
            Expr::Lit(_) => return None,
            Expr::Unary(prefixed) if matches!(prefixed.op, UnOp::Neg(_)) => {
                (quote!(0), "-", written(&prefixed.expr)?)
            }
            Expr::Binary(binary) => {
                let operator = arithmetic_operator(&binary.op)?;
                (written(&binary.left)?, operator, written(&binary.right)?)
            }
            // A cast from a fraction is left to the compiler.
            Expr::Cast(cast) if is_of_block => {
                let of_type = &cast.ty;
                let is_integer = number::is_integer_type(&of_type.to_token_stream().to_string());
                let inner = written(&cast.expr).filter(|_| is_integer)?;
                return Some(quote!((#inner as #of_type as ::core::primitive::i128)));
            }
            kind if is_of_block && none.is_some() && !matches!(kind, Expr::Path(_)) => return None,
            _ => return Some(self.widest(&tokens, of)),
        };
        let Some(none) = none else {
            let argument = argument as usize;
            let arguments = quote!(#argument, #left, #operator, #right);
            let result = self.call("arithmetic", &tokens, arguments);
            return Some(result.into_token_stream());
        };
        let (library, number) = (&self.library, hygienic("number"));
        Some(quote!({
            let ::core::result::Result::Ok(#number) =
                #library::kernel::arithmetic(#left, #operator, #right) else { #none };
            #number
        }))
    }

    /// An integer of any type as the widest one.
    fn widest(&self, tokens: &TokenStream, of: OfBlock<'_>) -> TokenStream {
        let number = hygienic("number");
        let value = of.map_or_else(|| tokens.clone(), |of| with_names(tokens, of));
        // A method costs the compiler least. It needs a type, which a number inside an expression may not have.
        if let Some(Expr::Path(_) | Expr::Cast(_)) = expression(tokens).as_ref().map(bare) {
            let argument = self.argument(&value);
            return self.whole(&value, argument).into_token_stream();
        }
        let (integer, widest) = (self.converted("integer", &value), self.widest_of(&number));
        quote! {
            match #integer {
                #number => #widest,
            }
        }
    }

    /// A variable with an integer of any type as the widest one.
    fn widest_of(&self, variable: &Ident) -> TokenStream {
        let private = &self.private;
        quote!(#private::widest(#variable as ::core::primitive::i128, #variable > 0))
    }

    /// An integer that has a type, as the widest one.
    fn whole(&self, value: &TokenStream, argument: TokenStream) -> Trees {
        let span = first_span(value);
        let whole = self.call("whole", value, argument);
        let widest = whole.then(".", "widest", span);
        widest.parenthesized(TokenStream::new(), span)
    }

    /// The extents of a block, a grid or a cluster, each as the widest integer.
    pub(super) fn dims(&self, value: &Value, argument: Argument) -> TokenStream {
        match value {
            Value::Numbers(axes) => {
                let extent = |axis| self.number(axis, argument, self.base);
                let axes = axes.iter().map(extent);
                quote!([#(#axes),*])
            }
            Value::Whole(expression) => {
                // A block of Rust can be a number without a type, for which no trait bound can choose one.
                let is_opaque = is_opaque(expression);
                let function = if is_opaque { "Axes" } else { "dims" };
                let axes = self.converted(function, expression);
                let split = quote_spanned!(first_span(expression)=> .xyz());
                let [x, y, z] = ["x", "y", "z"].map(hygienic);
                let widest = [&x, &y, &z].map(|axis| self.widest_of(axis));
                quote!(match #axes #split { (#x, #y, #z) => [#(#widest),*], })
            }
            _ => TokenStream::new(),
        }
    }

    /// A GPU as an expression of core's `Arch`.
    pub(super) fn arch(&self, value: &Gpu) -> TokenStream {
        let library = &self.library;
        let (arch, span) = match value {
            Gpu::Named(named) => (named.arch, first_span(&named.tokens)),
            Gpu::Deferred(expression) => {
                let gpu = self.evaluated_gpu("gpu", "found", expression);
                return quote!(#gpu.arch);
            }
        };
        if let Some(device) = arch.device() {
            let device = of_device(*device, span);
            return quote!(#library::Arch::Device(#library::devices::#device));
        }
        let sm = arch.multiprocessor();
        let is_specific = sm.static_shared_memory_per_block() > sm.shared_memory_per_block();
        // The mode of a target, behind a colon, is a part of its constant's name.
        let mode = sm.name().find(':').map_or("", |at| &sm.name()[at..]);
        let name = sm.targets()[0].to_owned() + if is_specific { "a" } else { "" } + mode;
        let (module, name) = match sm.vendor() {
            Vendor::Amd => ("targets", sm.name()),
            _ => ("compute_capabilities", name.as_str()),
        };
        let name = name.replace(':', "_");
        let constant = Ident::new(&name.to_uppercase(), span);
        let module = identifier(module);
        quote!(#library::Arch::Multiprocessor(&#library::#module::#constant))
    }

    /// The GPU that an expression evaluates to, or the list, as the library's `FoundGpu`: through a function and a method of
    /// what it returns.
    pub(super) fn evaluated_gpu(
        &self,
        function: &str,
        method: &str,
        expression: &TokenStream,
    ) -> TokenStream {
        let span = first_span(expression);
        let argument = self.argument(expression);
        let named = self.call(function, expression, quote_spanned!(span=> & #argument));
        let method = Ident::new(method, span);
        quote_spanned!(span=> #named.#method())
    }

    /// An expression through a function of the library, with the span of the expression: a wrong type is one error there.
    pub(super) fn converted(&self, function: &str, expression: &TokenStream) -> Trees {
        let argument = self.argument(expression);
        self.call(function, expression, argument)
    }

    /// The expression as an argument of a function. One that the macro did not parse goes through a macro, so that a fault
    /// in it hides no other.
    pub(super) fn argument(&self, expression: &TokenStream) -> TokenStream {
        let library = &self.library;
        if is_opaque(expression) {
            quote!(#library::__expression!(#expression))
        } else {
            expression.clone()
        }
    }
}

/// The expression for each name of the block in a value, by its place among them.
type OfBlock<'a> = Option<&'a dyn Fn(usize) -> TokenTree>;

fn in_parentheses(tokens: TokenStream) -> TokenTree {
    Group::new(Delimiter::Parenthesis, tokens).into()
}

/// The constant of a device, or a part of a board, which has none, of the constant of the board.
fn of_device(device: Device, span: Span) -> TokenStream {
    let constant = |device: &Device| Ident::new(device.constant(), span);
    let part = |board: &Device| {
        let at = board.parts().iter().position(|part| *part == device)?;
        let board = constant(board);
        Some(quote!(#board.parts()[#at]))
    };
    match device.constant() {
        "" => Device::ALL.iter().find_map(part).unwrap_or_default(),
        _ => constant(&device).into_token_stream(),
    }
}
