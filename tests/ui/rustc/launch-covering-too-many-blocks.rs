use occupancy::launch_config;
const TWO: u32 = 2;

#[launch_config(name = OfOneThread, arch = "h100", threads = 1, regs = 64, allow(partial_warp))]
#[launch_config(name = OfTwoThreads, arch = "h100", threads = TWO, regs = 64, allow(partial_warp))]
#[launch_config(name = OfAClusterInY, arch = "h100", threads = 256, regs = 64, smem = 96 * 1024, cluster = (1, TWO))]
#[launch_config(name = OnAnother, arch = ["h100", "b200"], threads = 32, regs = 64, on("b200", threads = 1), allow(partial_warp))]
#[launch_config(name = OfSizes, arch = "h100", threads = any(64, 1), regs = 64, allow(partial_warp))]
#[launch_config(name = OnAmd, arch = ["h100", "mi300x"], threads = 256, regs = 64, vgprs = 64)]
#[launch_config(name = OfConstantSizes, arch = "h100", threads = any(64, TWO), regs = 64, allow(partial_warp))]
#[launch_config(name = Accepted, arch = "h100", threads = 1, items_per_thread = TWO + 1, regs = 64, smem = 96 * 1024, allow(partial_warp))]
fn kernel() {}

fn main() {
    let _ = OfOneThread::covering(1);
    let _ = OfTwoThreads::covering(1);
    let _ = OfAClusterInY::covering(1);
    let _ = OnAnother::covering(1);
    let _ = OnAnother::VARIANTS[0].covering(1);
    let _ = OfSizes::for_threads(64).unwrap().covering(1);
    let _ = OfConstantSizes::for_threads(64).unwrap().covering(1);
    let _ = OnAmd::covering(1);
    let _ = Accepted::covering(1);
}
