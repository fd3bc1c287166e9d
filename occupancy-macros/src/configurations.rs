//! All the configurations of one attribute, and the names of the constants that each has beside the launch
//! struct.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use crate::args::Args;
use crate::model::{Model, State};

/// All that one attribute states.
pub(crate) struct Configurations<'a> {
    /// The arguments for the GPUs without an `on(…)`.
    pub(crate) base: &'a Args,
    pub(crate) model: &'a Model,
    /// Those for each GPU that has one.
    pub(crate) merged: &'a [Args],
    pub(crate) others: &'a [Model],
}

/// A configuration that only the compiler knows.
pub(crate) struct Deferred<'a> {
    pub(crate) args: &'a Args,
    /// Its constant.
    pub(crate) configuration: TokenStream,
    /// What was read of its code.
    pub(crate) read: Ident,
}

impl Configurations<'_> {
    /// The configurations that only the compiler knows.
    pub(crate) fn deferred(&self, name: &Ident) -> Vec<Deferred<'_>> {
        let mut all = Vec::new();
        if self.model.state == State::Deferred {
            all.push(Deferred {
                args: self.base,
                configuration: quote!(#name::CONFIGURATION),
                read: read_name(None),
            });
        }
        for (at, (args, other)) in self.merged.iter().zip(self.others).enumerate() {
            if other.state == State::Deferred {
                let index = Literal::usize_unsuffixed(at);
                all.push(Deferred {
                    args,
                    configuration: quote!(#name::OTHERS[#index]),
                    read: read_name(Some(at)),
                });
            }
        }
        all
    }
}

/// The constant of the code: of the GPUs without an `on(…)`, or of one that has one.
pub(crate) fn code_name(other: Option<usize>) -> Ident {
    numbered("CODE", other)
}

/// The constant of what was read.
pub(crate) fn read_name(other: Option<usize>) -> Ident {
    numbered("READ", other)
}

fn numbered(name: &str, other: Option<usize>) -> Ident {
    let name = other.map_or_else(|| name.to_owned(), |other| format!("{name}_{other}"));
    Ident::new(&name, Span::call_site())
}
