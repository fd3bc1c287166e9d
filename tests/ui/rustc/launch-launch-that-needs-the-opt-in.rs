use occupancy::launch_config;
const SMEM: usize = 64 * 1024;
const BLOCKS: u32 = 16;

#[launch_config(name = OfNumbers, arch = "h100", threads = 256, regs = 64, smem = 64 * 1024)]
#[launch_config(name = OfConstants, arch = "h100", threads = 256, regs = 64, smem = SMEM)]
#[launch_config(name = OfALargeCluster, arch = "h100", threads = 256, regs = 64, cluster = BLOCKS, allow(nonportable_cluster))]
#[launch_config(name = Accepted, arch = "h100", threads = 256, regs = 64, smem = 48 * 1024)]
#[launch_config(name = OfSizes, arch = "h100", threads = any(64, 1024), regs = 64, smem = threads * 64)]
fn kernel() {}

fn main() {
    let (_, _, _) = OfNumbers::covering(1).into();
    let (_, _, _) = OfConstants::covering(1).into();
    let (_, _, _) = OfALargeCluster::for_elements(16).unwrap().into();
    let variant = OfNumbers::VARIANTS[0].for_elements(1).unwrap();
    let (_, _, _) = variant.into();
    let size = OfSizes::for_threads(64).unwrap().covering(1);
    let (_, _, _) = size.into();
    let (_, _, _) = Accepted::covering(1).into();
    let (_, _, _) = OfNumbers::covering(1).opted_in();
}
