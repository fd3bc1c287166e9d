use occupancy::launch_config;

#[launch_config(name = CommaInARatio, arch = "h100", threads = 256, regs = 64, min_occupancy = 0,5)]
#[launch_config(name = AsBoolean, arch = "h100", threads = 256, regs = 64, min_occupancy = true)]
#[launch_config(name = AsProduct, arch = "h100", threads = 256, regs = 64, min_occupancy = 2 * 0.25)]
#[launch_config(name = AsRemainder, arch = "h100", threads = 256, regs = 64, min_occupancy = 50 % 1)]
#[launch_config(name = AsString, arch = "h100", threads = 256, regs = 64, min_occupancy = "50%")]
#[launch_config(name = Negative, arch = "h100", threads = 256, regs = 64, min_occupancy = -0.5)]
#[launch_config(name = OfFortyDigits, arch = "h100", threads = 256, regs = 64, min_occupancy = 1 / 10000000000000000000000000000000000000000)]
#[launch_config(name = PercentAlone, arch = "h100", threads = 256, regs = 64, min_occupancy = %)]
#[launch_config(name = PercentOver100, arch = "h100", threads = 256, regs = 64, min_occupancy = 150 %)]
#[launch_config(name = PercentTwice, arch = "h100", threads = 256, regs = 64, min_occupancy = 50 %%)]
#[launch_config(name = WithHugeExponent, arch = "h100", threads = 256, regs = 64, min_occupancy = 1e-400)]
#[launch_config(name = WithSuffix, arch = "h100", threads = 256, regs = 64, min_occupancy = 0.5f32)]
#[launch_config(name = WithTooManyDigits, arch = "h100", threads = 256, regs = 64, min_occupancy = 0.1234567890123456789012345)]
#[launch_config(name = WithZeroDenominator, arch = "h100", threads = 256, regs = 64, min_occupancy = 1 / 0)]
fn kernel() {}
