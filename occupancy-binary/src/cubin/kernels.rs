//! All kernels of an image.

use super::CubinError;
use super::elf::KernelSymbol;
use super::image::{Found, Image};
use super::work_budget::WorkBudget;
use occupancy_core::Compiled;

/// The number of kernels that one pass over the sections locates.
const BATCH: usize = 16;

/// The kernels of an image in the order of their symbols: [`Image::kernels`].
///
/// After the first error there are no more.
#[derive(Clone, Debug)]
pub struct Kernels<'a> {
    image: Image<'a>,
    steps: WorkBudget,
    batch: [Found<'a>; BATCH],
    located: usize,
    /// Of the batch.
    next: usize,
    /// The first after the batch; `None` after the last, and after an error.
    next_symbol: Option<usize>,
}

impl<'a> Kernels<'a> {
    pub(super) const fn new(image: Image<'a>) -> Self {
        Self {
            image,
            steps: WorkBudget::new(),
            batch: [Found::new(KernelSymbol::NONE); BATCH],
            located: 0,
            next: 0,
            next_symbol: Some(0),
        }
    }

    /// [`Iterator::next`] as a `const fn`.
    pub const fn next_kernel(&mut self) -> Option<Result<Compiled<'a>, CubinError>> {
        if self.next == self.located
            && let Err(error) = self.locate()
        {
            return Some(Err(self.ended_by(error)));
        }
        if self.next == self.located {
            return None;
        }
        let found = self.batch[self.next];
        self.next += 1;
        match self.image.read(&found, &mut self.steps) {
            Ok(usage) => Some(Ok(usage)),
            Err(error) => Some(Err(self.ended_by(error))),
        }
    }

    const fn ended_by(&mut self, error: CubinError) -> CubinError {
        self.next = 0;
        self.located = 0;
        self.next_symbol = None;
        error
    }

    /// The next batch, empty if there are no more.
    const fn locate(&mut self) -> Result<(), CubinError> {
        self.next = 0;
        self.located = 0;
        while self.located < BATCH
            && let Some(from) = self.next_symbol
        {
            self.next_symbol = match self.image.next_kernel(from, &mut self.steps) {
                Ok(Some(symbol)) => {
                    self.batch[self.located] = Found::new(symbol);
                    self.located += 1;
                    // Below the count of symbols.
                    Some(symbol.index + 1)
                }
                Ok(None) => None,
                Err(error) => return Err(error),
            };
        }
        if self.located == 0 {
            return Ok(());
        }
        self.image
            .locate(&mut self.batch, self.located, &mut self.steps)
    }
}

impl<'a> Iterator for Kernels<'a> {
    type Item = Result<Compiled<'a>, CubinError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_kernel()
    }
}
