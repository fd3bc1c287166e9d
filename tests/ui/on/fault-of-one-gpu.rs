use occupancy::launch_config;

#[launch_config(name = DemandOfAll, arch = ["a100", "b200"], threads = 256, regs = 64, min_blocks = 4, on("b200", threads = 512))]
#[launch_config(name = OwnValue, arch = ["a100", "b200"], threads = 256, regs = 64, on("b200", regs = 300))]
fn kernel() {}

fn main() {
    let _ = DemandOfAll::for_compute_capability(8, 0);
}
