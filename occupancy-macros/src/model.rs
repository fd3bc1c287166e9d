//! Arguments → the configuration that they state, checked.
//!
//! What is missing or faulty has been reported; a placeholder that can launch stands in for it, so
//! that the launch struct exists and nothing follows from the fault.

use occupancy_core::{
    Advisory, Arch, Argument, BlockSize, Carveout, ComputeCapability, Configuration, Grid, GridDim,
    Kernel, Occupancy, Ratio, Rule, best_block_sizes, devices,
};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::LitStr;

use crate::args::{ArchValue, Args, Dims, NamedArch, Spanned};
use crate::errors::{self, Errors};
use crate::key::Key;
use crate::number::Number;

/// A configuration without faults, or a placeholder for one with.
#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) archs: Vec<ArchValue>,
    pub(crate) kernel: Kernel,
    pub(crate) grid: Option<Grid>,
    pub(crate) items_per_thread: u32,
    pub(crate) min_blocks: Option<u32>,
    pub(crate) min_occupancy: Option<Ratio>,
    pub(crate) tail_efficiency: Option<Ratio>,
    pub(crate) partial_warp_allowed: bool,
    pub(crate) warnings: Vec<Warning>,
    /// What `threads = auto` chose from, the best first.
    pub(crate) chosen_from: Vec<BlockSize>,
    pub(crate) state: State,
}

/// How much of a model is the author's.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// All of it, and the macro knows it.
    Known,
    /// All of it, but some is known only to the compiler.
    Deferred,
    /// Nothing but the names: something is wrong with the rest.
    Placeholder,
}

/// Something worth saying, and the value that it is said of.
#[derive(Clone)]
pub(crate) struct Warning {
    pub(crate) advisory: Advisory,
    pub(crate) message: String,
    pub(crate) value: TokenStream,
}

impl Model {
    pub(crate) fn resolve(args: &Args, errors: &mut Errors) -> Self {
        report_missing(args, errors);
        Self::resolve_other(args, errors)
    }

    /// Like [`Model::resolve`], for what has been looked at once: what is missing was reported then.
    fn resolve_other(args: &Args, errors: &mut Errors) -> Self {
        let mut model = Self::stated(args);
        // What is wrong whatever the block size is comes first.
        if model.check(args, errors) && errors.is_empty() && model.search(args, errors) {
            model.advise(args, errors)
        } else {
            Self::placeholder(model, args)
        }
    }

    /// Chooses the block size that `threads = auto` asks for; whether there is one, or one was stated.
    fn search(&mut self, args: &Args, errors: &mut Errors) -> bool {
        let Some(auto) = &args.auto else { return true };
        if self.state == State::Deferred {
            errors.at(&auto.tokens, errors::auto_deferred());
            return false;
        }
        let (least, most) = auto.value;
        let archs = self.arch_values();
        let configuration = self.configuration(&archs);
        let sizes = best_block_sizes(&configuration, least, most);
        if let Some(best) = sizes[0] {
            self.kernel = self.kernel.with_block_dim((best.threads, 1, 1));
            self.chosen_from = sizes.into_iter().flatten().collect();
            return true;
        }
        let message = configuration.no_block_size(least, most);
        errors.at(&auto.tokens, message.as_str());
        false
    }

    /// The configuration as far as it is stated and known; placeholders for the rest.
    fn stated(args: &Args) -> Self {
        fn or<T: Copy>(value: Option<&Spanned<Number<T>>>, default: T) -> T {
            known(value).unwrap_or(default)
        }
        let block_dim = known_dims(args.threads.as_ref()).unwrap_or((32, 1, 1));
        let carveout = known(args.carveout.as_ref()).map_or(Carveout::Default, Carveout::Percent);
        let grid = known_dims(args.grid.as_ref()).map(Grid::Blocks);
        Self {
            archs: args
                .archs
                .as_ref()
                .map(|archs| archs.value.clone())
                .unwrap_or_default(),
            kernel: Kernel::new(block_dim, or(args.regs.as_ref(), 1))
                .with_dynamic_shared_memory(or(args.smem.as_ref(), 0))
                .with_static_shared_memory(or(args.static_smem.as_ref(), 0))
                .with_barriers(or(args.barriers.as_ref(), 0))
                .with_carveout(carveout)
                .with_cluster_dim(known_dims(args.cluster.as_ref())),
            grid: grid.or_else(|| known(args.elements.as_ref()).map(Grid::Elements)),
            items_per_thread: or(args.items_per_thread.as_ref(), 1),
            min_blocks: known(args.min_blocks.as_ref()),
            min_occupancy: known(args.min_occupancy.as_ref()),
            tail_efficiency: known(args.tail_efficiency.as_ref()),
            partial_warp_allowed: args.allow_partial_warp,
            warnings: Vec::new(),
            chosen_from: Vec::new(),
            state: if args.is_deferred() {
                State::Deferred
            } else {
                State::Known
            },
        }
    }

    /// Reports every broken rule at the value that breaks it; whether there was none.
    fn check(&self, args: &Args, errors: &mut Errors) -> bool {
        let mut archs = self.arch_values();
        let no_arch = archs.is_empty();
        if no_arch {
            // Reported already, or not known yet; what is wrong on every GPU is still said.
            archs.extend(ComputeCapability::ALL.last().map(Arch::ComputeCapability));
        }
        let configuration = self.configuration(&archs);
        let mut passes = true;
        for violation in &configuration.check() {
            if is_known(violation.rule, args)
                && (!no_arch || violation.rule.is_common_to_all_archs())
            {
                passes = false;
                let message = configuration.message(violation);
                match self.tokens(
                    violation.rule.argument(&configuration),
                    violation.arch,
                    args,
                ) {
                    Some(tokens) => errors.at(tokens, message.as_str()),
                    None => errors.at_span(Span::call_site(), message.as_str()),
                }
            }
        }
        passes
    }

    /// Adds what is worth saying, each thing at the level that is asked for; a warning cannot depend
    /// on what only the compiler knows.
    fn advise(mut self, args: &Args, errors: &mut Errors) -> Self {
        if self.state == State::Deferred {
            return self;
        }
        let archs = self.arch_values();
        let configuration = self.configuration(&archs);
        let mut warnings = Vec::new();
        for advisory in Advisory::ALL {
            let level = args.level(advisory);
            if level == Key::Allow {
                continue;
            }
            if let Some(message) = configuration.advise(advisory)
                && let Some(value) = self.tokens(advisory.argument(&configuration), 0, args)
            {
                if level == Key::Deny {
                    errors.at(value, message.as_str());
                } else {
                    warnings.push(Warning {
                        advisory,
                        message: message.as_str().to_owned(),
                        value,
                    });
                }
            }
        }
        self.warnings = warnings;
        self
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

    /// The GPU, where it is one and known.
    pub(crate) fn only_arch(&self) -> Option<&NamedArch> {
        match self.archs.as_slice() {
            [ArchValue::Named(named)] => Some(named),
            _ => None,
        }
    }

    /// The SMs of the GPU, where it is one device.
    pub(crate) fn sm_count(&self) -> Option<u32> {
        let sm_count = self.only_arch()?.arch.sm_count()?;
        let blocks = self.least_occupancy()?.blocks_per_sm;
        match self.kernel.cluster_dim {
            // A GPU that holds no whole cluster has no persistent grid.
            Some(cluster) => GridDim::persistent_clusters(sm_count, blocks, cluster).ok()?,
            None => GridDim::persistent(sm_count, blocks).ok()?,
        };
        Some(sm_count)
    }

    /// The occupancy on the GPU where fewest blocks are resident.
    pub(crate) fn least_occupancy(&self) -> Option<Occupancy> {
        self.configuration(&self.arch_values()).least_occupancy()
    }

    /// What core calculates with.
    pub(crate) fn configuration<'a>(&self, archs: &'a [Arch]) -> Configuration<'a> {
        let mut configuration = Configuration::new(archs, self.kernel)
            .with_grid(self.grid)
            .with_items_per_thread(self.items_per_thread)
            .with_tail_efficiency(self.tail_efficiency)
            .with_partial_warp_allowed(self.partial_warp_allowed);
        configuration.min_blocks = self.min_blocks;
        configuration.min_occupancy = self.min_occupancy;
        configuration
    }

    /// The value that an argument was written as; that of a GPU is its own name.
    fn tokens(&self, argument: Argument, arch: usize, args: &Args) -> Option<TokenStream> {
        match argument {
            Argument::Arch => self
                .named_archs()
                .nth(arch)
                .map(|named| named.name.to_token_stream()),
            _ => args.tokens(Key::find(argument.key())?).cloned(),
        }
    }

    /// A configuration that launches, with every item that the one asked for would have.
    fn placeholder(stated: Self, args: &Args) -> Self {
        let grid = args.given(Key::Grid) || args.given(Key::Elements);
        let archs = if stated.archs.is_empty() {
            let name = LitStr::new("h100", Span::call_site());
            vec![ArchValue::Named(NamedArch {
                arch: Arch::Device(devices::H100),
                name,
            })]
        } else {
            stated.archs
        };
        Self {
            archs,
            kernel: Kernel::new((32, 1, 1), 32),
            items_per_thread: 1,
            grid: grid.then_some(Grid::Elements(1)),
            min_blocks: None,
            min_occupancy: None,
            tail_efficiency: None,
            state: State::Placeholder,
            ..stated
        }
    }
}

/// The configurations of the GPUs that have an `on(…)`, from the arguments of each.
pub(crate) fn overrides(merged: &[Args], errors: &mut Errors) -> Vec<Model> {
    merged
        .iter()
        .map(|merged| Model::resolve_other(merged, errors))
        .collect()
}

/// Reports required arguments that are not there, all in one place: there is none to point at.
fn report_missing(args: &Args, errors: &mut Errors) {
    let missing: Vec<Key> = [Key::Arch, Key::Threads, Key::Regs]
        .into_iter()
        // Machine code states its registers.
        .filter(|key| !(args.meant(*key) || *key == Key::Regs && args.given(Key::Cubin)))
        .collect();
    if !missing.is_empty() {
        let examples: Vec<String> = missing
            .iter()
            .map(|key| match key {
                Key::Regs => most_registers(args),
                _ => key.example().to_owned(),
            })
            .collect();
        errors.at_span(
            Span::call_site(),
            errors::missing(
                &missing,
                &examples.join(", "),
                args.given(Key::Ptx) && missing.contains(&Key::Regs),
            ),
        );
    }
}

/// The register budget that the rest of the arguments leaves.
fn most_registers(args: &Args) -> String {
    let threads = known_dims(args.threads.as_ref()).unwrap_or((256, 1, 1));
    let blocks = known(args.min_blocks.as_ref()).unwrap_or(1);
    let threads = u32::try_from(Kernel::new(threads, 1).threads_per_block()).unwrap_or(u32::MAX);
    let archs = args
        .archs
        .as_ref()
        .map(|archs| archs.value.as_slice())
        .unwrap_or_default();
    let least = archs
        .iter()
        .filter_map(|arch| match arch {
            ArchValue::Named(named) => {
                let cc = named.arch.compute_capability();
                occupancy_core::max_registers_per_thread(cc, threads, blocks)
            }
            ArchValue::Deferred(_) => None,
        })
        .min();
    format!("regs = {}", least.map_or(64, |most| most.min(64)))
}

/// Whether all that `rule` looks at was stated and is known: what is missing or faulty is reported
/// as that, what is deferred is checked by the compiler, and nothing is said of a placeholder.
fn is_known(rule: Rule, args: &Args) -> bool {
    let threads = known_dims(args.threads.as_ref()).is_some();
    let regs = known(args.regs.as_ref()).is_some();
    let static_smem = absent_or_known(args.static_smem.as_ref(), Key::StaticSmem, args);
    let shared_memory = static_smem && absent_or_known(args.smem.as_ref(), Key::Smem, args);
    let barriers = absent_or_known(args.barriers.as_ref(), Key::Barriers, args);
    let carveout = absent_or_known(args.carveout.as_ref(), Key::Carveout, args);
    let items = absent_or_known(args.items_per_thread.as_ref(), Key::ItemsPerThread, args);
    let grid = known_dims(args.grid.as_ref()).is_some()
        || (known(args.elements.as_ref()).is_some() && threads && items);
    let cluster = known_dims(args.cluster.as_ref()).is_some() || !args.given(Key::Cluster);
    let kernel = threads && regs && shared_memory && barriers && carveout;
    match rule {
        Rule::EmptyBlock | Rule::BlockDimension | Rule::ThreadsPerBlock | Rule::PartialWarp => {
            threads
        }
        Rule::RegistersPerThread => regs,
        Rule::RegisterFile => threads && regs,
        Rule::StaticSharedMemory => static_smem,
        Rule::SharedMemory => shared_memory,
        Rule::Barriers => barriers,
        Rule::Carveout => carveout,
        Rule::ZeroMinBlocks => known(args.min_blocks.as_ref()).is_some(),
        Rule::MinBlocks | Rule::MinOccupancy => kernel,
        Rule::TailEfficiency => kernel && grid,
        Rule::GridDimension => grid,
        Rule::ClusterUnsupported | Rule::EmptyCluster | Rule::ClusterSize => cluster,
        Rule::ClusterGrid => cluster && grid,
        Rule::TailWithoutGrid => !args.given(Key::Grid) && !args.given(Key::Elements),
        _ => true,
    }
}

/// The value of an argument, where it is stated and known.
fn known<T: Copy>(value: Option<&Spanned<Number<T>>>) -> Option<T> {
    value?.value.known()
}

fn known_dims(value: Option<&Spanned<Dims>>) -> Option<(u32, u32, u32)> {
    let [x, y, z] = &value?.value;
    Some((x.known()?, y.known()?, z.known()?))
}

fn absent_or_known<T: Copy>(value: Option<&Spanned<Number<T>>>, key: Key, args: &Args) -> bool {
    known(value).is_some() || !args.given(key)
}
