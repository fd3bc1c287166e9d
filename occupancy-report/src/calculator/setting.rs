//! The arguments of one configuration, each by its name in the attribute.

use std::slice;

use occupancy_core::kernel::{Accumulator, Argument, Rare, Stated};
use occupancy_core::{Arch, Compiled, Ratio, gpu::WARP_SIZE};

/// The value of an argument, by its form.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// Of an [integer](Argument::is_integer), such as `regs`.
    Integer(u64),
    /// Of `threads`, `cluster` and `grid`, and rows and columns of a product.
    Extents((u32, u32, u32)),
    /// Of `threads`: the best size with at least and at most this number of threads, `auto(64..=512)`.
    Auto(u32, u32),
    /// Of `min_occupancy` and `tail_efficiency`.
    Ratio(Ratio),
    /// What is in the parentheses of `hides` or `tile`.
    Nested(Values),
    /// A path, a name, or the reason of `intent(low_occupancy, …)`.
    Text(String),
}

/// An argument of a configuration, with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Setting {
    /// The argument.
    pub argument: Argument,
    /// Its value.
    pub value: Value,
}

impl Value {
    /// `auto`
    pub const AUTO: Self = Self::Auto(WARP_SIZE, 1024);
}

impl Setting {
    /// An argument with a value of its form.
    pub const fn new(argument: Argument, value: Value) -> Self {
        Self { argument, value }
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
        all.filter(|argument| argument.row().option.is_some())
    }

    /// Whether it says no more than if it were left out, whatever the kernel's code states.
    fn is_default(&self) -> bool {
        match &self.value {
            Value::Integer(_) if Argument::OF_COMPILED.contains(self.argument) => false,
            Value::Integer(number) => self.argument.row().left_out == Some(*number),
            Value::Text(name) if self.argument == Argument::Accumulator => {
                name == Accumulator::default().name()
            }
            _ => false,
        }
    }

    /// The numbers of its value.
    fn numbers(&self) -> Vec<i128> {
        match self.value {
            Value::Integer(number) => vec![number.into()],
            Value::Extents((x, y, z)) => [x, y, z].map(Into::into).to_vec(),
            Value::Ratio(ratio) => vec![ratio.numerator().into(), ratio.denominator().into()],
            _ => Vec::new(),
        }
    }
}

/// The arguments of one configuration.
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values(Vec<Setting>);

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
            .retain(|other| ![setting.argument, replaced].contains(&other.argument));
        if !setting.is_default() {
            self.0.push(setting.clone());
            self.0.sort_by_key(|setting| setting.argument as usize);
        }
    }

    /// The value of an argument that is stated.
    pub fn get(&self, argument: Argument) -> Option<&Value> {
        let mut all = self.each();
        let setting = all.find(|setting| setting.argument == argument)?;
        Some(&setting.value)
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

    /// The arguments that differ from their defaults, in the order in which the attribute is written.
    pub fn settings(&self) -> &[Setting] {
        &self.0
    }

    /// The same, with what is in parentheses in place of the argument that has them.
    fn each(&self) -> impl Iterator<Item = &Setting> {
        self.0.iter().flat_map(|setting| match &setting.value {
            Value::Nested(inner) => inner.settings(),
            _ => slice::from_ref(setting),
        })
    }

    /// What is stated on these GPUs, with the code that each of them runs, and the warnings that are looked for; without
    /// what is [rare](Self::rare).
    pub(crate) fn stated<'a>(
        &self,
        archs: &'a [Arch],
        code: &'a [Compiled<'a>],
        lints: u32,
    ) -> Stated<'a> {
        let mut all = Stated::new(archs, 0, [], 0, lints);
        all.code = code;
        let mut places = all.numbers.iter_mut();
        for setting in self.each() {
            if let Value::Auto(..) = setting.value {
                continue;
            }
            all.stated = all.stated.with(setting.argument);
            for (number, place) in setting.numbers().into_iter().zip(&mut places) {
                *place = number;
            }
        }
        all
    }

    /// What few configurations have.
    pub(crate) fn rare(&self, allow_partial_warp: bool) -> Rare {
        let mut rare = Rare::NONE;
        rare.allow_partial_warp = allow_partial_warp;
        if let Some(Value::Auto(least, most)) = self.get(Argument::Threads) {
            rare.auto = Some((*least, *most));
        }
        // The default is left out.
        if self.text(Argument::Accumulator).is_some() {
            rare.accumulator = Accumulator::TensorMemory;
        }
        rare
    }
}
