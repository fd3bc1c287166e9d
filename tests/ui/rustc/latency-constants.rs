use occupancy::launch_config;

const DEVICE: occupancy::Device = occupancy::devices::H100;
const BYTES: u32 = 8;
const ORDER: occupancy::kernel::Wait = occupancy::kernel::Wait::First;

#[launch_config(arch = DEVICE, threads = 256, regs = 64, hides(bytes = BYTES))]
fn bytes_of_a_constant() {}

#[launch_config(arch = "h100", threads = 224, regs = 64, hides(cycles = 400, instructions = 60, wait = ORDER))]
fn first_of_a_constant() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, hides(cycles = 400, instructions = 30, wait = ORDER))]
fn too_few_for_the_first() {}

fn main() {}
