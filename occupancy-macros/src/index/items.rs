//! Tokens as the items of a module or of a block: where each begins and ends, and what it is.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// An item, as far as the index looks at it.
pub(super) struct Item {
    /// Its outer attributes.
    pub(super) attributes: TokenStream,
    pub(super) kind: Kind,
    /// Its tokens without attributes, up to its body.
    pub(super) head: Vec<TokenTree>,
    /// What its braces hold.
    pub(super) body: Option<TokenStream>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Function,
    /// `impl` and `trait`.
    Block,
    Module,
    /// The use or the definition of a macro.
    Macro,
    /// `const`, `static`, `type`, `use`, `extern crate`: `;` alone ends it.
    Value,
    Other,
}

/// What can come before `fn`, `impl`, `trait` and `mod`.
const QUALIFIERS: [&str; 8] = [
    "default", "const", "async", "gen", "unsafe", "safe", "extern", "auto",
];

/// The inner attributes at the head of the tokens, and the items behind them.
pub(super) fn split(tokens: TokenStream) -> (TokenStream, Vec<Item>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut inner, mut items) = (TokenStream::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        let mut attributes = TokenStream::new();
        while is_mark(tokens.get(at), '#') {
            if is_mark(tokens.get(at + 1), '!') {
                // As an outer attribute, which parses the same.
                inner.extend(
                    [at, at + 2]
                        .into_iter()
                        .filter_map(|at| tokens.get(at).cloned()),
                );
                at += 3;
            } else {
                attributes.extend(tokens.iter().skip(at).take(2).cloned());
                at += 2;
            }
        }
        let rest = tokens.get(at..).unwrap_or_default();
        if rest.is_empty() {
            break;
        }
        let kind = kind(rest);
        let (length, body) = extent(rest, kind);
        items.push(Item {
            attributes,
            kind,
            head: rest.iter().take(length).cloned().collect(),
            body,
        });
        // With what ends it.
        at += length + 1;
    }
    (inner, items)
}

/// How many tokens come before an item's body or its `;`, and the body.
fn extent(tokens: &[TokenTree], kind: Kind) -> (usize, Option<TokenStream>) {
    // Braces in `<…>` are a value of the type, such as `Tile<{ N }>`.
    let mut depth = 0_usize;
    let mut before = None;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Punct(mark) => {
                match mark.as_char() {
                    ';' => return (at, None),
                    '<' => depth += 1,
                    // Not the end of `->`.
                    '>' if !matches!(before, Some('-' | '=')) => depth = depth.saturating_sub(1),
                    _ => {}
                }
                before = Some(mark.as_char());
                continue;
            }
            TokenTree::Group(group)
                if group.delimiter() == Delimiter::Brace && depth == 0 && kind != Kind::Value =>
            {
                return (at, Some(group.stream()));
            }
            _ => {}
        }
        before = None;
    }
    (tokens.len(), None)
}

fn kind(tokens: &[TokenTree]) -> Kind {
    let mut at = 0;
    if is_word(tokens.first(), "pub") {
        at += 1;
        if matches!(tokens.get(at), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
        {
            at += 1;
        }
    }
    let first = at;
    while let Some(token) = tokens.get(at) {
        let is_qualifier = match token {
            TokenTree::Ident(word) => QUALIFIERS.iter().any(|qualifier| word == qualifier),
            // The ABI of `extern "C"`.
            TokenTree::Literal(_) => at > first,
            _ => false,
        };
        if !is_qualifier {
            break;
        }
        at += 1;
    }
    let word = match tokens.get(at) {
        Some(TokenTree::Ident(word)) => word.to_string(),
        _ => String::new(),
    };
    match word.as_str() {
        "fn" => Kind::Function,
        "impl" | "trait" => Kind::Block,
        "mod" => Kind::Module,
        "static" | "type" | "use" | "crate" => Kind::Value,
        _ if is_word(tokens.get(first), "const") => Kind::Value,
        _ if is_macro(tokens.get(first..).unwrap_or_default()) => Kind::Macro,
        _ => Kind::Other,
    }
}

/// `name! …` or `path::name! …`.
fn is_macro(tokens: &[TokenTree]) -> bool {
    let path = tokens
        .iter()
        .take_while(|token| matches!(token, TokenTree::Ident(_)) || is_mark(Some(token), ':'));
    is_mark(tokens.get(path.count()), '!')
}

pub(super) fn is_mark(token: Option<&TokenTree>, character: char) -> bool {
    matches!(token, Some(TokenTree::Punct(mark)) if mark.as_char() == character)
}

pub(super) fn is_word(token: Option<&TokenTree>, word: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(ident)) if ident == word)
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;

    use super::{Kind, split};

    #[test]
    fn items_end_where_they_do() {
        for (source, kinds) in [
            (
                "fn a() -> *const u8 { 1 } fn b() {}",
                &[Kind::Function, Kind::Function][..],
            ),
            (
                "struct T<const N: usize> { a: u8 } fn b() {}",
                &[Kind::Other, Kind::Function],
            ),
            (
                "struct T<const N: usize = { 1 + 1 }>; fn b() {}",
                &[Kind::Other, Kind::Function],
            ),
            (
                "struct T<const N: usize = { 1 }> { a: u8 } fn b() {}",
                &[Kind::Other, Kind::Function],
            ),
            (
                "fn a(x: &T<{ 1 }>) -> T<{ 2 }> where T<{ 3 }>: Copy { x } fn b();",
                &[Kind::Function, Kind::Function],
            ),
            (
                "fn a() -> impl Fn(u8) -> T<u8> { 1 } mod m;",
                &[Kind::Function, Kind::Module],
            ),
            (
                "const A: u32 = { 1 }; const fn b() {}",
                &[Kind::Value, Kind::Function],
            ),
            (
                "const _: () = if true { } else { }; static mut B: [u8; 2] = { [0; 2] };",
                &[Kind::Value, Kind::Value],
            ),
            (
                "const F: fn(u8) -> u8 = { f }; type A = T<{ 1 }>; fn b() {}",
                &[Kind::Value, Kind::Value, Kind::Function],
            ),
            (
                "pub(in crate::a) const unsafe extern \"C\" fn a() {} async fn b() {}",
                &[Kind::Function, Kind::Function],
            ),
            (
                "unsafe extern \"C\" { safe fn a(); } extern crate std; extern \"C\" fn c() {}",
                &[Kind::Other, Kind::Value, Kind::Function],
            ),
            (
                "unsafe impl<const N: usize> A for T<{ N }> { fn a() {} } pub unsafe trait B {}",
                &[Kind::Block, Kind::Block],
            ),
            (
                "use a::{b, c}; pub use d; fn b() {}",
                &[Kind::Value, Kind::Value, Kind::Function],
            ),
            (
                "macro_rules! m { () => { fn a() {} } } m!(); a::m! { x } m![a] ; fn b() {}",
                &[
                    Kind::Macro,
                    Kind::Macro,
                    Kind::Macro,
                    Kind::Macro,
                    Kind::Function,
                ],
            ),
            (
                "enum E { A } union U { a: u8 } fn b() {}",
                &[Kind::Other, Kind::Other, Kind::Function],
            ),
            (
                "#[a] #[b(c)] fn a() { r#\"#[x] fn c() {\"#; } #[d]",
                &[Kind::Function],
            ),
        ] {
            let (inner, items) = split(source.parse().unwrap());
            let found: Vec<_> = items.iter().map(|item| item.kind).collect();
            assert_eq!(found, kinds, "{source}");
            assert!(inner.is_empty());
        }
        let (inner, items) = split("#![cfg(a)] #![b] #[c] fn d() {}".parse().unwrap());
        let text = |tokens: &TokenStream| tokens.to_string().replace(' ', "");
        assert_eq!(text(&inner), "#[cfg(a)]#[b]");
        assert_eq!(text(&items[0].attributes), "#[c]");
    }
}
