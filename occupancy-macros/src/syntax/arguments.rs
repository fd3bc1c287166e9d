//! The arguments of one attribute, as its author wrote them.

use occupancy_core::gpu::{Words, nvidia::WARP_SIZE};
use occupancy_core::kernel::{Argument, Arguments, Form, saturated};
use occupancy_core::{Arch, Compiled, Kernel, Lint, Multiprocessor, targets::GFX942};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::display::one_line;
use super::{Gpu, NamedArch};
use crate::expression::text;
use crate::item::Item;
use crate::number::Number;
use crate::tokens::Trees;

/// The value of an argument.
#[derive(Clone)]
pub(crate) enum Value {
    Gpus(Vec<Gpu>),
    /// An integer, extents in x, y and z, a ratio, or the place of a word: as many numbers as it has.
    Numbers(Vec<Number>),
    /// One expression for several numbers, or for a value with a type of its own.
    Whole(TokenStream),
    /// `threads = auto`: the fewest and the most threads.
    Auto(Number, Number),
    /// `threads = any(…)`: the sizes. Each is then the block of a configuration.
    Any(Vec<Size>),
    /// `regs = auto`, `vgprs = auto`
    Budget,
    /// The path of a file, the name of a kernel, or the reason for low occupancy; `None` if a variable of the
    /// environment is not set.
    Text(Option<String>),
    /// Nothing but its tokens: the path of `crate`, or `hides(…)` and `tile(…)`, whose arguments have values of their own.
    Tokens,
    Name(Ident),
    Docs(Documentation),
}

/// A block size of `threads = any(…)`, with its tokens, and whether it is one of the whole warps of a range.
pub(super) type Size = (Value, TokenStream, bool);

/// The value of `docs`: how the page of the launch type shows the configuration.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Documentation {
    Charts,
    Table,
    None,
}

/// The words of `docs`.
pub(super) const DOCS: [(&str, Documentation); 3] = [
    ("charts", Documentation::Charts),
    ("table", Documentation::Table),
    ("none", Documentation::None),
];

/// Dynamic shared memory by the size of the block, if `smem` names the block.
#[derive(Clone)]
pub(crate) enum ByWarps {
    /// Bytes of blocks of 1, 2, 3 … warps; `u32::MAX` for a size that is not asked about.
    Known(Vec<u32>),
    /// Only the compiler can evaluate it, for blocks from the first number of warps to the second.
    Deferred(TokenStream, u32, u32),
}

impl Value {
    /// Returns `true` if only the compiler can evaluate it.
    pub(crate) fn is_deferred(&self) -> bool {
        match self {
            Self::Gpus(gpus) => gpus.iter().any(|gpu| matches!(gpu, Gpu::Deferred(_))),
            Self::Numbers(numbers) => numbers.iter().any(|number| number.known().is_none()),
            Self::Auto(least, most) => least.known().and(most.known()).is_none(),
            Self::Any(sizes) => sizes.iter().any(|(size, ..)| size.is_deferred()),
            Self::Whole(_) => true,
            _ => false,
        }
    }

    /// Returns `true` if a number of it is over the most that the argument holds.
    pub(super) fn is_out_of_range(&self, argument: Argument) -> bool {
        let most = Some(argument.most().into());
        let is_over = |numbers: &[Number]| numbers.iter().any(|one| one.known() > most);
        argument.form() != Form::Ratio && matches!(self, Self::Numbers(all) if is_over(all))
    }

    /// Its numbers, if the macro knows all of it. A value without numbers has none.
    pub(crate) fn known(&self) -> Option<Vec<i128>> {
        match self {
            Self::Numbers(numbers) => numbers.iter().map(Number::known).collect(),
            Self::Auto(..) | Self::Any(_) => None,
            // Core puts the registers in its place.
            Self::Budget => Some(vec![0]),
            value => (!value.is_deferred()).then(Vec::new),
        }
    }
}

/// The code in a kernel's file.
#[derive(Clone, Default)]
pub(crate) struct Code {
    /// The code of each GPU; if a GPU is a constant, every image that some GPU runs. Empty if the file is not read.
    pub(crate) compiled: Vec<Compiled<'static>>,
    /// If a GPU is a constant: each target for which the file has a fault, with the argument to blame and
    /// the message.
    pub(crate) faults: Vec<(&'static str, Argument, String)>,
    /// The argument that takes the file, if it is not the one that names it.
    pub(crate) taken_by: Option<Argument>,
    /// Set if the file cannot be read here. The compiler reads it, or says why it cannot.
    pub(crate) is_unread: bool,
}

/// The arguments as written. One that is absent or faulty has no entry; if it is faulty, it is `given`.
#[derive(Clone, Default)]
pub(crate) struct Args {
    /// The arguments that have a value, each once, in the order of [`Argument`].
    pub(crate) entries: Vec<Entry>,
    /// Entries with a number over the most that the argument holds. The limit to report depends on the others.
    pub(crate) out_of_range: Vec<Entry>,
    pub(crate) code: Code,
    pub(crate) smem_by_warps: Option<ByWarps>,
    /// The place of the block among the sizes of `threads = any(…)`.
    pub(crate) size: Option<usize>,
    /// The most threads of any size, if the macro knows all of them.
    pub(crate) most_threads: Option<u32>,
    pub(crate) allow_partial_warp: bool,
    /// The GPU of each `on("b200", …)`, and the arguments that it has for itself.
    pub(crate) overrides: Vec<(NamedArch, Args)>,
    pub(super) levels: Vec<(Lint, Argument)>,
    /// The arguments read so far, right or wrong.
    pub(super) given: Arguments,
    /// The arguments that stand anywhere in the attribute or the `on(…)`.
    pub(super) listed: Arguments,
    /// The names of all arguments as written, also of unknown ones, for editors.
    pub(crate) names: Vec<Ident>,
    /// The names in `allow(…)`, `warn(…)` and `deny(…)`, also for editors.
    pub(crate) allowed: Vec<Ident>,
    /// Arguments that an unknown name most likely means, and that name.
    pub(super) misspelt: Vec<(Argument, String)>,
}

/// An argument with the tokens of its key and of its value, at which their faults are reported.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) argument: Argument,
    pub(crate) key: TokenStream,
    pub(crate) value: Value,
    pub(crate) tokens: TokenStream,
}

impl Args {
    /// Adds an entry, in place of any other of its argument.
    pub(crate) fn set(&mut self, entry: Entry) {
        self.entries.retain(|one| one.argument != entry.argument);
        self.entries.push(entry);
        self.entries.sort_by_key(|one| one.argument);
    }

    /// Removes the entries with a number over the most that the argument holds.
    pub(crate) fn take_out_of_range(&mut self) -> Vec<Entry> {
        // Only the compiler knows which GPU of AMD it is.
        let of_compiler = (!self.knows_gpus()).then_some(Argument::Vgprs);
        let is_over = |one: &mut Entry| {
            one.value.is_out_of_range(one.argument) && Some(one.argument) != of_compiler
        };
        self.entries.extract_if(.., is_over).collect()
    }

    /// Removes the entries of an argument and of those in its parentheses.
    pub(super) fn forget(&mut self, argument: Argument) {
        let forgotten = argument.nested().with(argument);
        self.entries.retain(|one| !forgotten.contains(one.argument));
    }

    pub(super) fn entry(&self, argument: Argument) -> Option<&Entry> {
        self.entries.iter().find(|one| one.argument == argument)
    }

    pub(crate) fn value(&self, argument: Argument) -> Option<&Value> {
        self.entry(argument).map(|entry| &entry.value)
    }

    /// The tokens of the value of an argument.
    pub(crate) fn tokens(&self, argument: Argument) -> Option<&TokenStream> {
        self.entry(argument).map(|entry| &entry.tokens)
    }

    /// Returns `true` if the argument has a value.
    pub(crate) fn has(&self, argument: Argument) -> bool {
        self.entry(argument).is_some()
    }

    /// The block, grid or cluster, if it is stated and known.
    pub(crate) fn known_dims(&self, argument: Argument) -> Option<(u32, u32, u32)> {
        let known = self.value(argument)?.known()?;
        let extent = |axis: usize| u32::try_from(*known.get(axis)?).ok();
        Some((extent(0)?, extent(1)?, extent(2)?))
    }

    /// The threads of the block, if it is stated and known.
    pub(crate) fn known_threads(&self) -> Option<u32> {
        let block = self.known_dims(Argument::Threads)?;
        Some(saturated(Kernel::new(block, 1).threads_per_block().into()))
    }

    /// The fewest and the most threads of `threads = auto`. A bound that is not known is that of any block.
    pub(crate) fn auto(&self) -> Option<(u32, u32)> {
        let Value::Auto(least, most) = self.value(Argument::Threads)? else {
            return None;
        };
        let bound = |bound: &Number, any| bound.known().map_or(any, saturated);
        Some((bound(least, 1), bound(most, 1024)))
    }

    /// Returns `true` if a budget follows from the block: `regs = auto`.
    pub(crate) fn follows(&self, budget: Argument) -> bool {
        matches!(self.value(budget), Some(Value::Budget))
    }

    /// Returns `true` if one of the budgets follows from the block.
    pub(super) fn has_budget(&self) -> bool {
        Argument::BUDGETS.iter().any(|budget| self.follows(*budget))
    }

    /// The value of `cubin`, `ptx` or `kernel`, if the environment determines it, or the reason of `intent`.
    pub(crate) fn text(&self, argument: Argument) -> Option<&str> {
        match self.value(argument)? {
            Value::Text(text) => text.as_deref(),
            _ => None,
        }
    }

    /// The GPUs that could be read.
    pub(crate) fn gpus(&self) -> &[Gpu] {
        match self.value(Argument::Arch) {
            Some(Value::Gpus(gpus)) => gpus,
            _ => &[],
        }
    }

    /// The GPUs that have a name.
    pub(crate) fn named_gpus(&self) -> impl DoubleEndedIterator<Item = &NamedArch> {
        self.gpus().iter().filter_map(|gpu| match gpu {
            Gpu::Named(named) => Some(named),
            Gpu::Deferred(_) => None,
        })
    }

    /// The range of GPUs as it was written, if `arch` is one.
    pub(crate) fn range(&self) -> Option<String> {
        let tokens = self.tokens(Argument::Arch)?;
        let range = text(tokens)?;
        Arch::is_range(&range).then(|| one_line(tokens))
    }

    /// The limits of the GPUs that have a name.
    pub(crate) fn sms(&self) -> impl Iterator<Item = &'static Multiprocessor> {
        self.named_gpus().map(|named| named.arch.multiprocessor())
    }

    /// The words of the GPUs that have a name.
    pub(crate) fn words(&self) -> Words {
        let archs: Vec<Arch> = self.named_gpus().map(|named| named.arch).collect();
        Words::of(&archs)
    }

    /// The fewest and the most threads that a warp has on one of the GPUs. A GPU that only the compiler knows is one of
    /// NVIDIA, unless a budget of AMD is provided.
    pub(crate) fn lanes(&self) -> (u32, u32) {
        let mut lanes: Vec<u32> = self.sms().map(Multiprocessor::warp_size).collect();
        if !self.knows_gpus() {
            lanes.push(WARP_SIZE);
            lanes.extend(self.provides(Argument::Vgprs).then_some(GFX942.warp_size()));
        }
        let [least, most] = [lanes.iter().min(), lanes.iter().max()];
        (*least.unwrap_or(&WARP_SIZE), *most.unwrap_or(&WARP_SIZE))
    }

    /// Returns `true` if every GPU has a name.
    pub(crate) fn knows_gpus(&self) -> bool {
        self.named_gpus().count() == self.gpus().len()
    }

    pub(crate) fn docs(&self) -> Documentation {
        match self.value(Argument::Docs) {
            Some(Value::Docs(docs)) => *docs,
            _ => Documentation::Charts,
        }
    }

    /// The values of the configuration as they were written, without `hides`, `tile` and `intent`, which have theirs in
    /// parentheses, and `cooperative`, which has none.
    pub(crate) fn written(&self) -> impl Iterator<Item = (Argument, &TokenStream)> {
        let of_type = [Argument::Name, Argument::Docs, Argument::Crate];
        self.entries
            .iter()
            .filter(move |Entry { argument, .. }| {
                let is_value = !argument.is_parenthesized() && argument.form() != Form::Flag;
                is_value && !of_type.contains(argument)
            })
            .map(|one| (one.argument, &one.tokens))
    }

    /// The values of these arguments as they were written, without a block that is searched for and registers that follow
    /// from it: a page states those that were found.
    pub(crate) fn written_for(&self, arguments: Arguments) -> Vec<(Argument, String)> {
        let is_searched = |argument| {
            argument == Argument::Threads && self.auto().is_some() || self.follows(argument)
        };
        self.written()
            .filter(|(one, _)| arguments.contains(*one) && !is_searched(*one))
            .map(|(one, tokens)| (one, one_line(tokens)))
            .collect()
    }

    /// The argument that names the file with the kernel's code, and its path.
    pub(crate) fn file(&self) -> Option<(Argument, &TokenStream)> {
        let mut files = Argument::FILES.iter();
        files.find_map(|file| Some((file, self.tokens(file)?)))
    }

    /// The library, as a path from the author's crate.
    pub(crate) fn library(&self) -> Trees {
        let path = self.tokens(Argument::Crate).cloned();
        path.unwrap_or_else(|| quote!(::occupancy)).into()
    }

    /// The name of the launch type.
    pub(crate) fn launch_name(&self, item: &Item) -> Ident {
        match self.value(Argument::Name) {
            Some(Value::Name(name)) => name.clone(),
            _ => item.launch_name(),
        }
    }

    /// Returns `true` if the argument is there, right or wrong, or under another name.
    pub(crate) fn given(&self, argument: Argument) -> bool {
        self.given.contains(argument) || self.misspelt.iter().any(|(other, _)| *other == argument)
    }

    /// Returns `true` if the argument is given, or comes from a file: the one that is named, or the right one in place of
    /// one that is refused.
    pub(crate) fn provides(&self, argument: Argument) -> bool {
        let is_budget = Argument::BUDGETS.contains(&argument);
        let states = |file: Argument| file.stated().contains(argument);
        let mut files = Argument::FILES.iter().filter(|file| self.given(*file));
        self.given(argument)
            || self.code.taken_by.is_some_and(states)
            || files.any(|file| states(file) || is_budget && self.is_misplaced(file))
    }

    /// Returns `true` if the file is one of a vendor that none of the GPUs is of, which is refused.
    pub(crate) fn is_misplaced(&self, file: Argument) -> bool {
        let mut named = self.named_gpus();
        !self.gpus().is_empty()
            && self.knows_gpus()
            && !named.any(|named| file.is_read_on(&named.arch))
    }

    /// The arguments whose values only the compiler can evaluate.
    pub(crate) fn deferred(&self) -> Arguments {
        // The registers that launch bounds leave are those of the largest size.
        let is_open = self.size.is_some() && self.most_threads.is_none() && self.has_budget();
        let is_deferred =
            |one: &&Entry| one.value.is_deferred() || one.argument == Argument::Threads && is_open;
        let deferred = self.entries.iter().filter(is_deferred);
        deferred.fold(Arguments::NONE, |all, one| all.with(one.argument))
    }

    /// The arguments that are missing unless they are given: among them the budget of each vendor of the GPUs. If one
    /// budget is given, the library reports a GPU that lacks its own, as it does for a constant.
    pub(crate) fn required(&self) -> Arguments {
        let always = Arguments::of(&[Argument::Arch, Argument::Threads]);
        if Argument::BUDGETS.iter().any(|budget| self.given(*budget)) {
            return always;
        }
        let budgets = self.sms().map(|sm| Argument::Registers.on(sm));
        // A GPU that is not known is of NVIDIA, unless there is code of AMD.
        let is_unknown = self.sms().next().is_none() && !self.provides(Argument::Vgprs);
        let of_none = is_unknown.then_some(Argument::Registers);
        budgets.chain(of_none).fold(always, Arguments::with)
    }

    /// The arguments that are missing or faulty, which has been reported.
    pub(crate) fn faulty(&self) -> Arguments {
        let states = |file: Option<Argument>| file.map_or(Arguments::NONE, Argument::stated);
        let file = self.file().map(|(file, _)| file);
        let missing = self.required().without(states(file));
        let open = missing.union(states(self.code.taken_by));
        let is_faulty = |one: &Argument| {
            one.row().has_value
                && (open.contains(*one) || self.given(*one))
                && self.tokens(*one).is_none()
        };
        let faulty = Arguments::ALL.iter().filter(is_faulty);
        faulty.fold(Arguments::NONE, Arguments::with)
    }

    /// Returns `true` if a block has a warp for each scheduler of an SM of any GPU: then no scheduler is idle.
    pub(crate) fn has_a_warp_for_each_scheduler(&self) -> bool {
        // No GPU of the tables, which a constant can name, needs more threads than those of CDNA.
        let of_constant = (!self.knows_gpus()).then_some(&GFX942);
        let gpus = self.sms().chain(of_constant);
        let enough = gpus.map(|sm| sm.sub_partitions().saturating_mul(sm.warp_size()));
        let smallest = self.auto().map(|(least, _)| least);
        let threads = smallest.or_else(|| self.known_threads());
        threads.is_some_and(|threads| Some(threads) >= enough.max())
    }
}

#[cfg(test)]
mod tests {
    use occupancy_core::{Multiprocessor, targets::GFX942};

    #[test]
    fn no_gpu_has_wider_warps_or_more_schedulers_than_cdna() {
        for sm in Multiprocessor::ALL {
            assert!(sm.warp_size() <= GFX942.warp_size(), "{sm:?}");
            assert!(sm.sub_partitions() <= GFX942.sub_partitions(), "{sm:?}");
        }
    }
}
