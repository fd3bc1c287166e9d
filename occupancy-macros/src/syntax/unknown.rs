//! An argument that does not exist, and what would say the same.

use occupancy_core::gpu::nvidia::WARP_SIZE;
use occupancy_core::kernel::{Argument, Form};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Expr;

use super::Args;
use super::arguments::Place;
use super::otherwise::values;
use super::shown::{text, wrapped};
use super::words::{self, Meaning};
use crate::errors::Errors;
use crate::expression::{bare, elements, expression, is_named};
use crate::number;
use crate::tokens::{between_commas, is_mark, single};

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
            let help = match shown.split_once('.') {
                Some(_) => "one value has x, y and z, as in `threads = (32, 8)`",
                None => "remove it",
            };
            return errors.refuse(name, "OCC101", fault, help);
        }
        let help = help(meaning, &changes);
        errors.at(name, format!("[OCC101] {fault}\n\n    {help}"));
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
        None | Some(Meaning::Elsewhere(_)) => Vec::new(),
        Some(Meaning::Argument(argument)) => {
            vec![(argument, value.and_then(|value| stated(argument, value)))]
        }
        Some(Meaning::Warps) => vec![(Argument::Threads, value.and_then(threads_of_warps))],
        Some(Meaning::Stages) => vec![(Argument::DynamicSharedMemory, None)],
        Some(Meaning::LaunchBounds) => {
            let Some(value) = value else {
                return vec![(Argument::Threads, None), (Argument::MinBlocks, None)];
            };
            let arguments = [Argument::Threads, Argument::MinBlocks, Argument::Cluster];
            let values = elements(value).unwrap_or_else(|| between_commas(value.clone()));
            let values = values.iter().map(|value| Some(text(value)));
            arguments.into_iter().zip(values).collect()
        }
    }
}

/// A help; all arguments, where nothing is meant.
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
    let all = words::listed();
    match changes {
        [] => match meaning {
            Some(Meaning::Elsewhere(place)) => format!("help: {place}"),
            _ => wrapped("arguments: ", all.map(Argument::key)),
        },
        [(argument, _)] => format!("help: `{written}` {}{stages}", argument.row().purpose),
        _ => format!("help: `{written}` say the same"),
    }
}

/// The value as the argument takes it.
fn stated(argument: Argument, value: &TokenStream) -> Option<String> {
    let stated = match number::integer(value) {
        Ok(percent @ 2..=100) if argument.form() == Form::Ratio => Some(format!("{percent} %")),
        _ => values(argument, value).into_iter().next(),
    };
    let is_cut = value.clone().into_iter().any(|token| is_mark(&token, ','));
    stated.or_else(|| (!is_cut).then(|| text(value)))
}

/// `128` for 4 warps, `32 * WARPS` for a constant.
fn threads_of_warps(warps: &TokenStream) -> Option<String> {
    let value = expression(warps)?;
    if let Ok(warps) = number::integer_of(&value) {
        let threads = warps.checked_mul(WARP_SIZE.into())?;
        return Some(threads.to_string());
    }
    let (warps, is_one) = (text(warps), single(warps).is_some());
    match bare(&value) {
        Expr::Lit(_) => None,
        value if is_one || is_named(value) => Some(format!("{WARP_SIZE} * {warps}")),
        _ => Some(format!("{WARP_SIZE} * ({warps})")),
    }
}

#[cfg(test)]
mod tests {
    use occupancy_core::kernel::Argument;

    use crate::launch_config_tokens;
    use crate::syntax::words::{Meaning, meaning, words};
    use crate::tests::each;

    fn expansion(attribute: &str) -> String {
        let item = "fn kernel() {}".parse().unwrap();
        launch_config_tokens(&attribute.parse().unwrap(), &item).to_string()
    }

    /// What the one fault says instead of `written`; the attribute with it has no fault.
    fn answer(argument: Argument, written: &str) -> String {
        let required = Argument::REQUIRED.iter().filter(|other| *other != argument);
        let mut others: Vec<_> = required.map(Argument::example).collect();
        if argument == Argument::TailEfficiency {
            others.push("grid = 528");
        }
        let others = others.join(", ");
        let found = expansion(&format!("{others}, {written}"));
        assert_eq!(
            found.matches("compile_error").count(),
            1,
            "{written}: {found}"
        );
        let (_, help) = found.split_once("help: `").expect(written);
        let (answer, _) = help.split_once('`').unwrap();
        let answer = answer.replace("\\\"", "\"");
        // What is read from a file is not there.
        if ![Argument::Cubin, Argument::Ptx, Argument::Kernel].contains(&argument) {
            let applied = expansion(&format!("{others}, {answer}"));
            assert!(!applied.contains("compile_error"), "{answer}: {applied}");
        }
        answer
    }

    #[test]
    fn each_word_is_answered_with_its_argument() {
        for (word, argument) in words() {
            let example = argument.example();
            let written = example.replacen(argument.key(), word, 1);
            assert_eq!(answer(argument, &written), example, "{written}");
        }
    }

    #[test]
    fn arguments_of_another_name() {
        each("arguments of another name", |written| {
            let name = written.split([' ', '(']).next().unwrap();
            match meaning(name) {
                Some(Meaning::Argument(argument)) => answer(argument, written),
                _ => answer(Argument::Threads, written),
            }
        });
    }
}
