use occupancy::launch_config;

const TWO: u32 = 2;

#[launch_config(arch = "h100", threads = 1, regs = 64, allow(partial_warp))]
fn of_one_thread() {}

#[launch_config(arch = "h100", threads = TWO, regs = 64, allow(partial_warp))]
fn of_two_threads() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 96 * 1024, cluster = (1, TWO))]
fn of_a_cluster_in_y() {}

#[launch_config(arch = ["h100", "b200"], threads = 32, regs = 64, on("b200", threads = 1), allow(partial_warp))]
fn of_one_thread_on_another() {}

#[launch_config(arch = "h100", threads = any(64, 1), regs = 64, allow(partial_warp))]
fn of_sizes() {}

#[launch_config(arch = ["h100", "mi300x"], threads = 256, regs = 64, vgprs = 64)]
fn of_one_element_on_amd() {}

#[launch_config(arch = "h100", threads = any(64, TWO), regs = 64, allow(partial_warp))]
fn of_constant_sizes() {}

#[launch_config(arch = "h100", threads = 1, items_per_thread = TWO + 1, regs = 64, smem = 96 * 1024, allow(partial_warp))]
fn accepted() {}

fn main() {
    let _ = OfOneThreadLaunch::covering(1);
    let _ = OfTwoThreadsLaunch::covering(1);
    let _ = OfAClusterInYLaunch::covering(1);
    let _ = OfOneThreadOnAnotherLaunch::covering(1);
    let _ = OfOneThreadOnAnotherLaunch::VARIANTS[0].covering(1);
    let _ = OfSizesLaunch::for_threads(64).unwrap().covering(1);
    let _ = OfConstantSizesLaunch::for_threads(64).unwrap().covering(1);
    let _ = OfOneElementOnAmdLaunch::covering(1);
    let _ = AcceptedLaunch::covering(1);
}
