//! Expands the attribute on an `impl` or a `trait`, where Rust allows no type: the launch types of its functions go beside
//! the block.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, parse_quote};

use crate::errors::Errors;
use crate::expansion::{annotate, for_editors};
use crate::host;
use crate::item::{self, Block, Local, has_name, split_attributes};
use crate::syntax::{Args, with_defaults};
use crate::tokens::{
    first_span, is_braces, is_mark, is_word, replaced, stream, visible, with_stream,
};

/// The expansions of the attributes in an `impl` or a `trait`, and the block without them; or a module whose items are
/// annotated, with the arguments in their attributes. `None` for any other item.
///
/// The arguments of the block are defaults of its functions.
pub(crate) fn expand(arguments: &TokenStream, item: &TokenStream) -> Option<TokenStream> {
    let (head, body) = head_and_body(item)?;
    let block = read(&head);
    if block.is_none() && !is_module(&head, &body) {
        return None;
    }
    let mut errors = Errors::printed(Span::call_site());
    let defaults = Args::parse_defaults(arguments.clone(), &mut errors);
    let is_shown = !arguments.is_empty() && !host::only_compiles();
    let editor = is_shown.then(|| for_editors(&defaults));
    let Some((block, own_type)) = block else {
        let errors = errors.into_tokens();
        let items = parts(body.stream()).into_iter();
        let inside = items.map(|part| with_defaults_inside(arguments, part));
        let body = with_stream(&body, inside.collect());
        return Some(quote!(#editor #errors #head #body));
    };
    let (mut beside, mut kept) = (TokenStream::new(), TokenStream::new());
    let mut is_annotated = false;
    for mut part in parts(body.stream()) {
        while let Some((attribute, rest)) = without_first_attribute(&part) {
            is_annotated = true;
            let written = with_defaults(arguments, &item::arguments_of(&attribute));
            // `<Kernels>` for `Self`, which has no meaning outside the block.
            let arguments = match &own_type {
                None => written.clone(),
                Some(own_type) => replaced(&written, &mut |tokens, at| {
                    let own = is_word(&tokens[at], "Self").then(|| tokens[at].span())?;
                    Some(quote_spanned!(own=> <#own_type>))
                }),
            };
            let at = first_span(&attribute.path().to_token_stream());
            let [editor, item, launch] = annotate(&arguments, &written, &rest, Some(&block), at);
            beside.extend([editor, launch]);
            part = item;
        }
        kept.extend(part);
    }
    if !is_annotated {
        let fault = "no function in the block has a `#[launch_config(…)]`";
        let help = "annotate the functions that launch a kernel, or remove this attribute";
        errors.refuse(TokenStream::new(), "OCC107", fault, help);
    }
    let errors = errors.into_tokens();
    let body = with_stream(&body, kept);
    Some(quote!(#editor #errors #beside #head #body))
}

/// The tokens before the braces that an item ends in, and the braces.
pub(crate) fn head_and_body(item: &TokenStream) -> Option<(TokenStream, Group)> {
    let mut tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    match tokens.pop().filter(is_braces)? {
        TokenTree::Group(body) => Some((stream(&tokens), body)),
        _ => None,
    }
}

/// Returns `true` for a module in which an item is annotated.
pub(crate) fn is_module(head: &TokenStream, body: &Group) -> bool {
    let mut words = split_attributes(visible(head)).1.into_iter().peekable();
    item::take_visibility(&mut words);
    let has_ours = |part: &TokenStream| without_first_attribute(part).is_some();
    words.next().is_some_and(|word| is_word(&word, "mod"))
        && parts(body.stream()).iter().any(has_ours)
}

/// An item of a module, with the defaults in its attributes.
fn with_defaults_inside(defaults: &TokenStream, item: TokenStream) -> TokenStream {
    let (mut attributes, rest) = split_attributes(item);
    for attribute in &mut attributes {
        if has_name(attribute, "launch_config") {
            let merged = with_defaults(defaults, &item::arguments_of(attribute));
            let path = attribute.path();
            attribute.meta = parse_quote!(#path(#merged));
        }
    }
    quote!(#(#attributes)* #rest)
}

/// Reads the head of an `impl` or a `trait`: what its functions take from it, and `Self` if that is one type.
pub(crate) fn read(head: &TokenStream) -> Option<(Block, Option<TokenStream>)> {
    let (_, visible) = split_attributes(visible(head));
    let mut tokens = visible.clone().into_iter().peekable();
    let visibility = item::take_visibility(&mut tokens);
    let is_qualifier = |token: &TokenTree| is_word(token, "unsafe") || is_word(token, "auto");
    while tokens.next_if(is_qualifier).is_some() {}
    let keyword = tokens.next()?;
    let is_impl = is_word(&keyword, "impl");
    let mut name = if is_impl { None } else { tokens.next() };
    name = name.filter(|name| is_word(&keyword, "trait") && matches!(name, TokenTree::Ident(_)));
    if !is_impl && name.is_none() {
        return None;
    }
    let prefix = format!("{visible} ").replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    let is_generic = tokens.peek().is_some_and(|token| is_mark(token, '<'));
    let (mut parameters, types) = item::split_parameters(tokens.collect());
    let implementor = own_type(types.into_iter().collect());
    if is_impl && implementor.is_empty() {
        return None;
    }
    let of_block = name.map_or_else(|| implementor.clone(), Into::into);
    let names = syn::parse2(of_block).map_or(Vec::new(), |of| item::names_of_type(&of));
    let own_type = (is_impl && !is_generic).then_some(implementor);
    if own_type.is_none() {
        parameters.push(("Self".to_owned(), Local::Type));
    }
    let block = Block {
        parameters,
        visibility,
        prefix,
        names,
    };
    Some((block, own_type))
}

/// The `Type` of `Type where …`, or of `Trait for Type where …`.
fn own_type(mut types: Vec<TokenTree>) -> TokenStream {
    let end = types.iter().position(|token| is_word(token, "where"));
    types.truncate(end.unwrap_or(types.len()));
    // `for<'a> fn(&'a u8)` is a type.
    let separator = (0..types.len()).find(|at| match &types[*at..] {
        [_, mark, lifetime, ..] if is_mark(mark, '<') && is_mark(lifetime, '\'') => false,
        [word, ..] => is_word(word, "for"),
        [] => false,
    });
    stream(&types[separator.map_or(0, |at| at + 1)..])
}

/// Splits the body into parts that begin with attributes, and the tokens before the first attribute.
fn parts(body: TokenStream) -> Vec<TokenStream> {
    let tokens: Vec<TokenTree> = body.into_iter().collect();
    let is_attribute = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket);
    let parts = tokens.chunk_by(|before, token| !is_mark(token, '#') || is_attribute(before));
    parts.map(stream).collect()
}

/// The first `#[launch_config(…)]` among the attributes that `part` begins with, and `part` without it.
fn without_first_attribute(part: &TokenStream) -> Option<(Attribute, TokenStream)> {
    let (mut attributes, rest) = split_attributes(part.clone());
    let is_ours = |attribute: &Attribute| has_name(attribute, "launch_config");
    let first = attributes.remove(attributes.iter().position(is_ours)?);
    Some((first, quote!(#(#attributes)* #rest)))
}
