//! From the tokens of an attribute to its configurations: the one way, for the launch type, its page, the
//! index and the charts.

use occupancy_core::{kernel::Argument, rules::best_block_sizes};
use occupancy_report::record::Record;
use occupancy_report::{Report, Variant};
use proc_macro2::Span;

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
    /// `function` is the name of the annotated function, and its place.
    pub(crate) fn new(mut args: Args, function: Option<(&str, Span)>, errors: &mut Errors) -> Self {
        let read = |args: Args, errors: &mut Errors| {
            let mut args = args.with_block(errors);
            args.out_of_range = args.take_out_of_range();
            code::with_code(args, function, errors)
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

    /// The report of the kernel of this name, as far as the macro knows it, or with what the compiler evaluated.
    pub(crate) fn report<'a>(&'a self, kernel: &'a str, record: Option<&'a Record>) -> Report<'a> {
        let mut report = Report::new(kernel, Vec::new());
        report.is_compiled = self.base.args.has(Argument::Cubin);
        for (at, model) in self.models().enumerate() {
            let recorded = record.and_then(|record| record.configurations.get(at)?.as_ref());
            let mut variant = Variant::new(match recorded {
                Some(recorded) => recorded.configuration,
                None => model.configuration(),
            });
            variant.written = model.args.written_for(model.stated().unknown());
            if let Some(recorded) = recorded {
                variant.target = recorded.stated.target;
                variant.intent = recorded.stated.rare.intent;
            } else {
                variant.unknown = model.unknown();
                variant.is_refused = model.is_refused;
                variant.block_sizes.clone_from(&model.chosen_from);
                variant.target = model.stated_target();
                variant.intent = model.args.text(Argument::Intent);
            }
            let whole = variant.configuration;
            let codes = whole.compiled;
            if let Some(sentence) = code::from(&model.args, codes)
                && !report.sources.contains(&sentence)
            {
                report.sources.push(sentence);
            }
            let archs = whole.archs.iter();
            let on_each = archs.map(|arch| model.stated().on(arch, &whole));
            // Without code, they are as the whole.
            let configurations = match codes {
                [] => vec![whole],
                _ => on_each.collect(),
            };
            for configuration in configurations {
                let mut own = variant.clone();
                own.configuration = configuration;
                if let Some((least, most)) = model.args.auto()
                    && variant.is_known()
                    && (own.block_sizes.is_empty() || !codes.is_empty())
                {
                    let best = best_block_sizes(&configuration, least, most);
                    own.block_sizes = best.into_iter().flatten().collect();
                }
                report.variants.push(own);
            }
        }
        report
    }
}
