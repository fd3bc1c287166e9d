//! Which arguments the macro knows, and which it leaves to the compiler.

use occupancy_core::kernel::{Argument, Arguments};
use proc_macro2::TokenStream;

use super::{ArchValue, Args};

impl Args {
    /// The arguments that are stated, each with the value that it was written as.
    pub(crate) fn stated(&self) -> Vec<(Argument, &TokenStream)> {
        let all = Argument::ALL.iter().filter(|argument| argument.has_value());
        all.filter_map(|argument| Some((*argument, self.tokens(*argument)?)))
            .collect()
    }

    /// The figures that are left to the kernel's code.
    pub(crate) fn left_out(&self) -> Vec<Argument> {
        let has_code = self.file().is_some();
        let left_out = Argument::OF_COMPILED.into_iter();
        let left_out = left_out.filter(|argument| has_code && !self.given(*argument));
        left_out.collect()
    }

    /// Whether each GPU is known.
    pub(crate) fn knows_gpus(&self) -> bool {
        let mut archs = self.archs().iter();
        archs.all(|arch| matches!(arch, ArchValue::Named(_)))
    }

    /// The arguments that only the compiler knows.
    pub(crate) fn deferred(&self) -> Arguments {
        let all = Argument::ALL.iter().copied();
        let deferred = all.filter(|argument| self.is_deferred(*argument));
        Arguments::of(&deferred.collect::<Vec<_>>())
    }

    /// The arguments that are missing or have a fault, which is reported as that.
    pub(crate) fn faulty(&self) -> Arguments {
        let is_required = |argument| match argument {
            Argument::Arch | Argument::Threads => true,
            Argument::Registers => self.file().is_none(),
            _ => false,
        };
        let faulty = Argument::ALL.iter().copied().filter(|argument| {
            argument.has_value()
                && (self.given(*argument) || is_required(*argument))
                && self.tokens(*argument).is_none()
        });
        Arguments::of(&faulty.collect::<Vec<_>>())
    }

    /// Whether only the compiler knows the value of an argument.
    fn is_deferred(&self, argument: Argument) -> bool {
        self.value(argument)
            .is_some_and(|value| value.value.is_deferred())
    }
}
