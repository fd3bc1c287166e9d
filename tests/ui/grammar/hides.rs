use occupancy::launch_config;

#[launch_config(name = CyclesOutsideOfHides, arch = "h100", threads = 256, regs = 64, cycles = 8)]
#[launch_config(name = ArgumentTwice, arch = "h100", threads = 256, regs = 64, hides(bytes = 16, bytes = 32))]
#[launch_config(name = AsANumber, arch = "h100", threads = 256, regs = 64, hides = 400)]
#[launch_config(name = ColonForEquals, arch = "h100", threads = 256, regs = 64, hides(bytes: 16))]
#[launch_config(name = TwoForOne, arch = "h100", threads = 256, regs = 64, hides(cycles(400, 60)))]
#[launch_config(name = Empty, arch = "h100", threads = 256, regs = 64, hides())]
#[launch_config(name = OfANegative, arch = "h100", threads = 256, regs = 64, hides(cycles = -400, instructions = 60))]
#[launch_config(name = Over32Bits, arch = "h100", threads = 256, regs = 64, hides(cycles = 5_000_000_000, instructions = 60))]
#[launch_config(name = UnknownArgument, arch = "h100", threads = 256, regs = 64, hides(latency = 400, instructions = 60))]
#[launch_config(name = WithoutCycles, arch = "h100", threads = 256, regs = 64, hides(instructions = 60))]
#[launch_config(name = WaitWithoutCycles, arch = "h100", threads = 256, regs = 64, hides(bytes = 16, wait = first))]
#[launch_config(name = WaitForAnother, arch = "h100", threads = 256, regs = 64, hides(cycles = 8, wait = frist))]
#[launch_config(name = WaitForANumber, arch = "h100", threads = 256, regs = 64, hides(cycles = 8, wait = 1))]
fn kernel() {}
