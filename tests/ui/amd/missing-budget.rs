use occupancy::launch_config;

#[launch_config(name = Amd, arch = "mi300x")]
#[launch_config(name = AmdForDemand, arch = "mi300x", threads = 1024, min_blocks = 2)]
#[launch_config(name = Both, arch = ["h100", "mi355x"], threads = 256)]
fn kernel() {}
