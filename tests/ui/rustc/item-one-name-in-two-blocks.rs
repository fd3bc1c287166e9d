use occupancy::launch_config;

struct Rows;
struct Columns;

#[launch_config]
impl Rows {
    #[launch_config(arch = "h100", threads = 256, regs = 64)]
    fn sum() {}
}

#[launch_config]
impl Columns {
    #[launch_config(arch = "h100", threads = 128, regs = 64)]
    fn sum() {}
}

#[launch_config(arch = "h100", threads = 128, regs = 64)]
fn gemm_1() {}

#[launch_config(arch = "h100", threads = 128, regs = 64)]
fn gemm1() {}

fn main() {}
