//! From the tokens of an attribute to its configurations: the one way, for the launch type and its page.

use proc_macro2::Ident;

use crate::code;
use crate::errors::Errors;
use crate::model::{Model, report_missing, report_missing_on};
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
        let others = args.overrides.iter();
        let others = others.map(|(gpu, own)| read(args.overridden(gpu, own), errors));
        let others: Vec<Args> = others.collect();
        for args in std::iter::once(&base).chain(&others) {
            range::report(args, errors);
        }
        report_missing(&base, errors);
        let base = Model::resolve(base, errors);
        for args in &others {
            report_missing_on(args, &base.args, errors);
        }
        let others = others.into_iter();
        let others = others.map(|args| Model::resolve(args, errors)).collect();
        Self { base, others }
    }

    /// Each configuration.
    pub(crate) fn models(&self) -> impl Iterator<Item = &Model> {
        std::iter::once(&self.base).chain(&self.others)
    }

    /// Whether the macro knows all of it, and nothing is wrong.
    pub(crate) fn is_known(&self) -> bool {
        self.models().all(Model::is_known)
    }

    /// Whether the compiler has to say why a file is not read.
    pub(crate) fn has_unread_file(&self) -> bool {
        self.models().any(|model| model.args.code.is_unread)
    }
}
