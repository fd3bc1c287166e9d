//! Makes the compiler compare the values of a page with its own.

use occupancy_constants::Constant;
use occupancy_core::Arch;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;

use crate::constants::{Known, ReadConstants, ReadValue, Written};
use crate::emit::{self, call};
use crate::number::Number;
use crate::syntax::{ArchValue, named, text};
use crate::tokens::{self, first_span};

/// Calls that are zero, and fail to compile where a value is another.
pub(crate) fn calls(
    read_constants: &ReadConstants,
    marker: &Ident,
    library: &TokenStream,
) -> Vec<TokenStream> {
    let mut done: Vec<String> = Vec::new();
    let mut out = Vec::new();
    for value in &read_constants.values {
        let tokens = value.written.expression().to_token_stream();
        let text = text(&tokens);
        // Values beside `arch` are those of several configurations.
        let key = format!("{text} {:?}", value.value);
        if done.contains(&key) {
            continue;
        }
        done.push(key);
        let span = first_span(&tokens);
        // One that is a constant alone is compared once.
        let plain = text.replace(' ', "");
        let parts = value.named.iter().filter(|named| named.path != plain);
        out.extend(parts.filter_map(|named| part(value, named, span, library)));
        out.push(whole(value, &tokens, marker, library));
    }
    out
}

impl Written {
    pub(crate) const fn expression(&self) -> &Expr {
        match self {
            Self::Integer(expression)
            | Self::ByWarps(expression)
            | Self::Dims(expression)
            | Self::Ratio(expression)
            | Self::Arch(expression)
            | Self::Text(expression) => expression,
        }
    }
}

/// What a message says besides the two values: where the constants are defined, and what helps.
fn note(value: &ReadValue, text: &str) -> String {
    let named = value.named.iter().filter_map(|named| {
        let definition = named.definition.as_ref()?;
        Some(format!("\n    `{}` was read at {definition}", named.path))
    });
    let named: String = named.collect();
    let key = value.key.name();
    format!("{named}\n\n    help: `{key} = {{ {text} }}` leaves it to the compiler")
}

/// The comparison of a constant that a value names; one of another form is a part of the whole.
fn part(
    value: &ReadValue,
    named: &Constant,
    span: Span,
    library: &TokenStream,
) -> Option<TokenStream> {
    let read = named.integer()?;
    let path: TokenStream = named.path.parse().ok()?;
    let path = respanned(path, span);
    let expression: Expr = syn::parse2(path).ok()?;
    let note = note(value, &text(&value.written.expression().to_token_stream()));
    let actual = emit::integer(&Number::Deferred(expression.clone()), library);
    let (name, read) = (&named.path, Literal::i128_suffixed(read));
    Some(call(
        library,
        "read_integer",
        None,
        &expression.to_token_stream(),
        quote!(#name, #read, #actual, #note),
    ))
}

/// The comparison of a value with its expression.
fn whole(
    value: &ReadValue,
    tokens: &TokenStream,
    marker: &Ident,
    library: &TokenStream,
) -> TokenStream {
    let text = text(tokens);
    let note = note(value, &text);
    let integer = |read: i128| Literal::i128_suffixed(read);
    let stated = |reads: [i128; 3]| {
        let argument = value.key.argument()?;
        let argument = Ident::new(&format!("{argument:?}"), Span::call_site());
        let axis = Literal::usize_unsuffixed(value.axis);
        let [x, y, z] = reads.map(integer);
        Some(quote!(#library::kernel::Argument::#argument, #axis, [#x, #y, #z], #text, #note))
    };
    let of_kernel = Literal::usize_unsuffixed(value.configuration);
    let of_kernel = quote!(::<#marker, #of_kernel>);
    let (function, parameters, arguments) = match (&value.written, &value.value) {
        // What a value names of the block is known if the block is stated.
        (Written::Integer(_), Known::Integer(read)) if !named(tokens).is_empty() => {
            ("read_argument", Some(of_kernel), stated([*read, 1, 1]))
        }
        // All else is compared as it was written: what is stated would have the compiler evaluate all of it.
        (Written::Integer(expression), Known::Integer(read)) => {
            let actual = emit::integer(&Number::Deferred(expression.clone()), library);
            let read = integer(*read);
            (
                "read_integer",
                None,
                Some(quote!(#text, #read, #actual, #note)),
            )
        }
        (Written::ByWarps(_), Known::ByWarps(read)) => {
            let read = read.iter().map(|bytes| Literal::u32_unsuffixed(*bytes));
            let arguments = quote!(&[#(#read),*], #text, #note);
            ("read_by_warps", Some(of_kernel), Some(arguments))
        }
        (Written::Dims(_), Known::Dims(read)) => ("read_dims", Some(of_kernel), stated(*read)),
        (Written::Ratio(expression), Known::Ratio(read)) => {
            let actual = emit::ratio(&Number::Deferred(expression.clone()), library);
            let (over, under) = (read.numerator(), read.denominator());
            (
                "read_ratio",
                None,
                Some(quote!(#text, (#over, #under), #actual, #note)),
            )
        }
        (Written::Arch(expression), Known::Arch(read)) => {
            let actual = emit::arch(&ArchValue::Deferred(expression.clone()), library);
            let read = gpu(read);
            ("read_gpu", None, Some(quote!(#text, #read, #actual, #note)))
        }
        (Written::Text(expression), Known::Text(read)) => (
            "read_text",
            None,
            Some(quote!(#text, #read, #expression, #note)),
        ),
        // A value is read in the form of its argument.
        _ => return quote!(0),
    };
    // Each argument that takes a number has a name in core.
    arguments.map_or_else(
        || quote!(0),
        |arguments| call(library, function, parameters, tokens, arguments),
    )
}

/// A GPU's name, compute capability and number of SMs.
fn gpu(arch: &Arch) -> TokenStream {
    let (name, cc) = (arch.name(), arch.compute_capability().name());
    let sms = arch.sm_count().unwrap_or(0);
    quote!((#name, #cc, #sms))
}

fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    tokens::map(tokens, &mut |mut token| {
        if let proc_macro2::TokenTree::Group(group) = &token {
            let inside = respanned(group.stream(), span);
            token = proc_macro2::Group::new(group.delimiter(), inside).into();
        }
        token.set_span(span);
        token
    })
}
