use occupancy::launch_config;

#[launch_config(arch = ["a100", "h100", "b200"], threads = 256, cubin = "../../kernels/reduce.fatbin", kernel = "reduce")]
fn kernel() {}
