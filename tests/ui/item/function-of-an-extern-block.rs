use occupancy::launch_config;

unsafe extern "C" {
    #[launch_config(arch = "h100", threads = 256, regs = 64)]
    fn launch_gemm(n: u32);
}
