//! From the arguments of an attribute to its configurations, both for the launch type and for its page.

use occupancy_core::kernel::{Argument, Axis};
use proc_macro2::Ident;

use crate::errors::Errors;
use crate::expression::elements;
use crate::model::{Model, report_missing};
use crate::number::{self, Fault};
use crate::syntax::Args;

/// The configuration of the GPUs without an `on(…)`, and after it that of each GPU that has one. `function` is the name
/// of the annotated function.
#[cfg_attr(not(feature = "binary"), expect(unused_variables))]
pub(crate) fn resolve(mut args: Args, function: Option<&Ident>, errors: &mut Errors) -> Vec<Model> {
    let read = |args: Args, errors: &mut Errors| {
        let mut args = args.with_block(errors);
        args.out_of_range = args.take_out_of_range();
        // Without the feature, the file is refused where it is named.
        #[cfg(feature = "binary")]
        if let Some(code) = function.and_then(|name| crate::code::read(&args, name, errors)) {
            args.code = code;
        }
        args
    };
    let base = read(args.without_overrides(errors), errors);
    // Reported with the base, not again for each override.
    args.take_out_of_range();
    let mut others = Vec::new();
    for (gpu, own) in &args.overrides {
        others.push(read(args.overridden(gpu, own), errors));
    }
    for args in std::iter::once(&base).chain(&others) {
        report_out_of_range(args, errors);
    }
    report_missing(&base, None, errors);
    let base = Model::judge(base, errors);
    for args in &others {
        report_missing(args, Some(&base.args), errors);
    }
    let mut models = vec![base];
    models.extend(others.into_iter().map(|args| Model::judge(args, errors)));
    models
}

/// Reports each value that is out of range, with the limit of its GPUs.
fn report_out_of_range(args: &Args, errors: &mut Errors) {
    for one in &args.out_of_range {
        let (argument, tokens) = (one.argument, &one.tokens);
        let block = args.known_dims(Argument::Threads);
        let lacks_block = argument == Argument::Elements && block.is_none();
        let mut with_it = args.clone();
        if !lacks_block {
            with_it.set(one.clone());
        }
        let model = Model::new(with_it);
        let mut configuration = model.configuration();
        if lacks_block {
            // The largest block takes the most elements.
            configuration = configuration.with_block_dim((1024, 1, 1));
        }
        let elements = elements(tokens);
        let numbers = one.value.known().into_iter().flatten();
        for (at, (number, axis)) in numbers.zip([Axis::X, Axis::Y, Axis::Z]).enumerate() {
            let element = elements
                .as_ref()
                .map_or(Some(tokens), |elements| elements.get(at));
            if number > argument.most().into() {
                let digits = match element.map(number::integer) {
                    Some(Err(Fault::TooLarge(digits))) => digits,
                    _ => number.to_string(),
                };
                let message = configuration.over_range(argument, axis, &digits);
                errors.at(element, message);
            }
        }
    }
}
