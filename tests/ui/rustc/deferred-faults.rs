use occupancy::launch_config;
const CLUSTER: u32 = 32;
const LARGE: u32 = 512;
const REGS: u32 = 96;
const X: u32 = 10;
const STAGES: usize = 3;
const TILE: usize = 128 * 64;
const WARPS: usize = 33;
const NO_REGS: u8 = 0;
const BARRIERS: i64 = 17;

#[launch_config(name = Cluster, arch = "h100", threads = 256, regs = 64, cluster = CLUSTER)]
#[launch_config(name = MinBlocks, arch = "h100", threads = 256, regs = REGS, min_blocks = 3)]
#[launch_config(name = PartialWarp, arch = "h100", threads = (X, 10), regs = 64)]
#[launch_config(name = SharedMemory, arch = "rtx4090", threads = 256, regs = 64, smem = STAGES * TILE * size_of::<f64>())]
#[launch_config(name = First, arch = "h100", threads = WARPS * 32, regs = NO_REGS, barriers = BARRIERS, min_blocks = 0)]
#[launch_config(name = Second, arch = "h100", threads = WARPS * 32, regs = NO_REGS, barriers = BARRIERS)]
#[launch_config(name = Denied, arch = "h100", threads = 256, regs = CLUSTER + 1, deny(register_cliff))]
#[launch_config(name = Cubin, arch = "h100", threads = LARGE, regs = 8, cubin = "../../kernels/saxpy.cubin", kernel = "saxpy")]
fn kernel() {}

fn main() {}
