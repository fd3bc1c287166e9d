use occupancy::launch_config;

#[launch_config(arch = "h100", threads = (32, 8, 8), regs = 32)]
fn threads_over_1024_in_3d() {}

#[launch_config(arch = "h100", threads = (2048, 2), regs = 32)]
fn x_over_1024() {}

#[launch_config(arch = "h100", threads = (2, 2048), regs = 32)]
fn y_over_1024() {}

#[launch_config(arch = "h100", threads = (4294967295, 4294967295, 4294967295), regs = 32)]
fn every_dimension_at_its_largest() {}

#[launch_config(arch = "h100", threads = (32, 0), regs = 64)]
fn zero_in_y() {}
