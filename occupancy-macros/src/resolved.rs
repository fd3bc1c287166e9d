//! From the tokens of an attribute to its configurations: the one way, for the launch type and its page.

use proc_macro2::Ident;

use crate::errors::Errors;
use crate::model::{Model, report_missing};
use crate::range;
use crate::syntax::Args;

/// All that one attribute states: the configuration of the GPUs without an `on(…)`, and behind it that of each GPU
/// that has one. `function` is the name of the annotated function.
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
    // They are reported once.
    args.take_out_of_range();
    let mut others = Vec::new();
    for (gpu, own) in &args.overrides {
        others.push(read(args.overridden(gpu, own), errors));
    }
    for args in std::iter::once(&base).chain(&others) {
        range::report(args, errors);
    }
    report_missing(&base, None, errors);
    let base = Model::resolve(base, errors);
    for args in &others {
        report_missing(args, Some(&base.args), errors);
    }
    let mut models = vec![base];
    models.extend(others.into_iter().map(|args| Model::resolve(args, errors)));
    models
}
