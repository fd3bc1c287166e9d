//! All arguments of one attribute, as they were written.

use occupancy_core::kernel::{Accumulator, Argument, Arguments};
use occupancy_core::{Compiled, Lint, Ratio};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Ident, Path};

use super::shown::text;
use super::{ArchValue, ArgumentValue, ByWarps, Dims, Documentation, NamedArch, Spanned};
use crate::item::Item;
use crate::number::Number;
use crate::tokens::Trees;

/// What the file of a kernel has of it.
#[derive(Clone, Default)]
pub(crate) struct Code {
    /// The code of each GPU; if a GPU is a constant, every image that a GPU runs. Empty if the file is not read.
    pub(crate) compiled: Vec<Compiled<'static>>,
    /// If a GPU is a constant: the compute capabilities that the file has a fault for, the argument to blame, and
    /// the message.
    pub(crate) faults: Vec<((u32, u32), Argument, String)>,
    /// Whether the compiler has to say why the file is not read.
    pub(crate) is_unread: bool,
}

/// Where an argument stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Attribute,
    On,
}

/// The arguments as written. What is absent or faulty has no value; `given` tells which.
#[derive(Clone, Default)]
pub(crate) struct Args {
    /// The arguments of the configuration, each once, in the order of [`Argument`].
    values: Vec<(Argument, Spanned<ArgumentValue>)>,
    /// What the kernel's file has of it.
    pub(crate) code: Code,
    /// What blocks of other sizes ask for, where `smem` depends on the block.
    pub(crate) smem_by_warps: Option<ByWarps>,
    /// Whether several configurations have the reason of `intent` in common: it is true of one of them.
    pub(super) intent_is_shared: bool,
    pub(crate) name: Option<Ident>,
    pub(crate) docs: Documentation,
    pub(crate) crate_path: Option<Path>,
    pub(crate) allow_partial_warp: bool,
    /// `on("b200", …)`: the GPU, and the arguments that it has for itself.
    pub(crate) overrides: Vec<(NamedArch, Args)>,
    pub(super) levels: Vec<(Lint, Argument)>,
    pub(super) given: Vec<Argument>,
    /// The names of all arguments as written, unknown ones too, for editors.
    pub(crate) names: Vec<Ident>,
    /// The names in `allow(…)`, `warn(…)` and `deny(…)`, as the names of arguments are kept.
    pub(crate) allowed: Vec<Ident>,
    /// Arguments that another name most likely means, and that name.
    pub(super) misspelt: Vec<(Argument, String)>,
}

impl Args {
    /// States the value of an argument, in place of any other.
    pub(crate) fn set(&mut self, argument: Argument, value: ArgumentValue, tokens: TokenStream) {
        let value = Spanned { value, tokens };
        let place = |(other, _): &(Argument, _)| (*other as u8).cmp(&(argument as u8));
        match self.values.binary_search_by(place) {
            Ok(at) => self.values[at].1 = value,
            Err(at) => self.values.insert(at, (argument, value)),
        }
    }

    /// Leaves out an argument, and those in its parentheses.
    pub(super) fn forget(&mut self, argument: Argument) {
        let nested = argument.nested();
        self.values
            .retain(|(other, _)| *other != argument && !nested.contains(other));
    }

    /// The values, in the order of [`Argument`].
    pub(crate) fn values(&self) -> &[(Argument, Spanned<ArgumentValue>)] {
        &self.values
    }

    /// The values, to be changed, in the same order.
    pub(crate) fn values_mut(
        &mut self,
    ) -> impl Iterator<Item = (Argument, &mut Spanned<ArgumentValue>)> {
        self.values
            .iter_mut()
            .map(|(argument, value)| (*argument, value))
    }

    pub(super) fn value(&self, argument: Argument) -> Option<&Spanned<ArgumentValue>> {
        let found = self.values.iter().find(|(other, _)| *other == argument);
        found.map(|(_, value)| value)
    }

    /// Whether the argument has a value.
    pub(crate) fn has(&self, argument: Argument) -> bool {
        self.value(argument).is_some()
    }

    /// The value of an argument that is an integer.
    pub(crate) fn integer(&self, argument: Argument) -> Option<&Number<u64>> {
        match &self.value(argument)?.value {
            ArgumentValue::Integer(number) => Some(number),
            _ => None,
        }
    }

    /// The value of `threads`, `grid`, `cluster` or `problem`.
    pub(crate) fn dims(&self, argument: Argument) -> Option<&Dims> {
        match &self.value(argument)?.value {
            ArgumentValue::Dims(dims) => Some(dims),
            _ => None,
        }
    }

    /// The same, where it is stated and known.
    pub(crate) fn known_dims(&self, argument: Argument) -> Option<(u32, u32, u32)> {
        self.dims(argument)?.known()
    }

    /// The fewest and the most threads of `threads = auto`.
    pub(crate) fn auto(&self) -> Option<(u32, u32)> {
        match self.value(Argument::Threads)?.value {
            ArgumentValue::Auto(least, most) => Some((least, most)),
            _ => None,
        }
    }

    /// The value of `min_occupancy` or `tail_efficiency`.
    pub(crate) fn ratio(&self, argument: Argument) -> Option<&Number<Ratio>> {
        match &self.value(argument)?.value {
            ArgumentValue::Ratio(ratio) => Some(ratio),
            _ => None,
        }
    }

    /// The value of `cubin`, `ptx` or `kernel`, as far as the environment determines it.
    #[cfg_attr(
        not(feature = "binary"),
        allow(dead_code, reason = "the readers take it")
    )]
    pub(crate) fn text(&self, argument: Argument) -> Option<&str> {
        match &self.value(argument)?.value {
            ArgumentValue::Text(text) => text.as_deref(),
            _ => None,
        }
    }

    /// The GPUs, as far as they are read.
    pub(crate) fn archs(&self) -> &[ArchValue] {
        match self.value(Argument::Arch).map(|archs| &archs.value) {
            Some(ArgumentValue::Archs(archs)) => archs,
            _ => &[],
        }
    }

    /// Where a block keeps its accumulators.
    pub(crate) fn accumulator(&self) -> Option<&Number<Accumulator>> {
        match &self.value(Argument::Accumulator)?.value {
            ArgumentValue::Accumulator(accumulator) => Some(accumulator),
            _ => None,
        }
    }

    /// Why low occupancy is intended.
    pub(crate) fn reason(&self) -> Option<&str> {
        match &self.value(Argument::Intent)?.value {
            ArgumentValue::Reason(reason) => Some(reason),
            _ => None,
        }
    }

    /// The arguments of the configuration that are values, as they were written: not `hides`, `tile` and
    /// `intent`, which have theirs in parentheses.
    pub(crate) fn written(&self) -> Vec<(Argument, &TokenStream)> {
        let mut written = Vec::new();
        for (argument, value) in self.values() {
            if !argument.is_parenthesized() {
                written.push((*argument, &value.tokens));
            }
        }
        written
    }

    /// What was written for these arguments.
    pub(crate) fn written_for(&self, arguments: Arguments) -> Vec<(Argument, String)> {
        let mut written = Vec::new();
        for (argument, tokens) in self.written() {
            // The page says what a search chose.
            let is_searched = argument == Argument::Threads && self.auto().is_some();
            if arguments.contains(argument) && !is_searched {
                written.push((argument, text(tokens)));
            }
        }
        written
    }

    /// The value that an argument of the configuration was written as.
    pub(crate) fn tokens(&self, argument: Argument) -> Option<&TokenStream> {
        if argument == Argument::Intent && self.intent_is_shared {
            return None;
        }
        self.value(argument).map(|value| &value.tokens)
    }

    /// The argument that names the file of the kernel's code.
    pub(crate) fn file(&self) -> Option<Argument> {
        [Argument::Cubin, Argument::Ptx]
            .into_iter()
            .find(|argument| self.has(*argument))
    }

    /// The library, as a path from the author's crate.
    pub(crate) fn library(&self) -> Trees {
        let path = self.crate_path.as_ref();
        path.map_or_else(|| quote!(::occupancy), ToTokens::to_token_stream)
            .into()
    }

    /// The name of the launch struct.
    pub(crate) fn launch_name(&self, item: &Item) -> Ident {
        self.name.clone().unwrap_or_else(|| item.launch_name())
    }

    /// Whether the argument is there, right or wrong, or under another name.
    pub(crate) fn given(&self, argument: Argument) -> bool {
        self.given.contains(&argument) || self.misspelt.iter().any(|(other, _)| *other == argument)
    }
}
