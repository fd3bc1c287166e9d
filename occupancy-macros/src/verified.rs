//! The compiler compares the values that a page was drawn with to its own.

use occupancy_core::Arch;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Expr;

use crate::emit::{self, call};
use crate::fold::{Folded, FoldedValue, Known, Named, Value, Written};
use crate::number::Number;
use crate::syntax::{ArchValue, Dims};
use crate::tokens::first_span;

/// Items that fail to compile where a value is another.
pub(crate) fn items(folded: &Folded, library: &TokenStream) -> TokenStream {
    let mut done: Vec<String> = Vec::new();
    let mut out = TokenStream::new();
    for value in &folded.values {
        let tokens = value.written.expression().to_token_stream();
        let text = tokens.to_string();
        // Values beside `arch` are those of several configurations.
        let key = format!("{text} {:?}", value.value);
        if done.contains(&key) {
            continue;
        }
        done.push(key);
        let span = first_span(&tokens);
        // One that is a constant alone is compared once.
        let parts = value
            .named
            .iter()
            .filter(|named| named.path != text.replace(' ', ""));
        let mut all: Vec<TokenStream> = parts
            .filter_map(|named| part(value, named, span, library))
            .collect();
        all.push(whole(value, &tokens, library));
        out.extend(quote_spanned!(span=> const _: [(); #(#all)+*] = [];));
    }
    out
}

impl Written {
    pub(crate) const fn expression(&self) -> &Expr {
        match self {
            Self::Integer(expression)
            | Self::Dims(expression)
            | Self::Ratio(expression)
            | Self::Arch(expression)
            | Self::Text(expression) => expression,
        }
    }
}

/// What a message says besides the two values: where the constants are defined, and what helps.
fn note(value: &FoldedValue, text: &str) -> String {
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
    value: &FoldedValue,
    named: &Named,
    span: Span,
    library: &TokenStream,
) -> Option<TokenStream> {
    let Value::Integer(read, _) = named.value else {
        return None;
    };
    let path: TokenStream = named.path.parse().ok()?;
    let path = respanned(path, span);
    let expression: Expr = syn::parse2(path).ok()?;
    let note = note(
        value,
        &value.written.expression().to_token_stream().to_string(),
    );
    let actual = emit::integer(&Number::<u32>::Deferred(expression.clone()), library);
    let (name, read) = (&named.path, proc_macro2::Literal::i128_suffixed(read));
    Some(call(
        library,
        "read_integer",
        None,
        &expression.to_token_stream(),
        quote!(#name, #read, #actual, #note),
    ))
}

/// The comparison of a value with its expression.
fn whole(value: &FoldedValue, tokens: &TokenStream, library: &TokenStream) -> TokenStream {
    let text = tokens.to_string();
    let note = note(value, &text);
    let integer = |read: i128| proc_macro2::Literal::i128_suffixed(read);
    let (function, arguments) = match (&value.written, &value.value) {
        (Written::Integer(expression), Known::Integer(read)) => {
            let actual = emit::integer(&Number::<u32>::Deferred(expression.clone()), library);
            let read = integer(*read);
            ("read_integer", quote!(#text, #read, #actual, #note))
        }
        (Written::Dims(expression), Known::Dims(read)) => {
            let actual = emit::dims(&Dims::Whole(expression.clone()), library);
            let [x, y, z] = read.map(integer);
            ("read_dims", quote!(#text, [#x, #y, #z], #actual, #note))
        }
        (Written::Ratio(expression), Known::Ratio(read)) => {
            let actual = emit::ratio(&Number::Deferred(expression.clone()), library);
            let (over, under) = (read.numerator(), read.denominator());
            ("read_ratio", quote!(#text, (#over, #under), #actual, #note))
        }
        (Written::Arch(expression), Known::Arch(read)) => {
            let actual = emit::arch(&ArchValue::Deferred(expression.clone()), library);
            let read = gpu(read);
            ("read_gpu", quote!(#text, #read, #actual, #note))
        }
        (Written::Text(expression), Known::Text(read)) => {
            ("read_text", quote!(#text, #read, #expression, #note))
        }
        // A value is read in the form of its argument.
        _ => return quote!(0),
    };
    call(library, function, None, tokens, arguments)
}

/// A GPU's name, compute capability and number of SMs.
fn gpu(arch: &Arch) -> TokenStream {
    let (name, cc) = (arch.name(), arch.compute_capability().name);
    let sms = arch.sm_count().unwrap_or(0);
    quote!((#name, #cc, #sms))
}

fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    let tokens = tokens.into_iter().map(|mut token| {
        if let proc_macro2::TokenTree::Group(group) = &token {
            let inside = respanned(group.stream(), span);
            token = proc_macro2::Group::new(group.delimiter(), inside).into();
        }
        token.set_span(span);
        token
    });
    tokens.collect()
}
