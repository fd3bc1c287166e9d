use occupancy::kernel::Wait;
use occupancy::{Device, Ratio, devices, launch_config};

const BYTES: u32 = 8;
const DEVICE: Device = devices::H100;
const ORDER: Wait = Wait::First;
const NO_BLOCKS: u32 = 0;
const NO_RATIO: Ratio = Ratio::ZERO;
const PRODUCER: u32 = 40;
const CONSUMER: u32 = 240;
const BELOW_ZERO: i64 = -8;
const ROWS: u32 = 4096;
const COLUMNS: i64 = 0;
const SMS: u32 = 200;

#[launch_config(name = Bytes, arch = DEVICE, threads = 256, regs = 64, hides(bytes = BYTES))]
#[launch_config(name = First, arch = "h100", threads = 224, regs = 64, hides(cycles = 400, instructions = 60, wait = ORDER))]
#[launch_config(name = TooFew, arch = "h100", threads = 256, regs = 64, hides(cycles = 400, instructions = 30, wait = ORDER))]
#[launch_config(name = NoBlocks, arch = "h100", threads = 256, regs = 64, min_blocks = NO_BLOCKS)]
#[launch_config(name = NoOccupancy, arch = "h100", threads = 256, regs = 64, min_occupancy = NO_RATIO)]
#[launch_config(name = NoEfficiency, arch = "h100", threads = 256, regs = 64, grid = 1000, tail_efficiency = NO_RATIO)]
#[launch_config(name = OverThePool, arch = "h100", threads = 384, regs = 168, setmaxnreg(PRODUCER, CONSUMER, CONSUMER))]
#[launch_config(name = BelowZero, arch = "h100", threads = 384, regs = 168, setmaxnreg(24, CONSUMER, BELOW_ZERO))]
#[launch_config(name = Share, arch = "h100", threads = 256, regs = 64, sms = 144)]
#[launch_config(name = ShareOfAConstant, arch = "h100", threads = 256, regs = 64, sms = SMS)]
#[launch_config(name = ShareOfOneGpu, arch = ["h100", "a100"], threads = 256, regs = 64, sms = 120)]
#[launch_config(
    name = Problem,
    arch = "h100",
    threads = 256,
    regs = 128,
    grid = 10,
    tile(m = 128, n = 128, k = 64, stages = 2, a = 2, b = 2, problem = (ROWS, 4096)),
)]
#[launch_config(
    name = ProblemOfConstants,
    arch = "h100",
    threads = 256,
    regs = 128,
    tile(m = 128, n = 128, k = 64, stages = 2, a = 2, b = 2, problem = (4096, COLUMNS)),
)]
fn kernel() {}

fn main() {}
