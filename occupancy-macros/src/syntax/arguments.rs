//! All arguments of one attribute, as they were written.

use occupancy_core::{Lint, Ratio};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, Ident, Path};

use super::argument::Place;
use super::split::split_arguments;
use super::{ArchValue, ByWarps, Dims, Documentation, Hides, NamedArch, Spanned, Tile};
use crate::errors::{self, Errors};
use crate::item::Item;
use crate::key::Key;
use crate::number::Number;

/// The arguments as written. What is absent or faulty is `None`; `given` tells which.
#[derive(Clone, Default)]
pub(crate) struct Args {
    pub(crate) archs: Option<Spanned<Vec<ArchValue>>>,
    pub(crate) threads: Option<Spanned<Dims>>,
    /// `threads = auto`: the fewest and the most threads.
    pub(crate) auto: Option<Spanned<(u32, u32)>>,
    pub(crate) regs: Option<Spanned<Number<u32>>>,
    pub(crate) min_blocks: Option<Spanned<Number<u32>>>,
    pub(crate) smem: Option<Spanned<Number<u32>>>,
    /// What blocks of other sizes ask for, where `smem` depends on the block.
    pub(crate) smem_by_warps: Option<ByWarps>,
    pub(crate) static_smem: Option<Spanned<Number<u32>>>,
    pub(crate) barriers: Option<Spanned<Number<u32>>>,
    /// The path of the kernel's machine code, for `include_bytes!`.
    pub(crate) cubin: Option<Spanned<Expr>>,
    /// The path of the kernel's PTX, for `include_str!`.
    pub(crate) ptx: Option<Spanned<Expr>>,
    pub(crate) kernel: Option<Spanned<Expr>>,
    pub(crate) carveout: Option<Spanned<Number<u32>>>,
    pub(crate) grid: Option<Spanned<Dims>>,
    pub(crate) cluster: Option<Spanned<Dims>>,
    pub(crate) elements: Option<Spanned<Number<u64>>>,
    pub(crate) sms: Option<Spanned<Number<u32>>>,
    pub(crate) items_per_thread: Option<Spanned<Number<u32>>>,
    pub(crate) tail_efficiency: Option<Spanned<Number<Ratio>>>,
    pub(crate) min_occupancy: Option<Spanned<Number<Ratio>>>,
    pub(crate) max_blocks: Option<Spanned<Number<u32>>>,
    pub(crate) hides: Option<Hides>,
    pub(crate) tile: Option<Tile>,
    /// Why low occupancy is intended.
    pub(crate) intent: Option<Spanned<String>>,
    /// Whether several configurations have that reason in common: it is true of one of them.
    pub(super) intent_is_shared: bool,
    pub(crate) name: Option<Ident>,
    pub(crate) docs: Documentation,
    pub(crate) crate_path: Option<Path>,
    pub(crate) allow_partial_warp: bool,
    /// `on("b200", …)`: the GPU, and the arguments that it has for itself.
    pub(crate) overrides: Vec<(NamedArch, Args)>,
    pub(super) levels: Vec<(Lint, Key)>,
    pub(super) given: Vec<Key>,
    /// The names of all arguments as written, unknown ones too, for editors.
    pub(crate) names: Vec<Ident>,
    /// The names in `allow(…)`, `warn(…)` and `deny(…)`, as the names of arguments are kept.
    pub(crate) allowed: Vec<Ident>,
    /// Arguments that another name most likely means, and that name.
    pub(super) misspelt: Vec<(Key, String)>,
}

impl Args {
    pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut args = Self::default();
        args.arguments(split_arguments(tokens, errors), Place::Attribute, errors);
        if args.given(Key::Grid)
            && let Some(elements) = &args.elements
        {
            errors.at(&elements.tokens, errors::conflict(Key::Elements, Key::Grid));
        }
        let own = args.overrides.iter().map(|(_, own)| own);
        let all: Vec<&Self> = std::iter::once(&args).chain(own).collect();
        for args in &all {
            if let (Some(_), Some(ptx)) = (&args.cubin, &args.ptx) {
                errors.at(&ptx.tokens, errors::two_files());
            }
        }
        if !cfg!(feature = "binary") {
            for args in &all {
                for (key, file) in [(Key::Cubin, &args.cubin), (Key::Ptx, &args.ptx)] {
                    if let Some(file) = file {
                        errors.at(&file.tokens, errors::without_readers(key));
                    }
                }
            }
        }
        let names_a_file = |args: &&Self| args.given(Key::Cubin) || args.given(Key::Ptx);
        if let Some(kernel) = &args.kernel
            && !all.iter().any(names_a_file)
        {
            errors.at(&kernel.tokens, errors::kernel_without_code());
        }
        args
    }

    /// The arguments of the configuration, as they were written.
    pub(crate) fn written(&self) -> impl Iterator<Item = (Key, &TokenStream)> {
        [
            Key::Arch,
            Key::Threads,
            Key::Regs,
            Key::Smem,
            Key::StaticSmem,
            Key::Barriers,
            Key::Cubin,
            Key::Ptx,
            Key::Kernel,
            Key::Carveout,
            Key::Grid,
            Key::Cluster,
            Key::Elements,
            Key::Sms,
            Key::ItemsPerThread,
            Key::MinBlocks,
            Key::MaxBlocks,
            Key::MinOccupancy,
            Key::TailEfficiency,
            Key::Cycles,
            Key::Instructions,
            Key::Bytes,
            Key::M,
            Key::N,
            Key::K,
            Key::Stages,
            Key::A,
            Key::B,
            Key::Accumulator,
            Key::ExtraRegs,
            Key::Problem,
        ]
        .into_iter()
        .filter_map(|key| Some((key, self.tokens(key)?)))
    }

    /// The value that an argument of the configuration was written as.
    pub(crate) fn tokens(&self, key: Key) -> Option<&TokenStream> {
        fn of<T>(value: Option<&Spanned<T>>) -> Option<&TokenStream> {
            value.map(|value| &value.tokens)
        }
        match key {
            Key::Arch => of(self.archs.as_ref()),
            Key::Threads => of(self.threads.as_ref()).or(of(self.auto.as_ref())),
            Key::Regs => of(self.regs.as_ref()),
            Key::Smem => of(self.smem.as_ref()),
            Key::StaticSmem => of(self.static_smem.as_ref()),
            Key::Barriers => of(self.barriers.as_ref()),
            Key::Cubin => of(self.cubin.as_ref()),
            Key::Ptx => of(self.ptx.as_ref()),
            Key::Kernel => of(self.kernel.as_ref()),
            Key::Carveout => of(self.carveout.as_ref()),
            Key::Grid => of(self.grid.as_ref()),
            Key::Cluster => of(self.cluster.as_ref()),
            Key::Elements => of(self.elements.as_ref()),
            Key::Sms => of(self.sms.as_ref()),
            Key::ItemsPerThread => of(self.items_per_thread.as_ref()),
            Key::MinBlocks => of(self.min_blocks.as_ref()),
            Key::MaxBlocks => of(self.max_blocks.as_ref()),
            Key::Hides => self.hides.as_ref().map(|hides| &hides.tokens),
            Key::Cycles | Key::Instructions | Key::Bytes => of(self.hidden(key)),
            Key::Tile => self.tile.as_ref().map(|tile| &tile.tokens),
            Key::M
            | Key::N
            | Key::K
            | Key::Stages
            | Key::A
            | Key::B
            | Key::Accumulator
            | Key::ExtraRegs
            | Key::Problem => self.tile.as_ref()?.tokens(key),
            Key::Intent if self.intent_is_shared => None,
            Key::Intent => of(self.intent.as_ref()),
            Key::MinOccupancy => of(self.min_occupancy.as_ref()),
            Key::TailEfficiency => of(self.tail_efficiency.as_ref()),
            Key::Name | Key::Docs | Key::Crate | Key::On | Key::Allow | Key::Warn | Key::Deny => {
                None
            }
        }
    }

    /// Leaves out a value that has a fault.
    pub(super) fn forget(&mut self, key: Key) {
        match key {
            Key::Arch => self.archs = None,
            Key::Threads => (self.threads, self.auto) = (None, None),
            Key::Regs => self.regs = None,
            Key::Smem => self.smem = None,
            Key::StaticSmem => self.static_smem = None,
            Key::Barriers => self.barriers = None,
            Key::Cubin => self.cubin = None,
            Key::Ptx => self.ptx = None,
            Key::Kernel => self.kernel = None,
            Key::Carveout => self.carveout = None,
            Key::Grid => self.grid = None,
            Key::Cluster => self.cluster = None,
            Key::Elements => self.elements = None,
            Key::Sms => self.sms = None,
            Key::ItemsPerThread => self.items_per_thread = None,
            Key::MinBlocks => self.min_blocks = None,
            Key::MaxBlocks => self.max_blocks = None,
            Key::Hides => self.hides = None,
            Key::Cycles | Key::Instructions | Key::Bytes => {
                if let Some(hides) = &mut self.hides {
                    *hides.place(key) = None;
                }
            }
            Key::Tile => self.tile = None,
            Key::M
            | Key::N
            | Key::K
            | Key::Stages
            | Key::A
            | Key::B
            | Key::Accumulator
            | Key::ExtraRegs
            | Key::Problem => {
                if let Some(tile) = &mut self.tile {
                    tile.forget(key);
                }
            }
            Key::Intent => self.intent = None,
            Key::MinOccupancy => self.min_occupancy = None,
            Key::TailEfficiency => self.tail_efficiency = None,
            Key::Name | Key::Docs | Key::Crate | Key::On | Key::Allow | Key::Warn | Key::Deny => {}
        }
    }

    /// The file of the kernel's code.
    pub(crate) fn code(&self) -> Option<&Spanned<Expr>> {
        self.cubin.as_ref().or(self.ptx.as_ref())
    }

    /// The arguments without the file of the kernel's code.
    pub(crate) fn without_code(&self) -> Self {
        let mut without = self.clone();
        for key in [Key::Cubin, Key::Ptx, Key::Kernel] {
            without.forget(key);
            without.given.retain(|given| *given != key);
        }
        without
    }

    /// The library, as a path from the author's crate.
    pub(crate) fn library(&self) -> TokenStream {
        self.crate_path
            .as_ref()
            .map_or_else(|| quote!(::occupancy), ToTokens::to_token_stream)
    }

    /// The name of the launch struct.
    pub(crate) fn launch_name(&self, item: &Item) -> Ident {
        self.name.clone().unwrap_or_else(|| item.launch_name())
    }

    /// Whether the argument is there, right or wrong, or under another name.
    pub(crate) fn given(&self, key: Key) -> bool {
        self.given.contains(&key) || self.misspelt.iter().any(|(other, _)| *other == key)
    }
}
