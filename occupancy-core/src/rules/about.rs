//! Facts about a rule: its code, the argument that breaks it, and everything that it reads.

use crate::kernel::{Argument, Arguments};

/// A rule's code, the argument that breaks it, and what it reads.
pub(super) struct About {
    pub(super) code: &'static str,
    pub(super) argument: Argument,
    pub(super) reads: Arguments,
    pub(super) is_common_to_all_archs: bool,
}

impl About {
    /// A rule that reads one argument and is the same on every GPU.
    pub(super) const fn new(code: &'static str, argument: Argument) -> Self {
        Self {
            code,
            argument,
            reads: Arguments::NONE.with(argument),
            is_common_to_all_archs: true,
        }
    }

    /// A rule that reads other arguments, or more.
    pub(super) const fn reading(mut self, arguments: Arguments) -> Self {
        self.reads = arguments;
        self
    }

    /// A rule that depends on the GPU.
    pub(super) const fn by_gpu(mut self) -> Self {
        self.is_common_to_all_archs = false;
        self
    }
}

/// What the resident blocks of one SM depend on.
pub(super) const RESIDENCY: Arguments = Arguments::of(&[
    Argument::Arch,
    Argument::Threads,
    Argument::Registers,
    Argument::StaticSharedMemory,
    Argument::DynamicSharedMemory,
    Argument::Barriers,
    Argument::Carveout,
]);
