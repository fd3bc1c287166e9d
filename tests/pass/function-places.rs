//! Functions in modules, in bodies of functions, and of every visibility.

use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64)]
pub fn public() {}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
pub(crate) fn of_the_crate() {}

mod kernels {
    pub mod linear {
        use occupancy::launch_config;

        #[launch_config(arch = "h100", threads = 256, regs = 64)]
        pub fn saxpy() {}

        #[launch_config(arch = "h100", threads = 128, regs = 64)]
        pub(super) fn of_the_parent() {}

        #[occupancy::launch_config(arch = "h100", threads = 64, regs = 64)]
        pub(in crate::kernels) fn of_a_path() {}
    }

    #[::occupancy::launch_config(arch = "h100", threads = 512, regs = 64)]
    pub fn saxpy() {
        linear::of_the_parent();
        linear::of_a_path();
        assert_eq!(linear::OfTheParentLaunch::THREADS_PER_BLOCK, 128);
        assert_eq!(linear::OfAPathLaunch::THREADS_PER_BLOCK, 64);
    }
}

fn outer() -> u32 {
    #[launch_config(arch = "h100", threads = 32, regs = 64)]
    fn inner() {}

    inner();
    InnerLaunch::THREADS_PER_BLOCK
}

fn main() {
    public();
    of_the_crate();
    kernels::saxpy();
    kernels::linear::saxpy();
    assert_eq!(PublicLaunch::OCCUPANCY, OfTheCrateLaunch::OCCUPANCY);
    assert_eq!(kernels::SaxpyLaunch::THREADS_PER_BLOCK, 512);
    assert_eq!(kernels::linear::SaxpyLaunch::THREADS_PER_BLOCK, 256);
    assert_eq!(outer(), 32);
}
