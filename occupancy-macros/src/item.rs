//! Reads the annotated item up to its body, which stays tokens, and its attributes.

use std::iter::{self, Peekable};

use proc_macro2::token_stream::IntoIter;
use proc_macro2::{Ident, Punct, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, GenericParam, Generics, Meta, Path, Type, TypeParamBound};

use crate::errors::Errors;
use crate::tokens::{self, is_braces, is_mark, is_word, replaced, unraw, visible};

/// The annotated item: a function that launches a kernel, or a struct, module, constant or static that represents
/// one.
pub(crate) struct Item {
    /// `pub` or `pub(…)`, or nothing.
    pub(crate) visibility: TokenStream,
    pub(crate) name: Ident,
    /// `fn`, `struct` and so on, which tells the item from others of its name in a link. A function of an `impl` has no
    /// link, since its type may be more private; it is `None`.
    pub(crate) kind: Option<&'static str>,
    pub(crate) attributes: Vec<Attribute>,
    /// Its name, after the prefix of the block that it is in.
    pub(crate) qualified: String,
    /// The names of the type or trait whose block it is in, which its launch type begins with.
    block_names: Vec<String>,
    /// The names of its generic parameters and of its arguments, without those in patterns.
    pub(crate) locals: Vec<(String, Local)>,
    body: Option<TokenTree>,
}

/// The kind of a name that only the item knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Local {
    Type,
    Const,
    Argument,
    /// A constant, a static or a variable in its body.
    Inner,
}

/// An `impl` or a `trait` that items are in.
pub(crate) struct Block {
    pub(crate) parameters: Vec<(String, Local)>,
    /// The visibility of a function that states none: that of its `trait`.
    pub(crate) visibility: TokenStream,
    /// The head of the block as a part of a name, which tells the block from others.
    pub(crate) prefix: String,
    /// The names of its type without their arguments, or that of the trait.
    pub(crate) names: Vec<String>,
}

impl Item {
    /// Reads `item` up to its body. Reports an item beside which a launch type cannot stand.
    pub(crate) fn parse(
        item: &TokenStream,
        block: Option<&Block>,
        errors: &mut Errors,
    ) -> Option<Self> {
        let (mut item, signature) = match head(item) {
            Ok(read) => read,
            Err(shows_another) => {
                let other = shows_another.as_ref().map_or("this", |_| other_kind(item));
                let at = shows_another.map_or_else(|| item.clone(), Into::into);
                let kinds = "a function, struct, module, constant or static";
                let fault = format!("`#[launch_config]` goes on {kinds}, not on {other}");
                let help = "put it on the function that launches the kernel, `fn saxpy(…) { … }`";
                errors.refuse(at, "OCC107", fault, help);
                return None;
            }
        };
        if let Some(block) = block {
            item.qualified.insert_str(0, &block.prefix);
            item.block_names.clone_from(&block.names);
            item.locals.extend_from_slice(&block.parameters);
            if item.visibility.is_empty() {
                item.visibility.clone_from(&block.visibility);
            }
            item.kind = None;
            return Some(item);
        }
        // A `self` or `Self` shows that it is in an `impl` or a `trait`.
        let own = tokens::find(&signature, &mut |tokens, at| {
            let is_own = is_word(&tokens[at], "self") || is_word(&tokens[at], "Self");
            is_own.then(|| tokens[at].clone())
        });
        if let Some(own) = own {
            refuse_in_block(&item.name, own, errors);
            return None;
        }
        let last = signature.into_iter().last();
        if last.is_some_and(|last| is_mark(&last, ';')) {
            let fault = format!(
                "`{}` has no body, as in a `trait` or an `extern` block, and no launch type can be inside one",
                item.name
            );
            let help = "put `#[launch_config]`, without arguments, on the `trait` too: the launch type then comes \
                        beside it; for an `extern` block, annotate a function that launches the kernel";
            errors.refuse(&item.name, "OCC107", fault, help);
            return None;
        }
        Some(item)
    }

    /// Returns `true` if a statement in the body declares a name. A value that is no name needs no search.
    pub(crate) fn declares_inside(&self, name: &Ident) -> bool {
        let body = self.body.iter().cloned().collect();
        let found = tokens::find(&body, &mut |tokens, at| {
            let (before, rest) = tokens.split_at(at);
            let begins = before.last().is_none_or(|before| {
                is_mark(before, ';')
                    || is_word(before, "pub")
                    || matches!(before, TokenTree::Group(_))
            });
            let mut words = rest.iter().filter(|token| !is_word(token, "mut"));
            let keywords = ["let", "const", "static"];
            let declares = words
                .next()
                .is_some_and(|word| keywords.iter().any(|keyword| is_word(word, keyword)));
            let is_name = |token: &TokenTree| matches!(token, TokenTree::Ident(one) if one == name);
            (begins && declares && words.next().is_some_and(is_name)).then_some(())
        });
        found.is_some()
    }

    /// `SaxpyLaunch` for `saxpy` and `saxpy_launch`, `KernelsSaxpyLaunch` in an `impl Kernels`.
    pub(crate) fn launch_name(&self) -> Ident {
        let own = unraw(&self.name);
        let own_words = in_camel_case(&own);
        let block = self.block_names.iter().map(|name| in_camel_case(name));
        let mut launch: String = block.chain([own_words.clone()]).collect();
        // A name of only `_` and digits is no identifier on its own.
        if !launch.starts_with(|first: char| first.is_alphabetic()) {
            launch.insert(0, '_');
        }
        // Beside a type, its launch type cannot have its name.
        let is_type = matches!(self.kind, Some("struct" | "mod"));
        if !own_words.ends_with("Launch") || is_type && launch == own {
            launch.push_str("Launch");
        }
        // A letter can have an upper case that no identifier holds.
        let is_name = launch.is_ascii() || syn::parse_str::<Ident>(&launch).is_ok();
        let launch_type = if is_name { &launch } else { "KernelLaunch" };
        Ident::new(launch_type, self.name.span())
    }
}

/// `SaxpyPtx` for `saxpy_ptx` and `SAXPY_PTX`.
fn in_camel_case(name: &str) -> String {
    let is_upper = !name.contains(char::is_lowercase);
    let name = if is_upper { &name.to_lowercase() } else { name };
    let words = name.split('_').flat_map(|word| {
        let mut letters = word.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters)
    });
    words.collect()
}

/// The names in a type, each the last of its path and without arguments: `Sum` for `sums::Sum<f32>`, and `Rows` and
/// `Columns` for `(Rows, &Columns)`.
pub(crate) fn names_of_type(of: &Type) -> Vec<String> {
    let last = |path: &Path| path.segments.last().map(|last| unraw(&last.ident));
    match of {
        Type::Path(named) => last(&named.path).into_iter().collect(),
        Type::Macro(written) => last(&written.mac.path).into_iter().collect(),
        Type::TraitObject(object) => {
            let bounds = object.bounds.iter().filter_map(|bound| match bound {
                TypeParamBound::Trait(bound) => last(&bound.path),
                _ => None,
            });
            bounds.collect()
        }
        Type::Tuple(tuple) => tuple.elems.iter().flat_map(names_of_type).collect(),
        Type::Reference(to) => names_of_type(&to.elem),
        Type::Ptr(to) => names_of_type(&to.elem),
        Type::Slice(of) => names_of_type(&of.elem),
        Type::Array(of) => names_of_type(&of.elem),
        Type::Paren(inner) => names_of_type(&inner.elem),
        _ => Vec::new(),
    }
}

/// The item, and the tokens of a function from its arguments to its body. The error is the token that shows that it is
/// another item, if there is one.
fn head(item: &TokenStream) -> Result<(Item, TokenStream), Option<TokenTree>> {
    let (attributes, rest) = split_attributes(visible(item));
    let mut tokens = rest.into_iter().peekable();
    let visibility = take_visibility(&mut tokens);
    let kinds = ["fn", "struct", "mod", "const", "static"];
    let (word, kind) = loop {
        let token = tokens.next().ok_or(None)?;
        let next = tokens.peek().map(ToString::to_string).unwrap_or_default();
        // `const X: …` is no function; `const fn` and `const unsafe fn` are. The ABI of `extern "C"` is a literal.
        let is_of_function = matches!(next.as_str(), "fn" | "async" | "unsafe" | "extern")
            || matches!(tokens.peek(), Some(TokenTree::Literal(_)));
        match token.to_string().as_str() {
            _ if matches!(token, TokenTree::Literal(_)) => {}
            "const" | "async" | "unsafe" | "safe" | "extern" if is_of_function => {}
            word => match kinds.into_iter().find(|kind| *kind == word) {
                Some(kind) => break (token, kind),
                None => return Err(Some(token)),
            },
        }
    };
    let is_function = kind == "fn";
    tokens.next_if(|token| !is_function && is_word(token, "mut"));
    let name = match tokens.next() {
        Some(TokenTree::Ident(name)) if is_function || name != "_" => name,
        _ => return Err((!is_function).then_some(word)),
    };
    let mut item = Item {
        visibility,
        qualified: unraw(&name),
        block_names: Vec::new(),
        name,
        kind: Some(kind),
        attributes,
        locals: Vec::new(),
        body: None,
    };
    if !is_function {
        return Ok((item, TokenStream::new()));
    }
    let mut signature: Vec<TokenTree> = tokens.collect();
    item.body = signature.pop_if(|last| is_braces(last));
    let (parameters, signature) = split_parameters(signature.into_iter().collect());
    item.locals = parameters;
    if let Some(TokenTree::Group(group)) = signature.clone().into_iter().next() {
        item.locals.extend(arguments(group.stream()));
    }
    Ok((item, signature))
}

/// Takes `pub` or `pub(…)`, if it is there.
pub(crate) fn take_visibility(tokens: &mut Peekable<IntoIter>) -> TokenStream {
    let public = tokens.next_if(|token| is_word(token, "pub"));
    let is_public = public.is_some();
    let place = tokens.next_if(|token| is_public && matches!(token, TokenTree::Group(_)));
    public.into_iter().chain(place).collect()
}

/// Splits off the `<…>` that the tokens begin with: returns its type and const parameters, and the tokens after it.
pub(crate) fn split_parameters(tokens: TokenStream) -> (Vec<(String, Local)>, TokenStream) {
    let parser = |input: ParseStream<'_>| Ok((input.parse()?, input.parse::<TokenStream>()?));
    // syn reads a block only with its feature `full`.
    let without_blocks = replaced(&tokens, &mut |tokens, at| {
        is_braces(&tokens[at]).then(|| quote!({ 0 }))
    });
    let read = parser.parse2(without_blocks);
    let (generics, rest) = read.unwrap_or_else(|_| (Generics::default(), tokens.clone()));
    let rest = rest.into_iter().count();
    let count = tokens.clone().into_iter().count().saturating_sub(rest);
    let parameters = generics.params.iter();
    let named = parameters.filter_map(|parameter| match parameter {
        GenericParam::Type(parameter) => Some((parameter.ident.to_string(), Local::Type)),
        GenericParam::Const(parameter) => Some((parameter.ident.to_string(), Local::Const)),
        GenericParam::Lifetime(_) => None,
    });
    (named.collect(), tokens.into_iter().skip(count).collect())
}

/// The names of the arguments, without those in patterns.
fn arguments(arguments: TokenStream) -> Vec<(String, Local)> {
    let tokens: Vec<TokenTree> = arguments.into_iter().collect();
    let is_colon = |mark: &Punct| mark.as_char() == ':' && mark.spacing() == Spacing::Alone;
    let named = tokens.windows(2).filter_map(|pair| match pair {
        [TokenTree::Ident(name), TokenTree::Punct(mark)] if is_colon(mark) => {
            Some((name.to_string(), Local::Argument))
        }
        _ => None,
    });
    named.collect()
}

/// The name of a kernel in Markdown, as a link if its kind is known.
pub(crate) fn link(kernel: &str, kind: Option<&str>) -> String {
    match kind {
        Some(kind) => format!("[`{kernel}`]({kind}@{kernel})"),
        None => format!("`{kernel}`"),
    }
}

/// The attributes that an item begins with, and the rest of it.
pub(crate) fn split_attributes(
    item: impl IntoIterator<Item = TokenTree>,
) -> (Vec<Attribute>, TokenStream) {
    let mut tokens = item.into_iter().peekable();
    let mut attributes = Vec::new();
    while let Some(mark) = tokens.next_if(|token| is_mark(token, '#')) {
        let one: TokenStream = iter::once(mark).chain(tokens.next()).collect();
        match Attribute::parse_outer.parse2(one.clone()) {
            Ok(parsed) => attributes.extend(parsed),
            Err(_) => return (attributes, one.into_iter().chain(tokens).collect()),
        }
    }
    (attributes, tokens.collect())
}

/// Returns `true` if the path of an attribute ends in this name.
pub(crate) fn has_name(attribute: &Attribute, name: &str) -> bool {
    let last = attribute.path().segments.last();
    last.is_some_and(|last| last.ident == name)
}

/// The tokens in the parentheses of an attribute.
pub(crate) fn arguments_of(attribute: &Attribute) -> TokenStream {
    match &attribute.meta {
        Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    }
}

/// Reports a function in an `impl` or a `trait` that is not annotated itself.
pub(crate) fn refuse_in_block(name: &Ident, at: impl ToTokens, errors: &mut Errors) {
    let fault = format!("the launch type of `{name}` cannot be inside its `impl` or `trait`");
    let help = "put `#[launch_config]`, without arguments, on the `impl` or `trait` too: the launch type then comes \
                beside it";
    errors.refuse(at, "OCC107", fault, help);
}

/// The kind of an item that the attribute does not go on.
fn other_kind(item: &TokenStream) -> &'static str {
    let kinds = [
        ("enum", "an enum"),
        ("union", "a union"),
        ("trait", "a trait"),
        ("impl", "an `impl` block"),
        ("const", "a constant without a name"),
        ("type", "a type alias"),
        ("use", "an import"),
        ("macro_rules", "a macro"),
        ("extern", "an `extern` block"),
    ];
    // Qualifiers such as `unsafe` come before the keyword.
    let mut words = item.clone().into_iter().map(|token| token.to_string());
    let found = words.find_map(|word| kinds.into_iter().find(|(kind, _)| *kind == word));
    found.map_or("this", |(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::{Item, Local};
    use crate::block;
    use crate::errors::Errors;
    use crate::tests::each;

    #[test]
    fn launch_types() {
        each("launch types", |written| {
            let item = written.parse().unwrap();
            let in_block = block::head_and_body(&item).and_then(|(head, body)| {
                let (block, _) = block::read(&head)?;
                Some((body.stream(), Some(block)))
            });
            let (item, block) = in_block.unwrap_or((item, None));
            let Some(item) = Item::parse(&item, block.as_ref(), &mut Errors::default()) else {
                return "none".to_owned();
            };
            let local = |(name, kind): &(String, Local)| format!("{name} {kind:?}");
            let locals: Vec<_> = item.locals.iter().map(local).collect();
            format!("{} {}", item.launch_name(), locals.join(", "))
        });
    }
}
