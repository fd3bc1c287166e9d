//! Arguments → the configuration that they state, checked.
//!
//! What is missing or faulty has been reported; a placeholder that can launch stands in for it, so
//! that the launch struct exists and nothing follows from the fault.

use occupancy_core::{
    Arch, Argument, Carveout, ComputeCapability, Configuration, Grid, Kernel, Occupancy, Ratio,
    Rule, devices,
};
use proc_macro2::{Span, TokenStream};
use syn::{Ident, LitStr, Path};

use crate::args::{Args, NamedArch, Spanned};
use crate::errors::{self, Errors};
use crate::key::Key;

/// A configuration without faults, or a placeholder for one with.
pub(crate) struct Model {
    pub(crate) archs: Vec<NamedArch>,
    pub(crate) kernel: Kernel,
    pub(crate) grid: Option<Grid>,
    pub(crate) items_per_thread: u32,
    pub(crate) min_blocks: Option<u32>,
    pub(crate) min_occupancy: Option<Ratio>,
    pub(crate) tail_efficiency: Option<Ratio>,
    pub(crate) partial_warp_allowed: bool,
    pub(crate) name: Option<Ident>,
    pub(crate) crate_path: Option<Path>,
    pub(crate) is_placeholder: bool,
}

impl Model {
    pub(crate) fn resolve(args: &Args, errors: &mut Errors) -> Self {
        report_missing(args, errors);
        let model = Self::stated(args);
        if model.check(args, errors) && errors.is_empty() {
            model
        } else {
            Self::placeholder(model, args)
        }
    }

    /// The configuration as far as it is stated.
    fn stated(args: &Args) -> Self {
        let or =
            |value: &Option<Spanned<u32>>, default| value.as_ref().map_or(default, |v| v.value);
        let block_dim = args
            .threads
            .as_ref()
            .map_or((32, 1, 1), |threads| threads.value);
        let carveout = args
            .carveout
            .as_ref()
            .map_or(Carveout::Default, |c| Carveout::Percent(c.value));
        Self {
            archs: args
                .archs
                .as_ref()
                .map(|archs| archs.value.clone())
                .unwrap_or_default(),
            kernel: Kernel::new(block_dim, or(&args.regs, 1))
                .with_dynamic_shared_memory(or(&args.smem, 0))
                .with_static_shared_memory(or(&args.static_smem, 0))
                .with_barriers(or(&args.barriers, 0))
                .with_carveout(carveout),
            grid: match (&args.grid, &args.elements) {
                (Some(grid), _) => Some(Grid::Blocks(grid.value)),
                (None, Some(elements)) => Some(Grid::Elements(elements.value)),
                (None, None) => None,
            },
            items_per_thread: or(&args.items_per_thread, 1),
            min_blocks: args.min_blocks.as_ref().map(|blocks| blocks.value),
            min_occupancy: args.min_occupancy.as_ref().map(|ratio| ratio.value),
            tail_efficiency: args.tail_efficiency.as_ref().map(|ratio| ratio.value),
            partial_warp_allowed: args.allow_partial_warp,
            name: args.name.clone(),
            crate_path: args.crate_path.clone(),
            is_placeholder: false,
        }
    }

    /// Reports every broken rule at the value that breaks it; whether there was none.
    fn check(&self, args: &Args, errors: &mut Errors) -> bool {
        let mut archs = self.arch_values();
        let no_arch = archs.is_empty();
        if no_arch {
            // Reported already; what is wrong on every GPU is still said.
            archs.extend(ComputeCapability::ALL.last().map(Arch::ComputeCapability));
        }
        let configuration = self.configuration(&archs);
        let mut passes = !no_arch;
        for violation in &configuration.check() {
            passes = false;
            if is_known(violation.rule, args)
                && (!no_arch || violation.rule.is_common_to_all_archs())
            {
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

    /// The GPUs, without the names they were given.
    pub(crate) fn arch_values(&self) -> Vec<Arch> {
        self.archs.iter().map(|named| named.arch).collect()
    }

    /// The occupancy on the GPU where fewest blocks are resident.
    pub(crate) fn least_occupancy(&self) -> Option<Occupancy> {
        self.archs
            .iter()
            .filter_map(|named| Occupancy::new(named.arch.compute_capability(), &self.kernel).ok())
            .min_by_key(|occupancy| occupancy.blocks_per_sm)
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

    /// The value that an argument was written as.
    fn tokens(&self, argument: Argument, arch: usize, args: &Args) -> Option<TokenStream> {
        fn of<T>(value: Option<&Spanned<T>>) -> Option<TokenStream> {
            value.map(|value| value.tokens.clone())
        }
        match argument {
            Argument::Arch => self
                .archs
                .get(arch)
                .map(|named| quote::ToTokens::to_token_stream(&named.name)),
            Argument::Threads => of(args.threads.as_ref()),
            Argument::Registers => of(args.regs.as_ref()),
            Argument::StaticSharedMemory => of(args.static_smem.as_ref()),
            Argument::DynamicSharedMemory => of(args.smem.as_ref()),
            Argument::Barriers => of(args.barriers.as_ref()),
            Argument::Carveout => of(args.carveout.as_ref()),
            Argument::Grid => of(args.grid.as_ref()),
            Argument::Elements => of(args.elements.as_ref()),
            Argument::ItemsPerThread => of(args.items_per_thread.as_ref()),
            Argument::MinBlocks => of(args.min_blocks.as_ref()),
            Argument::MinOccupancy => of(args.min_occupancy.as_ref()),
            Argument::TailEfficiency => of(args.tail_efficiency.as_ref()),
            _ => None,
        }
    }

    /// A configuration that launches, with every item that the one asked for would have.
    fn placeholder(stated: Self, args: &Args) -> Self {
        let grid = args.given(Key::Grid) || args.given(Key::Elements);
        let archs = if stated.archs.is_empty() {
            let name = LitStr::new("h100", Span::call_site());
            vec![NamedArch {
                arch: Arch::Device(devices::H100),
                name,
            }]
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
            is_placeholder: true,
            ..stated
        }
    }
}

/// Reports required arguments that are not there, all in one place: there is none to point at.
fn report_missing(args: &Args, errors: &mut Errors) {
    let missing: Vec<Key> = [Key::Arch, Key::Threads, Key::Regs]
        .into_iter()
        .filter(|key| !args.meant(*key))
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
            errors::missing(&missing, &examples.join(", ")),
        );
    }
}

/// The register budget that the rest of the arguments leaves.
fn most_registers(args: &Args) -> String {
    let threads = args
        .threads
        .as_ref()
        .map_or((256, 1, 1), |threads| threads.value);
    let blocks = args.min_blocks.as_ref().map_or(1, |blocks| blocks.value);
    let threads = u32::try_from(Kernel::new(threads, 1).threads_per_block()).unwrap_or(u32::MAX);
    let archs = args
        .archs
        .as_ref()
        .map(|archs| archs.value.as_slice())
        .unwrap_or_default();
    let least = archs
        .iter()
        .filter_map(|named| {
            let cc = named.arch.compute_capability();
            occupancy_core::max_registers_per_thread(cc, threads, blocks)
        })
        .min();
    format!("regs = {}", least.map_or(64, |most| most.min(64)))
}

/// Whether all that `rule` looks at was stated: what is missing or faulty is reported as that, and
/// not what would follow from a placeholder.
fn is_known(rule: Rule, args: &Args) -> bool {
    let threads = args.threads.is_some();
    let regs = args.regs.is_some();
    let shared_memory = given_right(args.smem.as_ref(), Key::Smem, args)
        && given_right(args.static_smem.as_ref(), Key::StaticSmem, args);
    let barriers = given_right(args.barriers.as_ref(), Key::Barriers, args);
    let items = given_right(args.items_per_thread.as_ref(), Key::ItemsPerThread, args);
    match rule {
        Rule::RegistersPerThread => regs,
        Rule::RegisterFile => threads && regs,
        Rule::SharedMemory => shared_memory,
        Rule::MinBlocks | Rule::MinOccupancy => threads && regs && shared_memory && barriers,
        Rule::TailEfficiency => threads && regs && shared_memory && barriers && items,
        Rule::TailWithoutGrid => !args.given(Key::Grid) && !args.given(Key::Elements),
        Rule::GridDimension => threads && items,
        _ => true,
    }
}

fn given_right<T>(value: Option<&Spanned<T>>, key: Key, args: &Args) -> bool {
    value.is_some() || !args.given(key)
}
