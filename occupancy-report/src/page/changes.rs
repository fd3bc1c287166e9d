//! The smallest change of each argument that makes one SM hold more blocks, or fewer.

use std::fmt::Write;

use occupancy_core::{
    Argument, Change, ComputeCapability, Configuration, Kernel, MARGINS, Occupancy, change,
    grouped, margin,
};

use crate::verdict::Verdict;
use crate::words::counted;

pub(super) fn table(out: &mut String, verdict: &Verdict<'_>) {
    let (cc, kernel) = (verdict.compute_capability(), verdict.kernel());
    out.push_str("| what would change it | more blocks per SM | fewer |\n|---|---|---|\n");
    for argument in MARGINS {
        let Some((name, stated)) = stated(kernel, argument) else {
            continue;
        };
        let margin = margin(cc, kernel, argument);
        if margin.more.is_none() && margin.fewer.is_none() {
            continue;
        }
        let effect =
            |change: Option<Change>| change.map_or("–".to_owned(), |one| effect(cc, kernel, one));
        let _ = writeln!(
            out,
            "| `{name}`, {stated} | {} | {} |",
            effect(margin.more),
            effect(margin.fewer)
        );
    }
    out.push('\n');
}

/// The argument and its value; `None` if the kernel does not have it.
fn stated(kernel: &Kernel, argument: Argument) -> Option<(&'static str, String)> {
    let bytes = |bytes: u32| grouped(bytes.into()).to_string();
    Some(match argument {
        Argument::Registers => ("regs", kernel.registers_per_thread.to_string()),
        Argument::Threads => ("threads", kernel.threads_per_block().to_string()),
        Argument::DynamicSharedMemory => ("smem", bytes(kernel.dynamic_shared_memory)),
        Argument::StaticSharedMemory if kernel.static_shared_memory > 0 => {
            ("static_smem", bytes(kernel.static_shared_memory))
        }
        Argument::Barriers if kernel.barriers > 0 => ("barriers", kernel.barriers.to_string()),
        _ => return None,
    })
}

/// "`regs = 48`: 5 blocks, 62.5 %".
fn effect(cc: &ComputeCapability, kernel: &Kernel, one: Change) -> String {
    let changed = one.apply(&Configuration::new(&[], *kernel)).kernel;
    match Occupancy::new(cc, &changed) {
        Ok(occupancy) if occupancy.blocks_per_sm > 0 => format!(
            "`{}`: {}, {}",
            change(one),
            counted(occupancy.blocks_per_sm.into(), "block"),
            occupancy.ratio()
        ),
        _ => format!("`{}`: does not launch", change(one)),
    }
}
