//! `tile(m = 128, n = 128, k = 64, stages = 3, a = 2, b = 2, accumulator = registers)`: what one block
//! computes of a matrix product.

use occupancy_core::kernel::Argument;
use proc_macro2::Group;

use super::Args;
use crate::errors::{self, Errors};

impl Args {
    /// Reads what is in the parentheses.
    pub(super) fn tile(&mut self, group: &Group, errors: &mut Errors) {
        if !self.nested(Argument::Tile, group, errors) {
            return;
        }
        let required = [
            Argument::TileRows,
            Argument::TileColumns,
            Argument::TileDepth,
        ]
        .into_iter();
        let missing: Vec<Argument> = required.filter(|argument| !self.given(*argument)).collect();
        if !missing.is_empty() {
            let examples: Vec<&str> = missing.iter().map(|argument| argument.example()).collect();
            let message = errors::missing(&missing, &examples.join(", "), false);
            errors.at_span(group.span(), message);
            self.given.extend(missing);
        }
    }
}
