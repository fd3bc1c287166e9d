use occupancy::launch_config;

#[launch_config(arch = "b200", threads = 256, regs = 32, hides(bytes = 4))]
fn too_few_for_all_slots() {}

#[launch_config(arch = "sm_90", threads = 256, regs = 64, hides(bytes = 16))]
fn without_a_device() {}
