use occupancy::launch_config;

struct Kernels<const TILE: u32>;

#[launch_config]
impl<const TILE: u32> Kernels<TILE> {
    #[launch_config(arch = "h100", threads = TILE, regs = 64)]
    fn gemm() {}

    const ROWS: u32 = 8;

    #[launch_config(arch = "h100", threads = (32, Self::ROWS), regs = 64)]
    fn saxpy() {}
}
