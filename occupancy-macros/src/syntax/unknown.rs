//! An argument that does not exist, and what would say the same.

use occupancy_core::gpu::WARP_SIZE;
use occupancy_core::kernel::{Argument, Form};
use proc_macro2::{TokenStream, TokenTree};
use syn::Expr;

use super::Args;
use super::arguments::Place;
use super::meant::meant;
use super::shown::text;
use super::split::split_at_commas;
use super::strays;
use super::words::Meaning;
use crate::errors::{self, Errors};
use crate::key;
use crate::number;

/// A value of more letters is not repeated.
const MOST_LETTERS: usize = 100;

/// An argument under a name that none has.
pub(super) struct Unknown {
    /// The name, or a path.
    pub(super) name: TokenStream,
    pub(super) meaning: Option<Meaning>,
    pub(super) value: Option<TokenStream>,
    pub(super) strays: Vec<TokenTree>,
}

impl Args {
    /// Reports an argument that does not exist, and takes it for what it means.
    pub(super) fn unknown(
        &mut self,
        unknown: &Unknown,
        written: &[Argument],
        place: Place,
        errors: &mut Errors,
    ) {
        let name = text(&unknown.name);
        let arguments = unknown.meaning.map(Meaning::arguments).unwrap_or_default();
        if let [argument] = arguments.as_slice()
            && place == Place::On
            && !argument.is_of_one_gpu()
        {
            return errors.at(&unknown.name, errors::not_of_one_gpu(*argument));
        }
        let changes: Vec<(Argument, Option<String>)> = unknown
            .changes()
            .into_iter()
            .filter(|(argument, _)| !written.contains(argument))
            .collect();
        let beside = match arguments.first() {
            Some(argument) if changes.is_empty() => Some(argument.key().to_owned()),
            // The first of two other names stands for the argument.
            _ => changes.iter().find_map(|(argument, _)| {
                let other = self.misspelt.iter().find(|(other, _)| other == argument);
                other.map(|(_, name)| name.clone())
            }),
        };
        if let Some(beside) = beside {
            return errors.at(&unknown.name, errors::unknown_beside(&name, &beside));
        }
        let help = unknown.help(&changes);
        let arguments = changes
            .into_iter()
            .map(|(argument, _)| (argument, name.clone()));
        self.misspelt.extend(arguments);
        errors.at(&unknown.name, errors::unknown_key(&name, help.as_deref()));
    }
}

impl Unknown {
    /// The arguments that say the same, with their values where they can be told.
    fn changes(&self) -> Vec<(Argument, Option<String>)> {
        let Some(meaning) = self.meaning else {
            return Vec::new();
        };
        match (meaning, &self.value) {
            (Meaning::Argument(argument), value) => {
                vec![(
                    argument,
                    value
                        .as_ref()
                        .and_then(|value| self.stated(argument, value)),
                )]
            }
            (Meaning::Warps, value) => {
                let threads = value.as_ref().and_then(threads_of_warps);
                vec![(Argument::Threads, threads)]
            }
            (Meaning::LaunchBounds, Some(value)) => {
                let mut value = value.clone().into_iter();
                let list = match (value.next(), value.next()) {
                    (Some(TokenTree::Group(list)), None) => list.stream(),
                    (first, second) => first.into_iter().chain(second).chain(value).collect(),
                };
                let values = split_at_commas(list)
                    .into_iter()
                    .map(TokenStream::from_iter);
                let arguments = meaning.arguments().into_iter();
                arguments
                    .zip(values)
                    .map(|(argument, value)| (argument, Some(text(&value))))
                    .collect()
            }
            (Meaning::LaunchBounds, None) => {
                vec![(Argument::Threads, None), (Argument::MinBlocks, None)]
            }
            (Meaning::Stages, _) => vec![(Argument::DynamicSharedMemory, None)],
        }
    }

    /// The value as the argument takes it.
    fn stated(&self, argument: Argument, value: &TokenStream) -> Option<String> {
        let value = if self.strays.is_empty() {
            let percent = percent(argument, value);
            percent
                .or_else(|| meant(argument, value))
                .unwrap_or_else(|| text(value))
        } else {
            let mut parts = vec![text(value)];
            parts.extend(self.strays.iter().map(ToString::to_string));
            let joined = strays::joined(value, &self.strays);
            strays::meant(argument, &parts, &joined)
                .into_iter()
                .next()?
        };
        (value.chars().count() <= MOST_LETTERS).then_some(value)
    }

    fn help(&self, changes: &[(Argument, Option<String>)]) -> Option<String> {
        let written: Vec<String> = changes
            .iter()
            .map(|(argument, value)| match (argument, value) {
                (argument, Some(value)) if argument.is_parenthesized() => {
                    let inner = value
                        .strip_prefix('(')
                        .and_then(|value| value.strip_suffix(')'));
                    format!("{}({})", argument.key(), inner.unwrap_or(value))
                }
                (argument, Some(value)) => key::stated(*argument, value),
                (argument, None) => argument.key().to_owned(),
            })
            .collect();
        let written = written.join(", ");
        match changes {
            [] => None,
            [(argument, _)] => {
                let stages = match self.meaning {
                    Some(Meaning::Stages) => ": the buffers of all stages",
                    _ => "",
                };
                Some(format!("`{written}` {}{stages}", argument.purpose()))
            }
            _ => Some(format!("`{written}` say the same")),
        }
    }
}

/// `128` for 4 warps, `32 * WARPS` for a constant.
fn threads_of_warps(warps: &TokenStream) -> Option<String> {
    let expression = syn::parse2::<Expr>(warps.clone()).ok()?;
    if let Ok(warps) = number::integer(&expression) {
        return warps
            .checked_mul(WARP_SIZE.into())
            .map(|threads| threads.to_string());
    }
    let warps = text(warps);
    Some(match expression {
        Expr::Path(_) | Expr::Call(_) | Expr::MethodCall(_) | Expr::Field(_) | Expr::Paren(_) => {
            format!("{WARP_SIZE} * {warps}")
        }
        Expr::Lit(_) => return None,
        _ => format!("{WARP_SIZE} * ({warps})"),
    })
}

/// `50 %` for an occupancy of 50.
fn percent(argument: Argument, value: &TokenStream) -> Option<String> {
    let is_ratio = argument.form() == Form::Ratio;
    let expression = syn::parse2::<Expr>(value.clone())
        .ok()
        .filter(|_| is_ratio)?;
    let percent = number::integer(&expression).ok()?;
    (2..=100).contains(&percent).then(|| format!("{percent} %"))
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
        for (argument, written, answer) in [
            (Argument::Threads, "num_warps = 4", "threads = 128"),
            (Argument::Threads, "num_warps = 2 * 4", "threads = 256"),
            (
                Argument::Threads,
                "warps = WARPS + 1",
                "threads = 32 * (WARPS + 1)",
            ),
            (
                Argument::Threads,
                "launch_bounds(256, 4)",
                "threads = 256, min_blocks = 4",
            ),
            (
                Argument::Threads,
                "__launch_bounds__(256, 4)",
                "threads = 256, min_blocks = 4",
            ),
            (
                Argument::Threads,
                "launch_bounds = (256, 4, 2)",
                "threads = 256, min_blocks = 4, cluster = 2",
            ),
            (Argument::Threads, "launch_bounds(256)", "threads = 256"),
            (
                Argument::Threads,
                "block_dim = [32, 8]",
                "threads = (32, 8)",
            ),
            (Argument::Threads, "blockDim = 32 x 8", "threads = (32, 8)"),
            (Argument::Threads, "block_size(256)", "threads = 256"),
            (Argument::Threads, "block_size = 1,024", "threads = 1024"),
            (Argument::Arch, "sm = 90", "arch = \"sm_90\""),
            (Argument::Arch, "cc = 9.0", "arch = \"9.0\""),
            (
                Argument::Arch,
                "compute_capability = (9, 0)",
                "arch = \"9.0\"",
            ),
            (
                Argument::Arch,
                "gpus = [\"h100\", \"a100\"]",
                "arch = [\"h100\", \"a100\"]",
            ),
            (Argument::Arch, "device = h100", "arch = \"h100\""),
            (
                Argument::DynamicSharedMemory,
                "shared_mem = 48KB",
                "smem = 48 * 1024",
            ),
            (
                Argument::MinOccupancy,
                "occupancy = 50",
                "min_occupancy = 50 %",
            ),
            (
                Argument::MinOccupancy,
                "occupancy = 0.5",
                "min_occupancy = 0.5",
            ),
            (Argument::Kernel, "entry = saxpy", "kernel = \"saxpy\""),
            (Argument::Elements, "n = 1000000", "elements = 1000000"),
            (
                Argument::DynamicSharedMemory,
                "cuda::smem = 4096",
                "smem = 4096",
            ),
            (Argument::Allow, "alow(partial_warp)", "allow(partial_warp)"),
        ] {
            assert_answer(&attribute(argument, written), written, answer);
        }
    }
}
