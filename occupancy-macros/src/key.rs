//! Every argument of the attribute: its name, what it is, and the form of its value.

use occupancy_core::kernel::Argument;

/// An argument of `#[launch_config(…)]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Arch,
    Threads,
    Regs,
    MinBlocks,
    Smem,
    StaticSmem,
    Barriers,
    Cubin,
    Ptx,
    Kernel,
    Carveout,
    Grid,
    Elements,
    Cluster,
    Sms,
    ItemsPerThread,
    TailEfficiency,
    MinOccupancy,
    MaxBlocks,
    Hides,
    /// In `hides(…)`, as are the next two.
    Cycles,
    Instructions,
    Bytes,
    Intent,
    Tile,
    /// In `tile(…)`, as are the next eight.
    M,
    N,
    K,
    Stages,
    A,
    B,
    Accumulator,
    ExtraRegs,
    Problem,
    Name,
    Docs,
    Crate,
    On,
    Allow,
    Warn,
    Deny,
}

impl Key {
    /// Those of the attribute.
    pub(crate) const ALL: [Self; 29] = [
        Self::Arch,
        Self::Threads,
        Self::Regs,
        Self::MinBlocks,
        Self::Smem,
        Self::StaticSmem,
        Self::Barriers,
        Self::Cubin,
        Self::Ptx,
        Self::Kernel,
        Self::Carveout,
        Self::Grid,
        Self::Elements,
        Self::Cluster,
        Self::Sms,
        Self::ItemsPerThread,
        Self::TailEfficiency,
        Self::MinOccupancy,
        Self::MaxBlocks,
        Self::Hides,
        Self::Intent,
        Self::Tile,
        Self::Name,
        Self::Docs,
        Self::Crate,
        Self::On,
        Self::Allow,
        Self::Warn,
        Self::Deny,
    ];

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

    /// Those of the configuration.
    pub(crate) const ARGUMENTS: [(Self, Argument); 31] = [
        (Self::Arch, Argument::Arch),
        (Self::Threads, Argument::Threads),
        (Self::Regs, Argument::Registers),
        (Self::Smem, Argument::DynamicSharedMemory),
        (Self::StaticSmem, Argument::StaticSharedMemory),
        (Self::Barriers, Argument::Barriers),
        (Self::Cubin, Argument::Cubin),
        (Self::Ptx, Argument::Ptx),
        (Self::Carveout, Argument::Carveout),
        (Self::Grid, Argument::Grid),
        (Self::Cluster, Argument::Cluster),
        (Self::Elements, Argument::Elements),
        (Self::Sms, Argument::Sms),
        (Self::ItemsPerThread, Argument::ItemsPerThread),
        (Self::MinBlocks, Argument::MinBlocks),
        (Self::MinOccupancy, Argument::MinOccupancy),
        (Self::MaxBlocks, Argument::MaxBlocks),
        (Self::Cycles, Argument::Cycles),
        (Self::Instructions, Argument::Instructions),
        (Self::Bytes, Argument::BytesInFlight),
        (Self::Intent, Argument::Intent),
        (Self::TailEfficiency, Argument::TailEfficiency),
        (Self::M, Argument::TileRows),
        (Self::N, Argument::TileColumns),
        (Self::K, Argument::TileDepth),
        (Self::Stages, Argument::Stages),
        (Self::A, Argument::ElementOfA),
        (Self::B, Argument::ElementOfB),
        (Self::Accumulator, Argument::Accumulator),
        (Self::ExtraRegs, Argument::ExtraRegisters),
        (Self::Problem, Argument::Problem),
    ];

    /// The argument of the configuration that it states.
    pub(crate) fn argument(self) -> Option<Argument> {
        let found = Self::ARGUMENTS.into_iter().find(|(key, _)| *key == self);
        found.map(|(_, argument)| argument)
    }

    /// The one that states an argument of the configuration.
    pub(crate) fn of(argument: Argument) -> Option<Self> {
        let found = Self::ARGUMENTS
            .into_iter()
            .find(|(_, other)| *other == argument);
        found.map(|(key, _)| key)
    }

    pub(crate) fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name() == name)
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Arch => "arch",
            Self::Threads => "threads",
            Self::Regs => "regs",
            Self::MinBlocks => "min_blocks",
            Self::Smem => "smem",
            Self::StaticSmem => "static_smem",
            Self::Barriers => "barriers",
            Self::Cubin => "cubin",
            Self::Ptx => "ptx",
            Self::Kernel => "kernel",
            Self::Carveout => "carveout",
            Self::Grid => "grid",
            Self::Elements => "elements",
            Self::Cluster => "cluster",
            Self::Sms => "sms",
            Self::ItemsPerThread => "items_per_thread",
            Self::TailEfficiency => "tail_efficiency",
            Self::MinOccupancy => "min_occupancy",
            Self::MaxBlocks => "max_blocks",
            Self::Hides => "hides",
            Self::Cycles => "cycles",
            Self::Instructions => "instructions",
            Self::Bytes => "bytes",
            Self::Intent => "intent",
            Self::Tile => "tile",
            Self::M => "m",
            Self::N => "n",
            Self::K => "k",
            Self::Stages => "stages",
            Self::A => "a",
            Self::B => "b",
            Self::Accumulator => "accumulator",
            Self::ExtraRegs => "extra_regs",
            Self::Problem => "problem",
            Self::Name => "name",
            Self::Docs => "docs",
            Self::Crate => "crate",
            Self::On => "on",
            Self::Allow => "allow",
            Self::Warn => "warn",
            Self::Deny => "deny",
        }
    }

    /// Whether a GPU can have a value of its own, in `on(…)`.
    pub(crate) const fn is_of_one_gpu(self) -> bool {
        matches!(
            self,
            Self::Threads
                | Self::Regs
                | Self::MinBlocks
                | Self::Smem
                | Self::StaticSmem
                | Self::Barriers
                | Self::Cubin
                | Self::Ptx
                | Self::Kernel
                | Self::Carveout
                | Self::Cluster
                | Self::Sms
                | Self::ItemsPerThread
                | Self::MinOccupancy
                | Self::MaxBlocks
                | Self::Hides
                | Self::Cycles
                | Self::Instructions
                | Self::Bytes
                | Self::Intent
                | Self::Tile
                | Self::M
                | Self::N
                | Self::K
                | Self::Stages
                | Self::A
                | Self::B
                | Self::Accumulator
                | Self::ExtraRegs
                | Self::Problem
        )
    }

    /// What the argument does, after its name.
    pub(crate) const fn purpose(self) -> &'static str {
        match self {
            Self::Arch => "names the GPU, or a list of GPUs",
            Self::Threads => "is the block: threads in x, or in x, y and z",
            Self::Regs => "is what the kernel may use, 32-bit registers per thread",
            Self::MinBlocks => "demands resident blocks per SM",
            Self::Smem => "is dynamic shared memory, bytes per block",
            Self::StaticSmem => "is shared memory that the kernel declares, bytes per block",
            Self::Barriers => "is the number of named barriers that the kernel uses",
            Self::Cubin => "is the file of the kernel's machine code",
            Self::Ptx => "is the file of the kernel's PTX",
            Self::Kernel => "names the kernel in that file",
            Self::Carveout => "prefers a share of the cache as shared memory, percent",
            Self::Grid => "is the grid: blocks in x, or in x, y and z",
            Self::Elements => "makes the grid from a number of elements",
            Self::Cluster => "is the cluster: blocks in x, or in x, y and z",
            Self::Sms => "is the number of SMs that the kernel gets of the GPU",
            Self::ItemsPerThread => "is the number of elements that each thread works on",
            Self::TailEfficiency => "demands that the last wave is full enough",
            Self::MinOccupancy => "demands resident warps over warp slots",
            Self::MaxBlocks => "accepts resident blocks per SM at most",
            Self::Hides => "demands that the resident warps hide a latency",
            Self::Cycles => "is the latency that the resident warps hide",
            Self::Instructions => "are the independent instructions of a warp before it waits",
            Self::Bytes => "are in flight per thread, and keep the memory busy",
            Self::Intent => "says that low occupancy is intended, and why",
            Self::Tile => "is what one block computes of a matrix product",
            Self::M => "is the rows of the tile, elements",
            Self::N => "is the columns of the tile, elements",
            Self::K => "is the elements of the inner dimension in a stage",
            Self::Stages => "is the number of stages in shared memory at once",
            Self::A => "is the size of an element of A, bytes",
            Self::B => "is the size of an element of B, bytes",
            Self::Accumulator => "is where a block keeps its accumulators",
            Self::ExtraRegs => "are the registers per thread beside accumulators",
            Self::Problem => "is the product that the page counts tiles of",
            Self::Name => "names the launch struct",
            Self::Docs => "is what the launch struct's page shows",
            Self::Crate => "is the path of the `occupancy` crate",
            Self::On => "has other values for one of the GPUs",
            Self::Allow => "accepts what is otherwise refused or warned of",
            Self::Warn => "asks for warnings",
            Self::Deny => "refuses what is otherwise warned of",
        }
    }

    /// The form of the value, after "takes".
    pub(crate) const fn form(self) -> &'static str {
        match self {
            Self::Arch => "a string, or a list of strings",
            Self::Threads | Self::Grid | Self::Cluster => {
                "an integer, or two or three in parentheses"
            }
            Self::TailEfficiency | Self::MinOccupancy => "a decimal, a percentage or a fraction",
            Self::Cubin | Self::Ptx => "the path of a file, as `include_bytes!` does",
            Self::Kernel => "a string",
            Self::Hides => "`cycles` and `instructions`, or `bytes`, in parentheses",
            Self::Intent => "`low_occupancy` and the reason as a string, in parentheses",
            Self::Tile => "`m`, `n` and `k`, and what differs from the defaults, in parentheses",
            Self::Accumulator => "`registers`, `tensor_memory` or a constant",
            Self::Problem => "rows and columns in parentheses",
            Self::Name => "the name of a struct",
            Self::Docs => "`charts`, `table` or `none`",
            Self::Crate => "a path",
            Self::On => "the name of a GPU in `arch` and its values in parentheses",
            Self::Allow | Self::Warn | Self::Deny => "names in parentheses",
            _ => "an integer, or arithmetic on integers",
        }
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

    /// A use of the argument.
    pub(crate) const fn example(self) -> &'static str {
        match self {
            Self::Arch => "arch = \"h100\"",
            Self::Threads => "threads = 256",
            Self::Regs => "regs = 64",
            Self::MinBlocks => "min_blocks = 2",
            Self::Smem => "smem = 48 * 1024",
            Self::StaticSmem => "static_smem = 4 * 1024",
            Self::Barriers => "barriers = 1",
            Self::Cubin => "cubin = \"saxpy.cubin\"",
            Self::Ptx => "ptx = \"saxpy.ptx\"",
            Self::Kernel => "kernel = \"saxpy\"",
            Self::Carveout => "carveout = 50",
            Self::Grid => "grid = 1056",
            Self::Elements => "elements = 1 << 20",
            Self::Cluster => "cluster = 2",
            Self::Sms => "sms = 66",
            Self::ItemsPerThread => "items_per_thread = 4",
            Self::TailEfficiency => "tail_efficiency = 0.9",
            Self::MinOccupancy => "min_occupancy = 0.5",
            Self::MaxBlocks => "max_blocks = 4",
            Self::Hides | Self::Cycles | Self::Instructions => {
                "hides(cycles = 400, instructions = 60)"
            }
            Self::Bytes => "hides(bytes = 16)",
            Self::Intent => "intent(low_occupancy, \"accumulators in registers\")",
            Self::Tile => "tile(m = 128, n = 128, k = 64, stages = 3, a = 2, b = 2)",
            Self::M => "m = 128",
            Self::N => "n = 128",
            Self::K => "k = 64",
            Self::Stages => "stages = 3",
            Self::A => "a = 2",
            Self::B => "b = 2",
            Self::Accumulator => "accumulator = registers",
            Self::ExtraRegs => "extra_regs = 40",
            Self::Problem => "problem = (4096, 4096)",
            Self::Name => "name = SaxpyLaunch",
            Self::Docs => "docs = table",
            Self::Crate => "crate = ::occupancy",
            Self::On => "on(\"b200\", threads = 512)",
            Self::Allow => "allow(partial_warp)",
            Self::Warn => "warn(min_blocks)",
            Self::Deny => "deny(last_wave)",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Key;

    #[test]
    fn every_key_is_found_by_its_name() {
        for key in Key::ALL {
            assert_eq!(Key::find(key.name()), Some(key));
            assert!(key.example().starts_with(key.name()));
        }
    }
}
