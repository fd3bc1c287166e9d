//! The command line's spelling of what messages and figures write as in the attribute.

use occupancy_core::kernel::Argument;
use occupancy_report::calculator::{Setting, values::parts};

/// `--regs 80` for `regs = 80`, between backticks; what is no argument stays.
pub(crate) fn spelled(text: &str) -> String {
    let pieces = text.split('`').enumerate().map(|(at, piece)| {
        let options: Option<Vec<_>> = parts(piece).map(option).collect();
        let options = options.filter(|_| at % 2 == 1);
        options.map_or_else(|| piece.to_owned(), |options| options.join(" "))
    });
    pieces.collect::<Vec<_>>().join("`")
}

/// An argument with its value, as an option.
fn option(argument: &str) -> Option<String> {
    let at = argument.find(['=', '('])?;
    let (name, value) = (
        argument[..at].trim(),
        argument[at..].trim_start_matches('=').trim(),
    );
    let others = ["arch", "on", "allow", "warn", "deny"];
    let mut arguments = Setting::arguments().map(Argument::key);
    if !others.contains(&name) && !arguments.any(|key| key == name) {
        return None;
    }
    let inside = value
        .strip_prefix('(')
        .and_then(|value| value.strip_suffix(')'));
    let value = match (name, inside) {
        ("hides" | "tile", Some(inside)) => inside.replace(" = ", "=").replace(", ", ","),
        ("threads" | "grid" | "cluster", Some(inside)) => inside.replace(", ", "x"),
        (_, inside) => inside.unwrap_or(value).replace('"', ""),
    };
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-+=,:/".contains(letter);
    let quote = if value.chars().all(is_plain) { "" } else { "'" };
    Some(format!(
        "--{} {quote}{value}{quote}",
        name.replace('_', "-")
    ))
}

#[cfg(test)]
mod tests {
    use super::spelled;

    #[test]
    fn arguments_are_options() {
        for (text, expected) in [
            ("help: `regs = 80` keeps 3", "help: `--regs 80` keeps 3"),
            ("`threads = (16, 16)`", "`--threads 16x16`"),
            (
                "`hides(cycles = 400, instructions = 57)`",
                "`--hides cycles=400,instructions=57`",
            ),
            ("`allow(partial_warp)`", "`--allow partial_warp`"),
            ("`kernel = \"f<int>\"`", "`--kernel 'f<int>'`"),
            ("`arch = \"h100\", regs = 32`", "`--arch h100 --regs 32`"),
            ("`on(\"l4\", smem = 64)`", "`--on 'l4, smem = 64'`"),
            (
                "kernel `saxpy` and `blas::dot(int*)`",
                "kernel `saxpy` and `blas::dot(int*)`",
            ),
            ("`--arch h100`, `m = 64`", "`--arch h100`, `m = 64`"),
        ] {
            assert_eq!(spelled(text), expected);
        }
    }
}
