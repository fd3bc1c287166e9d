use occupancy::launch_config;

struct Kernels;

#[launch_config]
impl Kernels {
    fn gemm(&self) {}
}
