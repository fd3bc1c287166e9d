use occupancy::launch_config;

#[launch_config(arch = "NVIDIA GeForce RTX 3080", threads = 256, regs = 64)]
fn ambiguous_as_the_driver_reports_it() {}

#[launch_config(arch = "hopper", threads = 256, regs = 64)]
fn generation() {}

#[launch_config(arch = "rtx3050 laptop", threads = 256, regs = 64)]
fn laptop() {}

#[launch_config(arch = "9.5", threads = 256, regs = 64)]
fn compute_capability() {}

#[launch_config(arch = "", threads = 256, regs = 64)]
fn empty() {}

#[launch_config(arch = "rtx409", threads = 256, regs = 64)]
fn near_a_name() {}

#[launch_config(arch = "h\"1\n00", threads = 256, regs = 64)]
fn quotes_and_newline() {}

#[launch_config(arch = "sm_80a", threads = 256, regs = 64)]
fn target() {}

#[launch_config(arch = ["toaster", "kettle"], threads = 256, regs = 64)]
fn list_with_every_one_unknown() {}

#[launch_config(arch = ["h100", "toaster"], threads = 256, regs = 64)]
fn list_with_one_unknown() {}

#[launch_config(arch = ["h100", "toaster"], threads = 256, regs = 96, min_blocks = 3)]
fn list_with_one_unknown_and_a_fault() {}

#[launch_config(arch = "b200:2g.45gb", threads = 256, regs = 64)]
fn unknown_count() {}

#[launch_config(arch = "h100:2g.10gb", threads = 256, regs = 64)]
fn unknown_profile() {}

#[launch_config(arch = "rtx4090:1g.10gb", threads = 256, regs = 64)]
fn board_without_mig() {}
