//! An `impl` or a `trait`, in which Rust allows no type: the launch types of its annotated functions go
//! beside the block.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Generics, Ident, Token, Type, Visibility};

use crate::errors::Errors;
use crate::expansion::{Expansion, annotate};
use crate::foreign_attributes::{self, is_called};
use crate::item::{self, Local, Place};
use crate::tokens::{is_mark, replaced, split_attributes};

/// The block around an annotated function.
pub(crate) struct Block {
    /// All up to the braces.
    head: TokenStream,
    body: Group,
    place: Place,
    /// What `Self` is, where it is one type.
    own_type: Option<Type>,
}

impl Block {
    /// Reads an `impl` or a `trait`, without its functions.
    pub(crate) fn parse(item: &TokenStream) -> Option<Self> {
        let mut tokens: Vec<TokenTree> = item.clone().into_iter().collect();
        let Some(TokenTree::Group(body)) = tokens.pop() else {
            return None;
        };
        if body.delimiter() != Delimiter::Brace {
            return None;
        }
        let head: TokenStream = tokens.into_iter().collect();
        let (visibility, generics, own_type) = parse_head.parse2(head.clone()).ok()?;
        let mut parameters = item::parameters(&generics);
        let own_type = own_type.filter(|_| generics.params.is_empty());
        if own_type.is_none() {
            parameters.push(("Self".to_owned(), Local::Type));
        }
        Some(Self {
            head,
            body,
            place: Place::Block(parameters, visibility),
            own_type,
        })
    }

    /// The block without the attributes, after their expansions.
    pub(crate) fn expand(self, arguments: &TokenStream) -> TokenStream {
        let mut errors = Errors::shown();
        let mut beside = TokenStream::new();
        let mut body = TokenStream::new();
        let mut is_annotated = false;
        for part in parts(self.body.stream()) {
            let mut part = part;
            while let Some((attribute, rest)) = without_first_attribute(&part) {
                is_annotated = true;
                let written = foreign_attributes::arguments(&attribute);
                let arguments = self.with_own_type(written.clone());
                let Expansion {
                    editor,
                    item,
                    beside: launch,
                    library,
                } = annotate(&arguments, &written, &rest, &self.place);
                // They hold for the launch type, too.
                let mut conditions = attributes(&rest).0;
                conditions.retain(|attribute| is_called(attribute, "cfg"));
                beside.extend(if conditions.is_empty() {
                    quote!(#editor #launch)
                } else {
                    quote!(#(#conditions)* #library::__beside! { #editor #launch })
                });
                part = item;
            }
            body.extend(part);
        }
        if !arguments.is_empty() {
            let fault = "on an `impl` or a `trait`, `#[launch_config]` takes no arguments";
            let help =
                "give them to the functions in it, each with a `#[launch_config(…)]` of its own";
            errors.refuse(arguments, "OCC107", fault, help);
        } else if !is_annotated {
            let fault = "no function in the block has a `#[launch_config(…)]`";
            let help = "annotate the functions that launch a kernel, or remove this attribute";
            errors.refuse(TokenStream::new(), "OCC107", fault, help);
        }
        let errors = errors.into_tokens();
        let mut block = Group::new(Delimiter::Brace, body);
        block.set_span(self.body.span());
        let head = self.head;
        quote!(#beside #errors #head #block)
    }

    /// `<Kernels>` for `Self`, which is not known outside the block.
    fn with_own_type(&self, tokens: TokenStream) -> TokenStream {
        let Some(own_type) = &self.own_type else {
            return tokens;
        };
        replaced(&tokens, &mut |tokens, at| match &tokens[at] {
            TokenTree::Ident(name) if name == "Self" => {
                Some(quote_spanned!(name.span()=> <#own_type>))
            }
            _ => None,
        })
    }
}

/// The visibility and the parameters of `pub trait Name<T>`, or of `impl<T> Trait for Type`, and the type of that.
fn parse_head(input: ParseStream<'_>) -> syn::Result<(Visibility, Generics, Option<Type>)> {
    Attribute::parse_outer(input)?;
    let visibility = input.parse()?;
    let is_impl = loop {
        match input.parse::<TokenTree>()? {
            TokenTree::Ident(word) if word == "impl" => break true,
            TokenTree::Ident(word) if word == "trait" => break false,
            TokenTree::Ident(word) if word == "unsafe" || word == "auto" => {}
            _ => return Err(input.error("neither an `impl` nor a `trait`")),
        }
    };
    if !is_impl {
        input.parse::<Ident>()?;
    }
    let generics = input.parse()?;
    let mut own_type = None;
    if is_impl {
        let first: Type = input.parse()?;
        own_type = Some(if input.parse::<Option<Token![for]>>()?.is_some() {
            input.parse()?
        } else {
            first
        });
    }
    // rustc judges the bounds.
    input.parse::<TokenStream>()?;
    Ok((visibility, generics, own_type))
}

/// The body in parts that each begin with attributes, but for what comes before the first of them.
fn parts(body: TokenStream) -> Vec<TokenStream> {
    let is_mark = |token: &TokenTree| is_mark(token, '#');
    let ends_in_an_attribute = |part: &[TokenTree]| match part {
        [.., mark, TokenTree::Group(_)] => is_mark(mark),
        _ => false,
    };
    let mut parts: Vec<Vec<TokenTree>> = vec![Vec::new()];
    for token in body {
        match parts.last_mut() {
            Some(part) if !is_mark(&token) || ends_in_an_attribute(part) => part.push(token),
            _ => parts.push(vec![token]),
        }
    }
    parts.into_iter().map(TokenStream::from_iter).collect()
}

/// The first `#[launch_config(…)]` among the attributes that `part` begins with, and all but it.
fn without_first_attribute(part: &TokenStream) -> Option<(Attribute, TokenStream)> {
    let (mut attributes, rest) = attributes(part);
    let mut each = attributes.iter();
    let at = each.position(|attribute| is_called(attribute, "launch_config"))?;
    let found = attributes.remove(at);
    Some((found, quote!(#(#attributes)* #rest)))
}

fn attributes(part: &TokenStream) -> (Vec<Attribute>, TokenStream) {
    let (attributes, rest) = split_attributes(part.clone());
    let attributes = Attribute::parse_outer.parse2(attributes.into_iter().collect());
    (attributes.unwrap_or_default(), rest)
}
