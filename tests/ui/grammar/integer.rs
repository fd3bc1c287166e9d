use occupancy::launch_config;

#[launch_config(name = ArgumentTwiceWithTheFirstWrong, arch = "h100", threads = 256, regs = "64", regs = 64)]
#[launch_config(name = BooleanForInteger, arch = "h100", threads = 256, regs = true)]
#[launch_config(name = ByteStringForInteger, arch = "h100", threads = 256, regs = b"64")]
#[launch_config(name = ComparisonForInteger, arch = "h100", threads = 256, regs = 64 < 128)]
#[launch_config(name = DecimalForInteger, arch = "h100", threads = 256.0, regs = 64.5)]
#[launch_config(name = ExponentForInteger, arch = "h100", threads = 256, regs = 64, elements = 1e6)]
#[launch_config(name = NotForInteger, arch = "h100", threads = 256, regs = !64)]
#[launch_config(name = StringForInteger, arch = "h100", threads = "256", regs = "lots")]
#[launch_config(name = StringWithArithmetic, arch = "h100", threads = 256, regs = 64, smem = "48 * 1024")]
#[launch_config(name = StringWithThousands, arch = "h100", threads = 256, regs = 64, smem = "49,152")]
#[launch_config(name = SuffixOfAFloat, arch = "h100", threads = 256, regs = 64f32)]
#[launch_config(name = SuffixUnknown, arch = "h100", threads = 256, regs = 64bits)]
#[launch_config(name = StrayTokenAfterValue, arch = "h100", threads = 256, regs = 64 64)]
#[launch_config(name = KilobytesWithAFraction, arch = "h100", threads = 256, regs = 64, smem = 1.5KB)]
#[launch_config(name = Megabytes, arch = "h100", threads = 256, regs = 64, elements = 1M)]
#[launch_config(name = Auto, arch = "h100", threads = 256, regs = 64, smem = auto)]
#[launch_config(name = Letters, arch = "h100", threads = '2', regs = b'a')]
#[launch_config(name = ExponentOverTheMost, arch = "h100", threads = 1e400, regs = 64, smem = 1e-3, elements = 0.5e3)]
#[launch_config(name = Hexadecimal, arch = "h100", threads = 256, regs = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF)]
#[launch_config(name = HexadecimalBelowZero, arch = "h100", threads = 256, regs = -0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF)]
#[launch_config(name = TypesOfElements, arch = "h100", threads = 256, regs = 64, tile(m = 64, n = 64, k = 32, a = fp8, b = bf16))]
fn kernel() {}

#[launch_config(name = ElementsOfFourBits, arch = "h100", threads = 256, regs = 64, tile(m = 64, n = 64, k = 32, a = "fp4", b = 0.5))]
fn of_four_bits() {}

#[launch_config(
    arch = "h100",
    threads = 256,
    regs = ((((((((((((((((((((((((((((((((((((((((64)))))))))))))))))))))))))))))))))))))))),
)]
fn value_nested_too_deeply() {}
