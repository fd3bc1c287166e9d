use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, allow())]
fn empty() {}

#[launch_config(arch = "h100", threads = 100, regs = 64, allow(partial_warp, idle_sm))]
fn near_a_name_beside_another() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, allow(register_clif))]
fn near_a_name() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, allow(OCC203))]
fn of_a_code() {}

#[launch_config(arch = "h100", threads = 100, regs = 33, allow(partial_warp), allow(register_cliff))]
fn twice_of_different_names() {}

#[launch_config(arch = "h100", threads = 100, regs = 64, allow(partial_warp), allow(partial_warp))]
fn twice() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, allow = "register_clif")]
fn with_equals_near_a_name() {}

#[launch_config(arch = "h100", threads = 100, regs = 64, allow = partial_warp)]
fn with_equals() {}

#[launch_config(arch = "h100", threads = 100, regs = 64, allow(partial_warp, banks))]
fn with_one_unknown() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, allow(partial_warp) 3)]
fn with_stray_token() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, allow("partial_warp"))]
fn with_string() {}

#[launch_config(arch = "h100", threads = 100, regs = 64, allow)]
fn without_parentheses() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = 528, deny(lastwave))]
fn deny_near_a_name() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, deny(partial_warp))]
fn deny_of_a_partial_warp() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_blocks = 2, warn(minblocks))]
fn warn_near_a_name() {}
