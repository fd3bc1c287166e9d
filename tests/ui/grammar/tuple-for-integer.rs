use occupancy::launch_config;

#[launch_config(name = TupleForInteger, arch = "h100", threads = 256, regs = (32, 32))]
#[launch_config(name = TupleOfOneForInteger, arch = "h100", threads = 256, regs = (64,))]
fn kernel() {}
