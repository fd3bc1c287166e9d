use occupancy::launch_config;

#[launch_config(arch = "h100", threads = [32, 8, 1, 1], regs = 64)]
fn array_of_four() {}

#[launch_config(arch = "h100", threads = "auto", regs = 64)]
fn auto_as_string() {}

#[launch_config(arch = "h100", threads = "auto(64..=512)", regs = 64)]
fn auto_range_as_string() {}

#[launch_config(arch = "h100", threads = 32, 8, regs = 64)]
fn comma_between_extents() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = 16,384)]
fn comma_in_a_grid() {}

#[launch_config(arch = "h100", threads = 1,024, regs = 64)]
fn comma_in_a_number() {}

#[launch_config(arch = "h100", threads = "32, 8", regs = 64)]
fn as_string() {}

#[launch_config(arch = "h100", threads = 32x8, regs = 64)]
fn in_one_literal() {}

#[launch_config(arch = "h100", threads = (), regs = 64)]
fn tuple_of_none() {}

#[launch_config(arch = "h100", threads = ("32", 8.0, true), regs = 64)]
fn tuple_with_wrong_elements() {}

#[launch_config(arch = "h100", threads = 32 x 8, regs = 64, smem = 48KB, static_smem = "4 KiB")]
fn units_and_crosses() {}

#[launch_config(arch = "h100", threads = auto(128), regs = 64)]
fn no_range() {}
