use occupancy::{Arch, Device, devices, devices::{A100, H100, T4}, launch_config};
const NAMES: [&str; 2] = ["h100", "a100"];
const BOARDS: &[Device] = &[devices::H100, devices::A100];
const GPUS: &[Arch] = &[T4.arch(), H100.arch(), A100.arch()];
const NOTHING: &[Arch] = &[];
const NO_ARRAY: [Arch; 0] = [];
const TWICE: [Arch; 3] = [A100.arch(), H100.arch(), A100.arch()];

#[launch_config(name = OfNames, arch = NAMES, threads = 256, regs = 64)]
#[launch_config(name = OfBoards, arch = BOARDS, threads = 256, regs = 64)]
#[launch_config(name = InAList, arch = ["b200", GPUS], threads = 256, regs = 64)]
#[launch_config(name = Nothing, arch = NOTHING, threads = 256, regs = 64, min_blocks = 5)]
#[launch_config(name = NoArray, arch = NO_ARRAY, threads = 100, regs = 64)]
#[launch_config(name = Twice, arch = TWICE, threads = 256, regs = 64)]
#[launch_config(name = OnAT4, arch = GPUS, threads = 256, regs = 64, min_blocks = 5)]
#[launch_config(name = OnSeveral, arch = GPUS, threads = 256, regs = 64)]
fn kernel() {}

fn main() {
    let _ = OnSeveral::persistent();
}
