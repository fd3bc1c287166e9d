use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = (8, 8, 0))]
fn empty_in_z() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, elements = 1 << 20, items_per_thread = 0)]
fn items_per_thread_zero_with_elements() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, elements = 18446744073709551615)]
fn most_elements_of_all() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, elements = 0)]
fn no_elements() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, elements = 1 << 40)]
fn too_many_blocks_from_elements() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = 2147483648)]
fn x_over_limit() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = (65536, 65536, 65536))]
fn y_and_z_over_65535() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = (16, 16, 100_000))]
fn z_over_65535() {}
