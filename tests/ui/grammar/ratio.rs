use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = 0,5)]
fn comma_in_a_ratio() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = true)]
fn as_boolean() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = 2 * 0.25)]
fn as_product() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = 50 % 1)]
fn as_remainder() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = "50%")]
fn as_string() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = -0.5)]
fn negative() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = 1 / 10000000000000000000000000000000000000000)]
fn of_forty_digits() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = %)]
fn percent_alone() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = 150 %)]
fn percent_over_100() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = 50 %%)]
fn percent_twice() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = 1e-400)]
fn with_huge_exponent() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = 0.5f32)]
fn with_suffix() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = 0.1234567890123456789012345)]
fn with_too_many_digits() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = 1 / 0)]
fn with_zero_denominator() {}
