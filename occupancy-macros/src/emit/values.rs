//! Values as the library takes them: numbers as they are, and expressions through a conversion that
//! refuses a wrong type at the expression.

use occupancy_core::{Arch, Device, kernel::Argument};
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

use super::{Emission, hygienic};
use crate::expression::{Expression, Kind};
use crate::number::{self, Number};
use crate::syntax::{ByWarps, Gpu, Stated, Value, named, with_parts};
use crate::tokens::{Trees, first_span};

impl Emission<'_> {
    /// A number of an argument as the widest integer. It can name the block, where only the compiler knows the block.
    pub(super) fn number(&self, value: &Number, one: &Stated, threads: Option<&Value>) -> Trees {
        let names_block = || one.argument.is_integer() && !named(&one.tokens).is_empty();
        match (value, threads) {
            (Number::Deferred(_), Some(threads)) if threads.is_deferred() && names_block() => {
                let (private, block) = (&self.private, hygienic("block"));
                let axes = self.dims(threads, Argument::Threads);
                let of = |part| in_parentheses(quote!(#private::of_block(#block, #part)));
                let value = self.exact(&one.tokens, one.argument, Some(&of));
                quote!({ let #block = #axes; #value }).into()
            }
            _ => self.integer(value, one.argument),
        }
    }

    fn integer(&self, value: &Number, argument: Argument) -> Trees {
        match value {
            Number::Known(value) => Literal::i128_unsuffixed(*value).into(),
            Number::Deferred(tokens) => self.exact(tokens, argument, None).into(),
        }
    }

    /// A value as the widest integer; arithmetic without a result ends the build.
    fn exact(&self, tokens: &TokenStream, argument: Argument, of: OfBlock<'_>) -> TokenStream {
        let argument = argument as usize;
        let operand = |operand: &Expression| Some(self.widest(&operand.tokens, of));
        let result = |at: &TokenStream, left, operator: &str, right| {
            let arguments = quote!(#argument, #left, #operator, #right);
            self.call("arithmetic", at, arguments).into_token_stream()
        };
        let value = Expression::new(tokens);
        let value = value.and_then(|value| arithmetic(&value, &operand, &result));
        value.unwrap_or_else(|| self.widest(tokens, of))
    }

    /// Shared memory by the size of the block, as the library takes it.
    pub(super) fn by_warps(&self, by_warps: &ByWarps, is_searched: bool) -> TokenStream {
        let (tokens, first, last) = match by_warps {
            ByWarps::Known(bytes) => return quote!(&[#(#bytes),*]),
            ByWarps::Deferred(tokens, first, last) => (tokens, *first, *last),
        };
        let library = &self.library;
        let [count, number] = ["count", "number"].map(hygienic);
        let of = |part| {
            in_parentheses(match part {
                0 | 1 => quote!(#count * 32),
                2 | 3 => quote!(1_usize),
                _ => quote!(#count),
            })
        };
        // A label. A size for which arithmetic has no result does not count, and does not end the build.
        let (mark, name) = (Punct::new('\'', Spacing::Joint), hygienic("bytes"));
        let operand = |operand: &Expression| {
            let is_apart =
                matches!(operand.kind, Kind::Path(_)) || named(&operand.tokens).is_empty();
            is_apart.then(|| self.widest(&operand.tokens, Some(&of)))
        };
        let result = |_: &_, left, operator: &str, right| {
            quote! {
                match #library::kernel::arithmetic(#left, #operator, #right) {
                    ::core::result::Result::Ok(#number) => #number,
                    ::core::result::Result::Err(_) => break #mark #name ::core::primitive::i128::MAX,
                }
            }
        };
        let value = Expression::new(tokens);
        let value = match value.and_then(|value| arithmetic(&value, &operand, &result)) {
            Some(value) => quote!(#mark #name: { #value }),
            None if is_searched => self.widest(tokens, Some(&of)),
            // A size that nobody asked for may be one that a function or a table has no value for.
            None => return quote!(&[::core::primitive::u32::MAX; 32]),
        };
        let [first, last] = [first, last].map(Literal::u32_unsuffixed);
        quote!(&#library::__by_warps!(#count from #first to #last: { #value }))
    }

    /// An integer of any type as the widest one.
    fn widest(&self, tokens: &TokenStream, of: OfBlock<'_>) -> TokenStream {
        let (private, number) = (&self.private, hygienic("number"));
        let value = match of.filter(|_| !named(tokens).is_empty()) {
            Some(of) => with_parts(tokens, of),
            None => self.argument(tokens),
        };
        let integer = self.call("integer", tokens, value);
        // 128 bits without a sign are more than those with one.
        quote! {
            match #integer {
                #number => #private::widest(#number as ::core::primitive::i128, #number > 0),
            }
        }
    }

    /// The fewest and the most threads of `threads = auto`, where only the compiler knows both.
    pub(super) fn range(&self, least: &Number, most: &Number, value: &TokenStream) -> Trees {
        let [least, most] = [least, most].map(|one| self.integer(one, Argument::Threads));
        self.call("range", value, quote!(#least, #most))
    }

    /// Three integers.
    pub(super) fn dims(&self, value: &Value, argument: Argument) -> TokenStream {
        match value {
            Value::Numbers(axes) => {
                let axes = axes.iter().map(|axis| self.integer(axis, argument));
                quote!([#(#axes),*])
            }
            Value::Whole(expression) => {
                // A block can be a number without a type, which no bound can choose one for.
                let is_opaque = Expression::is_opaque(expression);
                let function = if is_opaque { "Axes" } else { "dims" };
                let axes = self.converted(function, expression);
                let split = quote_spanned!(first_span(expression)=> .xyz());
                let widest = quote!(as ::core::primitive::i128);
                let [x, y, z] = ["x", "y", "z"].map(hygienic);
                quote!(match #axes #split { (#x, #y, #z) => [#x #widest, #y #widest, #z #widest,], })
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
        match arch {
            Arch::Device(device) => {
                let device = of_device(device, span);
                quote!(#library::Arch::Device(#library::devices::#device))
            }
            Arch::ComputeCapability(cc) => {
                let is_specific =
                    cc.static_shared_memory_per_block() > cc.shared_memory_per_block();
                let suffix = if is_specific { "A" } else { "" };
                let constant = format!("SM_{}{}{suffix}", cc.major(), cc.minor());
                let constant = Ident::new(&constant, span);
                quote!(#library::Arch::ComputeCapability(&#library::compute_capabilities::#constant))
            }
        }
    }

    /// What a GPU of an expression was found to be.
    pub(super) fn found(&self, expression: &TokenStream) -> TokenStream {
        let span = first_span(expression);
        let argument = self.argument(expression);
        let reference = quote_spanned!(span=> &);
        let named = self.call("gpu", expression, quote!(#reference #argument));
        let found = quote_spanned!(span=> .found());
        quote!(#named #found)
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
        if Expression::is_opaque(expression) {
            quote!(#library::__expression!(#expression))
        } else {
            expression.clone()
        }
    }
}

/// An expression for each name of the block that a value can have in it.
type OfBlock<'a> = Option<&'a dyn Fn(usize) -> TokenTree>;

/// Arithmetic as it is for literals, exact whatever the types of its operands are, in which `operand` writes each operand
/// as the widest integer, and `result` the result of two; `None` if there is more in the value, or an operand cannot be
/// apart.
fn arithmetic(
    value: &Expression,
    operand: &dyn Fn(&Expression) -> Option<TokenStream>,
    result: &dyn Fn(&TokenStream, TokenStream, &str, TokenStream) -> TokenStream,
) -> Option<TokenStream> {
    if let Ok(number) = number::integer(value) {
        return Some(Literal::i128_unsuffixed(number).into_token_stream());
    }
    let written = |inner: &Expression| arithmetic(inner, operand, result);
    match &value.kind {
        Kind::Literal(_) => None,
        Kind::Parenthesized(inner) => written(inner),
        Kind::Prefixed('-', inner) => Some(result(&value.tokens, quote!(0), "-", written(inner)?)),
        Kind::Arithmetic(left, operator, right) => {
            let (left, right) = (written(left)?, written(right)?);
            Some(result(&value.tokens, left, operator, right))
        }
        // Of fractions, nothing is known.
        Kind::Cast(inner, of_type) if !named(&value.tokens).is_empty() => {
            let is_integer = number::is_integer_type(&of_type.to_string());
            let inner = written(inner).filter(|_| is_integer)?;
            Some(quote!((#inner as #of_type as ::core::primitive::i128)))
        }
        _ => operand(value),
    }
}

fn in_parentheses(tokens: TokenStream) -> TokenTree {
    Group::new(Delimiter::Parenthesis, tokens).into()
}

/// A device by its constant, and a MIG instance by that of its board.
fn of_device(device: Device, span: Span) -> TokenStream {
    let constant = |device: &Device| Ident::new(device.constant(), span);
    for board in Device::ALL {
        let mut instances = board.mig_instances().iter();
        if let Some(at) = instances.position(|instance| *instance == device) {
            let board = constant(board);
            return quote!(#board.mig_instances()[#at]);
        }
    }
    constant(&device).into_token_stream()
}
