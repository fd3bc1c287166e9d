//! Spells arguments, which messages write as in the attribute, as options of the command line.

use itertools::Itertools;
use occupancy_core::kernel::{Argument, Form};
use occupancy_report::calculator::values::{inside, parts, split_argument};

/// Replaces `regs = 80` by `--regs 80`, between backticks; other text stays.
pub(crate) fn spelled(text: &str) -> String {
    let mut pieces = text.split('`').enumerate().map(|(at, piece)| {
        match parts(piece).map(option).collect::<Option<Vec<_>>>() {
            Some(options) if at % 2 == 1 => options.join(" "),
            _ => piece.to_owned(),
        }
    });
    pieces.join("`")
}

/// The option of an argument with its value; `None` if it is no argument.
fn option(argument: &str) -> Option<String> {
    let (name, value) = split_argument(argument)?;
    let mut all = Argument::ALL.iter();
    let argument = all.find(|one| one.key() == name && !one.is_nested())?;
    let value = match argument {
        Argument::Hides | Argument::Tile => value.replace(" = ", "=").replace(", ", ","),
        Argument::Setmaxnreg => value.replace(", ", ","),
        _ if argument.form() == Form::Extents => inside(value).unwrap_or(value).replace(", ", "x"),
        _ => value.replace('"', ""),
    };
    Some(format!("--{} {}", name.replace('_', "-"), quoted(&value)))
}

/// A text as one word of a shell, in quotation marks only if it needs them.
pub(crate) fn quoted(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-+=,:/".contains(letter);
    if text.chars().all(is_plain) {
        return text.to_owned();
    }
    in_quotes(text)
}

/// A text as one word of a shell, in quotation marks.
pub(crate) fn in_quotes(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::spelled;

    #[test]
    fn arguments_are_options() {
        for row in [
            "help: `regs = 80` keeps 3 => help: `--regs 80` keeps 3",
            "`threads = (16, 16)` => `--threads 16x16`",
            "`hides(cycles = 400, instructions = 57)` => `--hides cycles=400,instructions=57`",
            "`setmaxnreg(24, 232)` => `--setmaxnreg 24,232`",
            "`allow(partial_warp)` => `--allow partial_warp`",
            "`kernel = \"f<int>\"` => `--kernel 'f<int>'`",
            "`arch = \"h100\", regs = 32` => `--arch h100 --regs 32`",
            "`on(\"l4\", smem = 64)` => `--on 'l4, smem = 64'`",
            "kernel `saxpy` and `blas::dot(int*)` => kernel `saxpy` and `blas::dot(int*)`",
            "`--arch h100`, `m = 64` => `--arch h100`, `m = 64`",
        ] {
            let (text, expected) = row.split_once(" => ").unwrap();
            assert_eq!(spelled(text), expected);
        }
    }
}
