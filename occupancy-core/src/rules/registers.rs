//! Registers: of one thread, and of one block.

use super::report::{Report, Rule, Value, names};
use crate::gpu::{Arch, ComputeCapability};
use crate::kernel::{Argument, Change, Configuration, Kernel};
use crate::model::{Occupancy, Resource};

pub(super) const fn rules(r: &mut Report<'_, '_>) {
    let (kernel, facts) = (&r.configuration.kernel, r.facts);
    if let Some(w) = r.breaks_if(Rule::RegistersPerThread, !facts.registers_are_legal) {
        names!(w, most: facts.cc.max_registers_per_thread);
        w.head(if kernel.registers_per_thread == 0 {
            "0 registers per thread: `regs` is what the kernel may use, 1 to {most}"
        } else {
            "{regs} registers per thread: a thread can address at most {most}"
        });
        w.fewer(Argument::Registers, " passes");
    }
    // Registers that allow no block allow none to launch.
    let is_broken = facts.launched.is_none()
        && facts.block_is_legal
        && facts.registers_are_legal
        && blocks_that_fit(facts.cc, kernel.block_dim, kernel.registers_per_thread) == 0;
    if let Some(w) = r.breaks_if(Rule::RegisterFile, is_broken) {
        w.head("not one block of {threads:thread} with {regs:register} each fits an SM of {gpu}: the launch would \
            fail");
        w.limits();
        w.fewer(Argument::Registers, " fits");
        w.help(w.nearest.smaller_block(), " fits");
    }
}

/// Blocks that warps and registers allow, whatever else the block needs.
pub(super) const fn blocks_that_fit(
    cc: &ComputeCapability,
    block: (u32, u32, u32),
    registers: u32,
) -> u32 {
    match Occupancy::new(cc, &Kernel::new(block, registers)) {
        Ok(occupancy) => occupancy.blocks_per_sm,
        Err(_) => 0,
    }
}

pub(super) const fn warnings(r: &mut Report<'_, '_>, occupancy: &Occupancy) {
    if !r.asks(Rule::RegisterCliff) {
        return;
    }
    let fewer = one_fewer(r.configuration, r.facts.arch, occupancy);
    if let Some((fewer, more)) = fewer
        && let Some(w) = r.breaks(Rule::RegisterCliff)
    {
        names!(w, more: more.blocks_per_sm);
        w.name("occupancy_of_more", Value::Ratio(more.ratio()));
        w.head("{regs} registers per thread are one too many for another block on {gpu}: {blocks:block}, \
            {occupancy} occupancy");
        w.help(Some(fewer), " fits {more}, {occupancy_of_more}");
    }
}

/// One register per thread less and its occupancy, if that fits another block and nothing else forbids it.
#[allow(
    clippy::arithmetic_side_effects,
    reason = "two 32-bit figures, and at least one register"
)]
const fn one_fewer(
    configuration: &Configuration<'_>,
    arch: &Arch,
    occupancy: &Occupancy,
) -> Option<(Change, Occupancy)> {
    let cc = arch.compute_capability();
    let stated = configuration.kernel.registers_per_thread;
    // Another limit binds, whatever the registers are.
    if stated <= 1 || !occupancy.binds(Resource::Registers) {
        return None;
    }
    // One register fewer changes something only at the first of an allocation unit.
    let fewer = (stated - 1) as u64 * cc.warp_size as u64;
    if cc.register_allocation_unit > 0 && !fewer.is_multiple_of(cc.register_allocation_unit as u64)
    {
        return None;
    }
    let fewer = Change::Integer(Argument::Registers, stated as u64 - 1);
    match fewer.apply(configuration).occupancy_on(arch) {
        Some(more)
            if more.blocks_per_sm > occupancy.blocks_per_sm && configuration.takes(fewer) =>
        {
            Some((fewer, more))
        }
        _ => None,
    }
}
