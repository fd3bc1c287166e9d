use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 100, regs = 64, name = Axpy)]
fn saxpy() {}

fn launch() -> u32 {
    Axpy::persistent().grid_dim().0
}
