use occupancy::{Arch, Device, devices, devices::{A100, H100, T4}, launch_config};

const NAMES: [&str; 2] = ["h100", "a100"];
const BOARDS: &[Device] = &[devices::H100, devices::A100];
const GPUS: &[Arch] = &[T4.arch(), H100.arch(), A100.arch()];
const NOTHING: &[Arch] = &[];
const NO_ARRAY: [Arch; 0] = [];
const TWICE: [Arch; 3] = [A100.arch(), H100.arch(), A100.arch()];

#[launch_config(arch = NAMES, threads = 256, regs = 64)]
fn of_names() {}

#[launch_config(arch = BOARDS, threads = 256, regs = 64)]
fn of_boards() {}

#[launch_config(arch = ["b200", GPUS], threads = 256, regs = 64)]
fn in_a_list() {}

#[launch_config(arch = NOTHING, threads = 256, regs = 64, min_blocks = 5)]
fn nothing() {}

#[launch_config(arch = NO_ARRAY, threads = 100, regs = 64)]
fn no_array() {}

#[launch_config(arch = TWICE, threads = 256, regs = 64)]
fn twice() {}

#[launch_config(arch = GPUS, threads = 256, regs = 64, min_blocks = 5)]
fn on_a_t4() {}

#[launch_config(arch = GPUS, threads = 256, regs = 64)]
fn on_several() {}

fn main() {
    let _ = OnSeveralLaunch::persistent();
}
