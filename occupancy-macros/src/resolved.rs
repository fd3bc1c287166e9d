//! From the tokens of an attribute to its configurations: the one way, for the launch type, its page, the
//! index and the charts.

use std::path::Path;

use occupancy_core::Arch;
use occupancy_report::{Report, Variant, Written};

use crate::code;
use crate::constants::{self, ReadConstants, Scope};
use crate::errors::Errors;
use crate::key::Key;
use crate::model::{Model, overrides};
use crate::range;
use crate::syntax::{Args, text};

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

/// What a page is drawn from.
pub(crate) struct Drawn {
    pub(crate) resolved: Resolved,
    /// What was read of constants.
    pub(crate) read_constants: ReadConstants,
    /// What was read of files, a sentence each.
    pub(crate) sources: Vec<String>,
}

impl Drawn {
    /// What `read` makes of the report, which has the arguments as they were written: text costs more than
    /// the rest.
    pub(crate) fn report(&self, kernel: &str, read: &dyn Fn(&Report<'_>) -> String) -> String {
        let written = |args: &Args| {
            let written = args.written().into_iter();
            let written = written.map(|(key, value)| Written::new(key.name(), text(value)));
            written.collect()
        };
        self.resolved.report_with(kernel, &written, &|report| {
            let report = report
                .with_sources(self.sources.clone())
                .with_constants(self.read_constants.constants())
                .with_unresolved(self.read_constants.unresolved());
            read(&report)
        })
    }
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

    /// The same with what the macro can read: of the crate's constants, and of the kernel's file. What
    /// counts is what the compiler makes of both.
    pub(crate) fn drawn(&self, kernel: &str, scope: &Scope<'_>, beside: Option<&Path>) -> Drawn {
        let mut read_constants = ReadConstants::default();
        let mut sources = Vec::new();
        // What is wrong is reported at the values.
        let mut reported = Errors::default();
        let mut draw = |configuration: usize, args: &Args| {
            let (args, read) = constants::arguments(args, scope, configuration);
            read_constants.values.extend(read.values);
            read_constants.unknown.extend(read.unknown);
            match code::read(&args, Some(kernel), beside) {
                Some((read, sentence)) => {
                    if !sources.contains(&sentence) {
                        sources.push(sentence);
                    }
                    read
                }
                None => args,
            }
        };
        let base_args = draw(0, &self.base_args);
        let others = self.other_args.iter().enumerate();
        let other_args: Vec<Args> = others.map(|(at, args)| draw(at + 1, args)).collect();
        let base = Model::resolve_other(&base_args, &mut reported);
        let others = overrides(&other_args, &mut reported);
        let _ = reported.into_tokens();
        Drawn {
            resolved: Self {
                args: self.args.clone(),
                base_args,
                base,
                other_args,
                others,
            },
            read_constants,
            sources,
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

    /// What `read` makes of the report of the kernel of this name.
    pub(crate) fn report(&self, kernel: &str, read: &dyn Fn(&Report<'_>) -> String) -> String {
        self.report_with(kernel, &|_| Vec::new(), &|report| read(&report))
    }

    fn report_with(
        &self,
        kernel: &str,
        written: &dyn Fn(&Args) -> Vec<Written>,
        read: &dyn Fn(Report<'_>) -> String,
    ) -> String {
        let archs: Vec<Vec<Arch>> = self.models().into_iter().map(Model::arch_values).collect();
        let variants = self
            .each()
            .into_iter()
            .zip(&archs)
            .map(|((args, model), archs)| {
                Variant::new(model.configuration(archs))
                    .with_unknown(model.deferred.and(model.faulty))
                    .with_refused(model.is_refused)
                    .with_written(written(args))
                    .with_block_sizes(&model.chosen_from)
                    .with_target(model.stated_target())
                    .with_intent(args.reason())
            });
        let report = Report::new(kernel, variants.collect());
        read(report.with_compiled(self.args.has(Key::Cubin)))
    }
}
