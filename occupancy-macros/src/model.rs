//! Arguments → what is stated of one configuration, as far as the macro knows it, and the verdict at its values.
//!
//! What is missing or faulty has been reported; the library puts what can launch in its place, so that
//! the launch type exists and nothing follows from the fault.

use occupancy_core::{
    Arch, Configuration, Kernel, Lint,
    judge::{Judge, Verdict},
    kernel::{Argument, Rare, Stated},
    search::max_registers_per_thread,
};
use proc_macro2::TokenStream;

use crate::errors::Errors;
use crate::syntax::{Args, ByWarps, Gpu, Value};

/// A configuration, and what the macro knows of it.
#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) args: Args,
    /// The GPUs that are known, without the names they were given.
    known_archs: Vec<Arch>,
    /// What is stated, without what is beside it here.
    pub(crate) own: Stated<'static>,
    pub(crate) rare: Rare,
    /// What blocks of other sizes ask for, where shared memory depends on the block.
    smem_by_warps: Vec<u32>,
    pub(crate) verdict: Verdict,
    pub(crate) warnings: Vec<Warning>,
    /// Whether a fault of it was reported.
    pub(crate) is_refused: bool,
}

/// Something worth saying, and the value that it is said of.
#[derive(Clone)]
pub(crate) struct Warning {
    pub(crate) lint: Lint,
    pub(crate) message: String,
    pub(crate) value: TokenStream,
}

impl Model {
    /// Looks at a configuration, and reports every rule that is broken by what the macro knows of it.
    pub(crate) fn resolve(args: Args, errors: &mut Errors) -> Self {
        let mut model = Self::new(args);
        model.rare.is_refused = !errors.is_empty();
        let stated = model.stated();
        let judge = stated.judge();
        let verdict = judge.verdict();
        model.report_faults(&judge, &verdict, errors);
        let warnings = model.advise(&judge, &verdict, errors);
        (model.verdict, model.warnings) = (verdict, warnings);
        model.is_refused = !errors.is_empty();
        model
    }

    /// What is stated, and known.
    pub(crate) fn new(args: Args) -> Self {
        let mut own = Stated::new(&[], 0, [], args.deferred().bits(), args.looked_for());
        if let [Gpu::Named(named)] = args.gpus() {
            let cc = named.arch.compute_capability();
            own.target = cc.target_named(&named.name);
        }
        let mut rare = Rare {
            auto: args.auto(),
            allow_partial_warp: args.allow_partial_warp,
            faulty: args.faulty(),
            ..Rare::NONE
        };
        let mut places = own.numbers.iter_mut();
        for one in &args.values {
            if let Value::Accumulator(accumulator) = one.value {
                rare.accumulator = accumulator;
            }
            if one.argument.has_value()
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
            smem_by_warps: match &args.smem_by_warps {
                Some(ByWarps::Known(bytes)) => bytes.clone(),
                // Of other blocks only the compiler knows it.
                Some(ByWarps::Deferred(..)) if args.auto().is_none() => vec![u32::MAX; 32],
                _ => Vec::new(),
            },
            verdict: Verdict::of_known(false),
            warnings: Vec::new(),
            is_refused: false,
            args,
        }
    }

    /// What core judges.
    pub(crate) fn stated(&self) -> Stated<'_> {
        Stated {
            archs: &self.known_archs,
            code: &self.args.code.compiled,
            smem_by_warps: &self.smem_by_warps,
            rare: &self.rare,
            ..self.own
        }
    }

    /// Whether only the compiler knows a value.
    pub(crate) fn is_deferred(&self) -> bool {
        !self.own.deferred.is_empty()
    }

    /// Whether the macro knows all of it, and nothing is wrong.
    pub(crate) fn is_known(&self) -> bool {
        self.verdict.is_sound && !self.is_refused
    }

    /// Reports every rule that is broken by what the macro knows, at the value that breaks it.
    fn report_faults(&self, judge: &Judge<'_>, verdict: &Verdict, errors: &mut Errors) {
        if verdict.faults.is_empty() {
            return;
        }
        let violations = judge.violations();
        for rule in violations.iter() {
            let message = judge.configuration.message(rule);
            let first = judge.configuration.first_broken(rule);
            let tokens = self.tokens(judge.blamed(rule), first.unwrap_or_default());
            errors.at(tokens.unwrap_or_default(), message.as_str());
        }
        if let Some(auto) = self.args.tokens(Argument::Threads)
            && violations.is_empty()
        {
            errors.at(auto, judge.faults_of(Argument::Threads).as_str());
        }
    }

    /// The lints that have something to say, each at its level.
    fn advise(&self, judge: &Judge<'_>, verdict: &Verdict, errors: &mut Errors) -> Vec<Warning> {
        let mut warnings = Vec::new();
        for (lint, message, argument) in judge.warnings(verdict) {
            match (self.tokens(argument, 0), self.args.level(lint)) {
                (None, _) => {}
                (Some(value), Argument::Deny) => errors.at(value, message.as_str()),
                (Some(value), _) => warnings.push(Warning {
                    lint,
                    message: message.as_str().to_owned(),
                    value,
                }),
            }
        }
        warnings
    }

    /// The configuration on the GPUs that are known, as far as it is.
    pub(crate) fn configuration(&self) -> Configuration<'_> {
        let (mut configuration, _) = self.stated().merged();
        if let Some(threads) = self.verdict.chosen {
            configuration = configuration.with_block_dim((threads, 1, 1));
        }
        configuration.with_archs(&self.known_archs)
    }

    /// The value that an argument was written as; that of a GPU is its own name.
    fn tokens(&self, argument: Argument, arch: usize) -> Option<TokenStream> {
        if argument == Argument::Arch {
            let named = self.args.named_gpus().nth(arch)?;
            return Some(named.tokens.clone());
        }
        self.args.tokens(argument).cloned()
    }
}

/// Reports required arguments that are not there, all in one place: there is none to point at. For one GPU, which has
/// them beside the `base`, it is its PTX, where the others have machine code.
pub(crate) fn report_missing(args: &Args, base: Option<&Args>, errors: &mut Errors) {
    let is_missing = |args: &Args, argument: Argument| {
        // Machine code states its registers.
        let is_in_code = argument == Argument::Registers && args.given(Argument::Cubin);
        !args.given(argument) && !is_in_code
    };
    let mut missing = vec![Argument::Arch, Argument::Threads, Argument::Registers];
    missing.retain(|argument| {
        is_missing(args, *argument) && !base.is_some_and(|base| is_missing(base, *argument))
    });
    let ptx = args.tokens(Argument::Ptx);
    if missing.is_empty() || base.is_some() && ptx.is_none() {
        return;
    }
    let examples = missing.iter().map(|argument| match argument {
        Argument::Registers => most_registers(args),
        _ => argument.example().to_owned(),
    });
    let examples = examples.collect::<Vec<_>>().join(", ");
    let of_ptx = args.given(Argument::Ptx) && missing.contains(&Argument::Registers);
    errors.missing(base.and(ptx), &missing, &examples, of_ptx);
}

/// The register budget that the rest of the arguments leaves.
fn most_registers(args: &Args) -> String {
    let threads = args.known_dims(Argument::Threads).unwrap_or((256, 1, 1));
    let blocks = args.value(Argument::MinBlocks).and_then(Value::known);
    let blocks = blocks.and_then(|blocks| u32::try_from(*blocks.first()?).ok());
    let threads = u32::try_from(Kernel::new(threads, 1).threads_per_block()).unwrap_or(u32::MAX);
    let mut most = 64;
    for named in args.named_gpus() {
        let cc = named.arch.compute_capability();
        let registers = max_registers_per_thread(cc, threads, blocks.unwrap_or(1));
        most = most.min(registers.unwrap_or(64));
    }
    format!("regs = {most}")
}
