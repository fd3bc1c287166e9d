use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 100, regs = 64)]
fn saxpy() -> u32 {
    "no number"
}

fn main() {}
