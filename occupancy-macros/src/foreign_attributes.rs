//! Other attributes of the item that state the same facts. They are checked against the configuration,
//! never changed.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::{Attribute, Meta};

use crate::errors::Errors;
use crate::expression::Expression;
use crate::item::Item;
use crate::model::Model;
use crate::number;
use crate::syntax::Args;

/// Whether another configuration of the item has the name of this one, which is then reported there.
pub(crate) fn share_a_name(item: &Item, args: &Args, errors: &mut Errors) -> bool {
    let own = args.launch_name(item);
    let others = item.attributes.iter();
    let others = others.filter(|attribute| is_called(attribute, "launch_config"));
    let mut shared = false;
    for other in others {
        let name = name_argument(&arguments(other)).unwrap_or_else(|| item.launch_name());
        if name == own {
            let fault = format!("two configurations of one item would both be `{name}`");
            let help = format!("give one of them another name, `name = Other{name}`");
            errors.refuse(other.path(), "OCC116", fault, help);
            shared = true;
        }
    }
    shared
}

/// Reports bounds of other attributes that contradict the configuration, if the macro knows it.
pub(crate) fn check(item: &Item, model: &Model, errors: &mut Errors) {
    if !model.is_known() {
        return;
    }
    let configuration = model.configuration();
    for (attribute, bounds) in bounds(item) {
        let contradiction = match bounds {
            Bounds::Launch(max_threads, min_blocks) => {
                configuration.launch_bounds_contradiction(max_threads, min_blocks)
            }
            Bounds::Cluster(cluster) => configuration.cluster_launch_contradiction(cluster),
        };
        if let Some(contradiction) = contradiction {
            errors.at(attribute, contradiction.as_str());
        }
    }
}

/// What another attribute states, as cuda-oxide has it.
#[derive(Clone, Copy)]
pub(crate) enum Bounds {
    /// `#[launch_bounds(max_threads)]` or `#[launch_bounds(max_threads, min_blocks)]`.
    Launch(i128, Option<i128>),
    /// `#[cluster_launch(x)]`, `(x, y)` or `(x, y, z)`.
    Cluster([i128; 3]),
}

pub(crate) fn bounds(item: &Item) -> Vec<(&Attribute, Bounds)> {
    let bounds = item.attributes.iter().filter_map(|attribute| {
        let numbers = || integers(&arguments(attribute));
        let bounds = if is_called(attribute, "launch_bounds") {
            let numbers = numbers();
            Bounds::Launch(*numbers.first()?, numbers.get(1).copied())
        } else if is_called(attribute, "cluster_launch") {
            let numbers = numbers();
            Bounds::Cluster([0, 1, 2].map(|at| numbers.get(at).copied().unwrap_or(1)))
        } else {
            return None;
        };
        Some((attribute, bounds))
    });
    bounds.collect()
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
            TokenTree::Ident(argument),
            TokenTree::Punct(_),
            TokenTree::Ident(name),
        ] if argument == "name" => Some(name.clone()),
        _ => None,
    })
}

/// The leading integers; that attribute judges everything else.
fn integers(arguments: &TokenStream) -> Vec<i128> {
    let list = Expression::list(arguments.clone()).unwrap_or_default();
    list.iter()
        .map_while(|number| number::integer(number).ok())
        .collect()
}
