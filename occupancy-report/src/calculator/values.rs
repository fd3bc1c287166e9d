//! The arguments of a configuration, and their values read from text: one value, several, or a range.

use std::num::NonZeroU64;
use std::slice;

use occupancy_core::kernel::{Argument, Arguments, Form, Rare, Stated, WarpGroups, saturated};
use occupancy_core::{Arch, Ratio, rules::AUTO_BLOCK_SIZES};

use crate::format::joined;

/// Threads of a block or blocks of a grid, in x, y and z.
pub type Dims = (u32, u32, u32);

/// The most values of one argument.
const MOST: u64 = 1 << 20;

/// The fewest and the most threads of `auto` without a range.
pub(super) const AUTO: [i128; 2] = [AUTO_BLOCK_SIZES.0 as i128, AUTO_BLOCK_SIZES.1 as i128];

/// The step of a range of block sizes that states none.
const STEP: u64 = AUTO_BLOCK_SIZES.0 as u64;

/// An argument of a configuration, with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Setting {
    /// The argument.
    pub argument: Argument,
    /// Its numbers: one for an integer, three for extents, two for a ratio; the fewest and the most threads of `auto`.
    pub numbers: Vec<i128>,
    /// A path, a name, the registers of warp groups, the reason of `intent(low_occupancy, …)`, or the `auto` of registers, whose number is 0.
    pub text: String,
    /// The arguments in the parentheses of `hides` or `tile`.
    pub inside: Vec<Self>,
    /// Set if it is a block of a range of whole warps, which had no step.
    pub is_of_warps: bool,
}

impl Setting {
    /// Creates an argument from the numbers of its value.
    pub fn new(argument: Argument, numbers: impl Into<Vec<i128>>) -> Self {
        Self {
            argument,
            numbers: numbers.into(),
            text: String::new(),
            inside: Vec::new(),
            is_of_warps: false,
        }
    }

    /// Returns the arguments that a setting can have, in the order in which the attribute is written.
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

    /// Reads the value of the argument called `name`: `16x16` or `(16, 16)`, `0.5` or `50 %`, and the text in the
    /// parentheses of `hides`, `tile` and `intent`.
    ///
    /// ```
    /// use occupancy_report::calculator::Setting;
    /// use occupancy_core::kernel::Argument;
    ///
    /// assert_eq!(Setting::parse("smem", "48K").unwrap_err(), "`48K` is no number, such as 256 or 48 * 1024");
    /// assert_eq!(Setting::parse("sms", "66"), Ok(Setting::new(Argument::Sms, [66])));
    /// ```
    ///
    /// # Errors
    ///
    /// A message that says what the value has to be, or that no argument has this name.
    pub fn parse(name: &str, text: &str) -> Result<Self, String> {
        let named = Self::arguments().find(|argument| argument.key() == name);
        let argument = named.ok_or_else(|| format!("there is no argument `{name}`"))?;
        let [setting] =
            <[Self; 1]>::try_from(of(argument, text)?).map_err(|_| "it has one value here")?;
        Ok(setting)
    }

    /// Returns `true` if leaving the setting out means the same, whatever the kernel's code states.
    fn is_default(&self) -> bool {
        match (self.argument, &*self.numbers) {
            // A stated 0 is refused.
            (Argument::Vgprs, _) => false,
            (argument, _) if Argument::OF_COMPILED.contains(argument) => false,
            (argument, [number]) if self.text != "auto" => {
                argument.row().left_out.map(i128::from) == Some(*number)
            }
            _ => false,
        }
    }
}

/// Returns `true` if an argument is among these settings.
pub(super) fn states(settings: &[Setting], argument: Argument) -> bool {
    settings.iter().any(|setting| setting.argument == argument)
}

/// The arguments of one configuration.
///
/// ```
/// use occupancy_report::calculator::{Setting, Values};
/// use occupancy_core::kernel::Argument;
///
/// let registers = Setting::new(Argument::Registers, [64]);
/// let mut values = Values::default();
/// values.apply(&registers);
/// assert_eq!(values.get(Argument::Registers), Some(&registers));
/// assert_eq!(values.get(Argument::MinBlocks), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values<'a> {
    /// The settings that differ from their defaults, in the order in which the attribute is written.
    pub(super) settings: Vec<&'a Setting>,
}

impl<'a> Values<'a> {
    /// Sets one argument. Arguments that exclude each other, such as `grid` and `elements`, replace each other. A
    /// default counts as left out, unless the kernel's code could state another value.
    pub fn apply(&mut self, setting: &'a Setting) {
        let is_stated = !setting.is_default();
        let excluded = setting.argument.excluded();
        self.settings.retain(|own| {
            own.argument != setting.argument && !(is_stated && excluded.contains(own.argument))
        });
        if is_stated {
            self.settings.push(setting);
            self.settings.sort_by_key(|one| one.argument as usize);
        }
    }

    /// Returns an argument with its value, if it is stated.
    pub fn get(&self, argument: Argument) -> Option<&'a Setting> {
        self.each().find(|setting| setting.argument == argument)
    }

    /// Returns the text of an argument: a path, a name, or the reason of `intent`.
    pub fn text(&self, argument: Argument) -> Option<&'a str> {
        Some(&self.get(argument)?.text)
    }

    /// Returns the argument that names the file with the kernel's code, and the path of the file.
    pub fn file(&self) -> Option<(Argument, &'a str)> {
        let mut files = Argument::FILES.iter();
        files.find_map(|argument| Some((argument, self.text(argument)?)))
    }

    /// Returns all settings, and in place of `hides` and `tile` those in its parentheses.
    fn each(&self) -> impl Iterator<Item = &'a Setting> {
        let settings = self.settings.iter();
        settings.flat_map(|setting| match &*setting.inside {
            [] => slice::from_ref(*setting),
            inside => inside,
        })
    }

    /// Converts into the form that rules are checked in, without the [rare](Self::rare) arguments. `lints` has the bits
    /// of the warnings that are turned on.
    pub(super) fn as_stated<'s>(&self, archs: &'s [Arch], lints: u32) -> Stated<'s> {
        let mut all = Stated::new(archs, 0, [], 0, lints);
        let mut places = all.numbers.iter_mut();
        for setting in self.each() {
            // `auto` is a range of blocks, and among the rare arguments.
            if setting.argument != Argument::Threads || setting.numbers.len() != AUTO.len() {
                all.stated = all.stated.with(setting.argument);
                for (number, place) in setting.numbers.iter().zip(&mut places) {
                    *place = *number;
                }
            }
        }
        all
    }

    /// Returns `true` for a budget that is left to the launch bounds.
    pub(super) fn is_auto(&self, budget: Argument) -> bool {
        self.text(budget).is_some_and(|text| !text.is_empty())
    }

    /// Returns the arguments that few configurations state.
    pub(super) fn rare(&self, allow_partial_warp: bool) -> Rare {
        let mut rare = Rare::NONE;
        rare.allow_partial_warp = allow_partial_warp;
        if let Some([least, most]) = self.get(Argument::Threads).map(|block| &*block.numbers) {
            rare.auto = Some((saturated(*least), saturated(*most)));
        }
        rare.auto_registers = self.is_auto(Argument::Registers).then_some(0);
        rare.auto_vgprs = self.is_auto(Argument::Vgprs).then_some(0);
        rare
    }
}

/// Reads the values of an argument: several for an integer, a block, a cluster or a grid, and one for the others.
///
/// An integer is `32`, `32,64,128`, `32..=128`, or every eighth number of a range: `32..=128:8`. A block is `256`,
/// `16x16`, `(16, 16)`, a range of whole warps, or `auto`; registers can be `auto`, too.
///
/// ```
/// use occupancy_report::calculator::{Setting, values};
/// use occupancy_core::kernel::Argument;
///
/// let registers = values::of(Argument::Registers, "32..=64:16,255");
/// let numbers = [32, 48, 64, 255].map(|number| Setting::new(Argument::Registers, [number]));
/// assert_eq!(registers, Ok(numbers.to_vec()));
/// ```
///
/// # Errors
///
/// A message that says what the value has to be.
pub fn of(argument: Argument, text: &str) -> Result<Vec<Setting>, String> {
    if !matches!(argument.form(), Form::Integer | Form::Extents) {
        return Ok(vec![one(argument, text)?]);
    }
    let mut all = Vec::new();
    // As an attribute writes several sizes.
    let any = text.strip_prefix("any").and_then(inside);
    let sizes = any.filter(|_| argument == Argument::Threads);
    let text = sizes.unwrap_or(text);
    for part in parts(text) {
        let is_auto = argument == Argument::Threads && part.starts_with("auto");
        let is_ranged = argument.is_integer() || argument == Argument::Threads && !is_auto;
        match part.split_once("..").filter(|_| is_ranged) {
            Some((first, rest)) => all.extend(range(argument, first, rest, part)?),
            None => all.push(one(argument, part)?),
        }
        if all.len() as u64 > MOST {
            return Err(too_many());
        }
    }
    Ok(all)
}

/// Reads one value of an argument.
fn one(argument: Argument, text: &str) -> Result<Setting, String> {
    let mut setting = Setting::new(argument, []);
    match (argument, argument.form()) {
        (Argument::Hides | Argument::Tile, _) => setting.inside = nested(argument, text)?,
        (Argument::Intent, _) => setting.text = intent(text)?,
        (_, Form::Word(_, words)) => {
            let place = (0..).zip(words).find(|(_, word)| **word == text);
            let fault = || format!("`{}` is `{}`", argument.key(), words.join("` or `"));
            let (place, _) = place.ok_or_else(fault)?;
            (setting.numbers, setting.text) = (vec![place], text.to_owned());
        }
        (Argument::Threads, _) if text.starts_with("auto") => setting.numbers = auto(text)?.into(),
        (Argument::Registers | Argument::Vgprs, _) if text.starts_with("auto") => {
            if text != "auto" {
                return Err("it is a number, or `auto`".into());
            }
            (setting.numbers, setting.text) = (vec![0], text.to_owned());
        }
        (Argument::Setmaxnreg, _) => {
            let listed = parts(inside(text).unwrap_or(text));
            setting.numbers = listed.map(number32).collect::<Result<_, _>>()?;
            if setting.numbers.len() > WarpGroups::MOST {
                return Err("a block has at most 8 warp groups".to_owned());
            }
            setting.text = joined(", ", &setting.numbers, i128::to_string);
            setting.numbers.resize(WarpGroups::MOST, 0);
        }
        (Argument::Problem, _) | (_, Form::Extents) => setting.numbers = extent(text)?.into(),
        (_, Form::Integer) => {
            setting.numbers = vec![at_most(argument.most(), number(text)?, text)?.into()];
        }
        (_, Form::Ratio) => {
            let ratio = ratio(text)?;
            setting.numbers = vec![ratio.numerator().into(), ratio.denominator().into()];
        }
        (_, Form::Flag) if ["", "true"].contains(&text) => {}
        (_, Form::Flag) => return Err("it is `true`, or left out".into()),
        _ if unquoted(text).is_empty() => return Err("it is empty".into()),
        _ => unquoted(text).clone_into(&mut setting.text),
    }
    Ok(setting)
}

/// Reads `0.5`, `50 %` or `1/2`, exactly.
///
/// # Errors
///
/// A message that says what the value has to be.
pub fn ratio(text: &str) -> Result<Ratio, String> {
    let fault = || "it is `0.5`, `50 %` or `1/2`".to_owned();
    let text = text.trim();
    let (numerator, denominator) = if let Some((numerator, denominator)) = text.split_once('/') {
        let part = |text: &str| text.trim().parse().map_err(|_| fault());
        (part(numerator)?, part(denominator)?)
    } else {
        let (decimal, whole) = match text.strip_suffix('%') {
            Some(percent) => (percent.trim_end(), 100),
            None => (text, 1),
        };
        let (before, after) = decimal.split_once('.').unwrap_or((decimal, ""));
        let digits = format!("{before}{after}");
        // Both parts fit 64 bits with as many digits.
        if !is_digits(&digits) || digits.len() > 17 {
            return Err(fault());
        }
        let denominator = after.bytes().fold(whole, |power, _| power * 10);
        (digits.parse().map_err(|_| fault())?, denominator)
    };
    Ratio::new(numerator, denominator).ok_or_else(|| "it is over zero".to_owned())
}

/// Reads the arguments in the parentheses of `hides` or `tile`: `cycles = 400, instructions = 60`.
fn nested(outer: Argument, text: &str) -> Result<Vec<Setting>, String> {
    let mut inside: Vec<Setting> = Vec::new();
    for part in parts(text) {
        let (name, value) = part.split_once('=').ok_or_else(|| expected(outer))?;
        let named = outer.nested().iter().find(|one| one.key() == name.trim());
        let argument = named.ok_or_else(|| expected(outer))?;
        if states(&inside, argument) {
            return Err(format!("`{}` is there twice", argument.key()));
        }
        inside.push(one(argument, value.trim())?);
    }
    let has = |argument| states(&inside, argument);
    if outer == Argument::Tile
        && let Some(missing) = Argument::TILE_EXTENTS.iter().find(|extent| !has(**extent))
    {
        let key = missing.key();
        return Err(format!("`{key}` is missing: {}", expected(outer)));
    }
    if (has(Argument::Instructions) || has(Argument::Wait)) && !has(Argument::Cycles) {
        return Err("`instructions` and `wait` are of a latency: state `cycles = 400` too".into());
    }
    inside.retain(|setting| !setting.is_default());
    inside.sort_by_key(|setting| setting.argument as usize);
    Ok(inside)
}

/// Says which arguments `hides` or `tile` takes.
fn expected(outer: Argument) -> String {
    if outer == Argument::Hides {
        return "it is `cycles = 400, instructions = 60, wait = first`, `bytes = 16`, or both"
            .to_owned();
    }
    let optional = Argument::OF_TILE.without(Arguments::of(&Argument::TILE_EXTENTS));
    let mut keys: Vec<_> = optional.iter().map(Argument::key).collect();
    let last = keys.pop().unwrap_or_default();
    let others = keys.join("`, `");
    format!("it is `m = 128, n = 128, k = 64`, and `{others}` and `{last}`")
}

/// Reads the reason of `intent`: `low_occupancy, accumulators in registers`.
fn intent(text: &str) -> Result<String, String> {
    let fault = "it is `low_occupancy` and why: `low_occupancy, accumulators in registers`";
    let (kind, reason) = text.split_once(',').unwrap_or_default();
    match (kind.trim(), unquoted(reason).trim()) {
        ("low_occupancy", reason) if !reason.is_empty() => Ok(reason.to_owned()),
        _ => Err(fault.to_owned()),
    }
}

/// Removes Rust's quotation marks, if there are any.
fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let rest = text.strip_prefix('"');
    rest.and_then(|rest| rest.strip_suffix('"')).unwrap_or(text)
}

/// Splits `threads = 512` or `hides(cycles = 400)` into its name and its value.
pub fn split_argument(part: &str) -> Option<(&str, &str)> {
    let (name, value) = part.split_at(part.find(['=', '('])?);
    let value = value.strip_prefix('=').or_else(|| inside(value))?;
    Some((name.trim(), value.trim()))
}

/// Returns the text in a pair of parentheses.
pub fn inside(text: &str) -> Option<&str> {
    text.strip_prefix('(')?.strip_suffix(')')
}

/// Splits a list at its commas, but not within parentheses or quotation marks.
pub fn parts(text: &str) -> impl Iterator<Item = &str> {
    let (mut depth, mut is_quoted) = (0_u32, false);
    let is_between = move |letter: char| {
        match letter {
            '"' => is_quoted = !is_quoted,
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0 && !is_quoted
    };
    text.split(is_between).map(str::trim)
}

/// Reads a range, `first..=last` or `first..=last:step`: `text` is all of it, and `rest` all after `..`.
/// Without a step, it has every number, or blocks of whole warps.
fn range(argument: Argument, first: &str, rest: &str, text: &str) -> Result<Vec<Setting>, String> {
    let is_block = argument == Argument::Threads;
    let Some(rest) = rest.strip_prefix('=') else {
        return Err("a range has its end in it: `64..=512`".into());
    };
    let (last, step) = match rest.split_once(':') {
        Some((last, step)) => (last, number(step.trim())?),
        None => (rest, if is_block { STEP } else { 1 }),
    };
    let (first, last) = (number(first.trim())?, number(last.trim())?);
    let step = NonZeroU64::new(step).ok_or("a range has a step of 1 or more")?;
    if first > last {
        return Err(format!("the range begins with {first}, after its end"));
    }
    // The last value is at most `last`, so nothing below overflows.
    let steps = (last - first) / step;
    if steps >= MOST {
        return Err(too_many());
    }
    at_most(argument.most(), first + steps * step.get(), text)?;
    let extents = if is_block { &[1, 1][..] } else { &[] };
    let setting = |index| {
        let number = i128::from(first + index * step.get());
        let mut setting = Setting::new(argument, [&[number], extents].concat());
        setting.is_of_warps = is_block && !rest.contains(':');
        setting
    };
    Ok((0..=steps).map(setting).collect())
}

/// Reads `auto` or `auto(64..=512)`: the fewest and the most threads.
fn auto(text: &str) -> Result<[i128; 2], String> {
    let sizes = text.strip_prefix("auto").unwrap_or(text).trim();
    match inside(sizes).and_then(|sizes| sizes.split_once("..=")) {
        _ if sizes.is_empty() => Ok(AUTO),
        Some((least, most)) => Ok([number32(least)?, number32(most)?]),
        None => Err("it is `auto` or `auto(64..=512)`".into()),
    }
}

/// Reads one to three extents: `16x16` or `(8, 8, 4)`.
fn extent(text: &str) -> Result<[i128; 3], String> {
    let mut dims = [1; 3];
    let parts: Vec<&str> = inside(text).unwrap_or(text).split([',', 'x']).collect();
    if parts.len() > dims.len() {
        return Err("it has x, y and z: `16x16` or `(8, 8, 4)`".into());
    }
    for (dim, part) in dims.iter_mut().zip(parts) {
        *dim = number32(part)?;
    }
    Ok(dims)
}

/// Reads a number of 32 bits.
fn number32(text: &str) -> Result<i128, String> {
    let text = text.trim();
    at_most(u32::MAX.into(), number(text)?, text).map(i128::from)
}

/// Returns `number`, which was read from `text`, unless it exceeds `most`.
fn at_most(most: u64, number: u64, text: &str) -> Result<u64, String> {
    let fits = (number <= most).then_some(number);
    fits.ok_or_else(|| format!("{text} is more than the {most} of 32 bits"))
}

/// Reads `49152`, `49_152` or `48 * 1024`, as in Rust.
///
/// # Errors
///
/// A message that says what the value has to be.
pub fn number(text: &str) -> Result<u64, String> {
    let mut product = Some(1_u64);
    for factor in text.split('*').map(str::trim) {
        let digits = factor.replace('_', "");
        if digits.is_empty() || !is_digits(&digits) || factor.starts_with('_') {
            return Err(format!("`{text}` is no number, such as 256 or 48 * 1024"));
        }
        product = product.and_then(|product| product.checked_mul(digits.parse().ok()?));
    }
    product.ok_or_else(|| format!("{text} is more than 64 bits hold"))
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn too_many() -> String {
    format!("it has more than {MOST} values: give the range a step, `32..=1024:32`")
}
