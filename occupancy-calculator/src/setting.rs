//! The arguments of one configuration, each by its name in the attribute.

use occupancy_core::kernel::{Argument, Arguments};
use occupancy_core::{Arch, Compiled, Configuration, Grid};

use crate::values::{self, Block, NOTHING, Value};

/// An argument of a configuration, with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Setting {
    /// The argument.
    pub argument: Argument,
    /// Its value.
    pub value: Value,
}

impl Setting {
    /// An argument with a value of its form.
    pub const fn new(argument: Argument, value: Value) -> Self {
        Self { argument, value }
    }

    /// Reads the value of the argument called `name`: `16x16` or `(16, 16)`, `0.5` or `50 %`, and the text in the
    /// parentheses of `hides`, `tile` and `intent`.
    ///
    /// ```
    /// use occupancy_calculator::{Setting, Value};
    /// use occupancy_core::kernel::Argument;
    ///
    /// assert_eq!(Setting::parse("smem", "48 KiB").unwrap_err(), "`48 KiB` is no number, such as 256");
    /// assert_eq!(Setting::parse("sms", "66"), Ok(Setting::new(Argument::Sms, Value::Integer(66))));
    /// ```
    ///
    /// # Errors
    ///
    /// A message that says what the value has to be, or that no argument has this name.
    pub fn parse(name: &str, text: &str) -> Result<Self, String> {
        let argument = Self::arguments().find(|argument| argument.key() == name);
        let argument = argument.ok_or_else(|| format!("there is no argument `{name}`"))?;
        match <[Value; 1]>::try_from(values::of(argument, text)?.0) {
            Ok([value]) => Ok(Self { argument, value }),
            Err(_) => Err("it has one value here".to_owned()),
        }
    }

    /// The arguments that have a value here, in the order in which the attribute is written.
    ///
    /// ```
    /// use occupancy_calculator::Setting;
    /// use occupancy_core::kernel::Argument;
    ///
    /// assert_eq!(Setting::arguments().next(), Some(Argument::Threads));
    /// assert!(Setting::arguments().all(|argument| argument != Argument::Cycles));
    /// ```
    pub fn arguments() -> impl Iterator<Item = Argument> {
        let all = Argument::ALL.iter().copied();
        all.filter(|argument| argument.option().is_some())
    }
}

/// The arguments of one configuration. By default, a block of one warp, and nothing else stated.
///
/// ```
/// use occupancy_calculator::{Setting, Value, Values};
/// use occupancy_core::kernel::Argument;
///
/// let mut values = Values::default();
/// values.apply(&Setting::new(Argument::Registers, Value::Integer(64)));
/// assert_eq!(values.integer(Argument::Registers), Some(64));
/// assert_eq!(values.integer(Argument::MinBlocks), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values(Vec<Setting>);

impl Default for Values {
    fn default() -> Self {
        let block = Value::Block(Block::Dims((32, 1, 1)));
        Self(vec![Setting::new(Argument::Threads, block)])
    }
}

impl Values {
    /// Sets one argument. `cubin` and `ptx` take the place of each other, and so do `grid` and `elements`.
    pub fn apply(&mut self, setting: &Setting) {
        let replaced = match setting.argument {
            Argument::Cubin => Argument::Ptx,
            Argument::Ptx => Argument::Cubin,
            Argument::Grid => Argument::Elements,
            Argument::Elements => Argument::Grid,
            argument => argument,
        };
        self.0
            .retain(|other| other.argument != setting.argument && other.argument != replaced);
        let place = |other: &Setting| (other.argument as usize) < setting.argument as usize;
        self.0
            .insert(self.0.partition_point(place), setting.clone());
    }

    fn get(&self, argument: Argument) -> Option<&Value> {
        let mut all = self.0.iter();
        let setting = all.find(|setting| setting.argument == argument)?;
        Some(&setting.value)
    }

    /// The block.
    pub fn block(&self) -> Block {
        match self.get(Argument::Threads) {
            Some(Value::Block(block)) => *block,
            _ => Block::Dims((32, 1, 1)),
        }
    }

    /// The text that an argument has: a path, a name, or the reason of `intent`.
    pub fn text(&self, argument: Argument) -> Option<&str> {
        match self.get(argument)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The file of the kernel's code.
    pub fn file(&self) -> Option<&str> {
        self.text(Argument::Cubin)
            .or_else(|| self.text(Argument::Ptx))
    }

    /// The value of an integer that is stated. A default counts as left out, unless the kernel's code could state
    /// another value.
    pub fn integer(&self, argument: Argument) -> Option<u64> {
        match self.get(argument)? {
            Value::Integer(value) => {
                let is_left_out = argument.left_out() == Some(*value);
                (!is_left_out || Argument::OF_COMPILED.contains(&argument)).then_some(*value)
            }
            _ => None,
        }
    }

    /// The arguments that differ from their defaults, and `threads`, in the order in which the attribute
    /// is written.
    pub fn settings(&self) -> impl Iterator<Item = &Setting> {
        self.0.iter().filter(|setting| match setting.value {
            Value::Integer(_) => self.integer(setting.argument).is_some(),
            _ => true,
        })
    }

    /// The configuration on these GPUs. Arguments that are left out and that `compiled`, the code of each GPU, states
    /// are those of the code. If the block is to be chosen, it is one of one thread.
    pub fn configuration<'a>(
        &self,
        archs: &'a [Arch],
        compiled: &'a [Compiled<'a>],
    ) -> Configuration<'a> {
        let mut configuration = NOTHING.with_archs(archs).with_compiled(compiled);
        let mut stated = Arguments::NONE;
        for Setting { argument, value } in self.settings() {
            stated = stated.with(*argument);
            match (argument, value) {
                (_, Value::Block(Block::Dims(dims))) => configuration.kernel.block_dim = *dims,
                (_, Value::Integer(value)) => {
                    configuration = configuration.with_integer(*argument, *value);
                }
                (Argument::Grid, Value::Extents(dims)) => {
                    configuration.grid = Some(Grid::Blocks(*dims));
                }
                (_, Value::Extents(dims)) => configuration.kernel.cluster_dim = Some(*dims),
                (Argument::MinOccupancy, Value::Ratio(ratio)) => {
                    configuration.min_occupancy = Some(*ratio);
                }
                (_, Value::Ratio(ratio)) => configuration.tail_efficiency = Some(*ratio),
                (_, Value::Hides(demand)) => configuration.hides = Some(*demand),
                (_, Value::Tile(tile)) => configuration.tile = Some(*tile),
                (_, Value::Block(Block::Auto(..)) | Value::Text(_)) => {}
            }
        }
        for argument in Argument::OF_COMPILED {
            let figures = compiled.iter().filter_map(|code| code.integer(argument));
            if let Some(most) = figures.max()
                && !stated.contains(argument)
            {
                configuration = configuration.with_integer(argument, most.into());
            }
        }
        let tile = configuration.tile.map(|tile| tile.beside(stated));
        configuration
            .with_tile(tile)
            .with_low_occupancy_intended(stated.contains(Argument::Intent))
    }
}
