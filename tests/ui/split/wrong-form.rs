use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 384, regs = 168, setmaxnreg())]
fn nothing() {}

#[launch_config(arch = "h100", threads = 384, regs = 168, setmaxnreg = (24, 240, 240))]
fn assigned() {}

#[launch_config(arch = "h100", threads = 384, regs = 168, setmaxnreg(-24, 240, 240))]
fn negative() {}

#[launch_config(arch = "h100", threads = 384, regs = 168, setmaxnreg("24", 240, 240))]
fn text() {}

#[launch_config(arch = "h100", threads = 384, regs = 168, setmaxnreg(24, 24, 24, 24, 24, 24, 24, 24, 24))]
fn nine() {}
