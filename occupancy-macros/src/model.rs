//! From the arguments of an attribute to its configurations, both for the launch type and for its page: core's `Stated` of
//! each, judged as far as the macro knows its values.
//!
//! A missing or faulty argument has been reported. The library puts a value in its place that can launch, so that the
//! launch type exists and nothing follows from the fault.

use std::collections::BTreeMap;
use std::{iter, mem};

use occupancy_core::devices::{H100, MI300X};
use occupancy_core::kernel::{Argument, Arguments, Axis, Rare, Stated};
use occupancy_core::text::Text;
use occupancy_core::{
    Arch, Compiled, Configuration, Device, Kernel, Lint, Multiprocessor, judge::Verdict, search,
};
use proc_macro2::{Ident, TokenStream};

use crate::errors::Errors;
use crate::expression::elements;
use crate::number::{self, Fault};
use crate::syntax::{Args, ByWarps, Entry, Gpu, UNKNOWN_BYTES, Value};

/// The arguments of one configuration, and what the macro knows of it.
pub(crate) struct Model {
    pub(crate) args: Args,
    /// The GPUs that have a name.
    known_archs: Vec<Arch>,
    /// The fields of [`Model::stated`] that borrow nothing from the model.
    pub(crate) own: Stated<'static>,
    pub(crate) rare: Rare,
    pub(crate) verdict: Verdict,
    /// The lints that fire, each with its message and the value to report it at.
    pub(crate) warnings: Vec<(Lint, String, TokenStream)>,
    /// Set if a fault was reported.
    pub(crate) is_refused: bool,
}

/// The faulty values and the lints that were reported for the sizes of a block.
pub(crate) type Reported = (Arguments, u32);

impl Model {
    /// Judges the configuration. Reports every rule that is broken by what the macro knows, at the value to blame.
    ///
    /// A fault of a value that was `reported` for another size of the block is not reported again.
    pub(crate) fn judge(args: Args, reported: &mut Reported, errors: &mut Errors) -> Self {
        let (faults, lints) = reported;
        let mut model = Self::new(args);
        model.rare.is_refused = !errors.is_empty();
        let stated = model.stated();
        let judge = stated.judge();
        let verdict = judge.verdict();
        // The value of an argument. A list of GPUs has a name for each.
        let tokens = |argument, arch| match argument {
            Argument::Arch => model.args.named_gpus().nth(arch).map(|named| &named.tokens),
            _ => model.args.tokens(argument),
        };
        if !verdict.faults.is_empty() {
            let violations = judge.violations();
            let blamed = violations.iter().map(|rule| judge.blamed(rule));
            let others = verdict
                .faults
                .without(blamed.fold(*faults, Arguments::with));
            // A number that no GPU can have, or a range of blocks of which none passes. The compiler reports the others.
            for argument in others.iter().filter(|_| model.args.knows_gpus()) {
                errors.at(tokens(argument, 0), judge.faults_of(argument).as_str());
            }
            for rule in violations.iter() {
                if faults.contains(judge.blamed(rule)) {
                    continue;
                }
                let message = judge.configuration.message(rule);
                let broken = judge.configuration.broken_from(rule).len();
                let first = judge.configuration.archs.len() - broken;
                let value = tokens(judge.blamed(rule), first);
                errors.at(value, message.as_str());
            }
        }
        let mut warnings = Vec::new();
        for (lint, message, argument) in judge.warnings(&verdict) {
            if *lints & lint.bit() != 0 && argument != Argument::Threads {
                continue;
            }
            let message = message.as_str();
            match (tokens(argument, 0), model.args.level(lint)) {
                (None, _) => {}
                (value, Argument::Deny) => errors.at(value, message),
                (Some(value), _) => warnings.push((lint, message.to_owned(), value.clone())),
            }
        }
        let of_size = Arguments::of(&[Argument::Threads]);
        *faults = faults.union(verdict.faults.without(of_size));
        *lints |= verdict.lints;
        (model.verdict, model.warnings) = (verdict, warnings);
        model.is_refused = !errors.is_empty();
        model
    }

    /// The configuration before it is judged.
    fn new(args: Args) -> Self {
        let deferred = args.deferred();
        let mut own = Stated::new(&[], 0, [], deferred.bits(), args.lint_bits());
        if let [Gpu::Named(named)] = args.gpus() {
            own.target = named.arch.multiprocessor().target_named(&named.name);
        }
        let knows_range = !deferred.contains(Argument::Threads);
        let fewest = args.most_threads.unwrap_or(0);
        let auto = |budget| args.follows(budget).then_some(fewest);
        let rare = Rare {
            auto: args.auto().filter(|_| knows_range),
            auto_registers: auto(Argument::Registers),
            auto_vgprs: auto(Argument::Vgprs),
            allow_partial_warp: args.allow_partial_warp,
            faulty: args.faulty(),
            ..Rare::NONE
        };
        let mut places = own.numbers.iter_mut();
        for one in &args.entries {
            if one.argument.row().has_value
                && let Some(numbers) = one.value.known()
            {
                own.stated = own.stated.with(one.argument);
                for (number, place) in numbers.into_iter().zip(&mut places) {
                    *place = number;
                }
            }
        }
        Self {
            known_archs: args.named_gpus().map(|named| named.arch).collect(),
            own,
            rare,
            verdict: Verdict::of_known(false),
            warnings: Vec::new(),
            is_refused: false,
            args,
        }
    }

    /// The known part of the configuration, for core.
    pub(crate) fn stated(&self) -> Stated<'_> {
        Stated {
            archs: &self.known_archs,
            code: &self.args.code.compiled,
            smem_by_warps: match &self.args.smem_by_warps {
                Some(ByWarps::Known(bytes)) => bytes,
                // Only the compiler can evaluate it for other blocks.
                Some(ByWarps::Deferred(..)) if self.args.auto().is_none() => &UNKNOWN_BYTES,
                _ => &[],
            },
            rare: &self.rare,
            ..self.own
        }
    }

    /// Returns `true` if only the compiler can evaluate one of the values.
    pub(crate) fn is_deferred(&self) -> bool {
        !self.own.deferred.is_empty()
    }

    /// Returns `true` if the macro knows all of it, and reported nothing.
    pub(crate) fn is_known(&self) -> bool {
        self.verdict.is_sound && !self.is_refused
    }

    /// The known part of the configuration, on the GPUs that have a name.
    pub(crate) fn configuration(&self) -> Configuration<'_> {
        let (mut configuration, _) = self.stated().merged();
        if let Some(threads) = self.verdict.chosen {
            configuration = configuration.with_block_dim((threads, 1, 1));
        }
        configuration.with_archs(&self.known_archs)
    }
}

/// The configuration of the GPUs without an `on(…)`, and after it that of each GPU that has one; of several sizes, one for
/// each. `function` is the name of the annotated function.
pub(crate) fn resolve(mut args: Args, function: Option<&Ident>, errors: &mut Errors) -> Vec<Model> {
    let mut all = read(args.without_overrides(errors), function, errors);
    // Reported with the base, not again for each override.
    args.take_out_of_range();
    for (_, own) in &args.overrides {
        all.extend(read(args.overridden(own), function, errors));
    }
    for args in &all {
        report_out_of_range(args, errors);
    }
    report_missing(&all[0], None, errors);
    // The others are compared with it when it may have been judged.
    let base = (all.len() > 1).then(|| all[0].clone());
    let mut models = BTreeMap::new();
    let mut reported = BTreeMap::<usize, Reported>::new();
    for at in Args::largest_first(all.iter()) {
        let args = mem::take(&mut all[at]);
        if at > 0 {
            report_missing(&args, base.as_ref(), errors);
        }
        let of_sizes = reported.entry(at - args.size.unwrap_or_default());
        let model = Model::judge(args, of_sizes.or_default(), errors);
        models.insert(at, model);
    }
    models.into_values().collect()
}

/// The arguments for each size of the block, with the values that depend on it. A fault of a value is reported for the
/// first size that has it.
#[cfg_attr(not(feature = "binary"), expect(unused_mut, unused_variables))]
fn read(mut args: Args, function: Option<&Ident>, errors: &mut Errors) -> Vec<Args> {
    // Without the feature, the file is refused where it is named.
    #[cfg(feature = "binary")]
    if let Some(code) = function.and_then(|name| crate::code::read(&args, name, errors)) {
        args.code = code;
    }
    let before = errors.count;
    let of_size = |args: Args| {
        let mut own = Errors::default();
        let has_fault = errors.count > before;
        let mut args = args.with_block(if has_fault { &mut own } else { errors });
        args.out_of_range = args.take_out_of_range();
        args
    };
    args.of_each_size().into_iter().map(of_size).collect()
}

/// Reports each value that is out of range, with the limit of its GPUs.
fn report_out_of_range(args: &Args, errors: &mut Errors) {
    let is_first = |one: &&Entry| one.argument == Argument::Threads || !args.is_further_size();
    for one in args.out_of_range.iter().filter(is_first) {
        let (argument, tokens) = (one.argument, &one.tokens);
        let mut with_it = args.clone();
        with_it.set(one.clone());
        let model = Model::new(with_it);
        let mut configuration = model.configuration();
        if argument == Argument::Elements && args.known_dims(Argument::Threads).is_none() {
            // The largest block takes the most elements.
            configuration = configuration.with_block_dim((1024, 1, 1)).with_grid(None);
        }
        let elements = elements(tokens).unwrap_or_else(|| vec![tokens.clone()]);
        let numbers = one.value.known().into_iter().flatten();
        // Warp groups have no axes.
        let axes = match argument {
            Argument::Setmaxnreg => [Axis::X; 3],
            _ => [Axis::X, Axis::Y, Axis::Z],
        };
        let axes = axes.into_iter().chain(iter::repeat(Axis::X));
        for ((number, axis), element) in numbers.zip(axes).zip(&elements) {
            if number > argument.most().into() {
                let digits = match number::integer(element) {
                    Err(Fault::TooLarge(digits)) => digits,
                    _ => number.to_string(),
                };
                let message = configuration.over_range(argument, axis, &digits);
                errors.at(element, message);
            }
        }
    }
}

/// Reports required arguments that are missing, at the attribute: there is no value to point at. One GPU can miss what
/// the `base` has if it has PTX in place of machine code, and the path of that is the place.
fn report_missing(args: &Args, base: Option<&Args>, errors: &mut Errors) {
    let mut missing: Vec<_> = args.required().iter().collect();
    missing.retain(|argument| {
        !args.provides(*argument) && base.is_none_or(|base| base.provides(*argument))
    });
    let ptx = args.tokens(Argument::Ptx);
    if missing.is_empty() || base.is_some() && ptx.is_none() {
        return;
    }
    let examples = missing.iter().map(|argument| match argument {
        Argument::Arch => arch_that_reads(args),
        Argument::Threads => block_of_code(args),
        Argument::Registers => most_registers(args, *argument, 64),
        Argument::Vgprs => most_registers(args, *argument, 96),
        _ => argument.example().to_owned(),
    });
    let mut help = format!("`{}`", examples.collect::<Vec<_>>().join(", "));
    let of_ptx = args.given(Argument::Ptx) && missing.contains(&Argument::Registers);
    if let [budget] = missing.as_slice()
        && Argument::BUDGETS.contains(budget)
        && args.auto().is_none()
    {
        let key = budget.key();
        help = format!("{help}; or `{key} = auto` is the most that launch bounds leave");
        if !args.gpus().is_empty() && args.sms().next().is_none() {
            help += "; on a GPU of AMD, `vgprs` instead";
        }
    }
    errors.missing(base.and(ptx), &missing, args.words(), &help, of_ptx);
}

/// The GPU that reads what is stated and runs the code of the file; of both vendors, one of each.
fn arch_that_reads(args: &Args) -> String {
    use Argument::{Cubin, Hsaco, Ptx, Registers, Sgprs, Vgprs};
    let of_vendors = [Registers, Vgprs, Sgprs, Cubin, Ptx, Hsaco].into_iter();
    let stated: Vec<_> = of_vendors.filter(|one| args.given(*one)).collect();
    let runs = |arch: &Arch| {
        let mut code = args.code.compiled.iter();
        code.any(|one| one.runs_on(arch.multiprocessor()))
    };
    let of_vendor = |usual: Device| {
        let (vendor, usual) = (usual.multiprocessor().vendor(), Arch::Device(usual));
        stated.iter().find(|one| one.is_read_on(&usual))?;
        let devices = Device::of(vendor).iter().copied().map(Arch::Device);
        // No device has each mode of AMD's code by itself.
        let targets = Multiprocessor::ALL
            .iter()
            .filter(|sm| sm.vendor() == vendor);
        let others = devices.chain(targets.map(Arch::Multiprocessor));
        let arch = [usual].into_iter().chain(others).find(runs);
        Some(format!("{:?}", arch.unwrap_or(usual).short_name()))
    };
    let names: Vec<_> = [H100, MI300X].into_iter().filter_map(of_vendor).collect();
    match names.as_slice() {
        [] => Argument::Arch.example().to_owned(),
        [one] => format!("arch = {one}"),
        both => format!("arch = [{}]", both.join(", ")),
    }
}

/// The block that the code of the file was compiled for, if the usual one is larger or another.
fn block_of_code(args: &Args) -> String {
    let bound = args.code.compiled.first().and_then(Compiled::block_bound);
    match bound.filter(|block| Kernel::new(*block, 1).threads_per_block() < 256) {
        Some(block) => format!("threads = {}", Text::<64>::new().dims(block).as_str()),
        None => Argument::Threads.example().to_owned(),
    }
}

/// The budget that the rest of the arguments leaves, at most the `usual` one.
fn most_registers(args: &Args, budget: Argument, usual: u32) -> String {
    let threads = args.known_threads().unwrap_or(256);
    let min_blocks = args.value(Argument::MinBlocks).and_then(Value::known);
    let blocks = min_blocks.and_then(|blocks| u32::try_from(*blocks.first()?).ok());
    let of_vendor = args.sms().filter(|sm| Argument::Registers.on(sm) == budget);
    let of_gpus = of_vendor
        .filter_map(|sm| search::max_registers_per_thread(sm, threads, blocks.unwrap_or(1)));
    format!("{} = {}", budget.key(), of_gpus.fold(usual, u32::min))
}
