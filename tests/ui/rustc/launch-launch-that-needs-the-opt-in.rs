use occupancy::__private::{Declared, LaunchesAsLoaded};
use occupancy::{Launch, launch_config};

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

// A conversion of an adapter has this bound.
fn into<K: Declared>(_: Launch<K>)
where
    K::Known: LaunchesAsLoaded,
{
}

fn main() {
    into(OfNumbersLaunch::for_elements(1).unwrap());
    into(OfConstantsLaunch::for_elements(1).unwrap());
    into(OfALargeClusterLaunch::for_elements(16).unwrap());
    into(AcceptedLaunch::for_elements(1).unwrap());
}
