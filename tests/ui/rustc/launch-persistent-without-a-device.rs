use occupancy::launch_config;
const LIMITS: occupancy::Multiprocessor = occupancy::compute_capabilities::SM_90;

#[launch_config(name = OfANumber, arch = "9.0", threads = 256, regs = 64)]
#[launch_config(name = OfAConstant, arch = LIMITS, threads = 256, regs = 64)]
#[launch_config(name = OfSeveral, arch = ["h100", "a100"], threads = 256, regs = 64)]
fn kernel() {}

fn main() {
    let _ = OfANumber::persistent();
    let _ = OfAConstant::persistent();
    let _ = OfSeveral::for_elements(1).unwrap().waves();
}
