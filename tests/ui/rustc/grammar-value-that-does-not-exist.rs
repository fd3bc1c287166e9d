use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = REGISTERS)]
fn deferred_constant_that_does_not_exist() {}

#[launch_config(arch = "h100", threads = THREADS, regs = 64)]
fn constant_for_integer() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 2 * TILE * 4)]
fn constant_in_arithmetic() {}

#[launch_config(arch = "h100", threads = (TILE, 8), regs = 64)]
fn constant_in_tuple() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = HALF)]
fn ratio_as_constant() {}

fn main() {}
