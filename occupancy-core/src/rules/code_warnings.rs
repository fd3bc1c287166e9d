//! What is worth saying of the compiled kernel: spills, an unknown stack, and what its compiler assumed.

use super::registers::blocks_that_fit;
use super::report::{Report, Rule, Value, names};
use crate::gpu::CodeForm;
use crate::kernel::{Argument, Change, Compiled};
use crate::model::Occupancy;

pub(super) const fn warnings(r: &mut Report<'_, '_>, occupancy: &Occupancy) {
    let configuration = r.configuration;
    if configuration.compiled.is_empty() {
        return;
    }
    let Some(code) = configuration.compiled_on(r.facts.arch) else {
        return;
    };
    let is_broken = matches!(code.spill_instructions, Some(spills) if spills > 0);
    if let Some(w) = r.breaks_if(Rule::Spills, is_broken) {
        w.name("spills", Value::some(code.spill_instructions));
        w.name("frame", Value::some(code.frame));
        w.head("{code} spills registers: {spills:instruction} {spills?moves|move} them to local memory and back, \
            which holds {frame:byte} per thread");
        w.also = "compile it with more registers; or `allow(spills)` accepts it";
    }
    // For input of the linker, the linker knows it.
    let is_unknown =
        matches!(code.form, CodeForm::MachineCode) && code.stack.is_none() && !code.is_relocatable;
    if let Some(w) = r.breaks_if(Rule::UnknownStack, is_unknown) {
        w.head("{code} needs local memory that is not known when it is compiled: it recurses, or calls through a \
            pointer");
        w.also = "`cudaLimitStackSize` has to be enough for the deepest call; `allow(unknown_stack)` accepts it";
    }
    if let Some(w) = r.breaks_if(Rule::Relocatable, code.is_relocatable) {
        w.head("{code} is input for the linker, which may raise its registers, static shared memory, stack and \
            barriers");
        w.also =
            "take the linked image, or compile without `-rdc`; `allow(relocatable)` accepts it";
    }
    register_cap(r, code);
    barrier_limit(r, code, occupancy);
}

/// The code was compiled for another number of blocks than is demanded.
const fn register_cap(r: &mut Report<'_, '_>, code: &Compiled<'_>) {
    let (Some(asked), Some(cap)) = (r.configuration.min_blocks, code.register_cap) else {
        return;
    };
    if !r.asks(Rule::RegisterCap) {
        return;
    }
    let Some((fewest, most)) = compiled_for_blocks(code) else {
        return;
    };
    // Launch bounds without a number of blocks give the same cap as one block.
    let is_broken = fewest != 1 && (asked < fewest || asked > most);
    if let Some(w) = r.breaks_if(Rule::RegisterCap, is_broken) {
        names!(w, fewest: fewest, most: most, cap: cap);
        w.head("{code} was compiled with launch bounds of {fewest#}");
        if most > fewest {
            w.head(" to {most#}");
        }
        w.head(" resident {most?block|blocks}, not {min_blocks#}: its cap is {cap:register} per thread");
        let compiled_for = if asked > most { most } else { fewest };
        names!(w, compiled_for: compiled_for);
        let change = Change::Integer(Argument::MinBlocks, compiled_for as u64);
        w.also = if w.nearest.configuration.takes(change) {
            "compile it with the launch bounds of this configuration; or `min_blocks = {compiled_for#}` is what it \
                was compiled for"
        } else {
            "compile it with the launch bounds of this configuration"
        };
    }
}

/// The barriers of the code allow fewer blocks than everything else.
const fn barrier_limit(r: &mut Report<'_, '_>, code: &Compiled<'_>, occupancy: &Occupancy) {
    let (Some(barriers), Some(allowed)) = (code.barriers, occupancy.limits.barriers) else {
        return;
    };
    // Skip if the author declares more than the code uses.
    if barriers != r.configuration.kernel.barriers || allowed > occupancy.blocks_per_sm {
        return;
    }
    let mut limits = occupancy.limits;
    limits.barriers = None;
    let others = limits.least();
    if let Some(w) = r.breaks_if(Rule::BarrierLimit, others > allowed) {
        names!(w, found: barriers, allowed_by_them: allowed, others: others);
        w.head("{code} uses {found:named barrier}, which allow {allowed_by_them:block} on one SM of {gpu}, and \
            everything else allows {others}");
        w.also = "number barriers with constants from 0 on, because a number in a register takes all 16; or \
            `allow(barrier_limit)` accepts it";
    }
}

/// The blocks per SM in the launch bounds that give the register cap of the machine code: the fewest
/// and the most. `None` if the cap comes from something else, or is not stated.
///
/// ptxas limits registers so that `minBlocksPerMultiprocessor` blocks fit the register file, and
/// ignores more blocks than the SM has warps and slots for: as many fit with the cap, and fewer with one register
/// more. Measured with ptxas 11.8, 12.4 and 13.5 over every block and number of blocks.
const fn compiled_for_blocks(code: &Compiled<'_>) -> Option<(u32, u32)> {
    let ((Some(block), _, Some(cap)) | (None, Some(block), Some(cap))) =
        (code.required_block, code.max_block, code.register_cap)
    else {
        return None;
    };
    if !matches!(code.form, CodeForm::MachineCode) {
        return None;
    }
    let Some(cc) = code.known_compute_capability() else {
        return None;
    };
    let most = blocks_that_fit(cc, block, cap);
    let fewest = if cap < cc.max_registers_per_thread {
        blocks_that_fit(cc, block, cap.saturating_add(1)).saturating_add(1)
    } else {
        1
    };
    if fewest <= most {
        Some((fewest, most))
    } else {
        None
    }
}
