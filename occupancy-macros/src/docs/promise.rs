//! What keeps the promise on the device side, to copy, and what confirms it.

use std::fmt::Write;

use occupancy_core::{Arch, Configuration, max_registers_per_thread};

pub(super) fn write(out: &mut String, configuration: &Configuration<'_>) {
    let (kernel, registers) = (
        &configuration.kernel,
        configuration.kernel.registers_per_thread,
    );
    let Some(least) = configuration.least_occupancy() else {
        return;
    };
    let blocks = least.blocks_per_sm;
    let threads = u32::try_from(kernel.threads_per_block()).unwrap_or(u32::MAX);
    let cap = configuration
        .archs
        .iter()
        .map(Arch::compute_capability)
        .filter_map(|cc| max_registers_per_thread(cc, threads, blocks))
        .max()
        .unwrap_or(registers);
    let _ = write!(
        out,
        "The registers are a budget, not a measurement. `__launch_bounds__({threads}, {blocks})` \
         holds the kernel to {cap} registers"
    );
    if cap > registers {
        let _ = write!(
            out,
            ", `__maxnreg__({registers})` in its place to {registers}"
        );
    }
    out.push_str("; `ptxas -v` and the loaded function say what it uses.\n");
}
