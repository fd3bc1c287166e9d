use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = auto(64..=128))]
fn of_a_range() {}

#[launch_config(arch = "h100", threads = 256, regs = "auto")]
fn of_a_text() {}

#[launch_config(arch = "h100", threads = 256, regs = Auto)]
fn of_a_capital() {}

#[launch_config(arch = "h100", threads = 256, registers = auto)]
fn of_another_name() {}

#[launch_config(arch = "h100", threads = 256, regs = auto, regs = 64)]
fn twice() {}

// No number follows from a block or a demand with a fault.
#[launch_config(arch = "h100", threads = 0, regs = auto, min_occupancy = 0.9)]
fn of_no_block() {}

#[launch_config(arch = "h100", threads = 256, min_blocks = -1, regs = auto, min_occupancy = 0.1)]
fn of_negative_blocks() {}

#[launch_config(arch = "h100", threads = 256, min_blocks = 4_294_967_296, regs = auto, min_occupancy = 0.9)]
fn of_too_many_blocks() {}

#[launch_config(arch = "größe", threads = 256, regs = auto, min_occupancy = 0.1)]
fn of_no_gpu() {}
