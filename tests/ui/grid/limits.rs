use occupancy::launch_config;

#[launch_config(name = EmptyInZ, arch = "h100", threads = 256, regs = 64, grid = (8, 8, 0))]
#[launch_config(name = ItemsPerThreadZeroWithElements, arch = "h100", threads = 256, regs = 64, elements = 1 << 20, items_per_thread = 0)]
#[launch_config(name = MostElementsOfAll, arch = "h100", threads = 256, regs = 64, elements = 18446744073709551615)]
#[launch_config(name = NoElements, arch = "h100", threads = 256, regs = 64, elements = 0)]
#[launch_config(name = TooManyBlocksFromElements, arch = "h100", threads = 256, regs = 64, elements = 1 << 40)]
#[launch_config(name = XOverLimit, arch = "h100", threads = 256, regs = 64, grid = 2147483648)]
#[launch_config(name = YAndZOver65535, arch = "h100", threads = 256, regs = 64, grid = (65536, 65536, 65536))]
#[launch_config(name = ZOver65535, arch = "h100", threads = 256, regs = 64, grid = (16, 16, 100_000))]
fn kernel() {}
