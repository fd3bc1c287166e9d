//! The annotated item, as far as the expansion needs it. Its body stays tokens.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, GenericParam, Generics, Ident, LitStr, Token, Visibility};

use crate::errors::Errors;
use crate::tokens::{self, is_mark};

/// The annotated item: a function that launches a kernel, or a struct, module, constant or static that
/// represents one.
pub(crate) struct Item {
    pub(crate) visibility: Visibility,
    pub(crate) name: Ident,
    /// What tells the item from others of its name in a link: `fn`, `struct` and so on. A function of
    /// an `impl` has no link, for its type may be more private than it is.
    pub(crate) kind: Option<&'static str>,
    pub(crate) attributes: Vec<Attribute>,
    /// The names of its parameters and of its arguments, as far as they are simple.
    pub(crate) locals: Vec<(String, Local)>,
    /// Shows that it is in an `impl` or a `trait`: its `self`, or a `Self`.
    receiver: Option<TokenTree>,
    /// It is a function without a body, as those of a `trait` or an `extern` block are.
    is_declaration: bool,
}

/// What a name is that only the item knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Local {
    Type,
    Const,
    Argument,
}

/// Where an item is.
pub(crate) enum Place {
    /// Where a type is allowed too.
    Free,
    /// In an `impl` or a `trait`: its parameters, and what its functions are visible from, where they state nothing:
    /// those of a `trait` are as visible as it is.
    Block(Vec<(String, Local)>, Visibility),
}

impl Item {
    /// Reads `item` up to its body; reports anything that a launch type cannot stand beside.
    pub(crate) fn parse(item: &TokenStream, place: &Place, errors: &mut Errors) -> Option<Self> {
        let whole = |input: ParseStream<'_>| {
            let head = head(input)?;
            // The rest is rustc's to judge.
            input.parse::<TokenStream>()?;
            Ok(head)
        };
        let mut item = match whole.parse2(item.clone()) {
            Ok(Ok(item)) => item,
            Ok(Err(found)) => {
                wrong_item(&found, kind(item), errors);
                return None;
            }
            Err(_) => {
                wrong_item(item, "this", errors);
                return None;
            }
        };
        match (place, &item.receiver) {
            (Place::Block(parameters, visibility), _) => {
                item.locals.extend_from_slice(parameters);
                if matches!(item.visibility, Visibility::Inherited) {
                    item.visibility.clone_from(visibility);
                }
                item.kind = None;
            }
            (Place::Free, Some(receiver)) => {
                self::receiver(&item.name, receiver, errors);
                return None;
            }
            (Place::Free, None) if item.is_declaration => {
                let fault = format!(
                    "`{}` has no body, as in a `trait` or an `extern` block, and no launch type can be inside one",
                    item.name
                );
                let help = "put `#[launch_config]`, without arguments, on the `trait` too: the launch type then comes \
                            beside it; for an `extern` block, annotate a function that launches the kernel";
                errors.refuse(&item.name, "OCC107", fault, help);
                return None;
            }
            (Place::Free, None) => {}
        }
        Some(item)
    }

    /// `SaxpyLaunch` for `saxpy`.
    pub(crate) fn launch_name(&self) -> Ident {
        let mut name = self.name.unraw().to_string();
        // `SAXPY_PTX` has words as `saxpy_ptx` does.
        if !name.contains(char::is_lowercase) {
            name = name.to_lowercase();
        }
        let mut launch = String::new();
        for word in name.split('_') {
            let mut letters = word.chars();
            launch.extend(letters.next().into_iter().flat_map(char::to_uppercase));
            launch.extend(letters);
        }
        // A name of only `_` and digits is no identifier on its own.
        if !launch.starts_with(|first: char| first.is_alphabetic()) {
            launch.insert(0, '_');
        }
        launch.push_str("Launch");
        // Some letters change into what no identifier holds; a parser takes its time.
        if !launch.is_ascii() && syn::parse_str::<Ident>(&launch).is_err() {
            return Ident::new("KernelLaunch", self.name.span());
        }
        Ident::new(&launch, self.name.span())
    }
}

/// The item, without its body; or what shows that it is another.
fn head(input: ParseStream<'_>) -> syn::Result<Result<Item, TokenTree>> {
    let attributes = Attribute::parse_outer(input)?;
    let visibility = input.parse()?;
    let (word, kind) = loop {
        let token: TokenTree = input.parse()?;
        // `const X: …` is no function; `const fn` and `const unsafe fn` are. The ABI of `extern "C"` is a literal.
        let is_of_function = matches!(token, TokenTree::Literal(_))
            || input.peek(LitStr)
            || input.peek(Token![fn])
            || input.peek(Token![async])
            || input.peek(Token![unsafe])
            || input.peek(Token![extern]);
        let word = token.to_string();
        match (&token, word.as_str()) {
            (TokenTree::Literal(_), _) => {}
            (_, "const" | "async" | "unsafe" | "safe" | "extern") if is_of_function => {}
            (_, word) => {
                let kinds = ["fn", "struct", "mod", "const", "static"];
                match kinds.into_iter().find(|kind| *kind == word) {
                    Some(kind) => break (token, kind),
                    None => return Ok(Err(token)),
                }
            }
        }
    };
    let is_function = kind == "fn";
    if !is_function {
        input.parse::<Option<Token![mut]>>()?;
    }
    let name = match input.call(Ident::parse_any) {
        Ok(name) if is_function || name != "_" => name,
        Err(error) if is_function => return Err(error),
        _ => return Ok(Err(word)),
    };
    let mut item = Item {
        visibility,
        name,
        kind: Some(kind),
        attributes,
        locals: Vec::new(),
        receiver: None,
        is_declaration: false,
    };
    if is_function && let Ok(generics) = input.parse::<Generics>() {
        item.locals = parameters(&generics);
    }
    let rest: Vec<TokenTree> = input.parse::<TokenStream>()?.into_iter().collect();
    if is_function {
        item.locals.extend(arguments(&rest));
        let signature = rest.iter().take_while(|token| !is_body(token));
        let is_receiver = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "self" || word == "Self");
        item.receiver = tokens::find(&signature.cloned().collect(), &mut |tokens, at| {
            is_receiver(&tokens[at])
        });
        item.is_declaration = rest.last().is_some_and(|last| is_mark(last, ';'));
    }
    Ok(Ok(item))
}

fn is_body(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// The names of the arguments in the first parentheses, as far as they are simple.
fn arguments(signature: &[TokenTree]) -> Vec<(String, Local)> {
    let Some(TokenTree::Group(group)) = signature.first() else {
        return Vec::new();
    };
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let named = tokens.windows(2).filter_map(|window| match window {
        [TokenTree::Ident(name), TokenTree::Punct(colon)]
            if colon.as_char() == ':' && colon.spacing() == Spacing::Alone =>
        {
            Some((name.to_string(), Local::Argument))
        }
        _ => None,
    });
    named.collect()
}

/// Type and const parameters, without lifetimes.
pub(crate) fn parameters(generics: &Generics) -> Vec<(String, Local)> {
    let named = generics.params.iter().filter_map(|one| match one {
        GenericParam::Type(one) => Some((one.ident.to_string(), Local::Type)),
        GenericParam::Const(one) => Some((one.ident.to_string(), Local::Const)),
        GenericParam::Lifetime(_) => None,
    });
    named.collect()
}

/// The attribute on something that has no launch type.
fn wrong_item(at: &dyn ToTokens, found: &str, errors: &mut Errors) {
    let kinds = "a function, struct, module, constant or static";
    let fault = format!("`#[launch_config]` goes on {kinds}, not on {found}");
    let help = "put it on the function that launches the kernel, `fn saxpy(…) { … }`";
    errors.refuse(at, "OCC107", fault, help);
}

/// A function in an `impl` or a `trait` that has no attribute of its own.
pub(crate) fn receiver(name: &Ident, at: impl ToTokens, errors: &mut Errors) {
    let fault = format!("the launch type of `{name}` cannot be inside its `impl` or `trait`");
    let help = "put `#[launch_config]`, without arguments, on the `impl` or `trait` too: the launch type then comes \
                beside it";
    errors.refuse(at, "OCC107", fault, help);
}

/// What an item is if it is not a function.
fn kind(item: &TokenStream) -> &'static str {
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
    // Qualifiers such as `unsafe` come before what the item is.
    let mut words = item.clone().into_iter().map(|token| token.to_string());
    let found = words.find_map(|word| kinds.into_iter().find(|(kind, _)| *kind == word));
    found.map_or("this", |(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::{Item, Local, Place};
    use crate::errors::Errors;

    fn launch_name(item: &str) -> Option<String> {
        let mut errors = Errors::default();
        let function = Item::parse(&item.parse().unwrap(), &Place::Free, &mut errors)?;
        Some(function.launch_name().to_string())
    }

    #[test]
    fn names() {
        for (item, name) in [
            ("fn saxpy() {}", "SaxpyLaunch"),
            (
                "pub(crate) unsafe extern \"C\" fn sgemm_128x128<T: Copy>(a: T) {}",
                "Sgemm128x128Launch",
            ),
            (
                "#[inline] pub const fn r#match(a: u32) -> u32 { a }",
                "MatchLaunch",
            ),
            ("async fn _foo__bar(&x: &u32) {}", "FooBarLaunch"),
            ("fn größe_ändern() {}", "GrößeÄndernLaunch"),
            ("fn _1() {}", "_1Launch"),
            ("fn AlreadyCamel()", "AlreadyCamelLaunch"),
            ("pub struct Saxpy;", "SaxpyLaunch"),
            ("mod kernels { fn f() {} }", "KernelsLaunch"),
            ("const SAXPY_PTX: &str = \"\";", "SaxpyPtxLaunch"),
            ("pub static mut GEMM: u32 = 0;", "GemmLaunch"),
            ("fn half_typed(", "HalfTypedLaunch"),
        ] {
            if let Ok(tokens) = item.parse::<proc_macro2::TokenStream>() {
                assert_eq!(
                    launch_name(&tokens.to_string()).as_deref(),
                    Some(name),
                    "{item}"
                );
            }
        }
    }

    #[test]
    fn parameters_without_lifetimes() {
        let item = "fn f<'a, T: Into<Vec<U>>, const N: usize, U>(x: T) where T: Copy {}";
        let mut errors = Errors::default();
        let function = Item::parse(&item.parse().unwrap(), &Place::Free, &mut errors).unwrap();
        let expected = [
            ("T", Local::Type),
            ("N", Local::Const),
            ("U", Local::Type),
            ("x", Local::Argument),
        ];
        assert_eq!(
            function.locals,
            expected.map(|(name, kind)| (name.to_owned(), kind))
        );
    }

    #[test]
    fn other_items_are_refused() {
        for item in [
            "const _: u32 = 1;",
            "enum E {}",
            "use a::b;",
            "extern \"C\" { fn f(); }",
            "fn method(&self) {}",
            "fn method(mut self: Box<Self>, x: u32) {}",
            "fn method(&'a mut self) {}",
            "fn new() -> Result<Self, E> {}",
            "fn new(like: &Self) {}",
            "fn launch(n: u32);",
            "pub safe fn launch() -> [u32; 2];",
            "1 + 1",
            "",
        ] {
            assert_eq!(launch_name(item), None, "{item}");
        }
        assert!(launch_name("fn f(a: fn(u32)) { impl S { fn g(self) {} } }").is_some());
    }
}
