use occupancy::launch_config;
const MOST: u64 = 1 << 32;

#[launch_config(name = OfANumber, arch = "h100", threads = 256, regs = 64, max_blocks = 4_294_967_296)]
#[launch_config(name = OfAConstant, arch = "h100", threads = 256, regs = 64, max_blocks = MOST)]
// More than the block slots of the SM, which no rule refuses.
#[launch_config(name = OverTheBlockSlots, arch = "h100", threads = 256, regs = 64, max_blocks = 33)]
#[launch_config(name = TheMost, arch = "h100", threads = 256, regs = 64, max_blocks = MOST - 1)]
fn kernel() {}

fn main() {}
