//! From the tokens of an attribute to its configurations: the one way, for the launch type, its page, the
//! index and the charts.

use occupancy_core::{kernel::Argument, rules::best_block_sizes};
use occupancy_report::record::Record;
use occupancy_report::{Report, Variant};
use proc_macro2::Span;

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
    /// `function` is the name of the annotated function, and its place.
    pub(crate) fn new(args: Args, function: Option<(&str, Span)>, errors: &mut Errors) -> Self {
        let base_args = args.without_overrides(errors).with_block(errors);
        let base_args = code::with_code(base_args, function, errors);
        let mut other_args = Vec::new();
        for args in args.merged() {
            let args = args.with_block(errors);
            other_args.push(code::with_code(args, function, errors));
        }
        range::report(&base_args, &other_args, errors);
        let base = Model::resolve(&base_args, errors);
        let others = overrides(&base_args, &other_args, errors);
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
    pub(crate) fn without_errors(args: Args, function: (&str, Span)) -> Self {
        let mut reported = Errors::default();
        let resolved = Self::new(args, Some(function), &mut reported);
        let _ = reported.into_tokens();
        resolved
    }

    /// Whether the macro knows all of it, and nothing is wrong.
    pub(crate) fn is_known(&self) -> bool {
        self.models().into_iter().all(Model::is_known)
    }

    /// Whether the compiler has to say why a file is not read.
    pub(crate) fn has_unread_file(&self) -> bool {
        self.each().iter().any(|(args, _)| args.code.is_unread)
    }

    /// What `read` makes of the report of the kernel of this name, as far as the macro knows it, and why it does not know
    /// the rest.
    pub(crate) fn report(
        &self,
        kernel: &str,
        reason: Option<&str>,
        read: &dyn Fn(Report<'_>) -> String,
    ) -> String {
        let variants = self.each().into_iter().map(|(args, model)| {
            let mut variant = Variant::new(model.configuration());
            variant.unknown = model.unknown();
            variant.is_refused = model.is_refused;
            variant.block_sizes.clone_from(&model.chosen_from);
            variant.written = args.written_for(model.stated().unknown());
            variant.target = model.stated_target();
            variant.intent = args.reason();
            variant
        });
        self.read(kernel, reason, variants.collect(), read)
    }

    /// The same, with what the compiler evaluated, and what was written for it.
    pub(crate) fn recorded(
        &self,
        kernel: &str,
        record: &Record,
        read: &dyn Fn(Report<'_>) -> String,
    ) -> String {
        let recorded = record.configurations.iter().flatten();
        let variants = recorded.zip(self.each()).map(|(recorded, (args, model))| {
            let mut variant = Variant::new(recorded.configuration);
            variant.written = args.written_for(model.stated().unknown());
            variant.target = recorded.stated.target;
            variant.intent = recorded.stated.rare.intent;
            variant
        });
        self.read(kernel, None, variants.collect(), read)
    }

    /// What `read` makes of a variant for each configuration.
    fn read(
        &self,
        kernel: &str,
        reason: Option<&str>,
        variants: Vec<Variant<'_>>,
        read: &dyn Fn(Report<'_>) -> String,
    ) -> String {
        let (mut each, mut sources) = (Vec::new(), Vec::new());
        for (variant, (args, model)) in variants.into_iter().zip(self.each()) {
            let codes = variant.configuration.compiled;
            if let Some(sentence) = code::from(args, codes)
                && !sources.contains(&sentence)
            {
                sources.push(sentence);
            }
            let whole = variant.configuration;
            let on_each = whole
                .archs
                .iter()
                .map(|arch| model.stated().on(arch, &whole));
            // Without code, they are as the whole.
            let configurations = match codes {
                [] => vec![whole],
                _ => on_each.collect(),
            };
            for configuration in configurations {
                let mut own = variant.clone();
                own.configuration = configuration;
                if let Some((least, most)) = args.auto()
                    && variant.is_known()
                    && (own.block_sizes.is_empty() || !codes.is_empty())
                {
                    let best = best_block_sizes(&configuration, least, most);
                    own.block_sizes = best.into_iter().flatten().collect();
                }
                each.push(own);
            }
        }
        let mut report = Report::new(kernel, each);
        (report.sources, report.reason) = (sources, reason);
        report.is_compiled = self.args.has(Argument::Cubin);
        read(report)
    }
}
