//! An argument that does not exist, and what would say the same.

use occupancy_core::gpu::WARP_SIZE;
use occupancy_core::kernel::{Argument, Form};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

use super::Args;
use super::arguments::Place;
use super::otherwise::values;
use super::shown::{text, wrapped};
use super::words::{self, Meaning};
use crate::errors::Errors;
use crate::expression::{Expression, Kind};
use crate::number;
use crate::tokens::{between_commas, is_mark};

impl Args {
    /// Reports an argument that does not exist, and takes it for what it means.
    pub(super) fn unknown(
        &mut self,
        name: &TokenStream,
        meaning: Option<Meaning>,
        value: Option<&TokenStream>,
        place: Place,
        errors: &mut Errors,
    ) {
        let shown = text(name);
        let fault = format!("unknown argument `{shown}`");
        let on = place == Some(Argument::On);
        if let Some(outer) = place.filter(|_| !on) {
            let nested = outer.nested();
            let meant = match meaning {
                Some(Meaning::Argument(argument)) if nested.contains(argument) => argument,
                _ => outer,
            };
            let all: Vec<_> = nested.iter().map(Argument::key).collect();
            let fault = format!("{fault} of `{}`", outer.key());
            let help = format!("`{}`\n    arguments: {}", meant.example(), all.join(", "));
            return errors.refuse(name, "OCC101", fault, help);
        }
        let mut changes = changes(meaning, value);
        let meant = changes.first().map(|(argument, _)| *argument);
        if let ([_], Some(argument)) = (changes.as_slice(), meant)
            && on
            && !argument.is_of_one_gpu()
        {
            return not_of_one_gpu(name, argument, errors);
        }
        changes.retain(|(argument, _)| !self.listed.contains(*argument));
        let beside = match meant {
            Some(argument) if changes.is_empty() => Some(argument.key()),
            // The first of two other names stands for the argument.
            _ => changes.iter().find_map(|(argument, _)| {
                let other = self.misspelt.iter().find(|(other, _)| other == argument);
                other.map(|(_, name)| name.as_str())
            }),
        };
        if let Some(beside) = beside {
            let fault = format!("{fault}: `{beside}` is given too");
            return errors.refuse(name, "OCC101", fault, "remove it");
        }
        let help = help(meaning, &changes);
        let all: Vec<_> = words::listed().into_iter().map(Argument::key).collect();
        let all = wrapped("arguments: ", &all);
        errors.at(name, format!("[OCC101] {fault}{help}\n    {all}"));
        let meant = changes.into_iter();
        self.misspelt
            .extend(meant.map(|(argument, _)| (argument, shown.clone())));
    }
}

/// Reports an argument in `on(…)` that is the same for all GPUs.
pub(super) fn not_of_one_gpu(name: impl ToTokens, argument: Argument, errors: &mut Errors) {
    if argument == Argument::On {
        let help = "put one after the other: each is for one GPU";
        return errors.refuse(name, "OCC118", "`on` is in another `on`", help);
    }
    let fault = format!("`{}` is the same for every GPU", argument.key());
    errors.refuse(name, "OCC118", fault, "state it once, outside `on(…)`");
}

/// An argument that says the same, with its value where it can be told.
type Change = (Argument, Option<String>);

fn changes(meaning: Option<Meaning>, value: Option<&TokenStream>) -> Vec<Change> {
    match meaning {
        None => Vec::new(),
        Some(Meaning::Argument(argument)) => {
            vec![(argument, value.and_then(|value| stated(argument, value)))]
        }
        Some(Meaning::Warps) => vec![(Argument::Threads, value.and_then(threads_of_warps))],
        Some(Meaning::Stages) => vec![(Argument::DynamicSharedMemory, None)],
        Some(Meaning::LaunchBounds) => {
            let trees: Vec<TokenTree> = value.into_iter().cloned().flatten().collect();
            let list = match trees.as_slice() {
                [] => return vec![(Argument::Threads, None), (Argument::MinBlocks, None)],
                [TokenTree::Group(list)] => list.stream(),
                _ => trees.into_iter().collect(),
            };
            let arguments = [Argument::Threads, Argument::MinBlocks, Argument::Cluster];
            let values = between_commas(list);
            arguments
                .into_iter()
                .zip(values.iter().map(|value| Some(text(value))))
                .collect()
        }
    }
}

fn help(meaning: Option<Meaning>, changes: &[Change]) -> String {
    let written = changes.iter().map(|(argument, value)| match value {
        Some(value) if argument.is_parenthesized() => {
            let inner = value.strip_prefix('(');
            let inner = inner.and_then(|value| value.strip_suffix(')'));
            format!("{}({})", argument.key(), inner.unwrap_or(value))
        }
        Some(value) => words::stated(*argument, value),
        None => argument.key().to_owned(),
    });
    let written = written.collect::<Vec<_>>().join(", ");
    let stages = match meaning {
        Some(Meaning::Stages) => ": the buffers of all stages",
        _ => "",
    };
    match changes {
        [] => String::new(),
        [(argument, _)] => format!(
            "\n\n    help: `{written}` {}{stages}",
            argument.row().purpose
        ),
        _ => format!("\n\n    help: `{written}` say the same"),
    }
}

/// The value as the argument takes it.
fn stated(argument: Argument, value: &TokenStream) -> Option<String> {
    let percent = Expression::new(value).and_then(|value| number::integer(&value).ok());
    let stated = match percent {
        Some(percent @ 2..=100) if argument.form() == Form::Ratio => Some(format!("{percent} %")),
        _ => values(argument, value).into_iter().next(),
    };
    let is_cut = value.clone().into_iter().any(|token| is_mark(&token, ','));
    stated.or_else(|| (!is_cut).then(|| text(value)))
}

/// `128` for 4 warps, `32 * WARPS` for a constant.
fn threads_of_warps(warps: &TokenStream) -> Option<String> {
    let expression = Expression::new(warps)?;
    if let Ok(warps) = number::integer(&expression) {
        let threads = warps.checked_mul(WARP_SIZE.into())?;
        return Some(threads.to_string());
    }
    let warps = text(warps);
    match expression.kind {
        Kind::Literal(_) => None,
        Kind::Path(_) | Kind::Computed | Kind::Parenthesized(_) => {
            Some(format!("{WARP_SIZE} * {warps}"))
        }
        _ => Some(format!("{WARP_SIZE} * ({warps})")),
    }
}

#[cfg(test)]
mod tests {
    use crate::launch_config_tokens;
    use crate::syntax::words::words;
    use occupancy_core::kernel::Argument;

    fn expansion(attribute: &str) -> String {
        let item = "fn kernel() {}".parse().unwrap();
        launch_config_tokens(&attribute.parse().unwrap(), &item).to_string()
    }

    fn faults(expansion: &str) -> usize {
        expansion.matches("compile_error").count()
    }

    /// The one fault has this help, and the attribute with it in place of `written` has none.
    fn assert_answer(attribute: &str, written: &str, answer: &str) {
        let found = expansion(attribute);
        assert_eq!(faults(&found), 1, "{attribute}: {found}");
        let help = format!("help: `{}`", answer.replace('"', "\\\""));
        assert!(found.contains(&help), "{attribute}: no {help} in {found}");
        let applied = expansion(&attribute.replace(written, answer));
        // What is read from a file is not there.
        if !answer.starts_with("cubin")
            && !answer.starts_with("ptx")
            && !answer.starts_with("kernel")
        {
            assert_eq!(
                faults(&applied),
                0,
                "the example of an argument passes with those of `arch`, `threads` and `regs`: {answer}: {applied}"
            );
        }
    }

    fn attribute(argument: Argument, written: &str) -> String {
        let required = [Argument::Arch, Argument::Threads, Argument::Registers];
        let mut arguments: Vec<&str> = required
            .into_iter()
            .filter(|other| *other != argument)
            .map(Argument::example)
            .collect();
        if argument == Argument::TailEfficiency {
            arguments.push("grid = 528");
        }
        arguments.push(written);
        arguments.join(", ")
    }

    #[test]
    fn each_word_is_answered_with_its_argument() {
        for (word, argument) in words() {
            let answer = argument.example();
            let written = answer.replacen(argument.key(), word, 1);
            assert_answer(&attribute(argument, &written), &written, answer);
        }
    }

    #[test]
    fn values_are_answered_as_they_are_written_here() {
        let rows: [(Argument, &[(&str, &str)]); 6] = [
            (
                Argument::Threads,
                &[
                    ("num_warps = 2 * 4", "threads = 256"),
                    ("__launch_bounds__(256, 4)", "threads = 256, min_blocks = 4"),
                    (
                        "launch_bounds = (256, 4, 2)",
                        "threads = 256, min_blocks = 4, cluster = 2",
                    ),
                    ("launch_bounds(256)", "threads = 256"),
                    ("blockDim = 32 x 8", "threads = (32, 8)"),
                    ("block_size(256)", "threads = 256"),
                    ("block_size = 1,024", "threads = 1024"),
                ],
            ),
            (
                Argument::Arch,
                &[
                    ("cc = 9.0", "arch = \"9.0\""),
                    ("compute_capability = (9, 0)", "arch = \"9.0\""),
                    ("gpus = [\"h100\", \"a100\"]", "arch = [\"h100\", \"a100\"]"),
                    ("device = h100", "arch = \"h100\""),
                ],
            ),
            (
                Argument::MinOccupancy,
                &[("occupancy = 0.5", "min_occupancy = 0.5")],
            ),
            (Argument::Kernel, &[("entry = saxpy", "kernel = \"saxpy\"")]),
            (Argument::Elements, &[("n = 1000000", "elements = 1000000")]),
            (
                Argument::Allow,
                &[("alow(partial_warp)", "allow(partial_warp)")],
            ),
        ];
        for (argument, rows) in rows {
            for (written, answer) in rows {
                assert_answer(&attribute(argument, written), written, answer);
            }
        }
    }
}
