//! Other attributes of the item that state the same facts. They are checked against the configuration,
//! never changed.

use crate::attributes::Attribute;
use crate::errors::Errors;
use crate::expression::Expression;
use crate::item::Item;
use crate::model::Model;
use crate::number;
use crate::syntax::Args;

/// Whether another configuration of the item has the name of this one, which is then reported there.
pub(crate) fn share_a_name(item: &Item, args: &Args, errors: &mut Errors) -> bool {
    let own = args.launch_name(item);
    let mut shared = false;
    for other in &item.attributes {
        // Its faults are its own.
        let name =
            || Args::parse(other.arguments.clone(), &mut Errors::default()).launch_name(item);
        if other.name == "launch_config" && name() == own {
            let fault = format!("two configurations of one item would both be `{own}`");
            let help = format!("give one of them another name, `name = Other{own}`");
            errors.refuse(&other.path, "OCC116", fault, help);
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
    for (attribute, stated) in bounds(item) {
        let contradiction = match attribute.name.as_str() {
            CLUSTER_LAUNCH => configuration.cluster_launch_contradiction(&stated),
            _ => configuration.launch_bounds_contradiction(&stated),
        };
        if let Some(contradiction) = contradiction {
            errors.at(attribute, contradiction.as_str());
        }
    }
}

/// `#[launch_bounds(max_threads, min_blocks)]` of cuda-oxide.
const LAUNCH_BOUNDS: &str = "launch_bounds";
/// `#[cluster_launch(x, y, z)]` of cuda-oxide.
const CLUSTER_LAUNCH: &str = "cluster_launch";

/// The attributes that state the same facts, with their leading integers: they judge everything else themselves.
pub(crate) fn bounds(item: &Item) -> Vec<(&Attribute, Vec<i128>)> {
    let mut bounds = Vec::new();
    for attribute in &item.attributes {
        if [LAUNCH_BOUNDS, CLUSTER_LAUNCH].contains(&attribute.name.as_str()) {
            let stated = Expression::list(attribute.arguments.clone()).unwrap_or_default();
            let integers = stated.iter().map_while(|one| number::integer(one).ok());
            bounds.push((attribute, integers.collect()));
        }
    }
    bounds
}
