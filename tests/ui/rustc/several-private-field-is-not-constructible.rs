mod kernels {
    #[occupancy::launch_config(arch = "h100", threads = 256, regs = 64)]
    pub fn saxpy() {}
}

// Only a checked grid makes a launch.
fn main() {
    let mut launch = kernels::SaxpyLaunch::for_elements(1).unwrap();
    launch.grid = occupancy::GridDim::ONE_BLOCK;
}
