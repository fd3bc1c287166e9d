use occupancy::launch_config;

#[launch_config(name = ArrayOfFour, arch = "h100", threads = [32, 8, 1, 1], regs = 64)]
#[launch_config(name = AutoAsString, arch = "h100", threads = "auto", regs = 64)]
#[launch_config(name = AutoRangeAsString, arch = "h100", threads = "auto(64..=512)", regs = 64)]
#[launch_config(name = CommaBetweenExtents, arch = "h100", threads = 32, 8, regs = 64)]
#[launch_config(name = CommaInAGrid, arch = "h100", threads = 256, regs = 64, grid = 16,384)]
#[launch_config(name = CommaInANumber, arch = "h100", threads = 1,024, regs = 64)]
#[launch_config(name = AsString, arch = "h100", threads = "32, 8", regs = 64)]
#[launch_config(name = InOneLiteral, arch = "h100", threads = 32x8, regs = 64)]
#[launch_config(name = TupleOfNone, arch = "h100", threads = (), regs = 64)]
#[launch_config(name = TupleWithWrongElements, arch = "h100", threads = ("32", 8.0, true), regs = 64)]
#[launch_config(name = UnitsAndCrosses, arch = "h100", threads = 32 x 8, regs = 64, smem = 48KB, static_smem = "4 KiB")]
#[launch_config(name = NoRange, arch = "h100", threads = auto(128), regs = 64)]
#[launch_config(name = AutoInCapitals, arch = "h100", threads = Auto, regs = 64)]
#[launch_config(name = OfCuda, arch = "h100", threads = dim3(16, 16), regs = 64, grid = dim3(64))]
#[launch_config(name = RangeWithoutAuto, arch = "h100", threads = 64..=512, regs = 64)]
fn kernel() {}
