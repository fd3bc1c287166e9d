use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = n.div_ceil(256))]
fn kernel(n: u32) {
    let _ = n;
}
