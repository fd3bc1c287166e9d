//! Annotated functions that a macro writes: values come wrapped in the macro's fragments.

use occupancy::launch_config;

macro_rules! kernel {
    ($visibility:vis $name:ident, $arch:literal, $threads:expr, $regs:literal, $launch:ident) => {
        #[launch_config(
            arch = $arch,
            threads = $threads,
            regs = $regs,
            smem = $regs * 16,
            elements = $threads * 1024,
            name = $launch
        )]
        $visibility fn $name() {}
    };
}

macro_rules! block {
    ($name:ident, $x:expr, $y:tt) => {
        #[launch_config(arch = ["h100", "a100"], threads = ($x, $y), regs = 64)]
        fn $name() {}
    };
}

macro_rules! arguments {
    ($($arguments:tt)*) => {
        #[launch_config($($arguments)*)]
        fn by_tokens() {}
    };
}

macro_rules! demands {
    ($($name:ident: $ratio:expr, $arch:expr, [$($other:literal),*], $path:path;)*) => {
        $(
            #[launch_config(
                arch = $arch,
                threads = 256,
                regs = 64,
                min_occupancy = $ratio,
                crate = $path,
            )]
            fn $name() {}

            mod $name {
                #[occupancy::launch_config(arch = [$($other),*], threads = 256, regs = 64)]
                pub fn list() {}
            }
        )*
    };
}

kernel!(pub saxpy, "h100", 128 + 128, 64, Saxpy);
block!(plane, 32, 8);
arguments!(arch = "h100", threads = 256, regs = 64);
demands! {
    half: 0.5, "h100", ["h100", "a100"], ::occupancy;
    quarter: 1 / 4, "a100", ["rtx4090"], occupancy;
}

fn main() {
    saxpy();
    plane();
    by_tokens();
    half();
    quarter();
    half::list();
    quarter::list();
    assert_eq!(Saxpy::THREADS_PER_BLOCK, 256);
    assert_eq!(Saxpy::DYNAMIC_SHARED_MEMORY, 1024);
    assert_eq!(Saxpy::configured().grid_dim(), (1024, 1, 1));
    assert_eq!(PlaneLaunch::BLOCK_DIM, (32, 8, 1));
    assert_eq!(ByTokensLaunch::BLOCKS_PER_SM, HalfLaunch::BLOCKS_PER_SM);
    assert_eq!(QuarterLaunch::BLOCKS_PER_SM, 4);
    assert_eq!(half::ListLaunch::ARCHS.len(), 2);
    assert_eq!(quarter::ListLaunch::ARCHS.len(), 1);
}
