//! Sentences with holes: `{gpu}` is a name or a number, and `{blocks:block}` a number of things. And a change as the
//! attribute states it.
//!
//! | hole | for 1 | for 1024 |
//! |---|---|---|
//! | `{blocks}` | `1` | `1,024` |
//! | `{blocks:block}` | `1 block` | `1,024 blocks` |
//! | `{blocks!block}` | `1`, or `1 block` if it is in the first change of a help | `1,024`, or `1,024 blocks` |
//! | `{blocks?is\|are}` | `is` | `are` |
//! | `{blocks#}` | `1` | `1024`, as it is written in an attribute |
//! | `{blocks>13}` | right-aligned in 13 characters | |
//! | `{=smem}` | the argument `smem`, as the reader sets it | |
//! | `{bytes=smem}` | `smem = 1` | `smem = 1024` |
//! | `{reached~asked}` | a percentage that is told apart from another | |

use crate::gpu::{Arch, Words};
use crate::kernel::{Accumulator, Argument, Change, Wait};
use crate::model::Occupancy;
use crate::numbers::or;
use crate::text::{Ratio, Text};

/// A value for a hole.
#[derive(Clone, Copy)]
pub(super) enum Value<'a> {
    Number(u64),
    Ratio(Ratio),
    Dims((u32, u32, u32)),
    Text(&'a str),
    /// The resources that limit the blocks, with a verb.
    Binding(Occupancy),
}

impl Value<'_> {
    pub(super) const fn of(number: u32) -> Self {
        Self::Number(number as u64)
    }

    const fn number(self) -> u64 {
        match self {
            Self::Number(number) => number,
            _ => 0,
        }
    }
}

/// Writes a template with these values in its holes, in turn.
pub(super) const fn fill<'m, const N: usize>(
    mut out: &'m mut Text<N>,
    template: &str,
    mut values: &[Value<'_>],
) -> &'m mut Text<N> {
    let mut left = template;
    while let Some((before, hole, after)) = Hole::first(left)
        && let [value, others @ ..] = values
    {
        out = hole.write(out.text(before), *value, None, false, Words::NVIDIA);
        (left, values) = (after, others);
    }
    out.text(left)
}

/// One hole: `{name}`, or with a kind and the rest after it.
#[derive(Clone, Copy)]
pub(super) struct Hole<'t> {
    pub(super) name: &'t str,
    /// Decides how the value is written; 0 for the name alone.
    kind: u8,
    /// A noun, words, a width, or another name.
    pub(super) rest: &'t str,
}

impl<'t> Hole<'t> {
    /// The first hole of a template, between the text before it and the text after it.
    pub(super) const fn first(template: &'t str) -> Option<(&'t str, Self, &'t str)> {
        let (before, rest) = known!(cut(template, b"{"));
        let (hole, after) = known!(cut(rest.1, b"}"));
        let (name, (kind, rest)) = or(cut(hole, b":!?#>~="), (hole, (0, "")));
        Some((before, Self { name, kind, rest }, after.1))
    }

    /// Returns `true` if it is an argument.
    pub(super) const fn is_argument(&self) -> bool {
        self.kind == b'='
    }

    /// Writes the value of the hole. `other` is the value of the name in its rest, and `is_first` is set in the first
    /// change of a help.
    pub(super) const fn write<'m, const N: usize>(
        &self,
        out: &'m mut Text<N>,
        value: Value<'_>,
        other: Option<Value<'_>>,
        is_first: bool,
        words: Words,
    ) -> &'m mut Text<N> {
        let number = value.number();
        match self.kind {
            b':' => out.worded(counted(number, self.rest).as_str(), words),
            b'!' if is_first => out.worded(counted(number, self.rest).as_str(), words),
            b'?' => match cut(self.rest, b"|") {
                Some((one, _)) if number == 1 => out.worded(one, words),
                Some((_, (_, several))) => out.worded(several, words),
                None => out,
            },
            b'#' => out.number(number),
            b'>' => match usize::from_str_radix(self.rest, 10) {
                Ok(width) => out.aligned(number, width),
                Err(_) => out,
            },
            b'~' => match (value, other) {
                (Value::Ratio(ratio), Some(Value::Ratio(other))) => {
                    out.percent_beside(ratio, other)
                }
                _ => out,
            },
            _ => match value {
                Value::Number(number) => out.grouped(number),
                Value::Ratio(ratio) => out.percent(ratio),
                Value::Dims(dims) => out.dims(dims),
                Value::Text(text) => out.text(text),
                Value::Binding(occupancy) => {
                    let is_one = occupancy.binding_is_singular();
                    out.worded(occupancy.binding().as_str(), words);
                    out.text(if is_one { " allows " } else { " allow " })
                }
            },
        }
    }
}

/// A number with its noun.
const fn counted(number: u64, noun: &str) -> Text<64> {
    *Text::new().counted(number, noun)
}

/// Splits a text at the first of some bytes, which are of ASCII: the text before it, the byte, and the text after it.
pub(super) const fn cut<'t>(text: &'t str, bytes: &[u8]) -> Option<(&'t str, (u8, &'t str))> {
    let mut at = 0_usize;
    let mut left = text.as_bytes();
    while let [byte, others @ ..] = left {
        each!(bytes, |one| {
            if *byte == *one {
                // Both ends of a byte of ASCII are ends of characters.
                let (before, rest) = text.split_at(at);
                return Some((before, (*byte, rest.split_at(1).1)));
            }
        });
        (at, left) = (at.saturating_add(1), others);
    }
    None
}

/// The way in which the reader of a message sets an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// In `#[launch_config(…)]`: `regs = 80`.
    Attribute,
    /// In a [`Configuration`](crate::Configuration) or its parts: `with_registers(80)`.
    Program,
}

/// A change as the attribute states it: `regs = 80`.
pub const fn change(change: Change) -> Text<96> {
    *add_change(&mut Text::new(), change, Style::Attribute)
}

/// Appends an argument, with its value if there is one.
pub(super) const fn add_argument<'m, const N: usize>(
    out: &'m mut Text<N>,
    argument: Argument,
    value: Option<Value<'_>>,
    style: Style,
) -> &'m mut Text<N> {
    match (value, style) {
        (Some(value), _) => set(out, argument, value, style),
        (None, Style::Attribute) => out.text(argument.key()),
        (None, Style::Program) => {
            let of_field = (argument.key(), (0, ""));
            out.text(or(cut(argument.row().setter, b"( "), of_field).0)
        }
    }
}

/// Appends an argument and its value.
const fn set<'m, const N: usize>(
    out: &'m mut Text<N>,
    argument: Argument,
    value: Value<'_>,
    style: Style,
) -> &'m mut Text<N> {
    let is_program = matches!(style, Style::Program);
    let (out, after) = match cut(argument.row().setter, b"#") {
        Some((before, (_, after))) if is_program => (out.text(before), after),
        _ => (out.text(argument.key()).text(" = "), ""),
    };
    let out = match value {
        Value::Number(number) => out.number(number),
        Value::Ratio(ratio) if is_program => {
            let (numerator, denominator) = (ratio.numerator(), ratio.denominator());
            let values = [Value::Number(numerator), Value::Number(denominator)];
            fill(out, "{#}, {#}", &values)
        }
        Value::Ratio(ratio) => out.decimal(ratio),
        Value::Dims((x, y, z)) if is_program => {
            let values = [Value::of(x), Value::of(y), Value::of(z)];
            fill(out, "({#}, {#}, {#})", &values)
        }
        Value::Dims(dims) => out.dims(dims),
        Value::Text(_) if matches!(argument, Argument::Arch) => fill(out, "\"{}\"", &[value]),
        Value::Text(text) => out.text(text),
        Value::Binding(_) => out,
    };
    out.text(after)
}

/// Appends a change as the attribute states it, `regs = 80`, or as a program makes it.
pub(super) const fn add_change<const N: usize>(
    out: &mut Text<N>,
    change: Change,
    style: Style,
) -> &mut Text<N> {
    let is_program = matches!(style, Style::Program);
    let (argument, value) = match change {
        Change::Integer(argument, value) => (argument, Value::Number(value)),
        Change::Threads(block_dim) => (Argument::Threads, Value::Dims(block_dim)),
        Change::Both((one, number), (other, others_number)) => {
            // Methods are called one after the other.
            let and = if is_program { "." } else { ", " };
            set(out, one, Value::Number(number), style).text(and);
            (other, Value::Number(others_number))
        }
        Change::Grid(dims) => (Argument::Grid, Value::Dims(dims)),
        Change::AllowPartialWarp => {
            return out.text(match style {
                Style::Attribute => "allow(partial_warp)",
                Style::Program => "with_partial_warp_allowed(true)",
            });
        }
        Change::Hides(demand) => {
            let numbers = [
                (Argument::Cycles, demand.cycles),
                (Argument::Instructions, demand.instructions),
                (Argument::BytesInFlight, demand.bytes),
            ];
            let mut begin = match style {
                Style::Attribute => "hides(",
                Style::Program => "with_hides(Some(LatencyDemand { ",
            };
            each!(numbers.as_slice(), |(argument, number)| {
                let template = match (number, style) {
                    (None, Style::Attribute) => continue,
                    (None, Style::Program) => ": None",
                    (Some(_), Style::Attribute) => " = {#}",
                    (Some(_), Style::Program) => ": Some({#})",
                };
                out.text(begin).text(argument.key());
                fill(out, template, &[Value::of(or(*number, 0))]);
                begin = ", ";
            });
            if let Some(wait) = demand.wait {
                out.text(match (style, wait) {
                    (Style::Attribute, Wait::First) => ", wait = first",
                    (Style::Attribute, Wait::Last) => ", wait = last",
                    (Style::Program, Wait::First) => ", wait: Some(Wait::First)",
                    (Style::Program, Wait::Last) => ", wait: Some(Wait::Last)",
                });
            } else if is_program {
                out.text(", wait: None");
            }
            return out.text(if is_program { " }))" } else { ")" });
        }
        Change::Ratio(argument, ratio) => (argument, Value::Ratio(ratio)),
        Change::Device(device) => {
            let name = Arch::Device(device).short_name();
            (Argument::Arch, Value::Text(name))
        }
        Change::Cluster(dims) => (Argument::Cluster, Value::Dims(dims)),
        Change::Accumulator(accumulator) => {
            let name = match (style, accumulator) {
                (Style::Attribute, _) => accumulator.name(),
                (_, Accumulator::Registers) => "Registers",
                (_, Accumulator::TensorMemory) => "TensorMemory",
            };
            (Argument::Accumulator, Value::Text(name))
        }
        Change::Problem((m, n)) => {
            let mut value = Text::<32>::new();
            fill(&mut value, "({#}, {#})", &[Value::of(m), Value::of(n)]);
            return set(out, Argument::Problem, Value::Text(value.as_str()), style);
        }
        Change::WarpGroups(groups) => {
            let mut begin = match style {
                Style::Attribute => "setmaxnreg(",
                Style::Program => "setmaxnreg = WarpGroups::new(&[",
            };
            each!(groups.as_slice(), |registers| {
                out.text(begin).number(*registers as u64);
                begin = ", ";
            });
            return out.text(if is_program { "])" } else { ")" });
        }
        Change::Without(argument) => {
            let none = match argument {
                _ if !is_program => "",
                Argument::MinOccupancy => return out.text("min_occupancy = None"),
                Argument::Setmaxnreg => return out.text("setmaxnreg = None"),
                Argument::Cooperative => return out.text("cooperative = false"),
                _ => "(None)",
            };
            return add_argument(out, argument, None, style).text(none);
        }
    };
    set(out, argument, value, style)
}
