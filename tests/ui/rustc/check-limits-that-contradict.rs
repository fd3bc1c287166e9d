use occupancy::{Multiprocessor, compute_capabilities::SM_90};

const OURS: Multiprocessor = {
    let mut ours = SM_90.limits();
    ours.name = "ours";
    ours.shared_memory_per_sm = 100 * 1024;
    Multiprocessor::new(ours)
};

fn main() {}
