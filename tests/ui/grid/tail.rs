use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = 1000, tail_efficiency = 0.947)]
fn efficiency_just_above_what_is_reached() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = (23, 23), tail_efficiency = 0.9)]
fn efficiency_of_2d_grid() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, elements = 150_000, tail_efficiency = 0.9)]
fn efficiency_of_elements() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, elements = 1 << 20, items_per_thread = 4, tail_efficiency = 98 %)]
fn efficiency_of_elements_with_items() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = 100, tail_efficiency = 0.9)]
fn efficiency_of_grid_below_one_wave() {}

#[launch_config(arch = ["h100", "a100"], threads = 256, regs = 64, grid = 528, tail_efficiency = 0.9)]
fn efficiency_on_every_device_of_a_list() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = 528, tail_efficiency = 1.01)]
fn efficiency_over_one() {}

#[launch_config(arch = "10.3", threads = 256, regs = 64, grid = 528, tail_efficiency = 0.9)]
fn efficiency_without_device_of_its_compute_capability() {}
