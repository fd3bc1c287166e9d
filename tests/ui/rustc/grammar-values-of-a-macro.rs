use occupancy::launch_config;

const REGISTERS: u32 = 300;

macro_rules! kernel {
    ($name:ident, $arch:literal, $threads:expr, $regs:path, $smem:block, $grid:tt) => {
        #[launch_config(arch = $arch, threads = 64, regs = 64)]
        fn $name() {}

        mod $name {
            #[occupancy::launch_config(arch = "h100", threads = $threads, regs = 64, grid = $grid)]
            fn known() {}

            #[occupancy::launch_config(arch = "h100", threads = 64, regs = $regs, smem = $smem)]
            fn deferred() {}

            inner!($threads, $regs);
        }
    };
}

macro_rules! inner {
    ($threads:expr, $regs:expr) => {
        #[occupancy::launch_config(arch = "h100", threads = $threads, regs = 64)]
        fn known_inside() {}

        #[occupancy::launch_config(arch = "h100", threads = 64, regs = $regs)]
        fn deferred_inside() {}
    };
}

kernel!(gemm, "h1000", 1024 + 1, crate::REGISTERS, { 1 << 20 }, 0);

fn main() {}
