//! The arguments of one configuration, each by its name in the attribute.

use occupancy_core::kernel::{Argument, Arguments, LatencyDemand, StatedTile};
use occupancy_core::{Arch, Compiled, Configuration, Grid, Ratio};

use crate::values::{self, Block, Dims, List, NOTHING};

/// An argument of a configuration, with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Setting {
    /// `threads`
    Threads(Block),
    /// An [integer](Argument::INTEGERS) that is in no parentheses, such as `regs`.
    Integer(Argument, u64),
    /// `cubin`: a path.
    Cubin(String),
    /// `ptx`: a path.
    Ptx(String),
    /// `kernel`
    Kernel(String),
    /// `cluster`
    Cluster(Dims),
    /// `grid`
    Grid(Dims),
    /// `min_occupancy`
    MinOccupancy(Ratio),
    /// `tail_efficiency`
    TailEfficiency(Ratio),
    /// `hides(…)`
    Hides(LatencyDemand),
    /// `tile(…)`
    Tile(StatedTile),
    /// The reason of `intent(low_occupancy, …)`.
    Intent(String),
}

impl Setting {
    /// Reads the value of the argument called `name`: `16x16` or `(16, 16)`, `0.5` or `50 %`, and the text in the
    /// parentheses of `hides`, `tile` and `intent`.
    ///
    /// ```
    /// use occupancy_calculator::Setting;
    /// use occupancy_core::kernel::Argument;
    ///
    /// assert_eq!(Setting::parse("smem", "48 KiB").unwrap_err(), "`48 KiB` is no number, such as 256");
    /// assert_eq!(Setting::parse("sms", "66"), Ok(Setting::Integer(Argument::Sms, 66)));
    /// ```
    ///
    /// # Errors
    ///
    /// A message that says what the value has to be, or that no argument has this name.
    pub fn parse(name: &str, text: &str) -> Result<Self, String> {
        if let Some(argument) = Self::integers().find(|argument| argument.key() == name) {
            let value = one(&values::integers(argument, text)?)?;
            return Ok(Self::Integer(argument, value));
        }
        let extent = || one(&values::extents(text)?);
        Ok(match name {
            "threads" => Self::Threads(one(&values::blocks(text)?)?),
            "cubin" => Self::Cubin(unquoted(text)?),
            "ptx" => Self::Ptx(unquoted(text)?),
            "kernel" => Self::Kernel(unquoted(text)?),
            "cluster" => Self::Cluster(extent()?),
            "grid" => Self::Grid(extent()?),
            "min_occupancy" => Self::MinOccupancy(values::ratio(text)?),
            "tail_efficiency" => Self::TailEfficiency(values::ratio(text)?),
            "hides" => Self::Hides(values::hides(text)?),
            "tile" => Self::Tile(values::tile(text)?),
            "intent" => Self::Intent(values::intent(text)?),
            _ => return Err(format!("there is no argument `{name}`")),
        })
    }

    /// The integers that are in no parentheses, in the order in which the attribute is written.
    ///
    /// ```
    /// use occupancy_calculator::Setting;
    /// use occupancy_core::kernel::Argument;
    ///
    /// assert_eq!(Setting::integers().next(), Some(Argument::Registers));
    /// assert!(Setting::integers().all(|argument| argument != Argument::Cycles));
    /// ```
    pub fn integers() -> impl Iterator<Item = Argument> {
        let all = Argument::INTEGERS.into_iter();
        all.filter(|argument| !argument.is_nested())
    }

    /// The name of the argument.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Threads(_) => "threads",
            Self::Integer(argument, _) => argument.key(),
            Self::Cubin(_) => "cubin",
            Self::Ptx(_) => "ptx",
            Self::Kernel(_) => "kernel",
            Self::Cluster(_) => "cluster",
            Self::Grid(_) => "grid",
            Self::MinOccupancy(_) => "min_occupancy",
            Self::TailEfficiency(_) => "tail_efficiency",
            Self::Hides(_) => "hides",
            Self::Tile(_) => "tile",
            Self::Intent(_) => "intent",
        }
    }

    /// Whether one GPU of a list can have a value of its own, in `on(…)`.
    pub const fn is_of_one_gpu(&self) -> bool {
        match self {
            Self::Integer(argument, _) => argument.is_of_one_gpu(),
            Self::Grid(_) | Self::TailEfficiency(_) => false,
            _ => true,
        }
    }

    /// Its place in the attribute: settings are written in this order.
    pub fn place(&self) -> usize {
        let at = |argument: Argument| {
            let mut all = Argument::INTEGERS.iter();
            2 * all.position(|other| *other == argument).unwrap_or_default()
        };
        match self {
            Self::Threads(_) => 0,
            Self::Integer(argument, _) => at(*argument) + 1,
            // Files follow what they state, and `elements` follows the grid.
            Self::Cubin(_) | Self::Ptx(_) | Self::Kernel(_) => at(Argument::Carveout),
            Self::Cluster(_) | Self::Grid(_) => at(Argument::Elements),
            Self::MinOccupancy(_)
            | Self::TailEfficiency(_)
            | Self::Hides(_)
            | Self::Tile(_)
            | Self::Intent(_) => usize::MAX,
        }
    }
}

/// The arguments of one configuration. By default, a block of one warp, and nothing else stated.
///
/// ```
/// use occupancy_calculator::{Setting, Values};
/// use occupancy_core::kernel::Argument;
///
/// let mut values = Values::default();
/// values.apply(&Setting::Integer(Argument::Registers, 64));
/// assert_eq!(values.integer(Argument::Registers), Some(64));
/// assert_eq!(values.integer(Argument::MinBlocks), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Values {
    /// `threads`
    pub threads: Block,
    /// `cubin`, a path.
    pub cubin: Option<String>,
    /// `ptx`, a path.
    pub ptx: Option<String>,
    /// `kernel`
    pub kernel: Option<String>,
    /// The reason of `intent(low_occupancy, …)`.
    pub intent: Option<String>,
    /// All that is a number, without the block, which can be one to choose.
    numbers: Configuration<'static>,
    /// The integers that are stated.
    stated: Arguments,
}

impl Default for Values {
    fn default() -> Self {
        Self {
            threads: Block::Dims((32, 1, 1)),
            cubin: None,
            ptx: None,
            kernel: None,
            intent: None,
            numbers: NOTHING,
            stated: Arguments::NONE,
        }
    }
}

impl Values {
    /// Sets one argument. `cubin` and `ptx` take the place of each other, and so do `grid` and `elements`.
    pub fn apply(&mut self, setting: &Setting) {
        let numbers = &mut self.numbers;
        match setting {
            Setting::Threads(block) => self.threads = *block,
            Setting::Integer(argument, value) => {
                *numbers = numbers.with_integer(*argument, *value);
                self.stated = self.stated.with(*argument);
            }
            Setting::Cubin(path) => (self.cubin, self.ptx) = (Some(path.clone()), None),
            Setting::Ptx(path) => (self.cubin, self.ptx) = (None, Some(path.clone())),
            Setting::Kernel(name) => self.kernel = Some(name.clone()),
            Setting::Cluster(dims) => numbers.kernel.cluster_dim = Some(*dims),
            Setting::Grid(dims) => numbers.grid = Some(Grid::Blocks(*dims)),
            Setting::MinOccupancy(ratio) => numbers.min_occupancy = Some(*ratio),
            Setting::TailEfficiency(ratio) => numbers.tail_efficiency = Some(*ratio),
            Setting::Hides(demand) => numbers.hides = Some(*demand),
            Setting::Tile(tile) => numbers.tile = Some(*tile),
            Setting::Intent(reason) => self.intent = Some(reason.clone()),
        }
    }

    /// The value of an integer that is stated. A default counts as left out, unless the kernel's code could state
    /// another value.
    pub fn integer(&self, argument: Argument) -> Option<u64> {
        if !self.stated.contains(argument) {
            return None;
        }
        let value = self.numbers.integer(argument)?;
        let is_left_out = argument.left_out() == Some(value);
        (!is_left_out || Argument::OF_COMPILED.contains(&argument)).then_some(value)
    }

    /// The arguments that differ from their defaults, and `threads`, in the order in which the attribute
    /// is written.
    pub fn settings(&self) -> Vec<Setting> {
        let numbers = &self.numbers;
        let mut settings = vec![Setting::Threads(self.threads)];
        let integer = |argument| Some(Setting::Integer(argument, self.integer(argument)?));
        settings.extend(Setting::integers().filter_map(integer));
        settings.extend(self.cubin.clone().map(Setting::Cubin));
        settings.extend(self.ptx.clone().map(Setting::Ptx));
        settings.extend(self.kernel.clone().map(Setting::Kernel));
        settings.extend(numbers.kernel.cluster_dim.map(Setting::Cluster));
        if let Some(Grid::Blocks(dims)) = numbers.grid {
            settings.push(Setting::Grid(dims));
        }
        settings.extend(numbers.min_occupancy.map(Setting::MinOccupancy));
        settings.extend(numbers.tail_efficiency.map(Setting::TailEfficiency));
        settings.extend(numbers.hides.map(Setting::Hides));
        settings.extend(numbers.tile.map(Setting::Tile));
        settings.extend(self.intent.clone().map(Setting::Intent));
        settings.sort_by_key(Setting::place);
        settings
    }

    /// The configuration on these GPUs. Arguments that are left out and that `compiled`, the code of each GPU, states
    /// are those of the code. If the block is to be chosen, it is one of one thread.
    pub fn configuration<'a>(
        &self,
        archs: &'a [Arch],
        compiled: &'a [Compiled<'a>],
    ) -> Configuration<'a> {
        let mut configuration = self.numbers.with_archs(archs).with_compiled(compiled);
        if let Block::Dims(dims) = self.threads {
            configuration.kernel.block_dim = dims;
        }
        let mut stated = Arguments::NONE;
        for argument in Argument::INTEGERS {
            if self.integer(argument).is_some() {
                stated = stated.with(argument);
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
        if self.cubin.is_some() || self.ptx.is_some() {
            stated = stated.with(Argument::Cubin);
        }
        let tile = self.numbers.tile.map(|tile| tile.beside(stated));
        configuration
            .with_tile(tile)
            .with_low_occupancy_intended(self.intent.is_some())
    }
}

/// The value of an argument that has one.
fn one<T: Copy>(list: &List<T>) -> Result<T, String> {
    match *list.0 {
        [value] => Ok(value),
        _ => Err("it has one value here".to_owned()),
    }
}

/// Text, with the quotation marks of Rust or without.
fn unquoted(text: &str) -> Result<String, String> {
    let text = text.trim();
    let inner = text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    match inner.unwrap_or(text) {
        "" => Err("it is empty".to_owned()),
        text => Ok(text.to_owned()),
    }
}
