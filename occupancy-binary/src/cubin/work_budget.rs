//! A bound on the work that a file can cause.

use super::{CubinError, Fault};

/// The steps that one image may still take.
///
/// Sections, symbols and attributes refer to each other, and someone can make a file in which all of
/// them refer to the same long part. A normal image takes far fewer steps: one with 65,279 sections, the
/// most possible, takes about 100 million.
#[derive(Clone, Debug)]
pub(super) struct WorkBudget(u64);

impl WorkBudget {
    pub(super) const fn new() -> Self {
        Self(1 << 28)
    }

    /// Takes this many steps at the byte `at` of the image.
    pub(super) const fn take(&mut self, steps: usize, at: usize) -> Result<(), CubinError> {
        if steps as u64 > self.0 {
            return Err(CubinError::malformed(Fault::Tangled, at));
        }
        self.0 -= steps as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{CubinError, Fault, WorkBudget};

    #[test]
    fn all_steps_can_be_taken_and_no_more() {
        let mut steps = WorkBudget::new();
        assert_eq!(steps.take((1 << 28) - 2, 0), Ok(()));
        let tangled = CubinError::malformed(Fault::Tangled, 7);
        assert_eq!(steps.take(3, 7), Err(tangled), "one more than are left");
        assert_eq!(steps.take(2, 7), Ok(()), "as many as are left");
        assert_eq!(steps.take(0, 7), Ok(()));
        assert_eq!(steps.take(1, 7), Err(tangled));
    }
}
