//! Expands one attribute into the item and the launch type beside it.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;

use crate::emit::{Emission, checks};
use crate::errors::Errors;
use crate::host;
use crate::item::{self, Block, Item, has_name, split_attributes};
use crate::model::resolve;
use crate::syntax::{Args, Value};
use crate::tokens;

/// Expands one attribute. A page shows its arguments as `written`, and `at` is its span.
///
/// The tokens for editors come first: an editor finds a half-typed name by its distance from the start. Then come the
/// item, unchanged except for the lint levels of warnings, and the items beside it.
pub(crate) fn annotate(
    arguments: &TokenStream,
    written: &TokenStream,
    item: &TokenStream,
    block: Option<&Block>,
    at: Span,
) -> [TokenStream; 3] {
    let mut errors = Errors::printed(at);
    let mut named = Item::parse(item, block, &mut errors);
    let mut args = Args::parse(arguments.clone(), &mut errors);
    let editor = (!host::only_compiles()).then(|| for_editors(&args));
    let library = args.library();
    if let Some(item) = &named {
        args.refuse_locals(item, &mut errors);
        if let Some(own_type) = args.own_type().filter(|_| block.is_none()) {
            item::refuse_in_block(&item.name, own_type, &mut errors);
            named = None;
        } else if shares_a_name(item, &args, &mut errors) {
            // The launch type of the other configuration stands for both.
            named = None;
        }
    }
    let named = named.as_ref();
    let models = resolve(args, named.map(|item| &item.name), &mut errors);
    if let Some(item) = named {
        checks::contradictions(item, &models[0], &mut errors);
    }
    // The compiler says why a file cannot be read.
    let is_unread = models.iter().any(|model| model.args.code.is_unread);
    let is_refused = is_unread || !errors.is_empty();
    let emission = named.map(|item| Emission::new(&models, item, at, is_refused));
    let (kept, warnings) = checks::warnings(item, &models, emission.as_ref());
    let errors = errors.into_tokens();
    let launch = match &emission {
        Some(emission) => emission.launch_type(written, &warnings),
        None => warnings,
    };
    let mut conditions = block.map_or(Vec::new(), |_| split_attributes(item.clone()).0);
    conditions.retain(|attribute| has_name(attribute, "cfg"));
    if conditions.is_empty() {
        return [quote!(#editor), kept, quote!(#errors #launch)];
    }
    // The launch type of a function in a block exists under the same conditions.
    let beside = quote!(#(#conditions)* #library::__beside! { #editor #errors #launch });
    [TokenStream::new(), kept, beside]
}

/// Returns `true` if another configuration of the item has the same name, and reports it there.
fn shares_a_name(item: &Item, args: &Args, errors: &mut Errors) -> bool {
    let mut shared = false;
    let others = item.attributes.iter();
    for other in others.filter(|other| has_name(other, "launch_config")) {
        // Its own expansion reports its faults.
        let other_args = Args::parse(item::arguments_of(other), &mut Errors::default());
        let own = args.launch_name(item);
        if other_args.launch_name(item) == own {
            let fault = format!("two configurations of one item would both be `{own}`");
            let help = format!("give one of them another name, `name = Other{own}`");
            errors.refuse(other.path(), "OCC116", fault, help);
            shared = true;
        }
    }
    shared
}

/// A macro that expands to something only in rust-analyzer: the names that the author wrote, complete or half-typed, as
/// paths to items with documentation, and the values that are expressions.
pub(crate) fn for_editors(args: &Args) -> TokenStream {
    let occupancy = args.library();
    // `crate` is a keyword, so no item can have this name.
    let names = args.names.iter().filter(|name| *name != "crate");
    let allowed = &args.allowed;
    let keywords = ["auto", "registers", "tensor_memory"];
    let is_name = |token: &TokenTree| match token {
        TokenTree::Ident(name) => !keywords.contains(&name.to_string().as_str()),
        _ => false,
    };
    let written = args
        .written()
        .flat_map(|(argument, value)| match args.value(argument) {
            // `any` is no function.
            Some(Value::Any(sizes)) => sizes.iter().map(|(_, size, _)| size).collect(),
            _ => vec![value],
        });
    let values = written.filter(|value| tokens::has(value, &is_name));
    quote!(#occupancy::__for_editors! { [#(#names)*] [#(#allowed)*] [#((#values))*] })
}

#[cfg(test)]
mod tests {
    use crate::errors::Errors;
    use crate::syntax::Args;
    use crate::tests::each;

    #[test]
    fn names_for_editors() {
        each("names for editors", |attribute| {
            let mut errors = Errors::default();
            let args = Args::parse(attribute.parse().unwrap(), &mut errors);
            let _ = errors.into_tokens();
            super::for_editors(&args).to_string().replace(' ', "")
        });
    }
}
