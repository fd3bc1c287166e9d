//! All arguments of one attribute, as they were written.

use occupancy_core::kernel::{Accumulator, Argument, Arguments, Form, saturated};
use occupancy_core::{Compiled, Kernel, Lint, Multiprocessor};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::shown::text;
use super::{Gpu, NamedArch, words};
use crate::item::Item;
use crate::number::Number;
use crate::tokens::Trees;

/// The value of an argument.
#[derive(Clone)]
pub(crate) enum Value {
    Gpus(Vec<Gpu>),
    /// An integer, extents in x, y and z, or a ratio: as many numbers as it has.
    Numbers(Vec<Number>),
    /// One expression for several numbers, or for what has a type of its own.
    Whole(TokenStream),
    /// `threads = auto`: the fewest and the most threads.
    Auto(Number, Number),
    Accumulator(Accumulator),
    /// The path of a file, the name of a kernel, or why low occupancy is intended; `None` if a variable of the environment is not set.
    Text(Option<String>),
    /// `hides(…)` and `tile(…)`: each argument in the parentheses has a value of its own.
    Nested,
    Name(Ident),
    Docs(Documentation),
    Path(TokenStream),
}

/// What the launch struct's page shows of the configuration.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Documentation {
    Charts,
    Table,
    None,
}

/// Dynamic shared memory by the size of the block.
#[derive(Clone)]
pub(crate) enum ByWarps {
    /// Bytes of blocks of 1, 2, 3 … warps; those of a size that does not count are `u32::MAX`.
    Known(Vec<u32>),
    /// Only the compiler knows it; for blocks from the first to the second number of warps.
    Deferred(TokenStream, u32, u32),
}

impl Value {
    /// Whether only the compiler knows it.
    pub(crate) fn is_deferred(&self) -> bool {
        match self {
            Self::Gpus(gpus) => gpus.iter().any(|gpu| matches!(gpu, Gpu::Deferred(_))),
            Self::Numbers(numbers) => numbers.iter().any(|number| number.known().is_none()),
            Self::Auto(least, most) => least.known().and(most.known()).is_none(),
            Self::Whole(_) => true,
            _ => false,
        }
    }

    /// Whether a number of it is over what the argument holds.
    pub(super) fn is_out_of_range(&self, argument: Argument) -> bool {
        let Self::Numbers(numbers) = self else {
            return false;
        };
        let most = argument.most().into();
        let mut known = numbers.iter().filter_map(Number::known);
        argument.form() != Form::Ratio && known.any(|number| number > most)
    }

    /// The numbers that are stated of it, if the macro knows it.
    pub(crate) fn known(&self) -> Option<Vec<i128>> {
        match self {
            Self::Numbers(numbers) => numbers.iter().map(Number::known).collect(),
            Self::Auto(..) => None,
            value => (!value.is_deferred()).then(Vec::new),
        }
    }
}

/// What the file of a kernel has of it.
#[derive(Clone, Default)]
pub(crate) struct Code {
    /// The code of each GPU; if a GPU is a constant, every image that a GPU runs. Empty if the file is not read.
    pub(crate) compiled: Vec<Compiled<'static>>,
    /// If a GPU is a constant: the compute capabilities that the file has a fault for, the argument to blame, and
    /// the message.
    pub(crate) faults: Vec<((u32, u32), Argument, String)>,
    /// Whether the file is not read. If it is not missing, the compiler has to say why.
    pub(crate) is_unread: bool,
}

/// The argument in whose parentheses others stand; `None` for those of the attribute.
pub(super) type Place = Option<Argument>;

/// The argument of this key; those of `on(…)` are those of the attribute.
pub(super) fn find(place: Place, key: &str) -> Option<Argument> {
    match place {
        None | Some(Argument::On) => words::find(key),
        Some(outer) => outer.nested().iter().find(|argument| argument.key() == key),
    }
}

/// The arguments as written. What is absent or faulty has no value; `given` tells which.
#[derive(Clone, Default)]
pub(crate) struct Args {
    /// The arguments that have a value, each once, in the order of [`Argument`].
    pub(crate) values: Vec<Stated>,
    /// Values that are left out, since their arguments cannot hold them: the limit depends on the others.
    pub(crate) out_of_range: Vec<Stated>,
    /// What the kernel's file has of it.
    pub(crate) code: Code,
    /// What blocks of other sizes ask for, where `smem` depends on the block.
    pub(crate) smem_by_warps: Option<ByWarps>,
    /// Whether several configurations have the reason of `intent` in common: it is true of one of them.
    pub(super) intent_is_shared: bool,
    pub(crate) allow_partial_warp: bool,
    /// `on("b200", …)`: the GPU, and the arguments that it has for itself.
    pub(crate) overrides: Vec<(NamedArch, Args)>,
    pub(super) levels: Vec<(Lint, Argument)>,
    pub(super) given: Arguments,
    /// Those that the attribute or the `on(…)` has anywhere.
    pub(super) listed: Arguments,
    /// The names of all arguments as written, unknown ones too, for editors.
    pub(crate) names: Vec<Ident>,
    /// The names in `allow(…)`, `warn(…)` and `deny(…)`, as the names of arguments are kept.
    pub(crate) allowed: Vec<Ident>,
    /// Arguments that another name most likely means, and that name.
    pub(super) misspelt: Vec<(Argument, String)>,
}

/// An argument with its name and its value, as they were written: faults of either are shown there.
#[derive(Clone)]
pub(crate) struct Stated {
    pub(crate) argument: Argument,
    pub(crate) key: TokenStream,
    pub(crate) value: Value,
    pub(crate) tokens: TokenStream,
}

impl Args {
    /// States the value of an argument, in place of any other.
    pub(crate) fn set(&mut self, stated: Stated) {
        self.values.retain(|one| one.argument != stated.argument);
        self.values.push(stated);
        self.values.sort_by_key(|one| one.argument);
    }

    /// Leaves out the values with a number over what the argument holds.
    pub(crate) fn take_out_of_range(&mut self) -> Vec<Stated> {
        let is_over = |one: &mut Stated| one.value.is_out_of_range(one.argument);
        self.values.extract_if(.., is_over).collect()
    }

    /// Leaves out an argument, and those in its parentheses.
    pub(super) fn forget(&mut self, argument: Argument) {
        let nested = argument.nested();
        self.values
            .retain(|one| one.argument != argument && !nested.contains(one.argument));
    }

    pub(crate) fn value(&self, argument: Argument) -> Option<&Value> {
        self.stated(argument).map(|stated| &stated.value)
    }

    pub(super) fn stated(&self, argument: Argument) -> Option<&Stated> {
        self.values.iter().find(|one| one.argument == argument)
    }

    /// Whether the argument has a value.
    pub(crate) fn has(&self, argument: Argument) -> bool {
        self.stated(argument).is_some()
    }

    /// The block, grid or cluster, where it is stated and known.
    pub(crate) fn known_dims(&self, argument: Argument) -> Option<(u32, u32, u32)> {
        let known = self.value(argument)?.known()?;
        let extent = |axis: usize| u32::try_from(*known.get(axis)?).ok();
        Some((extent(0)?, extent(1)?, extent(2)?))
    }

    /// The fewest and the most threads of `threads = auto`, as far as they are known.
    pub(crate) fn auto(&self) -> Option<(u32, u32)> {
        match self.value(Argument::Threads)? {
            Value::Auto(least, most) => {
                let bound = |bound: &Number, any| bound.known().map_or(any, saturated);
                Some((bound(least, 1), bound(most, 1024)))
            }
            _ => None,
        }
    }

    /// The value of `cubin`, `ptx` or `kernel`, as far as the environment determines it, and the reason of `intent`.
    pub(crate) fn text(&self, argument: Argument) -> Option<&str> {
        match self.value(argument)? {
            Value::Text(text) => text.as_deref(),
            _ => None,
        }
    }

    /// The GPUs, as far as they are read.
    pub(crate) fn gpus(&self) -> &[Gpu] {
        match self.value(Argument::Arch) {
            Some(Value::Gpus(gpus)) => gpus,
            _ => &[],
        }
    }

    /// Those that have a name.
    pub(crate) fn named_gpus(&self) -> impl DoubleEndedIterator<Item = &NamedArch> {
        self.gpus().iter().filter_map(|gpu| match gpu {
            Gpu::Named(named) => Some(named),
            Gpu::Deferred(_) => None,
        })
    }

    /// Whether each GPU is known.
    pub(crate) fn knows_gpus(&self) -> bool {
        self.named_gpus().count() == self.gpus().len()
    }

    /// What the launch type's page shows.
    pub(crate) fn docs(&self) -> Documentation {
        match self.value(Argument::Docs) {
            Some(Value::Docs(docs)) => *docs,
            _ => Documentation::Charts,
        }
    }

    /// The arguments of the configuration that are values, as they were written: not `hides`, `tile` and
    /// `intent`, which have theirs in parentheses.
    pub(crate) fn written(&self) -> impl Iterator<Item = (Argument, &TokenStream)> {
        let of_type = [Argument::Name, Argument::Docs, Argument::Crate];
        let written = self.values.iter().filter(move |one| {
            !one.argument.is_parenthesized() && !of_type.contains(&one.argument)
        });
        written.map(|one| (one.argument, &one.tokens))
    }

    /// What was written for these arguments.
    pub(crate) fn written_for(&self, arguments: Arguments) -> Vec<(Argument, String)> {
        // The page says what a search chose.
        let is_searched = |argument| argument == Argument::Threads && self.auto().is_some();
        let is_wanted = |one| arguments.contains(one) && !is_searched(one);
        let written = self.written().filter(|(one, _)| is_wanted(*one));
        written.map(|(one, tokens)| (one, text(tokens))).collect()
    }

    /// The value that an argument of the configuration was written as.
    pub(crate) fn tokens(&self, argument: Argument) -> Option<&TokenStream> {
        if argument == Argument::Intent && self.intent_is_shared {
            return None;
        }
        self.stated(argument).map(|stated| &stated.tokens)
    }

    /// The argument that names the file of the kernel's code.
    pub(crate) fn file(&self) -> Option<Argument> {
        Argument::FILES.iter().find(|file| self.has(*file))
    }

    /// The library, as a path from the author's crate.
    pub(crate) fn library(&self) -> Trees {
        match self.value(Argument::Crate) {
            Some(Value::Path(path)) => path.clone().into(),
            _ => quote!(::occupancy).into(),
        }
    }

    /// The name of the launch struct.
    pub(crate) fn launch_name(&self, item: &Item) -> Ident {
        match self.value(Argument::Name) {
            Some(Value::Name(name)) => name.clone(),
            _ => item.launch_name(),
        }
    }

    /// Whether the argument is there, right or wrong, or under another name.
    pub(crate) fn given(&self, argument: Argument) -> bool {
        self.given.contains(argument) || self.misspelt.iter().any(|(other, _)| *other == argument)
    }

    /// The figures that are left to the kernel's code.
    pub(crate) fn left_out(&self) -> Vec<Argument> {
        let has_code = self.file().is_some();
        let left_out = Argument::OF_COMPILED.iter();
        let left_out = left_out.filter(|argument| has_code && !self.given(*argument));
        left_out.collect()
    }

    /// The arguments that only the compiler knows.
    pub(crate) fn deferred(&self) -> Arguments {
        let deferred = self.values.iter().filter(|one| one.value.is_deferred());
        deferred.fold(Arguments::NONE, |all, one| all.with(one.argument))
    }

    /// The arguments that are missing or have a fault, which is reported as that.
    pub(crate) fn faulty(&self) -> Arguments {
        let in_code = self
            .file()
            .map_or(Arguments::NONE, |_| Argument::OF_COMPILED);
        let required = Argument::REQUIRED.without(in_code);
        let is_faulty = |one: &Argument| {
            one.row().has_value
                && (required.contains(*one) || self.given(*one))
                && self.tokens(*one).is_none()
        };
        let faulty = Arguments::ALL.iter().filter(is_faulty);
        faulty.fold(Arguments::NONE, Arguments::with)
    }

    /// Whether one block has a warp for each scheduler of an SM, on every GPU: then none is idle.
    pub(crate) fn has_a_warp_for_each_scheduler(&self) -> bool {
        let schedulers = Multiprocessor::ALL.iter();
        let least = schedulers.map(|sm| u64::from(sm.sub_partitions()) * u64::from(sm.warp_size()));
        let least_block = self.auto().map(|(least, _)| (least, 1, 1));
        let block = least_block.or_else(|| self.known_dims(Argument::Threads));
        let threads = block.map(|block| Kernel::new(block, 1).threads_per_block());
        threads >= least.max() && threads.is_some()
    }
}
