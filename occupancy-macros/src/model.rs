//! Arguments → the configuration that they state, checked.
//!
//! What is missing or faulty has been reported; the library puts what can launch in its place, so that
//! the launch type exists and nothing follows from the fault.

use occupancy_core::{
    Arch, Compiled, ComputeCapability, Configuration, Grid, Kernel, Lint, Rule,
    kernel::{Argument, Arguments, LatencyDemand},
    rules::{BlockSize, best_block_sizes},
};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

use crate::errors::{self, Errors};
use crate::number::Number;
use crate::syntax::{ArchValue, Args, ByWarps, NamedArch};

/// What the macro knows of a configuration, with placeholders for the rest.
#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) archs: Vec<ArchValue>,
    /// All but the GPUs.
    pub(crate) known: Configuration<'static>,
    /// The arguments that only the compiler knows.
    pub(crate) deferred: Arguments,
    /// The arguments with a reported error.
    pub(crate) faulty: Arguments,
    pub(crate) warnings: Vec<Warning>,
    /// What blocks of other sizes ask for, where shared memory depends on the block.
    pub(crate) smem_by_warps: Vec<u32>,
    /// The code in the kernel's file.
    pub(crate) compiled: Vec<Compiled<'static>>,
    /// What `threads = auto` chose from, the best first.
    pub(crate) chosen_from: Vec<BlockSize>,
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
    pub(crate) fn resolve(args: &Args, errors: &mut Errors) -> Self {
        report_missing(args, errors);
        Self::resolve_other(args, errors)
    }

    /// Like [`Model::resolve`], for what has been looked at once: what is missing was reported then.
    pub(crate) fn resolve_other(args: &Args, errors: &mut Errors) -> Self {
        let mut model = Self::stated(args);
        // What is wrong whatever the block size is comes first.
        if !model.check(args, errors) || !errors.is_empty() {
            model.is_refused = true;
        } else if !model.deferred.is_empty() {
            // The compiler has the rest.
        } else if model.search(args, errors) {
            model.advise(args, errors);
        }
        model
    }

    /// Whether the macro knows all of it, and nothing is wrong.
    pub(crate) fn is_known(&self) -> bool {
        self.deferred.is_empty() && self.faulty.is_empty() && !self.is_refused
    }

    /// The arguments in which the compiler can find an error: those that only the compiler knows, and those
    /// that a rule blames after reading one of them.
    pub(crate) fn can_be_at_fault(&self, args: &Args) -> Arguments {
        let archs = self.arch_values();
        let configuration = self.configuration(&archs);
        let mut found = self.deferred;
        for rule in Rule::ALL {
            if !rule.reads(&configuration).meets(self.deferred) {
                continue;
            }
            found = found.with(rule.argument(&configuration));
            if rule == Rule::SharedMemory {
                // Which of the two is at fault depends on their values.
                found = found
                    .with(Argument::StaticSharedMemory)
                    .with(Argument::DynamicSharedMemory);
            }
            if matches!(rule, Rule::TileTensorMemory | Rule::TileAccumulators) {
                found = found
                    .with(Argument::TileColumns)
                    .with(Argument::Accumulator)
                    .with(Argument::TileRows)
                    .with(Argument::ExtraRegisters);
            }
        }
        match args.file() {
            // What is left out is what the file says.
            Some(file) if found.meets(Arguments::of(&args.left_out())) => found.with(file),
            _ => found,
        }
    }

    /// Chooses the block size that `threads = auto` asks for; whether there is one, or one was stated.
    fn search(&mut self, args: &Args, errors: &mut Errors) -> bool {
        let Some((least, most)) = args.auto() else {
            return true;
        };
        let archs = self.arch_values();
        let configuration = self.configuration(&archs);
        let sizes = best_block_sizes(&configuration, least, most);
        let Some(best) = sizes[0] else {
            let message = configuration.no_block_size(least, most);
            if let Some(auto) = args.tokens(Argument::Threads) {
                errors.at(auto, message.as_str());
            }
            self.is_refused = true;
            return false;
        };
        self.known.kernel = configuration.with_block_dim((best.threads, 1, 1)).kernel;
        self.chosen_from = sizes.into_iter().flatten().collect();
        true
    }

    /// The configuration as far as it is stated and known; placeholders for the rest.
    pub(crate) fn stated(args: &Args) -> Self {
        let block_dim = args.known_dims(Argument::Threads).unwrap_or((32, 1, 1));
        let kernel = Kernel::new(block_dim, 1).with_cluster_dim(args.known_dims(Argument::Cluster));
        let ratio = |argument| args.ratio(argument).and_then(Number::known);
        let mut configuration = Configuration::new(&[], kernel)
            .with_grid(args.known_dims(Argument::Grid).map(Grid::Blocks))
            .with_tail_efficiency(ratio(Argument::TailEfficiency))
            .with_hides(args.has(Argument::Hides).then_some(LatencyDemand::NONE))
            .with_tile(args.known_tile())
            .with_partial_warp_allowed(args.allow_partial_warp)
            .with_low_occupancy_intended(args.reason().is_some());
        configuration.min_occupancy = ratio(Argument::MinOccupancy);
        for argument in Argument::INTEGERS {
            let placeholder = argument.is_nested().then_some(1);
            if let Some(number) = args.integer(argument)
                && let Some(value) = number.known().or(placeholder)
            {
                configuration = configuration.with_integer(argument, value);
            }
        }
        if args.knows_gpus() {
            for argument in args.left_out() {
                let figures = args.code.compiled.iter();
                if let Some(most) = figures.filter_map(|code| code.integer(argument)).max() {
                    configuration = configuration.with_integer(argument, most.into());
                }
            }
        }
        Self {
            archs: args.archs().to_vec(),
            known: configuration,
            deferred: args.deferred(),
            faulty: args.faulty(),
            warnings: Vec::new(),
            smem_by_warps: match &args.smem_by_warps {
                Some(ByWarps::Known(bytes)) => bytes.clone(),
                // Of other blocks only the compiler knows it.
                Some(ByWarps::Deferred(..)) if args.auto().is_none() => vec![u32::MAX; 32],
                _ => Vec::new(),
            },
            compiled: args.code.compiled.clone(),
            chosen_from: Vec::new(),
            is_refused: false,
        }
    }

    /// Reports every rule that is broken by what the macro knows, at the value that breaks it; whether
    /// there was none.
    fn check(&self, args: &Args, errors: &mut Errors) -> bool {
        let mut archs = self.arch_values();
        let no_arch = archs.is_empty();
        if no_arch {
            // Reported already, or not known yet; what is wrong on every GPU is still said.
            archs.extend(ComputeCapability::ALL.last().map(Arch::ComputeCapability));
        }
        let configuration = self.configuration(&archs);
        let mut unknown = self.deferred.and(self.faulty);
        if args.auto().is_some() {
            unknown = unknown.with(Argument::Threads);
        }
        let mut passes = true;
        for violation in &configuration.check() {
            if violation.rule.reads(&configuration).meets(unknown) {
                continue;
            }
            passes = false;
            let message = configuration.message(violation);
            let argument = violation.rule.argument(&configuration);
            match self.tokens(argument, violation.first_gpu, args) {
                Some(tokens) => errors.at(tokens, message.as_str()),
                None => errors.at_span(Span::call_site(), message.as_str()),
            }
        }
        passes
    }

    /// Adds the lints that fire, each at its level.
    fn advise(&mut self, args: &Args, errors: &mut Errors) {
        let archs = self.arch_values();
        let configuration = self.configuration(&archs);
        let (mut warnings, mut is_refused) = (Vec::new(), self.is_refused);
        for lint in Lint::ALL {
            let level = args.level(lint);
            if level == Argument::Allow {
                continue;
            }
            if let Some(message) = configuration.advise(lint)
                && let Some(value) = self.tokens(lint.argument(&configuration), 0, args)
            {
                if level == Argument::Deny {
                    errors.at(value, message.as_str());
                    is_refused = true;
                } else {
                    warnings.push(Warning {
                        lint,
                        message: message.as_str().to_owned(),
                        value,
                    });
                }
            }
        }
        self.warnings = warnings;
        self.is_refused = is_refused;
    }

    /// The GPUs that are known, without the names they were given.
    pub(crate) fn arch_values(&self) -> Vec<Arch> {
        self.named_archs().map(|named| named.arch).collect()
    }

    /// The GPUs that are known.
    pub(crate) fn named_archs(&self) -> impl Iterator<Item = &NamedArch> {
        self.archs.iter().filter_map(|arch| match arch {
            ArchValue::Named(named) => Some(named),
            ArchValue::Deferred(_) => None,
        })
    }

    /// The target that the name of the one GPU states, as `sm_90a` does.
    pub(crate) fn stated_target(&self) -> Option<&'static str> {
        match self.archs.as_slice() {
            [ArchValue::Named(named)] => {
                let cc = named.arch.compute_capability();
                cc.target_named(&named.name.value())
            }
            _ => None,
        }
    }

    /// What core calculates with.
    pub(crate) fn configuration<'a>(&'a self, archs: &'a [Arch]) -> Configuration<'a> {
        self.known
            .with_archs(archs)
            .with_shared_memory_by_warps(&self.smem_by_warps)
            .with_compiled(&self.compiled)
    }

    /// The value that an argument was written as; that of a GPU is its own name.
    fn tokens(&self, argument: Argument, arch: usize, args: &Args) -> Option<TokenStream> {
        if argument == Argument::Arch {
            let named = self.named_archs().nth(arch);
            return named.map(|named| named.name.to_token_stream());
        }
        let stated = args.tokens(argument);
        // What is left out is what the file says.
        let is_left_out = args.left_out().contains(&argument);
        let file = args.file().filter(|_| is_left_out);
        stated.or_else(|| args.tokens(file?)).cloned()
    }
}

/// The configurations of the GPUs that have an `on(…)`, from the arguments of each.
pub(crate) fn overrides(base: &Args, merged: &[Args], errors: &mut Errors) -> Vec<Model> {
    for args in merged {
        // What is missing for every GPU is reported as that.
        if let Some(ptx) = args.tokens(Argument::Ptx)
            && base.given(Argument::Cubin)
            && !args.given(Argument::Registers)
        {
            errors.at(
                ptx,
                errors::missing(&[Argument::Registers], &most_registers(args), true),
            );
        }
    }
    merged
        .iter()
        .map(|merged| Model::resolve_other(merged, errors))
        .collect()
}

/// Reports required arguments that are not there, all in one place: there is none to point at.
fn report_missing(args: &Args, errors: &mut Errors) {
    let missing: Vec<Argument> = [Argument::Arch, Argument::Threads, Argument::Registers]
        .into_iter()
        // Machine code states its registers.
        .filter(|argument| {
            !(args.given(*argument)
                || *argument == Argument::Registers && args.given(Argument::Cubin))
        })
        .collect();
    if !missing.is_empty() {
        let examples: Vec<String> = missing
            .iter()
            .map(|argument| match argument {
                Argument::Registers => most_registers(args),
                _ => argument.example().to_owned(),
            })
            .collect();
        errors.at_span(
            Span::call_site(),
            errors::missing(
                &missing,
                &examples.join(", "),
                args.given(Argument::Ptx) && missing.contains(&Argument::Registers),
            ),
        );
    }
}

/// The register budget that the rest of the arguments leaves.
fn most_registers(args: &Args) -> String {
    let threads = args.known_dims(Argument::Threads).unwrap_or((256, 1, 1));
    let blocks = args.integer(Argument::MinBlocks).and_then(Number::known);
    let blocks = blocks.map_or(1, |blocks| u32::try_from(blocks).unwrap_or(u32::MAX));
    let threads = u32::try_from(Kernel::new(threads, 1).threads_per_block()).unwrap_or(u32::MAX);
    let least = args
        .archs()
        .iter()
        .filter_map(|arch| match arch {
            ArchValue::Named(named) => {
                let cc = named.arch.compute_capability();
                occupancy_core::search::max_registers_per_thread(cc, threads, blocks)
            }
            ArchValue::Deferred(_) => None,
        })
        .min();
    format!("regs = {}", least.map_or(64, |most| most.min(64)))
}
