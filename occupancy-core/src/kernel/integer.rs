//! Arguments that are one integer: how a configuration states each, and how it is set, from the table of arguments.

use super::{Argument, Arguments, Compiled, Configuration, Grid, LatencyDemand, Tile, saturate};

/// What a [`Configuration`] has in the field of a row.
macro_rules! get {
    ($of:ident [kernel.carveout]) => {
        widened($of.kernel.carveout)
    };
    ($of:ident [kernel.$field:ident $(; $code:ident)?]) => {
        Some($of.kernel.$field as u64)
    };
    ($of:ident [grid]) => {
        match $of.grid {
            Some(Grid::Elements(elements)) => Some(elements),
            _ => None,
        }
    };
    ($of:ident [hides.$field:ident]) => {
        match &$of.hides {
            Some(demand) => widened(demand.$field),
            None => None,
        }
    };
    ($of:ident [tile.$field:ident]) => {
        match &$of.tile {
            Some(tile) => Some(tile.$field as u64),
            None => None,
        }
    };
    ($of:ident [$field:ident?]) => {
        widened($of.$field)
    };
    ($of:ident [$field:ident]) => {
        Some($of.$field as u64)
    };
    ($of:ident []) => {
        None
    };
}

/// Sets the field of a row.
macro_rules! set {
    ($of:ident $value:ident $number:ident [kernel.carveout]) => {
        $of.kernel.carveout = Some($number)
    };
    ($of:ident $value:ident $number:ident [kernel.dynamic_shared_memory]) => {
        *$of = $of.with_dynamic_shared_memory($number)
    };
    ($of:ident $value:ident $number:ident [kernel.$field:ident $(; $code:ident)?]) => {
        $of.kernel.$field = $number
    };
    ($of:ident $value:ident $number:ident [grid]) => {
        $of.grid = Some(Grid::Elements($value))
    };
    ($of:ident $value:ident $number:ident [hides.$field:ident]) => {{
        let mut demand = match $of.hides {
            Some(demand) => demand,
            None => LatencyDemand::NONE,
        };
        demand.$field = Some($number);
        $of.hides = Some(demand);
    }};
    ($of:ident $value:ident $number:ident [tile.$field:ident]) => {{
        let mut tile = match $of.tile {
            Some(tile) => tile,
            None => Tile::new(1, 1, 1),
        };
        tile.$field = $number;
        *$of = $of.with_tile(Some(tile));
    }};
    ($of:ident $value:ident $number:ident [$field:ident?]) => {
        $of.$field = Some($number)
    };
    ($of:ident $value:ident $number:ident [$field:ident]) => {
        $of.$field = $number
    };
    ($of:ident $value:ident $number:ident []) => {
        ()
    };
}

/// What a [`Compiled`] has of a row.
macro_rules! code {
    ($of:ident [kernel.$field:ident; $code:ident]) => {
        $of.$code
    };
    ($of:ident [$($field:tt)*]) => {
        None
    };
}

/// The argument of a row that the kernel's code states.
macro_rules! of_code {
    ($argument:ident [kernel.$field:ident; $code:ident]) => {
        &[Argument::$argument]
    };
    ($argument:ident [$($field:tt)*]) => {
        &[]
    };
}

macro_rules! integers {
    ($($(#[$docs:meta])* $argument:ident $key:tt $field:tt $row:tt)*) => {
        const OF_COMPILED: Arguments =
            Arguments::NONE$(.and(Arguments::of(of_code!($argument $field))))*;

        impl Compiled<'_> {
            /// The figure that an [integer](Argument::INTEGERS) takes of the code if it is left out; `None` if the code
            /// does not state it, and for an argument that is not [`OF_COMPILED`](Argument::OF_COMPILED).
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
                    $(Argument::$argument => code!(self $field),)*
                }
            }
        }

        impl Configuration<'_> {
            /// The [integer](Argument::INTEGERS) that an argument has; `None` if it is left out and has no default, and
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
                match argument {
                    $(Argument::$argument => get!(self $field),)*
                }
            }

            /// Sets an [integer](Argument::INTEGERS), or the [most](Argument::most) that its field holds; the same for
            /// an argument that is not an integer. One of `tile(…)` makes a tile of 1 × 1 × 1 elements, if there is
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
            #[must_use = "returns the changed configuration"]
            pub const fn with_integer(mut self, argument: Argument, value: u64) -> Self {
                self.set_integer(argument, value);
                self
            }

            /// The same where it is: the compiler takes its time for a copy.
            pub(super) const fn set_integer(&mut self, argument: Argument, value: u64) {
                let number = saturate(value);
                match argument {
                    $(Argument::$argument => set!(self value number $field),)*
                }
            }
        }
    };
}

__arguments! { integers }

impl Argument {
    /// Those that the kernel's code states if they are left out.
    pub const OF_COMPILED: [Self; OF_COMPILED.len()] = OF_COMPILED.list();
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
