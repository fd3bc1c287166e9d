use occupancy::launch_config;

#[launch_config(arch = ["h100", "sm_80"], threads = 256, regs = 64, cooperative)]
fn of_a_list() {}
