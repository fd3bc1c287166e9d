//! Arguments → what is stated of one configuration, as far as the macro knows it, and the verdict at its values.
//!
//! What is missing or faulty has been reported; the library puts what can launch in its place, so that
//! the launch type exists and nothing follows from the fault.

use occupancy_core::{
    Arch, Configuration, Kernel, Lint,
    judge::{Judge, Verdict},
    kernel::{Argument, Arguments, Rare, Stated},
    search::max_registers_per_thread,
};
use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::errors::Errors;
use crate::syntax::{Args, ByWarps, Gpu, Value};

/// A configuration, and what the macro knows of it.
#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) args: Args,
    /// The GPUs that are known, without the names they were given.
    known_archs: Vec<Arch>,
    /// The arguments whose values are known,
    stated: Arguments,
    /// their numbers,
    numbers: Vec<i128>,
    /// and those that only the compiler knows.
    pub(crate) deferred: Arguments,
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
        let mut model = Self {
            known_archs: args.named_gpus().map(|named| named.arch).collect(),
            stated: Arguments::NONE,
            numbers: Vec::new(),
            deferred: args.deferred(),
            rare: Rare {
                auto: args.auto(),
                allow_partial_warp: args.allow_partial_warp,
                faulty: args.faulty(),
                ..Rare::NONE
            },
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
        };
        for one in model.args.values() {
            if let Value::Accumulator(accumulator) = one.value {
                model.rare.accumulator = accumulator;
            }
            if one.argument.has_value()
                && let Some(numbers) = one.value.known()
            {
                model.stated = model.stated.with(one.argument);
                model.numbers.extend(numbers);
            }
        }
        model
    }

    /// What core judges.
    pub(crate) fn stated(&self) -> Stated<'_> {
        let mut stated = Stated {
            stated: self.stated,
            deferred: self.deferred,
            lints: self.args.looked_for(),
            code: &self.args.code.compiled,
            smem_by_warps: &self.smem_by_warps,
            rare: &self.rare,
            ..Stated::new(&self.known_archs, 0, [], 0, 0)
        };
        for (place, number) in stated.numbers.iter_mut().zip(&self.numbers) {
            *place = *number;
        }
        stated
    }

    /// Whether the macro knows all of it, and nothing is wrong.
    pub(crate) fn is_known(&self) -> bool {
        self.verdict.is_sound && !self.is_refused
    }

    /// The arguments that nothing is known of, as far as the macro goes.
    pub(crate) fn unknown(&self) -> Arguments {
        let stated = self.stated();
        stated.unknown().and(stated.faulty())
    }

    /// Reports every rule that is broken by what the macro knows, at the value that breaks it.
    fn report_faults(&self, judge: &Judge<'_>, verdict: &Verdict, errors: &mut Errors) {
        if verdict.faults.is_empty() {
            return;
        }
        let mut is_found = false;
        for rule in judge.violations().iter() {
            is_found = true;
            let message = judge.configuration.message(rule);
            let first = judge.configuration.first_broken(rule);
            let tokens = self.tokens(judge.blamed(rule), first.unwrap_or_default());
            errors.at(tokens.unwrap_or_default(), message.as_str());
        }
        if let Some(auto) = self.args.tokens(Argument::Threads)
            && !is_found
        {
            errors.at(auto, judge.faults_of(Argument::Threads).as_str());
        }
    }

    /// The lints that have something to say, each at its level.
    fn advise(&self, judge: &Judge<'_>, verdict: &Verdict, errors: &mut Errors) -> Vec<Warning> {
        let mut warnings = Vec::new();
        for (lint, message, argument) in judge.warnings(verdict) {
            let Some(value) = self.tokens(argument, 0) else {
                continue;
            };
            if self.args.level(lint) == Argument::Deny {
                errors.at(value, message.as_str());
            } else {
                warnings.push(Warning {
                    lint,
                    message: message.as_str().to_owned(),
                    value,
                });
            }
        }
        warnings
    }

    /// The target that the name of the one GPU states, as `sm_90a` does.
    pub(crate) fn stated_target(&self) -> Option<&'static str> {
        match self.args.gpus() {
            [Gpu::Named(named)] => {
                let cc = named.arch.compute_capability();
                cc.target_named(&named.name.value())
            }
            _ => None,
        }
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
            return Some(named.name.to_token_stream());
        }
        self.args.tokens(argument).cloned()
    }
}

/// Reports required arguments that are not there, all in one place: there is none to point at.
pub(crate) fn report_missing(args: &Args, errors: &mut Errors) {
    // Machine code states its registers.
    let is_missing = |argument: &Argument| {
        !args.given(*argument) && (*argument != Argument::Registers || !args.given(Argument::Cubin))
    };
    let mut missing = vec![Argument::Arch, Argument::Threads, Argument::Registers];
    missing.retain(is_missing);
    if missing.is_empty() {
        return;
    }
    let examples = missing.iter().map(|argument| match argument {
        Argument::Registers => most_registers(args),
        _ => argument.example().to_owned(),
    });
    let examples = examples.collect::<Vec<_>>().join(", ");
    let of_ptx = args.given(Argument::Ptx) && missing.contains(&Argument::Registers);
    errors.missing(TokenStream::new(), &missing, &examples, of_ptx);
}

/// Reports PTX of one GPU, where the others have machine code: it does not state the registers.
pub(crate) fn report_missing_on(args: &Args, base: &Args, errors: &mut Errors) {
    // What is missing for every GPU is reported as that.
    if let Some(ptx) = args.tokens(Argument::Ptx)
        && base.given(Argument::Cubin)
        && !args.given(Argument::Registers)
    {
        errors.missing(ptx, &[Argument::Registers], &most_registers(args), true);
    }
}

/// The register budget that the rest of the arguments leaves.
fn most_registers(args: &Args) -> String {
    let threads = args.known_dims(Argument::Threads).unwrap_or((256, 1, 1));
    let blocks = args.value(Argument::MinBlocks).and_then(Value::known);
    let blocks = blocks.and_then(|blocks| u32::try_from(*blocks.first()?).ok());
    let blocks = blocks.unwrap_or(1);
    let threads = u32::try_from(Kernel::new(threads, 1).threads_per_block()).unwrap_or(u32::MAX);
    let most = args.named_gpus().filter_map(|named| {
        let cc = named.arch.compute_capability();
        max_registers_per_thread(cc, threads, blocks)
    });
    format!("regs = {}", most.chain([64]).min().unwrap_or(64))
}
