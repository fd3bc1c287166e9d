use occupancy::{ComputeCapability, compute_capabilities::SM_90, launch_config};

const OURS: ComputeCapability = {
    let mut ours = SM_90.limits();
    ours.name = "ours";
    ours.shared_memory_per_sm = 100 * 1024;
    ComputeCapability::new(ours)
};

#[launch_config(arch = OURS, threads = 256, regs = 64)]
fn kernel() {}
