//! The resources that a block takes of an SM: registers, shared memory, barriers and virtual resources; and the SMs that
//! the kernel gets.

use super::review::{Review, Rule, Value, names};
use crate::gpu::{Vendor, compute_capabilities::SM_107_OVERSIZED};
use crate::kernel::{Argument, Change, of_gpus, saturate};
use crate::model::{MOST_SCALAR_REGISTERS, Occupancy, Resource};
use crate::numbers::or;
use crate::search::blocks_that_fit;

pub(super) const fn rules(r: &mut Review<'_, '_>) {
    let (configuration, on_gpu) = (r.configuration, r.on_gpu);
    // A block that launches has all of them.
    if on_gpu.launched.is_none() {
        registers(r);
        shared_memory(r);
        barriers(r);
    }
    let carveout = configuration.kernel.carveout;
    if let Some(w) = r.note_if(Rule::Carveout, matches!(carveout, Some(101..))) {
        w.head(match on_gpu.sm.vendor {
            Vendor::Nvidia => "a carve-out of {carveout} percent: it is 0 to 100 percent of the SM's shared memory",
            Vendor::Amd => "a carve-out of {carveout} percent: it is 0 to 100 percent, and {gpu} has none",
        });
        w.set(Argument::Carveout, 100, " passes");
    }
    let (share, all) = (configuration.sms, on_gpu.arch.sm_count());
    let is_broken = matches!((share, all), (Some(sms), Some(all)) if sms > all);
    if let Some(w) = r.note_if(Rule::SmShare, is_broken || matches!(share, Some(0))) {
        names!(w, all: or(all, 0));
        let most = if is_broken {
            w.head("a share of {sms:SM} is more than {gpu} has: {all}");
            or(of_gpus!(configuration, <, arch => arch.sm_count()), 1)
        } else {
            w.head("a share of 0 SMs of {gpu}: nothing runs");
            1
        };
        let effect = match most {
            1 => " is the least",
            _ => " is all of them",
        };
        w.set(Argument::Sms, most as u64, effect);
    }
}

const fn registers(r: &mut Review<'_, '_>) {
    let (kernel, on_gpu) = (&r.configuration.kernel, r.on_gpu);
    let registers = kernel.registers_on(on_gpu.sm);
    // The budget of another vendor is none of this one.
    let has_none = registers == 0 && r.configuration.states_only_other_budget(on_gpu.sm);
    if let Some(w) = r.note_if(Rule::NoBudget, has_none) {
        w.head("no registers are stated for {gpu}: its budget is `{=regs}`, and no other vendor's is taken for it");
        w.fewer(w.registers(), " passes");
    }
    let is_broken = !on_gpu.registers_are_legal && !has_none;
    if let Some(w) = r.note_if(Rule::RegistersPerThread, is_broken) {
        w.blamed = Some(w.registers());
        names!(w, most: on_gpu.sm.max_registers_per_thread);
        w.head(if registers == 0 {
            "0 registers per thread: `{=regs}` is the number that each thread may use, 1 to {most}"
        } else {
            "{regs} registers per thread: a thread can address at most {most}"
        });
        w.fewer(w.registers(), " passes");
    }
    if let Some(w) = r.note_if(Rule::ScalarRegisters, !on_gpu.scalar_registers_are_legal) {
        names!(w, most: MOST_SCALAR_REGISTERS);
        w.head("{sgprs} SGPRs per warp: a warp can have at most {most} on {gpu}");
        w.fewer(Argument::Sgprs, " passes");
    }
    // No block launches if its registers alone do not fit.
    let is_broken = on_gpu.block_is_legal
        && on_gpu.registers_are_legal
        && blocks_that_fit(on_gpu.sm, kernel.block_dim, registers) == 0;
    if let Some(w) = r.note_if(Rule::RegisterFile, is_broken) {
        w.head("not one block of {threads:thread} with {regs:register} each fits an SM of {gpu}: the launch would \
            fail");
        w.blamed = Some(w.registers());
        w.limits();
        w.fewer(w.registers(), " fits");
        w.help(w.nearest.smaller_block(), " fits");
    }
}

pub(super) const fn warnings(r: &mut Review<'_, '_>, occupancy: &Occupancy) {
    let (configuration, sm) = (r.configuration, r.on_gpu.sm);
    let argument = Argument::Registers.on(sm);
    let fewer = (configuration.kernel.registers_on(sm) as u64).saturating_sub(1);
    // One register fewer saves a unit only where the last register begins one.
    let per_warp = fewer.saturating_mul(sm.warp_size as u64);
    let unit = sm.register_allocation_unit as u64;
    // If registers do not bind, fewer of them change nothing.
    if !r.looks_for(Rule::RegisterCliff)
        || fewer == 0
        // Launch bounds leave the most.
        || configuration.is_auto(argument)
        || !occupancy.binds(Resource::Registers)
        || unit > 0 && !per_warp.is_multiple_of(unit)
    {
        return;
    }
    let fewer = Change::Integer(argument, fewer);
    if let Some(more) = fewer.apply(configuration).occupancy_on(r.on_gpu.arch)
        && more.blocks_per_sm > occupancy.blocks_per_sm
        && configuration.takes(fewer)
        && let Some(w) = r.note(Rule::RegisterCliff)
    {
        w.blamed = Some(argument);
        names!(w, more: more.blocks_per_sm);
        w.name("occupancy_of_more", Value::Ratio(more.ratio()));
        w.head("{regs} registers per thread are one too many for another block on {gpu}: {blocks:block}, \
            {occupancy} occupancy");
        w.help(Some(fewer), " fits {more}, {occupancy_of_more}");
    }
}

const fn shared_memory(r: &mut Review<'_, '_>) {
    let (configuration, on_gpu) = (r.configuration, r.on_gpu);
    let (kernel, sm) = (&configuration.kernel, on_gpu.sm);
    let (stated, dynamic) = (kernel.static_shared_memory, kernel.dynamic_shared_memory);
    // The two kinds of shared memory share what a block can have.
    let beside_static = match stated {
        0 => " is the most that fits",
        _ => " is the most that fits beside `{static_smem=static_smem}`",
    };
    let beside_dynamic = match dynamic {
        0 => " is the most that fits",
        _ => " is the most that fits beside `{smem=smem}`",
    };
    let compiles = stated <= on_gpu.static_shared_memory_that_compiles;
    if let Some(w) = r.note_if(Rule::StaticSharedMemory, !compiles) {
        let of_target = on_gpu.static_shared_memory_of_target;
        names!(w, most: of_target);
        w.head("{static_smem} bytes of static shared memory do not compile for {gpu}: ");
        w.head(match sm.vendor {
            Vendor::Nvidia => "ptxas accepts at most {most}",
            Vendor::Amd => "a block has at most {most}",
        });
        if let Some((target, specific)) = sm.architecture_specific() {
            let most = specific.static_shared_memory_per_block;
            w.name("target", Value::Text(target));
            names!(w, more: most);
            if of_target == most {
                w.head(" for `{target}` since CUDA 13.0");
            } else if stated <= most {
                w.head(", or {more} for `{target}` since CUDA 13.0");
            }
        }
        let all = saturate(kernel.shared_memory()) as u64;
        let moved = (Argument::DynamicSharedMemory, all);
        let none = (Argument::StaticSharedMemory, 0);
        w.help_to(Change::Both(none, moved), " moves it to the launch");
        w.fewer(Argument::StaticSharedMemory, beside_dynamic);
        if let Argument::Ptx = configuration.compiled_argument() {
            w.instead = "declare the array `extern __shared__`, and state its bytes as `{=smem}`";
        }
    }
    // Shared memory that does not even compile has a rule of its own.
    let is_broken = compiles
        && !configuration.tile_gives_shared_memory()
        && kernel.shared_memory() > configuration.shared_memory_allowed(on_gpu.arch) as u64;
    if let Some(w) = r.note_if(Rule::SharedMemory, is_broken) {
        w.blamed = Some(match dynamic {
            0 => Argument::StaticSharedMemory,
            _ => Argument::DynamicSharedMemory,
        });
        names!(w, on_sm: sm.shared_memory_per_sm);
        w.head("{shared_memory} bytes of shared memory do not fit one block on {gpu}: at most {allowed}");
        w.detail("\n\n    static    {static_smem>13} bytes\n    dynamic   {smem>13} bytes\n    allowed   \
            {allowed>13} bytes");
        let has_optin = matches!(sm.vendor, Vendor::Nvidia);
        w.detail(if has_optin && !kernel.shared_memory_optin {
            " without the opt-in"
        } else if sm.shared_memory_per_block_optin > sm.shared_memory_per_block {
            " with the opt-in, of {on_sm} on the SM"
        } else {
            ", of {on_sm} on the SM"
        });
        let oversized = SM_107_OVERSIZED.shared_memory_per_block_optin;
        if matches!((sm.major, sm.minor), (10, 7)) && sm.shared_memory_per_block_optin < oversized {
            names!(w, oversized: oversized);
            w.detail("; in the oversized mode, `10.7:oversized`, {oversized}");
        }
        w.figure("at most {allowed} bytes per block");
        w.fewer(Argument::DynamicSharedMemory, beside_static);
        w.fewer(Argument::StaticSharedMemory, beside_dynamic);
    }
}

const fn barriers(r: &mut Review<'_, '_>) {
    let (configuration, sm) = (r.configuration, r.on_gpu.sm);
    let kernel = &configuration.kernel;
    if let Some(w) = r.note_if(Rule::Barriers, kernel.barriers > sm.barriers_per_block) {
        names!(w, most: sm.barriers_per_block, last: sm.barriers_per_block.saturating_sub(1));
        w.head(match sm.barriers_per_block {
            0 => "{barriers:named barrier}: a block has none",
            _ => "{barriers} named barriers are too many: a block has {most}",
        });
        w.fewer(Argument::Barriers, " passes");
        w.or_help_to(Change::Integer(Argument::Barriers, 0), " passes");
        if let Argument::Ptx = configuration.compiled_argument() {
            w.instead = "number the barriers of the kernel from 0 to {last}";
        }
    }
    let most = sm.virtual_resources_per_sm;
    let is_broken = most > 0 && kernel.virtual_resources > most;
    if let Some(w) = r.note_if(Rule::VirtualResources, is_broken) {
        names!(w, most: most);
        w.head("{virtual_resources} virtual resources: an SM of {gpu} has {most}");
    }
}
