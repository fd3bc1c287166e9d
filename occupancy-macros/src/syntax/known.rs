//! Which arguments the macro knows, and which it leaves to the compiler.

use occupancy_core::kernel::{Argument, Arguments};
use proc_macro2::TokenStream;

use super::{ArchValue, Args, Dims, Spanned};
use crate::key::Key;
use crate::number::Number;

/// What the code of a kernel states, where the attribute does not.
const FIGURES: [(Key, Argument); 3] = [
    (Key::Regs, Argument::Registers),
    (Key::StaticSmem, Argument::StaticSharedMemory),
    (Key::Barriers, Argument::Barriers),
];

impl Args {
    /// The arguments that are stated, each with the value that it was written as.
    pub(crate) fn stated(&self) -> impl Iterator<Item = (Argument, &TokenStream)> {
        Key::ARGUMENTS
            .into_iter()
            .filter_map(|(key, argument)| Some((argument, self.tokens(key)?)))
    }

    /// The figures that are left to the kernel's code.
    pub(crate) fn left_out(&self) -> impl Iterator<Item = Argument> {
        let has_code = self.code().is_some();
        FIGURES
            .into_iter()
            .filter(move |(key, _)| has_code && !self.given(*key))
            .map(|(_, argument)| argument)
    }

    /// The arguments that only the compiler knows.
    pub(crate) fn deferred(&self) -> Arguments {
        let deferred: Vec<Argument> = Key::ARGUMENTS
            .into_iter()
            .filter(|(key, _)| self.is_deferred(*key))
            .map(|(_, argument)| argument)
            .chain(self.left_out())
            .collect();
        let mut deferred = Arguments::of(&deferred);
        if self.tile_defers_smem() {
            deferred = deferred.with(Argument::DynamicSharedMemory);
        }
        // A search that needs one of them is the compiler's too.
        if self.auto.is_some() && !deferred.is_empty() {
            deferred.with(Argument::Threads)
        } else {
            deferred
        }
    }

    /// The arguments that are missing or have a fault, which is reported as that.
    pub(crate) fn faulty(&self) -> Arguments {
        let is_required = |key| match key {
            Key::Arch | Key::Threads => true,
            Key::Regs => self.code().is_none(),
            _ => false,
        };
        let faulty: Vec<Argument> = Key::ARGUMENTS
            .into_iter()
            .filter(|(key, _)| {
                (self.given(*key) || is_required(*key)) && self.tokens(*key).is_none()
            })
            .map(|(_, argument)| argument)
            .collect();
        let faulty = Arguments::of(&faulty);
        if self.tile_faults_smem() {
            faulty.with(Argument::DynamicSharedMemory)
        } else {
            faulty
        }
    }

    fn is_deferred(&self, key: Key) -> bool {
        fn number<T: Copy>(value: Option<&Spanned<Number<T>>>) -> bool {
            value.is_some_and(|value| value.value.known().is_none())
        }
        fn dims(value: Option<&Spanned<Dims>>) -> bool {
            value.is_some_and(|value| value.value.known().is_none())
        }
        match key {
            Key::Arch => self.archs.as_ref().is_some_and(|archs| {
                let is_deferred = |arch: &ArchValue| matches!(arch, ArchValue::Deferred(_));
                archs.value.iter().any(is_deferred)
            }),
            Key::Threads => dims(self.threads.as_ref()),
            Key::Grid => dims(self.grid.as_ref()),
            Key::Cluster => dims(self.cluster.as_ref()),
            Key::Regs => number(self.regs.as_ref()),
            Key::Smem => number(self.smem.as_ref()),
            Key::StaticSmem => number(self.static_smem.as_ref()),
            Key::Barriers => number(self.barriers.as_ref()),
            Key::Carveout => number(self.carveout.as_ref()),
            Key::Elements => number(self.elements.as_ref()),
            Key::Sms => number(self.sms.as_ref()),
            Key::ItemsPerThread => number(self.items_per_thread.as_ref()),
            Key::MinBlocks => number(self.min_blocks.as_ref()),
            Key::MaxBlocks => number(self.max_blocks.as_ref()),
            Key::Cycles | Key::Instructions | Key::Bytes => number(self.hidden(key)),
            Key::MinOccupancy => number(self.min_occupancy.as_ref()),
            Key::TailEfficiency => number(self.tail_efficiency.as_ref()),
            Key::M
            | Key::N
            | Key::K
            | Key::Stages
            | Key::A
            | Key::B
            | Key::Accumulator
            | Key::ExtraRegs
            | Key::Problem => self.tile.as_ref().is_some_and(|tile| tile.is_deferred(key)),
            // The compiler reads it.
            Key::Cubin => self.cubin.is_some(),
            Key::Ptx => self.ptx.is_some(),
            _ => false,
        }
    }
}
