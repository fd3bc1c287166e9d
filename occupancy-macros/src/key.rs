//! Every argument of the attribute: its name, what it is, and the form of its value.

use occupancy_core::kernel::Argument;

const INTEGER: &str = "an integer, or arithmetic on integers";
const EXTENTS: &str = "an integer, or two or three in parentheses";
const RATIO: &str = "a decimal, a percentage or a fraction";
const FILE: &str = "the path of a file, as `include_bytes!` does";
const NAMES: &str = "names in parentheses";

/// The arguments, a row each: the `Argument` of the configuration that it states, or its name; the form of its
/// value, after "takes"; what it does, after its name; and a use of it.
macro_rules! keys {
    ($($key:ident $(($argument:ident))? $(= $name:literal)?: $form:expr, $purpose:literal $(, $example:literal)?;)*) => {
        /// An argument of `#[launch_config(…)]`, or of one of its arguments.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Key {
            $($key,)*
        }

        const EVERY: &[Key] = &[$(Key::$key),*];

        impl Key {
            /// The argument of the configuration that it states.
            pub(crate) const fn argument(self) -> Option<Argument> {
                match self {
                    $($(Self::$key => Some(Argument::$argument),)?)*
                    _ => None,
                }
            }

            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $($(Self::$key => Argument::$argument.key(),)? $(Self::$key => $name,)?)*
                }
            }

            /// The form of the value, after "takes".
            pub(crate) const fn form(self) -> &'static str {
                match self {
                    $(Self::$key => $form,)*
                }
            }

            /// What the argument does, after its name.
            pub(crate) const fn purpose(self) -> &'static str {
                match self {
                    $(Self::$key => $purpose,)*
                }
            }

            /// A use of the argument.
            pub(crate) const fn example(self) -> &'static str {
                match self {
                    $($(Self::$key => Argument::$argument.example(),)? $(Self::$key => $example,)?)*
                }
            }
        }
    };
}

keys! {
    Arch(Arch): "a string, or a list of strings",
        "names the GPU, or a list of GPUs";

    Threads(Threads): EXTENTS,
        "is the block: threads in x, or in x, y and z";

    Regs(Registers): INTEGER,
        "is what the kernel may use, 32-bit registers per thread";

    MinBlocks(MinBlocks): INTEGER,
        "demands resident blocks per SM";

    Smem(DynamicSharedMemory): INTEGER,
        "is dynamic shared memory, bytes per block";

    StaticSmem(StaticSharedMemory): INTEGER,
        "is shared memory that the kernel declares, bytes per block";

    Barriers(Barriers): INTEGER,
        "is the number of named barriers that the kernel uses";

    Cubin(Cubin): FILE,
        "is the file of the kernel's machine code";

    Ptx(Ptx): FILE,
        "is the file of the kernel's PTX";

    Kernel = "kernel": "a string",
        "names the kernel in that file",
        "kernel = \"saxpy\"";

    Carveout(Carveout): INTEGER,
        "prefers a share of the cache as shared memory, percent";

    Grid(Grid): EXTENTS,
        "is the grid: blocks in x, or in x, y and z";

    Elements(Elements): INTEGER,
        "makes the grid from a number of elements";

    Cluster(Cluster): EXTENTS,
        "is the cluster: blocks in x, or in x, y and z";

    Sms(Sms): INTEGER,
        "is the number of SMs that the kernel gets of the GPU";

    ItemsPerThread(ItemsPerThread): INTEGER,
        "is the number of elements that each thread works on";

    TailEfficiency(TailEfficiency): RATIO,
        "demands that the last wave is full enough";

    MinOccupancy(MinOccupancy): RATIO,
        "demands resident warps over warp slots";

    MaxBlocks(MaxBlocks): INTEGER,
        "accepts resident blocks per SM at most";

    Hides = "hides": "`cycles` and `instructions`, or `bytes`, in parentheses",
        "demands that the resident warps hide a latency",
        "hides(cycles = 400, instructions = 60)";

    Cycles(Cycles): INTEGER,
        "is the latency that the resident warps hide";

    Instructions(Instructions): INTEGER,
        "are the independent instructions of a warp before it waits";

    Bytes(BytesInFlight): INTEGER,
        "are in flight per thread, and keep the memory busy";

    Intent(Intent): "`low_occupancy` and the reason as a string, in parentheses",
        "says that low occupancy is intended, and why";

    Tile = "tile": "`m`, `n` and `k`, and what differs from the defaults, in parentheses",
        "is what one block computes of a matrix product",
        "tile(m = 128, n = 128, k = 64, stages = 3, a = 2, b = 2)";

    M(TileRows): INTEGER,
        "is the rows of the tile, elements";

    N(TileColumns): INTEGER,
        "is the columns of the tile, elements";

    K(TileDepth): INTEGER,
        "is the elements of the inner dimension in a stage";

    Stages(Stages): INTEGER,
        "is the number of stages in shared memory at once";

    A(ElementOfA): INTEGER,
        "is the size of an element of A, bytes";

    B(ElementOfB): INTEGER,
        "is the size of an element of B, bytes";

    Accumulator(Accumulator): "`registers`, `tensor_memory` or a constant",
        "is where a block keeps its accumulators";

    ExtraRegs(ExtraRegisters): INTEGER,
        "are the registers per thread beside accumulators";

    Problem(Problem): "rows and columns in parentheses",
        "is the product that the page counts tiles of";

    Name = "name": "the name of a type",
        "names the launch type",
        "name = SaxpyLaunch";

    Docs = "docs": "`charts`, `table` or `none`",
        "is what the launch type's page shows",
        "docs = table";

    Crate = "crate": "a path",
        "is the path of the `occupancy` crate",
        "crate = ::occupancy";

    On = "on": "the name of a GPU in `arch` and its values in parentheses",
        "has other values for one of the GPUs",
        "on(\"b200\", threads = 512)";

    Allow = "allow": NAMES,
        "accepts what is otherwise refused or warned of",
        "allow(partial_warp)";

    Warn = "warn": NAMES,
        "asks for warnings",
        "warn(min_blocks)";

    Deny = "deny": NAMES,
        "refuses what is otherwise warned of",
        "deny(last_wave)";
}

impl Key {
    /// Those of the attribute, and those in the parentheses of one.
    pub(crate) fn every() -> impl Iterator<Item = Self> {
        EVERY.iter().copied()
    }

    /// Those of the attribute.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        Self::every().filter(|key| !key.is_nested())
    }

    /// Those of the configuration, each with the argument that it states.
    pub(crate) fn arguments() -> Vec<(Self, Argument)> {
        let arguments = EVERY.iter();
        arguments
            .filter_map(|key| Some((*key, key.argument()?)))
            .collect()
    }

    /// The one that states an argument of the configuration.
    pub(crate) fn of(argument: Argument) -> Option<Self> {
        Self::every().find(|key| key.argument() == Some(argument))
    }

    pub(crate) fn find(name: &str) -> Option<Self> {
        Self::all().find(|key| key.name() == name)
    }

    fn is_nested(self) -> bool {
        self.argument().is_some_and(Argument::is_nested)
    }

    /// Those in the parentheses of this one.
    pub(crate) const fn nested(self) -> &'static [Self] {
        match self {
            Self::Hides => &[Self::Cycles, Self::Instructions, Self::Bytes],
            Self::Tile => &[
                Self::M,
                Self::N,
                Self::K,
                Self::Stages,
                Self::A,
                Self::B,
                Self::Accumulator,
                Self::ExtraRegs,
                Self::Problem,
            ],
            _ => &[],
        }
    }

    /// Whether it has what it states in parentheses: `allow(…)`.
    pub(crate) const fn is_parenthesized(self) -> bool {
        matches!(
            self,
            Self::On
                | Self::Allow
                | Self::Warn
                | Self::Deny
                | Self::Hides
                | Self::Intent
                | Self::Tile
        )
    }

    /// Whether a GPU can have a value of its own, in `on(…)`.
    pub(crate) fn is_of_one_gpu(self) -> bool {
        self.argument().map_or(
            matches!(self, Self::Kernel | Self::Hides | Self::Tile),
            Argument::is_of_one_gpu,
        )
    }

    /// The largest value of an integer.
    pub(crate) fn most(self) -> u64 {
        self.argument().map_or(u64::MAX, Argument::most)
    }

    /// The argument with a value: one of `hides(…)` is in its parentheses.
    pub(crate) fn stated(self, value: &str) -> String {
        match self {
            Self::Cycles => format!("hides(cycles = {value}, instructions = 60)"),
            Self::Instructions => format!("hides(cycles = 400, instructions = {value})"),
            Self::Bytes => format!("hides(bytes = {value})"),
            _ => format!("{} = {value}", self.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EVERY, Key};

    #[test]
    fn every_key_is_found_by_its_name() {
        for key in Key::all() {
            assert_eq!(Key::find(key.name()), Some(key));
            assert!(key.example().starts_with(key.name()));
        }
    }

    #[test]
    fn every_nested_key_stands_in_one_other() {
        for key in EVERY {
            let outer = EVERY.iter().filter(|outer| outer.nested().contains(key));
            assert_eq!(outer.count(), usize::from(key.is_nested()), "{key:?}");
        }
    }
}
