//! The message about the other GPUs of a list: a line of figures for each that fails, and values for
//! only those.

use super::Rule;
use super::change::written;
use super::check::{advice, words};
use super::limits::INDENT;
use super::violations::Violation;
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

pub(super) const fn others(configuration: &Configuration<'_>, violation: &Violation) -> Others {
    let (mut names, mut figures) = (Message::new(), Message::new());
    let others = configuration.archs.split_at_checked(violation.first_gpu);
    if let Some((_, [_, others @ ..])) = others
        && violation.gpu_count > 1
        && !violation.rule.is_common_to_all_archs()
    {
        let (mut left, mut count, mut lines) = (others, 0_usize, 0_usize);
        while let [arch, others @ ..] = left {
            let words = words(configuration, arch, violation.rule, false);
            // Both are empty where the rule is kept.
            if !words.head.as_str().is_empty() && count < MOST_NAMES {
                names.text(if count == 0 { "; " } else { ", " });
                names.text(arch.name());
                count = count.saturating_add(1);
            }
            if !words.figure.as_str().is_empty() && lines < MOST_LINES {
                figures.text(if lines == 0 { "\n" } else { "" });
                figures.text(INDENT).text(arch.name()).text(": ");
                figures.text(words.figure.as_str());
                lines = lines.saturating_add(1);
            }
            left = others;
        }
        let rest = violation.gpu_count.saturating_sub(1).saturating_sub(count);
        if rest > 0 {
            names.text(" and ").counted(rest as u64, "other GPU");
        }
        names.text(if violation.gpu_count == 2 {
            " fails too"
        } else {
            " fail too"
        });
    }
    Others { names, figures }
}

/// `on("rtx4090", threads = 192)`: values for the GPUs that fail, if others of the list pass; nothing if
/// there are none, or if a GPU has no name to write.
pub(super) const fn overrides(configuration: &Configuration<'_>, violation: &Violation) -> Message {
    let (mut out, rule) = (Message::new(), violation.rule);
    if violation.gpu_count == configuration.archs.len() || rule.is_common_to_all_archs() {
        return out;
    }
    let (mut left, mut stated) = (configuration.archs, 0_usize);
    while let [arch, others @ ..] = left {
        left = others;
        // GPUs without clusters pass without one; the others keep theirs.
        let keeps_cluster = matches!(rule, Rule::ClusterUnsupported);
        if configuration.breaks(rule, arch) == keeps_cluster {
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
    if stated <= MOST_OVERRIDES {
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
