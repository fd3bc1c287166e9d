//! From the tokens of an attribute to its configurations: the one way, for the launch type and its page.

use occupancy_core::kernel::{Argument, Axis};
use proc_macro2::Ident;

use crate::code;
use crate::errors::Errors;
use crate::expression::{Expression, Kind};
use crate::model::{Model, report_missing};
use crate::number::{self, Fault};
use crate::syntax::Args;

/// All that one attribute states.
pub(crate) struct Resolved {
    /// The configuration of the GPUs without an `on(…)`.
    pub(crate) base: Model,
    /// That of each GPU that has one.
    pub(crate) others: Vec<Model>,
}

impl Resolved {
    /// `function` is the name of the annotated function.
    pub(crate) fn new(mut args: Args, function: Option<&Ident>, errors: &mut Errors) -> Self {
        let read = |args: Args, errors: &mut Errors| {
            let mut args = args.with_block(errors);
            args.out_of_range = args.take_out_of_range();
            args.code = function
                .and_then(|function| code::read(&args, function, errors))
                .unwrap_or_default();
            args
        };
        let base = read(args.without_overrides(errors), errors);
        // They are reported once.
        args.take_out_of_range();
        let mut others = Vec::new();
        for (gpu, own) in &args.overrides {
            others.push(read(args.overridden(gpu, own), errors));
        }
        report_over_range(&base, errors);
        for args in &others {
            report_over_range(args, errors);
        }
        report_missing(&base, None, errors);
        let base = Model::resolve(base, errors);
        for args in &others {
            report_missing(args, Some(&base.args), errors);
        }
        let others = others.into_iter();
        let others = others.map(|args| Model::resolve(args, errors)).collect();
        Self { base, others }
    }

    /// Each configuration.
    pub(crate) fn models(&self) -> impl Iterator<Item = &Model> {
        std::iter::once(&self.base).chain(&self.others)
    }
}

/// Reports each value that is out of range, with the limit of the GPUs that it is for.
fn report_over_range(args: &Args, errors: &mut Errors) {
    for one in &args.out_of_range {
        let (argument, tokens) = (one.argument, &one.tokens);
        let has_block = args.known_dims(Argument::Threads).is_some();
        let mut with_it = args.clone();
        if has_block || argument != Argument::Elements {
            with_it.set(argument, one.value.clone(), tokens.clone());
        }
        let model = Model::new(with_it);
        let mut configuration = model.configuration();
        if argument == Argument::Elements && !has_block {
            // The most that any block takes.
            configuration = configuration.with_block_dim((1024, 1, 1));
        }
        let (numbers, written) = (one.value.known(), Expression::new(tokens));
        let numbers = numbers.into_iter().flatten();
        for (at, (number, axis)) in numbers.zip([Axis::X, Axis::Y, Axis::Z]).enumerate() {
            let element = written.as_ref().and_then(|whole| match &whole.kind {
                Kind::Tuple(elements) => elements.get(at),
                _ => Some(whole),
            });
            if number > argument.most().into() {
                let digits = match element.map(number::integer) {
                    Some(Err(Fault::TooLarge(digits))) => digits,
                    _ => number.to_string(),
                };
                let message = configuration.over_range(argument, axis, &digits);
                errors.at(element.map(|element| &element.tokens), message);
            }
        }
    }
}
