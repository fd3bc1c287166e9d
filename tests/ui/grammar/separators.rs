use occupancy::launch_config;

#[launch_config(, arch = "h100", threads = 256, regs = 64)]
fn comma_first() {}

#[launch_config(name = ColonForEquals, arch = "h100", threads: 256, regs = 64)]
#[launch_config(name = CommaDoubled, arch = "h100", threads = 256,, regs = 64)]
#[launch_config(name = CommaMissingBeforeAList, arch = "h100", threads = 100, regs = 64 allow(partial_warp))]
#[launch_config(name = DoubleEquals, arch = "h100", threads = 256, regs == 64)]
#[launch_config(name = SemicolonForComma, arch = "h100", threads = 256; regs = 64;)]
#[launch_config(name = StrayPunctuation, arch = "h100", threads = 256, regs = 64, ?)]
#[launch_config(name = StrayValue, "h100", 256, 64)]
#[launch_config(name = ValueEmpty, arch = "h100", threads = 256, regs =)]
#[launch_config(name = ValueInParenthesesAfterName, arch = "h100", threads(32, 8), regs = 64)]
#[launch_config(name = ValueMissing, arch = "h100", threads, regs = 64)]
#[launch_config(name = AttributeOfAnArgument, arch = "h100", #[cfg(all())] threads = 256, regs = 64, #[doc = "slots"])]
fn kernel() {}
