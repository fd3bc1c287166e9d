use occupancy::launch_config;

#[launch_config(name = Under24, arch = "h100", threads = 256, regs = 128, setmaxnreg(20, 232))]
#[launch_config(name = Over32Bits, arch = "h100", threads = 256, regs = 128, setmaxnreg(24, 4_294_967_296))]
#[launch_config(name = OneIsMissing, arch = "h100", threads = 384, regs = 168, setmaxnreg(24, 240))]
#[launch_config(name = HalfAWarpGroup, arch = "h100", threads = 320, regs = 168, setmaxnreg(24, 240))]
fn kernel() {}
