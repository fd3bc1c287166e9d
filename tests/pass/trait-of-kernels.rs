//! The launch types of a trait's functions are as visible as the trait.

mod kernels {
    use occupancy::launch_config;

    #[launch_config]
    pub trait Kernels {
        #[launch_config(arch = "h100", threads = 256, regs = 64)]
        fn saxpy(&self) -> SaxpyLaunch {
            SaxpyLaunch::for_elements(1).unwrap()
        }
    }
}

struct Gpu;

impl kernels::Kernels for Gpu {}

fn main() {
    use kernels::Kernels;

    let launch: kernels::SaxpyLaunch = Gpu.saxpy();
    assert_eq!(launch.grid_dim(), (1, 1, 1));
}
