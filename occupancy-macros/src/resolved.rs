//! From the tokens of an attribute to its configurations: the one way, for the launch type and its page.

use proc_macro2::Ident;

use crate::code;
use crate::errors::Errors;
use crate::model::{Model, report_missing};
use crate::range;
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
        range::report(&base, errors);
        for args in &others {
            range::report(args, errors);
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
