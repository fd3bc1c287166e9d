//! The values of arguments as text: each takes one value, several, or a range.

use std::num::NonZeroU64;

use occupancy_core::kernel::{Argument, Form, saturated};
use occupancy_core::{Arch, Ratio, gpu::WARP_SIZE, rules::unknown_arch};

use super::setting::{Setting, Value, Values};
use crate::words::joined;

/// Threads of a block or blocks of a grid, in x, y and z.
pub type Dims = (u32, u32, u32);

/// Values of one argument at most.
const MOST: u64 = 1 << 20;

/// A GPU and the name that it is asked for by.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedArch {
    /// The name.
    pub name: String,
    /// The GPU.
    pub arch: Arch,
}

impl Setting {
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
        match <[Value; 1]>::try_from(of(argument, text)?) {
            Ok([value]) => Ok(Self { argument, value }),
            Err(_) => Err("it has one value here".to_owned()),
        }
    }
}

impl NamedArch {
    /// A GPU by its name, or a compute capability; the help of an error names others behind `option`: `--arch `.
    ///
    /// # Errors
    ///
    /// The message of the compiler for a name that no GPU has.
    pub fn find(text: &str, option: &str) -> Result<Self, String> {
        let name = text.trim();
        let arch = Arch::find(name).map_err(|unknown| {
            let nearest = unknown.nearest();
            let names = joined(", ", nearest, |name| format!("`{option}{name}`"));
            unknown_arch(name, &unknown, Some(&names)).to_string()
        })?;
        let name = name.to_owned();
        Ok(Self { name, arch })
    }
}

/// The values of an argument, by its form: several of an integer, a block, a cluster or a grid, and one of the others.
///
/// An integer is `32`, `32,64,128`, `32..=128`, or every eighth number of a range: `32..=128:8`. A block is `256`,
/// `16x16`, `(16, 16)`, a range of whole warps, or `auto`.
///
/// ```
/// use occupancy_report::calculator::{Value, values};
/// use occupancy_core::kernel::Argument;
///
/// let registers = values::of(Argument::Registers, "32..=64:16,255");
/// assert_eq!(registers, Ok([32, 48, 64, 255].map(Value::Integer).to_vec()));
/// ```
///
/// # Errors
///
/// A message that says what the value has to be.
pub fn of(argument: Argument, text: &str) -> Result<Vec<Value>, String> {
    if !matches!(argument.form(), Form::Integer | Form::Extents) {
        return Ok(vec![one(argument, text)?]);
    }
    let mut all = Vec::new();
    for part in parts(text) {
        all.extend(match range(argument, part)? {
            Some(numbers) => numbers,
            None => vec![one(argument, part)?],
        });
        if all.len() as u64 > MOST {
            return Err(too_many());
        }
    }
    Ok(all)
}

/// One value of an argument.
fn one(argument: Argument, text: &str) -> Result<Value, String> {
    Ok(match (argument, argument.form()) {
        (Argument::Hides | Argument::Tile, _) => Value::Nested(nested(argument, text)?),
        (Argument::Intent, _) => Value::Text(intent(text)?),
        (Argument::Accumulator, _) if !["registers", "tensor_memory"].contains(&text) => {
            return Err("`accumulator` is `registers` or `tensor_memory`".to_owned());
        }
        (Argument::Threads, _) if text.starts_with("auto") => auto(text)?,
        (Argument::Problem, _) | (_, Form::Extents) => Value::Extents(extent(text)?),
        (_, Form::Integer) => Value::Integer(at_most(argument.most(), number(text)?, text)?),
        (_, Form::Ratio) => Value::Ratio(ratio(text)?),
        _ => Value::Text(unquoted(text)?),
    })
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
        let digits = format!("{before}{after}");
        // Both parts fit 64 bits with as many digits.
        if !is_digits(&digits) || digits.len() > 17 {
            return Err(says());
        }
        let denominator = after.bytes().fold(whole, |power, _| power * 10);
        (digits.parse().map_err(|_| says())?, denominator)
    };
    Ratio::new(numerator, denominator).ok_or_else(|| "it is over zero".to_owned())
}

/// What stands in the parentheses of `hides` or `tile`: `cycles = 400, instructions = 60`.
fn nested(outer: Argument, text: &str) -> Result<Values, String> {
    let mut stated: Vec<(Argument, &str)> = Vec::new();
    for part in parts(text) {
        let named = part.split_once('=').and_then(|(name, value)| {
            let mut all = outer.nested().iter();
            Some((all.find(|one| one.key() == name.trim())?, value.trim()))
        });
        let (argument, value) = named.ok_or_else(|| takes(outer))?;
        if stated.iter().any(|(other, _)| *other == argument) {
            return Err(format!("`{}` is there twice", argument.key()));
        }
        stated.push((argument, value));
    }
    let mut values = Values::default();
    for (argument, text) in &stated {
        values.apply(&Setting::new(*argument, one(*argument, text)?));
    }
    let is_missing = |argument: &Argument| stated.iter().all(|(other, _)| other != argument);
    let missing = Argument::TILE_EXTENTS.into_iter().find(is_missing);
    match (outer, missing) {
        (Argument::Tile, Some(missing)) => {
            Err(format!("`{}` is missing: {}", missing.key(), takes(outer)))
        }
        (Argument::Hides, _)
            if is_missing(&Argument::Cycles) && !is_missing(&Argument::Instructions) =>
        {
            Err("`instructions` are those during a latency: state `cycles = 400` too".to_owned())
        }
        _ => Ok(values),
    }
}

/// What `hides` or `tile` takes.
fn takes(outer: Argument) -> String {
    if outer == Argument::Hides {
        return "it is `cycles = 400, instructions = 60`, `bytes = 16`, or both".to_owned();
    }
    let others = Argument::OF_TILE.iter();
    let mut others: Vec<_> = others
        .filter(|argument| !Argument::TILE_EXTENTS.contains(argument))
        .map(|one| format!("`{}`", one.key()))
        .collect();
    let last = others.pop().unwrap_or_default();
    let others = others.join(", ");
    format!("it is `m = 128, n = 128, k = 64`, and {others} and {last}")
}

/// `low_occupancy, accumulators in registers`: what stands in the parentheses of `intent`; the reason.
fn intent(text: &str) -> Result<String, String> {
    let stated = text.split_once(',');
    let stated = stated.filter(|(what, _)| what.trim() == "low_occupancy");
    match stated.map(|(_, reason)| without_marks(reason).trim()) {
        None | Some("") => Err(
            "it is `low_occupancy` and why: `low_occupancy, accumulators in registers`".to_owned(),
        ),
        Some(reason) => Ok(reason.to_owned()),
    }
}

fn unquoted(text: &str) -> Result<String, String> {
    match without_marks(text) {
        "" => Err("it is empty".to_owned()),
        text => Ok(text.to_owned()),
    }
}

/// Text, with the quotation marks of Rust or without.
fn without_marks(text: &str) -> &str {
    let text = text.trim();
    let inner = text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inner.unwrap_or(text)
}

/// The text in parentheses.
fn inside(text: &str) -> Option<&str> {
    text.strip_prefix('(')?.strip_suffix(')')
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

/// The numbers of `a..=b`, every one or as `a..=b:step` has it, and threads in whole warps; `None` where it is no range.
fn range(argument: Argument, text: &str) -> Result<Option<Vec<Value>>, String> {
    let is_block = argument == Argument::Threads && !text.starts_with("auto");
    let stated = text.split_once("..");
    let Some((first, rest)) = stated.filter(|_| is_block || argument.is_integer()) else {
        return Ok(None);
    };
    let Some(rest) = rest.strip_prefix('=') else {
        return Err("a range has its end in it: `64..=512`".to_owned());
    };
    let (last, step) = match rest.split_once(':') {
        Some((last, step)) => (last, number(step.trim())?),
        None => (rest, if is_block { WARP_SIZE.into() } else { 1 }),
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
    at_most(argument.most(), first + steps * step.get(), text)?;
    let numbers = (0..=steps).map(|index| first + index * step.get());
    let value = |number: u64| match argument {
        Argument::Threads => Value::Extents((saturated(number.into()), 1, 1)),
        _ => Value::Integer(number),
    };
    Ok(Some(numbers.map(value).collect()))
}

fn auto(text: &str) -> Result<Value, String> {
    let sizes = text.strip_prefix("auto").unwrap_or(text).trim();
    match inside(sizes).and_then(|sizes| sizes.split_once("..=")) {
        _ if sizes.is_empty() => Ok(Value::AUTO),
        Some((least, most)) => Ok(Value::Auto(number32(least)?, number32(most)?)),
        None => Err("it is `auto` or `auto(64..=512)`".to_owned()),
    }
}

fn extent(text: &str) -> Result<Dims, String> {
    let mut dims = [1; 3];
    let parts: Vec<&str> = inside(text).unwrap_or(text).split([',', 'x']).collect();
    if parts.len() > dims.len() {
        return Err("it has x, y and z: `16x16` or `(8, 8, 4)`".to_owned());
    }
    for (dim, part) in dims.iter_mut().zip(parts) {
        *dim = number32(part)?;
    }
    Ok(dims.into())
}

fn number32(text: &str) -> Result<u32, String> {
    let text = text.trim();
    let number = at_most(u32::MAX.into(), number(text)?, text)?;
    Ok(saturated(number.into()))
}

/// A number that is written as `text`, if it is not over the most that is accepted: what 32 bits hold, or 64.
fn at_most(most: u64, number: u64, text: &str) -> Result<u64, String> {
    if number > most {
        return Err(format!("{text} is more than the {most} of 32 bits"));
    }
    Ok(number)
}

/// `49152`, or `49_152` as in Rust.
fn number(text: &str) -> Result<u64, String> {
    let digits = text.replace('_', "");
    if digits.is_empty() || !is_digits(&digits) || text.starts_with('_') {
        return Err(format!("`{text}` is no number, such as 256"));
    }
    digits
        .parse()
        .map_err(|_| format!("{text} is more than 64 bits hold"))
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn too_many() -> String {
    format!("it has more than {MOST} values: give the range a step, `32..=1024:32`")
}

#[cfg(test)]
mod tests {
    use occupancy_core::Ratio;
    use occupancy_core::kernel::{Accumulator, Argument, LatencyDemand, Tile};

    use occupancy_core::kernel::Stated;

    use super::{NamedArch, Setting, Value, Values, intent, nested, of, parts, ratio};

    /// What is stated in the parentheses of `hides` and `tile`.
    fn inside(
        outer: Argument,
        text: &str,
    ) -> Result<(Option<LatencyDemand>, Option<Tile>), String> {
        let mut values = Values::default();
        values.apply(&Setting::new(outer, Value::Nested(nested(outer, text)?)));
        let stated = Stated {
            rare: &values.rare(false),
            ..values.stated(&[], &[], 0)
        };
        let (configuration, _) = stated.merged();
        Ok((configuration.hides, configuration.tile))
    }

    fn hides(text: &str) -> Result<LatencyDemand, String> {
        inside(Argument::Hides, text).map(|(hides, _)| hides.unwrap())
    }

    fn tile(text: &str) -> Result<Tile, String> {
        inside(Argument::Tile, text).map(|(_, tile)| tile.unwrap())
    }

    #[test]
    fn lists_and_ranges() {
        let integers = |argument, text| {
            let values = of(argument, text)?;
            let numbers = values.into_iter().map(|value| match value {
                Value::Integer(number) => number,
                other => panic!("{other:?}"),
            });
            Ok::<Vec<u64>, String>(numbers.collect())
        };
        let numbers = |text| integers(Argument::Registers, text);
        let large_numbers = |text| integers(Argument::Elements, text);
        assert_eq!(numbers("32,64, 128").unwrap(), [32, 64, 128]);
        assert_eq!(numbers("30..=33").unwrap(), [30, 31, 32, 33]);
        assert_eq!(numbers("32..=64:16,255").unwrap(), [32, 48, 64, 255]);
        assert_eq!(numbers("0..=10:4").unwrap(), [0, 4, 8]);
        assert_eq!(numbers("49_152").unwrap(), [49_152]);
        assert_eq!(large_numbers("18446744073709551615").unwrap(), [u64::MAX]);
        let last = "18446744073709551614..=18446744073709551615";
        assert_eq!(large_numbers(last).unwrap(), [u64::MAX - 1, u64::MAX]);
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
        let blocks = |text| of(Argument::Threads, text);
        let dims = |x, y, z| Value::Extents((x, y, z));
        assert_eq!(
            blocks("256,16x16,(8, 8, 4)").unwrap(),
            [dims(256, 1, 1), dims(16, 16, 1), dims(8, 8, 4)]
        );
        assert_eq!(
            blocks("64..=128").unwrap(),
            [dims(64, 1, 1), dims(96, 1, 1), dims(128, 1, 1)]
        );
        assert_eq!(
            blocks("auto,auto(64..=512)").unwrap(),
            [Value::Auto(32, 1024), Value::Auto(64, 512)]
        );
        let clusters = of(Argument::Cluster, "2x2,8");
        assert_eq!(clusters.unwrap(), [dims(2, 2, 1), dims(8, 1, 1)]);
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
        assert_eq!(NamedArch::find(" h100", "").unwrap().name, "h100");
        assert!(
            NamedArch::find("h1000", "")
                .unwrap_err()
                .contains("[OCC105]")
        );
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
            Ok(LatencyDemand {
                bytes: Some(16),
                ..LatencyDemand::cycles(400, 60)
            })
        );
        assert_eq!(hides("bytes=16"), Ok(LatencyDemand::bytes(16)));
        let mut stated = Tile::new(128, 64, 32);
        (stated.stages, stated.a_bytes) = (3, 2);
        stated.gives_shared_memory = true;
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
