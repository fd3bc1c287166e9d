use occupancy::{Device, compute_capabilities::SM_89, launch_config};
const LAPTOP: Device = Device::new("RTX 4090 Laptop", &SM_89, 76);

#[launch_config(name = AnotherToolsWordForWhatIsTheSame, arch = ["a100", "b200"], threads = 256, regs = 64, on("b200", gridDim = 512, threads = 512))]
#[launch_config(name = EveryGpu, arch = "a100", threads = 256, regs = 64, on("a100", regs = 32))]
#[launch_config(name = OutOfRange, arch = ["h100", "rtx4090"], threads = 256, regs = 64, on("rtx4090", smem = 1 << 32))]
#[launch_config(name = StatesNothing, arch = ["a100", "b200"], threads = 256, regs = 64, on("b200"))]
#[launch_config(name = UnknownGpu, arch = ["a100", "b200"], threads = 256, regs = 64, on("b2000", threads = 512))]
#[launch_config(name = OfAConstant, arch = ["a100", LAPTOP], threads = 256, regs = 64, on(LAPTOP, threads = 512))]
fn kernel() {}

#[launch_config(arch = ["a100", "h100"], threads = 256, regs = 64, on("h100", grid = 528, name = X))]
fn what_is_the_same_for_all() {}
