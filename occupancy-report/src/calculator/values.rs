//! The values of arguments as text: each takes one value, several, or a range.

use std::num::NonZeroU64;

use occupancy_core::kernel::{Accumulator, Argument, Form, LatencyDemand, Tile};
use occupancy_core::{Arch, Configuration, Kernel, Ratio, gpu::WARP_SIZE, rules::unknown_arch};

/// Threads of a block or blocks of a grid, in x, y and z.
pub type Dims = (u32, u32, u32);

/// A configuration in which nothing is stated.
pub(crate) const NOTHING: Configuration<'_> = Configuration::new(&[], Kernel::new((1, 1, 1), 1));

/// Values of one argument at most.
const MOST: u64 = 1 << 20;

/// The values of one argument, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List<T>(pub Vec<T>);

/// The value of an argument, by its form.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// Of `threads`.
    Block(Block),
    /// Of an [integer](Argument::INTEGERS), such as `regs`.
    Integer(u64),
    /// Of `cluster` and `grid`.
    Extents(Dims),
    /// Of `min_occupancy` and `tail_efficiency`.
    Ratio(Ratio),
    /// What is in the parentheses of `hides`.
    Hides(LatencyDemand),
    /// What is in the parentheses of `tile`.
    Tile(Tile),
    /// A path, a name, or the reason of `intent(low_occupancy, …)`.
    Text(String),
}

/// A GPU and the name that it is asked for by.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedArch {
    /// The name.
    pub name: String,
    /// The GPU.
    pub arch: Arch,
}

/// A block, or the sizes to choose it from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// Threads in x, y and z.
    Dims(Dims),
    /// The best size with at least and at most this number of threads: `auto(64..=512)`.
    Auto(u32, u32),
}

impl Value {
    /// A configuration that has what is in its parentheses, and nothing else.
    pub(crate) fn nested(&self) -> Configuration<'static> {
        match self {
            Self::Hides(demand) => NOTHING.with_hides(Some(*demand)),
            Self::Tile(tile) => NOTHING.with_tile(Some(*tile)),
            _ => NOTHING,
        }
    }
}

impl<T> List<T> {
    fn map<U>(self, value: impl FnMut(T) -> U) -> List<U> {
        List(self.0.into_iter().map(value).collect())
    }
}

impl Block {
    /// `auto`
    pub const AUTO: Self = Self::Auto(WARP_SIZE, 1024);
}

impl NamedArch {
    /// A GPU under this name.
    pub const fn new(name: String, arch: Arch) -> Self {
        Self { name, arch }
    }

    /// A GPU by its name, or a compute capability.
    ///
    /// # Errors
    ///
    /// The message of the compiler for a name that no GPU has.
    pub fn find(text: &str) -> Result<Self, String> {
        Self::find_as(text, "")
    }

    /// The same, where help is to be written behind `option`: `--arch `.
    ///
    /// # Errors
    ///
    /// The message of the compiler for a name that no GPU has.
    pub fn find_as(text: &str, option: &str) -> Result<Self, String> {
        let name = text.trim();
        match Arch::find(name) {
            Ok(arch) => Ok(Self {
                name: name.to_owned(),
                arch,
            }),
            Err(unknown) => {
                let nearest = unknown.nearest().iter();
                let names: Vec<String> = nearest.map(|name| format!("`{option}{name}`")).collect();
                Err(unknown_arch(name, &unknown, Some(&names.join(", "))).to_string())
            }
        }
    }
}

/// The values of an argument, by its form: several of an integer, a block, a cluster or a grid, and one of the others.
///
/// # Errors
///
/// A message that says what the value has to be.
pub fn of(argument: Argument, text: &str) -> Result<List<Value>, String> {
    let one = |value| List(vec![value]);
    Ok(match (argument, argument.form()) {
        (Argument::Threads, _) => blocks(text)?.map(Value::Block),
        (Argument::Hides, _) => one(Value::Hides(hides(text)?)),
        (Argument::Tile, _) => one(Value::Tile(tile(text)?)),
        (Argument::Intent, _) => one(Value::Text(intent(text)?)),
        (_, Form::Integer) => integers(argument, text)?.map(Value::Integer),
        (_, Form::Extents) => extents(text)?.map(Value::Extents),
        (_, Form::Ratio) => one(Value::Ratio(ratio(text)?)),
        _ => one(Value::Text(unquoted(text)?)),
    })
}

/// The values of an argument that is one [integer](Argument::INTEGERS): `32`, `32,64,128`, `32..=128`, or every eighth
/// number of a range: `32..=128:8`.
///
/// ```
/// use occupancy_report::calculator::values::integers;
/// use occupancy_core::kernel::Argument;
///
/// assert_eq!(integers(Argument::Registers, "32..=64:16,255").unwrap().0, [32, 48, 64, 255]);
/// ```
///
/// # Errors
///
/// A message that says what the value has to be.
pub fn integers(argument: Argument, text: &str) -> Result<List<u64>, String> {
    let most = argument.most();
    list(text, |text| match range(text, 1)? {
        Some(numbers) => numbers.map(|number| at_most(most, number, text)).collect(),
        None => Ok(vec![at_most(most, number(text)?, text)?]),
    })
}

/// `256`, `16x16`, `(16, 16)`, a range of whole warps, or `auto`.
///
/// # Errors
///
/// A message that says what the value has to be.
pub fn blocks(text: &str) -> Result<List<Block>, String> {
    list(text, |text| {
        if let Some(sizes) = text.strip_prefix("auto") {
            return Ok(vec![auto(sizes.trim())?]);
        }
        if let Some(threads) = range(text, WARP_SIZE.into())? {
            return threads
                .map(|threads| Ok(Block::Dims((to_32_bits(threads, text)?, 1, 1))))
                .collect();
        }
        Ok(vec![Block::Dims(extent(text)?)])
    })
}

/// `64`, `8x8` or `(8, 8, 4)`, or several of them.
///
/// # Errors
///
/// A message that says what the value has to be.
pub fn extents(text: &str) -> Result<List<Dims>, String> {
    list(text, |text| Ok(vec![extent(text)?]))
}

/// `0.5`, `50 %` or `1/2`, exactly.
///
/// # Errors
///
/// A message that says what the value has to be.
pub fn ratio(text: &str) -> Result<Ratio, String> {
    let says = || "it is `0.5`, `50 %` or `1/2`".to_owned();
    let text = text.trim();
    let (numerator, denominator) = if let Some((numerator, denominator)) = text.split_once('/') {
        let part = |text: &str| text.trim().parse().map_err(|_| says());
        (part(numerator)?, part(denominator)?)
    } else {
        let (decimal, whole) = match text.strip_suffix('%') {
            Some(percent) => (percent.trim_end(), 100),
            None => (text, 1),
        };
        let (before, after) = decimal.split_once('.').unwrap_or((decimal, ""));
        let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
        let digits = format!("{before}{after}");
        // Both parts fit 64 bits with as many digits.
        if !is_number(&digits) || digits.len() > 17 {
            return Err(says());
        }
        let denominator = after.bytes().fold(whole, |power, _| power * 10);
        (digits.parse().map_err(|_| says())?, denominator)
    };
    Ratio::new(numerator, denominator).ok_or_else(|| "it is over zero".to_owned())
}

/// `cycles = 400, instructions = 60, bytes = 16`: what stands in the parentheses of `hides`.
///
/// # Errors
///
/// A message that says what the value has to be.
pub fn hides(text: &str) -> Result<LatencyDemand, String> {
    let says = || "it is `cycles = 400, instructions = 60`, `bytes = 16`, or both".to_owned();
    let mut stated = NOTHING;
    for (argument, value) in nested(text, &Argument::OF_HIDES, says)? {
        stated = stated.with_integer(argument, number32(value)?.into());
    }
    let demand = stated.hides.unwrap_or(LatencyDemand::NONE);
    if demand.instructions.is_some() && demand.cycles.is_none() {
        return Err(
            "`instructions` are those during a latency: state `cycles = 400` too".to_owned(),
        );
    }
    Ok(demand)
}

/// `m = 128, n = 128, k = 64, stages = 3, a = 2, b = 2`: what stands in the parentheses of `tile`.
///
/// # Errors
///
/// A message that says what the value has to be.
pub fn tile(text: &str) -> Result<Tile, String> {
    let says = || {
        let others = Argument::OF_TILE.iter();
        let others = others.filter(|argument| !Argument::TILE_EXTENTS.contains(argument));
        let mut others: Vec<_> = others
            .map(|argument| format!("`{}`", argument.key()))
            .collect();
        let last = others.pop().unwrap_or_default();
        format!(
            "it is `m = 128, n = 128, k = 64`, and {} and {last}",
            others.join(", ")
        )
    };
    let stated = nested(text, &Argument::OF_TILE, says)?;
    let mut tile = Tile::new(0, 0, 0);
    for &(argument, value) in &stated {
        match argument {
            Argument::Problem => {
                let (m, n, _) = extent(value)?;
                tile.problem = Some((m, n));
            }
            Argument::Accumulator => {
                tile.accumulator = [Accumulator::Registers, Accumulator::TensorMemory]
                    .into_iter()
                    .find(|accumulator| accumulator.name() == value)
                    .ok_or("`accumulator` is `registers` or `tensor_memory`")?;
            }
            _ => {
                let stated = NOTHING.with_tile(Some(tile));
                let stated = stated.with_integer(argument, number32(value)?.into());
                tile = stated.tile.unwrap_or(tile);
            }
        }
    }
    let is_missing = |extent: &Argument| stated.iter().all(|(argument, _)| argument != extent);
    match Argument::TILE_EXTENTS.into_iter().find(is_missing) {
        Some(missing) => Err(format!("`{}` is missing: {}", missing.key(), says())),
        None => Ok(tile),
    }
}

/// The arguments in the parentheses of another, each with its value, without what is left to its default.
pub(crate) fn nested_arguments(
    outer: Argument,
    stated: &Configuration<'_>,
) -> Vec<(&'static str, String)> {
    let value = |argument| match (stated.integer(argument), stated.extents(argument)) {
        (Some(number), _) => (argument.left_out() != Some(number)).then(|| number.to_string()),
        (None, Some((m, n, _))) => Some(format!("({m}, {n})")),
        (None, None) => {
            let accumulator = stated.tile.filter(|_| argument == Argument::Accumulator);
            let accumulator = accumulator?.accumulator;
            (accumulator != Accumulator::Registers).then(|| accumulator.name().to_owned())
        }
    };
    let all = outer.nested().iter();
    all.filter_map(|argument| Some((argument.key(), value(*argument)?)))
        .collect()
}

/// The parts of what is in the parentheses of an argument: each states one of `arguments`, and none is there twice.
fn nested<'t>(
    text: &'t str,
    arguments: &[Argument],
    says: impl Fn() -> String,
) -> Result<Vec<(Argument, &'t str)>, String> {
    let mut stated: Vec<(Argument, &str)> = Vec::new();
    for part in parts(text) {
        let (name, value) = part.split_once('=').ok_or_else(&says)?;
        let name = name.trim();
        let mut all = arguments.iter();
        let argument = *all
            .find(|argument| argument.key() == name)
            .ok_or_else(&says)?;
        if stated.iter().any(|(other, _)| *other == argument) {
            return Err(format!("`{name}` is there twice"));
        }
        stated.push((argument, value.trim()));
    }
    Ok(stated)
}

/// `low_occupancy, accumulators in registers`: what stands in the parentheses of `intent`; the reason.
///
/// # Errors
///
/// A message that says what the value has to be.
pub fn intent(text: &str) -> Result<String, String> {
    let reason = text.split_once(',').and_then(|(what, reason)| {
        let reason = reason.trim();
        let inner = reason
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'));
        (what.trim() == "low_occupancy").then(|| inner.unwrap_or(reason).trim())
    });
    match reason {
        None | Some("") => Err(
            "it is `low_occupancy` and why: `low_occupancy, accumulators in registers`".to_owned(),
        ),
        Some(reason) => Ok(reason.to_owned()),
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

/// The parts between commas; what is in parentheses or quotation marks is one part.
pub(crate) fn parts(text: &str) -> impl Iterator<Item = &str> {
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

/// The values of each part.
fn list<T>(text: &str, values: impl Fn(&str) -> Result<Vec<T>, String>) -> Result<List<T>, String> {
    let mut all = Vec::new();
    for part in parts(text) {
        all.extend(values(part)?);
        if all.len() as u64 > MOST {
            return Err(too_many());
        }
    }
    Ok(List(all))
}

/// The numbers of `a..=b`, every one or as `a..=b:step` has it; `None` where it is no range.
fn range(
    text: &str,
    default_step: u64,
) -> Result<Option<impl Iterator<Item = u64> + use<>>, String> {
    let Some((first, rest)) = text.split_once("..") else {
        return Ok(None);
    };
    let Some(rest) = rest.strip_prefix('=') else {
        return Err("a range has its end in it: `64..=512`".to_owned());
    };
    let (last, step) = match rest.split_once(':') {
        Some((last, step)) => (last, number(step.trim())?),
        None => (rest, default_step),
    };
    let (first, last) = (number(first.trim())?, number(last.trim())?);
    let step = NonZeroU64::new(step).ok_or("a range has a step of 1 or more")?;
    if first > last {
        return Err(format!("the range begins with {first}, after its end"));
    }
    // No operation is left to overflow.
    let steps = (last - first) / step;
    if steps >= MOST {
        return Err(too_many());
    }
    Ok(Some(
        (0..=steps).map(move |index| first + index * step.get()),
    ))
}

fn auto(sizes: &str) -> Result<Block, String> {
    if sizes.is_empty() {
        return Ok(Block::AUTO);
    }
    let says = || "it is `auto` or `auto(64..=512)`".to_owned();
    let inner = sizes
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let (least, most) = inner
        .and_then(|inner| inner.split_once("..="))
        .ok_or_else(says)?;
    Ok(Block::Auto(number32(least.trim())?, number32(most.trim())?))
}

fn extent(text: &str) -> Result<Dims, String> {
    let inner = text
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
        .unwrap_or(text);
    let mut dims = [1; 3];
    let parts: Vec<&str> = inner.split([',', 'x']).collect();
    if parts.len() > dims.len() {
        return Err("it has x, y and z: `16x16` or `(8, 8, 4)`".to_owned());
    }
    for (dim, part) in dims.iter_mut().zip(parts) {
        *dim = number32(part.trim())?;
    }
    let [x, y, z] = dims;
    Ok((x, y, z))
}

fn number32(text: &str) -> Result<u32, String> {
    to_32_bits(number(text)?, text)
}

fn to_32_bits(number: u64, text: &str) -> Result<u32, String> {
    u32::try_from(number).map_err(|_| over(text))
}

/// A number that is written as `text`, if it is not over the most that is accepted: what 32 bits hold, or 64.
fn at_most(most: u64, number: u64, text: &str) -> Result<u64, String> {
    if number <= most {
        Ok(number)
    } else {
        Err(over(text))
    }
}

/// `49152`, or `49_152` as in Rust.
fn number(text: &str) -> Result<u64, String> {
    let digits: String = text.chars().filter(|&letter| letter != '_').collect();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || text.starts_with('_') {
        return Err(format!("`{text}` is no number, such as 256"));
    }
    digits
        .parse()
        .map_err(|_| format!("{text} is more than 64 bits hold"))
}

fn over(text: &str) -> String {
    format!("{text} is more than the {} of 32 bits", u32::MAX)
}

fn too_many() -> String {
    format!("it has more than {MOST} values: give the range a step, `32..=1024:32`")
}

#[cfg(test)]
mod tests {
    use occupancy_core::Ratio;
    use occupancy_core::kernel::{Accumulator, Argument, LatencyDemand, Tile};

    use super::{Block, NamedArch, blocks, extents, hides, integers, intent, parts, ratio, tile};

    #[test]
    fn lists_and_ranges() {
        let numbers = |text| integers(Argument::Registers, text);
        let large_numbers = |text| integers(Argument::Elements, text);
        assert_eq!(numbers("32,64, 128").unwrap().0, [32, 64, 128]);
        assert_eq!(numbers("30..=33").unwrap().0, [30, 31, 32, 33]);
        assert_eq!(numbers("32..=64:16,255").unwrap().0, [32, 48, 64, 255]);
        assert_eq!(numbers("0..=10:4").unwrap().0, [0, 4, 8]);
        assert_eq!(numbers("49_152").unwrap().0, [49_152]);
        assert_eq!(large_numbers("18446744073709551615").unwrap().0, [u64::MAX]);
        let last = "18446744073709551614..=18446744073709551615";
        assert_eq!(large_numbers(last).unwrap().0, [u64::MAX - 1, u64::MAX]);
        for (text, says) in [
            ("", "is no number"),
            ("32,", "is no number"),
            ("-1", "is no number"),
            ("_1", "is no number"),
            ("1..5", "has its end in it"),
            ("5..=1", "after its end"),
            ("1..=5:0", "a step of 1"),
            ("4294967296", "of 32 bits"),
            ("0..=4294967296:4294967296", "of 32 bits"),
            ("18446744073709551616", "64 bits"),
            ("0..=4294967295", "more than 1048576 values"),
        ] {
            let error = numbers(text).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }

    #[test]
    fn blocks_of_every_form() {
        let dims = |x, y, z| Block::Dims((x, y, z));
        assert_eq!(
            blocks("256,16x16,(8, 8, 4)").unwrap().0,
            [dims(256, 1, 1), dims(16, 16, 1), dims(8, 8, 4)]
        );
        assert_eq!(
            blocks("64..=128").unwrap().0,
            [dims(64, 1, 1), dims(96, 1, 1), dims(128, 1, 1)]
        );
        assert_eq!(
            blocks("auto,auto(64..=512)").unwrap().0,
            [Block::Auto(32, 1024), Block::Auto(64, 512)]
        );
        assert_eq!(extents("2x2,8").unwrap().0, [(2, 2, 1), (8, 1, 1)]);
        for text in ["1x2x3x4", "auto(64)", "automatic", "x", "(16, 16"] {
            assert!(blocks(text).is_err(), "{text}");
        }
    }

    #[test]
    fn ratios_are_exact() {
        let of = |numerator, denominator| Ratio::new(numerator, denominator).unwrap();
        for (text, expected) in [
            ("0.5", of(1, 2)),
            (".5", of(1, 2)),
            ("50 %", of(1, 2)),
            ("50%", of(1, 2)),
            ("1/2", of(1, 2)),
            ("2 / 3", of(2, 3)),
            ("93.75 %", of(15, 16)),
            ("1", of(1, 1)),
            ("1.", of(1, 1)),
        ] {
            assert_eq!(ratio(text), Ok(expected), "{text}");
        }
        for text in ["", ".", "%", "-0.5", "1/0", "half", "0.123456789012345678"] {
            assert!(ratio(text).is_err(), "{text}");
        }
    }

    #[test]
    fn gpus() {
        assert_eq!(NamedArch::find(" h100").unwrap().name, "h100");
        assert!(NamedArch::find("h1000").unwrap_err().contains("[OCC105]"));
    }

    #[test]
    fn what_is_in_parentheses() {
        assert_eq!(
            parts("b200, threads = (16, 16), intent(low_occupancy, \"a, b\")").collect::<Vec<_>>(),
            [
                "b200",
                "threads = (16, 16)",
                "intent(low_occupancy, \"a, b\")"
            ]
        );
        assert_eq!(
            hides("cycles = 400, instructions=60, bytes = 16"),
            Ok(LatencyDemand::cycles(400, 60).with_bytes(16))
        );
        assert_eq!(hides("bytes=16"), Ok(LatencyDemand::bytes(16)));
        let mut stated = Tile::new(128, 64, 32);
        (stated.stages, stated.a_bytes) = (3, 2);
        assert_eq!(tile("m=128, n = 64, k = 32, stages=3, a = 2"), Ok(stated));
        stated.accumulator = Accumulator::TensorMemory;
        stated.problem = Some((4096, 1024));
        let text = "m = 128, n = 64, k = 32, stages = 3, a = 2, accumulator = tensor_memory, problem = (4096, 1024)";
        assert_eq!(tile(text), Ok(stated));
        for (text, says) in [
            ("m = 128, n = 64", "`k` is missing"),
            ("m = 1, n = 1, k = 1, m = 2", "`m` is there twice"),
            ("m = 1, n = 1, k = 1, depth = 2", "it is `m = 128"),
            (
                "m = 1, n = 1, k = 1, accumulator = smem",
                "`registers` or `tensor_memory`",
            ),
            ("m = 1, n = 1, k = -1", "`-1` is no number"),
        ] {
            assert!(tile(text).unwrap_err().contains(says), "{text}");
        }
        for (text, says) in [
            ("", "it is `cycles"),
            ("400", "it is `cycles"),
            ("latency = 400", "it is `cycles"),
            ("cycles = many", "`many` is no number"),
            ("cycles = 1, cycles = 2", "`cycles` is there twice"),
            ("instructions = 8", "state `cycles = 400` too"),
        ] {
            let error = hides(text).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
        assert_eq!(intent("low_occupancy, tiles").as_deref(), Ok("tiles"));
        assert_eq!(intent("low_occupancy, \"a, b\"").as_deref(), Ok("a, b"));
        for text in [
            "",
            "low_occupancy",
            "low_occupancy, ",
            "high_occupancy, why",
        ] {
            assert!(intent(text).is_err(), "{text}");
        }
    }
}
