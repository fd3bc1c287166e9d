use occupancy::launch_config;

#[launch_config(
    arch = ["a100", "b200"],
    threads = 256,
    regs = 64,
    min_blocks = 4,
    on("b200", threads = 512),
)]
fn demand_of_all() {}

#[launch_config(arch = ["a100", "b200"], threads = 256, regs = 64, on("b200", regs = 300))]
fn own_value() {}

fn main() {
    let _ = DemandOfAllLaunch::for_compute_capability(8, 0);
}
