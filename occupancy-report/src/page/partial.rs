//! The page of a configuration with unknown values: why they are, and everything that does not depend on them.

use occupancy_core::{Resource, kernel::Argument};

use super::gpu;
use crate::markdown::{code, small, table};
use crate::report::{Report, Variant};
use crate::verdict::Verdict;
use crate::words::{counted, joined};

pub(super) fn page(report: &Report<'_>) -> String {
    let reason = report.reason.map(|reason| format!("{reason}\n\n"));
    let mut out = reason.unwrap_or_default();
    // What the author wrote for what is not known.
    if let Some(first) = report.variants.first()
        && !first.written.is_empty()
    {
        let written = first.written.iter();
        let rows =
            written.map(|(argument, text)| format!("| {} | {} |", argument.key(), code(text)));
        out += &table("| argument | value |\n|---|---|", rows);
    }
    for (variant, verdict) in report.verdicts() {
        if !variant.is_refused {
            out += &section(variant, &verdict);
        }
    }
    out
}

/// The limits of one GPU that are known.
fn section(variant: &Variant<'_>, verdict: &Verdict<'_>) -> String {
    let (heading, _) = gpu::names(verdict.arch);
    let most = blocks_at_most(variant, verdict).map(|most| {
        let blocks = counted(most.into(), "block");
        format!("The known values allow at most {blocks} per SM.\n\n")
    });
    let rows = Resource::ALL.into_iter().filter_map(|resource| {
        let missing = missing(variant, resource);
        if missing.is_empty() {
            let limit = verdict.limit(resource)?;
            let (blocks, details) = (limit.blocks, limit.details);
            return Some(format!("| {resource} | {blocks} | {details} |"));
        }
        let missing = missing.iter();
        let missing = missing.map(|argument| format!("`{}`", argument.key()));
        let missing = joined(" and ", missing);
        // That of a kernel without code is no limit.
        (resource != Resource::VirtualResources)
            .then(|| format!("| {resource} | – | depends on {missing} |"))
    });
    let limits = small(&table(
        "| resource | blocks per SM | each block |\n|---|--:|---|",
        rows,
    ));
    format!("# {heading}\n\n{}{limits}", most.unwrap_or_default())
}

/// The most blocks that the known limits allow on one SM.
fn blocks_at_most(variant: &Variant<'_>, verdict: &Verdict<'_>) -> Option<u32> {
    let all = Resource::ALL.into_iter();
    let known = all.filter(|resource| missing(variant, *resource).is_empty());
    known
        .filter_map(|resource| verdict.occupancy.limits.of(resource))
        .min()
}

/// The unknown arguments that a resource's limit depends on.
fn missing(variant: &Variant<'_>, resource: Resource) -> Vec<Argument> {
    let read: &[Argument] = match resource {
        Resource::Warps => &[Argument::Threads],
        Resource::Registers => &[Argument::Threads, Argument::Registers],
        Resource::SharedMemory => &[
            Argument::DynamicSharedMemory,
            Argument::StaticSharedMemory,
            Argument::Carveout,
        ],
        Resource::BlockSlots => &[],
        Resource::Barriers => &[Argument::Barriers],
        // What the kernel's code says.
        _ => &[Argument::Cubin, Argument::Ptx],
    };
    let unknown = variant.unknown;
    let read = read.iter().copied();
    read.filter(|argument| unknown.contains(*argument))
        .collect()
}

#[cfg(test)]
mod tests {
    use occupancy_core::{
        Arch, Configuration, Kernel, Resource,
        kernel::{Argument, Arguments},
    };

    use super::{blocks_at_most, missing};
    use crate::report::Variant;
    use crate::verdict::Verdict;

    #[test]
    fn a_limit_is_certain_where_all_that_it_reads_is_known() {
        let archs = [Arch::find("h100").unwrap()];
        let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
        let verdict = Verdict::new(&configuration, &archs[0]).unwrap();
        let variant = |unknown: &[Argument]| {
            let mut variant = Variant::new(configuration);
            variant.unknown = Arguments::of(unknown);
            variant
        };
        let most = |unknown: &[Argument]| blocks_at_most(&variant(unknown), &verdict);
        // By hand: 4 by registers, 8 by warps, 32 by block slots.
        assert_eq!(most(&[Argument::DynamicSharedMemory]), Some(4));
        assert_eq!(most(&[Argument::Registers]), Some(8));
        assert_eq!(most(&[Argument::Threads]), Some(32));
        let variant = variant(&[Argument::Carveout]);
        let missing_for = |resource| missing(&variant, resource);
        assert_eq!(missing_for(Resource::SharedMemory), [Argument::Carveout]);
        assert!(missing_for(Resource::Registers).is_empty());
    }
}
