use occupancy::launch_config;

#[launch_config(name = DeferredConstantThatDoesNotExist, arch = "h100", threads = 256, regs = REGISTERS)]
#[launch_config(name = ConstantForInteger, arch = "h100", threads = THREADS, regs = 64)]
#[launch_config(name = ConstantInArithmetic, arch = "h100", threads = 256, regs = 64, smem = 2 * TILE * 4)]
#[launch_config(name = ConstantInTuple, arch = "h100", threads = (TILE, 8), regs = 64)]
#[launch_config(name = RatioAsConstant, arch = "h100", threads = 256, regs = 64, min_occupancy = HALF)]
fn kernel() {}

fn main() {}
