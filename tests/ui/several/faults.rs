use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = "96", min_blocks = 30, barriers = 17)]
fn fault_of_grammar_hides_only_what_follows_from_it() {}

#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 128,
    min_blocks = 3,
    min_occupancy = 0.5,
    elements = 150_000,
    tail_efficiency = 0.9,
)]
fn of_demands() {}

#[launch_config(arch = "toaster", threads = 2048, regs = 300, smem = TILE)]
fn of_grammar_and_of_the_block() {}

#[launch_config(gpu = "h100", threads = "256", regs = -1, regs = 64, smem = 1 / 0, min_occupancy = yes, allow(spills), 7)]
fn of_grammar() {}

#[launch_config(arch = "h100", threads = (48, 0, 128), regs = 300, static_smem = 50_000, barriers = 20, carveout = 200)]
fn of_the_block() {}
