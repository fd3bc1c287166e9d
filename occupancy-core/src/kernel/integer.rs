//! The arguments that are one integer, and the field of a configuration for each.

use super::{Argument, Configuration, Grid, LatencyDemand, Tile, saturate};

/// The field of an argument.
enum Field<'a> {
    Number(&'a mut u32),
    /// A number that can be left out.
    Optional(&'a mut Option<u32>),
}

impl Configuration<'_> {
    /// The [integer](Argument::is_integer) that an argument has; `None` if it is left out and has no default, and
    /// for an argument that is not an integer.
    ///
    /// ```
    /// use occupancy_core::{Configuration, Kernel, kernel::Argument};
    ///
    /// let configuration = Configuration::new(&[], Kernel::new((256, 1, 1), 64));
    /// assert_eq!(configuration.integer(Argument::Registers), Some(64));
    /// assert_eq!(configuration.integer(Argument::Barriers), Some(0));
    /// assert_eq!(configuration.integer(Argument::MinBlocks), None);
    /// ```
    pub const fn integer(&self, argument: Argument) -> Option<u64> {
        let mut copy = *self;
        match copy.field(argument) {
            Some(Field::Number(number) | Field::Optional(Some(number))) => Some(*number as u64),
            _ => match (argument, self.grid) {
                (Argument::Elements, Some(Grid::Elements(elements))) => Some(elements),
                _ => None,
            },
        }
    }

    /// Sets an [integer](Argument::is_integer), at most to the [most](Argument::most) that its field holds. It changes
    /// nothing for an argument that is not an integer. One of `tile(…)` makes a tile of 1 × 1 × 1 elements, if there is
    /// none.
    ///
    /// ```
    /// use occupancy_core::{Configuration, Kernel, kernel::Argument};
    ///
    /// let configuration = Configuration::new(&[], Kernel::new((256, 1, 1), 64))
    ///     .with_integer(Argument::MinBlocks, 2)
    ///     .with_integer(Argument::Registers, 1 << 40);
    /// assert_eq!(configuration.min_blocks, Some(2));
    /// assert_eq!(configuration.kernel.registers_per_thread, u32::MAX);
    /// ```
    pub const fn with_integer(mut self, argument: Argument, value: u64) -> Self {
        self.set_integer(argument, value);
        match argument {
            Argument::Registers => self.auto_registers = None,
            Argument::Vgprs => self.auto_vgprs = None,
            _ => {}
        }
        // The operands of the tile may have changed.
        self.with_tile(self.tile).with_budget()
    }

    /// Sets an integer in place, because a copy costs the compiler time. It does not update the shared memory that a
    /// tile gives.
    pub(super) const fn set_integer(&mut self, argument: Argument, value: u64) {
        match (argument, self.field(argument)) {
            (Argument::DynamicSharedMemory, _) => {
                self.kernel.dynamic_shared_memory = saturate(value);
                if let Some(tile) = &mut self.tile {
                    tile.gives_shared_memory = false;
                }
            }
            (Argument::Elements, _) => self.grid = Some(Grid::Elements(value)),
            (_, Some(Field::Number(number))) => *number = saturate(value),
            (_, Some(Field::Optional(number))) => *number = Some(saturate(value)),
            (_, None) if argument.is_nested() && argument.is_integer() => {
                self.begin(argument);
                self.set_integer(argument, value);
            }
            (_, None) => {}
        }
    }

    /// The field of an argument of 32 bits; `None` for one of `hides(…)` or `tile(…)` that is not stated.
    const fn field(&mut self, argument: Argument) -> Option<Field<'_>> {
        use Field::{Number, Optional};
        Some(match argument {
            Argument::Registers => Number(&mut self.kernel.registers_per_thread),
            Argument::Vgprs => Number(&mut self.kernel.vgprs),
            Argument::Sgprs => Number(&mut self.kernel.sgprs),
            Argument::DynamicSharedMemory => Number(&mut self.kernel.dynamic_shared_memory),
            Argument::StaticSharedMemory => Number(&mut self.kernel.static_shared_memory),
            Argument::Barriers => Number(&mut self.kernel.barriers),
            Argument::Carveout => Optional(&mut self.kernel.carveout),
            Argument::ItemsPerThread => Number(&mut self.items_per_thread),
            Argument::ThreadsPerItem => Number(&mut self.threads_per_item),
            Argument::Sms => Optional(&mut self.sms),
            Argument::MinBlocks => Optional(&mut self.min_blocks),
            Argument::MaxBlocks => Optional(&mut self.max_blocks),
            _ => match (&mut self.hides, &mut self.tile, argument) {
                (Some(hides), _, Argument::Cycles) => Optional(&mut hides.cycles),
                (Some(hides), _, Argument::Instructions) => Optional(&mut hides.instructions),
                (Some(hides), _, Argument::BytesInFlight) => Optional(&mut hides.bytes),
                (_, Some(tile), Argument::TileRows) => Number(&mut tile.m),
                (_, Some(tile), Argument::TileColumns) => Number(&mut tile.n),
                (_, Some(tile), Argument::TileDepth) => Number(&mut tile.k),
                (_, Some(tile), Argument::Stages) => Number(&mut tile.stages),
                (_, Some(tile), Argument::ElementOfA) => Number(&mut tile.a_bytes),
                (_, Some(tile), Argument::ElementOfB) => Number(&mut tile.b_bytes),
                (_, Some(tile), Argument::Packed) => Number(&mut tile.packed),
                (_, Some(tile), Argument::ExtraRegisters) => Number(&mut tile.extra_registers),
                _ => return None,
            },
        })
    }

    /// Makes the demand or the tile that a nested argument belongs to, if there is none.
    pub(super) const fn begin(&mut self, argument: Argument) {
        if Argument::OF_HIDES.contains(argument) && self.hides.is_none() {
            self.hides = Some(LatencyDemand::NONE);
        } else if Argument::OF_TILE.contains(argument) && self.tile.is_none() {
            self.tile = Some(Tile::ONE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Argument, Configuration};
    use crate::kernel::Kernel;

    #[test]
    fn each_is_read_as_it_was_set() {
        let none = Configuration::new(&[], Kernel::new((32, 1, 1), 1));
        let all = Argument::ALL.iter().copied();
        let integers = all.filter(|argument| argument.is_integer());
        for argument in integers.clone() {
            let set = none.with_integer(argument, 7);
            assert_eq!(set.integer(argument), Some(7), "{argument:?}");
            let largest = none.with_integer(argument, u64::MAX);
            assert_eq!(
                largest.integer(argument),
                Some(argument.most()),
                "{argument:?}"
            );
            // No other argument has changed.
            for other in integers.clone() {
                let is_nested = none.integer(other).is_none() && set.tile.is_some();
                if other != argument && !is_nested {
                    assert_eq!(
                        set.integer(other),
                        none.integer(other),
                        "{argument:?} {other:?}"
                    );
                }
            }
        }
        for argument in [Argument::Arch, Argument::Threads, Argument::Problem] {
            assert_eq!(none.with_integer(argument, 7), none);
            assert_eq!(none.integer(argument), None);
        }
    }
}
