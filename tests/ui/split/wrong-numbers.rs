use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 128, setmaxnreg(20, 232))]
fn under_24() {}

#[launch_config(arch = "h100", threads = 256, regs = 128, setmaxnreg(24, 4_294_967_296))]
fn over_32_bits() {}

#[launch_config(arch = "h100", threads = 384, regs = 168, setmaxnreg(24, 240))]
fn one_is_missing() {}

#[launch_config(arch = "h100", threads = 320, regs = 168, setmaxnreg(24, 240))]
fn half_a_warp_group() {}
