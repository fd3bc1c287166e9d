//! Literals behind an argument that were meant as a part of its value: `threads = 1,024`, `threads = 32, 8`,
//! `arch = "h100", "a100"`, `min_occupancy = 0,5`.

use occupancy_core::kernel::{Argument, Form};
use proc_macro2::{TokenStream, TokenTree};

use super::{arch, shown};
use crate::errors;
use crate::number;

/// The value and what follows it, without the commas.
pub(super) fn joined(value: &TokenStream, strays: &[TokenTree]) -> TokenStream {
    value
        .clone()
        .into_iter()
        .chain(strays.iter().cloned())
        .collect()
}

/// Words a value that is cut by commas, where it can be told what was meant.
pub(super) fn wrong_form(
    argument: Argument,
    value: &TokenStream,
    strays: &[TokenTree],
) -> Option<String> {
    let mut parts = vec![shown::text(value)];
    parts.extend(strays.iter().map(ToString::to_string));
    let meant = meant(argument, &parts, &joined(value, strays));
    let help: Vec<_> = meant
        .iter()
        .map(|meant| format!("{} = {meant}", argument.key()))
        .collect();
    let is_list = argument == Argument::Arch;
    let found = format!("`{}`", parts.join(if is_list { ", " } else { "," }));
    (!help.is_empty()).then(|| errors::wrong_form(argument, &found, Some(&help.join("`, or `"))))
}

/// The values that `parts` can mean, the likelier first.
pub(super) fn meant(argument: Argument, parts: &[String], joined: &TokenStream) -> Vec<String> {
    match argument {
        Argument::Arch => arch::meant(joined).into_iter().collect(),
        _ if argument.form() == Form::Ratio => {
            let decimal = parts.join(".");
            let is_ratio = decimal
                .parse()
                .is_ok_and(|tokens| number::ratio(&tokens).is_ok());
            is_ratio.then_some(decimal).into_iter().collect()
        }
        Argument::Threads => {
            let mut values: Vec<String> =
                grouped(parts).into_iter().chain(extents(parts)).collect();
            // What is no block at all was not meant.
            if values.len() > 1
                && grouped(parts).is_some_and(|number| number.len() > 4 || *number > *"1024")
            {
                values.remove(0);
            }
            values.truncate(1);
            values
        }
        Argument::Grid => grouped(parts).into_iter().chain(extents(parts)).collect(),
        Argument::Cluster => extents(parts).into_iter().collect(),
        _ => grouped(parts).into_iter().collect(),
    }
}

/// `1024` for `1` and `024`: thousands with commas between them.
fn grouped(parts: &[String]) -> Option<String> {
    let is_number = |part: &String| part.bytes().all(|byte| byte.is_ascii_digit());
    let (first, rest) = parts.split_first()?;
    let is_grouped = (1..=3).contains(&first.len())
        && !first.starts_with('0')
        && rest.iter().all(|part| part.len() == 3)
        && parts.iter().all(is_number);
    is_grouped.then(|| parts.concat())
}

/// `(32, 8)` for `32` and `8`.
fn extents(parts: &[String]) -> Option<String> {
    let is_extent =
        |part: &String| !part.starts_with('0') && part.bytes().all(|byte| byte.is_ascii_digit());
    ((2..=3).contains(&parts.len()) && parts.iter().all(is_extent))
        .then(|| format!("({})", parts.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::{joined, meant};
    use occupancy_core::kernel::Argument;

    #[test]
    fn what_commas_cut_is_joined() {
        for (argument, parts, expected) in [
            (
                Argument::Threads,
                &["1", "024"] as &[&str],
                &["1024"] as &[&str],
            ),
            (Argument::Threads, &["32", "8"], &["(32, 8)"]),
            (Argument::Threads, &["8", "128"], &["(8, 128)"]),
            (Argument::Threads, &["8", "8", "4"], &["(8, 8, 4)"]),
            (Argument::Grid, &["16", "384"], &["16384", "(16, 384)"]),
            (Argument::Grid, &["1", "000", "000"], &["1000000"]),
            (Argument::DynamicSharedMemory, &["49", "152"], &["49152"]),
            (Argument::Registers, &["64", "32"], &[]),
            (Argument::Cluster, &["2", "1"], &["(2, 1)"]),
            (Argument::MinOccupancy, &["0", "5"], &["0.5"]),
            (
                Argument::Arch,
                &["\"h100\"", "\"a100\""],
                &["[\"h100\", \"a100\"]"],
            ),
            (Argument::Arch, &["\"h100\"", "256"], &[]),
        ] {
            let owned: Vec<String> = parts.iter().map(|part| (*part).to_owned()).collect();
            let value = parts[0].parse().unwrap();
            let strays: Vec<_> = parts[1..]
                .iter()
                .flat_map(|part| part.parse::<proc_macro2::TokenStream>().unwrap())
                .collect();
            assert_eq!(
                meant(argument, &owned, &joined(&value, &strays)),
                expected,
                "{parts:?}"
            );
        }
    }
}
