use occupancy::launch_config;

#[launch_config(name = Nothing, arch = "h100", threads = 384, regs = 168, setmaxnreg())]
#[launch_config(name = Assigned, arch = "h100", threads = 384, regs = 168, setmaxnreg = (24, 240, 240))]
#[launch_config(name = Negative, arch = "h100", threads = 384, regs = 168, setmaxnreg(-24, 240, 240))]
#[launch_config(name = Text, arch = "h100", threads = 384, regs = 168, setmaxnreg("24", 240, 240))]
#[launch_config(name = Nine, arch = "h100", threads = 384, regs = 168, setmaxnreg(24, 24, 24, 24, 24, 24, 24, 24, 24))]
fn kernel() {}
