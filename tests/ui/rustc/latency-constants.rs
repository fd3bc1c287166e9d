use occupancy::launch_config;

const DEVICE: occupancy::Device = occupancy::devices::H100;
const BYTES: u32 = 8;

#[launch_config(arch = DEVICE, threads = 256, regs = 64, hides(bytes = BYTES))]
fn bytes_of_a_constant() {}

const SMS: u32 = 66;

#[launch_config(arch = "h100", threads = 256, regs = 64, sms = 66, hides(bytes = 16))]
fn literal() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, sms = SMS, hides(bytes = 16))]
fn constant() {}

// The suggestion has the value of the constant.


const IN_FLIGHT: u32 = 16;

#[launch_config(arch = "h100", threads = 256, regs = 64, hides(cycles = 4000, instructions = 2, bytes = IN_FLIGHT))]
fn cycles_beside_a_constant() {}

const LATENCY: usize = 400;
const PARALLEL: u8 = 30;

#[launch_config(arch = "h100", threads = 256, regs = 64, hides(cycles = LATENCY, instructions = PARALLEL))]
fn cycles_of_constants() {}

const ORDER: occupancy::kernel::Wait = occupancy::kernel::Wait::First;

#[launch_config(arch = "h100", threads = 224, regs = 64, hides(cycles = 400, instructions = 60))]
fn last_by_default() {}

#[launch_config(arch = "h100", threads = 224, regs = 64, hides(cycles = 400, instructions = 60, wait = ORDER))]
fn first_of_a_constant() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, hides(cycles = 400, instructions = 30, wait = ORDER))]
fn too_few_for_the_first() {}

const BLOCKS: u32 = 132;
const ELEMENTS: u64 = 10_000;

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = BLOCKS, hides(cycles = 400, instructions = 60))]
fn blocks() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, elements = ELEMENTS, hides(bytes = 16))]
fn elements() {}

fn main() {}
