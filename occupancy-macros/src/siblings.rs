//! Other attributes of the item that state what this one does: they are read and held against the
//! configuration, never changed.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Meta, Token};

use crate::args::Args;
use crate::errors::{self, Errors};
use crate::item::Item;
use crate::model::{Model, State};
use crate::number;

/// Whether another configuration of the item has the name of this one, which is then reported there.
pub(crate) fn share_a_name(item: &Item, args: &Args, errors: &mut Errors) -> bool {
    let own = args.launch_name(item);
    let others = item
        .attributes
        .iter()
        .filter(|attribute| is_called(attribute, "launch_config"));
    let mut shared = false;
    for other in others {
        let name = name_argument(&arguments(other)).unwrap_or_else(|| item.launch_name());
        if name == own {
            errors.at(other.path(), errors::same_name(&name.to_string()));
            shared = true;
        }
    }
    shared
}

/// Reports bounds of other attributes that the configuration contradicts.
pub(crate) fn check(item: &Item, model: &Model, errors: &mut Errors) {
    if model.state != State::Known {
        return;
    }
    for attribute in &item.attributes {
        if is_called(attribute, "launch_bounds") {
            launch_bounds(attribute, model, errors);
        } else if is_called(attribute, "cluster_launch") {
            cluster_launch(attribute, model, errors);
        }
    }
}

/// `#[launch_bounds(max_threads)]` or `#[launch_bounds(max_threads, min_blocks)]`, as cuda-oxide has it.
fn launch_bounds(attribute: &Attribute, model: &Model, errors: &mut Errors) {
    let numbers = integers(&arguments(attribute));
    let threads = model.kernel.threads_per_block();
    if let Some(&most) = numbers.first()
        && i128::from(threads) > most
    {
        let fault = format!("a block has {threads} threads, and at most {most} would launch");
        errors.at(attribute, errors::contradiction("launch_bounds", &fault));
    }
    let Some(&asked) = numbers.get(1) else { return };
    let resident = model
        .least_occupancy()
        .map_or(0, |least| least.blocks_per_sm);
    if asked > i128::from(resident) {
        let fault = format!("{resident} blocks are resident, not {asked}");
        errors.at(attribute, errors::contradiction("launch_bounds", &fault));
    } else if let Some(min_blocks) = model.min_blocks
        && asked < i128::from(min_blocks)
    {
        let fault =
            format!("`min_blocks` demands {min_blocks}, and the kernel is built for {asked}");
        errors.at(attribute, errors::contradiction("launch_bounds", &fault));
    }
}

/// `#[cluster_launch(x)]`, `(x, y)` or `(x, y, z)`, as cuda-oxide has it.
fn cluster_launch(attribute: &Attribute, model: &Model, errors: &mut Errors) {
    let numbers = integers(&arguments(attribute));
    let axis = |at: usize| numbers.get(at).copied().unwrap_or(1);
    let stated = (axis(0), axis(1), axis(2));
    let fault = match model.kernel.cluster_dim {
        Some((x, y, z)) if (i128::from(x), i128::from(y), i128::from(z)) == stated => return,
        Some((x, y, z)) => format!("`cluster` is ({x}, {y}, {z})"),
        None => "it states no `cluster`".to_owned(),
    };
    errors.at(attribute, errors::contradiction("cluster_launch", &fault));
}

/// Whether an attribute has this name, under whichever path.
pub(crate) fn is_called(attribute: &Attribute, name: &str) -> bool {
    attribute
        .path()
        .segments
        .last()
        .is_some_and(|last| last.ident == name)
}

/// What an attribute has in its parentheses.
pub(crate) fn arguments(attribute: &Attribute) -> TokenStream {
    match &attribute.meta {
        Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    }
}

/// The `X` of `name = X`.
fn name_argument(arguments: &TokenStream) -> Option<Ident> {
    let tokens: Vec<TokenTree> = arguments.clone().into_iter().collect();
    tokens.windows(3).find_map(|window| match window {
        [
            TokenTree::Ident(key),
            TokenTree::Punct(_),
            TokenTree::Ident(name),
        ] if key == "name" => Some(name.clone()),
        _ => None,
    })
}

/// The leading integers; what is none is that attribute's to judge.
fn integers(arguments: &TokenStream) -> Vec<i128> {
    let list = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(arguments.clone());
    let list = list.unwrap_or_default();
    list.iter()
        .map_while(|number| number::integer(number).ok())
        .collect()
}
