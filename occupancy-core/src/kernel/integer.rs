//! Arguments that are one integer: how a configuration states each, and how it is set.

use super::{
    Argument, Arguments, Carveout, Compiled, Configuration, Grid, LatencyDemand, StatedTile,
};

impl Argument {
    /// The arguments that are one integer, in the order in which an attribute is written.
    ///
    /// ```
    /// use occupancy_core::kernel::Argument;
    ///
    /// assert!(Argument::INTEGERS.contains(&Argument::Registers));
    /// // One to three integers, and a ratio.
    /// assert!(!Argument::INTEGERS.contains(&Argument::Threads));
    /// assert!(!Argument::INTEGERS.contains(&Argument::MinOccupancy));
    /// ```
    pub const INTEGERS: [Self; 20] = [
        Self::Registers,
        Self::DynamicSharedMemory,
        Self::StaticSharedMemory,
        Self::Barriers,
        Self::Carveout,
        Self::Elements,
        Self::ItemsPerThread,
        Self::Sms,
        Self::MinBlocks,
        Self::MaxBlocks,
        Self::Cycles,
        Self::Instructions,
        Self::BytesInFlight,
        Self::TileRows,
        Self::TileColumns,
        Self::TileDepth,
        Self::Stages,
        Self::ElementOfA,
        Self::ElementOfB,
        Self::ExtraRegisters,
    ];

    /// Those that the kernel's code states if they are left out.
    pub const OF_COMPILED: [Self; 3] = [Self::Registers, Self::StaticSharedMemory, Self::Barriers];

    /// Whether it is one of the [integers](Self::INTEGERS).
    pub const fn is_integer(self) -> bool {
        Arguments::of(&Self::INTEGERS).contains(self)
    }

    /// The most that the field of an [integer](Self::INTEGERS) holds.
    pub const fn most(self) -> u64 {
        match self {
            Self::Elements => u64::MAX,
            _ => u32::MAX as u64,
        }
    }
}

impl Configuration<'_> {
    /// The [integer](Argument::INTEGERS) that an argument has; `None` if it is left out and has no default, and for
    /// an argument that is not an integer.
    ///
    /// ```
    /// use occupancy_core::{Configuration, Kernel, kernel::Argument};
    ///
    /// let configuration = Configuration::new(&[], Kernel::new((256, 1, 1), 64));
    /// assert_eq!(configuration.integer(Argument::Registers), Some(64));
    /// assert_eq!(configuration.integer(Argument::ItemsPerThread), Some(1));
    /// assert_eq!(configuration.integer(Argument::MinBlocks), None);
    /// ```
    pub const fn integer(&self, argument: Argument) -> Option<u64> {
        let kernel = &self.kernel;
        let number = match argument {
            Argument::Registers => kernel.registers_per_thread,
            Argument::DynamicSharedMemory => kernel.dynamic_shared_memory,
            Argument::StaticSharedMemory => kernel.static_shared_memory,
            Argument::Barriers => kernel.barriers,
            Argument::Carveout => match kernel.carveout {
                Carveout::Percent(percent) => percent,
                Carveout::Default => return None,
            },
            Argument::Elements => match self.grid {
                Some(Grid::Elements(elements)) => return Some(elements),
                _ => return None,
            },
            Argument::ItemsPerThread => self.items_per_thread,
            Argument::Sms => return widened(self.sms),
            Argument::MinBlocks => return widened(self.min_blocks),
            Argument::MaxBlocks => return widened(self.max_blocks),
            Argument::Cycles | Argument::Instructions | Argument::BytesInFlight => {
                return match &self.hides {
                    Some(demand) => widened(demand.integer(argument)),
                    None => None,
                };
            }
            _ => {
                return match &self.tile {
                    Some(tile) => widened(tile.integer(argument)),
                    None => None,
                };
            }
        };
        Some(number as u64)
    }

    /// Sets an [integer](Argument::INTEGERS), or the [most](Argument::most) that its field holds; the same for an
    /// argument that is not an integer. One of `tile(…)` makes a tile of 1 × 1 × 1 elements, if there is none.
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
    #[must_use = "returns the changed configuration"]
    pub const fn with_integer(mut self, argument: Argument, value: u64) -> Self {
        #[allow(clippy::cast_possible_truncation, reason = "compared just before")]
        let number = if value > u32::MAX as u64 {
            u32::MAX
        } else {
            value as u32
        };
        match argument {
            Argument::Registers => self.kernel.registers_per_thread = number,
            Argument::DynamicSharedMemory => return self.with_dynamic_shared_memory(number),
            Argument::StaticSharedMemory => self.kernel.static_shared_memory = number,
            Argument::Barriers => self.kernel.barriers = number,
            Argument::Carveout => self.kernel.carveout = Carveout::Percent(number),
            Argument::Elements => self.grid = Some(Grid::Elements(value)),
            Argument::ItemsPerThread => self.items_per_thread = number,
            Argument::Sms => self.sms = Some(number),
            Argument::MinBlocks => self.min_blocks = Some(number),
            Argument::MaxBlocks => self.max_blocks = Some(number),
            Argument::Cycles | Argument::Instructions | Argument::BytesInFlight => {
                let demand = match self.hides {
                    Some(demand) => demand,
                    None => LatencyDemand::NONE,
                };
                self.hides = Some(demand.with_integer(argument, number));
            }
            _ if argument.is_integer() => {
                let tile = match self.tile {
                    Some(tile) => tile,
                    None => StatedTile::new(1, 1, 1),
                };
                return self.with_tile(Some(tile.with_integer(argument, number)));
            }
            _ => {}
        }
        self
    }
}

impl LatencyDemand {
    /// The [integer](Argument::INTEGERS) that an argument of `hides(…)` has; `None` if it is left out, and for any other
    /// argument.
    pub const fn integer(&self, argument: Argument) -> Option<u32> {
        match argument {
            Argument::Cycles => self.cycles,
            Argument::Instructions => self.instructions,
            Argument::BytesInFlight => self.bytes,
            _ => None,
        }
    }

    /// Sets an [integer](Argument::INTEGERS) of `hides(…)`; the same for any other argument.
    ///
    /// ```
    /// use occupancy_core::kernel::{Argument, LatencyDemand};
    ///
    /// let demand = LatencyDemand::NONE.with_integer(Argument::BytesInFlight, 16);
    /// assert_eq!(demand, LatencyDemand::bytes(16));
    /// assert_eq!(demand.integer(Argument::BytesInFlight), Some(16));
    /// ```
    #[must_use = "returns the changed demand"]
    pub const fn with_integer(mut self, argument: Argument, number: u32) -> Self {
        match argument {
            Argument::Cycles => self.cycles = Some(number),
            Argument::Instructions => self.instructions = Some(number),
            Argument::BytesInFlight => self.bytes = Some(number),
            _ => {}
        }
        self
    }
}

impl StatedTile {
    /// The [integer](Argument::INTEGERS) that an argument of `tile(…)` has; `None` for any other argument.
    pub const fn integer(&self, argument: Argument) -> Option<u32> {
        Some(match argument {
            Argument::TileRows => self.m,
            Argument::TileColumns => self.n,
            Argument::TileDepth => self.k,
            Argument::Stages => self.stages,
            Argument::ElementOfA => self.a_bytes,
            Argument::ElementOfB => self.b_bytes,
            Argument::ExtraRegisters => self.extra_registers,
            _ => return None,
        })
    }

    /// Sets an [integer](Argument::INTEGERS) of `tile(…)`; the same for any other argument.
    ///
    /// ```
    /// use occupancy_core::kernel::{Argument, StatedTile};
    ///
    /// let tile = StatedTile::new(128, 128, 64).with_integer(Argument::Stages, 3);
    /// assert_eq!((tile.stages, tile.integer(Argument::Stages)), (3, Some(3)));
    /// ```
    #[must_use = "returns the changed tile"]
    pub const fn with_integer(mut self, argument: Argument, number: u32) -> Self {
        match argument {
            Argument::TileRows => self.m = number,
            Argument::TileColumns => self.n = number,
            Argument::TileDepth => self.k = number,
            Argument::Stages => self.stages = number,
            Argument::ElementOfA => self.a_bytes = number,
            Argument::ElementOfB => self.b_bytes = number,
            Argument::ExtraRegisters => self.extra_registers = number,
            _ => {}
        }
        self
    }
}

impl Compiled<'_> {
    /// The figure that an [integer](Argument::INTEGERS) takes of the code if it is left out; `None` if the code does
    /// not state it, and for an argument that is not [`OF_COMPILED`](Argument::OF_COMPILED).
    ///
    /// ```
    /// use occupancy_core::{Compiled, kernel::Argument};
    ///
    /// let saxpy = Compiled::machine_code("saxpy", (9, 0)).with_registers(32);
    /// assert_eq!(saxpy.integer(Argument::Registers), Some(32));
    /// assert_eq!(saxpy.integer(Argument::Barriers), None);
    /// ```
    pub const fn integer(&self, argument: Argument) -> Option<u32> {
        match argument {
            Argument::Registers => self.registers,
            Argument::StaticSharedMemory => self.static_shared_memory,
            Argument::Barriers => self.barriers,
            _ => None,
        }
    }
}

const fn widened(number: Option<u32>) -> Option<u64> {
    match number {
        Some(number) => Some(number as u64),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Argument, Configuration};
    use crate::kernel::Kernel;

    #[test]
    fn each_is_read_as_it_was_set() {
        let none = Configuration::new(&[], Kernel::new((32, 1, 1), 1));
        for argument in Argument::INTEGERS {
            let set = none.with_integer(argument, 7);
            assert_eq!(set.integer(argument), Some(7), "{argument:?}");
            let largest = none.with_integer(argument, u64::MAX);
            assert_eq!(
                largest.integer(argument),
                Some(argument.most()),
                "{argument:?}"
            );
            // And no other is.
            for other in Argument::INTEGERS {
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
