use occupancy::launch_config;

const NONE: u32 = 0;
const BYTE: u8 = 200;
const MOST: u32 = u32::MAX;
const HALF: f32 = 0.5;

#[launch_config(arch = "h100", threads = 256, regs = MOST + 1, smem = u128::MAX)]
fn exact() {}

#[launch_config(arch = "h100", threads = BYTE * 7, regs = 64)]
fn over_its_type() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 1024 / NONE)]
fn without_a_result() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = threads * HALF)]
fn of_another_type() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = (BYTE * 2) as u32)]
fn in_a_cast() {}

#[launch_config(arch = "h100", threads = 256, regs = BYTE - MOST)]
fn negative() {}

fn main() {}
