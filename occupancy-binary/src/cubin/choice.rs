//! Which of several images has the kernel that is asked for.

use alloc::vec::Vec;

use occupancy_core::Compiled;
use occupancy_core::gpu::CodeForm;

use super::entry::of_entry;
use super::{Candidates, Image};
use crate::error::{Error, ErrorKind};

/// What was found of a kernel so far, in images for one GPU.
pub(crate) struct Choice<'k, T> {
    kernel: &'k str,
    /// Each, and whether it has the name as its symbol.
    found: Vec<(bool, T)>,
    ambiguous: Option<Error>,
    /// What images without the kernel have, and where the first of them begins in the file.
    others: Option<(Candidates<'k>, Option<usize>)>,
}

impl<'k, T> Choice<'k, T> {
    pub(crate) fn new(kernel: &'k str) -> Self {
        Self {
            kernel,
            found: Vec::new(),
            ambiguous: None,
            others: None,
        }
    }

    /// Looks into an image. If it is one of many files, `at` is where it begins, which errors say.
    pub(crate) fn look_in<'a>(
        &mut self,
        image: &Image<'a>,
        at: Option<usize>,
        found: impl FnOnce(Compiled<'a>) -> T,
    ) -> Result<(), Error> {
        match image.usage(self.kernel) {
            Ok(usage) => self.found.push((usage.name == self.kernel, found(usage))),
            Err(error) if error.kind() == ErrorKind::UnknownKernel => {
                let none = || (Candidates::new(self.kernel, CodeForm::MachineCode), at);
                let (candidates, _) = self.others.get_or_insert_with(none);
                image.suggest(candidates);
            }
            Err(error) if error.kind() == ErrorKind::AmbiguousKernel => {
                self.ambiguous = Some(of_entry(at, error));
            }
            Err(error) => return Err(of_entry(at, error)),
        }
        Ok(())
    }

    /// Those that have it: at least one. `none` is the error where no image was looked into.
    pub(crate) fn finish(self, none: impl FnOnce() -> Error) -> Result<Vec<T>, Error> {
        // The symbol counts more than the name in the source, as in one image.
        let is_symbol = self.found.iter().any(|(is_symbol, _)| *is_symbol);
        match (self.ambiguous, self.others) {
            (Some(error), _) if !is_symbol => return Err(error),
            _ if !self.found.is_empty() => {}
            (_, Some((others, at))) => return Err(of_entry(at, others.finish())),
            _ => return Err(none()),
        }
        let found = self.found.into_iter();
        let chosen = found.filter(|(is, _)| *is || !is_symbol);
        Ok(chosen.map(|(_, found)| found).collect())
    }
}
