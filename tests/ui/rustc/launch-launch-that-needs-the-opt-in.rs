use occupancy::launch_config;

const SMEM: usize = 64 * 1024;
const BLOCKS: u32 = 16;

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 64 * 1024)]
fn of_numbers() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = SMEM)]
fn of_constants() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, cluster = BLOCKS, allow(nonportable_cluster))]
fn of_a_large_cluster() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 48 * 1024)]
fn accepted() {}

#[launch_config(arch = "h100", threads = any(64, 1024), regs = 64, smem = threads * 64)]
fn of_sizes() {}

fn main() {
    let (_, _, _) = OfNumbersLaunch::covering(1).into();
    let (_, _, _) = OfConstantsLaunch::covering(1).into();
    let (_, _, _) = OfALargeClusterLaunch::for_elements(16).unwrap().into();
    let variant = OfNumbersLaunch::VARIANTS[0].for_elements(1).unwrap();
    let (_, _, _) = variant.into();
    let size = OfSizesLaunch::for_threads(64).unwrap().covering(1);
    let (_, _, _) = size.into();
    let (_, _, _) = AcceptedLaunch::covering(1).into();
    let (_, _, _) = OfNumbersLaunch::covering(1).opted_in();
}
