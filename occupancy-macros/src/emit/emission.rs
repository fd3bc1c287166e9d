//! What all of the emission is about.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};

use crate::asked;
use crate::item::Item;
use crate::resolved::Resolved;
use crate::tokens::{Trees, first_span, unraw};

/// What is written for one item.
pub(crate) struct Emission<'a> {
    pub(crate) resolved: &'a Resolved,
    pub(crate) item: &'a Item,
    /// What is in the attribute's parentheses, as its author wrote it.
    pub(crate) arguments: &'a TokenStream,
    /// The path of the library.
    pub(crate) library: Trees,
    /// What the library has for its macros.
    pub(super) private: Trees,
    /// The name of the launch type.
    pub(crate) name: Ident,
    /// The type that stands for the kernel.
    pub(super) kernel: Ident,
    /// The number by which a page finds the record of its kernel.
    pub(super) id: u64,
    /// Whether something was refused: all that a launch type can have is there then.
    pub(crate) is_refused: bool,
}

impl<'a> Emission<'a> {
    pub(crate) fn new(
        resolved: &'a Resolved,
        item: &'a Item,
        arguments: &'a TokenStream,
        is_refused: bool,
    ) -> Self {
        let mut name = resolved.base.args.launch_name(item);
        // Where the author wrote it, and not by the author: what lints say of order is not of it.
        name.set_span(name.span().resolved_at(Span::call_site()));
        let library = resolved.base.args.library();
        Self {
            resolved,
            item,
            arguments,
            private: library.clone().path(&["__private"], Span::call_site()),
            library,
            id: asked::id(&item.name, &name),
            kernel: Ident::new(&format!("__{}", unraw(&name)), name.span()),
            name,
            is_refused,
        }
    }
}

/// A call of the library, spanned from the value's first token to its last, which is what an error then
/// underlines.
pub(super) fn call(
    library: &Trees,
    function: &str,
    parameters: Option<&Trees>,
    value: &TokenStream,
    arguments: TokenStream,
) -> Trees {
    let first = first_span(value);
    let last = value.clone().into_iter().last();
    let last = last.map_or(first, |token| token.span());
    let mut call = library.at(first).path(&["__private", function], first);
    let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
    arguments.set_span(last);
    if let Some(parameters) = parameters {
        call.0.extend(parameters.at(first).0);
    }
    call.0.push(arguments.into());
    call
}

/// A name that nothing of the author's can have.
pub(super) fn hygienic(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// An identifier of the library.
pub(super) fn identifier(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}
