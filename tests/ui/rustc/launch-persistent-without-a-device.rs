use occupancy::launch_config;

const LIMITS: occupancy::Multiprocessor = occupancy::compute_capabilities::SM_90;

#[launch_config(arch = "9.0", threads = 256, regs = 64)]
fn of_a_number() {}

#[launch_config(arch = LIMITS, threads = 256, regs = 64)]
fn of_a_constant() {}

#[launch_config(arch = ["h100", "a100"], threads = 256, regs = 64)]
fn of_several() {}

fn main() {
    let _ = OfANumberLaunch::persistent();
    let _ = OfAConstantLaunch::persistent();
    let _ = OfSeveralLaunch::for_elements(1).unwrap().waves();
}
