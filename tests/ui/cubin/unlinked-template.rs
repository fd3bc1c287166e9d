use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, cubin = "../../../occupancy-binary/fixtures/unlinked_template.cubin", kernel = "reversed")]
fn kernel() {}
