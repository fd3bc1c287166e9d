use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64)]
#[launch_config(arch = "rtx4090", threads = 128, regs = 64)]
fn kernel() {}

fn main() {
    kernel();
    let _ = KernelLaunch::persistent();
}
