use occupancy::launch_config;

#[launch_config(name = AmbiguousAsTheDriverReportsIt, arch = "NVIDIA GeForce RTX 3080", threads = 256, regs = 64)]
#[launch_config(name = Generation, arch = "hopper", threads = 256, regs = 64)]
#[launch_config(name = Laptop, arch = "rtx3050 laptop", threads = 256, regs = 64)]
#[launch_config(name = ComputeCapability, arch = "9.5", threads = 256, regs = 64)]
#[launch_config(name = Empty, arch = "", threads = 256, regs = 64)]
#[launch_config(name = NearAName, arch = "rtx409", threads = 256, regs = 64)]
#[launch_config(name = QuotesAndNewline, arch = "h\"1\n00", threads = 256, regs = 64)]
#[launch_config(name = Target, arch = "sm_80a", threads = 256, regs = 64)]
#[launch_config(name = ListWithEveryOneUnknown, arch = ["toaster", "kettle"], threads = 256, regs = 64)]
#[launch_config(name = ListWithOneUnknown, arch = ["h100", "toaster"], threads = 256, regs = 64)]
#[launch_config(name = ListWithOneUnknownAndAFault, arch = ["h100", "toaster"], threads = 256, regs = 96, min_blocks = 3)]
#[launch_config(name = UnknownCount, arch = "b200:2g.45gb", threads = 256, regs = 64)]
#[launch_config(name = UnknownProfile, arch = "h100:2g.10gb", threads = 256, regs = 64)]
#[launch_config(name = BoardWithoutMig, arch = "rtx4090:1g.10gb", threads = 256, regs = 64)]
fn kernel() {}
