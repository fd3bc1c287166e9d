//! Values of `occupancy calculate`: each argument takes one value, several, or a range.

use std::num::NonZeroU64;

use occupancy_core::{Ratio, gpu::WARP_SIZE};

use crate::dims::Dims;

/// Values of one argument at most.
const MOST: u64 = 1 << 20;

/// The values of one argument, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct List<T>(pub(crate) Vec<T>);

/// A block, or the sizes to choose it from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    Dims(Dims),
    /// `auto(64..=512)`
    Auto(u32, u32),
}

/// `32`, `32,64,128`, `32..=128`, or every eighth number of a range: `32..=128:8`.
pub(crate) fn numbers(text: &str) -> Result<List<u32>, String> {
    list(text, |text| match range(text, 1)? {
        Some(numbers) => numbers
            .map(|number| u32::try_from(number).map_err(|_| over(text)))
            .collect(),
        None => Ok(vec![number32(text)?]),
    })
}

/// The same with numbers of 64 bits.
pub(crate) fn large_numbers(text: &str) -> Result<List<u64>, String> {
    list(text, |text| match range(text, 1)? {
        Some(numbers) => Ok(numbers.collect()),
        None => Ok(vec![number(text)?]),
    })
}

/// `256`, `16x16`, `(16, 16)`, a range of whole warps, or `auto`.
pub(crate) fn blocks(text: &str) -> Result<List<Block>, String> {
    list(text, |text| {
        if let Some(sizes) = text.strip_prefix("auto") {
            return Ok(vec![auto(sizes.trim())?]);
        }
        if let Some(threads) = range(text, WARP_SIZE.into())? {
            return threads
                .map(|threads| match u32::try_from(threads) {
                    Ok(threads) => Ok(Block::Dims((threads, 1, 1))),
                    Err(_) => Err(over(text)),
                })
                .collect();
        }
        Ok(vec![Block::Dims(extent(text)?)])
    })
}

/// `64`, `8x8` or `(8, 8, 4)`, or several of them.
pub(crate) fn extents(text: &str) -> Result<List<Dims>, String> {
    list(text, |text| Ok(vec![extent(text)?]))
}

/// `0.5`, `50 %` or `1/2`, exactly.
pub(crate) fn ratio(text: &str) -> Result<Ratio, String> {
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

/// The values of each part between commas; those in parentheses are one part.
fn list<T>(text: &str, values: impl Fn(&str) -> Result<Vec<T>, String>) -> Result<List<T>, String> {
    let mut all = Vec::new();
    let mut depth = 0_u32;
    let is_between = |letter: char| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    };
    for part in text.split(is_between) {
        all.extend(values(part.trim())?);
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
        return Ok(Block::Auto(WARP_SIZE, 1024));
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
    u32::try_from(number(text)?).map_err(|_| over(text))
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

    use super::{Block, blocks, extents, large_numbers, numbers, ratio};

    #[test]
    fn lists_and_ranges() {
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
}
