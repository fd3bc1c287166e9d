use occupancy::launch_config;

struct Rows<T>(T);

#[launch_config]
impl Rows<f32> {
    #[launch_config(arch = "h100", threads = 256, regs = 64)]
    fn sum() {}
}

#[launch_config]
impl Rows<f64> {
    #[launch_config(arch = "h100", threads = 128, regs = 64)]
    fn sum() {}
}

#[launch_config(arch = "h100", threads = 128, regs = 64)]
fn gemm_1() {}

#[launch_config(arch = "h100", threads = 128, regs = 64)]
fn gemm1() {}

fn main() {}
