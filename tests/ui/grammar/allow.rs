use occupancy::launch_config;

#[launch_config(name = Empty, arch = "h100", threads = 256, regs = 64, allow())]
#[launch_config(name = NearANameBesideAnother, arch = "h100", threads = 100, regs = 64, allow(partial_warp, idle_sm))]
#[launch_config(name = NearAName, arch = "h100", threads = 256, regs = 64, allow(register_clif))]
#[launch_config(name = OfACode, arch = "h100", threads = 256, regs = 64, allow(OCC203))]
#[launch_config(name = TwiceOfDifferentNames, arch = "h100", threads = 100, regs = 33, allow(partial_warp), allow(register_cliff))]
#[launch_config(name = Twice, arch = "h100", threads = 100, regs = 64, allow(partial_warp), allow(partial_warp))]
#[launch_config(name = WithEqualsNearAName, arch = "h100", threads = 256, regs = 64, allow = "register_clif")]
#[launch_config(name = WithEquals, arch = "h100", threads = 100, regs = 64, allow = partial_warp)]
#[launch_config(name = WithOneUnknown, arch = "h100", threads = 100, regs = 64, allow(partial_warp, banks))]
#[launch_config(name = WithStrayToken, arch = "h100", threads = 256, regs = 64, allow(partial_warp) 3)]
#[launch_config(name = WithString, arch = "h100", threads = 256, regs = 64, allow("partial_warp"))]
#[launch_config(name = WithoutParentheses, arch = "h100", threads = 100, regs = 64, allow)]
#[launch_config(name = DenyNearAName, arch = "h100", threads = 256, regs = 64, grid = 528, deny(lastwave))]
#[launch_config(name = DenyOfAPartialWarp, arch = "h100", threads = 256, regs = 64, deny(partial_warp))]
#[launch_config(name = WarnNearAName, arch = "h100", threads = 256, regs = 64, min_blocks = 2, warn(minblocks))]
fn kernel() {}
