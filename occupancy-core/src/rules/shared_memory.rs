//! Shared memory: what the kernel declares, what a block may have, and the carve-out.

use super::report::{Report, Rule, Value, names};
use crate::kernel::{Argument, Change, saturate};

pub(super) const fn rules(r: &mut Report<'_, '_>) {
    let (configuration, facts) = (r.configuration, r.facts);
    let (kernel, cc) = (&configuration.kernel, facts.cc);
    // What fits of one kind of shared memory depends on the other kind.
    let beside_dynamic = if kernel.dynamic_shared_memory > 0 {
        " is the most that fits beside `smem = {smem#}`"
    } else {
        " is the most that fits"
    };
    let compiles =
        kernel.static_shared_memory <= configuration.static_shared_memory_that_compiles(facts.arch);
    if let Some(w) = r.breaks_if(Rule::StaticSharedMemory, !compiles) {
        names!(w, most: cc.static_shared_memory_per_block);
        w.head("{static_smem} bytes of static shared memory do not compile for {gpu}: ptxas accepts at most {most}");
        if let Some((target, specific)) = cc.architecture_specific() {
            let most = specific.static_shared_memory_per_block;
            w.name("target", Value::Text(target));
            names!(w, more: most);
            if cc.static_shared_memory_per_block == most {
                w.head(" for `{target}` since CUDA 13.0");
            } else if kernel.static_shared_memory <= most {
                w.head(", or {more} for `{target}` since CUDA 13.0");
            }
        }
        let moved = Change::DynamicInsteadOfStatic(saturate(kernel.shared_memory()));
        w.help_to(moved, " moves it to the launch");
        w.fewer(Argument::StaticSharedMemory, beside_dynamic);
    }
    // Memory that does not even compile is reported by its own rule.
    let is_broken = compiles
        && !configuration.tile_gives_shared_memory()
        && kernel.shared_memory() > configuration.shared_memory_allowed(facts.arch) as u64;
    if let Some(w) = r.breaks_if(Rule::SharedMemory, is_broken) {
        w.blamed = Some(if kernel.dynamic_shared_memory == 0 {
            Argument::StaticSharedMemory
        } else {
            Argument::DynamicSharedMemory
        });
        names!(w, on_sm: cc.shared_memory_per_sm);
        w.head("{shared_memory} bytes of shared memory do not fit one block on {gpu}: at most {allowed}");
        w.detail("\n\n    static    {static_smem>13} bytes\n    dynamic   {smem>13} bytes\n    allowed   \
            {allowed>13} bytes");
        w.detail(if !kernel.shared_memory_optin {
            " without the opt-in"
        } else if cc.shared_memory_per_block_optin > cc.shared_memory_per_block {
            " with the opt-in, of {on_sm} on the SM"
        } else {
            ", of {on_sm} on the SM"
        });
        w.figure("at most {allowed} bytes per block");
        let beside_static = if kernel.static_shared_memory > 0 {
            " is the most that fits beside `static_smem = {static_smem#}`"
        } else {
            " is the most that fits"
        };
        w.fewer(Argument::DynamicSharedMemory, beside_static);
        w.fewer(Argument::StaticSharedMemory, beside_dynamic);
    }
    if let Some(w) = r.breaks_if(Rule::Carveout, matches!(kernel.carveout, Some(101..))) {
        w.head("`carveout` is a percentage of the SM's shared memory, 0 to 100");
        w.set(Argument::Carveout, 100, " passes");
    }
}
