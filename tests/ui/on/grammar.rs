use occupancy::launch_config;

#[launch_config(name = Equals, arch = ["a100", "h100"], threads = 256, regs = 64, on = "h100")]
#[launch_config(name = Empty, arch = ["a100", "h100"], threads = 256, regs = 64, on())]
#[launch_config(name = Twice, arch = ["a100", "h100"], threads = 256, regs = 64, on("h100", regs = 32), on("H100 SXM5 80GB", regs = 48))]
#[launch_config(name = CommaMissingBehindTheGpu, arch = ["a100", "b200"], threads = 256, regs = 64, on("b200" threads = 512))]
#[launch_config(name = InAnotherOn, arch = ["a100", "b200"], threads = 256, regs = 64, on("b200", threads = 512, on("a100", threads = 128)))]
#[launch_config(name = ListOfGpus, arch = ["a100", "h100", "b200"], threads = 256, regs = 64, on(["b200", "h100"], threads = 512))]
#[launch_config(name = NameWithArch, arch = ["a100", "b200"], threads = 256, regs = 64, on(arch = "b200", threads = 512))]
#[launch_config(name = NameWithoutQuotes, arch = ["a100", "b200"], threads = 256, regs = 64, on(b200, threads = 512))]
#[launch_config(name = WithoutAGpu, arch = ["a100", "b200"], threads = 256, regs = 64, on(threads = 512))]
fn kernel() {}
