use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 1 << 32, regs = 64)]
fn first() {}

#[launch_config(arch = "h100", threads = 256, regs = 1 << 32)]
fn second() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, static_smem = 1 << 32)]
fn third() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, barriers = 1 << 32)]
fn fourth() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, carveout = 1 << 32)]
fn fifth() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = 1 << 32)]
fn sixth() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, elements = 18446744073709551616)]
fn seventh() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, cluster = 1 << 32)]
fn eighth() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_blocks = 1 << 32)]
fn ninth() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, items_per_thread = 1 << 32)]
fn tenth() {}
