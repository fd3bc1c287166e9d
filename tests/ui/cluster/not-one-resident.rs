use occupancy::launch_config;

#[launch_config(arch = "h100-pcie:1g.10gb", threads = 1024, regs = 64, cluster = 16, allow(nonportable_cluster))]
fn kernel() {}
