use occupancy::{Device, devices, launch_config};

const NAMES: [&str; 2] = ["h100", "a100"];
const BOARDS: &[Device] = &[devices::H100, devices::A100];

#[launch_config(arch = NAMES, threads = 256, regs = 64)]
fn of_names() {}

#[launch_config(arch = BOARDS, threads = 256, regs = 64)]
fn of_boards() {}

#[launch_config(arch = ["b200", NAMES], threads = 256, regs = 64)]
fn in_a_list() {}

fn main() {}
