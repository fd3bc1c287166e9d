//! Reports an argument that does not exist, and what would say the same.

use occupancy_core::gpu::{Vendor, nvidia::WARP_SIZE};
use occupancy_core::kernel::{Argument, Form};
use occupancy_core::{Multiprocessor, targets::GFX942};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Expr;

use super::Args;
use super::display::{one_line, wrapped};
use super::keys::{self, Meaning, Outer};
use super::suggest::values;
use crate::errors::{Errors, purpose};
use crate::expression::{bare, elements, expression, is_name_or_call};
use crate::number;
use crate::tokens::{between_commas, is_mark, single};

impl Args {
    /// Reports an argument that does not exist, and takes it for the ones that it most likely means.
    pub(super) fn refuse_unknown(
        &mut self,
        name: &TokenStream,
        meaning: Option<Meaning>,
        value: Option<&TokenStream>,
        outer: Outer,
        errors: &mut Errors,
    ) {
        let written = one_line(name);
        let fault = format!("unknown argument `{written}`");
        let is_on = outer == Some(Argument::On);
        if let Some(outer) = outer.filter(|_| !is_on) {
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
        let mut changes = self.changes(meaning, value);
        let meant = changes.first().map(|(argument, _)| *argument);
        if let ([_], Some(argument)) = (changes.as_slice(), meant)
            && is_on
            && !argument.is_of_one_gpu()
        {
            return refuse_shared(name, argument, errors);
        }
        changes.retain(|(argument, _)| !self.listed.contains(*argument));
        let beside = match meant {
            Some(argument) if changes.is_empty() => Some(argument.key()),
            // The first of two other names stands for the argument.
            _ => changes.iter().find_map(|(argument, _)| {
                let same = self.misspelt.iter().find(|(other, _)| other == argument);
                same.map(|(_, name)| name.as_str())
            }),
        };
        if let Some(beside) = beside {
            let fault = format!("{fault}: `{beside}` is given too");
            let help = match written.split_once('.') {
                Some(_) => "one value has x, y and z, as in `threads = (32, 8)`",
                None => "remove it",
            };
            return errors.refuse(name, "OCC101", fault, help);
        }
        let help = self.help(meaning, &changes);
        errors.at(name, format!("[OCC101] {fault}\n\n    {help}"));
        for (argument, _) in changes {
            self.misspelt.push((argument, written.clone()));
        }
    }
}

/// Reports an argument in `on(…)` that all GPUs share.
pub(super) fn refuse_shared(name: impl ToTokens, argument: Argument, errors: &mut Errors) {
    if argument == Argument::On {
        let help = "put one after the other: each is for one GPU";
        return errors.refuse(name, "OCC118", "`on` is in another `on`", help);
    }
    let fault = format!("`{}` is the same for every GPU", argument.key());
    errors.refuse(name, "OCC118", fault, "state it once, outside `on(…)`");
}

/// An argument that says the same, with its value if that is known.
type Change = (Argument, Option<String>);

impl Args {
    fn changes(&self, meaning: Option<Meaning>, value: Option<&TokenStream>) -> Vec<Change> {
        let parts = value
            .map(|value| elements(value).unwrap_or_else(|| between_commas(value.clone())))
            .unwrap_or_default();
        match (meaning, value) {
            (None | Some(Meaning::Elsewhere(_)), _) => Vec::new(),
            (Some(Meaning::Argument(argument)), _) => {
                let value = value.filter(|_| argument.form() != Form::Flag);
                vec![(argument, value.and_then(|value| value_for(argument, value)))]
            }
            (Some(Meaning::Warps), _) => {
                let lanes = self.figure(Multiprocessor::warp_size).unwrap_or(WARP_SIZE);
                let threads = value.and_then(|warps| threads_of_warps(warps, lanes));
                vec![(Argument::Threads, threads)]
            }
            // Clang takes the least and the most.
            (Some(Meaning::WavesPerSimd), _) => vec![self.of_waves(parts.first())],
            (Some(Meaning::Stages), _) => vec![(Argument::DynamicSharedMemory, None)],
            (Some(Meaning::LaunchBounds), None) => {
                vec![(Argument::Threads, None), (Argument::MinBlocks, None)]
            }
            (Some(Meaning::LaunchBounds), Some(_)) => {
                let is_of_amd = self.figure(Multiprocessor::vendor) == Some(Vendor::Amd);
                let arguments = [Argument::Threads, Argument::MinBlocks, Argument::Cluster];
                let changes = arguments.into_iter().zip(&parts);
                let change = |(argument, value)| match argument {
                    // HIP takes waves per SIMD.
                    Argument::MinBlocks if is_of_amd => self.of_waves(Some(value)),
                    _ => (argument, Some(one_line(value))),
                };
                changes.map(change).collect()
            }
        }
    }

    /// A figure of the GPUs, if each has a name and the same.
    fn figure<T: PartialEq>(&self, of: fn(&Multiprocessor) -> T) -> Option<T> {
        let mut figures = self.sms().map(of);
        let first = figures.next()?;
        (self.knows_gpus() && figures.all(|one| one == first)).then_some(first)
    }

    /// The waves that a SIMD holds, if each of the GPUs holds as many.
    fn slots(&self) -> Option<u32> {
        self.figure(|sm| sm.max_warps_per_sm() / sm.sub_partitions())
    }

    /// `min_occupancy = 4 / 8` for 4 waves of a SIMD, if it holds 8 on each of the GPUs.
    fn of_waves(&self, waves: Option<&TokenStream>) -> Change {
        let waves = waves.and_then(|waves| number::integer(waves).ok());
        let exist = |(waves, slots): &(i128, u32)| (1..=(*slots).into()).contains(waves);
        let known = waves.zip(self.slots()).filter(exist);
        let ratio = known.map(|(waves, slots)| format!("{waves} / {slots}"));
        (Argument::MinOccupancy, ratio)
    }

    /// The help: the changes, or all arguments if nothing is meant.
    fn help(&self, meaning: Option<Meaning>, changes: &[Change]) -> String {
        let written = changes.iter().map(|(argument, value)| match value {
            Some(value) => keys::assignment(*argument, value),
            None => argument.key().to_owned(),
        });
        let written = written.collect::<Vec<_>>().join(", ");
        match (changes, meaning) {
            ([], Some(Meaning::Elsewhere(place))) => format!("help: {place}"),
            ([], _) => wrapped("arguments: ", keys::listed().map(Argument::key)),
            ([(argument, value)], _) => {
                let slots = self.slots().unwrap_or(8);
                let half = format!(", as in `min_occupancy = {} / {slots}`", slots / 2);
                let example = if value.is_none() { &half } else { "" };
                let more = match meaning {
                    Some(Meaning::Stages) => ": the buffers of all stages",
                    Some(Meaning::WavesPerSimd) => {
                        &format!(": waves per SIMD over those that it holds{example}")
                    }
                    _ => "",
                };
                let words = match (meaning, self.sms().next()) {
                    (Some(Meaning::WavesPerSimd), None) => GFX942.words(),
                    _ => self.words(),
                };
                format!("help: `{written}` {}{more}", purpose(*argument, words))
            }
            _ => format!("help: `{written}` say the same"),
        }
    }
}

/// The value as the argument takes it.
fn value_for(argument: Argument, value: &TokenStream) -> Option<String> {
    let suggested = match number::integer(value) {
        Ok(percent @ 2..=100) if argument.form() == Form::Ratio => Some(format!("{percent} %")),
        _ => values(argument, value).into_iter().next(),
    };
    let is_cut = value.clone().into_iter().any(|token| is_mark(&token, ','));
    suggested.or_else(|| (!is_cut).then(|| one_line(value)))
}

/// `128` for 4 warps, `32 * WARPS` for a constant.
fn threads_of_warps(warps: &TokenStream, lanes: u32) -> Option<String> {
    let value = expression(warps)?;
    if let Ok(warps) = number::integer_of(&value) {
        let threads = warps.checked_mul(lanes.into())?;
        return Some(threads.to_string());
    }
    let (written, is_one) = (one_line(warps), single(warps).is_some());
    match bare(&value) {
        Expr::Lit(_) => None,
        value if is_one || is_name_or_call(value) => Some(format!("{lanes} * {written}")),
        _ => Some(format!("{lanes} * ({written})")),
    }
}

#[cfg(test)]
mod tests {
    use occupancy_core::kernel::Argument;

    use crate::launch_config_tokens;
    use crate::syntax::keys::{Meaning, aliases, meaning};
    use crate::tests::each;

    fn expansion(attribute: &str) -> String {
        let item = "fn kernel() {}".parse().unwrap();
        launch_config_tokens(&attribute.parse().unwrap(), &item).to_string()
    }

    /// The help of the one fault, which the attribute accepts in place of `written`.
    fn answer(argument: Argument, written: &str) -> String {
        let required = Argument::REQUIRED.iter().filter(|other| *other != argument);
        let mut examples: Vec<_> = required.map(Argument::example).collect();
        if argument == Argument::TailEfficiency {
            examples.push("grid = 528");
        }
        if argument == Argument::Setmaxnreg {
            examples = vec!["arch = \"h100\"", "threads = 384", "regs = 168"];
        }
        let others = examples.join(", ");
        let refused = expansion(&format!("{others}, {written}"));
        let count = refused.matches("compile_error").count();
        assert_eq!(count, 1, "`{written}` is not the only fault: {refused}");
        let (_, help) = refused.split_once("help: `").expect(written);
        let answer = help.split('`').next().unwrap().replace("\\\"", "\"");
        // There is no file to read.
        if !Argument::FILES.with(Argument::Kernel).contains(argument) {
            let applied = expansion(&format!("{others}, {answer}"));
            let passes = !applied.contains("compile_error");
            assert!(passes, "the help for `{written}`, `{answer}`: {applied}");
        }
        answer
    }

    #[test]
    fn each_alias_is_answered_with_its_argument() {
        for (alias, argument) in aliases() {
            let example = argument.example();
            let written = example.replacen(argument.key(), alias, 1);
            assert_eq!(answer(argument, &written), example, "{written}");
        }
    }

    #[test]
    fn arguments_of_another_name() {
        each("arguments of another name", |written| {
            let name = written.split([' ', '(']).next().unwrap();
            match meaning(name) {
                Some(Meaning::Argument(argument)) => answer(argument, written),
                Some(Meaning::WavesPerSimd) => answer(Argument::MinOccupancy, written),
                _ => answer(Argument::Threads, written),
            }
        });
    }
}
