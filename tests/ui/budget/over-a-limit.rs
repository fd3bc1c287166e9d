use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 100000, carveout = 101, min_blocks = 3)]
fn carveout_over_100_beside_a_demand() {}

#[launch_config(arch = "rtx4090", threads = (32, 32), regs = 128)]
fn register_file_below_one_block_in_2d() {}

#[launch_config(arch = "h100", threads = 256, regs = 0)]
fn registers_zero() {}

#[launch_config(arch = "gtx1080", threads = 256, regs = 64, smem = 64 * 1024)]
fn smem_over_limit_without_opt_in() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, static_smem = 32 * 1024, smem = 200 * 1024)]
fn smem_with_static_over_opt_in() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, static_smem = 64 * 1024, smem = 200 * 1024)]
fn static_and_dynamic_smem_over_limits() {}
