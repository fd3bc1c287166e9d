mod kernels {
    #[occupancy::launch_config(arch = "h100", threads = 256, regs = 64)]
    fn saxpy() {}
}

use kernels::SaxpyLaunch;

fn main() {}
