use occupancy::compute_capabilities::{self, SM_89, SM_90};
use occupancy::{Device, devices, launch_config};
const ELEMENTS: u64 = 150_000;
const LAPTOP: Device = Device::new("RTX 4090 Laptop", &SM_89, 76);
const QUARTER: Device = Device::new("a quarter of a GPC", &SM_90, 4);
const REGISTERS: u32 = 300;
const THREADS: u32 = 100;

#[launch_config(name = OfTheProgram, arch = ["h100", LAPTOP], threads = 1024, regs = 32, min_blocks = 2)]
#[launch_config(name = Cluster, arch = QUARTER, threads = 1024, regs = 64, cluster = 8)]
#[launch_config(name = Tail, arch = devices::H100, threads = 256, regs = 64, elements = ELEMENTS, tail_efficiency = 0.9)]
#[launch_config(name = WithoutDevice, arch = compute_capabilities::SM_90, threads = 256, regs = 64, grid = 528, tail_efficiency = 0.9)]
#[launch_config(name = On, arch = ["a100", "h100"], threads = 256, regs = 64, on("h100", threads = THREADS, regs = REGISTERS))]
fn kernel() {}

fn main() {}
