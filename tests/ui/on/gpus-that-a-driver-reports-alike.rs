use occupancy::launch_config;

#[launch_config(name = Boards, arch = ["orin-nx", "orin-nano"], threads = 256, regs = 64, on("orin-nano", threads = 128))]
#[launch_config(name = Demands, arch = ["orin-nx", "orin-nano"], threads = 256, regs = 64, on("orin-nano", min_blocks = 2))]
#[launch_config(name = ToldApart, arch = ["h100", "h200", "9.0", "h100:1g.10gb"], threads = 256, regs = 64, on("h200", threads = 128), on("h100:1g.10gb", threads = 64))]
fn kernel() {}
