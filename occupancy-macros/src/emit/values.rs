//! Values as the library takes them: numbers as they are, and expressions through a conversion that
//! refuses a wrong type at the expression.

use occupancy_core::{Device, kernel::Argument};
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, UnOp};

use super::{Emission, hygienic};
use crate::expression::{bare, expression, is_opaque, of_arithmetic};
use crate::number::{self, Number};
use crate::syntax::{ByWarps, Gpu, Value, named, with_parts};
use crate::tokens::{Trees, first_span, is_path};

impl Emission<'_> {
    /// A number of an argument as the widest integer. It can name the block, where only the compiler knows the block.
    pub(super) fn number(&self, value: &Number, of: Argument, threads: Option<&Value>) -> Trees {
        let tokens = match value {
            Number::Known(value) => return Literal::i128_unsuffixed(*value).into(),
            Number::Deferred(tokens) => tokens,
        };
        let names_block = of.is_integer() && !named(tokens).is_empty();
        match threads.filter(|threads| names_block && threads.is_deferred()) {
            Some(threads) => {
                let (private, block) = (&self.private, hygienic("block"));
                let axes = self.dims(threads, Argument::Threads);
                let part = |part| in_parentheses(quote!(#private::of_block(#block, #part)));
                let value = self.exact(tokens, of, Some(&part));
                quote!({ let #block = #axes; #value }).into()
            }
            None if is_path(tokens) => self.whole(tokens, tokens.clone()),
            None => self.exact(tokens, of, None).into(),
        }
    }

    /// A value as the widest integer; arithmetic without a result ends the build.
    fn exact(&self, tokens: &TokenStream, argument: Argument, of: OfBlock<'_>) -> TokenStream {
        let value = expression(tokens);
        let value = value.and_then(|value| self.arithmetic(&value, argument, of, None));
        value.unwrap_or_else(|| self.widest(tokens, of))
    }

    /// Shared memory by the size of the block, as the library takes it.
    pub(super) fn by_warps(&self, by_warps: &ByWarps, is_searched: bool) -> TokenStream {
        let (tokens, first, last) = match by_warps {
            ByWarps::Known(bytes) => return quote!(&[#(#bytes),*]),
            ByWarps::Deferred(tokens, first, last) => (tokens, *first, *last),
        };
        let (library, count) = (&self.library, hygienic("count"));
        let of = |part| {
            in_parentheses(match part {
                0 | 1 => quote!(#count * 32),
                2 | 3 => quote!(1_usize),
                _ => quote!(#count),
            })
        };
        // A label. A size for which arithmetic has no result does not count, and does not end the build.
        let (mark, name) = (Punct::new('\'', Spacing::Joint), hygienic("bytes"));
        let none = quote!(break #mark #name ::core::primitive::i128::MAX);
        let (smem, value) = (Argument::DynamicSharedMemory, expression(tokens));
        let value =
            match value.and_then(|value| self.arithmetic(&value, smem, Some(&of), Some(&none))) {
                Some(value) => quote!(#mark #name: { #value }),
                None if is_searched => self.widest(tokens, Some(&of)),
                // A size that nobody asked for may be one that a function or a table has no value for.
                None => return quote!(&[::core::primitive::u32::MAX; 32]),
            };
        let [first, last] = [first, last].map(Literal::u32_unsuffixed);
        quote!(&#library::__by_warps!(#count from #first to #last: { #value }))
    }

    /// Arithmetic as it is for literals, exact whatever the types of its operands are; where it has no result, `none`, or
    /// the end of the build. `None` if there is more in the value, or, where a result can be `none`, if an operand makes
    /// more of the block.
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
        let names_block = !named(&tokens).is_empty();
        let written = |inner: &Expr| self.arithmetic(inner, argument, of, none);
        let (left, operator, right) = match bare(value) {
            Expr::Lit(_) => return None,
            Expr::Unary(prefixed) if matches!(prefixed.op, UnOp::Neg(_)) => {
                (quote!(0), "-", written(&prefixed.expr)?)
            }
            Expr::Binary(binary) => {
                let operator = of_arithmetic(&binary.op)?;
                (written(&binary.left)?, operator, written(&binary.right)?)
            }
            // Of fractions, nothing is known.
            Expr::Cast(cast) if names_block => {
                let of_type = &cast.ty;
                let is_integer = number::is_integer_type(&of_type.to_token_stream().to_string());
                let inner = written(&cast.expr).filter(|_| is_integer)?;
                return Some(quote!((#inner as #of_type as ::core::primitive::i128)));
            }
            kind if names_block && none.is_some() && !matches!(kind, Expr::Path(_)) => return None,
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
        let (private, number) = (&self.private, hygienic("number"));
        let value = of.map_or_else(|| tokens.clone(), |of| with_parts(tokens, of));
        // A method costs the compiler least, and needs a type, which a number in an expression can be without.
        if let Some(Expr::Path(_) | Expr::Cast(_)) = expression(tokens).as_ref().map(bare) {
            let argument = self.argument(&value);
            return self.whole(&value, argument).into_token_stream();
        }
        let integer = self.converted("integer", &value);
        quote! {
            match #integer {
                #number => #private::widest(#number as ::core::primitive::i128, #number > 0),
            }
        }
    }

    /// An integer that has a type, as the widest one.
    fn whole(&self, value: &TokenStream, argument: TokenStream) -> Trees {
        let whole = self.call("whole", value, argument);
        whole.method("widest", first_span(value))
    }

    /// Three integers.
    pub(super) fn dims(&self, value: &Value, argument: Argument) -> TokenStream {
        match value {
            Value::Numbers(axes) => {
                let axes = axes.iter().map(|axis| self.number(axis, argument, None));
                quote!([#(#axes),*])
            }
            Value::Whole(expression) => {
                // A block can be a number without a type, which no bound can choose one for.
                let is_opaque = is_opaque(expression);
                let function = if is_opaque { "Axes" } else { "dims" };
                let axes = self.converted(function, expression);
                let split = quote_spanned!(first_span(expression)=> .xyz());
                let [x, y, z] = ["x", "y", "z"].map(hygienic);
                let private = &self.private;
                let widest = [&x, &y, &z].map(
                    |axis| quote!(#private::widest(#axis as ::core::primitive::i128, #axis > 0)),
                );
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
                let found = self.found(expression);
                return quote!(#found.arch);
            }
        };
        if let Some(device) = arch.device() {
            let device = of_device(*device, span);
            return quote!(#library::Arch::Device(#library::devices::#device));
        }
        let sm = arch.multiprocessor();
        let is_specific = sm.static_shared_memory_per_block() > sm.shared_memory_per_block();
        let suffix = if is_specific { "A" } else { "" };
        let constant = format!("SM_{}{}{suffix}", sm.major(), sm.minor());
        let constant = Ident::new(&constant, span);
        quote!(#library::Arch::Multiprocessor(&#library::compute_capabilities::#constant))
    }

    /// What a GPU of an expression was found to be.
    pub(super) fn found(&self, expression: &TokenStream) -> TokenStream {
        let span = first_span(expression);
        let argument = self.argument(expression);
        let named = self.call("gpu", expression, quote_spanned!(span=> & #argument));
        quote_spanned!(span=> #named.found())
    }

    /// An expression through a function of the library, all of it spanned at the expression: a wrong type is
    /// one error there.
    pub(super) fn converted(&self, function: &str, expression: &TokenStream) -> Trees {
        let argument = self.argument(expression);
        self.call(function, expression, argument)
    }

    /// The expression as an argument. What the macro did not parse is parsed in a macro of its own: a fault in
    /// it hides nothing else.
    pub(super) fn argument(&self, expression: &TokenStream) -> TokenStream {
        let library = &self.library;
        if is_opaque(expression) {
            quote!(#library::__expression!(#expression))
        } else {
            expression.clone()
        }
    }
}

/// An expression for each name of the block that a value can have in it.
type OfBlock<'a> = Option<&'a dyn Fn(usize) -> TokenTree>;

fn in_parentheses(tokens: TokenStream) -> TokenTree {
    Group::new(Delimiter::Parenthesis, tokens).into()
}

/// A device by its constant, and a MIG instance, which has none, by that of its board.
fn of_device(device: Device, span: Span) -> TokenStream {
    let constant = |device: &Device| Ident::new(device.constant(), span);
    let boards = if device.constant().is_empty() {
        Device::ALL
    } else {
        &[]
    };
    for board in boards {
        let mut instances = board.mig_instances().iter();
        if let Some(at) = instances.position(|instance| *instance == device) {
            let board = constant(board);
            return quote!(#board.mig_instances()[#at]);
        }
    }
    constant(&device).into_token_stream()
}
