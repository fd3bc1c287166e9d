//! An argument that does not exist, and what would say the same.

use occupancy_core::gpu::WARP_SIZE;
use proc_macro2::{TokenStream, TokenTree};
use syn::Expr;

use super::Args;
use super::argument::Place;
use super::shown::text;
use super::split::split_at_commas;
use super::strays;
use super::values::meant;
use super::words::Meaning;
use crate::errors::{self, Errors};
use crate::key::Key;
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
        written: &[Key],
        place: Place,
        errors: &mut Errors,
    ) {
        let name = text(&unknown.name);
        let keys = unknown.meaning.map(Meaning::keys).unwrap_or_default();
        if let [key] = keys.as_slice()
            && place == Place::On
            && !key.is_of_one_gpu()
        {
            return errors.at(&unknown.name, errors::not_of_one_gpu(*key));
        }
        let changes: Vec<(Key, Option<String>)> = unknown
            .changes()
            .into_iter()
            .filter(|(key, _)| !written.contains(key))
            .collect();
        let beside = match keys.first() {
            Some(key) if changes.is_empty() => Some(key.name().to_owned()),
            // The first of two other names stands for the argument.
            _ => changes.iter().find_map(|(key, _)| {
                let other = self.misspelt.iter().find(|(other, _)| other == key);
                other.map(|(_, name)| name.clone())
            }),
        };
        if let Some(beside) = beside {
            return errors.at(&unknown.name, errors::unknown_beside(&name, &beside));
        }
        let help = unknown.help(&changes);
        let keys = changes.into_iter().map(|(key, _)| (key, name.clone()));
        self.misspelt.extend(keys);
        errors.at(&unknown.name, errors::unknown_key(&name, help.as_deref()));
    }
}

impl Unknown {
    /// The arguments that say the same, with their values where they can be told.
    fn changes(&self) -> Vec<(Key, Option<String>)> {
        let Some(meaning) = self.meaning else {
            return Vec::new();
        };
        match (meaning, &self.value) {
            (Meaning::Argument(key), value) => {
                vec![(
                    key,
                    value.as_ref().and_then(|value| self.stated(key, value)),
                )]
            }
            (Meaning::Warps, value) => {
                let threads = value.as_ref().and_then(threads_of_warps);
                vec![(Key::Threads, threads)]
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
                let keys = meaning.keys().into_iter();
                keys.zip(values)
                    .map(|(key, value)| (key, Some(text(&value))))
                    .collect()
            }
            (Meaning::LaunchBounds, None) => vec![(Key::Threads, None), (Key::MinBlocks, None)],
            (Meaning::Stages, _) => vec![(Key::Smem, None)],
        }
    }

    /// The value as `key` takes it.
    fn stated(&self, key: Key, value: &TokenStream) -> Option<String> {
        let value = if self.strays.is_empty() {
            let percent = percent(key, value);
            percent
                .or_else(|| meant(key, value))
                .unwrap_or_else(|| text(value))
        } else {
            let mut parts = vec![text(value)];
            parts.extend(self.strays.iter().map(ToString::to_string));
            let joined = strays::joined(value, &self.strays);
            strays::meant(key, &parts, &joined).into_iter().next()?
        };
        (value.chars().count() <= MOST_LETTERS).then_some(value)
    }

    fn help(&self, changes: &[(Key, Option<String>)]) -> Option<String> {
        let written: Vec<String> = changes
            .iter()
            .map(|(key, value)| match (key, value) {
                (key, Some(value)) if key.is_parenthesized() => {
                    let inner = value
                        .strip_prefix('(')
                        .and_then(|value| value.strip_suffix(')'));
                    format!("{}({})", key.name(), inner.unwrap_or(value))
                }
                (key, Some(value)) => key.stated(value),
                (key, None) => key.name().to_owned(),
            })
            .collect();
        let written = written.join(", ");
        match changes {
            [] => None,
            [(key, _)] => {
                let stages = match self.meaning {
                    Some(Meaning::Stages) => ": the buffers of all stages",
                    _ => "",
                };
                Some(format!("`{written}` {}{stages}", key.purpose()))
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
fn percent(key: Key, value: &TokenStream) -> Option<String> {
    let is_ratio = matches!(key, Key::MinOccupancy | Key::TailEfficiency);
    let expression = syn::parse2::<Expr>(value.clone())
        .ok()
        .filter(|_| is_ratio)?;
    let percent = number::integer(&expression).ok()?;
    (2..=100).contains(&percent).then(|| format!("{percent} %"))
}

#[cfg(test)]
mod tests {
    use crate::key::Key;
    use crate::launch_config_tokens;
    use crate::syntax::words::WORDS;

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
            assert_eq!(faults(&applied), 0, "{answer}: {applied}");
        }
    }

    fn attribute(key: Key, written: &str) -> String {
        let required = [Key::Arch, Key::Threads, Key::Regs];
        let mut arguments: Vec<&str> = required
            .into_iter()
            .filter(|other| *other != key)
            .map(Key::example)
            .collect();
        if key == Key::TailEfficiency {
            arguments.push("grid = 528");
        }
        arguments.push(written);
        arguments.join(", ")
    }

    #[test]
    fn each_word_is_answered_with_its_argument() {
        for (key, words) in WORDS {
            for word in words {
                let answer = key.example();
                let written = answer.replacen(key.name(), word, 1);
                assert_answer(&attribute(key, &written), &written, answer);
            }
        }
    }

    #[test]
    fn values_are_answered_as_they_are_written_here() {
        for (key, written, answer) in [
            (Key::Threads, "num_warps = 4", "threads = 128"),
            (Key::Threads, "num_warps = 2 * 4", "threads = 256"),
            (
                Key::Threads,
                "warps = WARPS + 1",
                "threads = 32 * (WARPS + 1)",
            ),
            (
                Key::Threads,
                "launch_bounds(256, 4)",
                "threads = 256, min_blocks = 4",
            ),
            (
                Key::Threads,
                "__launch_bounds__(256, 4)",
                "threads = 256, min_blocks = 4",
            ),
            (
                Key::Threads,
                "launch_bounds = (256, 4, 2)",
                "threads = 256, min_blocks = 4, cluster = 2",
            ),
            (Key::Threads, "launch_bounds(256)", "threads = 256"),
            (Key::Threads, "block_dim = [32, 8]", "threads = (32, 8)"),
            (Key::Threads, "blockDim = 32 x 8", "threads = (32, 8)"),
            (Key::Threads, "block_size(256)", "threads = 256"),
            (Key::Threads, "block_size = 1,024", "threads = 1024"),
            (Key::Arch, "sm = 90", "arch = \"sm_90\""),
            (Key::Arch, "cc = 9.0", "arch = \"9.0\""),
            (Key::Arch, "compute_capability = (9, 0)", "arch = \"9.0\""),
            (
                Key::Arch,
                "gpus = [\"h100\", \"a100\"]",
                "arch = [\"h100\", \"a100\"]",
            ),
            (Key::Arch, "device = h100", "arch = \"h100\""),
            (Key::Smem, "shared_mem = 48KB", "smem = 48 * 1024"),
            (Key::MinOccupancy, "occupancy = 50", "min_occupancy = 50 %"),
            (Key::MinOccupancy, "occupancy = 0.5", "min_occupancy = 0.5"),
            (Key::Kernel, "entry = saxpy", "kernel = \"saxpy\""),
            (Key::Elements, "n = 1000000", "elements = 1000000"),
            (Key::Smem, "cuda::smem = 4096", "smem = 4096"),
            (Key::Allow, "alow(partial_warp)", "allow(partial_warp)"),
        ] {
            assert_answer(&attribute(key, written), written, answer);
        }
    }
}
