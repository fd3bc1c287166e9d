mod kernels {
    #[occupancy::launch_config(arch = "h100", threads = 256, regs = 64)]
    pub fn saxpy() {}
}

fn launch() -> kernels::SaxpyLaunch {
    kernels::SaxpyLaunch {
        grid: occupancy::GridDim::ONE_BLOCK,
    }
}

fn main() {}
