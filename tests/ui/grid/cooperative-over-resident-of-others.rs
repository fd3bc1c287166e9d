use occupancy::launch_config;

#[launch_config(name = OfElements, arch = ["h100", "h100-pcie"], threads = 256, regs = 64, elements = 1 << 20, cooperative)]
#[launch_config(name = OfClusters, arch = "h100", threads = 1024, regs = 64, grid = (17, 8), cluster = (1, 8), cooperative)]
#[launch_config(name = OnAmd, arch = "mi300x", threads = 256, vgprs = 128, grid = 2000, cooperative)]
#[launch_config(name = OnAShare, arch = "h100", threads = 256, regs = 64, grid = 528, sms = 66, cooperative)]
#[launch_config(name = WithoutDevice, arch = ["h100", "sm_80"], threads = 256, regs = 64, cooperative)]
fn kernel() {}
