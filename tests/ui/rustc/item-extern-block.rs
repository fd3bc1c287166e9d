use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64)]
unsafe extern "C" {
    fn saxpy();
}

fn main() {}
