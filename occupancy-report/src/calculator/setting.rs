//! The arguments of one configuration, each by its name in the attribute.

use occupancy_core::kernel::{Argument, Rare, Stated};
use occupancy_core::{Arch, Compiled};

use super::values::{self, Block, Dims, Value};

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
    /// use occupancy_report::calculator::{Setting, Value};
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
    /// use occupancy_report::calculator::Setting;
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
/// use occupancy_report::calculator::{Setting, Value, Values};
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
    /// Sets one argument. `cubin` and `ptx` take the place of each other, and so do `grid` and `elements`. A default counts
    /// as left out, unless the kernel's code could state another value.
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
        let default = setting.argument.left_out().map(Value::Integer);
        if default.as_ref() != Some(&setting.value)
            || Argument::OF_COMPILED.contains(&setting.argument)
        {
            self.0.push(setting.clone());
            self.0.sort_by_key(|setting| setting.argument as usize);
        }
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

    /// The value of an integer that is stated.
    pub fn integer(&self, argument: Argument) -> Option<u64> {
        match self.get(argument)? {
            Value::Integer(value) => Some(*value),
            _ => None,
        }
    }

    /// The arguments that differ from their defaults, and `threads`, in the order in which the attribute
    /// is written.
    pub fn settings(&self) -> impl Iterator<Item = &Setting> {
        self.0.iter()
    }

    /// What is stated on these GPUs, with the code that each of them runs, and the warnings that are looked for; without
    /// what is [rare](Self::rare).
    pub(crate) fn stated<'a>(
        &self,
        archs: &'a [Arch],
        code: &'a [Compiled<'a>],
        lints: u32,
    ) -> Stated<'a> {
        let mut all = Stated {
            code,
            ..Stated::new(archs, 0, [], 0, lints)
        };
        let mut places = all.numbers.iter_mut();
        for (argument, numbers) in self.settings().flat_map(Setting::stated) {
            all.stated = all.stated.with(argument);
            for (number, place) in numbers.into_iter().zip(&mut places) {
                *place = number;
            }
        }
        all
    }

    /// What few configurations have.
    pub(crate) fn rare(&self, allow_partial_warp: bool) -> Rare {
        let mut rare = Rare {
            allow_partial_warp,
            ..Rare::NONE
        };
        if let Block::Auto(least, most) = self.block() {
            rare.auto = Some((least, most));
        }
        if let Some(Value::Tile(tile)) = self.get(Argument::Tile) {
            rare.accumulator = tile.accumulator;
        }
        rare
    }
}

impl Setting {
    /// The arguments that it states, each with its numbers.
    fn stated(&self) -> Vec<(Argument, Vec<i128>)> {
        let numbers = match &self.value {
            Value::Block(Block::Auto(..)) => return Vec::new(),
            Value::Block(Block::Dims(dims)) | Value::Extents(dims) => extents(*dims),
            Value::Integer(number) => vec![(*number).into()],
            Value::Ratio(ratio) => vec![ratio.numerator().into(), ratio.denominator().into()],
            Value::Text(_) => Vec::new(),
            Value::Hides(_) | Value::Tile(_) => return self.nested(),
        };
        vec![(self.argument, numbers)]
    }

    /// Those in its parentheses.
    fn nested(&self) -> Vec<(Argument, Vec<i128>)> {
        let of = self.value.nested();
        let all = self.argument.nested().iter();
        all.filter_map(|argument| {
            let number = of.integer(*argument).map(|number| vec![number.into()]);
            let numbers = number.or_else(|| of.extents(*argument).map(extents))?;
            Some((*argument, numbers))
        })
        .collect()
    }
}

fn extents((x, y, z): Dims) -> Vec<i128> {
    vec![x.into(), y.into(), z.into()]
}
