//! From the tokens of an attribute to its configurations: the one way, for the launch type, its page, the
//! index and the charts.

use std::path::Path;

use crate::code;
use crate::errors::Errors;
use crate::model::{Model, overrides};
use crate::range;
use crate::syntax::Args;

/// All that one attribute states.
pub(crate) struct Resolved {
    /// The arguments as they were written.
    pub(crate) args: Args,
    /// Those for the GPUs without an `on(…)`.
    pub(crate) base_args: Args,
    pub(crate) base: Model,
    /// Those for each GPU that has one.
    pub(crate) other_args: Vec<Args>,
    pub(crate) others: Vec<Model>,
}

impl Resolved {
    pub(crate) fn new(args: Args, errors: &mut Errors) -> Self {
        let base_args = args.without_overrides(errors);
        let other_args = args.merged();
        range::report(&base_args, &other_args, errors);
        let base = Model::resolve(&base_args, errors);
        let others = overrides(&other_args, errors);
        Self {
            args,
            base_args,
            base,
            other_args,
            others,
        }
    }

    /// The same with what the macro can read of the kernel's file, and where that is from. What counts is
    /// the constant, which the compiler makes of the same file.
    pub(crate) fn pictured(&self, kernel: &str, beside: Option<&Path>) -> (Self, Vec<String>) {
        let mut from = Vec::new();
        // What is wrong is reported at the values.
        let mut reported = Errors::default();
        let mut picture = |args: &Args| match code::read(args, Some(kernel), beside) {
            Some((read, sentence)) => {
                if !from.contains(&sentence) {
                    from.push(sentence);
                }
                read
            }
            None => args.clone(),
        };
        let base_args = picture(&self.base_args);
        let other_args: Vec<Args> = self.other_args.iter().map(picture).collect();
        let base = Model::resolve_other(&base_args, &mut reported);
        let others = overrides(&other_args, &mut reported);
        let _ = reported.into_tokens();
        let pictured = Self {
            args: self.args.clone(),
            base_args,
            base,
            other_args,
            others,
        };
        (pictured, from)
    }

    /// The arguments of each configuration, and what the macro knows of it.
    pub(crate) fn each(&self) -> impl Iterator<Item = (&Args, &Model)> {
        let base = std::iter::once((&self.base_args, &self.base));
        base.chain(self.other_args.iter().zip(&self.others))
    }

    pub(crate) fn models(&self) -> impl Iterator<Item = &Model> {
        self.each().map(|(_, model)| model)
    }

    /// Whether the macro knows all of it.
    pub(crate) fn is_known(&self) -> bool {
        self.models().all(Model::is_known)
    }

    /// The configurations of an attribute whose faults are reported elsewhere, with what the macro can read
    /// of the kernel's file, and where that is from.
    pub(crate) fn for_page(args: Args, kernel: &str, beside: Option<&Path>) -> (Self, Vec<String>) {
        let mut reported = Errors::default();
        let resolved = Self::new(args, &mut reported);
        let _ = reported.into_tokens();
        resolved.pictured(kernel, beside)
    }
}
