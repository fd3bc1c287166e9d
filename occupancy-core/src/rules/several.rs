//! The message about the other GPUs of a list: a line of figures for each that fails, and values for
//! only those.

use super::Rule;
use super::change::written;
use super::check::{advice, words};
use super::template::{Value, fill};
use crate::gpu::Arch;
use crate::kernel::{Argument, Change, Configuration};
use crate::text::Message;

/// Two names are a help, ten are a wall.
const MOST_NAMES: usize = 2;

/// GPUs with a line of their own; more are counted in the headline.
const MOST_LINES: usize = 4;

/// GPUs with an `on(…)` of their own: more are better changed together.
const MOST_OVERRIDES: usize = 2;

/// What is said of the other GPUs that fail.
pub(super) struct Others {
    /// `; B200 SXM 180GB fails too`, if the rule depends on the GPU.
    pub(super) names: Message,
    /// One line for each, if its figures can differ.
    pub(super) figures: Message,
}

pub(super) const fn others(configuration: &Configuration<'_>, rule: Rule) -> Others {
    let (mut names, mut figures) = (Message::new(), Message::new());
    let (mut left, mut failing, mut lines) = (configuration.archs, 0_usize, 0_usize);
    while let [arch, others @ ..] = left
        && rule.refuses_by_gpu()
    {
        left = others;
        if !configuration.breaks(rule, arch) {
            continue;
        }
        // The first has the message.
        if failing > 0 {
            let words = words(configuration, arch, rule, false);
            if failing <= MOST_NAMES {
                names.text(if failing == 1 { "; " } else { ", " });
                names.text(arch.name());
            }
            if !words.figure.as_str().is_empty() && lines < MOST_LINES {
                figures.text(if lines == 0 { "\n" } else { "" });
                let values = [Value::Text(arch.name()), Value::Text(words.figure.as_str())];
                fill(&mut figures, "\n    {}: {}", &values);
                lines = lines.saturating_add(1);
            }
        }
        failing = failing.saturating_add(1);
    }
    let rest = failing.saturating_sub(1).saturating_sub(MOST_NAMES);
    if rest > 0 {
        names.text(" and ").counted(rest as u64, "other GPU");
    }
    names.text(match failing {
        0 | 1 => "",
        2 => " fails too",
        _ => " fail too",
    });
    Others { names, figures }
}

/// `on("rtx4090", threads = 192)`: values for the GPUs that fail, if others of the list pass; nothing if
/// there are none, or if a GPU has no name to write.
pub(super) const fn overrides(configuration: &Configuration<'_>, rule: Rule) -> Message {
    let mut out = Message::new();
    let (mut left, mut stated, mut others) = (configuration.archs, 0_usize, 0_usize);
    while let [arch, rest @ ..] = left
        && rule.refuses_by_gpu()
    {
        left = rest;
        // GPUs without clusters pass without one; the others keep theirs.
        let keeps_cluster = matches!(rule, Rule::ClusterUnsupported);
        if configuration.breaks(rule, arch) == keeps_cluster {
            others = others.saturating_add(1);
            continue;
        }
        let (Some(name), Some(change)) = (short_name(arch), own_change(configuration, rule, arch))
        else {
            return Message::new();
        };
        let out = out.text(if stated > 0 { ", on(\"" } else { "on(\"" });
        written(out.text(name).text("\", "), change).text(")");
        stated = stated.saturating_add(1);
    }
    if others > 0 && stated <= MOST_OVERRIDES {
        out
    } else {
        Message::new()
    }
}

/// What to state for one GPU, so that it passes by itself.
const fn own_change(configuration: &Configuration<'_>, rule: Rule, arch: &Arch) -> Option<Change> {
    if let (Rule::ClusterUnsupported, Some(cluster)) = (rule, configuration.kernel.cluster_dim) {
        return Some(Change::Cluster(cluster));
    }
    match advice(&configuration.with_archs(&[*arch]), rule).as_slice() {
        [change, ..] if is_of_one_gpu(*change) => Some(*change),
        _ => None,
    }
}

/// Whether an `on(…)` takes the change.
const fn is_of_one_gpu(change: Change) -> bool {
    match change {
        Change::Integer(argument, _) => argument.is_of_one_gpu() && !argument.is_nested(),
        Change::Threads(_)
        | Change::RegistersAndDynamicSharedMemory(..)
        | Change::Hides(_)
        | Change::Ratio(Argument::MinOccupancy, _)
        | Change::Cluster(_) => true,
        _ => false,
    }
}

/// A name that finds the GPU; a board of the program's own has none.
const fn short_name(arch: &Arch) -> Option<&'static str> {
    let names = match arch {
        Arch::Device(device) => device.aliases,
        Arch::ComputeCapability(cc) => cc.targets,
    };
    match names {
        [short, ..] => Some(short),
        [] => None,
    }
}
