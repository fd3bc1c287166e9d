//! From the tokens of an attribute to its configurations: the one way, for the launch type, its page, the
//! index and the charts.

use occupancy_core::{
    Arch,
    rules::{BlockSize, best_block_sizes},
};
use occupancy_report::record::Record;
use occupancy_report::{Report, Variant};

use crate::code;
use crate::errors::Errors;
use crate::key::Key;
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
        let base_args = args.without_overrides(errors).with_block(errors);
        let other_args = args.merged().into_iter();
        let other_args: Vec<Args> = other_args.map(|args| args.with_block(errors)).collect();
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

    /// The arguments of each configuration, and what the macro knows of it.
    pub(crate) fn each(&self) -> Vec<(&Args, &Model)> {
        let mut each = vec![(&self.base_args, &self.base)];
        each.extend(self.other_args.iter().zip(&self.others));
        each
    }

    pub(crate) fn models(&self) -> Vec<&Model> {
        let mut models = vec![&self.base];
        models.extend(&self.others);
        models
    }

    /// The configurations of an attribute whose faults are reported elsewhere.
    pub(crate) fn without_errors(args: Args) -> Self {
        let mut reported = Errors::default();
        let resolved = Self::new(args, &mut reported);
        let _ = reported.into_tokens();
        resolved
    }

    /// Whether the macro knows all of it, and nothing is wrong.
    pub(crate) fn is_known(&self) -> bool {
        self.models().into_iter().all(Model::is_known)
    }

    /// What `read` makes of the report of the kernel of this name, as far as the macro knows it.
    pub(crate) fn report(&self, kernel: &str, read: &dyn Fn(Report<'_>) -> String) -> String {
        let archs: Vec<Vec<Arch>> = self.models().into_iter().map(Model::arch_values).collect();
        let variants = self
            .each()
            .into_iter()
            .zip(&archs)
            .map(|((args, model), archs)| {
                Variant::new(model.configuration(archs))
                    .with_unknown(model.deferred.and(model.faulty))
                    .with_refused(model.is_refused)
                    .with_block_sizes(&model.chosen_from)
                    .with_target(model.stated_target())
                    .with_intent(args.reason())
            });
        let report = Report::new(kernel, variants.collect());
        read(report.with_compiled(self.args.has(Key::Cubin)))
    }

    /// The same for a page that says why the rest is not known.
    pub(crate) fn unasked(
        &self,
        kernel: &str,
        reason: &str,
        read: &dyn Fn(Report<'_>) -> String,
    ) -> String {
        self.report(kernel, &|mut report| {
            for (variant, (args, model)) in report.variants.iter_mut().zip(self.each()) {
                variant.written = args.written_for(model.deferred);
            }
            read(report.with_reason(reason))
        })
    }

    /// The same, with what the compiler evaluated, and what was written for it.
    pub(crate) fn recorded(
        &self,
        kernel: &str,
        record: &Record,
        read: &dyn Fn(Report<'_>) -> String,
    ) -> String {
        let (mut variants, mut sources) = (Vec::new(), Vec::new());
        for (recorded, (args, model)) in record.configurations.iter().zip(self.each()) {
            let codes = recorded.configuration.compiled;
            if let Some(sentence) = code::from(args, codes)
                && !sources.contains(&sentence)
            {
                sources.push(sentence);
            }
            // With the figures of its own code.
            let configurations = match codes {
                [] => vec![recorded.configuration],
                _ => (0..codes.len()).map(|gpu| recorded.on(gpu)).collect(),
            };
            for configuration in configurations {
                let mut sizes: Vec<BlockSize> = Vec::new();
                if let Some((least, most)) = args.auto() {
                    let best = best_block_sizes(&configuration, least, most);
                    sizes.extend(best.into_iter().flatten());
                }
                variants.push((configuration, sizes, recorded, args, model));
            }
        }
        let variants = variants
            .iter()
            .map(|(configuration, sizes, recorded, args, model)| {
                Variant::new(*configuration)
                    .with_written(args.written_for(model.deferred))
                    .with_block_sizes(sizes)
                    .with_target(recorded.target)
                    .with_intent(recorded.intent)
            });
        let report = Report::new(kernel, variants.collect()).with_sources(sources);
        read(report.with_compiled(self.args.has(Key::Cubin)))
    }
}
