use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, cycles = 8)]
fn cycles_outside_of_hides() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, hides(bytes = 16, bytes = 32))]
fn argument_twice() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, hides = 400)]
fn as_a_number() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, hides(bytes: 16))]
fn colon_for_equals() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, hides())]
fn empty() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, hides(cycles = -400, instructions = 60))]
fn of_a_negative() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, hides(cycles = 5_000_000_000, instructions = 60))]
fn over_32_bits() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, hides(latency = 400, instructions = 60))]
fn unknown_argument() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, hides(instructions = 60))]
fn without_cycles() {}
