use occupancy::launch_config;

const SMEM: usize = 96 * 1024;
const REGS: u32 = 200;

#[launch_config(arch = "h100", threads = auto, regs = 64, smem = SMEM, min_occupancy = 0.75)]
fn reaches_no_demand() {}

#[launch_config(arch = "h100", threads = auto(512..=1024), regs = REGS)]
fn launches_nothing() {}

#[launch_config(arch = "h100", threads = auto(33..=40), regs = REGS)]
fn has_no_whole_warp() {}

fn main() {}
